"""What rulings need that takes long to read, read once the first picture is shown: nobody waits for it then."""

from __future__ import annotations

import asyncio
from typing import Protocol

from geometry.limits import DRAWS, normal_draws
from web.contract.pictures import Picture

PARTS = 4
"""Causes of error of a ruling between two things: any number reads the same libraries."""


class Shown(Protocol):
    """What shows pictures."""

    async def picture(self, after: int) -> Picture:
        """Return the newest picture with a number beyond `after`, waiting for it."""


async def read_ahead(service: Shown) -> None:
    """Read it in a thread as soon as the table has shown a picture."""
    await service.picture(0)
    await asyncio.to_thread(normal_draws, DRAWS, PARTS)
