"""The 2024 edition and its ports."""

from __future__ import annotations

from collections.abc import Mapping

from referee.editions.kt24.actions import ACTIONS
from referee.editions.kt24.areas import BlastAndTorrent
from referee.editions.kt24.control_range import MarkersInControlRange, control_range
from referee.editions.kt24.dice import dice
from referee.editions.kt24.equipment import MARKER_KINDS, OPTION_NAMES, PIECES, item_may_stand
from referee.editions.kt24.equipment.comms_device import reach_with_devices
from referee.editions.kt24.equipment.portable_barricade import AGAIN
from referee.editions.kt24.equipment.smoke_grenade import SMOKE, spread
from referee.editions.kt24.killzones import GUARD_ANYWHERE, KILLZONES
from referee.editions.kt24.movement import RULES, movement
from referee.editions.kt24.options import EVERYWHERE, GUARD_WHERE, OPTIONS, SMOKE_REACH
from referee.editions.kt24.sight import sight
from referee.rules.ports.actions import table_of
from referee.rules.ports.edition import EditionInfo, EditionPorts, EditionSpec, EditionTables
from referee.rules.position import StatRules
from referee.rules.set_up import SetUpRules


def ports(readings: Mapping[str, str]) -> EditionPorts:
    """Return the ports that depend on readings."""
    spreads = {SMOKE: spread(from_centre=readings[SMOKE_REACH] == "from the centre")}
    return EditionPorts(
        control_range(),
        movement(readings),
        sight(readings),
        MarkersInControlRange(),
        dice(readings),
        spreads,
        table_of(GUARD_ANYWHERE) if readings[GUARD_WHERE] == EVERYWHERE else {},
    )


SET_UP = SetUpRules(
    board_rule="A24-01",
    bases_rule=RULES.bases,
    placement_rule=RULES.end,
    items=item_may_stand,
    again=AGAIN,
    zone_rule="A24-07",
    marker_rule="A24-03",
    markers=MARKER_KINDS,
    options=OPTION_NAMES,
    pieces=PIECES,
)
IMPRINT = EditionInfo("kt24", "2024", "Kill Team 2024", "C24-06")
STATS = StatRules(changes_wait=True)
TABLES = EditionTables(ACTIONS, SET_UP, KILLZONES, OPTIONS, BlastAndTorrent(), reach_with_devices, STATS)
KT24 = EditionSpec(IMPRINT, TABLES, ports).default
