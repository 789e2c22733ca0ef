"""Middleware that checks the permission of each route and queues costly requests of unpaired devices."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator

from fastapi import FastAPI
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from messages.message import Message
from web.auth.request_guard import ApiVersionPrefix, Guard, HttpsRedirect
from web.auth.sessions import PAIR_FIRST, Sessions, client_subnet
from web.contract.permissions import ROUTES, Permission, Role
from web.server.responses import problem_response
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
"""Paths whose answers occupy a thread for long: folding a whole game, a search, a sheet to print."""

STRANGERS = frozenset({Role.VIEWER, Role.NOBODY})
AT_ONCE = 2
EACH = 12
"""Costly requests of one address that may wait at once; a browser sends about six in parallel."""

WAIT_S = 2
TOO_MANY = Message.of("request-too-many-waiting")
_COSTLY_PATHS = tuple(compile_path(path)[0] for path in COSTLY)


class ExpensiveRouteLimiter:
    """ASGI middleware that limits how many costly requests of unpaired devices are processed at once; others queue.

    An address with more than `EACH` requests waiting gets status 503. A request gives up its turn when its response
    begins, so that slow readers do not block the queue. Paired devices and the table's own screen do not wait.
    """

    def __init__(self, app: ASGIApp, sessions: Sessions) -> None:
        self._app = app
        self._sessions = sessions
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._waiting: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on when its turn comes."""
        if scope["type"] != "http" or not any(path.match(scope["path"]) for path in _COSTLY_PATHS):
            await self._app(scope, receive, send)
            return
        if self._sessions.identify(HTTPConnection(scope)).role not in STRANGERS:
            await self._app(scope, receive, send)
            return
        address = client_subnet(scope["client"][0] if scope.get("client") else "")
        if self._waiting[address] >= EACH:
            await problem_response(Request(scope), 503, TOO_MANY, {"Retry-After": str(WAIT_S)})(scope, receive, send)
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

        async def sending(message: AsgiMessage) -> None:
            over()
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            over()


REFEREES = Message.of("access-referee-only")
OWNERS = Message.of("access-owner-only")
ON_THE_SCREEN = Message.of("access-pin-on-screen")

_COMPILED = tuple((method, compile_path(path)[0], who) for (method, path), who in ROUTES.items())


def required_permission(method: str, path: str) -> Permission | None:
    """Return who may use a route, or None if no permission is declared for it."""
    asked = "GET" if method == "HEAD" else method
    return next((who for known, pattern, who in _COMPILED if known == asked and pattern.match(path)), None)


def methods_of(path: str) -> Iterable[str]:
    """Return the methods that have a permission declared for a path."""
    return {method for method, pattern, _ in _COMPILED if pattern.match(path)}


def _meant(scope: Scope) -> str:
    """Return the page's address, with its query, if the request has one slash too many; else an empty string."""
    if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"} or scope["path"].startswith("/api/"):
        return ""
    path = scope["path"].removesuffix("/")
    if (
        path in {"", scope["path"]}
        or required_permission("GET", scope["path"]) is not None
        or required_permission("GET", path) is None
    ):
        return ""
    query = scope.get("query_string", b"").decode("latin-1")
    return f"{path}?{query}" if query else str(path)


class Gate:
    """ASGI middleware that passes on permitted requests and answers all others with a one-line error.

    Status 401 if pairing would help, 404 if no permission is declared for the path. A page's address with a trailing
    slash redirects to the page.
    """

    def __init__(self, app: ASGIApp, sessions: Sessions, settings: WebSettings) -> None:
        self._app = app
        self._sessions = sessions
        self._private = settings.private

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, redirect it, or answer it with an error."""
        if page := _meant(scope):
            await RedirectResponse(page)(scope, receive, send)
            return
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            await problem_response(Request(scope), *refusal)(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, Message] | None:
        who = required_permission(scope["method"], scope["path"])
        if who is None:
            # A path with other methods is passed on: its route answers 405 with the methods allowed.
            missing = Message.of("request-nothing-there", path=scope["path"])
            return None if methods_of(scope["path"]) else (404, missing)
        device = self._sessions.identify(HTTPConnection(scope))
        if not device.has(who):
            if who is Permission.SHOW_PIN:
                return 401, ON_THE_SCREEN
            if who is Permission.ADMIN:
                return 401, OWNERS
            return 401, REFEREES if device.role is Role.PLAYER else PAIR_FIRST
        if self._private and who is Permission.VIEW and device.role is Role.NOBODY:
            return 401, PAIR_FIRST
        return None


def install_middleware(app: FastAPI, sessions: Sessions, settings: WebSettings) -> None:
    """Add the middleware that every request to a table passes; Starlette runs the last one added first."""
    app.add_middleware(ExpensiveRouteLimiter, sessions=sessions)
    app.add_middleware(Gate, sessions=sessions, settings=settings)
    app.add_middleware(HttpsRedirect, settings=settings)
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(ApiVersionPrefix)
