"""Ports for servers that a test starts."""

from __future__ import annotations

import random
import socket

HANDED_OUT = range(20_000, 32_000)
"""Below those that the system gives to connections: while its server is dead, nothing else comes to a port of these."""


def free_port() -> int:
    """Return a port that nobody listens on, and that stays free however often its server is killed and started."""
    for port in random.SystemRandom().sample(HANDED_OUT, len(HANDED_OUT)):
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError(f"no port of {HANDED_OUT.start} to {HANDED_OUT.stop} is free")
