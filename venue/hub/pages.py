"""Pages of the hub: HTML and scripts with their texts from the catalogue.

The scripts that put texts in are those of a table's pages; a page finds them below the same addresses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles

from messages.catalogue import SOURCE, languages
from messages.page_texts import LANGUAGE, PSEUDO, catalogue_file, codes_in, fill_html, page_language, texts_module

STATIC = Path(__file__).parent / "static"
WEB_STATIC = Path(__file__).resolve().parents[2] / "web" / "static"
SHARED = ("shared/say.js", "shared/messages.js", "vendor/fluent-bundle.js", "shared/icon.svg")
TEXTS = "shared/page_texts.js"
SCRIPT = "text/javascript"
TYPES = {".js": SCRIPT, ".svg": "image/svg+xml"}
FRESH = {"Cache-Control": "no-cache"}


def page(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the route of a page; `name` is its file."""

    async def answer(request: Request) -> Response:
        html = (STATIC / name).read_text(encoding="utf-8")
        asked = request.query_params.get(LANGUAGE)
        language = page_language()
        filled = fill_html(html, PSEUDO if asked == PSEUDO else language)
        if language != SOURCE:
            filled = filled.replace('"/static/', f'"{_prefix(language)}/')
        return Response(filled, media_type="text/html", headers=FRESH)

    return answer


def _prefix(language: str) -> str:
    """Return the address of the static files with the texts of a language."""
    return "/static" if language == SOURCE else f"/static/@{language}"


def add_static(app: FastAPI) -> None:
    """Add the static files for each language: those of the hub, the shared scripts, and the texts."""
    for language in reversed(languages()):
        prefix = _prefix(language)
        for name in SHARED:
            app.get(f"{prefix}/{name}", include_in_schema=False)(_file(WEB_STATIC / name))
        app.get(f"{prefix}/{TEXTS}", include_in_schema=False)(_texts(language))
        app.get(f"{prefix}/messages/{language}.ftl", include_in_schema=False)(_catalogue(language))
        app.mount(prefix, StaticFiles(directory=STATIC), name=prefix)


def _file(path: Path) -> Callable[[], Awaitable[Response]]:
    async def answer() -> Response:
        return Response(path.read_bytes(), media_type=TYPES[path.suffix], headers=FRESH)

    return answer


def _texts(language: str) -> Callable[[], Awaitable[Response]]:
    async def answer() -> Response:
        return Response(_texts_of_scripts(language), media_type=SCRIPT, headers=FRESH)

    return answer


def _catalogue(language: str) -> Callable[[], Awaitable[Response]]:
    async def answer() -> Response:
        return Response(catalogue_file(language, "hub"), media_type="text/plain", headers=FRESH)

    return answer


@lru_cache(maxsize=2)
def _texts_of_scripts(language: str) -> str:
    return texts_module(codes_in(STATIC.glob("*.js")), "hub", language)
