"""Rules for messages: every code in the code has a text that shows exactly its arguments, and every text is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from tools.check.files import CHECKOUT, PACKAGES, files, name_of, text_of, tree_of

CODE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
IMPLIED = {"measured", "required"}
"""Arguments that the text of a finding's reason may show: its own figures (`referee.rules.ruling.Measurement`)."""

SOURCE = "en"
"""Language that has every message."""


@dataclass(frozen=True)
class Text:
    """One message of a catalogue: its place, the arguments that it shows, and whether it has a text for "fails"."""

    where: str
    arguments: frozenset[str]
    calls: frozenset[tuple[str, str]]
    """Functions with the arguments that they are called with."""
    has_fails: bool


def texts(language: str = SOURCE, folder: Path = CHECKOUT / "messages") -> tuple[dict[str, Text], list[str]]:
    """Return the messages of a language by code, and its faults: junk, a code twice, a code in another area's file."""
    found: dict[str, Text] = {}
    faults: list[str] = []
    for path in sorted((folder / language).glob("*.ftl")):
        source = text_of(path)
        for entry in FluentParser(with_spans=True).parse(source).body:
            where = f"{name_of(path)}:{source.count(chr(10), 0, entry.span.start if entry.span else 0) + 1}"
            if isinstance(entry, ftl.Junk):
                faults.append(f"{where}: {entry.annotations[0].message if entry.annotations else 'unreadable'}")
            if not isinstance(entry, ftl.Message):
                continue
            code = entry.id.name
            if code in found:
                faults.append(f"{where}: {code} is already at {found[code].where}")
            if code.partition("-")[0] != path.stem or not CODE.fullmatch(code):
                faults.append(f"{where}: {code}: expected a code {path.stem}-...")
            others = {attribute.id.name for attribute in entry.attributes} - {"fails", "spoken"}
            faults += [f"{where}: {code}.{name}: expected .fails or .spoken" for name in sorted(others)]
            found[code] = _text(entry, where)
    return found, faults


def _text(entry: ftl.Message, where: str) -> Text:
    parts = list(nodes(entry))
    return Text(
        where,
        frozenset(node.id.name for node in parts if isinstance(node, ftl.VariableReference)),
        frozenset(
            (node.id.name, one.id.name)
            for node in parts
            if isinstance(node, ftl.FunctionReference)
            for one in node.arguments.positional
            if isinstance(one, ftl.VariableReference)
        ),
        any(attribute.id.name == "fails" for attribute in entry.attributes),
    )


def nodes(node: Any) -> Iterator[ftl.BaseNode]:
    """Yield a node of a catalogue and all below it."""
    if isinstance(node, list):
        for one in node:
            yield from nodes(one)
    elif isinstance(node, ftl.BaseNode):
        yield node
        for value in vars(node).values():
            yield from nodes(value)


@dataclass(frozen=True)
class Use:
    """A place in the code that names a message; the arguments are None if they cannot be read from it."""

    code: str
    where: str
    arguments: frozenset[str] | None


def uses(path: Path, known: set[str]) -> Iterator[Use]:
    """Yield the codes in a file: those of `Message.of`, those that errors are raised with, and known ones elsewhere."""
    seen: set[int] = set()
    for node in ast.walk(tree_of(path)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = ast.unparse(node.func)
        makes = called.endswith("Message.of") or called.endswith("Error")
        spread = any(one.arg is None for one in node.keywords)
        named = frozenset(one.arg for one in node.keywords if one.arg)
        for code, literal in _alternatives(node.args[0]):
            if CODE.fullmatch(code) and (makes or code in known):
                seen.add(id(literal))
                yield Use(code, f"{name_of(path)}:{literal.lineno}", named if makes and not spread else None)
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Constant) and id(node) not in seen and str(node.value) in known:
            yield Use(str(node.value), f"{name_of(path)}:{node.lineno}", None)


def _alternatives(node: ast.expr) -> Iterator[tuple[str, ast.Constant]]:
    if isinstance(node, ast.IfExp):
        yield from _alternatives(node.body)
        yield from _alternatives(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, node


SAY = re.compile(r"\bsay\(([^(),{]+)(?:, (\{))?")
NAMED = re.compile(r"^\s*(\w+)\s*(?::|$)")


def page_uses(source: str, name: str) -> Iterator[Use]:
    """Yield the codes that a page's script of that name has in calls of `say`, with the arguments that it gives."""
    for call in SAY.finditer(source):
        given = _fields(source, call.end(2)) if call[2] else frozenset[str]()
        where = f"{name}:{source.count(chr(10), 0, call.start()) + 1}"
        for code in re.findall(r'"([^"]+)"', call[1]):
            if CODE.fullmatch(code):
                yield Use(code, where, given)


def _fields(source: str, start: int) -> frozenset[str]:
    """Return the names of the fields of an object literal whose inside starts there."""
    depth, parts = 0, [""]
    for sign in source[start:]:
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            break
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return frozenset(found[1] for part in parts if (found := NAMED.match(part)))


def _page_files(*endings: str) -> Iterator[Path]:
    for folder in ("web/static", "venue/hub/static"):
        yield from files(folder, *endings)


def find() -> list[str]:
    """Return codes without a text, arguments that a text lacks or is not given, and texts that nothing uses."""
    known, faults = texts()
    used: set[str] = set()
    for use in (use for package in PACKAGES for path in files(package, ".py") for use in uses(path, set(known))):
        used.add(use.code)
        text = known.get(use.code)
        if text is None:
            faults.append(f"{use.where}: {use.code} has no text in messages/{SOURCE}")
        elif use.arguments is not None and use.arguments != text.arguments - (IMPLIED - use.arguments):
            given, shown = (", ".join(sorted(names)) or "nothing" for names in (use.arguments, text.arguments))
            faults.append(f"{use.where}: {use.code} is given {given} and shows {shown} ({text.where})")
    for use in (use for path in _page_files(".js") for use in page_uses(text_of(path), name_of(path))):
        text = known.get(use.code)
        if text is None:
            faults.append(f"{use.where}: {use.code} has no text in messages/{SOURCE}")
        elif use.arguments is not None and use.arguments != text.arguments:
            given, shown = (", ".join(sorted(names)) or "nothing" for names in (use.arguments, text.arguments))
            faults.append(f"{use.where}: {use.code} is given {given} and shows {shown} ({text.where})")
    pages = "".join(text_of(path) for path in _page_files(".js", ".html"))
    unused = (code for code in known if code not in used and code not in pages)
    return sorted({*faults, *(f"{known[code].where}: nothing uses {code}" for code in unused)})
