"""Middleware that checks the permission of each route and queues costly requests of unpaired devices."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Iterator
from functools import partial
from urllib.parse import quote

from fastapi import FastAPI
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from messages.message import Message
from messages.page_texts import PageLanguage, overlay_language
from web.auth.request_guard import ApiVersionPrefix, Guard, HttpsRedirect, find_policy, request_policy
from web.auth.sessions import PAIR_FIRST, Sessions, client_subnet
from web.contract.permissions import ROUTES, Permission, Role
from web.server.responses import problem_response
from web.server.settings import WebSettings

log = logging.getLogger("overlook.web.auth")

STRANGERS = frozenset({Role.VIEWER, Role.NOBODY})
AT_ONCE = 2
EACH = 12
"""Costly requests of one address that may wait at once; a browser sends about six in parallel."""

WAIT_S = 2
TOO_MANY = Message.of("request-too-many-waiting")


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
        policy = request_policy(scope)
        if policy is None or not policy.costly:
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

METHODS = frozenset(method for method, _ in ROUTES)

GAME_PAGES = frozenset({"/", "/phone", "/health", "/replay", "/free", "/clip", "/setup", "/judge"})
"""Pages of the game: at a private table they lead unpaired devices to the page that pairs."""


def _meant(scope: Scope) -> str:
    """Return the page's address, with its query, if the request has one slash too many; else an empty string."""
    if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"} or scope["path"].startswith("/api/"):
        return ""
    path = scope["path"].removesuffix("/")
    if path in {"", scope["path"]} or request_policy(scope) is not None or find_policy("GET", path) is None:
        return ""
    return _address(scope, path)


def _address(scope: Scope, path: str = "") -> str:
    """Return the path of a request, or another path, with the request's query."""
    query = scope.get("query_string", b"").decode("latin-1")
    return f"{path or scope['path']}?{query}" if query else str(path or scope["path"])


class Gate:
    """ASGI middleware that passes on permitted requests and answers all others with a one-line error.

    Status 401 if pairing would help, 404 if no policy is declared for the path. A page's address with a trailing
    slash redirects to the page. A private table's pages redirect unpaired devices to /pair and back.
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
        if self._must_pair(scope):
            await RedirectResponse(f"/pair?back={quote(_address(scope), safe='')}", 303)(scope, receive, send)
            return
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            log.debug("refused: %s %s with %d: %s", scope["method"], scope["path"], refusal[0], refusal[1].code)
            await problem_response(Request(scope), *refusal)(scope, receive, send)

    def _must_pair(self, scope: Scope) -> bool:
        if not self._private or scope["type"] != "http" or scope["path"] not in GAME_PAGES:
            return False
        reads = scope["method"] in {"GET", "HEAD"}
        return reads and self._sessions.identify(HTTPConnection(scope)).role is Role.NOBODY

    def _refusal(self, scope: Scope) -> tuple[int, Message] | None:
        policy = request_policy(scope)
        if policy is None:
            # A path with other methods is passed on: its route answers 405 with the methods allowed.
            missing = Message.of("request-nothing-there", path=scope["path"])
            return None if any(find_policy(method, scope["path"]) for method in METHODS) else (404, missing)
        who = policy.permission
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
    app.add_middleware(PageLanguage, fixed=partial(overlay_language, settings.overlay_language))
