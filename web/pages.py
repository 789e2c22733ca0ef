"""The pages: each a file of HTML that loads plain modules from /static."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import APIRouter, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from web.html_page import html_answer

STATIC = Path(__file__).resolve().parent / "static"
STATIC_LENS = STATIC.with_name("static_lens")
OVERLAYS = ("score", "ruling", "board", "model", "notices", "turn", "dice")
PAGES = {
    "/": "table.html",
    "/phone": "phone.html",
    "/pair": "pair.html",
    "/health": "health.html",
    "/replay": "replay.html",
    "/overlay": "overlay.html",
    **{f"/overlay/{part}": "overlay.html" for part in OVERLAYS},
}
PART = re.compile(r"<!--#(\w+)-->\n")


def page_html(name: str, folder: Path = STATIC) -> str:
    """Return a page with the parts that it shares: `<!--#head-->` stands for the file `parts/head.html`."""

    def part(found: re.Match[str]) -> str:
        return (STATIC / "parts" / f"{found[1]}.html").read_text(encoding="utf-8")

    return PART.sub(part, (folder / name).read_text(encoding="utf-8"))


class FreshFiles(StaticFiles):
    """Static files that a browser asks for again each time, and gets again only when they changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file, or "not modified", never to be used unasked."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def pages_router() -> APIRouter:
    """Return one route for each page."""
    router = APIRouter(include_in_schema=False)
    for address, name in PAGES.items():
        router.add_api_route(address, page_of(name), methods=["GET", "HEAD"], response_class=Response)
    return router


def page_of(name: str, folder: Path = STATIC) -> Callable[[], Awaitable[Response]]:
    """Return the route that answers with a page."""

    async def page() -> Response:
        html = page_html(name, folder)
        return html_answer(html)

    return page
