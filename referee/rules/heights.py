"""How sure it is that something stands so much higher than something else, and on Vantage terrain."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import Limit, ndtr, some_hold
from geometry.measure import depth_in, gap_to_part_horizontal
from geometry.position_errors import measured_limit
from geometry.table import Operative
from geometry.terrain import Part
from referee.rules.moves.support import SURFACE_TOLERANCE
from referee.rules.position import Position
from referee.rules.sight.blockers import matters


def higher_chance(one: Operative, other: Operative, by: float) -> float:
    """Return how probable it is that one stands at least `by` inches higher than another.

    Heights that differ by exactly so much were declared so, and are taken as they are said.
    """
    margin = one.placement.z - other.placement.z - by
    sigma = math.sqrt(float(one.placement.covariance[2, 2] + other.placement.covariance[2, 2]))
    if abs(margin) <= EXACT_TOLERANCE or sigma == 0:
        return float(margin >= -EXACT_TOLERANCE)
    return float(ndtr(margin / sigma))


def vantage_chance(position: Position, one: Operative, other: Operative, by: float) -> float:
    """Return how probable it is that one stands on Vantage terrain at least `by` inches above another."""
    higher = higher_chance(one, other, by)
    return higher * on_vantage_chance(position, one) if higher else 0.0


def on_vantage_chance(position: Position, one: Operative) -> float:
    """Return how probable it is that an operative, standing as high as it does, rests on Vantage terrain.

    Something carries what stands off the floor: where nothing else could, Vantage terrain under its base does.
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
    return some_hold(near)


def _touches(position: Position, one: Operative, part: Part) -> Limit:
    return measured_limit((one,), (part,), position.table.common, _overlap)


def _overlap(bases: Sequence[Base], parts: Sequence[Part]) -> float:
    """Return how deep a base is over a part seen from above; below zero how far it is from it."""
    deep = depth_in(replace(bases[0], z=parts[0].bottom), parts[0])
    return deep if deep > 0 else -gap_to_part_horizontal(bases[0], parts[0])
