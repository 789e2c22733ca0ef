"""Killzone Gallowdark: guard, hatchways, and blasts in close quarters (rules K24-06 to K24-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from geometry.measure import gap_to_part
from referee.kt24.condensed import condensed
from referee.kt24.killzones.doorways import fight_through, openings
from referee.rules.attempt import Attempt
from referee.rules.dice.weapon import RuleUse
from referee.rules.edition import ActionSpec, Edition
from referee.rules.environment import OpenGround
from referee.rules.exemption import Exemption
from referee.rules.position import Position
from referee.rules.ruling import Finding

REACH = 1.0


def _hatchway_fight(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    hatchways = openings(position, "access_point", state="open")
    return fight_through(position, attempt.by, attempt.target, hatchways, "K24-11", floor=False)


def _operate_hatch(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    hatchways = [
        part for part in openings(position, "access_point") if attempt.target is None or part.id == attempt.target
    ]
    base = position.table.operative(attempt.by).base
    near = [part for part in hatchways if gap_to_part(base, part) <= REACH]
    yield Finding.fact("K24-07", bool(near), "an access point is within its control range")
    free = [
        part
        for part in near
        if (part.state or "closed") != "open"
        or all(gap_to_part(enemy.base, part) > REACH for enemy in position.enemies_of(attempt.by))
    ]
    yield Finding.fact("K24-07", bool(free), "no enemy holds the open hatchway")


@dataclass(frozen=True, slots=True)
class CloseQuarters(OpenGround):
    """Closed everywhere: what spreads gains Lethal 5+ against anybody (rule K24-06)."""

    def gained_rules(self, position: Position, rules: Sequence[RuleUse], target: str | None) -> tuple[RuleUse, ...]:
        """Return what the weapon gains."""
        return condensed(rules)


def gallowdark(edition: Edition) -> Edition:
    """Return the edition with Guard, Hatchway Fight and Operate Hatch among its actions."""
    own = (
        ActionSpec(
            "Guard",
            "D24-15",
            1,
            treated_as="Shoot",
            conceal=False,
            engaged=False,
            unless=Exemption.GUARD_CONCEALED,
        ),
        ActionSpec("Hatchway Fight", "K24-11", 1, treated_as="Fight", engaged=False, conditions=(_hatchway_fight,)),
        ActionSpec(
            "Operate Hatch",
            "K24-07",
            1,
            engaged=False,
            within=frozenset({"Dash", "Reposition"}),
            conditions=(_operate_hatch,),
        ),
    )
    actions = {**edition.actions, **{spec.name: spec for spec in own}}
    return replace(edition, actions=actions, environment=CloseQuarters())
