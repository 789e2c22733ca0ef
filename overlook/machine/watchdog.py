"""A sign of life for systemd: it restarts the service whose loop no longer turns."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Mapping
from dataclasses import dataclass

NOTIFY = "NOTIFY_SOCKET"
"""Where systemd listens to a service whose unit says `NotifyAccess=`; not there in a terminal."""

LONGEST_S = 60.0
"""A loop that has not turned for so long hangs: a slow card holds it up for a few seconds at most."""

EVERY_S = 10.0


@dataclass(frozen=True, slots=True)
class Watchdog:
    """Tells systemd that the loop turns, where systemd listens.

    The program asks to be watched, and the unit does not: a version before this one, started by the same unit after a
    roll-back, gives no sign of life and must not be ended for it.
    """

    heard_at: str | None

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Watchdog:
        """Return the one of the program that was started in that environment."""
        return cls(environment.get(NOTIFY) or None)

    async def keep(self, every_s: float = EVERY_S) -> None:
        """Ask to be watched, and give a sign of life every so many seconds, until cancelled."""
        if self.heard_at is None:
            return
        words = f"WATCHDOG=1\nWATCHDOG_USEC={LONGEST_S * 1e6:.0f}"
        try:
            while True:
                self._tell(words)
                words = "WATCHDOG=1"
                await asyncio.sleep(every_s)
        finally:
            # What is closed at the end may take its time; systemd waits for that by TimeoutStopSec.
            self._tell("WATCHDOG_USEC=0")

    def _tell(self, words: str) -> None:
        """A sign that does not arrive is followed by the next one; nobody is to be told."""
        assert self.heard_at is not None
        place = "\0" + self.heard_at[1:] if self.heard_at.startswith("@") else self.heard_at
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
            ear.setblocking(False)
            ear.sendto(words.encode(), place)
