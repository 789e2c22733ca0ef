"""What every request to the hub passes: the hub only shows, and says so when it hears no more."""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
ENDED = "The hub's keeper has ended: what tables say is not kept. Restart the hub; the tables say it again."


class Guard:
    """ASGI middleware: only GET and HEAD, security headers, and 503 once `ended` says that nothing is kept any more."""

    def __init__(self, app: ASGIApp, ended: Callable[[], bool]) -> None:
        self._app = app
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it with one line."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["method"] not in {"GET", "HEAD"}:
            await JSONResponse({"detail": "The hub only shows."}, 405)(scope, receive, _with_headers(send))
        elif self._ended() and not scope["path"].startswith("/static"):
            await JSONResponse({"detail": ENDED}, 503)(scope, receive, _with_headers(send))
        else:
            await self._app(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return with_headers
