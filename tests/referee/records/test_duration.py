"""Durations through clocks that jump, programs that restart and machines that lose power."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from referee.records.duration import Duration, SystemClocks
from tests.wall_clock import DAY_S, FAR_JUMPS_S, HOUR_S, Machine


def stored(duration: Duration) -> Duration:
    """Return the duration after a file has kept it."""
    kind = TypeAdapter(Duration)
    return kind.validate_json(kind.dump_json(duration))


@pytest.fixture
def machine() -> Machine:
    return Machine()


def started(machine: Machine, seconds: float = 0.0) -> Duration:
    found = Duration().start(machine.now())
    machine.run(seconds)
    return found.advance(machine.now())


def test_duration_counts_while_it_runs(machine: Machine) -> None:
    found = started(machine, 40)
    found = found.stop(machine.now())
    machine.run(500)
    assert found.advance(machine.now()).seconds == 40
    found = found.start(machine.now())
    machine.run(2)
    assert found.advance(machine.now()).seconds == 42


@pytest.mark.parametrize("jump_s", FAR_JUMPS_S)
@pytest.mark.parametrize("synchronised", [True, False])
def test_jump_of_the_time_of_day_changes_no_duration(machine: Machine, jump_s: float, synchronised: bool) -> None:
    machine.synchronised = synchronised
    found = started(machine, 600)
    machine.wall_s += jump_s
    machine.run(60)
    found = stored(found).advance(machine.now())
    assert (found.seconds, found.gap) == (660, None)


def test_restarted_program_counts_the_time_that_it_was_away(machine: Machine) -> None:
    found = stored(started(machine, 600))
    machine.run(90)
    assert found.advance(machine.now()).seconds == 690


def test_reboot_between_synchronised_clocks_counts_the_difference(machine: Machine) -> None:
    found = stored(started(machine, 600))
    machine.run(7)
    machine.reboot(300)
    found = found.advance(machine.now())
    assert found.seconds == pytest.approx(600 + 7 + 300 + 20)
    assert found.gap is None


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("jump_s", [0.0, *FAR_JUMPS_S])
def test_reboot_with_an_unconfirmed_clock_goes_on_from_the_saved_seconds_and_asks(
    machine: Machine, before: bool, jump_s: float
) -> None:
    machine.synchronised = before
    found = stored(started(machine, 600))
    machine.reboot(300 + jump_s, synchronised=not before)
    found = found.advance(machine.now())
    assert found.seconds == 600
    assert found.gap is not None
    machine.run(30)
    found = stored(found.advance(machine.now()))
    assert found.seconds == 630
    answered = found.settle(300)
    assert (answered.seconds, answered.gap) == (930, None)
    machine.run(5)
    assert answered.advance(machine.now()).seconds == 935


def test_clock_that_is_confirmed_after_the_reboot_answers_the_question(machine: Machine) -> None:
    found = stored(started(machine, 600))
    machine.reboot(300, starting_s=20, synchronised=False)
    machine.wall_s -= 30 * DAY_S
    found = found.advance(machine.now())
    machine.run(45)
    machine.wall_s += 30 * DAY_S
    machine.synchronised = True
    found = found.advance(machine.now())
    assert found.seconds == pytest.approx(600 + 300 + 20 + 45)
    assert found.gap is None


def test_two_reboots_without_a_network_are_one_gap(machine: Machine) -> None:
    found = stored(started(machine, 600))
    machine.reboot(300, synchronised=False)
    found = found.advance(machine.now())
    machine.run(50)
    found = stored(found.advance(machine.now()))
    machine.reboot(100, synchronised=False)
    found = found.advance(machine.now())
    assert found.seconds == 650
    machine.run(10)
    machine.synchronised = True
    found = found.advance(machine.now())
    assert found.seconds == pytest.approx(600 + 300 + 20 + 50 + 100 + 20 + 10)
    assert found.gap is None


def test_synchronised_clocks_that_contradict_the_time_since_the_boot_are_not_believed(machine: Machine) -> None:
    found = stored(started(machine, 600))
    machine.reboot(-HOUR_S, starting_s=50)
    found = found.advance(machine.now())
    assert found.seconds == 600
    assert found.gap is not None


def test_stopped_duration_asks_nothing_after_a_reboot(machine: Machine) -> None:
    found = stored(started(machine, 600).stop(machine.now()))
    machine.reboot(300, synchronised=False)
    found = found.advance(machine.now())
    assert (found.seconds, found.gap) == (600, None)


def test_stopped_with_an_open_question_keeps_it(machine: Machine) -> None:
    found = stored(started(machine, 600))
    machine.reboot(300, synchronised=False)
    found = found.advance(machine.now()).stop(machine.now())
    machine.run(80)
    machine.synchronised = True
    found = found.start(machine.now())
    machine.run(5)
    found = found.advance(machine.now())
    assert found.seconds == 605
    assert found.gap is not None
    assert found.settle(60).seconds == 665


def test_older_boot_clock_never_counts_backwards(machine: Machine) -> None:
    found = started(machine, 600)
    machine.boot_s -= 5
    assert found.advance(machine.now()).seconds == 600


def test_clocks_of_this_machine_go_on() -> None:
    clocks = SystemClocks()
    first, then = clocks.now(), clocks.now()
    assert first.boot == then.boot
    assert 0 < first.boot_s <= then.boot_s
