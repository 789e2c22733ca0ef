"""What each operative could do once it is activated, worked out by the best estimate while the players still think."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from geometry.table import Table
from overlook.table.available_actions import available_actions
from overlook.table.judging_context import JudgedShots, JudgingContext
from overlook.table.session import TableSession
from referee.game.engine.decider import Decider
from referee.game.intents import ANY, Activate
from referee.game.state import GameState
from referee.rules.errors import RefereeError
from referee.rules.position import Order
from web.contract.table.available_actions import OffersView

HAIR_IN = 0.02
"""Inches by which terrain and markers may waver from picture to picture and still stand as they stood."""

ORDERS = (Order.ENGAGE, Order.CONCEAL)
"""Orders, the one first after which most is offered."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What would be offered in a state of the game, with the shots that were judged for it."""

    state: GameState
    stands: object
    table: Table
    offers: OffersView
    shots: JudgedShots

    def holds(self, context: JudgingContext, stands: object) -> bool:
        """Return whether that is the very state that was looked ahead to, on a table that stands as it stood."""
        state = context.state
        alike = (self.state.resolved, self.state.dice_actions) == (state.resolved, state.dice_actions)
        return alike and self.stands == stands and self.state == state and unmoved(self.table, context.table)


def unmoved(before: Table, now: Table) -> bool:
    """Return whether terrain and markers stand as they stood, but for what a picture wavers by."""
    if before.terrain is not now.terrain:
        if [(part.id, part.state) for part in before.terrain] != [(part.id, part.state) for part in now.terrain]:
            return False
        for one, other in zip(before.terrain, now.terrain, strict=True):
            if not _near(
                (*sum(one.outline, ()), one.bottom, one.top), (*sum(other.outline, ()), other.bottom, other.top)
            ):
                return False
    if before.markers.keys() != now.markers.keys():
        return False
    pairs = ((one.placement, now.markers[key].placement) for key, one in before.markers.items())
    return all(_near((one.x, one.y, one.z), (other.x, other.y, other.z)) for one, other in pairs)


def _near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return len(one) == len(other) and all(
        math.isclose(a, b, rel_tol=0.0, abs_tol=HAIR_IN) for a, b in zip(one, other, strict=True)
    )


class LookedAhead:
    """Offers of activations that may come next, one after another, each when nobody waits for an answer.

    `quiet` waits for that; it ends at once when the event that it is given is set. What is known is taken only where
    the game has become exactly what was looked ahead to (`Ahead.holds`).
    """

    def __init__(self, table: TableSession, quiet: Callable[[asyncio.Event], Awaitable[None]]) -> None:
        self._table, self._quiet = table, quiet
        self._known: tuple[Ahead, ...] = ()
        self._looked_for: object = None
        self._looking: asyncio.Task[None] | None = None
        self._wanted = asyncio.Event()

    def begin(self) -> None:
        """See to it that what may come next is known soon."""
        if self._looked_for != self._table.asked_of and (self._looking is None or self._looking.done()):
            self._looking = asyncio.get_running_loop().create_task(self._looked())

    async def finished(self) -> None:
        """Wait until everything that may come next is known."""
        self.begin()
        self._wanted.set()
        while self._looking is not None and not self._looking.done():
            await asyncio.shield(self._looking)
        self._wanted.clear()

    def known(self, context: JudgingContext) -> OffersView | None:
        """Return what is offered now where it was looked ahead to; the judged shots become the context's, too."""
        stands = self._table.stands
        found = next((one for one in self._known if one.holds(context, stands)), None)
        if found is None:
            return None
        context.shots.take(found.shots)
        return found.offers.model_copy(update={"of": context.timeline.sequence})

    async def _looked(self) -> None:
        while self._looked_for != (asked := self._table.asked_of):
            if await self._looked_at_all(asked):
                self._looked_for = asked

    async def _looked_at_all(self, asked: object) -> bool:
        """Look ahead to every activation there may be; return False where the game went on meanwhile."""
        known: list[Ahead] = []
        for intent in self._next():
            context, stands = self._table.context(sharp=True), self._table.stands
            ahead = None if context is None else after(context, intent)
            if ahead is None:
                continue
            again = next((one for one in self._known if one.holds(ahead, stands)), None)
            if again is None:
                await self._quiet(self._wanted)
                if asked != self._table.asked_of:
                    return False
                offers = await asyncio.to_thread(available_actions, ahead)
                again = None if offers is None else Ahead(ahead.state, stands, ahead.table, offers, ahead.shots)
            if again is not None:
                known.append(again)
                self._known = (*self._known, again)
            if asked != self._table.asked_of:
                return False
        if known:
            self._known = tuple(known)
        return True

    def _next(self) -> tuple[Activate, ...]:
        may = {one.operative: one.orders for one in self._table.activations}
        return tuple(
            Activate(id="offer", by=ANY, operative=operative, order=order)
            for order in ORDERS
            for operative, orders in may.items()
            if order in orders
        )


def after(context: JudgingContext, intent: Activate) -> JudgingContext | None:
    """Return what would be asked of once an activation is done; None where it cannot be."""
    try:
        events = Decider(context.flow).decide(context.timeline, intent)
    except RefereeError:
        return None
    state = context.state
    for event in events:
        state = event.apply(state)
    return replace(context, timeline=replace(context.timeline, state=state), shots=JudgedShots())
