"""The running program: a web server, and the services that work beside it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, Protocol

from fastapi import FastAPI

from messages.message import Message
from overlook.console import log
from overlook.maintenance.machine_checks import HealthPort
from web.contract.base import HealthState
from web.server.server import Server
from web.server.tls import TlsListener

Failed = Callable[[str, BaseException], None]
"""Receiver of a fault, with the name of the part that failed."""


class Service(Protocol):
    """A part of the program that works beside the web server. `name` appears in its health report if it fails."""

    @property
    def name(self) -> str:
        """Name of the service's task."""
        ...

    async def run(self) -> None:
        """Work until cancelled. Return at once if there is nothing to do."""
        ...

    async def stop(self) -> None:
        """Release devices, threads and files. Called once, after every service's `run` has ended."""
        ...


async def _no_work() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Loop:
    """A service of two functions: `work` runs until cancelled, `close` releases what it holds."""

    name: str
    work: Callable[[], Coroutine[Any, Any, None]] = _no_work
    close: Callable[[], None] | None = None

    async def run(self) -> None:
        """Do the work."""
        await self.work()

    async def stop(self) -> None:
        """Close what the service holds."""
        if self.close is not None:
            self.close()


class Program:
    """A web application with its services, which start in order and stop in reverse order.

    When `restart` is set, the program ends so that it can be built again. Faults of services go to `failed` and, if
    there is one, to `health`.
    """

    def __init__(
        self,
        app: FastAPI,
        services: Sequence[Service],
        *,
        restart: asyncio.Event | None = None,
        failed: Failed = lambda _part, _fault: None,
        health: HealthPort | None = None,
    ) -> None:
        self._app, self._services, self._failed, self._health = app, tuple(services), failed, health
        self._restart = restart or asyncio.Event()

    async def run(
        self, listening: socket.socket, ready: Callable[[], None], encrypted: TlsListener | None = None
    ) -> bool:
        """Serve until the web server shuts down (Ctrl-C, SIGTERM) or a restart is requested; then stop the services.

        Return whether to build the program again.
        """
        server = Server(self._app, encrypted=encrypted)
        works = [(each.name, each.run()) for each in self._services]
        works.append(("machine", self._leave_for(server)))
        tasks = [asyncio.create_task(work, name=name) for name, work in works]
        for task in tasks:
            task.add_done_callback(self._ended)
        try:
            ready()
            await server.serve(sockets=[listening])
        finally:
            await server.hang_up()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            async with AsyncExitStack() as stopping:  # stops each service even if stopping another fails
                for each in self._services:
                    stopping.push_async_callback(each.stop)
        return self._restart.is_set()

    async def _leave_for(self, server: Server) -> None:
        await self._restart.wait()
        server.should_exit = True

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Report a service that has failed; the others continue."""
        fault = None if task.cancelled() else task.exception()
        if fault is None:
            return
        log.error("a part of the program has stopped: %s", task.get_name(), exc_info=fault)
        self._failed(task.get_name(), fault)
        if self._health is not None:
            stopped = Message.of("health-part-stopped", part=task.get_name().strip("_"), fault=fault)
            self._health.report_health("program", HealthState.LOST, stopped)
            self._health.publish()
