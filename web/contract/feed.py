"""The live channel's memory: the newest snapshot, and enough of the past to resume from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator

from web.contract.broadcast import Broadcast
from web.contract.changes import Change, between, whole
from web.contract.dead_band import apply_dead_band
from web.contract.errors import RevisionError
from web.contract.snapshot import Snapshot


class Feed:
    """Snapshots published in order, and any number of viewers that follow at their own pace.

    `keep` past snapshots stay at hand for viewers that come back. A change is computed and encoded once for all
    viewers that need the same one. Belongs to one event loop.
    """

    def __init__(self, first: Snapshot, *, keep: int = 64) -> None:
        self._keep = keep
        self._past: OrderedDict[int, Snapshot] = OrderedDict()
        self._slot: Broadcast[Snapshot] = Broadcast()
        self._encoded: dict[int | None, Change] = {}
        self._newest = first
        self._remember(first)

    @property
    def newest(self) -> Snapshot:
        """The snapshot published last."""
        return self._newest

    @property
    def viewers(self) -> int:
        """How many viewers are up to date and wait for the next snapshot."""
        return self._slot.waiting

    def publish(self, snapshot: Snapshot) -> None:
        """Make this the newest snapshot; `RevisionError` unless its revision is greater than the last.

        Parts that look as before stay as they were (`web.contract.dead_band`): a camera's noise is no news.
        """
        if snapshot.revision <= self._newest.revision:
            raise RevisionError(
                f"snapshot revision {snapshot.revision}: expected more than {self._newest.revision}, the newest"
            )
        self._newest = apply_dead_band(self._newest, snapshot)
        self._remember(self._newest)

    async def changes(self, after: int | None) -> AsyncIterator[Change]:
        """Yield the way from revision `after` to the newest, and on; a whole snapshot when `after` is forgotten."""
        known = after if after in self._past else None
        number = 0
        while True:
            if known != self._newest.revision:
                number = self._slot.number
                change = self.change(known)
                known = change.revision
                yield change
            else:
                number, _ = await self._slot.after(number)

    def change(self, known: int | None) -> Change:
        """Return the change from revision `known` (None: from nothing) to the newest."""
        if known not in self._encoded:
            old = self._past.get(known) if known is not None else None
            self._encoded[known] = whole(self._newest) if old is None else between(old, self._newest)
        return self._encoded[known]

    def _remember(self, snapshot: Snapshot) -> None:
        self._past[snapshot.revision] = snapshot
        while len(self._past) > self._keep:
            self._past.popitem(last=False)
        self._encoded.clear()
        self._slot.publish(snapshot)
