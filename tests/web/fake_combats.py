"""Combats of a fake table."""

from __future__ import annotations

from typing import Any

from web.contract.table.game_views import CombatSideView, CombatView


def side(name: str, player: str, wounds: int = 8, **fields: Any) -> CombatSideView:
    return CombatSideView(
        operative=name, player=player, name=name.upper(), before=8, wounds=wounds, start_wounds=8, **fields
    )


def combat(number: int = 1, **fields: Any) -> CombatView:
    plain = {"attacker": side("a1", "p1", weapon="rifle"), "target": side("b1", "p2")}
    return CombatView(number=number, kind="shoot", action="Shoot", **{**plain, **fields})
