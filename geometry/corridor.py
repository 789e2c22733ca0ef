"""Which terrain stands between two bases, or near one: by boxes first, exactly where those leave it open."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from shapely.geometry import LineString, Polygon

from geometry.base import Base
from geometry.terrain import Part

WITHIN = 0.995
"""Share of the width within which the strip, whose round ends are drawn by chords, surely is."""

ROOM = 1e-6
"""Inches by which a box must be farther away than what is asked: more than any rounding."""


def between(parts: Sequence[Part], one: Base, other: Base, width: float) -> tuple[Part, ...]:
    """Return the parts that the strip from one middle to the other, `width` inches to every side, meets from above."""
    far = width + ROOM
    left, right = min(one.x, other.x) - far, max(one.x, other.x) + far
    low, high = min(one.y, other.y) - far, max(one.y, other.y) + far
    kept = tuple(
        part
        for part in parts
        if part.box[0] <= right and left <= part.box[2] and part.box[1] <= high and low <= part.box[3]
    )
    strip: Polygon | None = None
    found = []
    for part in kept:
        meets = _plainly(part, one, other, width)
        if meets is None:
            strip = strip or LineString([(one.x, one.y), (other.x, other.y)]).buffer(width)
            meets = bool(part.polygon.intersects(strip))
        if meets:
            found.append(part)
    return tuple(found)


Way = tuple[Base, Base, float]
"""From the middle of one base to that of another, and how wide to every side, inches."""


def between_each(parts: Sequence[Part], ways: Sequence[Way]) -> list[tuple[Part, ...]]:
    """Return for each way the parts that `between` says, all ways measured at once."""
    if not parts or not ways:
        return [() for _ in ways]
    boxes = np.array([part.box for part in parts]).T
    start = np.array([(one.x, one.y) for one, _, _ in ways])
    end = np.array([(other.x, other.y) for _, other, _ in ways])
    width = np.array([wide for _, _, wide in ways])
    far = (width + ROOM)[:, None]
    low, high = np.minimum(start, end), np.maximum(start, end)
    close = (boxes[0] <= high[:, :1] + far) & (low[:, :1] - far <= boxes[2])
    close &= (boxes[1] <= high[:, 1:] + far) & (low[:, 1:] - far <= boxes[3])
    way, met = np.nonzero(close)
    most = max(len(part.outline) for part in parts)
    corners = np.array([(*part.outline, *part.outline[-1:] * (most - len(part.outline))) for part in parts])[met]
    along = (end - start)[way]
    length = np.hypot(along[:, 0], along[:, 1])
    open_ = length < ROOM
    along /= np.where(open_, 1.0, length)[:, None]
    x, y = np.moveaxis(corners - start[way][:, None], -1, 0)
    ahead = x * along[:, :1] + y * along[:, 1:]
    aside = y * along[:, :1] - x * along[:, 1:]
    inside = np.hypot(ahead - np.clip(ahead, 0.0, length[:, None]), aside) < WITHIN * width[way][:, None]
    outer = far[way]
    beside = (aside > outer).all(axis=1) | (aside < -outer).all(axis=1)
    within = ~open_ & inside.any(axis=1)
    found: list[list[Part]] = [[] for _ in ways]
    rows = zip(way.tolist(), met.tolist(), within.tolist(), (open_ | ~(within | beside)).tolist(), strict=True)
    for number, place, meets, asked in rows:
        if meets or (asked and between(parts[place : place + 1], *ways[number])):
            found[number].append(parts[place])
    return [tuple(one) for one in found]


def _plainly(part: Part, one: Base, other: Base, width: float) -> bool | None:
    """Return whether a part meets a strip where a corner well within it, or one side of it, shows that; else None."""
    along_x, along_y = other.x - one.x, other.y - one.y
    length = math.hypot(along_x, along_y)
    if length < ROOM:
        return None
    along_x, along_y = along_x / length, along_y / length
    inner, outer = width * WITHIN, width + ROOM
    left = right = True
    for x, y in part.outline:
        ahead = (x - one.x) * along_x + (y - one.y) * along_y
        aside = (y - one.y) * along_x - (x - one.x) * along_y
        if math.hypot(ahead - min(max(ahead, 0.0), length), aside) < inner:
            return True
        left, right = left and aside > outer, right and aside < -outer
    return False if left or right else None


def perhaps_near(parts: Iterable[Part], base: Base, reach: float) -> Iterable[Part]:
    """Yield the parts whose box comes within `reach` inches of a base, seen from above; no part nearer is left out."""
    far = reach + base.radius + ROOM
    for part in parts:
        left, low, right, high = part.box
        aside = math.hypot(max(left - base.x, 0.0, base.x - right), max(low - base.y, 0.0, base.y - high))
        if aside <= far:
            yield part
