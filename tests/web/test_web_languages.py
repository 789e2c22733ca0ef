"""A page in several languages comes in the one that the browser likes best, or that its address names."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st

from web.api.machine import machine_page
from web.pages.pages import FIRST, preferred

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
        ("/help", "fr", FIRST),
        ("/help?in=de", "en", "de"),
        ("/help?in=en", "de", FIRST),
        ("/help?in=../x", "de", "de"),
    ],
)
def test_help_comes_in_the_readers_language(address: str, accepted: str, language: str) -> None:
    app = FastAPI()
    app.include_router(machine_page())

    async def asked() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
            return await client.get(address, headers={"Accept-Language": accepted})

    answer = asyncio.run(asked())
    assert answer.status_code == 200
    assert answer.headers["content-language"] == language
    assert answer.headers["vary"] == "Accept-Language"
    assert f'<html lang="{language}"' in answer.text
