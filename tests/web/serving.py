"""A real server on loopback around a fake table, in a thread of its own."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

import httpx
import uvicorn
from fastapi import FastAPI
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from referee.rules.ruling import Ruling
from tests.web.fake_advisor import FakeAdvisor
from tests.web.fake_archive import FakeArchive
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.server.server import listen_socket
from web.server.settings import WebSettings

T = TypeVar("T")
PATIENCE_S = 60.0
SOCKET_STALL_S = 0.5


class Served:
    """The table `fake` behind `url`; `do` runs a function where the table lives, `show` puts another table there."""

    def __init__(self, *, socket_stall_s: float = SOCKET_STALL_S) -> None:
        self.show(FakeTable(moving=False))
        self._socket = listen_socket(WebSettings(port=0, stall_s=socket_stall_s))
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        config = uvicorn.Config(
            self._pass_on,
            interface="asgi3",
            log_level="warning",
            ws="none",
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="served")

    def __enter__(self) -> Served:
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.005)
            assert self._thread.is_alive(), "the server did not start"
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the server did not stop"
        self._socket.close()

    def show(self, fake: FakeTable, settings: WebSettings | None = None) -> None:
        """Serve another table, with an application of its own."""
        self.fake = fake
        self.away = False
        self.advisor = FakeAdvisor(fake)
        self.archive = FakeArchive(fake)
        self._app = create_app(Ports(table=fake, advisor=self.advisor, archive=self.archive), settings)

    def put(self, app: FastAPI) -> None:
        """Serve another application around the same table."""
        self._app = app

    @property
    def connections(self) -> int:
        """How many connections the server holds."""
        return self.do(lambda: len(self._server.server_state.connections))

    def hang_up(self) -> None:
        """Close every connection, as a program does that is ended."""

        def act() -> None:
            for connection in self._server.server_state.connections:
                connection.transport.close()

        self.do(act)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.away:
            await PlainTextResponse("away", 503)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def do(self, act: Callable[..., T], *args: Any) -> T:
        """Return what `act` returns, called on the server's event loop."""
        done: Future[T] = Future()

        def run() -> None:
            try:
                done.set_result(act(*args))
            except Exception as error:
                done.set_exception(error)

        self._loop.call_soon_threadsafe(run)
        return done.result(PATIENCE_S)

    def change(self, **facts: Any) -> None:
        """Set facts of the table and show them."""

        def act() -> None:
            for name, value in facts.items():
                assert hasattr(self.fake, name)
                setattr(self.fake, name, value)
            self.fake.publish()

        self.do(act)

    def call(self, ruling: Ruling) -> None:
        """Make a ruling the newest and show it."""

        def act() -> None:
            self.fake.call(ruling)
            self.fake.publish()

        self.do(act)

    def client(self) -> httpx.Client:
        """Return a client whose addresses begin at this server."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE_S, trust_env=False)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._server.serve(sockets=[self._socket]))
        for connection in list(self._server.server_state.connections):
            connection.transport.abort()
        pending = asyncio.all_tasks(self._loop)
        for task in pending:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()


class Event:
    """One server-sent event: its id, its kind, its data as read from JSON."""

    def __init__(self, fields: dict[str, str]) -> None:
        self.id = fields.get("id")
        self.kind = fields.get("event", "message")
        text = fields.get("data", "")
        self.data: Any = json.loads(text) if text else None


def events(response: httpx.Response, *, beats: bool = False) -> Iterator[Event]:
    """Yield the events of a stream as they come."""
    fields: dict[str, str] = {}
    for line in response.iter_lines():
        if line:
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        else:
            if "event" in fields and (beats or fields["event"] != "beat"):
                yield Event(fields)
            fields = {}
