"""Bridge from driver threads to the event loop: a channel for the newest item, and thread-safe calls."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar


def call_threadsafe(loop: asyncio.AbstractEventLoop, act: Callable[..., object], *args: Any) -> None:
    """Call `act` in the event loop; does nothing if the loop is closed, since nobody needs the call then."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(act, *args)


T = TypeVar("T")


class LatestValueChannel(Generic[T]):
    """Channel for one item: `put` replaces an item that was not taken, `get` waits for a new one.

    `put` and `close` may be called from any thread, `get` and iteration only in the event loop that created it.
    `dropped` counts the items that were replaced before they were taken.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready = asyncio.Event()
        self._lock = threading.Lock()
        self._item: list[T] = []
        self._closed = False
        self.dropped = 0

    def put(self, item: T) -> None:
        """Store an item; ignored after `close`."""
        with self._lock:
            if self._closed:
                return
            self.dropped += len(self._item)
            self._item = [item]
        self._wake()

    def close(self) -> None:
        """Close the channel: readers receive the last item, then the end."""
        with self._lock:
            self._closed = True
        self._wake()

    def _wake(self) -> None:
        call_threadsafe(self._loop, self._ready.set)

    async def get(self) -> T:
        """Return the newest item not yet taken; `EOFError` if closed and empty."""
        while True:
            self._ready.clear()
            with self._lock:
                if self._item:
                    return self._item.pop()
                if self._closed:
                    raise EOFError("channel closed")
            await self._ready.wait()

    def __aiter__(self) -> LatestValueChannel[T]:
        return self

    async def __anext__(self) -> T:
        try:
            return await self.get()
        except EOFError:
            raise StopAsyncIteration from None
