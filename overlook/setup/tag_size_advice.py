"""How large a printed tag is seen here, and whether that is enough."""

from __future__ import annotations

import numpy as np

from calibration.catalogue import Catalogue
from calibration.rig import BoardPose, Rig, project
from web.contract.base import HealthState

TAG_SIZES_MM = (14.0, 17.0, 20.0, 24.0, 28.0)
"""The sizes that the page offers."""

NEEDED_PX = 3.5
"""Pixels for each module of a tag, above which no more than one tag in a hundred is missed."""

WORDS = {HealthState.TROUBLE: "small", HealthState.LOST: "too small"}

LEAST_PX = 2.2
"""Pixels a module under which a tag is often lost (tests/vision/test_detect.py: 96 of 100 are found there)."""


def px_per_mm(rig: Rig, pose: BoardPose, bare: Catalogue) -> float:
    """Return how many pixels a millimetre of the board has where it has the fewest: at a corner, or in the middle."""
    width, depth = bare.board.size_mm
    spots = [(width / 2, depth / 2), *((x, y) for x in (20.0, width - 20) for y in (20.0, depth - 20))]
    scales = []
    for x, y in spots:
        cross = np.array([[x - 10, y, 0.0], [x + 10, y, 0.0], [x, y - 10, 0.0], [x, y + 10, 0.0]])
        a, b, c, d = project(rig.camera, pose, cross)
        scales.append(min(float(np.hypot(*(b - a))), float(np.hypot(*(d - c)))) / 20)
    return min(scales)


def sight_of(px_per_module: float) -> HealthState:
    """Return whether a tag seen so large is read always, mostly, or too seldom."""
    if px_per_module >= NEEDED_PX:
        return HealthState.OK
    return HealthState.TROUBLE if px_per_module >= LEAST_PX else HealthState.LOST


def fitting_size(px_of_mm: float, modules: int) -> float:
    """Return the smallest size offered that is always read, the largest where none is."""
    return next(
        (size for size in TAG_SIZES_MM if sight_of(round(px_of_mm * size / modules, 1)) is HealthState.OK),
        TAG_SIZES_MM[-1],
    )


def size_advice(px_of_mm: float, tag_mm: float, *, modules: int, base_mm: float) -> tuple[str, float | None]:
    """Return what is to be said of tags of that size, and the size that would do; nothing where they do, or no other.

    `base_mm` is the width of the smallest base that carries one: a wider tag is printed on a tab beside it.
    """
    px = round(px_of_mm * tag_mm / modules, 1)
    better = fitting_size(px_of_mm, modules)
    if sight_of(px) is HealthState.OK or better <= tag_mm:
        return "", None
    said = f"Tags of {tag_mm:g} mm would be seen with {px:g} pixels a module here: {WORDS[sight_of(px)]}."
    if better > base_mm:
        wide = f"One of {better:g} mm is wider than a base of {base_mm:g} mm: it lies beside it, on a tab."
        said = f"{said} {wide} A nearer camera, or a mode of it with more pixels, reads smaller ones."
    return said, better
