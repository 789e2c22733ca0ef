"""Path facts: everything that a path meets, including control ranges entered and left."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from shapely.geometry import Polygon

from geometry import measure
from geometry.base import EXACT_TOLERANCE, Base
from geometry.errors import GeometryError, PositionError, ShapeError
from geometry.paths.contact import (
    Contact,
    StandingBody,
    SweptPath,
    base_contact,
    edge_contact,
    half_extents,
    terrain_contacts,
)
from geometry.paths.legs import Increment, Support, legs_of, support_of
from geometry.paths.passages import Crossing, Passage
from geometry.paths.strides import Interval, PathXYZ, PlaceXYZ, Stretches, Stride, checked_path, merged, strides_of
from geometry.paths.sweep import Outlines, clearance_to_base, clearance_to_polygons, near_base, swept_intervals_of_base
from geometry.table import Board
from geometry.terrain import Part

Sees = Callable[[Base, str], bool]
"""Mutual visibility of the mover at a position and the object with this id; the edition decides."""

SIGHT_STEP = 0.1
SIGHT_TOLERANCE = 1e-3


@dataclass(frozen=True, slots=True)
class Nearness:
    """Distance of a path from one enemy or marker, in 3D between the bases (rule H24-01). Lengths in inches.

    `near` are the stretches at a distance of at most `reach`; `in_range` is the part of them with visibility (all of
    them if no visibility function is given). `gap` is the least distance, found `gap_at` inches along the path;
    `gap_at_start` and `gap_at_end` are the distances at its ends.
    """

    thing: str
    reach: float
    near: Stretches
    in_range: Stretches
    gap: float
    gap_at: float
    gap_at_start: float
    gap_at_end: float
    length: float

    @property
    def starts_in(self) -> bool:
        """Whether the path begins in range."""
        return bool(self.in_range) and self.in_range[0].holds(0.0)

    @property
    def ends_in(self) -> bool:
        """Whether the path ends in range."""
        return bool(self.in_range) and self.in_range[-1].holds(self.length)

    @property
    def enters(self) -> tuple[float, ...]:
        """Inches travelled where the path comes into range; its start does not count."""
        return tuple(one.start for one in self.in_range if not one.holds(0.0))

    @property
    def leaves(self) -> tuple[float, ...]:
        """Inches travelled where the path leaves range; its end does not count."""
        return tuple(one.end for one in self.in_range if not one.holds(self.length))

    @property
    def first(self) -> float | None:
        """Inches travelled where the path is first in range, or None."""
        return self.in_range[0].start if self.in_range else None


def nearness(
    mover: Base, strides: Sequence[Stride], thing: str, base: Base, reach: float, sees: Sees | None
) -> Nearness:
    """Return the distance of a path from an object; `sees` is evaluated every `SIGHT_STEP` within `reach`.

    Changes of visibility between two samples are bisected to `SIGHT_TOLERANCE`; a change that reverts between two
    samples is missed.
    """
    near = merged(one for stride in strides for one in _near_along(mover, stride, base, reach))
    least, where = math.inf, 0.0
    for stride in strides:
        apart, at = clearance_to_base(mover, stride, base)
        below = max(0.0, stride.lowest - base.z, base.z - stride.highest)
        gap = math.hypot(max(0.0, apart), below)
        if gap < least - 1e-12:
            least, where = gap, at if stride.origin[:2] != stride.target[:2] else _level_with(stride, base.z)
    first, last = strides[0], strides[-1]
    in_range = near if sees is None else _seen(mover, strides, thing, near, sees)
    return Nearness(
        thing=thing,
        reach=reach,
        near=near,
        in_range=in_range,
        gap=least,
        gap_at=where,
        gap_at_start=_gap_at(mover, first, first.start, base),
        gap_at_end=_gap_at(mover, last, last.end, base),
        length=last.end,
    )


def _near_along(mover: Base, stride: Stride, base: Base, reach: float) -> Stretches:
    limit = reach + EXACT_TOLERANCE
    if stride.origin[:2] != stride.target[:2]:
        above = abs(stride.origin[2] - base.z)
        return near_base(mover, stride, base, math.sqrt(limit * limit - above * above)) if above <= limit else ()
    apart = max(0.0, clearance_to_base(mover, stride, base)[0])
    if apart > limit:
        return ()
    room = math.sqrt(limit * limit - apart * apart)
    low, high = max(stride.lowest, base.z - room), min(stride.highest, base.z + room)
    if low > high:
        return ()
    travelled = sorted(stride.start + abs(height - stride.origin[2]) for height in (low, high))
    return (Interval(travelled[0], travelled[1]),)


def _level_with(stride: Stride, z: float) -> float:
    """Return the inches travelled at which a rise or fall is nearest to a height."""
    return stride.start + abs(min(max(z, stride.lowest), stride.highest) - stride.origin[2])


def _gap_at(mover: Base, stride: Stride, travelled: float, base: Base) -> float:
    x, y, z = stride.place(travelled)
    still = Stride(stride.leg, stride.motion, (x, y, z), (x, y, z), travelled, 0.0)
    return math.hypot(max(0.0, clearance_to_base(mover, still, base)[0]), z - base.z)


def _seen(mover: Base, strides: Sequence[Stride], thing: str, near: Stretches, sees: Sees) -> Stretches:
    def seen(travelled: float) -> bool:
        stride = next((one for one in strides if travelled <= one.end), strides[-1])
        return sees(mover.at(*stride.place(travelled)), thing)

    joints = [stride.start for stride in strides]
    out: list[Interval] = []
    for stretch in near:
        steps = max(2, math.ceil(stretch.length / SIGHT_STEP))
        places = {stretch.start + stretch.length * step / steps for step in range(steps + 1)}
        places |= {joint for joint in joints if stretch.start < joint < stretch.end}
        ordered = sorted(places)
        answers = [seen(place) for place in ordered]
        start = ordered[0] if answers[0] else None
        for (here, there), (before, after) in zip(
            itertools.pairwise(ordered), itertools.pairwise(answers), strict=True
        ):
            if before is after:
                continue
            change = _change(seen, here, there, before)
            if after:
                start = change
            elif start is not None:
                out.append(Interval(start, change))
                start = None
        if start is not None:
            out.append(Interval(start, ordered[-1]))
    return merged(out)


def _change(seen: Callable[[float], bool], here: float, there: float, before: bool) -> float:
    """Return where visibility changes between two positions, on the visible side, to `SIGHT_TOLERANCE`."""
    while there - here > SIGHT_TOLERANCE:
        middle = (here + there) / 2
        if seen(middle) is before:
            here = middle
        else:
            there = middle
    return here if before else there


@dataclass(frozen=True, slots=True)
class Area:
    """Region seen from above that a path may cross or come within `distance` inches of (razor wire, I24-06)."""

    outline: Polygon
    distance: float = 0.0


@dataclass(frozen=True, slots=True)
class AreaCrossing:
    """Crossing of an area by a path: `over` are stretches with the base over it, `near` those within its distance.

    `gap` is the least horizontal distance along the path, inches.
    """

    area: str
    distance: float
    over: Stretches
    near: Stretches
    gap: float


@dataclass(frozen=True, slots=True)
class PathFacts:
    """Contacts and distances of a path, by inches travelled along it (rises and falls count as travel).

    `terrain` has one contact for each solid part, `crossings` one entry for each part that may be gone through, `bases`
    one contact for each other base, `enemies` and `markers` one distance each, `areas` one crossing each.
    """

    path: PathXYZ
    strides: tuple[Stride, ...]
    length: float
    legs: tuple[Increment, ...]
    terrain: tuple[Contact, ...]
    crossings: tuple[Crossing, ...]
    bases: tuple[Contact, ...]
    edge: Contact
    enemies: tuple[Nearness, ...]
    markers: tuple[Nearness, ...]
    areas: tuple[AreaCrossing, ...]
    support: Support

    @property
    def terrain_hits(self) -> tuple[Contact, ...]:
        """The solid parts that are hit, in the order of the first hit."""
        return _in_order(self.terrain)

    def place(self, travelled: float) -> PlaceXYZ:
        """Return the position of the base's centre after `travelled` inches."""
        return next((one for one in self.strides if travelled <= one.end), self.strides[-1]).place(travelled)


