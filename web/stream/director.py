"""Director: turns the table's changes into cards, schedules them, and streams what is on air."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TypeVar

from web.contract.base import View
from web.contract.streams import Change
from web.contract.table.board_views import TableView
from web.contract.table.feed import Feed
from web.contract.table.on_air import AIR_DELTAS, AirGameView, AirView, CardView, CommentaryLineView, RundownView
from web.contract.table.snapshot import Snapshot
from web.contract.table.table_port import TablePort
from web.stream import cards
from web.stream.rundown import Rundown

TICK_S = 0.1
LINES = 20
ACCURACY = "accuracy"

V = TypeVar("V", bound=View)


class Director:
    """The broadcast of one table; belongs to the event loop, and works only while it is followed. `now_s` is its clock.

    The overlay follows `changes`; `hold`, `skip`, `pin`, `unpin` and `drop` are the producer's controls.
    """

    def __init__(self, service: TablePort, *, now_s: Callable[[], float] = time.monotonic) -> None:
        self._service, self._now_s = service, now_s
        self._before: Snapshot | None = None
        self._cards: dict[str, CardView] = {}
        self._lines: tuple[CommentaryLineView, ...] = ()
        self._rundown = Rundown()
        self._feed = Feed(air_view(service.snapshot(), 1, (), ()), deltas=AIR_DELTAS)
        self._following = 0
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    def view(self) -> AirView:
        """Return what is on air now."""
        return self._feed.newest

    def rundown(self) -> RundownView:
        """Return the producer's view."""
        rundown = self._rundown
        return RundownView(
            revision=self.view().revision,
            on=() if rundown.on is None else (self._cards[rundown.on.id],),
            queue=tuple(self._cards[cue.id] for cue in rundown.order),
            held=rundown.held,
            pinned=rundown.pinned,
        )

    def update(self, now: Snapshot) -> None:
        """Process a new snapshot of the table."""
        before, now_s = self._before, self._now_s()
        self._before = now
        if before is not None and before.game.number != now.game.number:
            self._rundown, self._lines, self._cards = Rundown(held=self._rundown.held), (), {}
        for item in cards.ongoing_cards(now) if before is None else cards.detect_cards(before, now):
            self._apply(item, now_s)
        self._rundown = self._rundown.advance(now_s)
        self._show(now)

    def tick(self) -> None:
        """Advance the rundown to the current time."""
        self._step(self._rundown.advance(self._now_s()))

    def hold(self, held: bool) -> None:
        """Hold the queue, or release it."""
        self._step(self._rundown.hold(held).advance(self._now_s()))

    def skip(self) -> None:
        """Take the current card off air."""
        self._step(self._rundown.skip(self._now_s()))

    def drop(self, card: str) -> None:
        """Remove a card, on air or queued."""
        self._step(self._rundown.remove(card).advance(self._now_s()))

    def pin(self, card: str | None = None) -> None:
        """Pin the current card, or put a queued one on air and pin it; raises what `Rundown.pin` raises."""
        self._step(self._rundown.pin(self._now_s(), card))

    def unpin(self) -> None:
        """Unpin the current card."""
        self._step(self._rundown.unpinned(self._now_s()))

    async def changes(self, after: int | None) -> AsyncIterator[Change]:
        """Yield the changes since revision `after` and each later one; first the whole view if that is not kept."""
        async with self.followed(), contextlib.aclosing(self._feed.changes(after)) as changes:
            async for change in changes:
                yield change

    @contextlib.asynccontextmanager
    async def followed(self) -> AsyncIterator[None]:
        """Keep the director running while this context is held."""
        if not self._following:
            # Events that nobody watched are not shown afterwards.
            self._before = None
            self.update(self._service.snapshot())
            self._tasks = (asyncio.create_task(self._listen()), asyncio.create_task(self._tick_on()))
        self._following += 1
        try:
            yield
        finally:
            self._following -= 1
            if not self._following:
                for work in self._tasks:
                    work.cancel()

    async def _listen(self) -> None:
        async for _ in self._service.changes(self._service.snapshot().revision):
            self.update(self._service.snapshot())

    async def _tick_on(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            self.tick()

    def _apply(self, item: cards.CardUpdate, now_s: float) -> None:
        card = item.card
        if item.withdrawn:
            self._rundown = self._rundown.remove(card.id)
            self._lines = tuple(line for line in self._lines if line.id != card.id)
            return
        self._cards[card.id] = card
        self._rundown = self._rundown.add(item.cue, now_s)
        line = CommentaryLineView(
            id=card.id, kind=card.kind, sentence=card.sentence, message=card.message, player=card.player
        )
        known = [line if one.id == line.id else one for one in self._lines]
        self._lines = tuple(known if line in known else [*known, line])[-LINES:]

    def _step(self, rundown: Rundown) -> None:
        if rundown != self._rundown:
            self._rundown = rundown
            self._show(self._before or self._service.snapshot())

    def _show(self, now: Snapshot) -> None:
        on = self._rundown.on
        needed = {cue.id for cue in (*self._rundown.order, *(() if on is None else (on,)))}
        self._cards = {key: card for key, card in self._cards.items() if key in needed}
        revision = self.view().revision
        shown = air_view(now, revision, [] if on is None else [self._cards[on.id]], self._lines)
        if shown != self.view():
            self._feed.publish(shown.model_copy(update={"revision": revision + 1}))


def air_view(now: Snapshot, revision: int, card: Iterable[CardView], feed: tuple[CommentaryLineView, ...]) -> AirView:
    """Return the public view of a snapshot; fields are listed one by one, so that no new field leaks."""
    game, table = now.game, now.table
    known = AirGameView.model_fields
    accuracy = next((part for part in now.health if part.part == ACCURACY), None)
    return AirView(
        revision=revision,
        game=AirGameView(**{name: value for name, value in dict(game).items() if name in known}),
        squads=game.roster,
        clock=now.clock,
        table=TableView(
            board=table.board.model_copy(update={"outline_px": None}),
            operatives=_without_px(table.operatives),
            terrain=_without_px(table.terrain),
            markers=_without_px(table.markers),
        ),
        accuracy="" if accuracy is None else accuracy.sentence,
        accuracy_message=None if accuracy is None else accuracy.message,
        card=tuple(card),
        feed=feed,
    )


def _without_px(things: tuple[V, ...]) -> tuple[V, ...]:
    return tuple(one.model_copy(update={"outline_px": None}) for one in things)
