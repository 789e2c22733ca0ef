"""Bounded parsing of TOML and JSON."""

from __future__ import annotations

import codecs
import json
import re
import tomllib
from pathlib import Path
from typing import Any

from messages.message import Message, MessageError
from referee.rules.errors import MalformedError

MOST_CHARACTERS = {"JSON": 1_000_000, "TOML": 120_000}
"""Maximum length of a text. For a million characters `tomllib` takes a second, `json` a hundredth of one."""

UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""Byte order marks of UTF-16, which some Windows programs write."""

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
        content = json.loads(text)
    except RecursionError:
        raise TextError("record-nested", deepest=DEEPEST) from None
    except ValueError as fault:
        raise TextError(Message.stored(str(fault))) from fault
    return _within(content)


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text; raises `TextError` if it is invalid, or larger or deeper than any supported file.

    `tomllib` takes quadratic time and memory for dotted keys: forty thousand characters would block a table for
    seconds. So they are counted before parsing.
    """
    _short(text, "TOML")
    bare = _QUOTED.sub(lambda found: "" if found[0][0] == "#" else "s", text)
    if dotted := _DOTTED.search(bare):
        raise TextError("record-dotted", name=dotted[0][:40], most=MOST_DOTS)
    depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            raise TextError("record-nested", deepest=DEEPEST)
    try:
        content = tomllib.loads(text)
    except RecursionError:
        raise TextError("record-nested", deepest=DEEPEST) from None
    except ValueError as fault:
        raise TextError(Message.stored(str(fault))) from fault
    _within(content)
    return content


def _short(text: str, kind: str) -> None:
    if len(text) > MOST_CHARACTERS[kind]:
        raise TextError("record-long", found=len(text), most=MOST_CHARACTERS[kind])


def _within(content: Any) -> Any:
    """Return the content unless a list, a number, the depth or the total size exceeds the limits of supported files."""
    count, level = 0, [content]
    for _ in range(DEEPEST + 1):
        below: list[Any] = []
        for value in level:
            inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
            if isinstance(value, list) and len(value) > LONGEST_LIST:
                raise TextError("record-long-list", found=len(value), most=LONGEST_LIST)
            if isinstance(value, int) and abs(value) >= LARGEST:
                raise TextError("record-large-number", bits=value.bit_length())
            below.extend(inner)
        count += len(below)
        if count > MOST_VALUES:
            raise TextError("record-many-values", most=MOST_VALUES)
        if not below:
            return content
        level = below
    raise TextError("record-nested", deepest=DEEPEST)


def bytes_of(path: Path, expected: Message) -> bytes:
    """Return a file's bytes; raises `MalformedError` on one line if it cannot be read, `expected` as for `parsed`."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise MalformedError("file-unreadable", file=path, reason=error.strerror or "", kind=expected) from error


def text_of(path: Path, expected: Message) -> str:
    """Return a file's text; raises `MalformedError` on one line if it is unreadable, `expected` as for `parsed`."""
    try:
        return _decoded(bytes_of(path, expected)).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise MalformedError("record-not-utf-8", file=path, byte=error.start, kind=expected) from error


def _decoded(data: bytes) -> str:
    """Return a text in UTF-8, or in UTF-16 if it begins with that byte order mark; raises `UnicodeDecodeError`."""
    return data.decode("utf-16" if data.startswith(UTF_16) else "utf-8-sig")


def parsed(source: str, text: str, expected: Message) -> Any:
    """Parse a file's text, JSON or TOML; raises `MalformedError` on one line if it is neither.

    `source` is the name of the file, `expected` the expected kind, such as `record-kind-mission`.
    """
    as_json = text.lstrip().startswith(("{", "[")) and not source.endswith(".toml")
    try:
        return read_json(text) if as_json else read_toml(text)
    except TextError as error:
        code = "file-not-json" if as_json else "file-not-toml"
        raise MalformedError(code, file=source, fault=error, kind=expected) from error
