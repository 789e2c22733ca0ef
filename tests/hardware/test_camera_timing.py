"""A frame's time on every clock, and when the next is due."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.cameras.camera import Pacer, monotonic_from_boot, utc_at


@pytest.mark.parametrize("asleep_s", [0.0, 3600.0])
def test_time_since_boot_counts_sleep_and_ours_does_not(monkeypatch: pytest.MonkeyPatch, asleep_s: float) -> None:
    monkeypatch.setattr(time, "clock_gettime_ns", lambda _: time.monotonic_ns() + round(asleep_s * 1e9))
    moment_s = time.monotonic() - 0.25
    boot_ns = round((moment_s + asleep_s) * 1e9)
    assert monotonic_from_boot(boot_ns) == pytest.approx(moment_s, abs=0.01)


@given(st.floats(-10, 10))
def test_a_moments_wall_clock_is_as_far_from_now_as_it_is(ago_s: float) -> None:
    before = datetime.now(UTC)
    said = utc_at(time.monotonic() - ago_s)
    rounding = timedelta(milliseconds=1)
    assert said.tzinfo is UTC
    assert before - rounding <= said + timedelta(seconds=ago_s) <= datetime.now(UTC) + rounding


def test_due_times_stand_on_a_grid_and_leave_out_what_cannot_be_met() -> None:
    pacer = Pacer(0.1)
    first = pacer.next_due()
    second = pacer.next_due()
    assert second == pytest.approx(first + 10)
    asked_s = time.monotonic()
    late = pacer.next_due(work_s=500.0)
    assert late >= asked_s + 500
    steps = (late - second) / 10
    assert steps == pytest.approx(round(steps), abs=1e-6)
    assert steps > 40


def test_waiting_ends_when_it_is_told_to() -> None:
    stop = threading.Event()
    assert Pacer.wait_until(time.monotonic() - 1, stop)
    stop.set()
    assert not Pacer.wait_until(time.monotonic() + 30, stop)


def test_a_pace_is_above_zero() -> None:
    with pytest.raises(ValueError, match="fps=0"):
        Pacer(0)
