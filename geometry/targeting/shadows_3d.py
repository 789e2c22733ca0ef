"""Shadows of terrain for duels between bases at different heights: targeting lines in three dimensions.

The share s of its way at which a line passes a height depends on nothing else, so a convex piece of terrain that counts
between two heights spoils the hull of what its two ends spoil (see `geometry.targeting.hull`). Heights of terrain are
taken as they are; lines have their width sideways only, so a line that starts on a floor does not touch that floor.

Distances to a base are three-dimensional: what is within 1" of it narrows with height as sqrt(1 - height^2). That
curve is followed by straight steps of at most 0.09 rad, and the portions of level faces outside a circle by half-planes
tangent to it; both move a border by less than 1e-3 inches. All else is exact.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays, near_corridor
from geometry.prisms import Prisms
from geometry.targeting.arrangement import plane_cells
from geometry.targeting.cells import Cells
from geometry.targeting.cover_3d import cover_shadows
from geometry.targeting.frames import Frame
from geometry.targeting.hull import Hulls, joined
from geometry.targeting.obscured_faces import obscured_shadows
from geometry.targeting.rules import LineRules
from geometry.targeting.shadows import Shadows
from geometry.targeting.space import Meeting, Space
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]

_CORNERS = (4, 8, 16, 32, 64, 10_000)
"""The most corners of the prisms whose shadows are worked out together."""


def slant_cells(
    prisms: Prisms,
    shooter: BaseArrays,
    target: BaseArrays,
    frame: Frame,
    covering: Flags,
    obscuring: Flags,
    rules: LineRules,
    probe: Array | None = None,
    *,
    thorough: bool = True,
) -> Cells:
    """Return the cells of the shooters' bases for duels (d) whose bases stand at different heights.

    `covering`, `obscuring` (d, prisms): which prisms may give cover, which may obscure. `probe`
    (d, 2): one more place per duel. `thorough`: name every prism that hits, not only enough of them.
    """
    shadows = slant_shadows(prisms, shooter, target, frame, covering, obscuring, rules)
    return plane_cells(shadows, shooter, frame, probe, thorough=thorough)


def slant_shadows(
    prisms: Prisms,
    shooter: BaseArrays,
    target: BaseArrays,
    frame: Frame,
    covering: Flags,
    obscuring: Flags,
    rules: LineRules,
) -> Shadows:
    """Return the shadows of what `slant_cells` asks for, on the planes of the shooters' bases."""
    bottom, top = np.minimum(shooter.z, target.z)[:, None], np.maximum(shooter.z, target.z)[:, None]
    low, high = np.maximum(prisms.bottom, bottom), np.minimum(prisms.top, top)
    wanted = (covering | obscuring) & (high - low > EXACT_TOLERANCE)
    wanted &= near_corridor(prisms, shooter, target, rules.half_width)
    duel, prism = np.nonzero(wanted)
    every = Meeting(duel, prism, low[duel, prism], high[duel, prism])
    collected: list[Shadows] = []
    for own, met in _by_corners(prisms, every):
        space = Space(own, shooter, target, frame, rules)
        cover = met.take(np.nonzero(covering[met.duel, met.prism])[0])
        if len(cover.duel):
            collected += cover_shadows(space, cover)
        obscure = met.take(np.nonzero(obscuring[met.duel, met.prism])[0])
        if len(obscure.duel):
            collected += obscured_shadows(space, obscure)
    return _joined(collected)


def _by_corners(prisms: Prisms, met: Meeting) -> Iterator[tuple[Prisms, Meeting]]:
    """Yield prisms of about as many corners together: the work grows with the third power of the most there are."""
    counts = prisms.counts[met.prism]
    fewest = 0
    for most in _CORNERS:
        rows = np.nonzero((counts > fewest) & (counts <= most))[0]
        if len(rows):
            yield prisms.with_corners(int(counts[rows].max())), met.take(rows)
        fewest = most


def _joined(collected: list[Shadows]) -> Shadows:
    if not collected:
        none, flags = np.zeros(0, dtype=np.intp), np.zeros(0, dtype=bool)
        empty = np.zeros((0, 1))
        plane = np.zeros((0, 1, 2))
        return Shadows(none, none, flags, flags, Hulls(plane, empty, empty, empty, plane, empty, plane, empty))
    return Shadows(
        np.concatenate([one.duel for one in collected]),
        np.concatenate([one.prism for one in collected]),
        np.concatenate([one.covers for one in collected]),
        np.concatenate([one.everywhere for one in collected]),
        joined([one.hulls for one in collected]),
    )
