"""The 2024 edition: what fills each port."""

from __future__ import annotations

from referee.kt24.actions import ACTIONS
from referee.kt24.answers import ANSWERS
from referee.kt24.control import MarkersInControlRange, control_range
from referee.kt24.killzones import KILLZONES
from referee.kt24.movement import MOVEMENT
from referee.kt24.sight import SightByTargetingLines
from referee.kt24.weapon_rules import WEAPON_RULES
from referee.rules.edition import Edition
from referee.rules.environment import OpenGround
from referee.rules.stats import StatRules

KT24 = Edition(
    id="kt24",
    year="2024",
    title="Kill Team 2024",
    engagement=control_range(),
    movement=MOVEMENT,
    sight=SightByTargetingLines(),
    markers=MarkersInControlRange(),
    stats=StatRules(),
    actions=ACTIONS,
    environment=OpenGround(),
    killzones=KILLZONES,
    answers=ANSWERS,
    rule_book=WEAPON_RULES,
    rule_of_restriction="C24-06",
)