def path_facts(
    mover: Base,
    head: float,
    path: Sequence[Sequence[float]],
    *,
    parts: Sequence[Part] = (),
    others: Mapping[str, StandingBody] | None = None,
    board: Board | None = None,
    ways: Mapping[str, Passage] | None = None,
    enemies: Collection[str] = (),
    enemies_reach: float = 1.0,
    markers: Mapping[str, Base] | None = None,
    markers_reach: float = 1.0,
    areas: Mapping[str, Area] | None = None,
    sees: Sees | None = None,
) -> PathFacts:
    """Return what a base meets on a path of positions (x, y, z) of its centre, inches.

    `mover` gives the base's shape and rotation (its own position is not used), `head` the miniature's height. `ways`
    maps parts to how they may be gone through; the others are solid. `enemies` names those of `others` whose reach
    counts. `sees` restricts reach to what is visible. Rises and falls follow `strides_of`. A base that rests on a top,
    or touches a wall to within `EXACT_TOLERANCE`, hits nothing.

    Raises `PathError` for a path without length, `ShapeError` for a base larger than the board, `PositionError` for a
    path below the floor, `GeometryError` for unknown names.
    """
    board = board or Board()
    others, markers, areas = others or {}, markers or {}, areas or {}
    places = checked_path(path)
    _check(mover, head, places, board, parts, others, ways or {}, enemies)
    strides = strides_of(places)
    walk = SweptPath(mover, head, strides)
    rows_of = {part.id: row for row, part in enumerate(parts)}
    way_of = {rows_of[name]: way for name, way in (ways or {}).items()}
    outlines = Outlines.of([part.polygon for part in parts])
    terrain, crossings = terrain_contacts(walk, parts, outlines, way_of)
    end = mover.at(*places[-1])
    return PathFacts(
        path=places,
        strides=strides,
        length=strides[-1].end,
        legs=legs_of(mover, places, strides, parts, outlines, way_of),
        terrain=terrain,
        crossings=crossings,
        bases=tuple(base_contact(walk, name, body) for name, body in others.items()),
        edge=edge_contact(walk, board),
        enemies=tuple(nearness(mover, strides, name, others[name].base, enemies_reach, sees) for name in enemies),
        markers=tuple(nearness(mover, strides, name, disc, markers_reach, sees) for name, disc in markers.items()),
        areas=tuple(_area_crossing(walk, name, area) for name, area in areas.items()),
        support=support_of(end, [part for row, part in enumerate(parts) if _carries(way_of.get(row))]),
    )


