"""Texts of the pages: those of their HTML, filled in when a page is sent, and those that their scripts need.

In HTML, `{{ ui-board }}` is replaced by the text of that message. A script names its texts by `say("ui-board")`; the
server finds these codes in the scripts and sends only their texts, in one file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from html import escape
from pathlib import Path

from messages.catalogue import ENGLISH, FOLDER
from messages.message import Message

PSEUDO = "pseudo"
"""Language for tests: every text of the catalogue in brackets, so that a text from elsewhere is found."""

PLACE = re.compile(r"\{\{ ([a-z][a-z0-9]*(?:-[a-z0-9]+)+) \}\}")
"""Place of a text in HTML."""

ENTRY = re.compile(r"^([a-z][a-z0-9-]*) =.*\n(?:[ \t]+\S.*\n|\n(?=[ \t]+\S))*", re.M)
"""A message of the catalogue with its lines."""

LITERAL = re.compile(r'"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)"')


def fill_html(html: str, language: str = "") -> str:
    """Return HTML with its texts, in the language asked for by `?lang=`."""
    pseudo = language == PSEUDO
    filled = PLACE.sub(lambda one: f"⟦{_text(one[1])}⟧" if pseudo else _text(one[1]), html)
    return filled.replace(' lang="en"', ' lang="en-x-pseudo"', 1) if pseudo else filled


def _text(code: str) -> str:
    return escape(str(Message.of(code)))


def codes_in(scripts: Iterable[Path]) -> set[str]:
    """Return what may be the codes of messages in scripts."""
    return {code for script in scripts for code in LITERAL.findall(script.read_text(encoding="utf-8"))}


def texts_module(codes: Collection[str], version: str) -> str:
    """Return the script with the texts of some messages; `version` is part of the cache key."""
    source = "".join(text for code, text in _entries(version) if code in codes)
    return f"export const TEXTS = {json.dumps(source, ensure_ascii=False)};\n"


@lru_cache(maxsize=1)
def _entries(version: str) -> tuple[tuple[str, str], ...]:
    del version
    return tuple(_read())


def _read() -> Iterator[tuple[str, str]]:
    for path in sorted((FOLDER / ENGLISH.language).glob("*.ftl")):
        for found in ENTRY.finditer(f"{path.read_text(encoding='utf-8')}\n"):
            yield found[1], found[0]
