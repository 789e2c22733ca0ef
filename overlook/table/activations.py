"""Who may be activated now, asked of the very handler that decides it."""

from __future__ import annotations

from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import Timeline
from referee.game.intents import ANY, Activate
from referee.rules.errors import RefereeError
from referee.rules.position import Order
from web.contract.table.game_views import ActivationView


class Activations:
    """Who may be activated, worked out once for each state of a game: every snapshot says it."""

    def __init__(self) -> None:
        self._known: tuple[Timeline | None, tuple[ActivationView, ...]] = (None, ())

    def of(self, flow: BattleFlow, timeline: Timeline) -> tuple[ActivationView, ...]:
        """Return each operative that may be activated, with the orders that it may be given."""
        if self._known[0] is not timeline:
            self._known = (timeline, activations(flow, timeline))
        return self._known[1]


def activations(flow: BattleFlow, timeline: Timeline) -> tuple[ActivationView, ...]:
    """Return each operative that may be activated, with the orders that it may be given."""
    decider = Decider(flow)
    may = {key: _orders(decider, timeline, key) for key, one in timeline.state.operatives.items() if one.standing}
    return tuple(ActivationView(operative=key, orders=orders) for key, orders in may.items() if orders)


def _orders(decider: Decider, timeline: Timeline, operative: str) -> tuple[Order, ...]:
    return tuple(order for order in Order if _fits(decider, timeline, operative=operative, order=order))


def _fits(decider: Decider, timeline: Timeline, *, operative: str, order: Order) -> bool:
    try:
        decider.decide(timeline, Activate(id="offer", by=ANY, operative=operative, order=order))
    except RefereeError:
        return False
    return True
