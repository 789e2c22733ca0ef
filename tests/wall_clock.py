"""A time of day that a test sets while a program runs, for `time.time` and for `datetime.now` in modules."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from types import ModuleType

import pytest

from referee.records.duration import ClockReading

OVER_HALF_A_DAY_S = 12 * 3600.0 + 60
FIFTY_YEARS_S = 50 * 365.25 * 86_400
JUMPS_S = (OVER_HALF_A_DAY_S, FIFTY_YEARS_S, -OVER_HALF_A_DAY_S, -FIFTY_YEARS_S)
"""A network tells the time to a clock without a battery; somebody sets a clock back."""

HOUR_S, DAY_S = 3600.0, 86_400.0
FAR_JUMPS_S = [sign * length for length in (13 * HOUR_S, 7 * DAY_S, 30 * 365.25 * DAY_S) for sign in (1, -1)]


class WallClock:
    """The time of day in `modules` and for all that calls `time.time`; monotonic clocks stay as they are."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> None:
        self.ahead_s = 0.0
        real = self._real = time.time
        clock = self

        class Time(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return datetime.fromtimestamp(real() + clock.ahead_s, tz or UTC)

        monkeypatch.setattr(time, "time", lambda: real() + self.ahead_s)
        for module in modules:
            monkeypatch.setattr(module, "datetime", Time)

    def jump(self, by_s: float) -> None:
        """Set the clock forwards, or backwards."""
        self.ahead_s += by_s

    def now(self) -> datetime:
        """Return the time of day as the program reads it."""
        return datetime.fromtimestamp(self._real() + self.ahead_s, UTC)


@dataclass
class Machine:
    """A machine whose clocks a test moves."""

    boot: int = 1
    boot_s: float = 100.0
    wall_s: float = 1_900_000_000.0
    synchronised: bool = True

    def now(self) -> ClockReading:
        return ClockReading(f"boot-{self.boot}", self.boot_s, self.wall_s, self.synchronised)

    def run(self, seconds: float) -> None:
        self.boot_s += seconds
        self.wall_s += seconds

    def reboot(self, off_s: float, *, starting_s: float = 20.0, synchronised: bool = True) -> None:
        self.boot += 1
        self.boot_s = starting_s
        self.wall_s += off_s + starting_s
        self.synchronised = synchronised
