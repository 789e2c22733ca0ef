"""Faults of a table in play: said in one line, on the page, and over by themselves when they can be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from messages.message import Message
from overlook.table.games.games import Games
from referee.editions.registry import ruleset_of
from referee.game import intents
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalBusyError, JournalError
from simulation.scene.example_table import example_catalogue, example_poses
from simulation.scene.scene import StillScene
from tests.overlook.played_table import Table, played
from web.contract.requests import Accepted, Refused
from web.contract.table.snapshot import Snapshot


def camera_of(snapshot: Snapshot) -> str:
    return next((part.state.value for part in snapshot.health if part.part == "camera"), "unknown")


def test_a_pulled_cable_is_said_and_the_table_goes_on_when_it_is_back(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.until(lambda now: len(now.table.operatives) == 12)
        table.camera.unplug()
        lost = await table.until(lambda now: camera_of(now) == "lost")
        assert any(notice.id == "lost-camera" and "unplugged" in notice.sentence for notice in lost.notices)
        assert len(lost.table.operatives) == 12
        table.camera.plug()
        back = await table.until(lambda now: camera_of(now) == "ok")
        assert not [notice for notice in back.notices if notice.id == "lost-camera"]

    played(tmp_path, play)


def test_a_knocked_camera_is_said_then_the_board_is_found_again(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.until(lambda now: now.table.flags.settled and len(now.table.operatives) == 12)
        table.camera.bump()
        await table.until(lambda now: now.table.flags.camera_moved)
        back = await table.until(lambda now: not now.table.flags.camera_moved and now.table.flags.settled)
        places = {one.id: (one.x, one.y) for one in back.table.operatives}
        for name, where in example_poses().operatives.items():
            assert places[name] == pytest.approx((where.x, where.y), abs=0.05)

    played(tmp_path, play)


def test_a_full_disk_refuses_the_intent_says_so_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(table: Table) -> None:
        await table.service.run_exclusive(lambda: table.table.begin(table.set_up))
        before = table.table.game.log

        def full(_: Any, events: tuple[JournalEntry, ...]) -> None:
            raise JournalError(
                Message.stored(f"0001.game: the disk is full: {len(events)} events were not kept; free some space")
            )

        with monkeypatch.context() as patched:
            patched.setattr("referee.records.journal.journal.Journal.append", full)
            prompt = table.table.game.prompts[0]
            refused = await table.service.submit_intent(intents.Answer(id="roll-1", prompt=prompt.id, dice=(4,)))
            assert isinstance(refused, Refused)
            assert "disk is full" in refused.sentence
            assert any(notice.id == "lost-journal" for notice in table.service.snapshot().notices)
            assert table.table.game.log == before
        taken = await table.service.submit_intent(intents.Answer(id="roll-1", prompt=prompt.id, dice=(4,)))
        assert isinstance(taken, Accepted)
        assert not [notice for notice in table.service.snapshot().notices if notice.id == "lost-journal"]

    played(tmp_path, play)


def test_a_second_table_on_the_same_data_is_refused_in_one_line(tmp_path: Path) -> None:
    games = Games(tmp_path)
    games.go_on(ruleset_of("kt24").flow)
    try:
        with pytest.raises(JournalBusyError) as refusal:
            Games(tmp_path).go_on(ruleset_of("kt24").flow)
        assert "0001.game" in str(refusal.value)
        assert "\n" not in str(refusal.value)
    finally:
        games.close()


def test_a_model_that_moved_outside_its_activation_is_called_once_and_mended(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.service.run_exclusive(lambda: table.table.begin(table.set_up))
        await table.until(lambda now: now.table.flags.settled and len(now.table.operatives) == 12)
        still = table.camera.scene.at(0)
        moved = dict(still.operatives)
        moved["a6"] = type(moved["a6"])("a6", 12.3, 18.4, 0.0, -95.0)
        table.camera.scene = StillScene(example_catalogue(), type(still)(moved, still.terrain, still.markers))
        called = await table.until(lambda now: any(notice.id == "stray:a6" for notice in now.notices))
        assert [ghost.operative for ghost in called.ghosts] == ["a6"]
        (line,) = (notice.sentence for notice in called.notices if "A6" in notice.sentence)
        assert line == called.ghosts[0].sentence, "one line, and it says what to do"
        assert line.startswith("Put A6 Drone back: it is ")
        kinds = [event.kind for event in table.table.game.log]
        assert kinds.count("call") == 1
        table.camera.scene = StillScene(example_catalogue(), still)
        mended = await table.until(lambda now: not [notice for notice in now.notices if notice.id == "stray:a6"])
        assert mended.ghosts == ()

    played(tmp_path, play)
