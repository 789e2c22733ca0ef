"""The 2024 edition: what fills each port."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kt24.actions import ACTIONS
from referee.kt24.answers import ANSWERS
from referee.kt24.areas import MINES
from referee.kt24.control import MarkersInControlRange, control_range
from referee.kt24.dice import dice
from referee.kt24.equipment import EQUIPMENT, item_may_stand
from referee.kt24.flow import flow
from referee.kt24.grenades import KINDS
from referee.kt24.killzones import KILLZONES
from referee.kt24.movement import RULES, movement
from referee.kt24.options import OPTIONS, SMOKE_REACH
from referee.kt24.sight import sight
from referee.kt24.smoke import SMOKE, spread
from referee.rules.printed import Imprint, Ports, Printed, Tables
from referee.rules.set_up import SetUpRules


def ports(readings: Mapping[str, str]) -> Ports:
    """Return what fills the ports that readings of the sources bear on."""
    spreads = {SMOKE: spread(from_centre=readings[SMOKE_REACH] == "from the centre")}
    return Ports(control_range(), movement(readings), sight(readings), MarkersInControlRange(), dice(readings), spreads)


SET_UP = SetUpRules(
    board_rule="A24-01",
    bases_rule=RULES.bases,
    placement_rule=RULES.end,
    items=item_may_stand,
    zone_rule="A24-07",
    marker_rule="A24-03",
    markers=frozenset({spec.name for spec in EQUIPMENT.values() if spec.marker}) | MINES,
    options=frozenset({spec.option for spec in EQUIPMENT.values()} | set(KINDS)),
)
IMPRINT = Imprint("kt24", "2024", "Kill Team 2024", "C24-06")
KT24 = Printed(IMPRINT, Tables(ACTIONS, ANSWERS, SET_UP, KILLZONES, OPTIONS, flow), ports).default
