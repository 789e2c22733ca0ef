"""One value of which only the newest counts, and many who wait for a newer one."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Broadcast(Generic[T]):
    """A numbered slot: `publish` replaces, `after` waits. Nobody queues, so nobody falls behind.

    It belongs to one event loop; publish from another thread with `loop.call_soon_threadsafe`.
    """

    def __init__(self) -> None:
        self._value: T | None = None
        self._number = 0
        self._changed = asyncio.Event()
        self._waiting = 0

    @property
    def number(self) -> int:
        """How many values were published."""
        return self._number

    @property
    def waiting(self) -> int:
        """How many wait for the next value."""
        return self._waiting

    @property
    def watched(self) -> bool:
        """Whether anybody waits for the next value: work for nobody can be left undone."""
        return self._waiting > 0

    def publish(self, value: T) -> int:
        """Return the number of the value that now is the newest."""
        self._value = value
        self._number += 1
        self._changed.set()
        self._changed = asyncio.Event()
        return self._number

    async def after(self, number: int) -> tuple[int, T]:
        """Return (its number, the newest value) as soon as that number is greater than `number`."""
        while self._number <= number or self._value is None:
            self._waiting += 1
            try:
                await self._changed.wait()
            finally:
                self._waiting -= 1
        return self._number, self._value
