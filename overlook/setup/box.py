"""The box of a table that is laid by its page: what is in it, put on the table or taken off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from calibration.catalogue import OperativeEntry
from geometry.placement import Placement
from referee.rules.mission import Corners
from web.contract.setup import actions


@dataclass(frozen=True, slots=True)
class Stock:
    """One thing of the box: what it is called, its parts, and where it is put unless told (a model: where it fits)."""

    id: str
    name: str
    parts: tuple[str, ...]
    home: Placement | None = None
    model: OperativeEntry | None = None


class BoxPort(Protocol):
    """What can be put on a table by its page."""

    @property
    def things(self) -> tuple[Stock, ...]:
        """Everything in the box, on the table or beside it."""
        ...

    def on_table(self, thing: Stock) -> bool:
        """Return whether a thing stands on the table."""
        ...

    def glue(self, entries: Iterable[OperativeEntry]) -> None:
        """Hold these models and no others, each with its tags; one whose tag something else carries is left out."""
        ...

    def move(self, action: actions.Put | actions.TakeOff, zones: Mapping[str, Corners]) -> None:
        """Put a thing on the table or take it off; `SetupRefusedError` when the box does not hold it, or nothing fits.

        A model goes into its player's zone.
        """
        ...
