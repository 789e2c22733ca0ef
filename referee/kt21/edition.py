"""The 2021 edition: what fills each port."""

from __future__ import annotations

from referee.kt21.actions import ACTIONS
from referee.kt21.answers import ANSWERS
from referee.kt21.movement import MOVEMENT
from referee.kt21.objectives import ObjectivesByCentre
from referee.kt21.sight import SightByCoverLines
from referee.kt21.weapon_rules import WEAPON_RULES
from referee.rules.edition import Edition
from referee.rules.environment import OpenGround
from referee.rules.reach import CloseReach
from referee.rules.stats import StatRules

KT21 = Edition(
    id="kt21",
    year="2021",
    title="Kill Team 2021",
    engagement=CloseReach("A21-05"),
    movement=MOVEMENT,
    sight=SightByCoverLines(),
    markers=ObjectivesByCentre(),
    stats=StatRules(),
    actions=ACTIONS,
    environment=OpenGround(),
    killzones={},
    answers=ANSWERS,
    rule_book=WEAPON_RULES,
    rule_of_restriction="C21-03",
)
