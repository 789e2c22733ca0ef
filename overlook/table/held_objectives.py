"""Who holds each objective as the table stands, and why: for whoever touches it on a board (rules L24-02, L21-02)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from overlook.table.judging_context import JudgingContext
from overlook.table.scoring import held_by
from referee.game.engine.timeline import Timeline
from referee.rules.ports.markers import OBJECTIVE
from web.contract.table.snapshot import HeldView

PLACES = 1
"""Decimals of an inch by which a place is another one: what shakes by less is judged once."""

Held = Mapping[str, HeldView]
NOTHING: Held = MappingProxyType({})


class ShownHeld:
    """Who holds what, worked out once for each state of a game and each place of what stands there."""

    def __init__(self) -> None:
        self._known: tuple[Timeline | None, object, Held] = (None, None, NOTHING)

    def of(self, context: JudgingContext | None) -> Held:
        """Return who holds each objective, by its id; the last known while something moves, nothing before a battle."""
        if context is None or not context.state.turning_point or context.state.ended:
            return NOTHING
        if not context.table.settled:
            return self._known[2]
        placed = [one.placement for one in context.table.operatives.values()]
        placed += [one.placement for one in context.table.markers.values()]
        stands = tuple((one.thing, round(one.x, PLACES), round(one.y, PLACES)) for one in placed)
        if self._known[0] is not context.timeline or self._known[1] != stands:
            self._known = (context.timeline, stands, _held(context))
        return self._known[2]


def _held(context: JudgingContext) -> Held:
    lying = sorted(key for key, one in context.state.markers.items() if one.kind == OBJECTIVE)
    return {key: _ruled(context, key, held_by(context, key)) for key in lying}


def _ruled(context: JudgingContext, marker: str, held: HeldView) -> HeldView:
    """Return who holds an objective with the rule by which it is judged."""
    position = context.position
    if marker not in position.table.markers:
        return held
    rule = context.edition.markers.rule(position, marker)
    return held.model_copy(update={"why": f"{held.why} ({rule})"})
