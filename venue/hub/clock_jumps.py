"""When the time of day is set while the hub runs, a running round keeps the time that it has left."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from venue.event import acts
from venue.event.tournament import Round

CLOCK_WAS_SET = "the hub: its clock was set"
LEAST = timedelta(seconds=5)
"""A smaller step is no matter, and may be how long it took to look."""


def steady_s() -> float:
    """Return seconds of a clock that nobody sets; it counts on while a laptop sleeps, where the system has such one."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def wall() -> datetime:
    """Return the time of day."""
    return datetime.now(UTC)


class ClockJumps:
    """Compares the time of day with a clock that nobody sets, each time that it is asked."""

    def __init__(self, now: Callable[[], datetime] = wall, steady: Callable[[], float] = steady_s) -> None:
        self._now, self._steady = now, steady
        self._began_s = self._seen_s = steady()
        self._seen = now()

    def correction(self, running: Round | None) -> tuple[acts.Clock, ...]:
        """Return what keeps a round's time over a jump since the last call: stop it as of before, go on as of now.

        That is for a round whose clock was started while this hub ran. One that was started before is left alone: the
        jump may have put right a clock that was wrong when this hub began.
        """
        now, now_s = self._now(), self._steady()
        expected = self._seen + timedelta(seconds=now_s - self._seen_s)
        began = expected - timedelta(seconds=now_s - self._began_s)
        self._seen, self._seen_s = now, now_s
        if abs(now - expected) < LEAST or running is None or running.since is None:
            return ()
        if not began <= running.since <= expected:
            return ()
        return (
            acts.Clock(running=False, at=expected, by=CLOCK_WAS_SET),
            acts.Clock(running=True, at=now, by=CLOCK_WAS_SET),
        )
