"""What takes long to read is read once there is a picture, and not before."""

from __future__ import annotations

import asyncio

from geometry.limits import normal_draws
from overlook.reading_ahead import read_ahead
from web.contract.pictures import Picture


class Screen:
    """A table that shows its first picture when it is told to."""

    def __init__(self) -> None:
        self.shown = asyncio.Event()

    async def picture(self, after: int) -> Picture:
        await self.shown.wait()
        return Picture(after + 1, b"")


def test_nothing_is_read_before_the_first_picture_and_everything_after_it() -> None:
    async def look() -> tuple[int, int]:
        screen = Screen()
        reading = asyncio.create_task(read_ahead(screen))
        await asyncio.sleep(0.05)
        before = normal_draws.cache_info().currsize
        screen.shown.set()
        await reading
        return before, normal_draws.cache_info().currsize

    normal_draws.cache_clear()
    assert asyncio.run(look()) == (0, 1)
