"""Whether one operative sees another, with the camera's doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from shapely.geometry import LineString

from geometry.base import Base
from geometry.sight import sight
from geometry.table import Operative
from geometry.terrain import Part
from referee.rules.ruling import RuleId, Ruling
from referee.rules.sight.control_range import sight_finding
from referee.rules.sight.placement_samples import drawn_samples, pushed_samples

DRAWS = 24
_SEED = 20241


def sees(rule: RuleId, viewer: Operative, target: Operative, blockers: Sequence[Part]) -> Ruling:
    """Return whether `viewer` sees `target` past the blockers.

    Both are first moved by two sigma along the axes of their errors; where that changes nothing the answer is sure.
    Otherwise its probability is the share of `DRAWS` draws, with a fixed seed, in which there is sight.
    """
    seen = sight(viewer, target, blockers)
    finding = sight_finding(rule, (seen,), (viewer.id, target.id))
    near = _near(viewer, target, blockers)

    def visible(here: Base, there: Base) -> bool:
        return sight(_at(viewer, here), _at(target, there), near).visible

    pushes = [(base, target.base) for base in pushed_samples(viewer)] + [
        (viewer.base, base) for base in pushed_samples(target)
    ]
    p_yes = float(seen.visible)
    if near and any(visible(*pair) is not seen.visible for pair in pushes):
        stream = np.random.default_rng(_SEED)
        pairs = zip(drawn_samples(viewer, stream, DRAWS), drawn_samples(target, stream, DRAWS), strict=True)
        p_yes = sum(visible(*pair) for pair in pairs) / DRAWS
    return Ruling(f"{viewer.id} sees {target.id}", (finding,), p_yes)


def _near(viewer: Operative, target: Operative, blockers: Sequence[Part]) -> tuple[Part, ...]:
    """Return the blockers that stand anywhere between the two, with room for where they may really be."""
    width = max(viewer.base.radius, target.base.radius) + 0.25
    corridor = LineString([(viewer.base.x, viewer.base.y), (target.base.x, target.base.y)]).buffer(width)
    return tuple(part for part in blockers if part.polygon.intersects(corridor))


def _at(operative: Operative, base: Base) -> Operative:
    there = replace(operative.placement, x=base.x, y=base.y, rotation_deg=base.rotation_deg)
    return replace(operative, placement=there)
