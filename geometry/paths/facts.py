"""Everything that a path meets: the facts from which an edition says whether a move is legal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from shapely.geometry import Polygon

from geometry import measure
from geometry.base import Base
from geometry.errors import GeometryError, PositionError, ShapeError
from geometry.paths.contact import Body, Contact, Walk, base_contact, edge_contact, half_extents
from geometry.paths.intervals import Stretches, merged
from geometry.paths.legs import Leg, legs_of
from geometry.paths.obstacles import terrain_contacts
from geometry.paths.passages import Crossing, Passage
from geometry.paths.proximity import Nearness, Sees, nearness
from geometry.paths.strides import PathXYZ, PlaceXYZ, Stride, checked_path, strides_of
from geometry.paths.support import Support, support_of
from geometry.paths.sweep import (
    Outlines,
    clearance_to_polygons,
    over,
)
from geometry.table import Board
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE


@dataclass(frozen=True, slots=True)
class Area:
    """A region seen from above that a path may cross or come within `distance` inches of (razor wire, I24-06)."""

    outline: Polygon
    distance: float = 0.0


@dataclass(frozen=True, slots=True)
class AreaCrossing:
    """How a path crosses an area: `over` is where the base is over it, `near` where it is within its distance.

    `gap` is the least horizontal distance along the path, inches.
    """

    area: str
    distance: float
    over: Stretches
    near: Stretches
    gap: float


@dataclass(frozen=True, slots=True)
class PathFacts:
    """What a path meets, in inches travelled along it (rises and falls count as travel).

    `terrain` has one contact for each solid part, `crossings` one for each part that may be gone through, `bases` one
    for each other base, `enemies` and `markers` one nearness each, `areas` one crossing each.
    """

    path: PathXYZ
    strides: tuple[Stride, ...]
    length: float
    legs: tuple[Leg, ...]
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
        """The solid parts that are hit, the first one first."""
        return _in_order(self.terrain)

    @property
    def base_hits(self) -> tuple[Contact, ...]:
        """The other bases that are hit, the first one first."""
        return _in_order(self.bases)

    def place(self, travelled: float) -> PlaceXYZ:
        """Return where the base's centre is after so many inches."""
        return next((one for one in self.strides if travelled <= one.end), self.strides[-1]).place(travelled)


def path_facts(
    mover: Base,
    head: float,
    path: Sequence[Sequence[float]],
    *,
    parts: Sequence[Part] = (),
    others: Mapping[str, Body] | None = None,
    board: Board | None = None,
    ways: Mapping[str, Passage] | None = None,
    enemies: Collection[str] = (),
    enemies_reach: float = 1.0,
    markers: Mapping[str, Base] | None = None,
    markers_reach: float = 1.0,
    areas: Mapping[str, Area] | None = None,
    sees: Sees | None = None,
) -> PathFacts:
    """Return what a base meets when it moves along a path of places (x, y, z) of its centre, inches.

    `mover` gives the base's shape and how it is turned (its own place is not used), `head` the miniature's height.
    `ways` says of parts how they may be gone through; the others are solid. `enemies` names those of `others` whose
    reach counts. `sees` narrows reach to what is in sight. Rises and falls are as `strides_of` says. A base resting
    on a top, or touching a wall to within `EXACT_TOLERANCE`, hits nothing.

    Raises `PathError` for a path that leads nowhere, `ShapeError` for a base larger than the board, `PositionError`
    for a path below the floor, `GeometryError` for names that nothing bears.
    """
    board = board or Board()
    others, markers, areas = others or {}, markers or {}, areas or {}
    places = checked_path(path)
    _check(mover, head, places, board, parts, others, ways or {}, enemies)
    strides = strides_of(places)
    walk = Walk(mover, head, strides)
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
    others: Mapping[str, Body],
    ways: Mapping[str, Passage],
    enemies: Collection[str],
) -> None:
    Body(mover, head)
    width, depth = (2 * half for half in half_extents(mover))
    if width > board.width or depth > board.depth:
        raise ShapeError(f"a base {width:.3f} x {depth:.3f} in is larger than the board {board.width} x {board.depth}")
    lowest = min(z for _, _, z in places)
    if lowest < -EXACT_TOLERANCE:
        raise PositionError(f"path {places!r} goes down to {lowest!r} in: the killzone floor is at 0")
    for kind, names, there in (
        ("terrain part", ways, {part.id for part in parts}),
        ("operative", enemies, set(others)),
    ):
        strangers = sorted(set(names) - there)
        if strangers:
            raise GeometryError(f"{kind} {strangers[0]!r} is named but not given; there: {sorted(there)}")


def _area_crossing(walk: Walk, name: str, area: Area) -> AreaCrossing:
    outline = measure.polygon(area.outline)
    outlines = Outlines.of([outline])

    def where(grow: float) -> Stretches:
        return merged(
            one for stride in walk.strides for one in over(walk.mover, stride, outlines, [0], grow).get(0, ())
        )

    gap = min(float(clearance_to_polygons(walk.mover, stride, outlines, [0])[0][0]) for stride in walk.strides)
    return AreaCrossing(name, area.distance, where(-EXACT_TOLERANCE), where(area.distance + EXACT_TOLERANCE), gap)


def _in_order(contacts: tuple[Contact, ...]) -> tuple[Contact, ...]:
    return tuple(sorted((one for one in contacts if one.hits), key=lambda one: one.hits[0].start))
