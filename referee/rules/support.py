"""Support of objects: the surface they rest on, their height, and the probability that one is higher than another.

A height within the tolerance of a surface under a base is set to that surface. Otherwise a model at 2.8346" on a roof
of 2.834646" would be inside the roof.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from shapely import Point

from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import CERTAIN_SIGMAS, Limit, ndtr, prob_any
from geometry.measure import depth_in, edge_rooms, gap_to_part_horizontal, inside_margin
from geometry.paths.legs import Support, joined, polygons_of, support_of
from geometry.placement import Placement
from geometry.position_errors import Measured, max_sigmas, measured_limit
from geometry.table import Board, Marker, Operative, Table
from geometry.terrain import Part
from messages.message import Message
from referee.rules.findings import area_of, footprint, where
from referee.rules.position import Position
from referee.rules.ruling import FindingWithLimits, Measurement, RuleId
from referee.rules.terrain_traits import matters

SURFACE_TOLERANCE = 0.06
"""Tolerance in inches between a measured height and the surface that an object rests on."""

SPECK = 1e-6
"""Inches of overlap that are ignored."""

Thing = Operative | Marker
Common: TypeAlias = NDArray[np.float64] | None


def stands_on(thing: Thing, part: Part) -> bool:
    """Return whether an operative's base, or a marker, rests on the top of a part."""
    base = thing.base
    on_top = abs(base.z - part.top) <= SURFACE_TOLERANCE
    return on_top and gap_to_part_horizontal(base, part) <= EXACT_TOLERANCE


def on_vantage(position: Position, thing: Thing) -> bool:
    """Return whether it rests on Vantage terrain."""
    return bool(vantage_features(position, thing))


def vantage_features(position: Position, *things: Thing) -> frozenset[str]:
    """Return the features whose Vantage terrain any of the objects rests on."""
    return frozenset(
        part.feature
        for part in position.table.terrain
        if part.has("Vantage") and any(stands_on(thing, part) for thing in things)
    )


def may_lie(
    position: Position, thing: Thing, board_rule: RuleId, placement_rule: RuleId
) -> Iterable[FindingWithLimits]:
    """Yield whether an object is on the board, in no terrain, and fully supported."""
    solid, common = tuple(filter(matters, position.table.terrain)), position.table.common
    yield from over_no_edge(board_rule, thing, position.table.board, common)
    yield from in_no_terrain(placement_rule, thing, solid, common)
    yield from carried(placement_rule, thing, solid, support_on(thing, solid), common)


def lying_heights(at: tuple[float, float], diameter: float, terrain: Iterable[Part]) -> tuple[float, ...]:
    """Return the heights at which a marker may lie at a point, lowest first; the floor if nothing else carries it."""
    solid, point = tuple(filter(matters, terrain)), Point(at)
    tops = {0.0, *(part.top for part in solid if part.polygon.distance(point) <= diameter / 2)}
    return tuple(z for z in sorted(tops) if _carries(Placement("", *at, z), diameter, solid)) or (0.0,)


def _carries(place: Placement, diameter: float, terrain: Sequence[Part]) -> bool:
    marker = Marker("", "", diameter, place)
    tests = (*in_no_terrain("", marker, terrain), *carried("", marker, terrain, support_on(marker, terrain)))
    return all(one.finding.holds for one in tests)


def over_no_edge(rule: RuleId, thing: Thing, board: Board, common: Common = None) -> Iterable[FindingWithLimits]:
    """Yield whether an object is within the board's edges: the nearest edge, and other uncertain ones."""
    sides = [measured_limit((thing,), (), common, _room_at(board, side)) for side in range(4)]
    sides.sort(key=lambda limit: limit.margin)
    hanging = where(footprint(thing.base).difference(area_of(board)), things=(thing.id,))
    for limit in (sides[0], *(one for one in sides[1:] if one.doubtful)):
        finding = Measurement.at_most(
            rule,
            Message.of("placement-on-board", thing=thing.id),
            -limit.margin,
            0.0,
            sigma=limit.sigma,
            witness=hanging,
        )
        yield FindingWithLimits(finding, (limit,))


def _room_at(board: Board, side: int) -> Measured:
    """Return the measurement of a base's distance from one edge of the board."""
    return lambda bases, parts: edge_rooms(bases[0], board)[side]


def in_no_terrain(
    rule: RuleId,
    thing: Thing,
    terrain: Iterable[Part],
    common: Common = None,
    *,
    marker: bool = False,
) -> Iterable[FindingWithLimits]:
    """Yield a fault for each part that an object is in, and an uncertain finding for each it may be in.

    With `marker` the fault asks to move the marker or the part.
    """
    for part in terrain:
        if not matters(part) or stands_on(thing, part) or not part.bottom <= thing.base.z < part.top:
            continue
        if not _beside(thing, part):
            continue
        limit = measured_limit((thing,), (part,), common, gap_or_depth)
        if limit.margin >= -SPECK and not limit.doubtful:
            continue
        shared = footprint(thing.base).intersection(part.polygon)
        finding = Measurement.at_most(
            rule,
            Message.of("placement-marker-clear" if marker else "placement-clear", thing=thing.id, part=part.id),
            -limit.margin,
            0.0,
            sigma=limit.sigma,
            witness=where(shared, things=(thing.id, part.id)),
        )
        yield FindingWithLimits(finding, (limit,))


def _beside(thing: Thing, part: Part) -> bool:
    """Return whether a part is near enough that errors could make them overlap."""
    base = thing.base
    room = base.radius + CERTAIN_SIGMAS * math.hypot(*max_sigmas((thing,), (part,)))
    left, low, right, high = part.polygon.bounds
    return bool(left - room <= base.x <= right + room and low - room <= base.y <= high + room)


