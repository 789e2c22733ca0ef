"""What a hall hears of a game, event by event, to be compared with what the journal keeps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

CHOICES = frozenset({"answer", "seal", "choose_equipment"})
"""A secret choice is told in one form, however it was made."""


class Numbered(Protocol):
    """An entry of a journal, or what is told of it."""

    @property
    def sequence(self) -> int: ...

    @property
    def kind(self) -> str: ...


def told_kinds(entries: Iterable[Numbered]) -> list[tuple[int, str]]:
    """Return the number and kind of each entry, of whatever may be a choice as such."""
    return [(one.sequence, told_kind(one.kind)) for one in entries]


def told_kind(kind: str) -> str:
    """Return the kind of an entry, of whatever may be a choice as such."""
    return "choice" if kind in CHOICES else kind
