"""What strangers only want to see and what costs much is worked out a few at a time: the game never waits behind it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator

from starlette.requests import HTTPConnection, Request
from starlette.routing import compile_path
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from web.contract.rights import Role
from web.problems import told
from web.sessions import Sessions, household

COSTLY = (
    "/fairness",
    "/api/fairness",
    "/api/measure",
    "/api/operatives/{operative}",
    "/api/operatives/{operative}/reach/{action}",
    "/api/games",
    "/api/games/{number}",
    "/api/games/{number}/moments/{sequence}",
    "/api/games/{number}/report.html",
    "/api/setup/outline",
    "/api/setup/tags/{player}.pdf",
    "/api/setup/markers.pdf",
    "/api/setup/libraries/{library}/tags.pdf",
    "/api/first/kit.pdf",
    "/api/first/{sheet}.pdf",
)
"""The paths whose answers take a thread for long: a game gone through, a search, a sheet to print."""

STRANGERS = frozenset({Role.VIEWER, Role.NOBODY})
AT_ONCE = 2
EACH = 12
"""So many of one address may wait: a browser asks for six things at once."""

WAIT_S = 2
TOO_MANY = "This address waits for many answers already: ask again in a moment"
_COMPILED = tuple(compile_path(path)[0] for path in COSTLY)


class Lookups:
    """ASGI middleware: of strangers' costly questions a few are worked out at once, the others wait their turn.

    Who has more waiting than a browser asks for is answered 503. A turn ends when its answer begins, so that nobody
    holds one by reading slowly. Paired devices and the table's own screen do not wait.
    """

    def __init__(self, app: ASGIApp, sessions: Sessions) -> None:
        self._app = app
        self._sessions = sessions
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._waiting: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on when its turn has come."""
        if scope["type"] != "http" or not any(path.match(scope["path"]) for path in _COMPILED):
            await self._app(scope, receive, send)
            return
        if self._sessions.who(HTTPConnection(scope)).role not in STRANGERS:
            await self._app(scope, receive, send)
            return
        address = household(scope["client"][0] if scope.get("client") else "")
        if self._waiting[address] >= EACH:
            await told(Request(scope), 503, TOO_MANY, {"Retry-After": str(WAIT_S)})(scope, receive, send)
            return
        with self._counted(address):
            await self._in_turn(scope, receive, send)

    @contextlib.contextmanager
    def _counted(self, address: str) -> Iterator[None]:
        self._waiting[address] += 1
        try:
            yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._turns.acquire()
        held = True

        def over() -> None:
            nonlocal held
            if held:
                held = False
                self._turns.release()

        async def sending(message: Message) -> None:
            over()
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            over()
