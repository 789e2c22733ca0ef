"""Places beside terrain from which a base can rise to its top, or fall from it."""

from __future__ import annotations

import math

import numpy as np
import shapely
from numpy.typing import NDArray

from geometry.paths.corners import Lens
from geometry.paths.free_space import FreeSpace, Scene
from geometry.paths.legs import LADDER_REACH
from geometry.paths.passages import Passage
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

_APART = 0.4
_ROWS = (0.0, 0.5, 1.0)
_ALIGNED_APART = 0.3
_CLEARLY = 1e-4


def portals(part: Part, space: FreeSpace, distance: float, aligned: Array) -> Array:
    """Return places (n, 2) around a part from touching it to `distance` inches off.

    They stand in rows around it; those of the `aligned` places (m, 2) that are as near join them, such as touch it too.
    """
    core = shapely.transform(part.polygon, lambda corners: corners @ space.to_disc.T)
    unit = float(np.linalg.norm(space.to_disc, -2))
    near, far = space.radius + _CLEARLY, space.radius + distance * unit
    rings = []
    for share in _ROWS:
        grown = shapely.buffer(core, near + (far - near) * share, quad_segs=4)
        rings.append(shapely.get_coordinates(shapely.segmentize(grown.exterior, _APART * unit))[:-1])
    mapped = aligned @ space.to_disc.T
    apart = shapely.distance(core, shapely.points(mapped))
    rings.append(mapped[(apart >= space.radius - EXACT_TOLERANCE * unit) & (apart <= far)])
    return np.asarray(np.concatenate(rings) @ space.scale.T)


def whole_inches(lens: Lens) -> tuple[Array, Array]:
    """Return places (n, 2) that are whole inches from the start of a lens, and such as are from its target."""
    steps = np.arange(1, math.floor(min(lens.limit, 12.0)) + 1)
    start, target = (
        np.concatenate([middle + inches * _circle(_ALIGNED_APART / inches) for inches in steps])
        if len(steps)
        else np.empty((0, 2))
        for middle in (lens.start, lens.target)
    )
    return start[lens.holds(start)], target[lens.holds(target)]


def whole_crossings(lens: Lens) -> Array:
    """Return both ends of a lens and places that are whole inches from both, or from one on the line between them."""
    steps = np.arange(1, math.floor(lens.limit) + 1)
    apart = float(np.hypot(*(lens.target - lens.start)))
    if apart == 0 or not len(steps):
        return lens.start[None]
    along = (lens.target - lens.start) / apart
    aside = np.array([-along[1], along[0]])
    first, last = (values.ravel() for values in np.meshgrid(steps, steps))
    foot = (first**2 - last**2 + apart**2) / (2 * apart)
    room = first**2 - foot**2
    meeting, height = foot[room >= 0, None] * along, np.sqrt(room[room >= 0])[:, None] * aside
    found = [
        np.stack([lens.start, lens.target]),
        lens.start + steps[:, None] * along,
        lens.target - steps[:, None] * along,
        lens.start + meeting + height,
        lens.start + meeting - height,
    ]
    points = np.concatenate(found)
    return np.asarray(points[lens.holds(points)])


def laddered(scene: Scene, points: Array, height: float) -> Flags:
    """Return which places (n, 2) have a ladder up to that height within reach (rule J24-05)."""
    reach = scene.mover.shape.short / 2 + LADDER_REACH
    out = np.zeros(len(points), dtype=bool)
    for part in scene.parts:
        if scene.ways.get(part.id) is Passage.OPEN and part.top >= height - EXACT_TOLERANCE:
            out |= shapely.distance(part.polygon, shapely.points(points)) <= reach
    return out


def _circle(step: float) -> Array:
    turn = np.linspace(0.0, 2 * math.pi, 4 * math.ceil(math.pi / 2 / step), endpoint=False)
    return np.stack([np.cos(turn), np.sin(turn)], axis=-1)
