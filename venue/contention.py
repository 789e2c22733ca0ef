"""Two clients of one name at one broker: each takes the other's place, and some brokers do not say so."""

from __future__ import annotations

import time
from collections.abc import Callable

from paho.mqtt.reasoncodes import ReasonCode

TAKEN_OVER = 142
"""MQTT 5's reason "session taken over": another client came with this one's name."""

SOON_S = 5.0
"""A link that is lost sooner than this after it came is a short one."""

SHORT_LINKS = 4
"""So many short links in a row, at a broker that always lets in, are not the network."""

WAIT_S = 12
"""How long the one that was let go waits before it comes back, so that the two do not drive each other out."""


class Contention:
    """Tells from how links end whether somebody else comes to the broker under this client's name."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._came_s = 0.0
        self._short = 0

    def came(self) -> None:
        """Note that the broker has let this client in."""
        self._came_s = self._clock()

    def refused(self) -> None:
        """Note that there was no broker, or that it did not let in: what ends links then is not another client."""
        self._short = 0

    def lost(self, reason: ReasonCode) -> bool:
        """Return whether the link that has ended was another's doing, by all that is known."""
        if reason.value == TAKEN_OVER:
            return True
        self._short = self._short + 1 if self._clock() - self._came_s < SOON_S else 0
        return self._short >= SHORT_LINKS
