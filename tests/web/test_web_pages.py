"""The pages' files: small, their own, and nothing missing."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from web.contract.rights import ROUTES
from web.page_bundle import STATIC
from web.page_files import page_html
from web.pages import PAGES

ALL_BUDGET_BYTES = 136_500
CODE_BUDGET_BYTES = 186_000
SETUP_CODE_BUDGET_BYTES = 75_000
SELDOM = {
    "first": (22_000, 9_000),
    "machine": (25_000, 12_500),
    "judge": (5_000, 3_000),
    "help": (27_000, 10_500),
    "installed": (17_000, 17_000),
    "clip": (3_000, 2_500),
    "lobby": (10_000, 6_000),
    "hand": (13_400, 6_000),
    "overlay": (17_500, 8_500),
    "testcard": (196_000, 10_500),
    "obs": (3_500, 1_600),
    "fought": (100, 200),
}
"""Surfaces which no other page loads, or only after its board is drawn, and a table's devices see once or seldom,
outside the others' sums: how much code each is, and how many bytes it carries. The machine has two pages, help one in
each language."""

LATE = {"lobby", "hand", "testcard", "fought"}
"""What a page loads once its board is drawn, and only where it is of use: folders without a page of their own."""

PAGE_BUDGETS_BYTES = {
    "table/table.html": 60_600,
    "table/health.html": 17_000,
    "phone/phone.html": 75_500,
    "phone/pair.html": 15_000,
    "replay/replay.html": 47_000,
    "clip/clip.html": 27_000,
    "overlay/overlay.html": 43_800,
    "overlays/overlays.html": 17_000,
    "director/director.html": 15_000,
    "setup/setup.html": 75_000,
    "lens/calibrate.html": 16_000,
    "first/first.html": 18_000,
    "machine/machine.html": 23_000,
    "machine/update.html": 17_000,
    "judge/judge.html": 14_500,
    "help/help.html": 14_500,
    "help/help.de.html": 15_500,
}
"""What a network carries before a page is whole: its own file and all that this names, as the table sends them."""
TEXTS = {".html", ".js", ".css", ".svg"}
SOURCES = sorted(path for path in STATIC.rglob("*") if path.suffix in TEXTS)
ADDRESS = re.compile(r"""(?:src|href)="([^"]+)"|from "([^"]+)"|url\(([^)]+)\)""")
LATER = re.compile(r"""import\("([^"]+)"\)|style\("([^"]+)"\)""")
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.M | re.S)
FOLDERS = {
    "shared",
    "table",
    "phone",
    "replay",
    "overlay",
    "overlays",
    "director",
    "setup",
    "lens",
    "tray",
    "first",
    "machine",
    "judge",
    "help",
    "clip",
    "installed",
    "lobby",
    "hand",
    "testcard",
    "obs",
    "fought",
}
INSTALLED = STATIC / "installed"
"""What a phone that keeps the page as an application takes, once: no page waits for it."""


def name_of(path: Path) -> str:
    """Return a file's path below the static files."""
    return path.relative_to(STATIC).as_posix()


def named_in(path: Path) -> list[str]:
    """Return the addresses that a file names."""
    if path.suffix not in TEXTS:
        return []
    found = ADDRESS.findall(COMMENT.sub("", path.read_text()))
    return [next(group for group in groups if group) for groups in found]


def loaded_later_by(path: Path) -> list[str]:
    """Return the addresses that a module loads when it comes to it."""
    found = LATER.findall(COMMENT.sub("", path.read_text())) if path.suffix == ".js" else []
    return [next(group for group in groups if group) for groups in found]


def file_at(address: str, named_by: Path) -> Path:
    """Return the file behind an address of /static, or behind one beside the file that names it."""
    if address.startswith("/static/"):
        return STATIC / address.removeprefix("/static/")
    return (named_by.parent / address).resolve()


def fetched(path: Path, *, later: bool = False) -> set[Path]:
    """Return all files that a browser fetches for a page; `later` with those that are loaded when it comes to it."""
    known, open_ = set(), [path]
    while open_:
        one = open_.pop()
        if one in known:
            continue
        known.add(one)
        names = [*named_in(one), *(loaded_later_by(one) if later else ())]
        named = [file_at(found, one) for found in names if found.startswith(("/static/", "./", "../"))]
        open_ += [found for found in named if found.parent != INSTALLED]
    return known


def carried_bytes(client: httpx.Client, path: Path) -> int:
    """Return how many bytes the table sends for a static file to a browser of today."""
    with client.stream("GET", f"/static/{name_of(path)}", headers={"Accept-Encoding": "gzip"}) as response:
        assert response.status_code == 200
        return sum(len(part) for part in response.iter_raw())


def code_bytes(path: Path) -> int:
    """Return how large a file is without its comments, which are for who reads it: what it says of types among them."""
    return len(COMMENT.sub("", path.read_text()).encode()) if path.suffix in TEXTS else path.stat().st_size


def test_there_is_little_code_to_read() -> None:
    sizes = {path: code_bytes(path) for path in STATIC.rglob("*") if path.is_file()}
    own = sum(size for path, size in sizes.items() if path.parent.name == "setup")
    others = sum(size for path, size in sizes.items() if path.parent.name not in {"setup", "lens", *SELDOM})
    assert others < CODE_BUDGET_BYTES, f"{others} bytes of static files"
    assert own < SETUP_CODE_BUDGET_BYTES, f"{own} bytes of the set-up's own files"
    for name, (most, _) in SELDOM.items():
        found = sum(size for path, size in sizes.items() if path.parent.name == name)
        assert found < most, f"{found} bytes of the files of {name}"


def test_everything_together_is_small(client: httpx.Client) -> None:
    sizes = {name_of(path): carried_bytes(client, path) for path in STATIC.rglob("*") if path.is_file()}
    seldom = {one: sum(size for name, size in sizes.items() if name.startswith(f"{one}/")) for one in SELDOM}
    assert sum(sizes.values()) - sum(seldom.values()) < ALL_BUDGET_BYTES, sizes
    assert all(seldom[one] < most for one, (_, most) in SELDOM.items()), seldom


@pytest.mark.parametrize("page", sorted(PAGE_BUDGETS_BYTES))
def test_what_one_page_fetches_is_small(client: httpx.Client, page: str) -> None:
    sizes = {name_of(path): carried_bytes(client, path) for path in fetched(STATIC / page)}
    assert sum(sizes.values()) < PAGE_BUDGETS_BYTES[page], sizes


def test_a_browser_that_knows_no_compression_gets_the_same_file(client: httpx.Client) -> None:
    plain = client.get("/static/shared/dom.js", headers={"Accept-Encoding": "identity"})
    packed = client.get("/static/shared/dom.js", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.content == packed.content == (STATIC / "shared" / "dom.js").read_bytes()


def test_every_page_has_a_budget_and_every_surface_a_folder() -> None:
    assert {name_of(path) for path in SOURCES if path.suffix == ".html"} == set(PAGE_BUDGETS_BYTES)
    assert {path.name for path in STATIC.iterdir()} == FOLDERS


def test_every_file_is_fetched_by_a_page() -> None:
    pages = {one for page in PAGE_BUDGETS_BYTES for one in fetched(STATIC / page, later=True)}
    of_the_program = {STATIC / "shared" / "plain.css", STATIC / "tray" / "tray.js"}
    assert pages.isdisjoint(of_the_program)
    of_the_program |= {INSTALLED / name for name in ("app.webmanifest", "icon-192.png", "icon-512.png")}
    asked_for = {STATIC / "testcard" / "test-card.ndjson"}
    assert pages | of_the_program | asked_for == {path for path in STATIC.rglob("*") if path.is_file()}


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_surface_takes_nothing_from_another(path: Path) -> None:
    own = {path.parent, STATIC / "shared", INSTALLED}
    found = [address for address in named_in(path) if address.startswith(("/static/", "./", "../"))]
    # What is downloaded for OBS is no part of a page.
    found = [address for address in found if not address.startswith("/static/obs/")]
    assert [address for address in found if file_at(address, path).parent not in own] == []


def test_what_is_loaded_later_is_so_from_its_own_folders_alone_and_no_page_waits_for_it() -> None:
    later = {file_at(name, path) for path in SOURCES for name in loaded_later_by(path)}
    assert {path.parent.name for path in later} == LATE
    assert not {path for page in PAGE_BUDGETS_BYTES for path in fetched(STATIC / page) if path.parent.name in LATE}


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_file_names_only_files_that_are_here(path: Path) -> None:
    for address in named_in(path):
        if address.startswith(("/static/", "./", "../")):
            assert file_at(address, path).is_file(), address
        else:
            assert ("GET", re.split("[?#]", address)[0]) in ROUTES, address


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
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
    assert response.text.startswith("<!doctype html>")


def test_a_static_file_is_sent_again_only_when_it_changed(client: httpx.Client) -> None:
    first = client.get("/static/shared/dom.js")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/shared/dom.js", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_no_page_makes_a_sound(path: Path) -> None:
    assert re.search(r"\bAudio|<audio|vibrate|speechSynthesis|AudioContext", path.read_text()) is None
