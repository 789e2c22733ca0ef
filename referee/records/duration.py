"""Durations that survive restarts, power cuts and any jump of the time of day.

A Raspberry Pi has no battery-backed clock: it starts with a wrong time of day and jumps when a network tells it the
right one. Within one boot a duration counts by the clock that counts since the boot (CLOCK_BOOTTIME, which also runs
during suspend), so the time of day does not matter. Over a reboot it goes on from the saved seconds. The difference of
the times of day is added only if a network confirmed them on both sides; otherwise the gap stays open until that is the
case, or until a person says how long the machine was off (`settle`). Save a running duration every `SAVE_EVERY_S`.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, replace
from pathlib import Path

SAVE_EVERY_S = 10.0
SLACK_S = 1.0
"""Largest difference between two synchronised clocks and the boot clock; time servers correct by less."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A machine's clocks at one moment: the boot's id, seconds since then, and the time of day in Unix seconds.

    `synchronised` is whether a network has confirmed the time of day.
    """

    boot: str
    boot_s: float
    wall_s: float
    synchronised: bool = False

    def since_s(self, earlier: ClockReading) -> float:
        """Return the seconds since an earlier reading, 0 if that was in another boot."""
        return max(0.0, self.boot_s - earlier.boot_s) if self.boot == earlier.boot else 0.0


@dataclass(frozen=True, slots=True)
class Gap:
    """Time of unknown length while the machine was off: after `before`, of which `counted_s` are counted since."""

    before: ClockReading
    counted_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Duration:
    """Seconds counted up to the reading `at`, which is None while the duration does not run.

    Every change returns a new duration. `gap` is time that is not counted because nobody knows how long it was.
    """

    seconds: float = 0.0
    at: ClockReading | None = None
    gap: Gap | None = None

    @property
    def running(self) -> bool:
        """True while time is counted."""
        return self.at is not None

    def start(self, now: ClockReading) -> Duration:
        """Return the duration running from now on."""
        return self.advance(now) if self.running else replace(self, at=now)

    def stop(self, now: ClockReading) -> Duration:
        """Return the duration stopped; from then on only a person can close an open gap."""
        found = self.advance(now)
        gap = None if found.gap is None else Gap(replace(found.gap.before, synchronised=False))
        return replace(found, at=None, gap=gap)

    def advance(self, now: ClockReading) -> Duration:
        """Return the duration counted up to now; unchanged if it does not run."""
        if self.at is None:
            return self
        if now.boot != self.at.boot:
            return replace(self, at=now, gap=self.gap or Gap(self.at))._close(now)
        passed_s = now.since_s(self.at)
        gap = None if self.gap is None else replace(self.gap, counted_s=self.gap.counted_s + passed_s)
        return replace(self, seconds=self.seconds + passed_s, at=now, gap=gap)._close(now)

    def settle(self, off_s: float) -> Duration:
        """Return the duration with its gap closed by a person: `off_s` seconds passed that were not counted."""
        return replace(self, seconds=self.seconds + max(0.0, off_s), gap=None)

    def _close(self, now: ClockReading) -> Duration:
        """Return the duration with its gap counted, if confirmed clocks give its length."""
        if self.gap is None or not (now.synchronised and self.gap.before.synchronised):
            return self
        passed_s = now.wall_s - self.gap.before.wall_s
        if passed_s < max(now.boot_s, self.gap.counted_s) - SLACK_S:
            return self
        return self.settle(passed_s - self.gap.counted_s)


BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""File that systemd-timesyncd writes when a network has set the clock, and that is gone when it stops."""


class SystemClocks:
    """The clocks of this machine. Without a boot id, every start of the program counts as a boot."""

    def __init__(self, boot_id: Path = BOOT_ID, synchronised: Path = SYNCHRONISED) -> None:
        try:
            self._boot = boot_id.read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            self._boot = secrets.token_hex(16)
        self._synchronised = synchronised

    def now(self) -> ClockReading:
        """Read the clocks."""
        boot_s = time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
        return ClockReading(self._boot, boot_s, time.time(), self._synchronised.exists())
