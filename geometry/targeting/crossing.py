"""What the lines from one chosen point to a target's base cross: intervening and wholly intervening (rule H24-07)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from shapely.geometry import MultiPoint, Polygon

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base
from geometry.measure import distance_to_outline
from geometry.targeting.answer import targeting
from geometry.targeting.line_rules import CROSSING
from geometry.terrain import Part, Prisms
from geometry.visibility.sight import sight_to_disc

_RIM_POINTS = 128


@dataclass(frozen=True, slots=True)
class Crossing:
    """What lines from one point cross.

    `intervening`: parts that at least one line crosses. `wholly`: parts that every line crosses, each by itself.
    `all_blocked`: every line crosses some part.
    """

    intervening: tuple[Part, ...]
    wholly: tuple[Part, ...]
    all_blocked: bool


def crossings(
    shooter: Base, point: tuple[float, float], target: Base, parts: Sequence[Part], *, ceiling: float = math.inf
) -> Crossing:
    """Return which parts the lines from `point` of the shooter's base to the target's base cross."""
    level = abs(shooter.z - target.z) <= EXACT_TOLERANCE
    answer = targeting(shooter, target, parts, (), rules=CROSSING, ceiling=ceiling, probe=point)
    assert answer.probe is not None
    met = answer.probe.cover
    if level:
        # Seen from above, a part that counts at all stands in the way at every height.
        standing = [replace(part, bottom=shooter.z - 1, top=shooter.z + 1) for part in met]
        goal = target.at(target.x, target.y, shooter.z)
    else:
        standing, goal = list(met), target
    eye = (*point, shooter.z)
    wholly = tuple(
        part
        for part, upright in zip(met, standing, strict=True)
        if not sight_to_disc(eye, goal, Prisms.of([upright])).visible
    )
    blocked = bool(standing) and not sight_to_disc(eye, goal, Prisms.of(standing)).visible
    return Crossing(met, wholly, blocked)


@dataclass(frozen=True, slots=True)
class Portion:
    """The portion of a part that lines from one point cross, seen from above, and how far it is from both bases."""

    part: Part
    outline: Polygon
    from_shooter: float
    from_target: float


def crossed_portion(shooter: Base, point: tuple[float, float], target: Base, part: Part) -> Portion | None:
    """Return the portion of a part between a point and a target's base seen from above; None where it is not.

    For drawing and for saying distances: rims are polygons of 128 corners (1e-3 inches), lines have no width.
    """
    rim = ellipse.rim(target, np.linspace(0, 2 * math.pi, _RIM_POINTS, endpoint=False))
    fan = MultiPoint([point, *map(tuple, rim)]).convex_hull
    outline = fan.intersection(part.polygon)
    if outline.is_empty or outline.area == 0:
        return None
    if outline.geom_type != "Polygon":
        outline = max((piece for piece in outline.geoms if piece.geom_type == "Polygon"), key=lambda one: one.area)
    return Portion(part, outline, distance_to_outline(shooter, outline), distance_to_outline(target, outline))
