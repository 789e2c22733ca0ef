"""Errors of the referee, and descriptions of what pydantic finds wrong with a field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from messages.message import Message, MessageError


class RefereeError(MessageError, ValueError):
    """Input that the referee cannot accept; the message quotes it, with what was expected and what to do."""


class MalformedError(RefereeError):
    """Malformed text or record: a field is missing or has the wrong type."""


class IllegalError(RefereeError):
    """Well-formed input that the rules do not permit in this state."""


WHOLE_FILE = Message.of("record-whole")
WHOLE = Message.of("record-expected-whole-number")
NUMBER = Message.of("record-expected-number")
FINITE = Message.of("record-expected-finite-number")
TEXT = Message.of("record-expected-text")
TRUE_OR_FALSE = Message.of("record-expected-true-or-false")
LIST = Message.of("record-expected-list")
FIELDS = Message.of("record-expected-fields")
NOTHING = Message.of("record-expected-nothing")
REQUIRED = Message.of("record-required")
NO_SUCH_FIELD = Message.of("record-no-such-field")

KINDS: Mapping[str, Message] = {
    "int": WHOLE,
    "float": NUMBER,
    "finite_number": FINITE,
    "string": TEXT,
    "bool": TRUE_OR_FALSE,
    "list": LIST,
    "tuple": LIST,
    "set": LIST,
    "frozen_set": LIST,
    "dict": FIELDS,
    "mapping": FIELDS,
    "model": FIELDS,
    "model_attributes": FIELDS,
    "none_required": NOTHING,
    "missing": REQUIRED,
    "extra_forbidden": NO_SUCH_FIELD,
}
"""Codes of the value expected in a field, by the beginning of pydantic's error type."""

BOUNDS: Mapping[str, tuple[str, str]] = {
    "greater_than": ("record-expected-more-than", "gt"),
    "greater_than_equal": ("record-expected-at-least", "ge"),
    "less_than": ("record-expected-less-than", "lt"),
    "less_than_equal": ("record-expected-at-most", "le"),
    "too_short": ("record-expected-more-entries", "min_length"),
    "too_long": ("record-expected-fewer-entries", "max_length"),
    "string_too_short": ("record-expected-longer-text", "min_length"),
    "string_too_long": ("record-expected-shorter-text", "max_length"),
    "literal_error": ("record-expected-one-of", "expected"),
    "enum": ("record-expected-one-of", "expected"),
    "string_pattern_mismatch": ("record-expected-pattern", "pattern"),
}
"""The message of a bound that pydantic names with its error, and the name of its limit there."""

ENDINGS = ("_type", "_parsing", "_from_float", "_parsing_size", "_sub_type", "_unicode")
LONGEST_FOUND = 60


def expected(fault: Mapping[str, Any]) -> Message:
    """Return what one pydantic error requires, such as "expected a whole number", without field and value.

    It is the message of the error that a validator raised, if it has one.
    """
    kind, given = str(fault["type"]), fault.get("ctx", {})
    base = next((kind.removesuffix(ending) for ending in ENDINGS if kind.endswith(ending)), kind)
    if base in KINDS:
        return KINDS[base]
    if kind in BOUNDS:
        code, name = BOUNDS[kind]
        return Message.of(code, limit=given[name])
    raised = given.get("error")
    return raised.message if isinstance(raised, MessageError) else Message.stored(str(fault["msg"]))


def fault_at(field: str | Message, fault: Mapping[str, Any]) -> Message:
    """Return one pydantic error as a message: its field, the value found, what was expected."""
    if fault["type"] == "value_error":
        return Message.of("record-fault", field=field, fault=expected(fault)) if field else expected(fault)
    if fault["type"] == "missing":
        return Message.of("file-field-missing", field=field)
    found = str(fault["input"])[:LONGEST_FOUND]
    return Message.of("record-field", field=field or WHOLE_FILE, found=found, expected=expected(fault))
