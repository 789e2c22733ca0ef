"""Problem responses (RFC 9457), the skeleton of HTML pages, and cache headers."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ConfigDict, Field
from starlette.exceptions import HTTPException

from messages.catalogue import SOURCE, catalogue_of
from messages.message import NO_NAMES, Message, MessageError
from messages.page_texts import language_links, page_language, page_text
from web.contract.base import Name, View
from web.contract.errors import KeyReusedError, ServiceUnavailableError, UnknownError
from web.contract.requests import Refused

STYLE = Path(__file__).resolve().parent.parent / "static" / "shared" / "plain.css"
HTML = "text/html"
LINKED = '<link rel="stylesheet" href="/static/shared/plain.css">\n<link rel="icon" href="/static/shared/icon.svg">'


def render_page(title: str, main: str, *, script: str = "", alone: bool = False) -> str:
    """Return an HTML page around `main`; `alone` embeds the style, so that the file can be kept or mailed.

    `title` is plain text, `main` is markup, `script` the address of a module.
    """
    style = f"<style>{STYLE.read_text(encoding='utf-8')}</style>" if alone else LINKED
    links = "" if alone else f"{language_links(page_language())}\n"
    module = f'\n<script type="module" src="{script}"></script>' if script else ""
    return f"""<!doctype html>
<html lang="{page_language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} · Overlook</title>
{style}{module}
</head>
<body>
<main>
{main}
{links}</main>
</body>
</html>
"""


def html_text(message: Message) -> str:
    """Return the text of a message for use in HTML, in the page's language."""
    return escape(page_text(message))


def html_shown(text: str, message: Message | None, names: Mapping[str, str] = NO_NAMES) -> str:
    """Return a view's text for use in HTML: in another language than English, that of its message if it has one."""
    language = page_language()
    if message is None or language == SOURCE:
        return escape(text)
    return escape(catalogue_of(language).text(message, names))


def html_response(page: str, status: int = 200) -> Response:
    """Return an HTML page as a response that browsers revalidate each time."""
    return Response(page, status, media_type=HTML, headers={"Cache-Control": "no-cache"})


TITLES = {
    401: Message.of("page-title-unpaired"),
    403: Message.of("page-title-forbidden"),
    404: Message.of("page-title-missing"),
    503: Message.of("page-title-unavailable"),
}
FAILED = Message.of("page-title-failed")
MOST_FAULTS = 3
"""Faulty fields that one answer names."""

MEDIA_TYPE = "application/problem+json"


class Problem(View):
    """An error (RFC 9457): the status with its title, and what to do: `detail` in English, `message` as a code."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "about:blank",
                    "title": "Not Found",
                    "status": 404,
                    "detail": '"/x" does not exist.',
                    "message": Message.of("request-nothing-there", path="/x").to_data(),
                }
            ]
        }
    )

    type: str = "about:blank"
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: Name
    message: Message


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI entries of a route's errors, including those that every route may give."""
    words = {
        400: "Wrong host",
        401: "Device not paired",
        403: "Another site's request",
        404: "Unknown id",
        405: "Wrong method",
        409: "Refused",
        413: "Body too long",
        415: "Wrong content type",
        422: "Invalid field",
        429: "Too many PINs",
        503: "Table unavailable",
    }
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": words[status], "content": content} for status in (400, 403, *statuses)}


def answer_problems(app: FastAPI) -> None:
    """Register handlers that turn every error into one line: as JSON, or as a page if a browser opened the address."""

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        faults = [_field_fault(dict(one)) for one in error.errors()[:MOST_FAULTS]]
        return problem_response(request, 422, Message.of("request-invalid", faults=faults))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> Response:
        return problem_response(request, error.status_code, _message_of(request, error), dict(error.headers or {}))

    @app.exception_handler(KeyReusedError)
    async def reused(request: Request, error: KeyReusedError) -> Response:
        return problem_response(request, 409, error.message)

    @app.exception_handler(UnknownError)
    async def unknown(request: Request, error: UnknownError) -> Response:
        return problem_response(request, 404, error.message)

    @app.exception_handler(ServiceUnavailableError)
    async def unavailable(request: Request, error: ServiceUnavailableError) -> Response:
        return problem_response(request, 503, error.message)


def _message_of(request: Request, error: HTTPException) -> Message:
    """Return the message of an error: its own, or one for those that Starlette raises."""
    detail: object = error.detail
    if isinstance(detail, Message):
        return detail
    if error.status_code == HTTPStatus.NOT_FOUND:
        return Message.of("request-nothing-there", path=request.url.path)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        return Message.of("request-method", path=request.url.path, method=request.method)
    return Message.stored(str(detail))


def _field_fault(error: dict[str, Any]) -> Message:
    """Return the message about a field of a request, from an error that pydantic has found."""
    field = ".".join(str(step) for step in error["loc"] if step != "body") or "body"
    own = error.get("ctx", {}).get("error")
    if isinstance(own, MessageError):
        return Message.of("request-field-refused", field=field, fault=own)
    return Message.of("request-field-invalid", field=field, fault=error["msg"])


def problem_response(
    request: Request, status: int, message: Message, headers: dict[str, str] | None = None
) -> Response:
    """Return an error as a page if a browser opened the address, else as JSON."""
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        answer = html_response(problem_page(status, message, here), status)
        answer.headers.update(headers or {})
        return answer
    return problem(status, message, headers)


def problem_page(status: int, message: Message, here: str) -> str:
    """Return an error page with one message and links that may help; `here` is the requested address."""
    title = page_text(TITLES.get(status, FAILED))
    links = [("/", Message.of("page-to-table"))]
    if status in {401, 403}:
        links.insert(0, (f"/pair?back={quote(here, safe='')}", Message.of("page-pair-device")))
    shown = "\n".join(f'<p><a href="{where}">{html_text(words)}</a></p>' for where, words in links)
    return render_page(title, f"<h1>{escape(title)}</h1>\n<p>{html_text(message)}</p>\n{shown}")


def problem(status: int, message: Message, headers: dict[str, str] | None = None, *, detail: str = "") -> JSONResponse:
    """Return an error as a problem response (RFC 9457); `detail` is its text if that shows names in place of ids."""
    said = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail or str(message), message=message)
    return JSONResponse(said.model_dump(mode="json"), status, headers, media_type=MEDIA_TYPE)


def refusal_response(refused: Refused) -> JSONResponse:
    """Return a refusal by the table as a problem response."""
    return problem(409, refused.message, detail=refused.sentence)


def attachment(name: str) -> dict[str, str]:
    """Return the header of a download under this file name."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


FRESH = {"Cache-Control": "no-store"}
