"""A time of day that a test sets while a program runs, for `time.time` and for `datetime.now` in modules."""

from __future__ import annotations

import time
from datetime import UTC, datetime, tzinfo
from types import ModuleType

import pytest

OVER_HALF_A_DAY_S = 12 * 3600.0 + 60
FIFTY_YEARS_S = 50 * 365.25 * 86_400
JUMPS_S = (OVER_HALF_A_DAY_S, FIFTY_YEARS_S, -OVER_HALF_A_DAY_S, -FIFTY_YEARS_S)
"""A network tells the time to a clock without a battery; somebody sets a clock back."""


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
