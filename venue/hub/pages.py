"""Pages of the hub: HTML and scripts with their texts from the catalogue.

The scripts that put texts in are those of a table's pages; a page finds them below the same addresses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles

from messages.page_texts import codes_in, fill_html, texts_module

STATIC = Path(__file__).parent / "static"
WEB_STATIC = Path(__file__).resolve().parents[2] / "web" / "static"
LANGUAGE = "lang"
"""Query parameter with the language of a page's texts; `pseudo` puts each text in brackets, for tests."""

SHARED = ("shared/say.js", "shared/messages.js", "vendor/fluent-bundle.js", "shared/icon.svg")
TEXTS = "shared/page_texts.js"
SCRIPT = "text/javascript"
TYPES = {".js": SCRIPT, ".svg": "image/svg+xml"}
FRESH = {"Cache-Control": "no-cache"}


def page(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the route of a page; `name` is its file."""

    async def answer(request: Request) -> Response:
        html = (STATIC / name).read_text(encoding="utf-8")
        filled = fill_html(html, request.query_params.get(LANGUAGE, ""))
        return Response(filled, media_type="text/html", headers=FRESH)

    return answer


def add_static(app: FastAPI) -> None:
    """Add the static files: those of the hub, the shared scripts, and the texts."""
    for name in SHARED:
        app.get(f"/static/{name}", include_in_schema=False)(_file(WEB_STATIC / name))
    app.get(f"/static/{TEXTS}", include_in_schema=False)(_texts)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")


def _file(path: Path) -> Callable[[], Awaitable[Response]]:
    async def answer() -> Response:
        return Response(path.read_bytes(), media_type=TYPES[path.suffix], headers=FRESH)

    return answer


async def _texts() -> Response:
    return Response(_texts_of_scripts(), media_type=SCRIPT, headers=FRESH)


@lru_cache(maxsize=1)
def _texts_of_scripts() -> str:
    return texts_module(codes_in(STATIC.glob("*.js")), "hub")
