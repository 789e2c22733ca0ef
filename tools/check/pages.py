"""Rules for the pages' files: no missing or unused file, no code from text, no sound, no import from another page."""

from __future__ import annotations

import re
from collections.abc import Container
from pathlib import Path

from tools.check.files import CHECKOUT, files, text_of
from web.contract.permissions import ROUTES

STATIC = CHECKOUT / "web" / "static"
INSTALLED = STATIC / "installed"
"""Files that a phone fetches once when it installs the page as an application."""

VENDOR = "vendor"
"""Folder of other projects' files, unchanged (docs/vendored.md)."""

LATE = {"lobby", "hand", "testcard", "fought", VENDOR}
"""Folders without a page, which a page loads when it needs them."""

ON_THEIR_OWN = {
    "shared/plain.css", "tray/tray.js", "testcard/test-card.ndjson",
    "vendor/LICENSE-Apache-2.0.txt", "installed/app.webmanifest", "installed/icon-192.png", "installed/icon-512.png",
}  # fmt: skip
"""Files that the program, a script or a manifest requests."""

ADDRESS = re.compile(r"""(?:src|href)="([^"]+)"|from "([^"]+)"|url\(([^)]+)\)""")
LATER = re.compile(r"""import\("([^"]+)"\)|style\("([^"]+)"\)""")
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.M | re.S)
UNSAFE = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|style=|onclick=|"
    r"https?://(?!www\.w3\.org/2000/svg)"
)
SOUND = re.compile(r"\bAudio|<audio|vibrate|speechSynthesis|AudioContext")
LOCAL = ("/static/", "./", "../")


def _name(path: Path) -> str:
    return path.relative_to(STATIC).as_posix()


def _addresses(path: Path, pattern: re.Pattern[str]) -> list[str]:
    found = pattern.findall(COMMENT.sub("", text_of(path)))
    return [next(group for group in groups if group) for groups in found]


def _file_at(address: str, named_by: Path) -> Path:
    if address.startswith("/static/"):
        return STATIC / address.removeprefix("/static/")
    return (named_by.parent / address).resolve()


def fetched(page: Path, sources: Container[Path], *, later: bool) -> set[Path]:
    """Return the files that a browser fetches for a page; `later` includes those that are loaded on demand."""
    known, open_ = set[Path](), [page]
    while open_:
        one = open_.pop()
        if one in known:
            continue
        known.add(one)
        if one in sources:
            names = _addresses(one, ADDRESS) + (_addresses(one, LATER) if later and one.suffix == ".js" else [])
            open_ += [file for name in names if name.startswith(LOCAL) and (file := _file_at(name, one)).is_file()]
    return known


def find() -> list[str]:
    """Return the faults of the pages' files."""
    sources = files("web/static", ".html", ".js", ".css", ".svg")
    return [*_contents(sources), *_missing(sources), *_unused(set(sources))]


def _contents(sources: tuple[Path, ...]) -> list[str]:
    return [
        f"web/static/{_name(path)}: {match.group()} ({why})"
        for path in sources
        if path.parent.name != VENDOR
        for pattern, why in ((UNSAFE, "text becomes code or leaves the table"), (SOUND, "a page makes a sound"))
        for match in pattern.finditer(text_of(path))
    ]


def _missing(sources: tuple[Path, ...]) -> list[str]:
    found = []
    for path in sources:
        own = {path.parent, STATIC / "shared", INSTALLED, STATIC / "obs"}
        for address in _addresses(path, ADDRESS):
            if not address.startswith(LOCAL):
                if ("GET", re.split("[?#]", address)[0]) not in ROUTES:
                    found.append(f"web/static/{_name(path)}: no route {address}")
            elif not _file_at(address, path).is_file():
                found.append(f"web/static/{_name(path)}: no file {address}")
            elif _file_at(address, path).parent not in own:
                found.append(f"web/static/{_name(path)}: uses {address} of another surface")
        found += [
            f"web/static/{_name(path)}: loads {address} late, which a page has at once"
            for address in (_addresses(path, LATER) if path.suffix == ".js" else [])
            if _file_at(address, path).parent.name not in LATE
        ]
    return found


def _unused(sources: set[Path]) -> list[str]:
    pages = [path for path in sources if path.suffix == ".html"]
    late = {file for page in pages for file in fetched(page, sources, later=True)}
    at_once = {file for page in pages for file in fetched(page, sources, later=False)}
    unused = {path for path in STATIC.rglob("*") if path.is_file()} - late - {STATIC / name for name in ON_THEIR_OWN}
    # Scripts that are downloaded for OBS are not part of a page.
    return [
        *(f"web/static/{_name(path)}: no page uses it" for path in sorted(unused) if path.suffix not in {".py", ".ts"}),
        *(f"web/static/{_name(path)}: a page waits for it" for path in sorted(at_once) if path.parent.name in LATE),
    ]
