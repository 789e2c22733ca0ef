"""The pages' files: small, their own, and nothing missing."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from web.pages import PAGES, STATIC

BUDGET_BYTES = 150_000
SOURCES = sorted(path for path in STATIC.rglob("*") if path.suffix in {".html", ".js", ".css", ".svg"})
ADDRESS = re.compile(r"""(?:src|href)="([^"]+)"|from "([^"]+)"|url\(([^)]+)\)""")


def test_everything_together_is_small() -> None:
    total = sum(path.stat().st_size for path in STATIC.rglob("*") if path.is_file())
    assert total < BUDGET_BYTES, f"{total} bytes of static files"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_file_names_only_files_that_are_here(path: Path) -> None:
    for match in ADDRESS.finditer(path.read_text()):
        address = next(group for group in match.groups() if group)
        if address.startswith("/static/"):
            assert (STATIC / address.removeprefix("/static/")).is_file(), address
        elif address.startswith("/"):
            assert address in {*PAGES, "/certificate"}, address
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
    assert response.text == (STATIC / PAGES[address]).read_text()


def test_a_static_file_is_sent_again_only_when_it_changed(client: httpx.Client) -> None:
    first = client.get("/static/js/dom.js")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/js/dom.js", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
