"""Display names for the ids in a message, while its text is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

NO_NAMES: Mapping[str, str] = MappingProxyType({})
_names: ContextVar[Mapping[str, str]] = ContextVar("names", default=NO_NAMES)


@contextmanager
def names_shown(names: Mapping[str, str]) -> Iterator[None]:
    """Show these names in place of their ids until the block ends."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def name_of(thing: str) -> str:
    """Return the display name of an id, or the id if it has none."""
    return _names.get().get(thing, thing)
