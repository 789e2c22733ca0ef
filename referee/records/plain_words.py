"""What a file should have said, in words for who wrote it: pydantic's own are for programmers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
"""What is called what, by the beginning of pydantic's name of a fault."""

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
    """Return what one fault of a pydantic error asks for, such as "expected a whole number"; no place, no value."""
    kind = str(fault["type"])
    if kind in WHOLE:
        return WHOLE[kind]
    base = next((kind.removesuffix(ending) for ending in ENDINGS if kind.endswith(ending)), kind)
    asked = KINDS.get(base) or _bound(kind, fault.get("ctx", {}))
    if asked:
        return f"expected {asked}"
    return str(fault["msg"]).removeprefix("Value error, ").replace("Input should be ", "expected ", 1)


def _bound(kind: str, given: Mapping[str, Any]) -> str:
    """Return the bound that was passed, or the words to choose from; nothing for any other fault."""
    if kind in BOUNDS:
        words, name = BOUNDS[kind]
        return f"{words} {given[name]:g}"
    if kind in LENGTHS:
        words, name, unit = LENGTHS[kind]
        many = given[name] != 1
        ending = ("ies" if many else "y") if unit == "entr" else "s" * many
        return f"{words} {given[name]} {unit}{ending}"
    return str(given["expected"]) if kind in ("literal_error", "enum") else ""
