"""What a message consists of, for tests that assert codes and arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from messages.message import Message, MessageError


def codes_in(found: Message | MessageError | Any) -> list[str]:
    """Return the codes of a message and of all messages among its arguments, the outer ones first."""
    return list(_codes(found.message if isinstance(found, MessageError) else found))


def _codes(value: Any) -> Iterator[str]:
    if isinstance(value, Message):
        yield value.code
        for _, argument in value.args:
            yield from _codes(argument)
    elif isinstance(value, tuple):
        for each in value:
            yield from _codes(each)


def innermost(found: Message | MessageError | Any) -> Message:
    """Return the fault that a message wraps, such as that of a field in a file: its argument `fault`, repeatedly."""
    message = found.message if isinstance(found, MessageError) else found
    assert isinstance(message, Message)
    inner = message["fault"] if message.has("fault") else None
    return innermost(inner) if isinstance(inner, Message) else message
