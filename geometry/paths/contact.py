"""Contacts of a moving base with other bases, terrain and the board's edge."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base
from geometry.errors import ShapeError
from geometry.paths.passages import Crossing, Passage, excused_walls, passage_margin, passages_of
from geometry.paths.strides import Interval, Motion, PlaceXYZ, Stretches, Stride, merged, without
from geometry.paths.sweep import (
    Outlines,
    centre_inside,
    clearance_to_base,
    clearance_to_polygons,
    near_base,
    swept_intervals_of_base,
    swept_intervals_of_centre,
)
from geometry.table import Board
from geometry.terrain import Part


@dataclass(frozen=True, slots=True)
class StandingBody:
    """A miniature as an obstacle: its base and the height of its head above the base, inches."""

    base: Base
    head: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.head) and self.head > 0):
            raise ShapeError("geometry-head-height", head=self.head)


@dataclass(frozen=True, slots=True)
class Contact:
    """Contact of the swept base with one obstacle: a terrain part, another base or the board's edge. Lengths in inches.

    `hits` are the stretches on which they overlap by more than the tolerance, at heights that both occupy; `excused`
    are stretches on which a passage in use permits the overlap. `clearance` is the least signed horizontal distance
    over the stretches at these heights, found `clearance_at` inches along the path (infinite if no heights overlap);
    `at_start` and `at_end` are the signed distances at the ends of the path. Negative distances are overlaps.
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
        """Whether they overlap at the start of the path."""
        return self.at_start < -EXACT_TOLERANCE

    @property
    def ends_in(self) -> bool:
        """Whether they overlap at the end of the path."""
        return self.at_end < -EXACT_TOLERANCE

    @property
    def first(self) -> float | None:
        """Inches travelled at the first hit, or None."""
        return self.hits[0].start if self.hits else None


@dataclass(frozen=True, slots=True)
class SweptPath:
    """Moving base with its strides: the input of every contact query."""

    mover: Base
    head: float
    strides: tuple[Stride, ...]

    def at_heights(self, stride: Stride, bottom: float, top: float) -> Stride | None:
        """Return the part of a stride on which the body overlaps the height range from `bottom` to `top`."""
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
        """Return the parts of all strides on which the body overlaps this height range."""
        clipped = (self.at_heights(stride, bottom, top) for stride in self.strides)
        return tuple(stride for stride in clipped if stride is not None)

    @property
    def ends(self) -> tuple[Stride, Stride]:
        """Two strides of zero length, at the start and at the end of the path."""
        first, last = self.strides[0], self.strides[-1]
        return (
            Stride(first.leg, first.motion, first.origin, first.origin, 0.0, 0.0),
            Stride(last.leg, last.motion, last.target, last.target, last.end, 0.0),
        )


def base_contact(walk: SweptPath, name: str, body: StandingBody) -> Contact:
    """Return the contact of a moving base with another base, at heights that both occupy."""
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


def edge_contact(walk: SweptPath, board: Board) -> Contact:
    """Return the contact of a moving base with the board's edge (rule A24-01)."""
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
    """Return the part of a stride on which a value that changes linearly from `before` to `after` is negative."""
    if before >= 0 and after >= 0:
        return []
    if before < 0 and after < 0:
        return [Interval(stride.start, stride.end)]
    turn = stride.start + stride.length * before / (before - after)
    return [Interval(stride.start, turn) if before < 0 else Interval(turn, stride.end)]


def half_extents(base: Base) -> tuple[float, float]:
    """Return the half extents of a base along x and along y, inches."""
    along_x, along_y = ellipse.reach(base, np.eye(2))
    return float(along_x), float(along_y)


