"""The outline that is proposed for a piece of terrain, from a point of the picture."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import numpy as np

from calibration.rig import CameraModel, project
from geometry.base import MM_PER_INCH
from overlook.setup.pieces import sized_tags
from overlook.table.seen_table import SeenTable
from vision.terrain_outline import propose_outline
from web.contract.setup.views import OutlineView


async def outline_at(
    seen: SeenTable | None,
    camera: CameraModel,
    *,
    sizes_mm: Mapping[int, float],
    at_px: tuple[float, float],
    top: float | None,
) -> OutlineView | None:
    """Return the outline proposed for what is at a point of the picture, None where there is nothing to see.

    `sizes_mm` are the sizes of the tags that are known, by id; `top` the height in inches of the piece's top edge,
    None where nobody has said it. The search runs beside the event loop.
    """
    if seen is None or seen.pose is None:
        return None
    pose, top_mm = seen.pose, None if top is None else top * MM_PER_INCH
    tags = sized_tags(seen.tags.values(), sizes_mm, top_mm=top_mm, lens=(camera, pose))
    found = await asyncio.to_thread(propose_outline, seen.frame.image, camera, pose, at_px, top_mm=top_mm, tags=tags)
    if found is None:
        return None
    corners = np.column_stack([found.corners_mm, np.full(len(found.corners_mm), found.top_mm)])
    said = "" if found.height_known else "Is its top as high as that? Say so if not."
    return OutlineView(
        corners_px=tuple((float(x), float(y)) for x, y in project(camera, pose, corners)),
        top=round(found.top_mm / MM_PER_INCH, 2),
        height_known=found.height_known,
        sentence=said or "Its edges were found: correct a corner if one is off.",
    )
