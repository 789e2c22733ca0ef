"""How high a thing stands that rests on something: as high as what carries it, however that was measured or typed.

Nothing floats a hair above a roof, and nothing sinks into one: a height that is within the tolerance of a surface under
a base is that surface's. Without this a model at 2.8346" on a roof of 2.834646" would stand in the roof.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from geometry.base import EXACT_TOLERANCE, Base
from geometry.measure import gap_to_part_horizontal
from geometry.table import Marker, Operative, Table
from geometry.terrain import Part
from referee.rules.moves.support import SURFACE_TOLERANCE
from referee.rules.sight.blockers import matters

Spot = tuple[float, float, float]
Thing = TypeVar("Thing", Operative, Marker)


def height_on(base: Base, terrain: Sequence[Part], reach: float = 0.0) -> float:
    """Return the height of the surface that a base rests on, inches: the floor's, or of a top under it; else its own.

    Tops count that are within `SURFACE_TOLERANCE` of the base's height and within `reach` inches of it seen from above;
    the nearest height, of tops beside it only where there is none under it.
    """
    z = base.z
    if abs(z) <= EXACT_TOLERANCE or any(abs(part.top - z) <= EXACT_TOLERANCE for part in terrain):
        return z
    near = [part for part in terrain if abs(part.top - z) <= SURFACE_TOLERANCE and matters(part)]
    room = reach + EXACT_TOLERANCE
    found = [(gap, part.top) for part in near if (gap := gap_to_part_horizontal(base, part)) <= room]
    under = [top for gap, top in found if gap <= EXACT_TOLERANCE] or [top for _, top in found]
    floor = [0.0] if abs(z) <= SURFACE_TOLERANCE else []
    return min((*under, *floor), key=lambda height: abs(height - z), default=z)


def at_their_heights(table: Table) -> Table:
    """Return the table with every operative and marker as high as what carries it; the same one where all are."""
    operatives = {name: _rested(one, table.terrain) for name, one in table.operatives.items()}
    markers = {name: _rested(one, table.terrain) for name, one in table.markers.items()}
    kept = (*table.operatives.values(), *table.markers.values())
    if all(one is was for one, was in zip((*operatives.values(), *markers.values()), kept, strict=True)):
        return table
    return replace(table, operatives=operatives, markers=markers)


def way_at_its_heights(base: Base, way: Sequence[Spot], terrain: Sequence[Part]) -> tuple[Spot, ...]:
    """Return a way whose points are as high as what the base rests on there, or climbs beside."""
    return tuple(
        (x, y, height_on(Base(base.shape, x, y, z, base.rotation_deg), terrain, base.radius)) for x, y, z in way
    )


def _rested(thing: Thing, terrain: Sequence[Part]) -> Thing:
    where = thing.placement
    z = where.z if where.z == 0 else height_on(thing.base, terrain)
    return thing if z == where.z else replace(thing, placement=replace(where, z=z))
