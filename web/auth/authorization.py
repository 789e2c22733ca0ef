"""Middleware: permission of the route, and a queue for costly routes of unpaired viewers."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator

from fastapi import FastAPI
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse
from starlette.routing import compile_path
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from web.auth.request_guard import Guard, Unencrypted, Versioned
from web.auth.sessions import PAIR_FIRST, Sessions, household
from web.contract.permissions import ROLES, ROUTES, Role, Who
from web.server.responses import told
from web.server.settings import WebSettings

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
_COSTLY_PATHS = tuple(compile_path(path)[0] for path in COSTLY)


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
        if scope["type"] != "http" or not any(path.match(scope["path"]) for path in _COSTLY_PATHS):
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


REFEREES = "A player's phone may not: do it on the table's own screen, or pair this device as the referee on /pair"
ON_THE_SCREEN = "The PIN stands on the table's own screen"

_COMPILED = tuple((method, compile_path(path)[0], who) for (method, path), who in ROUTES.items())


def who_may(method: str, path: str) -> Who | None:
    """Return who may use a route; None where no right is stated for it."""
    asked = "GET" if method == "HEAD" else method
    return next((who for known, pattern, who in _COMPILED if known == asked and pattern.match(path)), None)


def methods_of(path: str) -> Iterable[str]:
    """Return the methods for which a right is stated."""
    return {method for method, pattern, _ in _COMPILED if pattern.match(path)}


def _meant(scope: Scope) -> str:
    """Return the address of the page that is asked for with a slash too many, with its query; else nothing."""
    if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"} or scope["path"].startswith("/api/"):
        return ""
    path = scope["path"].removesuffix("/")
    if path in {"", scope["path"]} or who_may("GET", scope["path"]) is not None or who_may("GET", path) is None:
        return ""
    query = scope.get("query_string", b"").decode("latin-1")
    return f"{path}?{query}" if query else str(path)


class Gate:
    """ASGI middleware: passes on what the one who asks may do, and answers the rest in one line.

    401 where pairing would help, 404 for what nobody may because no right is stated for it. A page's address with a
    slash at its end leads to the page.
    """

    def __init__(self, app: ASGIApp, sessions: Sessions, settings: WebSettings) -> None:
        self._app = app
        self._sessions = sessions
        self._private = settings.private

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it."""
        if page := _meant(scope):
            await RedirectResponse(page)(scope, receive, send)
            return
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            await told(Request(scope), *refusal)(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        who = who_may(scope["method"], scope["path"])
        if who is None:
            # A path that has other methods is answered by its route, which says which.
            return None if methods_of(scope["path"]) else (404, f"There is nothing at {scope['path'][:120]!r}")
        role = self._sessions.who(HTTPConnection(scope)).role
        if role not in ROLES[who]:
            if who is Who.INVITING:
                return 401, ON_THE_SCREEN
            return 401, REFEREES if role is Role.PLAYER else PAIR_FIRST
        if self._private and who is Who.LOOKING and role is Role.NOBODY:
            return 401, PAIR_FIRST
        return None


def guarded(app: FastAPI, sessions: Sessions, settings: WebSettings) -> None:
    """Put before an application's routes what every request to a table goes through, the last one first."""
    app.add_middleware(Lookups, sessions=sessions)
    app.add_middleware(Gate, sessions=sessions, settings=settings)
    app.add_middleware(Unencrypted, settings=settings)
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(Versioned)
