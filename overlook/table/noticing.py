"""In whose control range an action ends: operatives on guard that may answer it, or stand down (K24-08, K21-01)."""

from __future__ import annotations

from dataclasses import replace

from referee.game.board_place import BoardPlace
from referee.game.state import GameState
from referee.rules.edition import Edition
from referee.rules.position import Position


def noticed_by(
    edition: Edition, state: GameState, *, position: Position, operative: str, to: BoardPlace | None
) -> tuple[str, ...]:
    """Return the enemies on guard within whose control or engagement range the operative is where its action ends.

    `to` is where a move ends; None for an action that goes nowhere.
    """
    if not any(one.on_guard for one in state.operatives.values()):
        return ()
    there = position.table.operatives
    guards = [enemy.id for enemy in position.enemies_of(operative) if state.operative(enemy.id).on_guard]
    if not guards:
        return ()
    if to is not None:
        own = there[operative]
        placement = replace(own.placement, x=to.x, y=to.y, z=to.z, rotation_deg=to.rotation_deg)
        table = replace(position.table, operatives={**there, operative: replace(own, placement=placement)})
        position = replace(position, table=table)
    return tuple(key for key in guards if edition.engagement.engaged(position, key, operative).holds)
