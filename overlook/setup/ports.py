"""Protocols implemented by the program: the box of a simulated table, and outline detection."""

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
class BoxItem:
    """A thing in the box: its name, its parts, and its default placement (models: any free place in their zone)."""

    id: str
    name: str
    parts: tuple[str, ...]
    home: Placement | None = None
    model: OperativeEntry | None = None


class BoxPort(Protocol):
    """The things that can be put on a simulated table from its page."""

    @property
    def things(self) -> tuple[BoxItem, ...]:
        """Everything in the box, on the table or beside it."""
        ...

    def on_table(self, thing: BoxItem) -> bool:
        """Return whether a thing is on the table."""
        ...

    def set_models(self, entries: Iterable[OperativeEntry]) -> None:
        """Replace the models in the box by these, with their tags; models with a tag that is in use are left out."""
        ...

    def move(self, action: actions.Put | actions.TakeOff, zones: Mapping[str, Corners]) -> None:
        """Put a thing on the table or take it off; raises `SetupRefusedError` if it is unknown or does not fit.

        A model is put into its player's zone.
        """
        ...


class OutlinePort(Protocol):
    """Detection of a terrain piece's outline in an image."""

    async def __call__(
        self,
        seen: SeenTable | None,
        camera: CameraModel,
        *,
        sizes_mm: Mapping[int, float],
        at_px: tuple[float, float],
        top: float | None,
    ) -> OutlineView | None:
        """Return the outline proposed for the piece at a point of the image, None if there is none.

        `sizes_mm`: sizes of the known tags, by id. `top`: height in inches of the piece's top edge, None if unknown.
        """
        ...
