"""Pages that are there in several languages: help.html and, beside it, help.de.html."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection
from pathlib import PurePosixPath

from fastapi import Request
from starlette.responses import Response

from web.html_page import html_answer
from web.page_bundle import STATIC
from web.page_files import page_html

FIRST = "en"
ASKED = "in"
"""The parameter of an address that chooses a language, whatever the browser prefers."""

PART = re.compile(r"\s*([a-zA-Z]{1,8})(?:-[a-zA-Z0-9-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?")


def preferred(accepted: str, there: Collection[str]) -> str:
    """Return the language of those that are there which a browser likes best (RFC 9110, 12.5.4); English else.

    `accepted` is what it says, such as "de-AT, en;q=0.5": the more it likes one the larger its q, one without likes
    it wholly, and q=0 refuses it. What cannot be read of it is let be.
    """
    best: dict[str, float] = {}
    for found in map(PART.fullmatch, accepted.split(",")):
        if found is not None:
            best.setdefault(found[1].lower(), float(found[2] or 1))
    liked = sorted((one for one in best if one in there and best[one] > 0), key=lambda one: -best[one])
    return liked[0] if liked else FIRST


def page_in_languages(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the route of a page that is there in several languages; `name` is its path in English."""
    path = PurePosixPath(name)
    others = {
        one.name.split(".")[1]: str(path.with_name(one.name))
        for one in (STATIC / path).parent.glob(f"{path.stem}.*{path.suffix}")
        if one.name != path.name
    }
    names = {FIRST: name, **others}

    async def page(request: Request) -> Response:
        asked = request.query_params.get(ASKED, "")
        language = asked if asked in names else preferred(request.headers.get("accept-language", ""), names)
        answer = html_answer(page_html(names[language]))
        answer.headers["Content-Language"] = language
        answer.headers["Vary"] = "Accept-Language"
        return answer

    return page
