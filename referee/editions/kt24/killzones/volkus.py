"""Killzone Volkus: doors, strongholds and barred windows (rules K24-01 to K24-05)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from shapely import Polygon, unary_union

from geometry.measure import inside_margin
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE
from referee.editions.kt24.areas import SPREADING
from referee.editions.kt24.control import MarkersInControlRange, control_range, opaque_nearby
from referee.rules.dice.weapon import RuleUse
from referee.rules.edition import ActionSpec, Edition
from referee.rules.judgement import Attempt
from referee.rules.moves.doorways import fight_through, openings
from referee.rules.moves.support import SURFACE_TOLERANCE, stands_on
from referee.rules.position import Position
from referee.rules.ruling import Finding
from referee.rules.sight.condensed_environment import condensed
from referee.rules.sight.environment import OpenGround


def _door_fight(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    doors = openings(position, "door")
    return fight_through(position, attempt.by, attempt.target, doors, "K24-05", floor=True)


LOW = 2.0


def seen_over(position: Position) -> tuple[Part, ...]:
    """Return what stops sight within control range: not stronghold doors, nor stronghold parts under 2" (K24-02)."""
    return tuple(
        part
        for part in opaque_nearby(position)
        if part.role != "door" and not (_of_stronghold(part) and part.top < LOW - EXACT_TOLERANCE)
    )


def _of_stronghold(part: Part) -> bool:
    return part.role == "stronghold" or (part.killzone or "").lower() == "volkus" or part.has("Stronghold")


def wholly_in_stronghold(position: Position, name: str) -> bool:
    """Return whether an operative is wholly within one stronghold: as declared, or inside the walls of its feature.

    The walls enclose what lies within the convex hull of the feature's parts.
    """
    if name in position.in_stronghold:
        return True
    features: dict[str, list[Polygon]] = {}
    for part in position.table.terrain:
        if _of_stronghold(part):
            features.setdefault(part.feature, []).append(part.polygon)
    base = position.table.operative(name).base
    hulls = (unary_union(parts).convex_hull for parts in features.values())
    return any(inside_margin(base, hull.exterior.coords[:-1]) >= -EXACT_TOLERANCE for hull in hulls)


def on_floor_or_step(position: Position, name: str) -> bool:
    """Return whether an operative stands on the killzone floor or on a fire step (rule K24-03)."""
    operative = position.table.operative(name)
    if name in position.in_stronghold or operative.base.z <= SURFACE_TOLERANCE:
        return True
    return any(part.role == "fire_step" and stands_on(operative, part) for part in position.table.terrain)


@dataclass(frozen=True, slots=True)
class Strongholds(OpenGround):
    """Closed within strongholds, and held by who is in them (rules K24-03, K24-04)."""

    def gained_rules(self, position: Position, rules: Sequence[RuleUse], target: str | None) -> tuple[RuleUse, ...]:
        """Return what a weapon that spreads gains against a target wholly in a stronghold."""
        closed = target is not None and wholly_in_stronghold(position, target) and on_floor_or_step(position, target)
        return condensed(rules, SPREADING) if closed else ()

    def first_resolver(self, position: Position, attacker: str, defender: str) -> str:
        """Return the defender when it alone is wholly in a stronghold, else the attacker."""
        garrisoned = wholly_in_stronghold(position, defender) and not wholly_in_stronghold(position, attacker)
        return defender if garrisoned else attacker


def volkus(edition: Edition) -> Edition:
    """Return the edition with Door Fight, sight over low stronghold parts in control range, and garrisons."""
    own = ActionSpec("Door Fight", "K24-05", 1, treated_as="Fight", engaged=False, conditions=(_door_fight,))
    return replace(
        edition,
        actions={**edition.actions, own.name: own},
        engagement=control_range(seen_over),
        markers=MarkersInControlRange(blockers=seen_over),
        environment=Strongholds(),
    )
