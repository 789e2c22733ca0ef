"""What a page is sent with: its files by addresses that say of which version they are.

A browser that has seen the table asks for nothing again that has not changed: each address below `/static/` carries
what the files are (`/static/@1f2e3d4c/replay/replay.js`) and so never changes what it means. Modules that only other
modules name are named by the page itself, or are all in one (`/static/@1f2e3d4c.phone/phone/phone.js`).
"""

from __future__ import annotations

import hashlib
from collections import deque
from functools import lru_cache
from pathlib import Path

from web.page_bundle import BUNDLED, STATIC, bundle_of

MARK = "@"
"""What begins the part of an address that says of which version a file is; no surface's folder begins so."""

LASTING = "installed/"
"""The folder of what an installed page is known by: its address is the same in every version."""

VERSION_DIGITS = 8
Stamps = tuple[tuple[str, int, int], ...]
_SENT: deque[str] = deque(maxlen=1)


def page_html(name: str) -> str:
    """Return a page as it is sent; `name` is its path below the static files."""
    version = version_now()
    page = next((page for page, path in BUNDLED.items() if path == name), "")
    html = bundle_of(page, version).html if page else (STATIC / name).read_text(encoding="utf-8")
    versioned = f'"/static/{MARK}{version}{"." if page else ""}{page}/'
    return html.replace('"/static/', versioned).replace(f"{versioned}{LASTING}", f'"/static/{LASTING}')


def split_version(path: str) -> tuple[str, str, str]:
    """Return the version and the bundled page that a path below `/static/` says, and the path of the file."""
    said, cut, rest = path.partition("/")
    if not cut or not said.startswith(MARK):
        return "", "", path
    version, _, page = said.removeprefix(MARK).partition(".")
    return version, page, rest


def bundled_text(version: str, page: str, name: str) -> str | None:
    """Return the text of a file as a bundled page has it; None where that page leaves it as it is."""
    return bundle_of(page, version).texts.get(name) if page in BUNDLED and is_sent(version) else None


def version_now() -> str:
    """Return of which version the files are that lie here now."""
    found = sorted(path for path in STATIC.rglob("*") if path.is_file())
    version = _version(tuple((path.as_posix(), (now := path.stat()).st_mtime_ns, now.st_size) for path in found))
    _SENT.append(version)
    return version


def is_sent(version: str) -> bool:
    """Return whether the page that was sent last names its files by that version."""
    return version in _SENT


@lru_cache(maxsize=1)
def _version(stamps: Stamps) -> str:
    whole = hashlib.sha256()
    for path, _, size in stamps:
        whole.update(f"{path[len(str(STATIC)) :]} {size}\n".encode())
        whole.update(Path(path).read_bytes())
    return whole.hexdigest()[:VERSION_DIGITS]
