"""What may be scored at the end of a turning point: who holds what, who has fallen, and the points that follow."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from web.contract.views import Name, View


class HeldView(View):
    """An objective marker and who controls it (`player`, null for nobody); `why` says it in words."""

    marker: Name
    player: str | None = None
    why: Name


class OpView(View):
    """What a player may score from one op now: `vp` as the table counts it, `why` in words.

    `counted` is false where only the players know it; `scored` are the points it has in all.
    """

    player: Name
    op: Name
    label: Name
    vp: Annotated[int, Field(ge=0)] = 0
    why: Name
    counted: bool = False
    scored: Annotated[int, Field(ge=0)] = 0


class ScoringView(View):
    """The scoring of one turning point: what the camera and the game know, as proposals to confirm or correct."""

    turning_point: Annotated[int, Field(ge=1)]
    held: tuple[HeldView, ...] = ()
    ops: tuple[OpView, ...] = ()
