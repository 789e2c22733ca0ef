"""From driver threads to the event loop: `LatestValueChannel`, `call_threadsafe`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar


def call_threadsafe(loop: asyncio.AbstractEventLoop, act: Callable[..., object], *args: Any) -> None:
    """Have `act` called in the loop; a loop that is closed has nobody left who wants it."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(act, *args)


T = TypeVar("T")


class Newest(Generic[T]):
    """One place for one item. Putting replaces what nobody has taken; taking waits for an item not yet taken.

    `put` and `close` may be called from any thread, `get` and iteration by the event loop that made it. `dropped`
    counts the items that were replaced before anyone took them.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready = asyncio.Event()
        self._lock = threading.Lock()
        self._item: list[T] = []
        self._closed = False
        self.dropped = 0

    def put(self, item: T) -> None:
        """Leave an item; nothing after `close`."""
        with self._lock:
            if self._closed:
                return
            self.dropped += len(self._item)
            self._item = [item]
        self._wake()

    def close(self) -> None:
        """Let whoever waits go home once the last item is taken."""
        with self._lock:
            self._closed = True
        self._wake()

    def _wake(self) -> None:
        call_threadsafe(self._loop, self._ready.set)

    async def get(self) -> T:
        """Return the newest item not yet taken; `EOFError` when closed and empty."""
        while True:
            self._ready.clear()
            with self._lock:
                if self._item:
                    return self._item.pop()
                if self._closed:
                    raise EOFError("nothing more comes: the source was closed")
            await self._ready.wait()

    def __aiter__(self) -> Newest[T]:
        return self

    async def __anext__(self) -> T:
        try:
            return await self.get()
        except EOFError:
            raise StopAsyncIteration from None
