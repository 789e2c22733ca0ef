"""The clock of a game through restarts, power cuts and a time of day that jumps."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Clock, Games, GameSidecar
from referee.records.duration import ClockReading, Duration
from tests.overlook.play.scripts import script
from tests.wall_clock import FAR_JUMPS_S, Machine
from web.contract.requests import Accepted, RunClock


@pytest.fixture
def machine() -> Machine:
    return Machine()


def played(machine: Machine, *, first_s: float = 100, second_s: float = 50) -> Clock:
    """Return a clock that ran for p1, then for p2."""
    clock = Clock(limit_s=7200).given("p1", machine.now()).set_going(True, machine.now())
    machine.run(first_s)
    clock = clock.given("p2", machine.now())
    machine.run(second_s)
    return clock.now(machine.now())


def kept(folder: Path, clock: Clock, machine: Machine) -> Clock:
    """Return the clock as another program finds it later."""
    GameSidecar(folder / "0001.game").keep_clock(clock)
    return GameSidecar(folder / "0001.game").clock(machine.now(), 7200)


@pytest.mark.parametrize("jump_s", FAR_JUMPS_S)
def test_a_jump_of_the_time_of_day_changes_no_time_of_a_game(tmp_path: Path, machine: Machine, jump_s: float) -> None:
    clock = played(machine)
    machine.wall_s += jump_s
    machine.run(10)
    clock = clock.now(machine.now())
    assert (clock.used_s, clock.round.seconds) == ({"p1": 100, "p2": 60}, 160)
    clock = kept(tmp_path, clock, machine)
    assert (clock.used_s, clock.round.seconds, clock.running) == ({"p1": 100, "p2": 60}, 160, True)


def test_a_restart_of_the_program_counts_for_the_round_and_for_no_player(tmp_path: Path, machine: Machine) -> None:
    clock = played(machine)
    GameSidecar(tmp_path / "0001.game").keep_clock(clock)
    machine.run(30)
    clock = GameSidecar(tmp_path / "0001.game").clock(machine.now(), 7200)
    assert (clock.used_s, clock.round.seconds, clock.running) == ({"p1": 100, "p2": 50}, 180, True)


@pytest.mark.parametrize("synchronised", [True, False])
def test_a_power_cut_counts_for_the_round_if_clocks_tell_its_length(
    tmp_path: Path, machine: Machine, synchronised: bool
) -> None:
    GameSidecar(tmp_path / "0001.game").keep_clock(played(machine))
    machine.reboot(300, starting_s=20, synchronised=synchronised)
    clock = GameSidecar(tmp_path / "0001.game").clock(machine.now(), 7200)
    assert clock.used_s == {"p1": 100, "p2": 50}
    assert clock.round.seconds == (470 if synchronised else 150)
    assert clock.view(["p1"]).uncounted is not synchronised


def test_a_stopped_clock_stays_as_it_is(tmp_path: Path, machine: Machine) -> None:
    clock = played(machine).set_going(False, machine.now())
    GameSidecar(tmp_path / "0001.game").keep_clock(clock)
    machine.reboot(300, synchronised=False)
    clock = GameSidecar(tmp_path / "0001.game").clock(machine.now(), 7200)
    assert (clock.round, clock.view(["p1"]).uncounted) == (Duration(150), False)


def test_a_player_says_how_long_the_table_was_off(tmp_path: Path) -> None:
    whole, before = script_of(script({"A1": [5.0, 11.0], "B1": [12.0, 11.0]})), ClockReading("before", 90.0, 0.0)
    games = Games(tmp_path)

    async def play() -> None:
        await ScriptedTable(whole, laid_table(whole), games).begin()
        games.sidecar().keep_clock(Clock(round=Duration(600.0, before)))
        games.close()
        service = ScriptedTable(whole, laid_table(whole), games).service
        assert service.snapshot().clock.uncounted
        assert service.snapshot().clock.round_s == 600
        settle = RunClock(kind="clock", do="settle", off_s=300)
        assert isinstance(await service.submit(settle, player="p1", key="settle-1"), Accepted)
        assert not service.snapshot().clock.uncounted
        assert service.snapshot().clock.round_s == 900

    try:
        asyncio.run(play())
    finally:
        games.close()
