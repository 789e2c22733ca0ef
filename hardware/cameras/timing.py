"""When a frame was taken, on every clock, and when the next is due."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from threading import Event


def utc_at(monotonic_s: float) -> datetime:
    """Return the wall clock's UTC at a moment of the monotonic clock."""
    ago_s = time.monotonic() - monotonic_s
    return datetime.now(UTC) - timedelta(seconds=ago_s)


def monotonic_from_boot(boot_ns: int) -> float:
    """Return the monotonic time in seconds of a moment given in nanoseconds since boot, sleep included."""
    asleep_ns = time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()
    return (boot_ns - asleep_ns) / 1e9


class Pacer:
    """Due times `1 / fps` apart. One that cannot be met is left out, so that a slow source never falls behind.

    Raises `ValueError` unless fps > 0.
    """

    def __init__(self, fps: float) -> None:
        if not fps > 0:
            raise ValueError(f"{fps!r} frames a second: expected more than 0")
        self._period_s = 1 / fps
        self._due_s: float | None = None

    def next_due(self, work_s: float = 0.0) -> float:
        """Return the next due time on the monotonic clock that leaves `work_s` from now."""
        earliest = time.monotonic() + work_s
        if self._due_s is None:
            self._due_s = earliest
            return earliest
        due = self._due_s + self._period_s
        if due < earliest:
            due += self._period_s * -(-(earliest - due) // self._period_s)
        self._due_s = due
        return due

    @staticmethod
    def wait_until(due_s: float, stop: Event) -> bool:
        """Wait until a due time; return False as soon as `stop` is set."""
        return not stop.wait(max(0.0, due_s - time.monotonic()))
