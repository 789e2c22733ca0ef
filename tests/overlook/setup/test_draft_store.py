"""The set-up in the making on disk: what cannot be read again is named and kept, and never ends the program."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from calibration.catalogue import Catalogue
from calibration.files import without_digest
from messages.message import Message
from overlook.app.table_vision import outline_at
from overlook.setup.draft import Draft, DraftStore
from overlook.setup.service import SetupService
from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.records.files.mission_file import example_missions, mission_data
from referee.rules.ruling import Threshold


def _older(document: dict[str, object]) -> bytes:
    return json.dumps(document | {"version": 2}).encode()


def _latin(document: dict[str, object]) -> bytes:
    return json.dumps(document | {"asked": "Müller"}, ensure_ascii=False).encode("latin-1")


@pytest.mark.parametrize(("broken", "named"), [(_older, "version"), (_latin, "invalid unicode")])
def test_a_broken_draft_is_set_aside_and_named(
    tmp_path: Path, broken: Callable[[dict[str, object]], bytes], named: str
) -> None:
    store = DraftStore(tmp_path)
    store.keep(Draft(asked="a1"))
    assert DraftStore(tmp_path).read() == Draft(asked="a1")
    data = broken(json.loads((tmp_path / "draft.json").read_text()))
    (tmp_path / "draft.json").write_bytes(data)
    after = DraftStore(tmp_path)
    assert after.read() == Draft()
    assert after.fault is not None
    assert (after.fault.code, after.fault["aside"]) == ("setup-draft-aside", "draft.broken-1.json")
    assert named in str(after.fault["fault"])
    assert "\n" not in str(after.fault)
    assert (tmp_path / "draft.broken-1.json").read_bytes() == data
    assert not (tmp_path / "draft.json").exists()


MISSION = mission_data(next(iter(example_missions().values())))
TEAM = Draft().team("p1").model_copy(update={"source": "old.toml", "text": "operatives = 7"})


@pytest.mark.parametrize(
    ("draft", "named"),
    [
        (Draft(mission=MISSION | {"version": 99}, sides={}), "99"),
        (Draft().with_team(TEAM), "old.toml"),
    ],
)
def test_a_mission_or_roster_that_this_version_refuses_does_not_end_the_program(
    given: Catalogue, table: TableSession, tmp_path: Path, draft: Draft, named: str
) -> None:
    DraftStore(tmp_path).keep(draft)
    store = DraftStore(tmp_path)
    service = SetupService(TableService(table, Threshold()), given, store, outline=outline_at, today=date.today)
    assert service.draft == Draft()
    assert store.fault is not None
    assert named in str(store.fault["fault"])
    kept = without_digest((tmp_path / "draft.broken-1.json").read_bytes())
    assert json.loads(kept) == draft.model_dump(mode="json")
    (told,) = (check.message for check in service.view().checks if check.what == "Set-up")
    assert told == store.fault


def test_notes_of_an_older_draft_are_shown_as_they_are_stored(
    given: Catalogue, table: TableSession, tmp_path: Path
) -> None:
    DraftStore(tmp_path).keep(Draft().with_team(Draft().team("p1").model_copy(update={"notes": ("Bouncing 3",)})))
    assert "note_messages" not in (tmp_path / "draft.json").read_text()
    store = DraftStore(tmp_path)
    service = SetupService(TableService(table, Threshold()), given, store, outline=outline_at, today=date.today)
    assert service.view().teams[0].note_messages == (Message.stored("Bouncing 3"),)
