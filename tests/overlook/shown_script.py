"""A scripted table in a thread of its own, its pages served, that goes on a step when the test says so."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import httpx

from overlook.play.runner import PlayedScript, scripted_table
from overlook.play.script import Script, Step
from web.app import Ports, create_app
from web.server.server import Server, listen_socket
from web.server.settings import WebSettings

PATIENCE_S = 90.0


class ShownScript:
    """The table of a script behind `url`; `step` lets the next step happen and returns it, None after the last."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self.url = ""
        self.played: PlayedScript | None = None
        self._here, self._go_on = threading.Event(), threading.Event()
        self._left = False
        self._step: Step | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="shown script")

    def __enter__(self) -> ShownScript:
        self._thread.start()
        self._arrive()
        return self

    def __exit__(self, *_: object) -> None:
        self._left = True
        self._go_on.set()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the table did not stop"

    def step(self) -> Step | None:
        """Let the next step happen, and return it once it has."""
        done = self._step
        if done is None:
            return None
        self._here.clear()
        self._go_on.set()
        self._arrive()
        return done

    def get(self, path: str) -> Any:
        """Return what an address answers."""
        answer = httpx.get(self.url + path, timeout=30)
        answer.raise_for_status()
        return answer.json()

    def _arrive(self) -> None:
        assert self._here.wait(PATIENCE_S), "the script did not go on"

    async def _run(self) -> None:
        async with scripted_table(self._script) as table:
            with listen_socket(WebSettings(port=0)) as listening:
                self.url = f"http://localhost:{listening.getsockname()[1]}"
                server = Server(create_app(Ports(table=table.service), WebSettings()))
                serving = asyncio.create_task(server.serve(sockets=[listening]))
                try:
                    table.before_each = self._wait
                    self.played = await table.play()
                    self._step = None
                    await self._wait(None)
                finally:
                    server.should_exit = True
                    await server.hang_up()
                    await serving

    async def _wait(self, step: Step | None) -> None:
        self._step = step
        self._here.set()
        while not self._left and not self._go_on.is_set():
            await asyncio.sleep(0.02)
        self._go_on.clear()
