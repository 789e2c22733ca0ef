"""Errors as people and programs get them: a status and one line."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ConfigDict
from starlette.exceptions import HTTPException

from web.errors import ServiceUnavailableError, UnknownError
from web.once import KeyReusedError
from web.views import Name, View


class Problem(View):
    """What was wrong, in one line that says what to do."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"detail": "There is no prompt 'reroll-7' any more"}]})

    detail: Name


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI entries of a route's errors, beside those that every route may give."""
    words = {
        400: "The request names another host, or is no JSON",
        401: "This device is not paired",
        403: "The request comes from another site",
        404: "There is no such thing",
        405: "Not done with this method",
        409: "Refused by the table, and why; or the key stands for another act",
        413: "Longer than 64 KiB",
        415: "Not application/json",
        422: "A field is missing or is not what it should be",
        429: "Too many wrong PINs",
        503: "The table cannot answer now",
    }
    return {status: {"model": Problem, "description": words[status]} for status in (400, 403, *statuses)}


def answer_problems(app: FastAPI) -> None:
    """Make every error of the application one line of JSON."""

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        return problem(422, "; ".join(_line(dict(one)) for one in error.errors()[:3]))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> JSONResponse:
        line = error.detail if error.status_code != 404 else f"There is nothing at {request.url.path[:120]!r}"
        return problem(error.status_code, line, dict(error.headers or {}))

    @app.exception_handler(KeyReusedError)
    async def reused(_: Request, error: KeyReusedError) -> JSONResponse:
        return problem(409, str(error))

    @app.exception_handler(UnknownError)
    async def unknown(_: Request, error: UnknownError) -> JSONResponse:
        return problem(404, str(error))

    @app.exception_handler(ServiceUnavailableError)
    async def unavailable(_: Request, error: ServiceUnavailableError) -> JSONResponse:
        return problem(503, str(error))


def problem(status: int, line: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """Return an error response of one line."""
    return JSONResponse({"detail": line}, status, headers)


def _line(error: dict[str, Any]) -> str:
    where = ".".join(str(step) for step in error["loc"] if step != "body") or "body"
    return f"{where}: {error['msg']}"
