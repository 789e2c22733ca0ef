"""Which edge of the board each player's models stand nearest to, so that a phone turns the board to its player."""

from __future__ import annotations

from statistics import fmean

from geometry.table import Table
from web.contract.table.game_views import Edge


def edges_of(table: Table) -> dict[str, Edge]:
    """Return for each player with models on the table the edge that those stand nearer to than all others' do."""
    bases = [(one.player, one.base.x, one.base.y) for one in table.operatives.values()]
    found: dict[str, Edge] = {}
    for player in {owner for owner, _, _ in bases}:
        own = [(x, y) for owner, x, y in bases if owner == player]
        others = [(x, y) for owner, x, y in bases if owner != player]
        if others:
            across = fmean(x for x, _ in own) - fmean(x for x, _ in others)
            along = fmean(y for _, y in own) - fmean(y for _, y in others)
            sideways = abs(across) > abs(along)
            found[player] = ("right" if across > 0 else "left") if sideways else ("far" if along > 0 else "near")
    return found
