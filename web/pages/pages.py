"""Routes of the pages, choice of a page's language, and placeholder pages."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Awaitable, Callable
from pathlib import PurePosixPath

from fastapi import APIRouter, Request, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from messages.catalogue import SOURCE
from messages.message import Message
from messages.page_texts import LANGUAGE, PSEUDO, page_language, page_text
from web.pages.static_files import STATIC, bundled_text, is_current, page_html, split_version, written_text
from web.server.responses import html_response, html_text, render_page

ASKED = "in"
"""Query parameter that chooses a language, overriding the device's."""


def page_in_languages(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the route of a page that exists in several languages; `name` is the path of the English one."""
    path = PurePosixPath(name)
    others = {
        one.name.split(".")[1]: str(path.with_name(one.name))
        for one in (STATIC / path).parent.glob(f"{path.stem}.*{path.suffix}")
        if one.name != path.name
    }
    names = {SOURCE: name, **others}

    async def page(request: Request) -> Response:
        asked = request.query_params.get(ASKED, "")
        if asked not in names:
            asked = page_language()
        language = asked if asked in names else SOURCE
        answer = html_response(page_html(names[language], _pseudo_or(request, SOURCE)))
        answer.headers["Content-Language"] = language
        return answer

    return page


SMALLEST_COMPRESSED_BYTES = 500
KEPT = ", ".join(("public", "max-age=31536000", "immutable"))
OVERLAYS = (
    *("score", "clock", "sponsor", "squads", "feed", "board", "stage"),
    *("combat", "kill", "ruling", "challenge", "replay", "points", "objective", "model", "turn", "end"),
)
"""Parts of the overlay: the permanent ones, then one for each kind of card."""

OLD_OVERLAYS = ("notices", "dice")
"""Former addresses that streamers still use in their scenes; the feed and the combat replaced them."""
PAGES = {
    "/": "table/table.html",
    "/phone": "phone/phone.html",
    "/pair": "phone/pair.html",
    "/health": "table/health.html",
    "/replay": "replay/replay.html",
    "/free": "free/free.html",
    "/clip": "clip/clip.html",
    "/overlay": "overlay/overlay.html",
    **{f"/overlay/{part}": "overlay/overlay.html" for part in (*OVERLAYS, *OLD_OVERLAYS)},
    "/overlays": "overlays/overlays.html",
    "/director": "director/director.html",
}


PAGES_WITH_JUDGE_LINK = ("/", "/phone")
BEFORE_RULINGS = '<section id="log"'


def _judge_link() -> str:
    """Return the link to a judge, placed above the rulings; only at a table that belongs to a hall."""
    title, call, state = (html_text(Message.of(code)) for code in JUDGE_TEXTS)
    link = f'<a class="tool" href="/judge"><b>{call}</b><span>{state}</span></a>'
    return f'<nav aria-label="{title}">{link}</nav>\n\t\t'


JUDGE_TEXTS = ("page-judge-title", "page-judge-call", "page-judge-or-see")


class VersionedStaticFiles(StaticFiles):
    """Static files: immutable if their address has the current version, else revalidated on each request."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file, or "not modified"; only a file of the current version may be cached without revalidation."""
        version, page, language, name = split_version(path.replace(os.sep, "/"))
        text = bundled_text(version, page, name, language) or written_text(name, language)
        if text is None:
            response = await super().get_response(name, scope)
        else:
            response = Response(text, media_type=mimetypes.guess_type(name)[0] or "text/plain")
        response.headers["Cache-Control"] = KEPT if is_current(version) else "no-cache"
        return response


def static_files() -> ASGIApp:
    """Return the application below /static, with gzip: on a slow network a phone loads two fifths of the bytes."""
    return GZipMiddleware(
        VersionedStaticFiles(directory=STATIC), minimum_size=SMALLEST_COMPRESSED_BYTES, compresslevel=6
    )


def pages_router(*, judge: bool = False) -> APIRouter:
    """Return one route for each page; with `judge`, the pages of players and table link to the call for a judge."""
    router = APIRouter(include_in_schema=False)
    for address, name in PAGES.items():
        page = page_endpoint(name, _with_judge if judge and address in PAGES_WITH_JUDGE_LINK else _as_it_is)
        router.add_api_route(address, page, methods=["GET", "HEAD"], response_class=Response)
    return router


def _as_it_is(page: str) -> str:
    return page


def _with_judge(page: str) -> str:
    before, mark, after = page.partition(BEFORE_RULINGS)
    return f"{before}{_judge_link()}{mark}{after}"


DEMONSTRATION = (Message.of("page-demonstration"), Message.of("page-demonstration-why"))
NO_CAMERA = (Message.of("page-no-camera"), Message.of("page-no-camera-why"))
SET_UP = ("/#set-up", Message.of("page-to-set-up"))
TO_TABLE = ("/", Message.of("page-to-table"))


def demonstration_router() -> APIRouter:
    """Return the placeholder at /setup during the demonstration, with what to do instead."""
    return notice_page("/setup", Message.of("page-set-up-title"), DEMONSTRATION, SET_UP)


def no_first_run_page() -> APIRouter:
    """Return the placeholder at /first of a simulated table, with what to do instead."""
    return notice_page("/first", Message.of("page-first-run-title"), NO_CAMERA, SET_UP)


def notice_page(
    address: str, title: Message, notice: tuple[Message, Message], *links: tuple[str, Message]
) -> APIRouter:
    """Return the route of a page with a heading, a paragraph, and links: these, and one to the table."""
    router = APIRouter(include_in_schema=False)

    async def page() -> Response:
        heading, why = map(html_text, notice)
        shown = "".join(f'\n<p><a href="{to}">{html_text(words)}</a></p>' for to, words in (*links, TO_TABLE))
        return html_response(render_page(page_text(title), f"<h1>{heading}</h1>\n<p>{why}</p>{shown}"))

    router.add_api_route(address, page, methods=["GET", "HEAD"], response_class=Response)
    return router


def page_endpoint(name: str, made: Callable[[str], str] = _as_it_is) -> Callable[[Request], Awaitable[Response]]:
    """Return the route that serves a page; `name` is its path below the static files, `made` changes its HTML."""

    async def page(request: Request) -> Response:
        return html_response(made(page_html(name, _pseudo_or(request, page_language()))))

    return page


def _pseudo_or(request: Request, language: str) -> str:
    return PSEUDO if request.query_params.get(LANGUAGE) == PSEUDO else language
