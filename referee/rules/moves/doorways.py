"""Openings in walls: who fights through one, who opens and closes it (rules F24-11, K24-05, K24-07, K24-11, K21-02)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np

from geometry.base import Base
from geometry.measure import gap_to_part, gap_to_part_horizontal
from geometry.table import Operative
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE
from referee.rules.position import Position
from referee.rules.ruling import Finding, RuleId

Reached = Callable[[Position, Operative, Part], bool]
"""Whether an operative reaches an access point, as an edition says."""

REACH = 2.0
HATCH_REACH = 1.0


def openings(position: Position, role: str, *, state: str | None = None) -> tuple[Part, ...]:
    """Return the terrain parts with that role, in that state when one is asked."""
    return tuple(
        part
        for part in position.table.terrain
        if part.role == role and (state is None or (part.state or "closed") == state)
    )


def across(a: Base, b: Base, part: Part) -> bool:
    """Return whether two bases stand on different sides of an opening.

    The sides are those of the part's long axis: of the least rectangle around it, the line along its longer edge. It
    does not matter where along it they stand: an enemy beside the opening is on the other side, too.
    """
    corners = np.asarray(part.polygon.minimum_rotated_rectangle.exterior.coords)[:4]
    edges = np.roll(corners, -1, axis=0) - corners
    along = edges[int(np.argmax(np.hypot(*edges.T)))]
    normal = np.array([-along[1], along[0]])
    middle = corners.mean(axis=0)
    side_a = float(normal @ (np.array([a.x, a.y]) - middle))
    side_b = float(normal @ (np.array([b.x, b.y]) - middle))
    return side_a * side_b < 0


def fight_through(
    position: Position, by: str, target: str | None, doors: Iterable[Part], rule: RuleId, *, floor: bool
) -> Iterable[Finding]:
    """Yield whether the operative touches an opening, with the target within 2" of it on the other side.

    Without a target only the touching is asked. `floor` asks the enemy to stand on the killzone floor.
    """
    operative = position.table.operative(by)
    base = operative.base
    doors = [part for part in doors if part.bottom <= base.z < part.top]
    nearest = min((gap_to_part_horizontal(base, part) for part in doors), default=math.inf)
    touched = [part for part in doors if gap_to_part_horizontal(base, part) <= nearest + EXACT_TOLERANCE]
    means = f"{by} touches an opening that it may fight through"
    apart = f"{by} touches no opening that it may fight through"
    yield Finding.at_most(rule, means, nearest, 0.0, otherwise=apart, sigma=operative.placement.sigma)
    if target is None:
        return
    enemy = position.table.operative(target).base
    beyond = [part for part in touched if across(base, enemy, part)]
    same = f"{target} is not on the other side of it"
    yield Finding.fact(rule, bool(beyond), f"{target} is on the other side of it", otherwise=same)
    far = min((gap_to_part(enemy, part) for part in beyond), default=math.inf)
    away = f"{target} is not near enough to the opening"
    yield Finding.at_most(rule, f"{target} is near the opening", far, REACH, otherwise=away)
    if floor:
        high = f"{target} does not stand on the killzone floor"
        yield Finding.at_most(rule, f"{target} stands on the killzone floor", enemy.z, 0.0, otherwise=high)


def operate_hatch(position: Position, by: str, hatch: str | None, rule: RuleId, reached: Reached) -> Iterable[Finding]:
    """Yield whether a hatch (any, when none is named) is near enough to turn, and no enemy holds it open.

    `reached` says whether an operative reaches a hatch.
    """
    own = position.table.operative(by)
    known = [part for part in openings(position, "access_point") if hatch in (None, part.id)]
    near = [part for part in known if reached(position, own, part)]
    far = f"no access point is near enough to {by}"
    yield Finding.fact(rule, bool(near), f"an access point is near enough to {by}", otherwise=far)
    free = [
        part
        for part in near
        if (part.state or "closed") != "open"
        or not any(reached(position, enemy, part) for enemy in position.enemies_of(by))
    ]
    held = "an enemy holds the open hatchway"
    yield Finding.fact(rule, bool(free), "no enemy holds the open hatchway", otherwise=held)


def hatch_near(position: Position, operative: Operative, hatch: Part) -> bool:
    """Return whether an operative is within an inch of an access point, seen or not (rule K21-02)."""
    return gap_to_part(operative.base, hatch) <= HATCH_REACH + EXACT_TOLERANCE
