"""Killzone Gallowdark: guard, hatchways, and blasts in close quarters (rules K24-06 to K24-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from referee.kt24.areas import SPREADING
from referee.rules.attempt import Attempt
from referee.rules.condensed import condensed
from referee.rules.dice.weapon import RuleUse
from referee.rules.doorways import fight_through, openings, operate_hatch
from referee.rules.edition import ActionSpec, Edition
from referee.rules.environment import OpenGround
from referee.rules.exemption import Exemption
from referee.rules.position import Position
from referee.rules.ruling import Finding


def _hatchway_fight(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    hatchways = openings(position, "access_point", state="open")
    return fight_through(position, attempt.by, attempt.target, hatchways, "K24-11", floor=False)


def _operate_hatch(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    return operate_hatch(position, attempt.by, attempt.target, "K24-07")


@dataclass(frozen=True, slots=True)
class CloseQuarters(OpenGround):
    """Closed everywhere: what spreads gains Lethal 5+ against anybody (rule K24-06)."""

    def gained_rules(self, position: Position, rules: Sequence[RuleUse], target: str | None) -> tuple[RuleUse, ...]:
        """Return what the weapon gains."""
        return condensed(rules, SPREADING)


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
