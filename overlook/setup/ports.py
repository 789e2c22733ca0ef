"""Protocols that the program fills: box of a simulated table, outline detection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from calibration.catalogue import OperativeEntry
from calibration.rig import CameraModel
from geometry.placement import Placement
from overlook.table.observation.seen_table import SeenTable
from referee.rules.mission import Corners
from web.contract.setup import actions
from web.contract.setup.views import OutlineView


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


class OutlinePort(Protocol):
    """What finds the outline of a piece of terrain in a picture."""

    async def __call__(
        self,
        seen: SeenTable | None,
        camera: CameraModel,
        *,
        sizes_mm: Mapping[int, float],
        at_px: tuple[float, float],
        top: float | None,
    ) -> OutlineView | None:
        """Return the outline proposed for what is at a point of the picture, None where there is nothing to see.

        `sizes_mm` are the sizes of the tags that are known, by id; `top` the height in inches of the piece's top edge,
        None where nobody has said it.
        """
        ...
