"""Problem responses (RFC 9457), the skeleton of HTML pages, and cache headers."""

from __future__ import annotations

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

from web.contract.base import Name, View
from web.contract.errors import KeyReusedError, ServiceUnavailableError, UnknownError

STYLE = Path(__file__).resolve().parent.parent / "static" / "shared" / "plain.css"
HTML = "text/html; charset=utf-8"
LINKED = '<link rel="stylesheet" href="/static/shared/plain.css">\n<link rel="icon" href="/static/shared/icon.svg">'


def render_page(title: str, main: str, *, script: str = "", alone: bool = False) -> str:
    """Return an HTML page around `main`; `alone` embeds the style, so that the file can be kept or mailed.

    `title` is plain text, `main` is markup, `script` the address of a module.
    """
    style = f"<style>{STYLE.read_text(encoding='utf-8')}</style>" if alone else LINKED
    module = f'\n<script type="module" src="{script}"></script>' if script else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} · Overlook</title>
{style}{module}
</head>
<body>
<main>
{main}
</main>
</body>
</html>
"""


def html_response(page: str, status: int = 200) -> Response:
    """Return an HTML page as a response that browsers revalidate each time."""
    return Response(page, status, media_type=HTML, headers={"Cache-Control": "no-cache"})


TITLES = {
    401: "This device is not paired",
    403: "Not for this device",
    404: "There is no such page",
    503: "The table cannot answer now",
}


MEDIA_TYPE = "application/problem+json"


class Problem(View):
    """What was wrong (RFC 9457): the status with its title, and in `detail` one line that says what to do."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "about:blank",
                    "title": "Conflict",
                    "status": 409,
                    "detail": "There is no prompt 'reroll-7' any more",
                }
            ]
        }
    )

    type: str = "about:blank"
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: Name


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI entries of a route's errors, including those that every route may give."""
    words = {
        400: "The request names another host, or is no JSON",
        401: "This device is not paired",
        403: "The request comes from another site",
        404: "There is no such thing",
        405: "Not done with this method",
        409: "Refused by the table, and why; or the key stands for another act",
        413: "Longer than 64 KiB, or than 1 MiB where files are sent",
        415: "Not application/json, or not application/octet-stream where files are sent",
        422: "A field is missing or is not what it should be",
        429: "Too many wrong PINs",
        503: "The table cannot answer now",
    }
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": words[status], "content": content} for status in (400, 403, *statuses)}


def answer_problems(app: FastAPI) -> None:
    """Register handlers that turn every error into one line: as JSON, or as a page if a browser opened the address."""

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        return problem_response(request, 422, "; ".join(_line(dict(one)) for one in error.errors()[:3]))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> Response:
        line = error.detail if error.status_code != 404 else f"There is nothing at {request.url.path[:120]!r}"
        return problem_response(request, error.status_code, line, dict(error.headers or {}))

    @app.exception_handler(KeyReusedError)
    async def reused(request: Request, error: KeyReusedError) -> Response:
        return problem_response(request, 409, str(error))

    @app.exception_handler(UnknownError)
    async def unknown(request: Request, error: UnknownError) -> Response:
        return problem_response(request, 404, str(error))

    @app.exception_handler(ServiceUnavailableError)
    async def unavailable(request: Request, error: ServiceUnavailableError) -> Response:
        return problem_response(request, 503, str(error))


def problem_response(request: Request, status: int, line: str, headers: dict[str, str] | None = None) -> Response:
    """Return an error as a page if a browser opened the address, else as JSON."""
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        answer = html_response(problem_page(status, line, here), status)
        answer.headers.update(headers or {})
        return answer
    return problem(status, line, headers)


def problem_page(status: int, line: str, here: str) -> str:
    """Return an error page with one sentence and links that may help; `here` is the requested address."""
    title = TITLES.get(status, "That did not work")
    links = [("/", "To the table")]
    if status in {401, 403}:
        links.insert(0, (f"/pair?back={quote(here, safe='')}", "Pair this device"))
    shown = "\n".join(f'<p><a href="{where}">{words}</a></p>' for where, words in links)
    return render_page(title, f"<h1>{title}</h1>\n<p>{escape(line)}.</p>\n{shown}")


def problem(status: int, line: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """Return an error as a problem response (RFC 9457)."""
    said = Problem(title=HTTPStatus(status).phrase, status=status, detail=line)
    return JSONResponse(said.model_dump(), status, headers, media_type=MEDIA_TYPE)


def _line(error: dict[str, Any]) -> str:
    where = ".".join(str(step) for step in error["loc"] if step != "body") or "body"
    return f"{where}: {error['msg']}"


FRESH = {"Cache-Control": "no-store"}
