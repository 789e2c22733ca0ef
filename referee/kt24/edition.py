"""The 2024 edition: what fills each port."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kt24.actions import ACTIONS
from referee.kt24.answers import ANSWERS
from referee.kt24.control import MarkersInControlRange, control_range
from referee.kt24.killzones import KILLZONES
from referee.kt24.movement import movement
from referee.kt24.options import OPTIONS
from referee.kt24.sight import SightByTargetingLines, smoke_readings
from referee.kt24.weapon_rules import WEAPON_RULES
from referee.rules.edition import Edition
from referee.rules.environment import OpenGround
from referee.rules.options import settled
from referee.rules.stats import StatRules


def build(chosen: Mapping[str, str]) -> Edition:
    """Return the edition with these readings; the others are the defaults."""
    readings = settled(OPTIONS, chosen)
    return Edition(
        id="kt24",
        year="2024",
        title="Kill Team 2024",
        engagement=control_range(),
        movement=movement(readings),
        sight=SightByTargetingLines(*smoke_readings(readings)),
        markers=MarkersInControlRange(),
        stats=StatRules(),
        actions=ACTIONS,
        environment=OpenGround(),
        killzones=KILLZONES,
        answers=ANSWERS,
        rule_book=WEAPON_RULES,
        rule_of_restriction="C24-06",
        options=OPTIONS,
        readings=readings,
        build=build,
    )


KT24 = build({})
