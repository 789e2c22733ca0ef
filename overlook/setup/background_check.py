"""What the rules say to a set-up: worked out in a thread beside the event loop, one set-up at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from overlook.setup.draft import Draft
from overlook.table.seen_table import SeenTable
from web.contract.setup.views import Step
from web.contract.table.board_views import RulingView

log = logging.getLogger("overlook.setup")

JUDGE_EVERY_S = 1.0
JUDGED = frozenset({Step.MISSION, Step.MARKERS, Step.READY})

Judge = Callable[[Draft, SeenTable], tuple[RulingView, ...]]


class BackgroundCheck:
    """Asks the rules now and then, while somebody looks at what they say; `judge` is called in a thread.

    `said` is what they said of the set-up that stands, None while they have not; `fault` why they could not say it.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._asked_s = float("-inf")
        self._asked: tuple[Draft, asyncio.Future[tuple[RulingView, ...]]] | None = None
        self.said: tuple[RulingView, ...] | None = None
        self.fault = ""

    def forget(self) -> None:
        """Drop what was said: the set-up is another now, and is asked about at the next picture."""
        self.said, self.fault, self._asked_s = None, "", float("-inf")

    def take(self, draft: Draft, seen: SeenTable, now_s: float, *, watched: bool) -> None:
        """Take in what was said of this draft, and ask about a picture of it when it is time."""
        if self._asked is not None:
            about, asked = self._asked
            if not asked.done():
                return
            self._asked = None
            self._heed(asked, stands=about is draft)
        if draft.step not in JUDGED or draft.started or now_s - self._asked_s < JUDGE_EVERY_S:
            return
        if watched and seen.table.settled:
            self._asked_s = now_s
            self._asked = draft, asyncio.ensure_future(asyncio.to_thread(self._judge, draft, seen))

    def _heed(self, asked: asyncio.Future[tuple[RulingView, ...]], *, stands: bool) -> None:
        fault = asked.exception()
        if fault is not None:
            log.error("the rules could not look at the set-up", exc_info=fault)
        if stands:
            self.said = None if fault else asked.result()
            self.fault = f"the rules could not look at the table: {fault}" if fault else ""
