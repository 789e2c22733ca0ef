"""Killzone Gallowdark: guard, hatchways, and blasts in close quarters (rules K24-06 to K24-11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.editions.kt24.areas import SPREADING
from referee.editions.kt24.control import hatch_in_control_range
from referee.rules.actions import table_of
from referee.rules.dice.weapon import RuleUse
from referee.rules.edition import ActionSpec, Edition
from referee.rules.exemption import Exemption
from referee.rules.moves.hatchways import hatchway_fight, operating_hatch
from referee.rules.position import Position
from referee.rules.sight.condensed_environment import condensed
from referee.rules.sight.environment import OpenGround


@dataclass(frozen=True, slots=True)
class CloseQuarters(OpenGround):
    """Closed everywhere: what spreads gains Lethal 5+ against anybody (rule K24-06)."""

    @property
    def gains_by(self) -> str:
        """Rule K24-06."""
        return "K24-06"

    def gained_rules(self, position: Position, rules: Sequence[RuleUse], target: str | None) -> tuple[RuleUse, ...]:
        """Return what the weapon gains."""
        return condensed(rules, SPREADING)


GUARD = ActionSpec(
    "Guard",
    "D24-15",
    1,
    treated_as="Shoot",
    conceal=False,
    engaged=False,
    unless=Exemption.GUARD_CONCEALED,
    rolls=False,
)
ACTIONS = table_of(
    GUARD, hatchway_fight("K24-11"), operating_hatch("K24-07", hatch_in_control_range, "Dash", "Reposition")
)


def gallowdark(edition: Edition) -> Edition:
    """Return the edition with Guard, Hatchway Fight and Operate Hatch among its actions."""
    return replace(edition, actions={**edition.actions, **ACTIONS}, environment=CloseQuarters())
