"""How the hub says that something is not done: RFC 9457 problems whose `detail` is the sentence to show."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from venue.errors import EventRefusedError, VenueError

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
    },
}
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"description": HTTPStatus(status).phrase, "content": {MEDIA_TYPE: {"schema": _SCHEMA}}}
    for status in STATUSES
}
"""What every route may answer beside what it promises, for its description."""


def problem(status: int, sentence: str) -> JSONResponse:
    """Return an answer that says in one sentence why something is not done."""
    content = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": sentence}
    return JSONResponse(content, status, media_type=MEDIA_TYPE)


def add_problems(app: FastAPI) -> None:
    """Let an application answer every refusal as a problem."""

    @app.exception_handler(EventRefusedError)
    async def refused(_: Request, fault: Exception) -> Response:
        return problem(409, str(fault))

    @app.exception_handler(VenueError)
    async def failed(_: Request, fault: Exception) -> Response:
        return problem(503, str(fault))

    @app.exception_handler(HTTPException)
    async def answered(_: Request, fault: Exception) -> Response:
        status = fault.status_code if isinstance(fault, HTTPException) else 500
        return problem(status, fault.detail if isinstance(fault, HTTPException) else str(fault))

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, fault: Exception) -> Response:
        first = fault.errors()[0] if isinstance(fault, RequestValidationError) else {}
        return problem(422, f"{'.'.join(map(str, first.get('loc', ())))}: {first.get('msg', 'is not as expected')}")
