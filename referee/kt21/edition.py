"""The 2021 edition: what fills each port."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kt21.actions import ACTIONS
from referee.kt21.answers import ANSWERS
from referee.kt21.close_quarters import KILLZONES
from referee.kt21.dice import dice
from referee.kt21.flow import flow
from referee.kt21.movement import RULES, movement
from referee.kt21.objectives import ObjectivesByCentre
from referee.kt21.options import OPTIONS
from referee.kt21.sight import sight
from referee.rules.printed import Imprint, Ports, Printed, Tables
from referee.rules.reach import CloseReach
from referee.rules.set_up import SetUpRules


def ports(readings: Mapping[str, str]) -> Ports:
    """Return what fills the ports that readings of the sources bear on."""
    return Ports(CloseReach("A21-05"), movement(readings), sight(readings), ObjectivesByCentre(), dice(readings))


SET_UP = SetUpRules(
    board_rule=RULES.terrain,
    bases_rule=RULES.bases,
    placement_rule=RULES.end,
    zone_rule="A21-02",
    marker_rule="L21-02",
    stand_on="Vantage",
)
IMPRINT = Imprint("kt21", "2021", "Kill Team 2021", "C21-03")
KT21 = Printed(IMPRINT, Tables(ACTIONS, ANSWERS, SET_UP, KILLZONES, OPTIONS, flow), ports).default
