"""A reader that knows the English catalogue: finds its texts where another language should be."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from fluent.syntax import ast as ftl

from tests.messages.samples import entries

MOST_FORMS = 40
"""Forms of one message by its variants that are looked for."""

WORDS_TO_KNOW = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
STARTS = re.compile(r"[A-Za-z][A-Za-z'-]*")
WORD = re.compile(r"[A-Za-z]{3,}")
FIGURE = re.compile(r"(?<![\d.v])\d+\.\d+(?![\d.])")
"""A number with a decimal point."""

HOLE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for what a text fills in."""


def forms(pattern: ftl.Pattern) -> Iterator[str]:
    """Yield the forms of a text, one for each choice of its variants; what is filled in is a hole."""
    parts: list[list[str]] = []
    for element in pattern.elements:
        if isinstance(element, ftl.TextElement):
            parts.append([element.value])
        elif isinstance(element, ftl.Placeable) and isinstance(element.expression, ftl.SelectExpression):
            parts.append([form for one in element.expression.variants for form in forms(one.value)])
        elif isinstance(element, ftl.Placeable) and isinstance(element.expression, ftl.StringLiteral):
            parts.append([str(element.expression.parse()["value"])])
        else:
            parts.append([HOLE])
    for number, chosen in enumerate(product(*parts)):
        if number >= MOST_FORMS:
            return
        yield " ".join("".join(chosen).split())


@cache
def texts(language: str) -> frozenset[str]:
    """Return all texts of a language in all their forms."""
    found: set[str] = set()
    for _, entry in entries(language):
        for pattern in (entry.value, *(attribute.value for attribute in entry.attributes)):
            if pattern is not None:
                found |= set(forms(pattern))
    return frozenset(found)


def runs(found: Iterable[str]) -> set[str]:
    """Return what texts say between their holes, where it is two words or more."""
    return {run for text in found for run in map(str.strip, text.split(HOLE)) if WORDS_TO_KNOW.search(run)}


@cache
def english_runs(language: str) -> dict[str, tuple[str, ...]]:
    """Return what only English texts say, two words or more, by its first word."""
    other = "\n".join(texts(language))
    found: defaultdict[str, list[str]] = defaultdict(list)
    for run in runs(texts("en")):
        start = STARTS.search(run)
        if start and run not in other:
            found[start[0]].append(run[start.start() :])
    return {word: tuple(each) for word, each in found.items()}


def run_in(text: str, language: str) -> str | None:
    """Return the first run of English words in a text."""
    known = english_runs(language)
    for start in STARTS.finditer(text):
        for run in known.get(start[0], ()):
            end = start.start() + len(run)
            if text.startswith(run, start.start()) and not (text[end - 1].isalnum() and text[end : end + 1].isalnum()):
                return run
    return None


@cache
def english_words(language: str) -> frozenset[str]:
    """Return the English texts without holes that the other language does not have, such as labels of one word."""
    return frozenset(text for text in texts("en") - texts(language) if HOLE not in text and WORD.search(text))


def english_in(shown: str, language: str, names: Iterable[str] = ()) -> str | None:
    """Return what of a shown text is English though the catalogue has it in the other language; None if nothing.

    `names` are names and texts of rosters, rules and packs, which have no translation.
    """
    text = " ".join(shown.split())
    for name in names:
        text = text.replace(name, "§")
    if text in english_words(language):
        return text
    if found := run_in(text, language):
        return found
    figure = FIGURE.search(text)
    return figure[0] if figure else None
