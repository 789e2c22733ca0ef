"""In whose control range an action ends: operatives on guard that may answer it, or stand down (K24-08, K21-01)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from geometry.terrain import Part
from referee.game.board_place import BoardPlace
from referee.game.state import GameState
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Verdict


@dataclass(frozen=True, slots=True)
class Noticed:
    """The enemies on guard in whose control or engagement range an action ends; `perhaps` those it may be."""

    sure: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()

    @property
    def found(self) -> dict[str, Any]:
        """What the evidence of the action says of it."""
        return {"noticed": self.sure, **({"perhaps_noticed": self.perhaps} if self.perhaps else {})}


def noticed_by(
    edition: Edition,
    state: GameState,
    *,
    position: Position,
    operative: str,
    to: BoardPlace | None,
    hatch: str | None = None,
) -> Noticed:
    """Return the enemies on guard within whose control or engagement range the operative is where its action ends.

    `to` is where a move ends; None for an action that goes nowhere. `hatch` is the one that the action turns: it stands
    the other way when it ends.
    """
    if not any(one.on_guard for one in state.operatives.values()):
        return Noticed()
    there = position.table.operatives
    guards = [enemy.id for enemy in position.enemies_of(operative) if state.operative(enemy.id).on_guard]
    if not guards:
        return Noticed()
    if to is not None:
        own = there[operative]
        placement = replace(own.placement, x=to.x, y=to.y, z=to.z, rotation_deg=to.rotation_deg)
        table = replace(position.table, operatives={**there, operative: replace(own, placement=placement)})
        position = replace(position, table=table)
    if hatch is not None:
        turned = (_turned(part) if part.id == hatch else part for part in position.table.terrain)
        position = replace(position, table=replace(position.table, terrain=tuple(turned)))
    call = state.policies.threshold.call
    called = {key: call(edition.engagement.engaged(position, key, operative).p_yes) for key in guards}
    sure, perhaps = (
        tuple(key for key in guards if called[key] is verdict) for verdict in (Verdict.YES, Verdict.TOO_CLOSE)
    )
    return Noticed(sure, perhaps)


def _turned(part: Part) -> Part:
    return replace(part, state="closed" if part.state == "open" else "open")
