"""Terrain in the way of a walking base: what is solid, and what is gone through."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from geometry.paths.contact import Contact, Walk
from geometry.paths.intervals import Interval, Stretches, merged, without
from geometry.paths.passages import Crossing, Passage, aim_of, excuses, passages_of
from geometry.paths.strides import Stride
from geometry.paths.sweep import Outlines, centre_inside, centre_over, clearance_to_polygons, over
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE


def terrain_contacts(
    walk: Walk, parts: Sequence[Part], outlines: Outlines, ways: Mapping[int, Passage]
) -> tuple[tuple[Contact, ...], tuple[Crossing, ...]]:
    """Return the walk's contacts with solid parts, and its crossings of the parts that have a way through."""
    touched = _over_parts(walk, parts, outlines, -EXACT_TOLERANCE)
    crossings = _crossings(walk, parts, outlines, ways, touched)
    lifted = excuses(parts, ways, crossings, walk.strides)
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


def _over_parts(walk: Walk, parts: Sequence[Part], outlines: Outlines, grow: float) -> dict[int, Stretches]:
    """Where the base, grown, overlaps each part at heights where both stand."""
    found: dict[int, list[Interval]] = {}
    for stride in walk.strides:
        beside = _beside(walk, stride, parts, range(len(parts)))
        for row, stretches in over(walk.mover, stride, outlines, list(beside), grow).items():
            clipped = beside[row]
            found.setdefault(row, []).extend(stretches if clipped is stride else [Interval(clipped.start, clipped.end)])
    return {row: merged(stretches) for row, stretches in found.items()}


def _beside(walk: Walk, stride: Stride, parts: Sequence[Part], rows: Iterable[int]) -> dict[int, Stride]:
    """Rows of the parts that stand at the body's heights, with the part of the stride during which they do."""
    clipped = {row: walk.at_heights(stride, parts[row].bottom, parts[row].top) for row in rows}
    return {row: part for row, part in clipped.items() if part is not None}


def _crossings(
    walk: Walk,
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
            one for stride in strides for one in centre_over(stride, outlines, [row], EXACT_TOLERANCE).get(row, ())
        )
        base = touched.get(row, ())
        ends = [_standing(walk, stand, parts, outlines, [row])[row] for stand in (start, end)]
        out[row] = Crossing(
            part=part.id,
            way=way,
            base=base,
            centre=centre,
            passes=passages_of(way, base, centre),
            aim=aim_of(walk.mover, strides, part),
            clearance_at_end=ends[1],
            at_start=ends[0] < -EXACT_TOLERANCE,
            at_end=ends[1] < -EXACT_TOLERANCE,
        )
    return out


def _standing(
    walk: Walk, stand: Stride, parts: Sequence[Part], outlines: Outlines, rows: Sequence[int] | None = None
) -> dict[int, float]:
    """Signed horizontal distance to each part where the base stands; infinite where no heights meet."""
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
    walk: Walk, parts: Sequence[Part], outlines: Outlines, rows: Sequence[int]
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
