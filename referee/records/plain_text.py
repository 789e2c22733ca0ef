"""Plain data from a text that somebody else wrote, JSON or TOML: bounded before it is parsed, and what came of it."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

MOST_CHARACTERS = {"JSON": 1_000_000, "TOML": 120_000}
"""How long a text may be; `tomllib` takes a second for a million characters of them, `json` a hundredth."""

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


class TextError(ValueError):
    """A text that is not parsed, or that says something impossible; the message says what was found and expected."""


def read_json(text: str) -> Any:
    """Return the content of a JSON text; `TextError` when it is none, or larger or deeper than anything of ours."""
    _short(text, "JSON")
    try:
        return _within(json.loads(text))
    except RecursionError:
        raise TextError(f"nested deeper than {DEEPEST}") from None
    except ValueError as fault:
        raise TextError(str(fault)) from fault


def read_toml(text: str) -> dict[str, Any]:
    """Return the content of a TOML text; `TextError` when it is none, or larger or deeper than anything of ours.

    `tomllib` takes quadratic time and memory for dotted keys: forty thousand characters would hold a table up for
    seconds, so they are counted before it sees them.
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
    """Return the content unless a list, a number, the depth or the whole is beyond what any file of ours may have."""
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
