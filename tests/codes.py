"""Checks of errors by the codes of their messages, for `pytest.raises(..., check=coded("area-what"))`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from messages.message import Message, MessageError


def coded(code: str, **args: Any) -> Callable[[BaseException], bool]:
    """Return a check whether an error has a message with that code and these arguments, or one within it has."""
    wanted = Message.of(code, **args)

    def matches(error: BaseException) -> bool:
        return any(one.code == code and set(wanted.args) <= set(one.args) for one in messages_in(error))

    return matches


def messages_in(error: BaseException) -> Iterator[Message]:
    """Yield the message of an error, those of its findings or of pydantic's validators, and those within them."""
    if isinstance(error, MessageError):
        yield from _with_inner(error.message)
    if isinstance(error, ValidationError):
        for one in error.errors():
            if isinstance(cause := one.get("ctx", {}).get("error"), Exception):
                yield from messages_in(cause)
    for finding in getattr(error, "findings", ()):
        yield from _with_inner(finding.message)


def _with_inner(value: Any) -> Iterator[Message]:
    if isinstance(value, Message):
        yield value
        for _, each in value.args:
            yield from _with_inner(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _with_inner(each)


def codes_in(found: Message | MessageError) -> list[str]:
    """Return the codes of a message, or of an error's, and of all messages within it, the outer ones first."""
    return [one.code for one in _with_inner(found.message if isinstance(found, MessageError) else found)]


def innermost(found: Message | MessageError) -> Message:
    """Return the fault that a message wraps, such as that of a field in a file: its argument `fault`, repeatedly."""
    message = found.message if isinstance(found, MessageError) else found
    inner = message["fault"] if message.has("fault") else None
    return innermost(inner) if isinstance(inner, Message) else message


def codes_of(data: Mapping[str, Any] | None) -> list[str]:
    """Return the codes of a message as JSON, and of all messages within it, the outer ones first; none for null."""
    return [] if data is None else codes_in(Message.from_data(data))
