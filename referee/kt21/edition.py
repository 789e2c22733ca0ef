"""The 2021 edition: what fills each port."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kt21.actions import ACTIONS
from referee.kt21.answers import ANSWERS
from referee.kt21.close_quarters import KILLZONES
from referee.kt21.movement import movement
from referee.kt21.objectives import ObjectivesByCentre
from referee.kt21.options import OPTIONS
from referee.kt21.sight import SightByCoverLines
from referee.kt21.weapon_rules import WEAPON_RULES
from referee.rules.edition import Edition
from referee.rules.environment import OpenGround
from referee.rules.options import settled
from referee.rules.reach import CloseReach
from referee.rules.stats import StatRules


def build(chosen: Mapping[str, str]) -> Edition:
    """Return the edition with these readings; the others are the defaults."""
    readings = settled(OPTIONS, chosen)
    return Edition(
        id="kt21",
        year="2021",
        title="Kill Team 2021",
        engagement=CloseReach("A21-05"),
        movement=movement(readings),
        sight=SightByCoverLines(),
        markers=ObjectivesByCentre(),
        stats=StatRules(),
        actions=ACTIONS,
        environment=OpenGround(),
        killzones=KILLZONES,
        answers=ANSWERS,
        rule_book=WEAPON_RULES,
        rule_of_restriction="C21-03",
        options=OPTIONS,
        readings=readings,
        build=build,
    )


KT21 = build({})
