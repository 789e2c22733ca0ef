"""Strides of a path, and intervals of the distance travelled."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from geometry.errors import PathError

JOIN = 1e-9
"""Inches: stretches closer to each other than this are merged."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Part of a path, from `start` to `end`, in inches travelled since its start."""

    start: float
    end: float

    @property
    def length(self) -> float:
        """Length in inches."""
        return self.end - self.start

    def holds(self, travelled: float, tolerance: float = JOIN) -> bool:
        """Whether it contains the position after `travelled` inches."""
        return self.start - tolerance <= travelled <= self.end + tolerance

    def meets(self, other: Interval, tolerance: float = JOIN) -> bool:
        """Whether the two overlap or touch."""
        return self.start <= other.end + tolerance and other.start <= self.end + tolerance


Stretches = tuple[Interval, ...]


def merged(stretches: Iterable[Interval], join: float = JOIN) -> Stretches:
    """Return the union of stretches as disjoint stretches in order."""
    out: list[Interval] = []
    for stretch in sorted(stretches, key=lambda item: (item.start, item.end)):
        if out and stretch.start <= out[-1].end + join:
            out[-1] = Interval(out[-1].start, max(out[-1].end, stretch.end))
        else:
            out.append(stretch)
    return tuple(out)


def without(stretches: Stretches, holes: Stretches) -> Stretches:
    """Return the difference of two sets of merged stretches."""
    out: list[Interval] = []
    for stretch in stretches:
        here = stretch.start
        for hole in holes:
            if hole.end <= here or hole.start >= stretch.end:
                continue
            if hole.start > here + JOIN:
                out.append(Interval(here, hole.start))
            here = max(here, hole.end)
        if here < stretch.end - JOIN or (here == stretch.start and stretch.length <= JOIN):
            out.append(Interval(here, stretch.end))
    return tuple(out)


def common(one: Stretches, other: Stretches) -> Stretches:
    """Return the intersection of two sets of stretches."""
    out = [
        Interval(max(a.start, b.start), min(a.end, b.end))
        for a in one
        for b in other
        if max(a.start, b.start) <= min(a.end, b.end)
    ]
    return merged(out)


PlaceXYZ = tuple[float, float, float]
PathXYZ = tuple[PlaceXYZ, ...]


class Motion(StrEnum):
    """Direction of a stride."""

    RISE = "rise"
    LEVEL = "level"
    FALL = "fall"


@dataclass(frozen=True, slots=True)
class Stride:
    """One straight motion of the base's centre within increment number `leg`: level, or straight up or down.

    `start` is the distance travelled before it, inches.
    """

    leg: int
    motion: Motion
    origin: PlaceXYZ
    target: PlaceXYZ
    start: float
    length: float

    @property
    def end(self) -> float:
        """Inches travelled at its end."""
        return self.start + self.length

    @property
    def lowest(self) -> float:
        """Lowest height of the base's underside."""
        return min(self.origin[2], self.target[2])

    @property
    def highest(self) -> float:
        """Highest height of the base's underside."""
        return max(self.origin[2], self.target[2])

    def place(self, travelled: float) -> PlaceXYZ:
        """Return the position of the centre after `travelled` inches of the whole path."""
        share = 0.0 if self.length == 0 else min(1.0, max(0.0, (travelled - self.start) / self.length))
        x, y, z = (a + share * (b - a) for a, b in zip(self.origin, self.target, strict=True))
        return x, y, z


def checked_path(path: Sequence[Sequence[float]]) -> PathXYZ:
    """Return the path as a tuple of (x, y, z) floats.

    Raises `PathError` for fewer than two positions, numbers that are not finite, or a path without length.
    """
    places: list[PlaceXYZ] = []
    for place in path:
        if len(place) != 3 or not all(math.isfinite(value) for value in place):
            raise PathError("geometry-path-point", path=repr(path), point=repr(place))
        places.append((float(place[0]), float(place[1]), float(place[2])))
    if len(places) < 2:
        raise PathError("geometry-path-short", path=repr(path))
    if all(place == places[0] for place in places):
        raise PathError("geometry-path-zero", path=repr(path))
    return tuple(places)


def strides_of(path: PathXYZ) -> tuple[Stride, ...]:
    """Return the strides of a path, in order.

    An increment that ends higher rises in place first and travels at the greater height; one that ends lower travels at
    its start height and falls at its end. Increments without length have no stride.
    """
    out: list[Stride] = []
    travelled = 0.0

    def add(leg: int, motion: Motion, origin: PlaceXYZ, target: PlaceXYZ) -> None:
        nonlocal travelled
        length = math.dist(origin, target)
        if length > 0:
            out.append(Stride(leg, motion, origin, target, travelled, length))
            travelled += length

    for leg, (here, there) in enumerate(itertools.pairwise(path)):
        level = max(here[2], there[2])
        above_here, above_there = (here[0], here[1], level), (there[0], there[1], level)
        add(leg, Motion.RISE, here, above_here)
        add(leg, Motion.LEVEL, above_here, above_there)
        add(leg, Motion.FALL, above_there, there)
    return tuple(out)