def gap_or_depth(bases: Sequence[Base], parts: Sequence[Part]) -> float:
    """Return the distance of a base from a part seen from above; negative: its depth inside the part."""
    deep = depth_in(bases[0], parts[0])
    return -deep if deep > 0 else gap_to_part_horizontal(bases[0], parts[0])


def support_on(thing: Thing, terrain: Sequence[Part]) -> Support:
    """Return the support of an object, with the tolerance of measured heights."""
    return support_of(thing.base, terrain, SURFACE_TOLERANCE)


def carried(
    rule: RuleId, thing: Thing, terrain: Sequence[Part], support: Support, common: Common = None
) -> Iterable[FindingWithLimits]:
    """Yield whether an object above the floor is fully supported."""
    if support.floor:
        return
    bare, under = footprint(thing.base), [part for part in terrain if part.id in support.on]
    for part in under:
        bare = bare.difference(part.polygon)
    limit = measured_limit((thing,), under, common, _within_tops) if under else Limit(-thing.base.radius)
    finding = Measurement.at_least(
        rule,
        Message.of("placement-supported", thing=thing.id, height=thing.base.z),
        limit.margin,
        0.0,
        sigma=limit.sigma if under else thing.placement.sigma,
        witness=where(bare, things=(thing.id, *support.on)),
    )
    yield FindingWithLimits(finding, (limit,))


def _within_tops(bases: Sequence[Base], parts: Sequence[Part]) -> float:
    """Return the least distance from a base to the edge of the parts' union, inches."""
    return max(inside_margin(bases[0], one) for one in polygons_of(joined([part.polygon for part in parts])))


def higher_chance(one: Operative, other: Operative, by: float) -> float:
    """Return the probability that one operative is at least `by` inches higher than another.

    A height difference of exactly `by` was declared, and counts as exact.
    """
    margin = one.placement.z - other.placement.z - by
    sigma = math.sqrt(float(one.placement.covariance[2, 2] + other.placement.covariance[2, 2]))
    if abs(margin) <= EXACT_TOLERANCE or sigma == 0:
        return float(margin >= -EXACT_TOLERANCE)
    return float(ndtr(margin / sigma))


def vantage_chance(position: Position, one: Operative, other: Operative, by: float) -> float:
    """Return the probability that one operative is on Vantage terrain at least `by` inches above another."""
    higher = higher_chance(one, other, by)
    return higher * on_vantage_chance(position, one) if higher else 0.0


def on_vantage_chance(position: Position, one: Operative) -> float:
    """Return the probability that an operative, at its height, rests on Vantage terrain.

    Something supports an operative above the floor: if nothing else can, it is the Vantage terrain under its base.
    """
    at = one.placement.z
    level = [part for part in position.table.terrain if matters(part) and abs(at - part.top) <= SURFACE_TOLERANCE]
    vantage = [part for part in level if part.has("Vantage")]
    near = [limit for part in vantage if (limit := _touches(position, one, part)).doubtful or limit.margin >= 0]
    if not near:
        return 0.0
    alone = at > SURFACE_TOLERANCE and not any(
        _touches(position, one, part).margin >= -EXACT_TOLERANCE for part in level if not part.has("Vantage")
    )
    if alone and any(limit.margin >= -EXACT_TOLERANCE for limit in near):
        return 1.0
    return prob_any(near)


def _touches(position: Position, one: Operative, part: Part) -> Limit:
    return measured_limit((one,), (part,), position.table.common, _overlap)


def _overlap(bases: Sequence[Base], parts: Sequence[Part]) -> float:
    """Return the overlap of a base with a part seen from above; negative: its distance."""
    deep = depth_in(replace(bases[0], z=parts[0].bottom), parts[0])
    return deep if deep > 0 else -gap_to_part_horizontal(bases[0], parts[0])


Spot = tuple[float, float, float]
Standing = TypeVar("Standing", Operative, Marker)


def height_on(base: Base, terrain: Sequence[Part], reach: float = 0.0) -> float:
    """Return the height of the surface that a base rests on, inches: the floor, or a top under it; else its own height.

    Tops count within `SURFACE_TOLERANCE` of the base's height and within `reach` inches seen from above. The nearest
    height is used; tops beside the base only if there is none under it.
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


def snap_to_surfaces(table: Table) -> Table:
    """Return the table with every operative and marker at the height of its support; the same object if unchanged."""
    operatives = {name: _rested(one, table.terrain) for name, one in table.operatives.items()}
    markers = {name: _rested(one, table.terrain) for name, one in table.markers.items()}
    kept = (*table.operatives.values(), *table.markers.values())
    if all(one is was for one, was in zip((*operatives.values(), *markers.values()), kept, strict=True)):
        return table
    return replace(table, operatives=operatives, markers=markers)


def snap_path_to_surfaces(base: Base, way: Sequence[Spot], terrain: Sequence[Part]) -> tuple[Spot, ...]:
    """Return a path with the heights of the surfaces that the base rests on, or climbs beside."""
    return tuple(
        (x, y, height_on(Base(base.shape, x, y, z, base.rotation_deg), terrain, base.radius)) for x, y, z in way
    )


def _rested(thing: Standing, terrain: Sequence[Part]) -> Standing:
    where = thing.placement
    z = where.z if where.z == 0 else height_on(thing.base, terrain)
    return thing if z == where.z else replace(thing, placement=replace(where, z=z))
