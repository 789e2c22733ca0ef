"""Texts of the pages: those of their HTML, filled in when a page is sent, and those that their scripts need.

In HTML, `{{ ui-board }}` is replaced by the text of that message. A script names its texts by `say("ui-board")`; the
server finds these codes in the scripts and sends only their texts, in one file.

Each device has its language: that of its cookie, which `?lang=de` in any page's address sets, or else the one that its
browser prefers. `PageLanguage` finds it for each request; `page_text` gives a text in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, MutableMapping
from contextvars import ContextVar
from functools import lru_cache
from html import escape
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from messages.catalogue import FOLDER, SOURCE, area_of, catalogue_of, languages
from messages.message import Message

LANGUAGE = "lang"
"""Query parameter that sets a device's language; `pseudo` puts each text of this one page in brackets, for tests."""

COOKIE = "overlook_language"
YEAR_S = 365 * 24 * 3600

PSEUDO = "pseudo"
"""Language for tests: every text of the catalogue in brackets, so that a text from elsewhere is found."""

PLACE = re.compile(r"\{\{ ([a-z][a-z0-9]*(?:-[a-z0-9]+)+) \}\}")
"""Place of a text in HTML."""

ENTRY = re.compile(r"^([a-z][a-z0-9-]*) =.*\n(?:[ \t]+\S.*\n|\n(?=[ \t]+\S))*", re.M)
"""A message of the catalogue with its lines."""

LITERAL = re.compile(r'"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)"')


PART = re.compile(r"\s*([a-zA-Z]{1,8})(?:-[a-zA-Z0-9-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?")

_page: ContextVar[str] = ContextVar("page_language", default=SOURCE)


def page_language() -> str:
    """Return the language of the page that is being answered."""
    return _page.get()


def page_text(message: Message) -> str:
    """Return the text of a message in the language of the page that is being answered."""
    return catalogue_of(_page.get()).text(message)


def preferred(accepted: str, there: Collection[str]) -> str:
    """Return the available language that a browser prefers (RFC 9110, section 12.5.4), or English.

    `accepted` is the Accept-Language header, such as "de-AT, en;q=0.5". Malformed parts are ignored.
    """
    best: dict[str, float] = {}
    for found in map(PART.fullmatch, accepted.split(",")):
        if found is not None:
            best.setdefault(found[1].lower(), float(found[2] or 1))
    liked = sorted((one for one in best if one in there and best[one] > 0), key=lambda one: -best[one])
    return liked[0] if liked else SOURCE


def language_of(asked: str, cookies: str, accepted: str) -> str:
    """Return a device's language: asked for in the address, kept in its cookie, or preferred by its browser."""
    there = languages()
    if asked in there:
        return asked
    kept = SimpleCookie()
    try:
        kept.load(cookies)
    except CookieError:
        return preferred(accepted, there)
    cookie = kept[COOKIE].value if COOKIE in kept else ""
    return cookie if cookie in there else preferred(accepted, there)


def overlay_language(language: str, path: str) -> str | None:
    """Return the language of the overlay if the path is one of its addresses: viewers see it, not a device's owner."""
    return language if f"{path}/".startswith("/overlay/") else None


def page_number(value: float, digits: int, *, signed: bool = False) -> str:
    """Return a number as the page's language writes it."""
    from babel.numbers import get_decimal_symbol

    number = f"{value:{'+' if signed else ''}.{digits}f}"
    return number if _page.get() == SOURCE else number.replace(".", get_decimal_symbol(_page.get()))


Event = MutableMapping[str, Any]
Send = Callable[[Event], Awaitable[None]]
App = Callable[[Event, Callable[[], Awaitable[Event]], Send], Awaitable[None]]