def _carries(way: Passage | None) -> bool:
    return way is None or way.is_passage


def _check(
    mover: Base,
    head: float,
    places: PathXYZ,
    board: Board,
    parts: Sequence[Part],
    others: Mapping[str, StandingBody],
    ways: Mapping[str, Passage],
    enemies: Collection[str],
) -> None:
    StandingBody(mover, head)
    width, depth = (2 * half for half in half_extents(mover))
    if width > board.width or depth > board.depth:
        raise ShapeError(
            "geometry-base-wide",
            width=float(width),
            depth=float(depth),
            board_width=board.width,
            board_depth=board.depth,
        )
    lowest = min(z for _, _, z in places)
    if lowest < -EXACT_TOLERANCE:
        raise PositionError("geometry-path-low", path=repr(places), lowest=lowest)
    for kind, names, there in (
        ("part", ways, {part.id for part in parts}),
        ("operative", enemies, set(others)),
    ):
        strangers = sorted(set(names) - there)
        if strangers:
            raise GeometryError(
                "geometry-path-stranger", kind=kind, thing=strangers[0], given=sorted(there), known=len(there)
            )


def _area_crossing(walk: SweptPath, name: str, area: Area) -> AreaCrossing:
    outline = measure.polygon(area.outline)
    outlines = Outlines.of([outline])

    def where(grow: float) -> Stretches:
        return merged(
            one
            for stride in walk.strides
            for one in swept_intervals_of_base(walk.mover, stride, outlines, [0], grow).get(0, ())
        )

    gap = min(float(clearance_to_polygons(walk.mover, stride, outlines, [0])[0][0]) for stride in walk.strides)
    return AreaCrossing(name, area.distance, where(-EXACT_TOLERANCE), where(area.distance + EXACT_TOLERANCE), gap)


def _in_order(contacts: tuple[Contact, ...]) -> tuple[Contact, ...]:
    return tuple(sorted((one for one in contacts if one.hits), key=lambda one: one.hits[0].start))
