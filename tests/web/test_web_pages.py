"""The pages' files: small, their own, and nothing missing."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from web.pages import PAGES, STATIC, STATIC_LENS, page_html
from web.setup.pages import STATIC_SETUP

BUDGET_BYTES = 150_000
SETUP_BUDGET_BYTES = 75_000
SOURCES = sorted(
    path
    for folder in (STATIC, STATIC_LENS, STATIC_SETUP)
    for path in folder.rglob("*")
    if path.suffix in {".html", ".js", ".css", ".svg"}
)
ADDRESS = re.compile(r"""(?:src|href)="([^"]+)"|from "([^"]+)"|url\(([^)]+)\)""")


def test_everything_together_is_small() -> None:
    total = sum(path.stat().st_size for path in STATIC.rglob("*") if path.is_file())
    assert total < BUDGET_BYTES, f"{total} bytes of static files"
    own = sum(path.stat().st_size for path in STATIC_SETUP.rglob("*") if path.is_file())
    assert own < SETUP_BUDGET_BYTES, f"{own} bytes of the set-up's own files"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_file_names_only_files_that_are_here(path: Path) -> None:
    for match in ADDRESS.finditer(path.read_text()):
        address = next(group for group in match.groups() if group)
        if address.startswith("/static/setup/"):
            assert (STATIC_SETUP / address.removeprefix("/static/setup/")).is_file(), address
        elif address.startswith("/static/"):
            assert (STATIC / address.removeprefix("/static/")).is_file(), address
        elif address.startswith("/lens/"):
            assert (STATIC_LENS / address.removeprefix("/lens/")).is_file(), address
        elif address.startswith("/"):
            assert address in {*PAGES, "/certificate", "/fairness"}, address
        else:
            assert address.startswith("./"), address
            assert (path.parent / address).is_file(), address


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_file_reads_what_arrives_as_markup_or_code(path: Path) -> None:
    text = path.read_text()
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "style=",
        "onclick=",
        "http://",
        "https://",
    ):
        assert word not in text.replace("http://www.w3.org/2000/svg", ""), word


@pytest.mark.parametrize("address", sorted(PAGES))
def test_a_page_is_served_and_asked_for_anew(client: httpx.Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    assert response.text == page_html(PAGES[address])
    assert "<!--#" not in response.text
    assert response.text.startswith("<!doctype html>")


def test_a_static_file_is_sent_again_only_when_it_changed(client: httpx.Client) -> None:
    first = client.get("/static/js/dom.js")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/js/dom.js", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_page_makes_a_sound(path: Path) -> None:
    assert re.search(r"\bAudio|<audio|vibrate|speechSynthesis|AudioContext", path.read_text()) is None
