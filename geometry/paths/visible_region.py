"""What can be reached in one straight increment: star-shaped regions around places, cut by grown obstacles.

The outline of a grown obstacle is made of its core's edges, moved outwards, and of circles around the core's corners.
Rays meet both in closed form.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from geometry.paths.obstacle_field import Field

Array = NDArray[np.float64]

_BESIDE = 1e-6
"""Radians: rays pass this far on either side of a tangent."""

_GRAZE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Walls:
    """Outlines of grown obstacles: straight walls from `starts` to `ends` (m, 2), and circles (k, 3): x, y, radius."""

    starts: Array
    ends: Array
    circles: Array

    @classmethod
    def of(cls, field: Field) -> Walls:
        """Return the outlines of a field's obstacles."""
        lines = field.outlines
        along = lines.ends - lines.starts
        length = np.hypot(along[:, 0], along[:, 1])
        outward = np.stack([along[:, 1], -along[:, 0]], axis=-1) / np.where(length > 0, length, 1.0)[:, None]
        keep = field.keep[lines.owner]
        moved = outward * keep[:, None]
        after = along[lines.following]
        convex = along[:, 0] * after[:, 1] - along[:, 1] * after[:, 0] > 0
        corners = np.column_stack([lines.ends[convex], keep[convex]])
        return cls(lines.starts + moved, lines.ends + moved, np.concatenate([corners, field.discs]))

    def near(self, places: Array, reach: float) -> Walls:
        """Return only what comes within `reach` of the box around some places (n, 2)."""
        low, high = places.min(axis=0) - reach, places.max(axis=0) + reach
        least, most = np.minimum(self.starts, self.ends), np.maximum(self.starts, self.ends)
        lines = ((most >= low) & (least <= high)).all(axis=1)
        middle, radius = self.circles[:, :2], self.circles[:, 2:]
        rounds = ((middle + radius >= low) & (middle - radius <= high)).all(axis=1)
        return Walls(self.starts[lines], self.ends[lines], self.circles[rounds])

    def free_length(self, places: Array, rays: Array) -> Array:
        """Return how far rays of unit directions (n, a, 2) from places (n, 2) go before they enter a wall, (n, a).

        A ray that only touches a wall goes on. Infinite where nothing is in the way.
        """
        out = np.full(rays.shape[:2], np.inf)
        if len(self.starts):
            along = self.ends - self.starts
            offset = self.starts[None] - places[:, None]
            cross = rays[..., None, 0] * along[:, 1] - rays[..., None, 1] * along[:, 0]
            entering = cross < -_GRAZE
            safe = np.where(entering, cross, -1.0)
            over = (offset[..., 0] * along[:, 1] - offset[..., 1] * along[:, 0])[:, None] / safe
            share = (offset[:, None, :, 0] * rays[..., None, 1] - offset[:, None, :, 1] * rays[..., None, 0]) / safe
            hit = entering & (over >= -_GRAZE) & (share >= 0) & (share <= 1)
            out = np.minimum(out, np.where(hit, over, np.inf).min(axis=-1))
        if len(self.circles):
            offset = self.circles[None, :, :2] - places[:, None]
            along = np.einsum("ncx,nax->nac", offset, rays)
            square = (offset**2).sum(axis=-1)[:, None]
            room = self.circles[:, 2] ** 2 - (square - along**2)
            entering = (room > _GRAZE) & (along > 0)
            over = along - np.sqrt(np.where(entering, room, 0.0))
            hit = entering & (over >= -1e-6)
            out = np.minimum(out, np.where(hit, over, np.inf).min(axis=-1))
        return np.asarray(np.maximum(out, 0.0))

    def tangents(self, places: Array) -> Array:
        """Return the directions (radians) of the tangents from places (n, 2) to each circle, shape (n, 2k)."""
        offset = self.circles[None, :, :2] - places[:, None]
        apart = np.maximum(np.hypot(offset[..., 0], offset[..., 1]), self.circles[:, 2])
        towards = np.arctan2(offset[..., 1], offset[..., 0])
        half = np.arcsin(np.minimum(self.circles[:, 2] / apart, 1.0))
        return np.concatenate([towards - half, towards + half], axis=1)


def visible_regions(
    places: Array, walls: Walls, reach: Array | float, scale: Array, step: float, notches: Array | None = None
) -> Array:
    """Return what is in straight reach of each place (n, 2): rings (n, a, 2) of polygons around them.

    `reach` (one, or n) is in inches of the board; `scale` (2x2) maps the coordinates of the places to those. Rays are
    `step` radians apart, with two more for each tangent to a circle nearby and one for each of the `notches` (k, 2),
    inner corners where walls meet.
    """
    if not len(places):
        return np.empty((0, 0, 2))
    reaches = np.broadcast_to(np.asarray(reach, dtype=np.float64), (len(places),))
    most = float(reaches.max()) * float(np.linalg.norm(np.linalg.inv(scale), 2))
    near = walls.near(places, most)
    even = np.linspace(-math.pi, math.pi, math.ceil(2 * math.pi / step), endpoint=False)
    edges = near.tangents(places)
    angles = [np.broadcast_to(even, (len(places), len(even))), edges - _BESIDE, edges + _BESIDE]
    if notches is not None and len(notches):
        low, high = places.min(axis=0) - most, places.max(axis=0) + most
        offset = notches[((notches >= low) & (notches <= high)).all(axis=1)][None] - places[:, None]
        angles.append(np.arctan2(offset[..., 1], offset[..., 0]))
    facing = np.sort(np.remainder(np.concatenate(angles, axis=1) + math.pi, 2 * math.pi) - math.pi, axis=1)
    rays = np.stack([np.cos(facing), np.sin(facing)], axis=-1)
    cap = reaches[:, None] / np.linalg.norm(rays @ scale.T, axis=-1)
    length = np.minimum(near.free_length(places, rays), cap)
    return np.asarray(places[:, None] + length[..., None] * rays)


def union(rings: Sequence[Array]) -> shapely.Geometry:
    """Return the union of star rings (a, 2)."""
    polygons = np.array([shapely.Polygon(ring) for ring in rings])
    polygons = shapely.simplify(polygons, 1e-7)
    broken = ~shapely.is_valid(polygons)
    polygons[broken] = shapely.make_valid(polygons[broken])
    return shapely.union_all(polygons)


def edge_places(region: shapely.Geometry, spacing: float) -> Array:
    """Return places (n, 2) along the edge of a region, neighbours at most `spacing` apart."""
    edge = shapely.segmentize(shapely.boundary(region), 0.7 * spacing)
    places = shapely.get_coordinates(edge)
    _, first = np.unique(np.round(places * (6 / spacing)), axis=0, return_index=True)
    return np.asarray(places[first])


def rim_places(rings: Sequence[Array], spacing: float) -> Array:
    """Return places (n, 2) along the rims of stars, each by itself, neighbours at most `spacing` apart."""
    return np.asarray(
        shapely.get_coordinates(shapely.segmentize([shapely.LinearRing(ring) for ring in rings], spacing))
    )
