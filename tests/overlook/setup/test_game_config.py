"""A game begins once, and the set-up says that it has begun only when it has."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import anyio
import numpy as np
import pytest

from messages.message import Message
from overlook.setup.service import SetupService
from overlook.table.games.games import Games
from overlook.table.observation.seen_table import SeenTable, table_of
from overlook.table.session import TableSession
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalError
from referee.records.journal.journal import Journal
from simulation import example_poses
from vision.frame import Frame
from web.contract.requests import Accepted, Outcome, Refused
from web.contract.setup.actions import PickMission, SetupAction, Start, StartAfresh, TeamTyped, TypedBase
from web.contract.table.snapshot import CameraView

START = Start(kind="start")


def outcomes(setup: SetupService, *asked: SetupAction) -> list[Outcome]:
    """Return what becomes of actions that arrive at once."""

    async def do() -> list[Outcome]:
        return await asyncio.gather(*(setup.do(action, player="any") for action in asked))

    return anyio.run(do)


@pytest.fixture
def ready(setup: SetupService, table: TableSession) -> SetupService:
    """A table with two teams on it, that may begin."""
    poses = example_poses()
    there = table_of(table.catalogue, operatives={}, terrain=poses.terrain, markers={})
    frame = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime(2026, 11, 22, tzinfo=UTC), "test")
    table.seen = SeenTable(frame, there, pose=table.rig.pose)
    setup._table_service.camera = CameraView(size_px=(1280, 720))
    setup.take(table.seen, 0.0)
    team = (TypedBase(name="Grub", base_mm=32.0),)
    teams = [TeamTyped(kind="team_typed", player=player, name="Typed", bases=team) for player in ("p1", "p2")]
    assert outcomes(setup, *teams) == [Accepted(), Accepted()]
    assert setup.view().can_start
    return setup


def test_two_presses_at_once_begin_one_game(ready: SetupService, games: Games, table: TableSession) -> None:
    first, second = outcomes(ready, START, START)
    assert first == Accepted()
    assert isinstance(second, Refused)
    assert second.message == Message.of("setup-game-begun")
    assert table.state.begun
    assert games.numbers == (1,)


def test_a_game_that_the_disk_does_not_take_has_not_begun(
    ready: SetupService, table: TableSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Journal, events: Sequence[JournalEntry]) -> None:
        raise JournalError(Message.stored(f"{len(events)} events were not kept"))

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", full)
        (outcome,) = outcomes(ready, START)
    assert isinstance(outcome, Refused)
    assert outcome.message is not None
    assert outcome.message.code == "games-not-taken"
    assert (ready.draft.started, ready.view().can_start, table.state.begun) == (False, True, False)
    assert outcomes(ready, START) == [Accepted()]
    assert ready.draft.started


def test_what_has_begun_is_refused_a_second_time(ready: SetupService) -> None:
    assert outcomes(ready, START) == [Accepted()]
    (again,) = outcomes(ready, START)
    assert isinstance(again, Refused)
    assert again.message == Message.of("setup-game-begun")


def test_the_next_battle_with_what_stands_there_keeps_the_mission_s_name(
    ready: SetupService, table: TableSession
) -> None:
    pick = PickMission(kind="pick_mission", name="crossed-lines")
    assert outcomes(ready, pick, START) == [Accepted(), Accepted()]
    assert table.state.mission == "Crossed Lines"
    table.begin(table.new_game(free=False))
    assert table.state.mission == "Crossed Lines"
    assert outcomes(ready, StartAfresh(kind="start_afresh")) == [Accepted()]
    table.begin(table.new_game(free=False))
    assert not table.state.mission
