"""What lies behind passages and traversed terrain for one straight increment: a fan of rays, walked step by step."""

from __future__ import annotations

import math

import numpy as np
import shapely
from numpy.typing import NDArray

from geometry.paths.layers import Layer
from geometry.paths.visible_region import union
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]

_RAYS = 25
_STEP = 0.1
_MOST_PLACES = 12
_CLASSES = 2


def beyond(layer: Layer, places: Array, prices: Array, limit: float) -> tuple[shapely.Geometry, Array, Array]:
    """Return what straight increments from places (n, 2) reach through terrain that may be gone through.

    With it come the places at which to go on, (m, 2), and their prices (m,): on each ray the farthest of each price,
    prices within half an inch of each other being one.
    """
    order = np.argsort(prices)[:_MOST_PLACES]
    rings: list[Array] = []
    onward, charged = [np.empty((0, 2))], [np.empty(0)]
    for part, _ in layer.through:
        for place, price in zip(places[order], prices[order], strict=True):
            rest = limit - price
            if part.polygon.distance(shapely.points(place)) > rest:
                continue
            ends, costs = _fan(layer, part, place, rest)
            if ends is None or costs is None:
                continue
            reached = costs <= rest + EXACT_TOLERANCE
            rings += _cells(ends, reached)
            classes = np.ceil(costs * _CLASSES - EXACT_TOLERANCE)
            for one in np.unique(classes[reached]):
                same = (classes == one) & reached
                last = ends.shape[1] - 1 - np.argmax(same[:, ::-1], axis=1)
                rays = np.flatnonzero(same.any(axis=1))
                onward.append(ends[rays, last[rays]])
                charged.append(price + costs[rays, last[rays]])
    region = union(rings) if rings else shapely.Polygon()
    return region, np.concatenate(onward), np.concatenate(charged)


def _fan(layer: Layer, part: Part, place: Array, rest: float) -> tuple[Array | None, Array | None]:
    """Ends (rays, steps, 2) of increments that go through a part, and what each costs; None where none can."""
    reach = layer.scene.mover.radius
    offset = shapely.get_coordinates(shapely.buffer(part.polygon, reach, quad_segs=2)) - place
    if bool(shapely.intersects_xy(shapely.buffer(part.polygon, reach), *place)):
        facing = np.linspace(-math.pi, math.pi, 3 * _RAYS, endpoint=False)
    else:
        middle = math.atan2(*(np.array(part.polygon.centroid.coords[0]) - place)[::-1])
        swing = np.remainder(np.arctan2(offset[:, 1], offset[:, 0]) - middle + math.pi, 2 * math.pi) - math.pi
        facing = middle + np.linspace(swing.min(), swing.max(), _RAYS)
    steps = np.arange(_STEP, rest + _STEP, _STEP)
    ends = place + steps[None, :, None] * np.stack([np.cos(facing), np.sin(facing)], axis=-1)[:, None]
    flat = ends.reshape(-1, 2)
    costs = np.full(len(flat), np.inf)
    free = np.flatnonzero(layer.space.free(flat))
    if not len(free):
        return None, None
    no = np.zeros(len(free), dtype=bool)
    extra = layer.extra(np.broadcast_to(place, (len(free), 2)), flat[free], (no, no))
    lengths = np.hypot(*(flat[free] - place).T)
    costs[free] = np.where(extra > 0, layer.tariff.increments.prices(lengths) + extra, np.inf)
    return ends, costs.reshape(ends.shape[:2])


def _cells(ends: Array, reached: NDArray[np.bool_]) -> list[Array]:
    """Corners (4, 2) of the cells of a fan all of whose corners are reached; runs along a ray are one cell."""
    out: list[Array] = []
    for ray in range(len(ends) - 1):
        both = reached[ray] & reached[ray + 1]
        change = np.flatnonzero(np.diff(np.concatenate([[False], both, [False]]).astype(int)))
        out += [
            np.stack([ends[ray, first], ends[ray, end - 1], ends[ray + 1, end - 1], ends[ray + 1, first]])
            for first, end in change.reshape(-1, 2)
            if end - first > 1
        ]
    return out
