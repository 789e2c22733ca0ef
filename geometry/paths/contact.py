"""What a walking base runs into: other bases and the board's edge, and the record of any such contact."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from geometry import ellipse
from geometry.base import Base
from geometry.errors import ShapeError
from geometry.paths.intervals import Interval, Stretches, merged
from geometry.paths.strides import Motion, PlaceXYZ, Stride
from geometry.paths.sweep import clearance_to_base, near_base
from geometry.table import Board
from geometry.tolerance import EXACT_TOLERANCE


@dataclass(frozen=True, slots=True)
class Body:
    """A miniature as an obstacle: its base and the height of its head above the base, inches."""

    base: Base
    head: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.head) and self.head > 0):
            raise ShapeError(f"head height {self.head!r} in: expected a finite height above 0")


@dataclass(frozen=True, slots=True)
class Contact:
    """How the swept base and one obstacle (a terrain part, another base, the board's edge) get on.

    `hits` is where the base overlaps it by more than the tolerance, at heights where both stand; `excused` where it
    would, but a passage in use lifts that. `clearance` is the least signed horizontal distance over the stretches of
    the path at those heights, found `clearance_at` inches along it (infinite where no heights meet); `at_start` and
    `at_end` are the signed distances at the two ends of the path. Negative distances are overlaps. All in inches.
    """

    thing: str
    hits: Stretches
    excused: Stretches
    clearance: float
    clearance_at: float
    at_start: float
    at_end: float

    @property
    def starts_in(self) -> bool:
        """Whether the base overlaps it where the path begins."""
        return self.at_start < -EXACT_TOLERANCE

    @property
    def ends_in(self) -> bool:
        """Whether the base overlaps it where the path ends."""
        return self.at_end < -EXACT_TOLERANCE

    @property
    def first(self) -> float | None:
        """Where the base hits it for the first time, inches travelled; None when it never does."""
        return self.hits[0].start if self.hits else None


@dataclass(frozen=True, slots=True)
class Walk:
    """The moving base and its strides: what every question about a path starts from."""

    mover: Base
    head: float
    strides: tuple[Stride, ...]

    def at_heights(self, stride: Stride, bottom: float, top: float) -> Stride | None:
        """Return the part of a stride during which the body stands at some heights between `bottom` and `top`."""
        least, most = bottom - self.head + EXACT_TOLERANCE, top - EXACT_TOLERANCE
        if stride.highest <= least or stride.lowest >= most:
            return None
        if stride.motion is Motion.LEVEL:
            return stride
        low, high = max(stride.lowest, least), min(stride.highest, most)
        first, last = (low, high) if stride.motion is Motion.RISE else (high, low)
        x, y, z = stride.origin
        return Stride(stride.leg, stride.motion, (x, y, first), (x, y, last), stride.start + abs(first - z), high - low)

    def beside(self, bottom: float, top: float) -> tuple[Stride, ...]:
        """Return the parts of all strides during which the body stands at some of these heights."""
        clipped = (self.at_heights(stride, bottom, top) for stride in self.strides)
        return tuple(stride for stride in clipped if stride is not None)

    @property
    def ends(self) -> tuple[Stride, Stride]:
        """Two strides without length: standing at the start, standing at the end."""
        first, last = self.strides[0], self.strides[-1]
        return (
            Stride(first.leg, first.motion, first.origin, first.origin, 0.0, 0.0),
            Stride(last.leg, last.motion, last.target, last.target, last.end, 0.0),
        )


def base_contact(walk: Walk, name: str, body: Body) -> Contact:
    """Return how the walk gets on with another base, where their heights meet."""
    other = body.base
    strides = walk.beside(other.z, other.z + body.head)
    hits = merged(one for stride in strides for one in near_base(walk.mover, stride, other, -EXACT_TOLERANCE))
    clearance, where = min(
        (clearance_to_base(walk.mover, stride, other) for stride in strides), default=(math.inf, 0.0)
    )
    ends = []
    for stand in walk.ends:
        z = stand.origin[2]
        meet = other.z < z + walk.head - EXACT_TOLERANCE and other.z + body.head > z + EXACT_TOLERANCE
        ends.append(clearance_to_base(walk.mover, stand, other)[0] if meet else math.inf)
    return Contact(name, hits, (), clearance, where, ends[0], ends[1])


def edge_contact(walk: Walk, board: Board) -> Contact:
    """Return how the walk gets on with the board's edge (rule A24-01)."""
    half_x, half_y = half_extents(walk.mover)

    def room(place: PlaceXYZ) -> tuple[float, float, float, float]:
        x, y, _ = place
        return x - half_x, board.width - half_x - x, y - half_y, board.depth - half_y - y

    beyond: list[Interval] = []
    least, where = math.inf, 0.0
    for stride in walk.strides:
        here, there = room(stride.origin), room(stride.target)
        for before, after in zip(here, there, strict=True):
            for value, travelled in ((before, stride.start), (after, stride.end)):
                if value < least:
                    least, where = value, travelled
            beyond += _share_below(stride, before + EXACT_TOLERANCE, after + EXACT_TOLERANCE)
    first, last = walk.strides[0], walk.strides[-1]
    return Contact("board edge", merged(beyond), (), least, where, min(room(first.origin)), min(room(last.target)))


def _share_below(stride: Stride, before: float, after: float) -> list[Interval]:
    """Where along the stride a value that changes evenly from `before` to `after` is below zero."""
    if before >= 0 and after >= 0:
        return []
    if before < 0 and after < 0:
        return [Interval(stride.start, stride.end)]
    turn = stride.start + stride.length * before / (before - after)
    return [Interval(stride.start, turn) if before < 0 else Interval(turn, stride.end)]


def half_extents(base: Base) -> tuple[float, float]:
    """Return how far a base reaches from its centre along x and along y, inches."""
    along_x, along_y = ellipse.reach(base, np.eye(2))
    return float(along_x), float(along_y)
