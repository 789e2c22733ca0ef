"""TOML writer for plain data, made to be read and edited: short lists stay on one line."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

WIDTH = 110
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def dump_toml(data: Mapping[str, Any]) -> str:
    """Return a mapping of tables, lists, strings, numbers and booleans as TOML; None values are left out.

    `tomllib` reads the same data back. Raises `ValueError` for types that TOML does not have.
    """
    return "\n".join(_table(data, ())).strip("\n") + "\n"


def _table(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a table: plain values first, then nested tables."""
    kept = {key: value for key, value in data.items() if value is not None}
    tables = {key: value for key, value in kept.items() if _is_table(value)}
    for key, value in kept.items():
        if key not in tables:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in tables.items():
        here = (*path, key)
        name = ".".join(map(_key, here))
        for one in [value] if isinstance(value, Mapping) else value:
            yield ""
            yield f"[{name}]" if isinstance(value, Mapping) else f"[[{name}]]"
            yield from _table(one, here)


def _is_table(value: Any) -> bool:
    if isinstance(value, Mapping):
        return True
    is_list = isinstance(value, Sequence) and not isinstance(value, str) and len(value) > 0
    return is_list and all(isinstance(one, Mapping) for one in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any, indent: int = 0) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items() if one is not None) + "}"
    if not isinstance(value, Sequence) or isinstance(value, str):
        return _scalar(value)
    line = "[" + ", ".join(_value(one) for one in value) + "]"
    if len(line) + indent <= WIDTH or not value:
        return line
    space = " " * (indent + 4)
    rows = "".join(f"{space}{_value(one, indent + 4)},\n" for one in value)
    return "[\n" + rows + " " * indent + "]"


def _scalar(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case int():
            return str(value)
        case float():
            return _number(value)
        case _:
            raise ValueError(f"not TOML: {value!r}")


def _number(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)
