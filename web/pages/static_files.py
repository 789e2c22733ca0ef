"""Static files by versioned address; built assets.

The modules stay as they are written and become functions of one module, each called once, in the order in which a
browser would run them. What a page loads later imports the same modules by their own addresses: there it gets what the
bundle has made, so that nothing is there twice.

A browser that has seen the table asks for nothing again that has not changed: each address below `/static/` carries
what the files are (`/static/@1f2e3d4c/replay/replay.js`) and so never changes what it means. Modules that only other
modules name are named by the page itself, or are all in one (`/static/@1f2e3d4c.phone/phone/phone.js`).
"""

from __future__ import annotations

import hashlib
import re
from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

STATIC = Path(__file__).resolve().parent.parent / "static"
BUNDLED = {"phone": "phone/phone.html", "table": "table/table.html"}
"""The pages by what their addresses say; none of their modules awaits anything while it is run first."""

SCRIPT = re.compile(r'<script type="module" src="/static/([^"]+)"></script>\n')
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">\n')
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?function|class|const)", re.M)
EXPORTED = re.compile(r"^export (?:(?:async )?function|class|const) ([\w$]+)", re.M)
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.M | re.S)
"""A whole line of comment, or several; they and the types in them are for who reads the files."""


class BundleError(ValueError):
    """A module is written in a way that the bundle does not know."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a page is sent: its HTML, and texts by their path below the static files, `code` and `style` among them."""

    html: str
    texts: dict[str, str]


@lru_cache(maxsize=len(BUNDLED))
def bundle_of(page: str, version: str) -> Bundle:
    """Return the bundle of a page, by its name in `BUNDLED`; `version` is that of the static files, read once each."""
    del version
    html = (STATIC / BUNDLED[page]).read_text(encoding="utf-8")
    scripts, styles = SCRIPT.findall(html), STYLE.findall(html)
    order = _in_order(scripts)
    code, style = scripts[-1], styles[-1]
    texts = {name: _shared(name, code) for name in order if name not in scripts}
    texts[code] = "".join(
        ["export const modules = {};\n", *(_part(name, entry=name in scripts) for name in order)],
    )
    texts[style] = "\n".join(_styled(name) for name in styles)
    kept = {code, style}
    found = SCRIPT.sub(lambda one: one[0] if one[1] in kept else "", html)
    return Bundle(STYLE.sub(lambda one: one[0] if one[1] in kept else "", found), texts)


def _text(name: str) -> str:
    return COMMENT.sub("", (STATIC / name).read_text(encoding="utf-8"))


def _imported(name: str, address: str) -> str:
    return (STATIC / name).parent.joinpath(address).resolve().relative_to(STATIC).as_posix()


def _in_order(entries: list[str]) -> list[str]:
    """Return the modules as a browser runs them: each after those that it imports."""
    found: dict[str, None] = {}

    def visit(name: str, within: tuple[str, ...]) -> None:
        if name in within:
            raise BundleError(f"{name} imports itself by {' and '.join(within)}: expected modules without circles")
        if name in found:
            return
        for _, address in IMPORT.findall(_text(name)):
            visit(_imported(name, address), (*within, name))
        found[name] = None

    for entry in entries:
        visit(entry, ())
    return list(found)


def _part(name: str, *, entry: bool) -> str:
    """Return a module as a function that is called where it stands; what a page runs for itself stands in a block."""
    text = _text(name)
    exported = EXPORTED.findall(text)

    def taken(one: re.Match[str]) -> str:
        names = one[1].replace(" as ", ": ")
        return f'const {{{names}}} = modules["{_imported(name, one[2])}"];\n'

    body = EXPORT.sub("", IMPORT.sub(taken, text))
    if re.search(r"^(?:import|export)\b(?!\()", body, re.M) or (entry and exported):
        raise BundleError(f"{name}: expected named imports and exported functions, classes and constants alone")
    if entry:
        return f"{{\n{body}}}\n"
    return f'modules["{name}"] = (() => {{\n{body}return {{ {", ".join(exported)} }};\n}})();\n'


def _shared(name: str, code: str) -> str:
    """Return a module of the bundle for what is loaded later: what the bundle has made of it."""
    exported = ", ".join(EXPORTED.findall(_text(name)))
    return f'import {{ modules }} from "../{code}";\nexport const {{ {exported} }} = modules["{name}"];\n'


def _styled(name: str) -> str:
    """Return a style sheet whose addresses are told from the folder of another."""
    return _text(name).replace("url(./", f"url(../{name.partition('/')[0]}/")


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
