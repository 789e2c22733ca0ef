"""Every message of the catalogue with sample arguments, drawn from how its text uses them.

`python -m tests.messages.samples` writes the snapshots (`snapshots/AREA.txt`), one line for each text. Read the diff.
`python -m tests.messages.samples --draw N --seed S [--language de]` prints N texts at random instead, and where
each is shown, for readers without the code.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path
from typing import Any

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from messages.catalogue import Catalogue
from messages.message import Message
from tools.check.messages import nodes

CHECKOUT = Path(__file__).resolve().parent.parent.parent
SNAPSHOTS = Path(__file__).parent / "snapshots"
NAMES = {"a1": "Granny Sorrel", "b2": "Deckhand Ilka", "c3": "Mirko"}
MOST_VARIANTS = 12
BY_FUNCTION: dict[str, Any] = {
    "NAME": "a1",
    "LIST": ("one", "two", "three"),
    "LENGTH": 2.0449,
    "MEASURED": 2.0449,
    "COST": 5.981,
    "INCHES": 6.0,
    "MM": 1.234,
    "DECIMAL": 4.249,
    "PERCENT": 0.954,
    "CHANCE": 0.954,
    "QUOTE": "as typed",
    "SENTENCES": ("One.", "Two."),
    "COMMAS": ("one", "two", "three"),
    "DOTS": ("one", "two", "three"),
}
FIGURES = {"measured": 2.0449, "required": 6.0}
BY_CATEGORY = {"zero": 0, "one": 1, "two": 2, "few": 3, "many": 11, "other": 5}


def entries(language: str) -> Iterator[tuple[str, ftl.Message]]:
    """Yield the messages of a language with their areas."""
    for path in sorted((CHECKOUT / "messages" / language).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            if isinstance(entry, ftl.Message):
                yield path.stem, entry


def choices(entry: ftl.Message) -> dict[str, list[Any]]:
    """Return the sample values of each argument: one for each variant that it selects, else one."""
    found: dict[str, list[Any]] = {}
    selected: dict[str, list[Any]] = {}
    ids = cycle(NAMES)
    for node in nodes(entry):
        if isinstance(node, ftl.FunctionReference):
            for inner in nodes(node.arguments.positional):
                if isinstance(inner, ftl.VariableReference):
                    many = node.id.name == "LIST" and inner not in node.arguments.positional
                    new = node.id.name == "NAME" and inner.id.name not in found
                    sample = FIGURES.get(inner.id.name, next(ids) if new else BY_FUNCTION[node.id.name])
                    found.setdefault(inner.id.name, [("b2", "c3") if many else sample])
        elif isinstance(node, ftl.SelectExpression) and isinstance(node.selector, ftl.VariableReference):
            keys = [key.name if isinstance(key := one.key, ftl.Identifier) else int(key.value) for one in node.variants]
            plural = any(isinstance(key, int) or (key in BY_CATEGORY and key != "other") for key in keys)
            selected[node.selector.id.name] = [BY_CATEGORY.get(str(key), key) if plural else key for key in keys]
        elif isinstance(node, ftl.VariableReference):
            found.setdefault(node.id.name, [node.id.name.upper()])
    return found | selected


def rendered(language: str = "en") -> dict[str, list[str]]:
    """Return the lines of each area: code, arguments that vary, and text."""
    catalogue, lines = Catalogue(language), defaultdict(list)
    for area, entry in entries(language):
        values = choices(entry)
        for each in list(product(*values.values()))[:MOST_VARIANTS]:
            args = dict(zip(values, each, strict=True))
            varied = " ".join(f"{name}={args[name]}" for name in args if len(values[name]) > 1)
            head = f"{entry.id.name}{f' ({varied})' if varied else ''}"
            message = Message.of(entry.id.name, **args)
            if entry.value is not None:
                lines[area].append(f"{head}: {catalogue.text(message, NAMES)}")
            attributes = {one.id.name for one in entry.attributes}
            if "fails" in attributes:
                lines[area].append(f"{head} fails: {catalogue.text(message, NAMES, holds=False)}")
            if "spoken" in attributes:
                lines[area].append(f"{head} spoken: {catalogue.spoken(message, NAMES)}")
    return lines


def places(language: str = "en") -> dict[str, str]:
    """Return where each message is shown, by its code: the comments of its file, its group and itself."""
    found: dict[str, str] = {}
    for path in sorted((CHECKOUT / "messages" / language).glob("*.ftl")):
        file = group = ""
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            if isinstance(entry, ftl.ResourceComment):
                file = entry.content or ""
            elif isinstance(entry, ftl.GroupComment):
                group = entry.content or ""
            elif isinstance(entry, ftl.Message):
                own = entry.comment.content if entry.comment else ""
                found[entry.id.name] = " / ".join(each for each in (file, group, own) if each).replace("\n", " ")
    return found


def drawn(count: int, seed: int, language: str = "en") -> list[tuple[str, str]]:
    """Return texts of as many messages, drawn at random: code and arguments, and the text."""
    lines = [tuple(line.split(": ", 1)) for area in rendered(language).values() for line in area if ": " in line]
    found: dict[str, tuple[str, str]] = {}
    for head, text in random.Random(seed).sample(lines, len(lines)):
        if len(found) < count and len(text.split()) > 1:
            found.setdefault(head.split(" ")[0], (head, text))
    return list(found.values())


def main() -> None:
    """Write the snapshots, or print texts that are drawn at random."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--draw", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", default="en")
    asked = parser.parse_args()
    if asked.draw:
        where = places(asked.language)
        for number, (head, text) in enumerate(drawn(asked.draw, asked.seed, asked.language), 1):
            print(f"{number}. [{head}] {text}\n    shown: {where[head.split(' ')[0]]}")
        return
    SNAPSHOTS.mkdir(exist_ok=True)
    lines = rendered()
    for path in SNAPSHOTS.glob("*.txt"):
        if path.stem not in lines:
            path.unlink()
    for area, texts in lines.items():
        (SNAPSHOTS / f"{area}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