def terrain_contacts(
    walk: SweptPath, parts: Sequence[Part], outlines: Outlines, ways: Mapping[int, Passage]
) -> tuple[tuple[Contact, ...], tuple[Crossing, ...]]:
    """Return the contacts with solid parts, and the crossings of the parts that may be gone through."""
    touched = _over_parts(walk, parts, outlines, -EXACT_TOLERANCE)
    crossings = _crossings(walk, parts, outlines, ways, touched)
    lifted = excused_walls(parts, ways, crossings, walk.strides)
    start, end = walk.ends
    rows = list(range(len(parts)))
    solid = [row for row in rows if row not in ways]
    at_start, at_end = (_standing(walk, stand, parts, outlines) for stand in (start, end))
    nearest = _clearances(walk, parts, outlines, solid)
    contacts = []
    for row in solid:
        hits = touched.get(row, ())
        excused: Stretches = ()
        if row in lifted and hits:
            deep = merged(
                one for stride in walk.strides for one in centre_inside(stride, outlines, row, EXACT_TOLERANCE)
            )
            excused = merged(
                one for excuse in lifted[row] for one in without(excuse.lifts(hits), deep if excuse.centre_only else ())
            )
            hits = without(hits, excused)
            if at_end[row] < -EXACT_TOLERANCE:
                hits = merged((*hits, Interval(end.start, end.start)))
        clearance, where = nearest.get(row, (math.inf, 0.0))
        contacts.append(Contact(parts[row].id, hits, excused, clearance, where, at_start[row], at_end[row]))
    return tuple(contacts), tuple(crossings.values())


def _over_parts(walk: SweptPath, parts: Sequence[Part], outlines: Outlines, grow: float) -> dict[int, Stretches]:
    """Return the stretches on which the grown base overlaps each part, at heights that both occupy."""
    found: dict[int, list[Interval]] = {}
    for stride in walk.strides:
        beside = _beside(walk, stride, parts, range(len(parts)))
        for row, stretches in swept_intervals_of_base(walk.mover, stride, outlines, list(beside), grow).items():
            clipped = beside[row]
            found.setdefault(row, []).extend(stretches if clipped is stride else [Interval(clipped.start, clipped.end)])
    return {row: merged(stretches) for row, stretches in found.items()}


def _beside(walk: SweptPath, stride: Stride, parts: Sequence[Part], rows: Iterable[int]) -> dict[int, Stride]:
    """Return the parts, by row, that overlap the body's heights, with the part of the stride on which they do."""
    clipped = {row: walk.at_heights(stride, parts[row].bottom, parts[row].top) for row in rows}
    return {row: part for row, part in clipped.items() if part is not None}


def _crossings(
    walk: SweptPath,
    parts: Sequence[Part],
    outlines: Outlines,
    ways: Mapping[int, Passage],
    touched: Mapping[int, Stretches],
) -> dict[int, Crossing]:
    out: dict[int, Crossing] = {}
    start, end = walk.ends
    for row, way in sorted(ways.items()):
        part = parts[row]
        strides = walk.beside(part.bottom, part.top)
        centre = merged(
            one
            for stride in strides
            for one in swept_intervals_of_centre(stride, outlines, [row], EXACT_TOLERANCE).get(row, ())
        )
        base = touched.get(row, ())
        ends = [_standing(walk, stand, parts, outlines, [row])[row] for stand in (start, end)]
        out[row] = Crossing(
            part=part.id,
            way=way,
            base=base,
            centre=centre,
            passes=passages_of(way, base, centre),
            aim=passage_margin(walk.mover, strides, part),
            clearance_at_end=ends[1],
            at_start=ends[0] < -EXACT_TOLERANCE,
            at_end=ends[1] < -EXACT_TOLERANCE,
        )
    return out


def _standing(
    walk: SweptPath, stand: Stride, parts: Sequence[Part], outlines: Outlines, rows: Sequence[int] | None = None
) -> dict[int, float]:
    """Return the signed horizontal distance of a resting base to each part; infinite if no heights overlap."""
    rows = range(len(parts)) if rows is None else rows
    z = stand.origin[2]
    beside = [
        row
        for row in rows
        if parts[row].bottom < z + walk.head - EXACT_TOLERANCE and parts[row].top > z + EXACT_TOLERANCE
    ]
    found = dict.fromkeys(rows, math.inf)
    if beside:
        apart, _ = clearance_to_polygons(walk.mover, stand, outlines, beside)
        found.update(zip(beside, map(float, apart), strict=True))
    return found


def _clearances(
    walk: SweptPath, parts: Sequence[Part], outlines: Outlines, rows: Sequence[int]
) -> dict[int, tuple[float, float]]:
    found: dict[int, tuple[float, float]] = {}
    for stride in walk.strides:
        beside = list(_beside(walk, stride, parts, rows))
        if not beside:
            continue
        apart, where = clearance_to_polygons(walk.mover, stride, outlines, beside)
        for row, distance, travelled in zip(beside, map(float, apart), map(float, where), strict=True):
            if distance < found.get(row, (math.inf, 0.0))[0]:
                found[row] = distance, travelled
    return found
