"""What finds outlines in pictures, as the set-up asks for it; the program hands it in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from calibration.rig import CameraModel
from overlook.table.seen_table import SeenTable
from web.contract.setup.views import OutlineView


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
