"""Lower bounds for paths that climb, drop, or go through passages and over traversed terrain.

They are looser than the bound of plain walking: what a path must pay for the special thing, and the shortest way with
everything out of the way that the special thing may lift.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import shapely

from geometry.paths.free_space import Scene, free_space, meets
from geometry.paths.level import COARSE, above, taut_length
from geometry.paths.passages import BESIDE, Passage
from geometry.paths.pricing import Climbs, Drops, Per, RoundedUp, Tariff
from geometry.paths.strides import PlaceXYZ
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE

_SOME = 1e-3
_JUMP_RISE = 1.0
"""Inches of height that a jump may ignore (rule I24-04)."""


def through_bound(scene: Scene, start: PlaceXYZ, target: PlaceXYZ, tariff: Tariff, allowance: float) -> float:
    """Return what a path on one level costs at least that goes through or over a part which has a way through.

    Just above the allowance when the heights differ or nothing of the kind fits it.
    """
    if abs(start[2] - target[2]) > EXACT_TOLERANCE:
        return above(tariff.increments, allowance)
    straight = tariff.level(math.dist(start[:2], target[:2]))
    return min(_through(scene, start, target, tariff, straight, allowance), above(tariff.increments, allowance))


def vertical_bound(scene: Scene, start: PlaceXYZ, target: PlaceXYZ, tariff: Tariff, allowance: float) -> float:
    """Return what a path costs at least that climbs, drops or jumps; just above the allowance when it is more."""
    straight = tariff.level(math.dist(start[:2], target[:2]))
    return min(_vertical(scene, start, target, tariff, straight), above(tariff.increments, allowance))


def _through(
    scene: Scene, start: PlaceXYZ, target: PlaceXYZ, tariff: Tariff, straight: float, allowance: float
) -> float:
    """Bound of paths that use a passage or traverse something on their level."""
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
    """Bound of paths that climb, drop or jump."""
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
    """Whether a jump that ignores some height may take part in a path between these two heights above the floor."""
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
