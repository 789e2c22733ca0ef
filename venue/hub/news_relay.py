"""What one thread hears, passed on to an event loop: the loop is woken once for all that has come meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from venue.hub.listener import News


class NewsRelay:
    """Hands news on in their order; `on` is called by the thread that hears, `take` by the loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, take: Callable[[News], None]) -> None:
        self._loop = loop
        self._take = take
        self._lock = threading.Lock()
        self._waiting: list[News] = []

    def on(self, news: News) -> None:
        """Pass one on. Raises `RuntimeError` where the loop has ended."""
        with self._lock:
            self._waiting.append(news)
            if len(self._waiting) > 1:
                return
        self._loop.call_soon_threadsafe(self._take_all)

    def _take_all(self) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for news in waiting:
            self._take(news)
