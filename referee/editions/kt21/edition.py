"""The 2021 edition and its ports."""

from __future__ import annotations

from collections.abc import Mapping

from messages.message import Message
from referee.editions.kt21.actions import ACTIONS
from referee.editions.kt21.areas import BlastTorrentAndFusillade
from referee.editions.kt21.close_quarters import KILLZONES
from referee.editions.kt21.dice import dice
from referee.editions.kt21.movement import RULES, movement, with_default_traits
from referee.editions.kt21.objectives import ObjectivesByCentre
from referee.editions.kt21.options import APPARATUS_REACH, MATERIEL, OPTIONS, TOKENS
from referee.editions.kt21.sight import sight
from referee.rules.ports.edition import EditionInfo, EditionPorts, EditionSpec, EditionTables
from referee.rules.set_up import SetUpRules
from referee.rules.sight.control_range import Blockers, ControlRange, all_opaque


def ports(readings: Mapping[str, str]) -> EditionPorts:
    """Return the ports that depend on readings."""
    return EditionPorts(
        ControlRange("A21-05", Message.of("control-engagement-range"), default_see_through(readings)),
        movement(readings),
        sight(readings),
        ObjectivesByCentre(tokens=readings[TOKENS], apparatus_reach=readings[APPARATUS_REACH]),
        dice(readings),
    )


def default_see_through(readings: Mapping[str, str]) -> Blockers:
    """Return the parts that block visibility within engagement range, with the traits that terrain has by its kind."""
    tall = float(readings[MATERIEL])
    return lambda position: all_opaque(with_default_traits(position, tall))


SET_UP = SetUpRules(
    board_rule=RULES.terrain,
    bases_rule=RULES.bases,
    placement_rule=RULES.end,
    zone_rule="A21-02",
    marker_rule="L21-02",
    stand_on="Vantage",
)
IMPRINT = EditionInfo("kt21", "2021", "Kill Team 2021", "C21-03")
KT21 = EditionSpec(
    IMPRINT, EditionTables(ACTIONS, SET_UP, KILLZONES, OPTIONS, BlastTorrentAndFusillade()), ports
).default
