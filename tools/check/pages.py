"""Rules for the pages' files: none missing or unused, no code from text, no sound, texts only in the catalogue."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from pathlib import Path

from tools.check.files import CHECKOUT, files, text_of
from web.contract.permissions import ROUTES

STATIC = CHECKOUT / "web" / "static"
INSTALLED = STATIC / "installed"
"""Files that a phone fetches once when it installs the page as an application."""

VENDOR = "vendor"
"""Folder of other projects' files, unchanged (docs/vendored.md)."""

LATE = {"lobby", "hand", "testcard", "fought"}
"""Folders without a page, which a page loads when it needs them."""

ON_THEIR_OWN = {
    "shared/plain.css", "tray/tray.js", "tray/rolls.js", "testcard/test-card.ndjson",
    "vendor/LICENSE-Apache-2.0.txt", "vendor/LICENSE-preact.txt",
    "installed/app.webmanifest", "installed/icon-192.png", "installed/icon-512.png",
}  # fmt: skip
"""Files that the program, a script or a manifest requests."""

ADDRESS = re.compile(r"""(?:src|href)="([^"]+)"|(?:from|^import) "([^"]+)"|url\(([^)]+)\)""", re.M)
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
        own = {path.parent, STATIC / "shared", STATIC / VENDOR, INSTALLED, STATIC / "obs"}
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


SCRIPT_PART = re.compile(
    r"""//[^\n]*|/\*.*?\*/|(?<=[(,=:\[!&|?])\s*/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\]|\\.)*\])+/|"""
    r""""((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|[`{}]""",
    re.S,
)
"""A comment, a regular expression, a string, or a sign that opens or closes a template or a block in a script."""

TEMPLATE_PART = re.compile(r"((?:[^`\\$]|\\.|\$(?!\{))*)(`|\$\{)", re.S)
"""Text of a template up to its end or its next expression."""

HTML_PART = re.compile(
    r"""<!--.*?-->|<script\b.*?</script>|<style\b.*?</style>|"""
    r"""\b(?:aria-label|title|alt|placeholder|content)="([^"]*)"|>([^<>]+)<""",
    re.S,
)
"""Text of a page's HTML: an attribute that people meet, or what is between tags."""

WORDS = re.compile(r"[A-Za-z][a-z']+,? [a-z'A-Z]{2,}")
"""Two words of English."""

NOT_ENGLISH = re.compile(
    r"(?:^|[ ,(>+~])[#.\[:*][a-z-]|[a-z]\[|[a-z]:[a-z]|^[a-z]+\.[a-z]|[;{}]|--|^(?:min|max)-|=device-width|"
    r"^(?:rotate|translate|scale|svg|button|details|input)\b|^[a-z]+ svg$|^[a-z]+(?: [a-z]+)?,? button$"
)
"""Selectors, classes, drawings and media queries."""

KEPT = {
    "end of its next activation",
    "end of its current or next activation",
    "end of the turning point",
    "end of the battle",
}
"""Values of a field in JSON."""

TO_DO: dict[str, int] = {}
"""Texts that pages still have outside of the catalogue, by file. The list may only shrink."""


def _script_strings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of a script and the texts of its templates, with their positions."""
    inside: list[str] = []
    at = 0
    while found := SCRIPT_PART.search(source, at):
        at = found.end()
        sign = found[0]
        if sign == "{":
            inside.append(sign)
        elif sign == "`" or (sign == "}" and inside and inside.pop() == "`"):
            text = TEMPLATE_PART.match(source, at)
            if text:
                yield at, text[1]
                at = text.end()
                inside += ["`"] if text[2] == "${" else []
        elif found[1] or found[2]:
            yield found.start(), found[1] or found[2]


def literals(source: str, *, script: bool) -> Iterator[tuple[int, str]]:
    """Yield the texts of two English words or more in a page's script or HTML, with their lines."""
    html = ((part.start(), part[1] or part[2] or "") for part in HTML_PART.finditer(source))
    for at, text in _script_strings(source) if script else html:
        words = " ".join(text.split())
        if WORDS.search(words) and words not in KEPT and "{{ " not in words and not NOT_ENGLISH.search(words):
            yield source.count("\n", 0, at) + 1, words


def texts() -> list[str]:
    """Return the files with more texts outside of the catalogue than `TO_DO` has, and the entries that are too high."""
    found = {}
    for folder in ("web/static", "venue/hub/static"):
        for path in files(folder, ".js", ".html"):
            if path.parent.name not in {VENDOR, "help"} and (
                texts := list(literals(text_of(path), script=path.suffix == ".js"))
            ):
                found[path.relative_to(CHECKOUT).as_posix()] = texts
    faults = []
    for name in sorted(found.keys() | TO_DO.keys()):
        texts_here, allowed = found.get(name, []), TO_DO.get(name, 0)
        if len(texts_here) > allowed:
            faults += [f"{name}:{line}: a text outside of the catalogue: {text}" for line, text in texts_here]
        if len(texts_here) < allowed:
            faults.append(f"{name}: {len(texts_here)} texts are left: lower its entry in TO_DO")
    return faults
