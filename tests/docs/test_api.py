"""docs/api.md is what the models are: every kind of event, every field of the live channel, every example."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from docs.api_events import main
from referee.game.events import EVENTS
from referee.game.events.base import Event
from referee.game.intents import INTENTS, Intent
from referee.game.journal_entry import JournalEntry
from referee.game.record import Record
from tests.web.fake_archive import FakeArchive
from tests.web.fake_judge import FakeJudge
from tests.web.fake_table import FakeTable
from web.api.table import CSV_FIELDS
from web.app import Ports, create_app
from web.auth.pairing import Pairing
from web.auth.pairing_term import KEPT_S
from web.auth.sessions import MOST_WRONG, PIN_S
from web.contract.requests import GAME_REQUESTS, Accepted, Button, SubmitRequest
from web.contract.table.feed import Delta
from web.contract.table.snapshot import Snapshot

MODELS: dict[str, type[BaseModel]] = {
    model.__name__: model for model in (Accepted, SubmitRequest, Delta, JournalEntry, Pairing)
}
EXAMPLE = re.compile(r"```json (\w+)\n(.*?)```", re.DOTALL)
SENT = re.compile(r"Sent as `(\{.*?\})`\.")
KIND = re.compile(r"^- \*\*`(\w+)`\*\*", re.MULTILINE)


@pytest.fixture(scope="module")
def page(checkout: Path) -> str:
    return (checkout / "docs" / "api.md").read_text(encoding="utf-8")


def grown(form: type[Record]) -> set[type[Record]]:
    """Return every class that grew from one, in modules of the referee."""
    own = {each for each in form.__subclasses__() if each.__module__.startswith("referee.")}
    return own | {deeper for each in own for deeper in grown(each)}


def test_every_class_of_event_stands_in_the_page(page: str) -> None:
    forms: tuple[type[Record], ...] = (Intent, Event)
    classes = {each for form in forms for each in grown(form) if "kind" in vars(each)}
    assert len(classes) == len(list(INTENTS)) + len(list(EVENTS))
    assert sorted(KIND.findall(page)) == sorted(each.kind for each in classes)


def test_the_catalogue_is_the_models(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capfd.readouterr().out


def test_what_is_sent_otherwise_than_it_is_recorded_stands_beside_it_and_is_taken(page: str) -> None:
    sent = {one["kind"]: one for one in map(json.loads, SENT.findall(page))}
    otherwise = {
        kind
        for kind, model in GAME_REQUESTS.items()
        if set(model.model_fields) - {"kind"} - set(INTENTS.form(kind).written_fields())
    }
    assert set(sent) == otherwise
    assert {"operative", "x", "y"} <= set(sent["declare_place"])
    for request in sent.values():
        SubmitRequest.model_validate_json(json.dumps({"player": "p1", "intent": request}))


@pytest.mark.parametrize("model", [Snapshot, Delta])
def test_every_field_of_the_live_channel_stands_in_the_page(page: str, model: type[BaseModel]) -> None:
    line = re.search(rf"- `{model.__name__.lower()}`: .*?\n(?=- |\n)", page, re.DOTALL)
    assert line is not None
    assert set(model.model_fields) <= set(re.findall(r"`(\w+)`", line.group()))


def test_every_example_is_taken_by_its_model(page: str) -> None:
    found = EXAMPLE.findall(page)
    assert {name for name, _ in found} == set(MODELS)
    for name, text in found:
        MODELS[name].model_validate_json(text)


def test_every_address_is_served(page: str) -> None:
    table = FakeTable()
    paths = create_app(Ports(table=table, archive=FakeArchive(table), judge=FakeJudge())).openapi()["paths"]
    named = re.findall(r"`(GET|POST) (/api/[^`?]+)`", page)
    assert len(named) >= 12
    assert [way for way in named if way[0].lower() not in paths.get(way[1], {})] == []


def test_figures_and_columns_are_those_of_the_program(page: str) -> None:
    assert (PIN_S, KEPT_S, MOST_WRONG) == (3 * 60, 12 * 3600, 5)
    assert ", ".join(f"`{name}`" for name in CSV_FIELDS) in " ".join(page.split())
    assert all(f"`{button}`" in page for button in Button)
