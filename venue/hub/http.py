"""HTTP building blocks of the hub: request guard, problem responses, CSV, JSON lines, dropping of slow viewers."""

from __future__ import annotations

import csv
import io
import ipaddress
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import anyio
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sse_starlette.sse import EventSourceResponse, SendTimeoutError
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from messages.catalogue import ENGLISH
from messages.message import NO_NAMES
from messages.message import Message as CodedMessage
from venue.errors import EventRefusedError, VenueError, fault_in

MEDIA_TYPE = "application/problem+json"
STATUSES = (400, 401, 404, 405, 409, 411, 413, 415, 422, 429, 503)

_SCHEMA = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "message": {"type": "object"},
    },
}
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"description": HTTPStatus(status).phrase, "content": {MEDIA_TYPE: {"schema": _SCHEMA}}}
    for status in STATUSES
}
"""OpenAPI entries of the errors that every route may return."""


class RequestRefusedError(VenueError):
    """A request is refused with an HTTP status."""

    status = 400


class UnauthorizedError(RequestRefusedError):
    """A key or code is missing or wrong."""

    status = 401


class UnknownTableError(RequestRefusedError):
    """No table can have this name."""

    status = 404


class InvalidRequestError(RequestRefusedError):
    """A field of the request is invalid."""

    status = 422


class TooManyAttemptsError(RequestRefusedError):
    """An address has sent too many wrong keys or codes."""

    status = 429


def problem(status: int, said: CodedMessage | str, names: Mapping[str, str] = NO_NAMES) -> JSONResponse:
    """Return an error as a problem response (RFC 9457): its text with these names, and its message if it has one."""
    text = ENGLISH.text(said, names) if isinstance(said, CodedMessage) else said
    content = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": text}
    if isinstance(said, CodedMessage):
        content["message"] = said.to_data()
    return JSONResponse(content, status, media_type=MEDIA_TYPE)


def invalid_field(found: Mapping[str, Any]) -> CodedMessage:
    """Return the message about a field of a request, from an error that pydantic has found."""
    field = ".".join(map(str, found["loc"]))
    return CodedMessage.of("hub-request-invalid", field=field, fault=fault_in(found))


def add_problems(app: FastAPI, names: Callable[[], Mapping[str, str]]) -> None:
    """Register handlers that return every error as a problem; `names` returns the players' names by their ids."""

    @app.exception_handler(VenueError)
    async def failed(_: Request, fault: Exception) -> Response:
        if not isinstance(fault, VenueError):
            raise fault
        if isinstance(fault, RequestRefusedError):
            return problem(fault.status, fault.message)
        if isinstance(fault, EventRefusedError):
            return problem(409, fault.message, names())
        return problem(503, fault.message)

    @app.exception_handler(HTTPException)
    async def answered(_: Request, fault: Exception) -> Response:
        status = fault.status_code if isinstance(fault, HTTPException) else 500
        return problem(status, fault.detail if isinstance(fault, HTTPException) else str(fault))

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, fault: Exception) -> Response:
        if not isinstance(fault, RequestValidationError):
            raise fault
        return problem(422, invalid_field(fault.errors()[0]))


HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
MOST_BODY = 256_000
ENDED = CodedMessage.of("hub-not-storing")


def host_name(header: str) -> str:
    """Return the host of a Host header without its port."""
    return header[: header.index("]") + 1] if header.startswith("[") and "]" in header else header.partition(":")[0]


def is_address(host: str) -> bool:
    """Whether a host is an IP address in numbers, IPv6 in brackets. No other site can be at such a name."""
    try:
        ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


class Guard:
    """ASGI middleware: GET and HEAD, POST of JSON below `writable`, security headers, bodies within `MOST_BODY`.

    Hosts other than `names` and addresses in numbers are refused, so that no other site can read the hub under a name
    of its own. It answers 503 once `ended` returns true, because messages are no longer stored.
    """

    def __init__(
        self, app: ASGIApp, ended: Callable[[], bool], writable: str = "", names: Collection[str] = ()
    ) -> None:
        self._app = app
        self._ended = ended
        self._writable = writable
        self._names = {name.casefold() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it with an error."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        host = host_name(dict(scope["headers"]).get(b"host", b"").decode("latin-1")).casefold()
        if host not in self._names and not is_address(host):
            await problem(400, CodedMessage.of("hub-host-unknown", host=host))(scope, receive, _with_headers(send))
            return
        writes = bool(self._writable) and scope["method"] == "POST" and scope["path"].startswith(self._writable)
        if scope["method"] not in {"GET", "HEAD"} and not writes:
            await problem(405, CodedMessage.of("hub-read-only"))(scope, receive, _with_headers(send))
        elif writes and (fault := _body_fault(scope)):
            await problem(*fault)(scope, receive, _with_headers(send))
        elif self._ended() and not scope["path"].startswith("/static"):
            await problem(503, ENDED)(scope, receive, _with_headers(send))
        else:
            await self._app(scope, receive, _with_headers(send))


def _body_fault(scope: Scope) -> tuple[int, CodedMessage] | None:
    """Return why a request's body is refused: JSON only (other sites cannot send it), and with a declared length."""
    headers = {name.lower(): value for name, value in scope["headers"]}
    if headers.get(b"content-type", b"").split(b";")[0].strip() != b"application/json":
        return 415, CodedMessage.of("hub-not-json")
    length = headers.get(b"content-length", b"")
    if not length.isdigit():
        return 411, CodedMessage.of("hub-no-length")
    return (413, CodedMessage.of("hub-too-long", most=MOST_BODY)) if int(length) > MOST_BODY else None


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return with_headers


STALL_S = 10.0
log = logging.getLogger(__name__)


class CsvResponse(Response):
    """A table as CSV."""

    media_type = "text/csv"


class LogResponse(StreamingResponse):
    """A log as JSON lines; a client that stalls is dropped."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__(lines, media_type="application/x-ndjson")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream the lines until the end, or until the client stalls."""

        async def in_time(message: Message) -> None:
            with anyio.fail_after(STALL_S):
                await send(message)

        try:
            await super().__call__(scope, receive, in_time)
        except* TimeoutError:
            _dropped(scope)


class HallResponse(EventSourceResponse):
    """Changes of the hall as server-sent events; a viewer that stalls is dropped."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the viewer leaves or stalls."""
        try:
            await super().__call__(scope, receive, send)
        except SendTimeoutError:
            _dropped(scope)


def _dropped(scope: Scope) -> None:
    client = scope.get("client")
    log.warning("%s took nothing for %s s: dropped", client and client[0], STALL_S)


def plain_cell(value: object) -> object:
    """Return a cell that spreadsheets do not interpret as a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return heading and rows as CSV without formulas."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([plain_cell(value) for value in row] for row in rows)
    return text.getvalue()
