"""A recording of a running game is complete however often it is read and whatever its file does meanwhile."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from overlook.table.recordings.archive import TableArchive
from overlook.table.recordings.clips import Clips
from referee.rules.ruling import Threshold
from tests.depth import depth
from tests.overlook.play.scripts import activate, do, script
from web.contract.table.recordings import Recording

PLACES = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}
DAMAGE = [do("p1", "declare_damage", operative="B1", amount=1), do("p2", "declare_damage", operative="A1", amount=1)]
STEPS = (activate("A1"), *DAMAGE * 3)


def touched(games: Games, chance: int) -> None:
    """Give the game's file another time, as moving the log into it does, with no event more."""
    path = games.path(1)
    when = path.stat().st_mtime_ns + 1 + chance
    os.utime(path, ns=(when, when))


@settings(max_examples=depth(4, 30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(between=st.lists(st.sampled_from(["ask", "touch", "play"]), max_size=12))
def test_a_recording_read_in_parts_equals_one_read_at_once(
    tmp_path_factory: pytest.TempPathFactory, between: list[str]
) -> None:
    async def tried() -> None:
        games = Games(tmp_path_factory.mktemp("table"))
        try:
            await _asked(games, between)
        finally:
            games.close()

    asyncio.run(tried())


async def _asked(games: Games, between: list[str]) -> None:
    whole = script_of(script(PLACES, *STEPS))
    table, archive = ScriptedTable(whole, laid_table(whole), games), _archive(games)
    await table.begin()
    asked = await archive.recording(1)
    played = 0
    for number, what in enumerate(between):
        if what == "touch":
            touched(games, number)
        elif what == "play" and played < len(whole.steps):
            await table._taken(whole.steps[played])
            played += 1
        asked = await archive.recording(1)
    fresh: Recording = await _archive(games).recording(1)
    assert asked == fresh
    assert len(asked.marks) == sum(event.is_intent for event in table.table.game.log)


def _archive(games: Games) -> TableArchive:
    return TableArchive(games, Clips(games), Threshold())


def test_a_touched_file_without_new_events_is_no_fault(tmp_path: Path) -> None:
    games = Games(tmp_path)
    whole = script_of(script(PLACES, *STEPS))
    table, archive = ScriptedTable(whole, laid_table(whole), games), _archive(games)

    async def asked() -> None:
        await table.play()
        first = await archive.recording(1)
        for number in range(3):
            touched(games, number)
            assert await archive.recording(1) == first

    try:
        asyncio.run(asked())
    finally:
        games.close()


def test_a_recording_lists_scored_points_without_those_undone(tmp_path: Path) -> None:
    def scored(player: str, vp: int, why: str) -> dict[str, object]:
        return do(player, "score", player=player, op="kill", vp=vp, why=why)

    steps = (activate("A1"), scored("p1", 2, "two fell"), scored("p2", 1, "one fell"), do("p2", "undo"))
    games = Games(tmp_path)
    whole = script_of(script(PLACES, *steps))
    table, archive = ScriptedTable(whole, laid_table(whole), games), _archive(games)

    async def play() -> None:
        await table.play()
        (point,) = (await archive.recording(1)).points
        seat = table.table.state.sides["p1"].seat.name
        assert (point.turning_point, point.name, point.op, point.vp, point.why) == (1, seat, "Kill op", 2, "two fell")

    try:
        asyncio.run(play())
    finally:
        games.close()
