"""A page in several languages comes in the one that the browser likes best, or that its address names."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st

from messages.catalogue import SOURCE, catalogue_of, languages
from messages.message import Message
from messages.page_texts import PageLanguage, language_of, overlay_language, page_number, preferred
from web.api.machine import machine_page
from web.pages.pages import pages_router

THERE = ("en", "de", "fr")


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("it,fr;q=0.5,de;q=0.7", "de"),
        ("it, es;q=0.5", "en"),
        ("de;q=0, en", "en"),
        ("de;q=0", "en"),
        ("*", "en"),
        ("DE-ch", "de"),
        ("de;q=nonsense, fr", "fr"),
        ("fr ; q=0.4 , de ; q=0.6", "de"),
    ],
)
def test_what_a_browser_likes_best_is_taken_of_what_is_there(accepted: str, language: str) -> None:
    assert preferred(accepted, THERE) == language


@given(st.text(max_size=200))
def test_whatever_a_browser_says_a_language_that_is_there_comes_of_it(accepted: str) -> None:
    assert preferred(accepted, THERE) in THERE


@given(st.permutations(THERE), st.lists(st.integers(1, 999), min_size=3, max_size=3, unique=True))
def test_the_largest_preference_wins_in_any_order(order: list[str], preferences: list[int]) -> None:
    said = ",".join(f"{one};q=0.{q:03d}" for one, q in zip(order, preferences, strict=True))
    assert preferred(said, THERE) == order[preferences.index(max(preferences))]


@pytest.mark.parametrize(
    ("address", "accepted", "language"),
    [
        ("/help", "de", "de"),
        ("/help", "fr", SOURCE),
        ("/help?in=de", "en", "de"),
        ("/help?in=en", "de", SOURCE),
        ("/help?in=../x", "de", "de"),
    ],
)
def test_help_comes_in_the_readers_language(address: str, accepted: str, language: str) -> None:
    app = FastAPI()
    app.add_middleware(PageLanguage)
    app.include_router(machine_page())

    async def asked() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
            return await client.get(address, headers={"Accept-Language": accepted})

    answer = asyncio.run(asked())
    assert answer.status_code == 200
    assert answer.headers["content-language"] == language
    assert answer.headers["vary"] == "Accept-Language, Cookie"
    assert f'<html lang="{language}"' in answer.text


@pytest.mark.parametrize(
    ("asked", "cookies", "accepted", "language"),
    [
        ("", "", "de", "de"),
        ("", "overlook_language=en; other=1", "de", "en"),
        ("", "a=b; overlook_language=de", "", "de"),
        ("", "overlook_language=xx", "de", "de"),
        ("de", "overlook_language=en", "en", "de"),
        ("xx", "overlook_language=de", "en", "de"),
        ("pseudo", "", "", "en"),
        ("", "overlook_language", "de", "de"),
    ],
)
def test_a_device_has_the_language_of_its_address_its_cookie_or_its_browser(
    asked: str, cookies: str, accepted: str, language: str
) -> None:
    assert language_of(asked, cookies, accepted) == language


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_any_address_cookie_and_header_give_a_language_that_is_there(asked: str, cookies: str, accepted: str) -> None:
    assert language_of(asked, cookies, accepted) in languages()


GERMAN = {"Accept-Language": "de"}
TO_TABLE = catalogue_of("de").text(Message.of("page-to-table"))


@pytest.mark.parametrize("address", ["/", "/phone", "/pair", "/health", "/fairness", "/certificate", "/setup"])
def test_a_page_comes_in_german_and_says_so(client: httpx.Client, address: str) -> None:
    answer = client.get(address, headers=GERMAN)
    assert '<html lang="de"' in answer.text
    assert answer.headers["content-language"] == "de"
    assert "Accept-Language, Cookie" in answer.headers["vary"]
    assert "set-cookie" not in answer.headers
    assert '<html lang="en"' in client.get(address).text


def test_an_error_is_shown_in_german_and_its_json_stays_english(client: httpx.Client) -> None:
    page = client.get("/nothing", headers={**GERMAN, "Accept": "text/html"})
    assert TO_TABLE in page.text
    assert page.headers["content-language"] == "de"
    answer = client.get("/api/games/9", headers=GERMAN)
    assert answer.json()["detail"] == client.get("/api/games/9").json()["detail"]
    assert "content-language" not in answer.headers


def test_the_address_sets_the_language_that_the_device_keeps(client: httpx.Client) -> None:
    answer = client.get("/health?lang=de")
    assert '<html lang="de"' in answer.text
    assert answer.headers["set-cookie"].startswith("overlook_language=de; Path=/; Max-Age=31536000")
    assert '<html lang="de"' in client.get("/health", headers={"Cookie": "overlook_language=de"}).text
    assert '<html lang="en"' in client.get("/health", headers={"Cookie": "overlook_language=en", **GERMAN}).text
    client.cookies.clear()


def test_the_overlay_has_the_language_of_the_settings_and_not_of_the_browser(client: httpx.Client) -> None:
    assert '<html lang="en"' in client.get("/overlay/score", headers=GERMAN).text
    asked = client.get("/overlay?lang=de")
    assert '<html lang="de"' in asked.text
    assert "set-cookie" not in asked.headers


@pytest.mark.parametrize(("language", "shown"), [("de", "de"), ("xx", "en")])
def test_the_setting_chooses_the_language_of_the_overlay(language: str, shown: str) -> None:
    app = FastAPI()
    app.include_router(pages_router())
    app.add_middleware(PageLanguage, fixed=partial(overlay_language, language))

    async def asked() -> str:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
            return (await client.get("/overlay/score")).text

    assert f'<html lang="{shown}"' in asyncio.run(asked())


@pytest.mark.parametrize("address", ["/phone", "/health"])
def test_the_scripts_of_a_page_come_with_the_texts_of_its_language(client: httpx.Client, address: str) -> None:
    html = client.get(address, headers=GERMAN).text
    script = re.findall(r'<script type="module" src="([^"]+)">', html)[-1]
    texts = client.get(urljoin(script, "../shared/page_texts.js")).text
    own = client.get(script).text if "modules[" in texts else texts
    assert "ui-no-answer = " + catalogue_of("de").text(Message.of("ui-no-answer")) in own
    catalogue = client.get(urljoin(script, "../messages/de.ftl"))
    assert catalogue.status_code == 200
    assert "immutable" in catalogue.headers["cache-control"]


@pytest.mark.parametrize("address", ["/phone", "/", "/health", "/pair", "/fairness"])
def test_a_page_links_to_the_other_languages(client: httpx.Client, address: str) -> None:
    english, german = client.get(address).text, client.get(address, headers=GERMAN).text
    assert '<a href="?lang=de" lang="de" hreflang="de">Deutsch</a></nav>' in english
    assert '<a href="?lang=en" lang="en" hreflang="en">English</a></nav>' in german
    assert "<!-- languages" not in english + german


def test_numbers_of_a_page_are_written_in_its_language() -> None:
    async def numbers() -> None:
        found.append((page_number(1.25, 2), page_number(-0.5, 1), page_number(0.5, 1, signed=True)))

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await numbers()

    async def send(event: Any) -> None:
        raise AssertionError(event)

    async def receive() -> Any:
        raise AssertionError

    found: list[tuple[str, ...]] = []
    for language in (b"en", b"de"):
        scope = {"type": "http", "path": "/", "headers": [(b"accept-language", language)]}
        asyncio.run(PageLanguage(app)(scope, receive, send))
    assert found == [("1.25", "-0.5", "+0.5"), ("1,25", "-0,5", "+0,5")]
