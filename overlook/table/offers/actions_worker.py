"""Background computation of the available actions: best estimate, uncertainty, then the next activation."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from geometry.table import Table
from overlook.table.offers.available_actions import available_actions
from overlook.table.offers.table_facts import TableFacts
from overlook.table.rulings.judging_context import JudgingContext, ShotCache
from referee.game.engine.decider import Decider
from referee.game.intents import ANY, Activate
from referee.game.state import GameState
from referee.rules.errors import RefereeError
from referee.rules.position import Order
from web.contract.table.available_actions import OffersView
from web.contract.table.game_views import ActivationView

HAIR_IN = 0.02
"""Distance in inches by which terrain and markers may jitter between frames and still be unmoved."""

ORDERS = (Order.ENGAGE, Order.CONCEAL)
"""Orders, beginning with the one after which most actions are available."""


@dataclass(frozen=True, slots=True)
class PrefetchedActions:
    """Available actions in a future state of the game, with the shots that were judged for it."""

    state: GameState
    stands: object
    table: Table
    offers: OffersView
    shots: ShotCache

    def holds(self, context: JudgingContext, stands: object) -> bool:
        """Return whether the game has reached that very state, on an unmoved table."""
        state = context.state
        alike = (self.state.resolved, self.state.dice_actions) == (state.resolved, state.dice_actions)
        return alike and self.stands == stands and self.state == state and unmoved(self.table, context.table)


def unmoved(before: Table, now: Table) -> bool:
    """Return whether terrain and markers are unmoved, apart from jitter."""
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


class AvailableActionsPrefetch:
    """Available actions after each activation that may come next, computed while no request is waiting.

    `facts` takes one moment of the table. `quiet` waits until no request is waiting; it ends at once if the event
    passed to it is set. A result is used only if the game has reached exactly the predicted state (`Ahead.holds`).
    """

    def __init__(self, facts: Callable[[], TableFacts], quiet: Callable[[asyncio.Event], Awaitable[None]]) -> None:
        self._facts, self._quiet = facts, quiet
        self._known: tuple[PrefetchedActions, ...] = ()
        self._looked_for: object = None
        self._looking: asyncio.Task[None] | None = None
        self._wanted = asyncio.Event()

    def begin(self) -> None:
        """Start computing what may come next, unless that is done or running."""
        if self._looked_for != self._facts().offers_key and (self._looking is None or self._looking.done()):
            self._looking = asyncio.get_running_loop().create_task(self._looked())

    async def finished(self) -> None:
        """Wait until everything that may come next is computed."""
        self.begin()
        self._wanted.set()
        while self._looking is not None and not self._looking.done():
            await asyncio.shield(self._looking)
        self._wanted.clear()

    def known(self, context: JudgingContext, stands: object) -> OffersView | None:
        """Return the precomputed actions for the current state, if any; the context takes over their judged shots."""
        found = next((one for one in self._known if one.holds(context, stands)), None)
        if found is None:
            return None
        context.shots.take(found.shots)
        return found.offers.model_copy(update={"of": context.timeline.sequence})

    async def _looked(self) -> None:
        while self._looked_for != (asked := self._facts().offers_key):
            if await self._looked_at_all(asked):
                self._looked_for = asked

    async def _looked_at_all(self, asked: object) -> bool:
        """Compute the actions after every possible activation; return False if the game went on meanwhile."""
        known: list[PrefetchedActions] = []
        for intent in _activations_to_come(self._facts().activations):
            facts = self._facts()
            if asked != facts.offers_key:
                return False
            context, stands = facts.context(exact=True), facts.board_key
            ahead = None if context is None else after(context, intent)
            if ahead is None:
                continue
            again = next((one for one in self._known if one.holds(ahead, stands)), None)
            if again is None:
                await self._quiet(self._wanted)
                if asked != self._facts().offers_key:
                    return False
                offers = await asyncio.to_thread(available_actions, ahead)
                again = (
                    None if offers is None else PrefetchedActions(ahead.state, stands, ahead.table, offers, ahead.shots)
                )
            if again is not None:
                known.append(again)
                self._known = (*self._known, again)
            if asked != self._facts().offers_key:
                return False
        if known:
            self._known = tuple(known)
        return True


def _activations_to_come(may: Sequence[ActivationView]) -> tuple[Activate, ...]:
    return tuple(
        Activate(id="offer", by=ANY, operative=one.operative, order=order)
        for order in ORDERS
        for one in may
        if order in one.orders
    )


def after(context: JudgingContext, intent: Activate) -> JudgingContext | None:
    """Return the context after an activation; None if the activation is not allowed."""
    try:
        events = Decider(context.flow).decide(context.timeline, intent)
    except RefereeError:
        return None
    state = context.state
    for event in events:
        state = event.apply(state)
    return replace(context, timeline=replace(context.timeline, state=state), shots=ShotCache())


PAUSE_S = 0.25
"""Seconds without a waiting request before uncertainty is computed: requests from pages come first."""


class AvailableActionsWorker:
    """Available actions of a table in play, computed in threads whenever the game or the table has changed.

    `facts` takes one moment of the table; `shown` is called when the actions have changed; `quiet_s` returns for how
    many seconds no request has been waiting.
    """

    def __init__(
        self,
        facts: Callable[[], TableFacts],
        shown: Callable[[], None],
        *,
        quiet_s: Callable[[], float] = lambda: math.inf,
    ) -> None:
        self._facts, self._shown, self._quiet_s = facts, shown, quiet_s
        self._offers: OffersView | None = None
        self._offers_for: object = None
        self._doubted_for: object = None
        self._working: asyncio.Task[None] | None = None
        self._doubting: asyncio.Task[None] | None = None
        self._wanted = asyncio.Event()
        self._ahead = AvailableActionsPrefetch(facts, self._nobody_waits)

    def at(self, sequence: int) -> OffersView | None:
        """Return the computed actions; None if they are not for the state after that event."""
        return self._offers if self._offers is not None and self._offers.of == sequence else None

    def work_out(self) -> None:
        """Start computing the available actions, unless that is done or running."""
        if self._offers_for != self._facts().offers_key and (self._working is None or self._working.done()):
            self._working = asyncio.get_running_loop().create_task(self._worked_out())

    async def settled(self) -> None:
        """Wait until the available actions are computed by the best estimate."""
        while self._offers_for != self._facts().offers_key:
            self.work_out()
            if self._working is not None:
                await asyncio.shield(self._working)

    async def doubted(self) -> None:
        """Wait until it is also known which of them are too close to call."""
        await self.settled()
        self._wanted.set()
        while self._doubting is not None and not self._doubting.done():
            await asyncio.shield(self._doubting)
        self._wanted.clear()

    async def looked_ahead(self) -> None:
        """Wait until the actions after each possible next activation are also computed."""
        await self.settled()
        await self._ahead.finished()

    async def _worked_out(self) -> None:
        facts = self._facts()
        asked, context = facts.offers_key, facts.context(exact=True)
        offers = None if context is None else self._ahead.known(context, facts.board_key)
        if context is not None and offers is None:
            offers = await asyncio.to_thread(available_actions, context)
        self._take(offers)
        self._offers_for = asked
        if offers is None:
            self._ahead.begin()
        if self._doubting is None or self._doubting.done():
            self._doubting = asyncio.get_running_loop().create_task(self._doubted_out())

    async def _doubted_out(self) -> None:
        """Compute which actions are too close to call, after the best estimate was shown; skip outdated states."""
        while self._doubted_for != self._offers_for:
            await self._nobody_waits(self._wanted)
            asked, facts = self._offers_for, self._facts()
            context = facts.context()
            if context is not None and context.has_uncertainty and asked == facts.offers_key:
                offers = await asyncio.to_thread(available_actions, context)
                if asked == self._facts().offers_key:
                    self._take(offers)
            self._doubted_for = asked

    async def _nobody_waits(self, wanted: asyncio.Event) -> None:
        """Wait until no request has been waiting for `PAUSE_S`, or `wanted` is set."""
        left_s = PAUSE_S
        while left_s > 0 and not wanted.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(wanted.wait(), left_s)
            left_s = PAUSE_S - self._quiet_s()

    def _take(self, offers: OffersView | None) -> None:
        if offers != self._offers:
            self._offers = offers
            self._shown()
