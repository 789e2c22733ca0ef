"""The tac ops on each player's cards: those of its team's list, then those of the packs (rules A24-04, B21-05)."""

from __future__ import annotations

from overlook.table.new_game import TableDefaults
from referee.records.rosters.roster import PrintedRule
from referee.records.rosters.tac_ops import tac_ops_among


def tac_ops_of(defaults: TableDefaults, player: str) -> tuple[PrintedRule, ...]:
    """Return the tac ops that a player may have, each name once; empty where no list and no pack has any."""
    own = defaults.teams[player].rules if player in defaults.teams else ()
    return tac_ops_among((*own, *(one for pack in defaults.packs for one in pack.tac_ops)))


def tac_op_text(defaults: TableDefaults, player: str, name: str) -> str:
    """Return what the tac op of that name asks, empty where no card says it."""
    wanted = name.strip().casefold()
    return next((one.text for one in tac_ops_of(defaults, player) if one.name.casefold() == wanted), "")
