"""The whole interface of real tables against its own description: set up, in play, by each who may ask.

`python -m pytest -m slow tests/overlook/test_whole_interface.py`; routes that fakes stand for elsewhere are the
program's own here: set-up, machine, back-ups, versions, recorded games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.depth import depth
from tests.faults.account import journals, shown_as_folded
from tests.overlook.live_table import LiveTable
from tests.venue.hall import until
from web.app import Ports, create_first_run_app
from web.auth.sessions import Sessions
from web.contract.setup.machine import AskedMachine
from web.contract.setup.startup import AskedFirst, AskedLobby
from web.server.settings import WebSettings

if TYPE_CHECKING:
    from schemathesis.schemas import BaseSchema
    from schemathesis.specs.openapi.schemas import OpenApiCase

ENDLESS = r"/api/(air/|setup/)?live|/camera\.mjpg|/api/setup/outline"
"""What never ends; and an answer of pairs, whose description schemathesis takes for one of an older draft."""

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EACH = depth(10, 25)
IN_ONE_LIFE = depth(250, 600)
SETTINGS = settings(
    max_examples=EACH,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
    phases=[Phase.generate],
)


@pytest.fixture(params=["in play", "set up", "first run"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    folder = tmp_path_factory.mktemp("table")
    fresh = tmp_path_factory.mktemp("settings") / "fresh.toml"
    fresh.write_text('[camera]\nsource = "none"\n')
    options = {"in play": (), "set up": ("--set-up",), "first run": ("--settings", str(fresh))}
    one = LiveTable(folder, *options[request.param]).start()
    yield one
    one.kill()


def description_of(table: LiveTable) -> BaseSchema:
    """Return what a table says it answers; in its first run it describes nothing: what its program is made of does."""
    answer = httpx.get(f"{table.url}api/openapi.json", timeout=60)
    if answer.status_code == 200:
        document = answer.json()
    else:
        said, port = Sessions(b"s" * 32), cast("Any", object())
        document = create_first_run_app(Ports(first_run=port, machine=port), WebSettings(), said).openapi()
        for path, body in (("/api/first", AskedFirst), ("/api/machine", AskedMachine), ("/api/lobby", AskedLobby)):
            schema = body.model_json_schema(ref_template="#/components/schemas/{model}")
            document["components"]["schemas"] |= schema.pop("$defs", {})
            document["paths"][path]["post"]["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": schema}},
            }
    described = schemathesis.openapi.from_dict(document).exclude(path_regex=ENDLESS)
    described.config.update(base_url=table.url)
    return described


def cookies_of(table: LiveTable, who: str) -> dict[str, str]:
    if who == "own screen":
        return {}
    for seat in (who, "referee"):  # nobody sits at a table in its first run
        pin = httpx.get(f"{table.url}api/pairing").json()["staff_pin" if seat == "referee" else "pin"]
        answer = httpx.post(f"{table.url}api/pair", json={"pin": pin, "seat": seat})
        if answer.status_code == 200:
            break
    return dict(answer.raise_for_status().cookies)


def is_first_run(table: LiveTable) -> bool:
    return httpx.get(f"{table.url}api/openapi.json", timeout=60).status_code != 200


def answer_of(case: OpenApiCase, table: LiveTable, *, first_run: bool) -> Any:
    """Return the answer to a case; who asks while a first run goes over into the next thing it serves asks again."""
    try:
        return case.call(timeout=60)
    except requests.ConnectionError:
        assert first_run, table.said
        assert table.runs, table.said
        until(lambda: serves(table), within_s=120)
        return case.call(timeout=60)


def serves(table: LiveTable) -> bool:
    try:
        return httpx.get(f"{table.url}api/session", timeout=60).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.nightly
@pytest.mark.parametrize("who", ["own screen", "p1"])
def test_every_answer_of_a_real_table_is_what_the_description_promises(table: LiveTable, who: str) -> None:
    cookies, answered, faults = cookies_of(table, who), Counter[int](), list[str]()
    described = description_of(table)
    first_run = is_first_run(table)
    for found in described.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        for mode in GenerationMode.POSITIVE, GenerationMode.NEGATIVE:

            @given(case=operation.as_strategy(generation_mode=mode))
            @SETTINGS
            def ask(case: OpenApiCase) -> None:
                assume(not (first_run and "power" in str(case.body)))  # which ends the program, as it is asked to
                case.cookies = {**(case.cookies or {}), **cookies}
                answer = answer_of(case, table, first_run=first_run)
                answered[answer.status_code] += 1
                # A table without a camera promises a 503 for its picture; any other of them is none.
                promised = first_run and answer.status_code == 503
                case.validate_response(answer, checks=CHECKS[1:] if promised else CHECKS)

            try:
                ask()
            except Unsatisfiable:
                continue  # what takes nothing cannot be asked for wrongly
            except BaseExceptionGroup as fault:
                faults.append(f"{operation.label}: {fault.exceptions}")
            except AssertionError as fault:
                faults.append(f"{operation.label}: {fault}")
    assert faults == []
    assert sum(answered.values()) > EACH * (12 if first_run else 40), "a first run has a third of the interface"
    print(f"\n{who}: {dict(answered)}")


@pytest.mark.nightly
def test_asks_of_all_kinds_by_everybody_one_after_the_other_leave_a_table_that_is_what_its_journal_says(
    table: LiveTable,
) -> None:
    """The description has no links to follow, so that whatever may come after whatever does, in one table's life."""
    cookies = {who: cookies_of(table, who) for who in ("own screen", "p1", "p2", "referee")}
    described, first_run = description_of(table), is_first_run(table)
    operations = [found.ok() for found in described.get_all_operations() if isinstance(found, Ok)]
    cases = st.sampled_from(operations).flatmap(lambda one: one.as_strategy())
    answered = Counter[int]()

    @given(case=cases, who=st.sampled_from(sorted(cookies)))
    @settings(SETTINGS, max_examples=IN_ONE_LIFE)
    def ask(case: OpenApiCase, who: str) -> None:
        assume("power" not in str(case.body))  # which ends the program, as it is asked to
        case.cookies = {**(case.cookies or {}), **cookies[who]}
        answer = answer_of(case, table, first_run=first_run)
        answered[answer.status_code] += 1
        # What is not there yet, as a picture of the camera, is promised as a 503: any other of them is none.
        case.validate_response(answer, checks=CHECKS[1:] if answer.status_code == 503 else CHECKS)

    ask()
    assert table.runs, table.said
    assert answered[200] > IN_ONE_LIFE / 20
    print(f"\n{dict(answered)}")
    shown = httpx.get(f"{table.url}api/snapshot", timeout=60)
    games = journals(table.folder)
    assert shown.status_code != 200 or not games or shown_as_folded(games[-1], shown.json()["game"])
