"""Cheapest legal path within an allowance, with a lower bound that proves it.

Two further lower bounds cover paths that are not plain walking: one for paths through passages or over traversed
terrain, one for paths that climb, drop or jump. Each is the surcharge that such a path pays at least, plus the shortest
path without the obstacles that it may ignore.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from geometry import measure
from geometry.base import EXACT_TOLERANCE
from geometry.errors import PositionError
from geometry.paths.configuration_space import ForbiddenZone, Scene, free_space, meets, nearby
from geometry.paths.contact import StandingBody, half_extents
from geometry.paths.layer_graph import LayerGraph
from geometry.paths.legs import support_of
from geometry.paths.level_path import COARSE, Proof, above, cheapest_on_level, taut_length
from geometry.paths.passages import BESIDE, Passage
from geometry.paths.path_facts import PathFacts, path_facts
from geometry.paths.pricing import Climbs, Drops, Per, RoundedUp, Tariff, price_path
from geometry.paths.strides import Motion, PathXYZ, PlaceXYZ, Stride, checked_path
from geometry.paths.sweep import Outlines, clearance_to_polygons
from geometry.terrain import Part

_SOME = 1e-3
_JUMP_RISE = 1.0
"""Inches of height difference that a jump may ignore (rule I24-04)."""


def through_bound(scene: Scene, start: PlaceXYZ, target: PlaceXYZ, tariff: Tariff, allowance: float) -> float:
    """Return a lower bound for paths on one level that go through or over a part with a passage or traverse price.

    Just above the allowance if the heights differ or no such path fits in it.
    """
    if abs(start[2] - target[2]) > EXACT_TOLERANCE:
        return above(tariff.increments, allowance)
    straight = tariff.level(math.dist(start[:2], target[:2]))
    return min(_through(scene, start, target, tariff, straight, allowance), above(tariff.increments, allowance))


def vertical_bound(scene: Scene, start: PlaceXYZ, target: PlaceXYZ, tariff: Tariff, allowance: float) -> float:
    """Return a lower bound for paths that climb, drop or jump, capped just above the allowance."""
    straight = tariff.level(math.dist(start[:2], target[:2]))
    return min(_vertical(scene, start, target, tariff, straight), above(tariff.increments, allowance))


def _through(
    scene: Scene, start: PlaceXYZ, target: PlaceXYZ, tariff: Tariff, straight: float, allowance: float
) -> float:
    """Lower bound for paths that use a passage or traverse a part on their level."""
    charged = [
        (part, scene.ways[part.id])
        for part in scene.parts
        if part.id in scene.ways
        and scene.ways[part.id].is_charged
        and meets(start[2], scene.head, part.bottom, part.top)
    ]
    if not charged:
        return math.inf
    price = min(tariff.passage if way.is_passage else tariff.traverse for _, way in charged)
    if straight + price > allowance + EXACT_TOLERANCE:
        return math.inf
    lifted = {way: _beside(scene, [part for part, other in charged if other is way]) for way in Passage}
    open_scene = replace(scene, parts=tuple(part for part in scene.parts if part.id not in lifted[Passage.ANY_PART]))
    space = free_space(open_scene, start[2], thin=lifted[Passage.CENTRE])
    length = taut_length(space, np.array(start[:2]), np.array(target[:2]), allowance - price, COARSE)
    return math.inf if math.isinf(length) else tariff.level(length) + price


def _beside(scene: Scene, doors: list[Part]) -> frozenset[str]:
    return frozenset(
        part.id
        for part in scene.parts
        if part.id not in scene.ways and any(door.polygon.distance(part.polygon) <= BESIDE for door in doors)
    )


def _vertical(scene: Scene, start: PlaceXYZ, target: PlaceXYZ, tariff: Tariff, straight: float) -> float:
    """Lower bound for paths that climb, drop or jump."""
    bounds = [math.inf]
    climbs, drops = tariff.climbs, tariff.drops
    if min(start[2], target[2]) > EXACT_TOLERANCE and _may_jump(scene, start[2], target[2]):
        bounds.append(straight)
    if target[2] < start[2] - EXACT_TOLERANCE and drops is not None:
        bounds.append(straight + _drop_price(drops, start[2] - target[2]))
    if climbs is None:
        return min(bounds)
    reach = scene.mover.radius + climbs.distance
    ends = shapely.points([start[:2], target[:2]])
    laddered = any(way is Passage.OPEN for way in scene.ways.values())
    for part in scene.parts:
        too_high = part.top - start[2] > climbs.highest + (_JUMP_RISE if start[2] > EXACT_TOLERANCE else 0.0)
        if part.id in scene.ways or (too_high and not laddered):
            continue
        before, after = (max(0.0, float(part.polygon.distance(end)) - reach) for end in ends)
        level = max(straight, tariff.level(before) + tariff.level(after))
        up = _climb_price(climbs, max(part.top - start[2], _SOME), laddered)
        fall = part.top - target[2]
        down = 0.0
        if fall > EXACT_TOLERANCE:
            down = math.inf if drops is None else _drop_price(drops, fall)
        bounds.append(level + up + down)
    return min(bounds)


def _may_jump(scene: Scene, start: float, target: float) -> bool:
    """Whether a path between these two heights above the floor may include a jump that ignores some height."""
    if abs(start - target) > EXACT_TOLERANCE:
        return True
    return any(EXACT_TOLERANCE < abs(part.top - start) <= _JUMP_RISE + EXACT_TOLERANCE for part in scene.parts)


def _climb_price(climbs: Climbs, height: float, laddered: bool) -> float:
    price = climbs.price([height])
    return min(price, climbs.ladder) if laddered else price


def _drop_price(drops: Drops, height: float) -> float:
    if drops.free_per is Per.ACTION and isinstance(drops.increments, RoundedUp):
        return drops.price([height])
    return 0.0


CLOSED = 0.02
"""Inches by which a price may exceed its lower bound and still count as proved; matters for fractional prices."""


@dataclass(frozen=True, slots=True)
class Cheapest:
    """Result of a search for the cheapest path within an allowance.

    `path` is the cheapest legal path found and `price` its price; None and infinite if none was found within the
    allowance. No legal path costs less than `bound`, for the reason `proof`; if there is certainly no path, `bound` is
    the next price above the allowance. If the base cannot be at the target at all, `blocked_by` names the obstacle and
    `bound` is infinite.
    """

    path: PathXYZ | None
    price: float
    bound: float
    proof: Proof
    allowance: float
    blocked_by: str | None = None

    @property
    def legal(self) -> bool | None:
        """True with a path within the allowance, False if `bound` is above the allowance, None if undecided."""
        if self.path is not None and self.price <= self.allowance + EXACT_TOLERANCE:
            return True
        return False if self.bound > self.allowance + EXACT_TOLERANCE else None

    @property
    def closed(self) -> bool:
        """Whether the result is proved: the path is the cheapest, or there is none within the allowance."""
        return self.legal is False or self.price - self.bound <= CLOSED


def cheapest_path(
    scene: Scene, start: PlaceXYZ, target: PlaceXYZ, *, tariff: Tariff | None = None, allowance: float
) -> Cheapest:
    """Return the cheapest legal path from start to target, (x, y, z) of the base's centre, within the allowance.

    Paths cross the floor and tops, go through passages, and climb and drop if the tariff has prices for it. The path
    found is verified with `path_facts` and priced with `price_path`. If the start is inside an `avoid` reach that is
    not `certain`, the caller must handle it. Raises `PositionError` with the obstacle's name if the base cannot be at
    the start, and `PathError` if start and target are equal.
    """
    tariff = Tariff() if tariff is None else tariff
    start, target = checked_path((start, target))
    for name in in_the_way(scene, start, leaving=True):
        raise PositionError("geometry-start-blocked", x=start[0], y=start[1], z=start[2], obstacle=name)
    kept = {name: one for name, one in scene.avoid.items() if not _reaches(scene, one, start)}
    scene = replace(scene, avoid=kept)
    for name in in_the_way(scene, target):
        return Cheapest(None, math.inf, math.inf, Proof.PLACE, allowance, name)
    straight = tariff.level(math.dist(start[:2], target[:2]))
    for name, avoid in scene.avoid.items():
        if _reaches(scene, avoid, target):
            return Cheapest(None, math.inf, straight, Proof.LINE, allowance, name)
    scene = nearby(scene, np.array(start[:2]), np.array(target[:2]), allowance)
    found: list[tuple[float, PathXYZ]] = []
    bound, proof = math.inf, Proof.LINE
    if abs(start[2] - target[2]) <= EXACT_TOLERANCE:
        closed = replace(scene, ways={name: way for name, way in scene.ways.items() if way is Passage.OPEN})
        space = free_space(closed, start[2], on_tops=start[2] > EXACT_TOLERANCE)
        level = cheapest_on_level(space, np.array(start[:2]), np.array(target[:2]), tariff.increments, allowance)
        bound, proof = level.bound, level.proof
        if level.places is not None:
            found += _verified(scene, [(float(x), float(y), start[2]) for x, y in level.places], tariff, allowance)
    through = through_bound(scene, start, target, tariff, allowance)
    vertical = vertical_bound(scene, start, target, tariff, allowance)
    best = min((price for price, _ in found), default=allowance + 2 * EXACT_TOLERANCE)
    if min(through, vertical) < best:
        net = LayerGraph(scene, tariff, start, target, allowance, through=through < best, vertical=vertical < best)
        found += _solved(net, scene, tariff, allowance)
        if not found and net.has_short_climbs and tariff.climbs is not None:
            # The graph charges the minimum for each climb, an action pays it only once for all its climbs, such as the
            # steps of a stair.
            net = replace(net, tariff=replace(tariff, climbs=replace(tariff.climbs, least=0.0)))
            found += _solved(net, scene, tariff, allowance)
    if min(through, vertical) < bound:
        bound, proof = min(through, vertical), Proof.TAUT
    if not found:
        return Cheapest(None, math.inf, bound, proof, allowance)
    price, path = min(found)
    return Cheapest(path, price, min(bound, price), proof, allowance)


def in_the_way(scene: Scene, place: PlaceXYZ, *, leaving: bool = False) -> tuple[str, ...]:
    """Return the obstacles to a base at a position: ids of parts and bases, "board edge", "support".

    If it is `leaving` the position, it may overlap what it may pass and needs no support.
    """
    base = scene.mover.at(*place)
    half_x, half_y = half_extents(base)
    board = scene.board
    room = min(base.x - half_x, board.width - half_x - base.x, base.y - half_y, board.depth - half_y - base.y)
    out = ["board edge"] if room < -EXACT_TOLERANCE else []
    solid = [part for part in scene.parts if not (leaving and part.id in scene.ways)]
    beside = [part for part in solid if meets(base.z, scene.head, part.bottom, part.top)]
    if beside:
        still = Stride(0, Motion.LEVEL, place, place, 0.0, 0.0)
        outlines = Outlines.of([part.polygon for part in beside])
        apart, _ = clearance_to_polygons(base, still, outlines, range(len(beside)))
        out += [part.id for part, distance in zip(beside, apart, strict=True) if distance < -EXACT_TOLERANCE]
    out += [
        name
        for name, body in {**scene.blockers, **({} if leaving else scene.guests)}.items()
        if meets(base.z, scene.head, body.base.z, body.base.z + body.head)
        and measure.overlap(base, body.base) > EXACT_TOLERANCE
    ]
    out += [name for name, avoid in scene.avoid.items() if avoid.certain and _reaches(scene, avoid, place)]
    if not leaving and not support_of(base, [part for part in scene.parts if part.id not in scene.ways]).whole:
        out.append("support")
    return tuple(out)


def _reaches(scene: Scene, avoid: ForbiddenZone, place: PlaceXYZ) -> bool:
    return measure.gap(scene.mover.at(*place), avoid.base) <= avoid.reach + EXACT_TOLERANCE


def _solved(net: LayerGraph, scene: Scene, tariff: Tariff, allowance: float) -> list[tuple[float, PathXYZ]]:
    """Return the path over a graph with its price, if there is one and it passes verification."""
    path = net.solve()
    return [] if path is None else _verified(scene, path, tariff, allowance)


def _verified(scene: Scene, path: Sequence[PlaceXYZ], tariff: Tariff, allowance: float) -> list[tuple[float, PathXYZ]]:
    """Return the path with its price if the path facts confirm it and it is within the allowance."""
    bodies = {**scene.blockers, **scene.guests}
    watched = {f"reach of {name}": StandingBody(avoid.base, 1.0) for name, avoid in scene.avoid.items()}
    reaches = {avoid.reach for avoid in scene.avoid.values()}
    facts = path_facts(
        scene.mover, scene.head, path, parts=scene.parts, ways=scene.ways, others=bodies, board=scene.board
    )
    for reach in reaches:
        near = {
            f"reach of {name}": watched[f"reach of {name}"] for name, one in scene.avoid.items() if one.reach == reach
        }
        ranges = path_facts(
            scene.mover, scene.head, path, others=near, enemies=list(near), enemies_reach=reach, board=scene.board
        )
        if any(one.near for one in ranges.enemies):
            return []
    price = price_path(facts, tariff)
    if price.forbidden or price.total > allowance + EXACT_TOLERANCE or not _passable(facts, scene):
        return []
    return [(price.total, facts.path)]


def _passable(facts: PathFacts, scene: Scene) -> bool:
    """Whether nothing on the path stops the base."""
    stopped = (
        facts.terrain_hits or facts.edge.hits or any(one.hits for one in facts.bases if one.thing in scene.blockers)
    )
    ends = any(one.ends_in for one in facts.bases) or any(one.at_end for one in facts.crossings)
    brushed = any(one.brushed for one in facts.crossings if one.way is Passage.CENTRE)
    return not stopped and not ends and not brushed and facts.support.whole
