"""The open game put together every minute: what happens to its write-ahead log then costs little."""

from __future__ import annotations

import asyncio
from typing import Protocol

EVERY_S = 60.0


class Kept(Protocol):
    """What can be put together."""

    async def checkpoint(self) -> None:
        """Put the open game together."""


async def keep_together(game: Kept, every_s: float = EVERY_S) -> None:
    """Put the open game together again and again, for ever."""
    while True:
        await asyncio.sleep(every_s)
        await game.checkpoint()
