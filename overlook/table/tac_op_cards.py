"""What a tac op on a player's cards asks (rules A24-04, B21-05)."""

from __future__ import annotations

from overlook.table.new_game import TableDefaults


def tac_op_text(defaults: TableDefaults, player: str, name: str) -> str:
    """Return what the tac op of that name asks, empty where no card says it."""
    wanted = name.strip().casefold()
    return next((one.text for one in defaults.tac_ops(player) if one.name.casefold() == wanted), "")
