"""A second tap that says the same is the same tap; what is asked for anew is judged anew."""

from __future__ import annotations

from pathlib import Path

from overlook.table.double_taps import TWICE_S, DoubleTaps
from tests.overlook.played_table import Table, played
from web.contract.game_requests import RunClock
from web.contract.intents import Accepted, Refused

STOP, START = RunClock(kind="clock", do="stop"), RunClock(kind="clock", do="start")
NO = Refused(sentence="no")


def test_only_the_same_request_of_the_same_player_within_a_moment_is_the_same_tap() -> None:
    taps, done = DoubleTaps(), Accepted(sequence=7)
    assert taps.taken(STOP, "p1", NO, now_s=0.0) is NO
    assert taps.taken(STOP, "p1", done, now_s=1.0) is done
    assert taps.taken(STOP, "p1", NO, now_s=1.0 + TWICE_S) is done
    assert taps.taken(STOP, "p2", NO, now_s=1.1) is NO
    assert taps.taken(START, "p1", NO, now_s=1.1) is NO
    assert taps.taken(STOP, "p1", NO, now_s=1.1 + TWICE_S) is NO
    other = Accepted(sequence=8)
    assert taps.taken(STOP, "p1", other, now_s=1.2) is other, "what the rules take twice is done twice"


def test_a_target_that_is_touched_twice_is_shot_at_once_and_nobody_is_frightened(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        await table.took("activate", operative="a1", order="engage", by="p1")
        await table.service.settled()
        shoot = next(one for one in table.service.snapshot().offers[0].actions if one.action == "Shoot")
        way = next(one for one in shoot.choices if one.possible)
        shot = {"operative": "a1", "action": "Shoot", "target": way.target, "weapon": way.weapon, "dice": True}
        first = await table.took("act", by="p1", **shot)
        assert await table.took("act", by="p1", **shot) == first
        assert table.table.state.sequence is not None
        assert "Dice" in await table.refused("end_activation", by="p1", operative="a1")

    played(tmp_path, play)
