"""What every request to the hub passes: it shows, takes what is done to its event, and says when it hears no more."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
MOST_BODY = 256_000
ENDED = "The hub's keeper has ended: what tables say is not kept. Restart the hub; the tables say it again."


class Guard:
    """ASGI middleware: GET and HEAD, POST of JSON below `writable`, security headers, bodies within `MOST_BODY`.

    It answers 503 once `ended` says that nothing is kept any more.
    """

    def __init__(self, app: ASGIApp, ended: Callable[[], bool], writable: str = "") -> None:
        self._app = app
        self._ended = ended
        self._writable = writable

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it with one line."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        writes = bool(self._writable) and scope["method"] == "POST" and scope["path"].startswith(self._writable)
        if scope["method"] not in {"GET", "HEAD"} and not writes:
            await problem(405, "The hub only shows.")(scope, receive, _with_headers(send))
        elif writes and (fault := _body_fault(scope)):
            await problem(*fault)(scope, receive, _with_headers(send))
        elif self._ended() and not scope["path"].startswith("/static"):
            await problem(503, ENDED)(scope, receive, _with_headers(send))
        else:
            await self._app(scope, receive, _with_headers(send))


def problem(status: int, sentence: str) -> JSONResponse:
    """Return an answer that says in one sentence why something is not done (RFC 9457)."""
    content = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": sentence}
    return JSONResponse(content, status, media_type="application/problem+json")


def _body_fault(scope: Scope) -> tuple[int, str] | None:
    """Return why a request's body is not read: another site can send no JSON, and nobody what has no end."""
    headers = {name.lower(): value for name, value in scope["headers"]}
    if headers.get(b"content-type", b"").split(b";")[0].strip() != b"application/json":
        return 415, "Send it as application/json."
    length = headers.get(b"content-length", b"")
    if not length.isdigit():
        return 411, "Say how long it is with Content-Length."
    return (413, f"Longer than {MOST_BODY} bytes.") if int(length) > MOST_BODY else None


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return with_headers
