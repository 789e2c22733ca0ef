"""What can be done now, worked out beside the table: by the best estimate at once, then what of it hangs on a hair."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable

from overlook.table.available_actions import available_actions
from overlook.table.looked_ahead import LookedAhead
from overlook.table.session import TableSession
from web.contract.table.available_actions import OffersView

PAUSE_S = 0.25
"""Seconds in which nobody waits for an answer before doubts are looked into: what a page asks for comes first."""


class WorkedOffers:
    """The offers of a table in play, worked out in threads whenever the game or what stands has changed.

    `shown` is called when there are others than before; `quiet_s` says for how long nobody has waited for an answer.
    """

    def __init__(
        self, table: TableSession, shown: Callable[[], None], *, quiet_s: Callable[[], float] = lambda: math.inf
    ) -> None:
        self._table, self._shown, self._quiet_s = table, shown, quiet_s
        self._offers: OffersView | None = None
        self._offers_for: object = None
        self._doubted_for: object = None
        self._working: asyncio.Task[None] | None = None
        self._doubting: asyncio.Task[None] | None = None
        self._wanted = asyncio.Event()
        self._ahead = LookedAhead(table, self._nobody_waits)

    @property
    def fresh(self) -> OffersView | None:
        """The offers that were worked out, unless the game has gone on since."""
        return self._offers if self._offers is not None and self._offers.of == self._table.sequence else None

    def work_out(self) -> None:
        """See to it that what can be done now is known soon."""
        if self._offers_for != self._table.asked_of and (self._working is None or self._working.done()):
            self._working = asyncio.get_running_loop().create_task(self._worked_out())

    async def settled(self) -> None:
        """Wait until what can be done now is worked out by the best estimate."""
        while self._offers_for != self._table.asked_of:
            self.work_out()
            if self._working is not None:
                await asyncio.shield(self._working)

    async def doubted(self) -> None:
        """Wait until it is known, too, what of that hangs on a hair."""
        await self.settled()
        self._wanted.set()
        while self._doubting is not None and not self._doubting.done():
            await asyncio.shield(self._doubting)
        self._wanted.clear()

    async def looked_ahead(self) -> None:
        """Wait until it is known, too, what could be done after each activation that may come next."""
        await self.settled()
        await self._ahead.finished()

    async def _worked_out(self) -> None:
        asked = self._table.asked_of
        context = self._table.context(sharp=True)
        offers = None if context is None else self._ahead.known(context)
        if context is not None and offers is None:
            offers = await asyncio.to_thread(available_actions, context)
        self._take(offers)
        self._offers_for = asked
        if offers is None:
            self._ahead.begin()
        if self._doubting is None or self._doubting.done():
            self._doubting = asyncio.get_running_loop().create_task(self._doubted_out())

    async def _doubted_out(self) -> None:
        """Say which offers hang on a hair, after they were shown by the best estimate; what was overtaken is let be."""
        while self._doubted_for != self._offers_for:
            await self._nobody_waits(self._wanted)
            asked, context = self._offers_for, self._table.context()
            if context is not None and context.doubtful and asked == self._table.asked_of:
                offers = await asyncio.to_thread(available_actions, context)
                if asked == self._table.asked_of:
                    self._take(offers)
            self._doubted_for = asked

    async def _nobody_waits(self, wanted: asyncio.Event) -> None:
        """Wait until nobody has waited for an answer for a while, or what comes next is itself `wanted`."""
        left_s = PAUSE_S
        while left_s > 0 and not wanted.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(wanted.wait(), left_s)
            left_s = PAUSE_S - self._quiet_s()

    def _take(self, offers: OffersView | None) -> None:
        if offers != self._offers:
            self._offers = offers
            self._shown()
