"""Static files at versioned addresses, and JavaScript bundles of two pages.

Each address below `/static/` contains a hash of all files (`/static/@1f2e3d4c/replay/replay.js`), so its content never
changes and browsers may cache it for good. A bundled page gets its modules in one file
(`/static/@1f2e3d4c.phone/phone/phone.js`). A page in another language than English has that language in its addresses
(`/static/@1f2e3d4c.phone.de/phone/phone.js`).

In a bundle, each module becomes a function that is called once, in the order in which a browser would run the modules.
Modules that a page loads later import the same modules by their own addresses; there they get the bundle's objects, so
that no module exists twice.
"""

from __future__ import annotations

import hashlib
import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from messages.catalogue import FOLDER, SOURCE, languages
from messages.message import MessageError
from messages.page_texts import PSEUDO, catalogue_file, codes_in, fill_html, page_language, texts_module

STATIC = Path(__file__).resolve().parent.parent / "static"
CATALOGUE = re.compile(r"messages/([a-z]{2})\.ftl")
"""Address of the catalogue of a language: all its areas in one file."""
BUNDLED = {"phone": "phone/phone.html", "table": "table/table.html"}
"""Bundled pages by their name in addresses. Their modules must not use await at the top level."""

SCRIPT = re.compile(r'<script type="module" src="/static/([^"]+)"></script>\n')
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">\n')
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.M)
IMPORT_ALONE = re.compile(r'^import "(\.[^"]+)";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?function|class|const)", re.M)
EXPORTED = re.compile(r"^export (?:(?:async )?function|class|const) ([\w$]+)", re.M)
EXPORT_LIST = re.compile(r"\bexport\{([\w$ ,]+)\};?\s*$")
"""The exports at the end of a minified module of another project."""
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.M | re.S)
"""Whole lines of comments, left out of bundles."""

TEXTS = "shared/page_texts.js"
"""The script with the texts of the pages' own scripts; the server writes it."""

ON_DEMAND = ("hand", "lobby")
"""Folders of the scripts that a bundled page loads on demand; they use the page's texts."""


class BundleError(MessageError, ValueError):
    """A module uses syntax that the bundler does not support."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """HTML of a bundled page, and the texts of its files by path below the static files."""

    html: str
    texts: dict[str, str]


@lru_cache(maxsize=2 * len(BUNDLED))
def bundle_of(page: str, version: str, language: str = SOURCE) -> Bundle:
    """Return the bundle of a page in `BUNDLED`, with texts in a language; `version` is part of the cache key."""
    html = (STATIC / BUNDLED[page]).read_text(encoding="utf-8")
    scripts, styles = SCRIPT.findall(html), STYLE.findall(html)
    order = _in_order(scripts)
    code, style = scripts[-1], styles[-1]
    texts = {name: _shared(name, code) for name in order if name not in scripts}

    def contents(name: str) -> str:
        return texts_of(version, order, language) if name == TEXTS else _text(name)

    texts[code] = "".join(
        ["export const modules = {};\n", *(_part(name, contents(name), entry=name in scripts) for name in order)],
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
    """Return the modules in the order in which a browser runs them: each after its imports."""
    found: dict[str, None] = {}

    def visit(name: str, within: tuple[str, ...]) -> None:
        if name in within:
            raise BundleError("page-script-circle", file=name, through=within)
        if name in found:
            return
        text = _text(name)
        for address in (*IMPORT_ALONE.findall(text), *(address for _, address in IMPORT.findall(text))):
            visit(_imported(name, address), (*within, name))
        found[name] = None

    for entry in entries:
        visit(entry, ())
    return list(found)


def texts_of(version: str, modules: Iterable[str] | None = None, language: str = SOURCE) -> str:
    """Return the script with the texts of these modules and of those that pages load on demand, or of all scripts.

    Modules loaded on demand import others, which are included.
    """
    if modules is None:
        return texts_module(codes_in(STATIC.rglob("*.js")), version, language)
    late = (path.relative_to(STATIC).as_posix() for folder in ON_DEMAND for path in (STATIC / folder).glob("*.js"))
    return texts_module(codes_in(STATIC / name for name in {*modules, *_in_order(sorted(late))}), version, language)


def _part(name: str, text: str, *, entry: bool) -> str:
    """Return a module as a function that is called at once; an entry module becomes a block."""
    exported = EXPORTED.findall(text)
    if listed := EXPORT_LIST.search(text):
        pairs = [pair.split(" as ") for pair in listed[1].split(",")]
        fields = ", ".join(f"{pair[-1]}: {pair[0]}" for pair in pairs)
        return f'modules["{name}"] = (() => {{\n{text[: listed.start()]}\nreturn {{ {fields} }};\n}})();\n'

    def taken(one: re.Match[str]) -> str:
        names = one[1].replace(" as ", ": ")
        return f'const {{{names}}} = modules["{_imported(name, one[2])}"];\n'

    body = EXPORT.sub("", IMPORT.sub(taken, IMPORT_ALONE.sub("", text)))
    if re.search(r"^(?:import|export)\b(?!\()", body, re.M) or (entry and exported):
        raise BundleError("page-script-form", file=name)
    if entry:
        return f"{{\n{body}}}\n"
    return f'modules["{name}"] = (() => {{\n{body}return {{ {", ".join(exported)} }};\n}})();\n'


def _shared(name: str, code: str) -> str:
    """Return a module for imports after the bundle has run: it exports the bundle's objects."""
    text = _text(name)
    listed = EXPORT_LIST.search(text)
    names = [pair.split(" as ")[-1] for pair in listed[1].split(",")] if listed else EXPORTED.findall(text)
    exported = ", ".join(names)
    taken = f'import {{ modules }} from "../{code}";'
    return f'{taken}\nexport const {{ {exported} }} = modules["{name}"];\n'