class PageLanguage:
    """ASGI middleware: finds the language of each request, names it in HTML, and keeps it in the device's cookie.

    `fixed` returns the language of an address that does not depend on the device, or None.
    """

    def __init__(self, app: App, fixed: Callable[[str], str | None] = lambda _: None) -> None:
        self._app, self._fixed = app, fixed

    async def __call__(self, scope: Event, receive: Callable[[], Awaitable[Event]], send: Send) -> None:
        """Answer a request in the language of its device."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        asked = query.get(LANGUAGE, [""])[-1]
        fixed = None if asked in languages() else self._fixed(scope["path"])
        if fixed not in {None, *languages()}:
            fixed = SOURCE
        language = fixed or language_of(asked, headers.get(b"cookie", ""), headers.get(b"accept-language", ""))
        keep = asked == language and self._fixed(scope["path"]) is None

        async def sent(event: Event) -> None:
            if event["type"] == "http.response.start":
                event["headers"] = [*event["headers"], *_said(event["headers"], language, keep=keep)]
            await send(event)

        token = _page.set(language)
        try:
            await self._app(scope, receive, sent)
        finally:
            _page.reset(token)


def _said(headers: Iterable[tuple[bytes, bytes]], language: str, *, keep: bool) -> Iterator[tuple[bytes, bytes]]:
    """Yield the headers of an HTML answer about its language."""
    there = {name.lower(): value for name, value in headers}
    if not there.get(b"content-type", b"").startswith(b"text/html"):
        return
    if b"content-language" not in there:
        yield b"content-language", language.encode()
    yield b"vary", b"Accept-Language, Cookie"
    if keep:
        cookie = "; ".join((f"{COOKIE}={language}", "Path=/", f"Max-Age={YEAR_S}", "SameSite=Lax"))
        yield b"set-cookie", cookie.encode()


def fill_html(html: str, language: str = SOURCE) -> str:
    """Return HTML with its texts in a language, and with links to the others where it has a place for them."""
    pseudo = language == PSEUDO
    texts = catalogue_of(language)

    def text(found: re.Match[str]) -> str:
        filled = escape(texts.text(Message.of(found[1])))
        return f"⟦{filled}⟧" if pseudo else filled

    tag = "en-x-pseudo" if pseudo else texts.language
    links = language_links(texts.language, "⟦{}⟧" if pseudo else "{}")
    return PLACE.sub(text, html).replace(' lang="en"', f' lang="{tag}"', 1).replace(LINKS, links)


LINKS = "<!-- languages -->"
"""Place in HTML of the links to the other languages."""


def language_links(language: str, form: str = "{}") -> str:
    """Return the navigation that chooses another language for this device; `form` is put around its texts."""
    links = "".join(
        f'<a href="?{LANGUAGE}={one}" lang="{one}" hreflang="{one}">{form.format(escape(language_name(one)))}</a>'
        for one in languages()
        if one != language
    )
    label = form.format(escape(catalogue_of(language).text(Message.of("ui-language"))))
    return f'<nav class="languages" aria-label="{label}">{links}</nav>' if links else ""


def language_name(language: str) -> str:
    """Return what a language calls itself."""
    return catalogue_of(language).text(Message.of("ui-language-name"))


def codes_in(scripts: Iterable[Path]) -> set[str]:
    """Return what may be the codes of messages in scripts."""
    return {code for script in scripts for code in LITERAL.findall(script.read_text(encoding="utf-8"))}


def texts_module(codes: Collection[str], version: str, language: str = SOURCE) -> str:
    """Return the script with the texts of some messages; `version` is part of the cache key."""
    source = "".join(text for code, text in _entries(version, language) if code in codes)
    return f"export const TEXTS = {json.dumps(source, ensure_ascii=False)};\n"


def catalogue_file(language: str, version: str) -> str | None:
    """Return the areas that a language has in one file, its gaps filled in English; None if there is no such language.

    `version` is part of the cache key.
    """
    if language not in languages():
        return None
    areas = {path.stem for path in (FOLDER / language).glob("*.ftl")}
    return "".join(text for code, text in _entries(version, language) if area_of(code) in areas)


@lru_cache(maxsize=4)
def _entries(version: str, language: str) -> tuple[tuple[str, str], ...]:
    """Return every message by code, as it is in a language or else in English."""
    del version
    own = dict(_read(language))
    return tuple((code, own.get(code, text)) for code, text in _read(SOURCE))


def _read(language: str) -> Iterator[tuple[str, str]]:
    for path in sorted((FOLDER / language).glob("*.ftl")):
        for found in ENTRY.finditer(f"{path.read_text(encoding='utf-8')}\n"):
            yield found[1], found[0]
