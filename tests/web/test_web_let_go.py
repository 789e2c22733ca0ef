"""A page that is closed, or left for another, is let go of: nothing of what it followed is held for it any more."""

from __future__ import annotations

import asyncio
import time

import pytest
from playwright.sync_api import Page

from tests.web.looking import Look
from tests.web.serving import Served

PATIENCE_S = 60.0
FOLLOWING = ("/", "/phone", "/overlay", "/director")


def following(served: Served) -> int:
    """Return how many requests are being answered: those that end at once, and those that follow the table."""

    def counted() -> int:
        named = [task.get_coro() for task in asyncio.all_tasks()]
        return sum(getattr(one, "__qualname__", "").endswith("run_asgi") for one in named)

    return served.do(counted)


def until_follow(served: Served, page: Page, least: int, most: int) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not least <= (found := following(served)) <= most:
        assert time.monotonic() < end_s, found
        page.wait_for_timeout(50)


@pytest.mark.nightly
@pytest.mark.parametrize("path", FOLLOWING)
def test_what_follows_the_table_ends_with_its_page(served: Served, look: Look, path: str) -> None:
    keeps = look.at("/pair", ready="form")
    until_follow(served, keeps, 0, 0)
    for leave in (Page.close, lambda page: page.goto(served.url + "/pair")):
        page = look.at(path)
        until_follow(served, page, 1, 9)
        leave(page)
        until_follow(served, keeps, 0, 0)


@pytest.mark.nightly
def test_a_camera_that_nobody_sees_any_more_is_let_go_of(served: Served, look: Look) -> None:
    keeps = look.at("/pair", ready="form")
    page = look.at("/pair", ready="form")
    page.evaluate("document.body.append(Object.assign(new Image(), { src: '/camera.mjpg' }))")
    until_follow(served, page, 1, 9)
    page.close()
    until_follow(served, keeps, 0, 0)
