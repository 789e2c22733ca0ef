"""A table's program in a thread of its own, for a browser to look at while the test lends its hands."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from hardware.panel import Panel
from tests.overlook.played_table import Table, played

T = TypeVar("T")
PATIENCE_S = 90.0


class LiveServer:
    """A table that plays until it is left; `do` runs something where it lives."""

    table: Table

    def __init__(
        self,
        folder: Path,
        edition: str = "kt24",
        panel: Panel | None = None,
        *,
        tray: bool = False,
        make: type[Table] = Table,
    ) -> None:
        self._arguments = (folder, edition, panel)
        self._tray, self._make = tray, make
        self._ready = threading.Event()
        self._left: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, name="live server")

    def __enter__(self) -> LiveServer:
        self._thread.start()
        assert self._ready.wait(PATIENCE_S), "the table did not start"
        return self

    def __exit__(self, *_: object) -> None:
        left = self._left
        if left is not None:
            self._loop.call_soon_threadsafe(left.set)
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the table did not stop"

    def do(self, act: Coroutine[Any, Any, T]) -> T:
        """Return what a coroutine returns, run where the table lives."""
        done: Future[T] = asyncio.run_coroutine_threadsafe(act, self._loop)
        return done.result(PATIENCE_S)

    def _run(self) -> None:
        folder, edition, panel = self._arguments

        async def play(table: Table) -> None:
            self._loop = asyncio.get_running_loop()
            self._left = asyncio.Event()
            self.table = table
            await table.begun()
            self._ready.set()
            await self._left.wait()

        played(folder, play, edition, panel, tray=self._tray, make=self._make)