def _styled(name: str) -> str:
    """Return a style sheet with its relative addresses adapted to another folder."""
    return _text(name).replace("url(./", f"url(../{name.partition('/')[0]}/")


VERSION_PREFIX = "@"
"""Prefix of the version in an address; no folder of static files begins with it."""

UNVERSIONED = "installed/"
"""Folder of the files that identify the installed web app; their addresses do not contain a version."""

VERSION_DIGITS = 8
Stamps = tuple[tuple[str, int, int], ...]
_SENT: deque[str] = deque(maxlen=1)


def page_html(name: str, language: str = SOURCE) -> str:
    """Return a page's HTML with its texts and versioned addresses; `name` is its path below the static files."""
    version = current_version()
    page = next((page for page, path in BUNDLED.items() if path == name), "")
    spoken = SOURCE if language == PSEUDO else language
    source = bundle_of(page, version, spoken).html if page else (STATIC / name).read_text(encoding="utf-8")
    versioned = f'"/static/{_versioned(version, page, spoken)}/'
    html = fill_html(source, language).replace('"/static/', versioned)
    return html.replace(f"{versioned}{UNVERSIONED}", f'"/static/{UNVERSIONED}')


def _versioned(version: str, page: str, language: str) -> str:
    """Return the part of an address that has the version, the bundled page, and the language if it is not English."""
    parts = [version, page, language] if language != SOURCE else [version, page] if page else [version]
    return VERSION_PREFIX + ".".join(parts)


def split_version(path: str) -> tuple[str, str, str, str]:
    """Split a path below `/static/` into the version, the bundled page, the language, and the path of the file.

    An address without a version has the language of the device.
    """
    said, cut, rest = path.partition("/")
    if not cut or not said.startswith(VERSION_PREFIX):
        return "", "", page_language(), path
    version, page, language = (*said.removeprefix(VERSION_PREFIX).split(".", 2), "", "")[:3]
    return version, page, language or SOURCE, rest


def bundled_text(version: str, page: str, name: str, language: str = SOURCE) -> str | None:
    """Return the text of a file in a page's bundle, or None if the file is not part of one."""
    if page not in BUNDLED or not is_current(version) or language not in languages():
        return None
    return bundle_of(page, version, language).texts.get(name)


def written_text(name: str, language: str = SOURCE) -> str | None:
    """Return a file that the server writes: texts of the scripts, or a language's catalogue; None for other files."""
    if name == TEXTS:
        return texts_of(current_version(), None, language if language in languages() else SOURCE)
    found = CATALOGUE.fullmatch(name)
    return catalogue_file(found[1], current_version()) if found else None


def current_version() -> str:
    """Return the version of the current static files."""
    found = sorted(path for path in (*STATIC.rglob("*"), *FOLDER.rglob("*.ftl")) if path.is_file())
    version = _version(tuple((path.as_posix(), (now := path.stat()).st_mtime_ns, now.st_size) for path in found))
    _SENT.append(version)
    return version


def is_current(version: str) -> bool:
    """Whether the page sent last refers to its files by that version."""
    return version in _SENT


@lru_cache(maxsize=1)
def _version(stamps: Stamps) -> str:
    whole = hashlib.sha256()
    for path, _, size in stamps:
        root = STATIC if path.startswith(str(STATIC)) else FOLDER
        whole.update(f"{path[len(str(root)) :]} {size}\n".encode())
        whole.update(Path(path).read_bytes())
    return whole.hexdigest()[:VERSION_DIGITS]
