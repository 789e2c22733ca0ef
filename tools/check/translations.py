"""Rules for translated messages: a language has the same messages as English, with the same arguments and attributes.

A language is a folder of `messages`; this check needs no change for a new one (docs/translating.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from tools.check.files import CHECKOUT, name_of, text_of
from tools.check.messages import SOURCE, nodes, texts

FOLDER = CHECKOUT / "messages"

UNTRANSLATED = frozenset(
    {
        "archive",
        "ask",
        "bench",
        "broadcast",
        "calibrate",
        "cli",
        "condition",
        "content",
        "corpus",
        "log",
        "metric",
        "mount",
        "notation",
        "photo",
        "play",
        "print",
        "report",
        "scenario",
        "schema",
        "script",
    }
)
"""Areas that only commands, logs and files show. They stay English; a language may translate them all the same."""

CATEGORIES = {"zero", "one", "two", "few", "many", "other"}
"""Variants by number: each language has its own."""


@dataclass(frozen=True)
class Shape:
    """Parts of a message that a translation must have as the English one has them."""

    where: str
    arguments: frozenset[str]
    attributes: frozenset[str]
    """Names of its texts: `value` and the attributes."""
    calls: frozenset[str]
    """Calls of functions with their argument, such as `NAME($operative)`."""
    shown: frozenset[str]
    """Arguments whose value is written as it is."""
    keys: frozenset[tuple[str, str]]
    """Arguments with the words that variants are chosen by."""


def shape_of(entry: ftl.Message, where: str) -> Shape:
    """Return the shape of a message."""
    parts = list(nodes(entry))
    attributes = {attribute.id.name for attribute in entry.attributes}
    return Shape(
        where,
        frozenset(node.id.name for node in parts if isinstance(node, ftl.VariableReference)),
        frozenset(attributes | ({"value"} if entry.value is not None else set())),
        frozenset(
            f"{node.id.name}(${one.id.name})"
            for node in parts
            if isinstance(node, ftl.FunctionReference)
            for one in node.arguments.positional
            if isinstance(one, ftl.VariableReference)
        ),
        frozenset(
            node.expression.id.name
            for node in parts
            if isinstance(node, ftl.Placeable) and isinstance(node.expression, ftl.VariableReference)
        ),
        frozenset(
            (node.selector.id.name, variant.key.name)
            for node in parts
            if isinstance(node, ftl.SelectExpression) and isinstance(node.selector, ftl.VariableReference)
            for variant in node.variants
            if isinstance(variant.key, ftl.Identifier) and variant.key.name not in CATEGORIES
        ),
    )


def shapes(language: str, folder: Path = FOLDER) -> dict[str, Shape]:
    """Return the messages of a language by code."""
    found: dict[str, Shape] = {}
    for path in sorted((folder / language).glob("*.ftl")):
        source = text_of(path)
        for entry in FluentParser(with_spans=True).parse(source).body:
            if isinstance(entry, ftl.Message):
                line = source.count("\n", 0, entry.span.start if entry.span else 0) + 1
                found[entry.id.name] = shape_of(entry, f"{name_of(path)}:{line}")
    return found


def differences(code: str, source: Shape, other: Shape) -> Iterator[str]:
    """Yield how a translation of a message differs from the English one in what both must have."""
    for what, has, wanted in (
        ("the texts", other.attributes, source.attributes),
        ("the arguments", other.arguments, source.arguments),
        ("the calls", other.calls, source.calls),
    ):
        for one in sorted(wanted - has):
            yield f"{other.where}: {code} lacks {one} among {what}"
        for one in sorted(has - wanted):
            yield f"{other.where}: {code} has {one} among {what}, English has not"
    for one in sorted((other.shown - source.shown) & source.arguments):
        yield f"{other.where}: {code} shows the value of {one}; English only chooses by it"
    chosen, chosen_in_source = ({name for name, _ in one.keys} for one in (other, source))
    for name, key in sorted(one for one in other.keys - source.keys if one[0] in chosen_in_source):
        yield f"{other.where}: {code} has a variant {key} of {name}, English has not"
    for name, key in sorted(source.keys - other.keys):
        if name in chosen or name not in other.shown:
            yield f"{other.where}: {code} lacks the variant {key} of {name}"


def faults_of(language: str, folder: Path = FOLDER) -> list[str]:
    """Return what a language lacks, has too much, or has in another form than English."""
    source, found = shapes(SOURCE, folder), shapes(language, folder)
    _, faults = texts(language, folder)
    areas = {path.stem for path in (folder / language).glob("*.ftl")}
    missing = {code.partition("-")[0] for code in source} - areas - UNTRANSLATED
    faults += [f"messages/{language}/{area}.ftl is missing" for area in missing]
    for code in source.keys() - found.keys():
        if code.partition("-")[0] in areas:
            faults.append(f"messages/{language}: {code} is missing ({source[code].where})")
    for code in found.keys() - source.keys():
        faults.append(f"{found[code].where}: no English message is called {code}")
    for code in found.keys() & source.keys():
        faults += differences(code, source[code], found[code])
    return sorted(faults)


def find() -> list[str]:
    """Return the faults of every language that is a folder of `messages`."""
    languages = sorted(path.name for path in FOLDER.iterdir() if any(path.glob("*.ftl")) and path.name != SOURCE)
    return [fault for language in languages for fault in faults_of(language)]
