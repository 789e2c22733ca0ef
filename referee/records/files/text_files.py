"""Bounded parsing of TOML and JSON, and descriptions of validation errors."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from messages.message import MessageError
from referee.rules.errors import MalformedError

MOST_CHARACTERS = {"JSON": 1_000_000, "TOML": 120_000}
"""Maximum length of a text. For a million characters `tomllib` takes a second, `json` a hundredth of one."""

DEEPEST = 32
MOST_DOTS = 8
MOST_VALUES = 100_000
LONGEST_LIST = 5_000
LARGEST = 2**63

_QUOTED = re.compile(
    r'"""(?:[^"\\]|\\[\s\S]|"(?!""))*+""""{0,2}+'
    r"|\'\'\'(?:[^']|'(?!''))*+\'\'\'\'{0,2}+"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'"
    r"|#[^\n]*+"
)
_DOTTED = re.compile(r"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){" + str(MOST_DOTS) + "}")
_BRACKET = re.compile(r"[\[\]{}]")


class TextError(MessageError, ValueError):
    """A text that cannot be parsed, or has impossible content; the message states what was found and expected."""


def read_json(text: str) -> Any:
    """Parse a JSON text; raises `TextError` if it is invalid, or larger or deeper than any supported file."""
    _short(text, "JSON")
    try:
        return _within(json.loads(text))
    except RecursionError:
        raise TextError(f"nested deeper than {DEEPEST}") from None
    except ValueError as fault:
        raise TextError(str(fault)) from fault


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text; raises `TextError` if it is invalid, or larger or deeper than any supported file.

    `tomllib` takes quadratic time and memory for dotted keys: forty thousand characters would block a table for
    seconds. So they are counted before parsing.
    """
    _short(text, "TOML")
    bare = _QUOTED.sub(lambda found: "" if found[0][0] == "#" else "s", text)
    if dotted := _DOTTED.search(bare):
        raise TextError(f"{dotted[0][:40]!r}...: a name of more than {MOST_DOTS} parts")
    depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            raise TextError(f"nested deeper than {DEEPEST}")
    try:
        content = tomllib.loads(text)
    except RecursionError:
        raise TextError(f"nested deeper than {DEEPEST}") from None
    except ValueError as fault:
        raise TextError(str(fault)) from fault
    _within(content)
    return content


def _short(text: str, kind: str) -> None:
    if len(text) > MOST_CHARACTERS[kind]:
        raise TextError(f"{len(text)} characters: expected {MOST_CHARACTERS[kind]} at most")


def _within(content: Any) -> Any:
    """Return the content unless a list, a number, the depth or the total size exceeds the limits of supported files."""
    count, level = 0, [content]
    for _ in range(DEEPEST + 1):
        below: list[Any] = []
        for value in level:
            inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
            if isinstance(value, list) and len(value) > LONGEST_LIST:
                raise TextError(f"a list of {len(value)}: expected {LONGEST_LIST} at most")
            if isinstance(value, int) and abs(value) >= LARGEST:
                raise TextError(f"a number of {value.bit_length()} bits: expected 63 at most")
            below.extend(inner)
        count += len(below)
        if count > MOST_VALUES:
            raise TextError(f"more than {MOST_VALUES} values")
        if not below:
            return content
        level = below
    raise TextError(f"nested deeper than {DEEPEST}")


def bytes_of(path: Path, expected: str) -> bytes:
    """Return a file's bytes; raises `MalformedError` on one line if it cannot be read, `expected` as for `parsed`."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise MalformedError(f"{path}: cannot be read ({error.strerror}): give the path of {expected}") from error


def text_of(path: Path, expected: str) -> str:
    """Return a file's text; raises `MalformedError` on one line if it is unreadable, `expected` as for `parsed`."""
    try:
        return bytes_of(path, expected).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise MalformedError(f"{path}: byte {error.start} is no UTF-8: expected {expected}") from error


def parsed(source: str, text: str, expected: str) -> Any:
    """Parse a file's text, JSON or TOML; raises `MalformedError` on one line if it is neither.

    `source` is the name of the file, `expected` the expected kind, such as "a team file".
    """
    as_json = text.lstrip().startswith(("{", "[")) and not source.endswith(".toml")
    try:
        return read_json(text) if as_json else read_toml(text)
    except TextError as error:
        kind = "JSON" if as_json else "TOML"
        raise MalformedError(f"{source}: is no {kind} ({error}): expected {expected}") from error


KINDS: Mapping[str, str] = {
    "int": "a whole number",
    "float": "a number",
    "finite_number": "a number that is not infinite",
    "string": "text",
    "bool": "true or false",
    "list": "a list",
    "tuple": "a list",
    "set": "a list",
    "frozen_set": "a list",
    "dict": "fields with their values",
    "mapping": "fields with their values",
    "model": "fields with their values",
    "model_attributes": "fields with their values",
    "none_required": "nothing",
}
"""Descriptions of types, by the beginning of pydantic's error type."""

BOUNDS: Mapping[str, tuple[str, str]] = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
}
LENGTHS: Mapping[str, tuple[str, str, str]] = {
    "too_short": ("at least", "min_length", "entr"),
    "too_long": ("at most", "max_length", "entr"),
    "string_too_short": ("at least", "min_length", "letter"),
    "string_too_long": ("at most", "max_length", "letter"),
}
ENDINGS = ("_type", "_parsing", "_from_float", "_parsing_size", "_sub_type", "_unicode")
MISSING = "this field is required"
WHOLE = {"missing": MISSING, "extra_forbidden": "there is no such field: leave it out"}


def expected(fault: Mapping[str, Any]) -> str:
    """Describe what one pydantic error requires, such as "expected a whole number", without field and value."""
    kind = str(fault["type"])
    if kind in WHOLE:
        return WHOLE[kind]
    base = next((kind.removesuffix(ending) for ending in ENDINGS if kind.endswith(ending)), kind)
    asked = KINDS.get(base) or _bound(kind, fault.get("ctx", {}))
    if asked:
        return f"expected {asked}"
    return str(fault["msg"]).removeprefix("Value error, ").replace("Input should be ", "expected ", 1)


def _bound(kind: str, given: Mapping[str, Any]) -> str:
    """Describe the violated bound, or the permitted values; empty for any other error."""
    if kind in BOUNDS:
        words, name = BOUNDS[kind]
        return f"{words} {given[name]:g}"
    if kind in LENGTHS:
        words, name, unit = LENGTHS[kind]
        many = given[name] != 1
        ending = ("ies" if many else "y") if unit == "entr" else "s" * many
        return f"{words} {given[name]} {unit}{ending}"
    return str(given["expected"]) if kind in ("literal_error", "enum") else ""
