"""The pages: each a file of HTML that loads plain modules from /static."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import APIRouter, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).resolve().parent / "static"
OVERLAYS = ("score", "ruling", "board", "model", "notices", "turn", "dice")
PAGES = {
    "/": "table.html",
    "/phone": "phone.html",
    "/pair": "pair.html",
    "/health": "health.html",
    "/overlay": "overlay.html",
    **{f"/overlay/{part}": "overlay.html" for part in OVERLAYS},
}


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
        router.add_api_route(address, _page(STATIC / name), methods=["GET", "HEAD"], response_class=Response)
    return router


def _page(path: Path) -> Callable[[], Awaitable[Response]]:
    async def page() -> Response:
        return Response(path.read_bytes(), media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})

    return page
