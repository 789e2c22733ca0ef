"""Ports for servers that a test starts."""

from __future__ import annotations

import random
import socket

OURS = range(20_000, 32_000)
"""Below those that a system gives by itself: a server that is killed and comes back finds its port as it left it."""


def free_port() -> int:
    """Return a port that nobody listens on; raises `OSError` where none is found."""
    for _ in range(99):
        port = random.SystemRandom().choice(OURS)
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError(f"no free port among {OURS}")
