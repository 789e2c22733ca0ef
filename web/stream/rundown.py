"""Rundown of a broadcast: what is on air, what is queued, and when one replaces the other. It reads no clock."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from web.contract.errors import WebError


class NothingOnAirError(WebError, ValueError):
    """Nothing is on air that could be pinned."""


@dataclass(frozen=True, slots=True)
class Cue:
    """An entry that may go on air, for at least `min_s` seconds, and `idle_s` if nothing else waits.

    While it is `ongoing` it stays on, and both times count from its end; only a higher `rank` interrupts it. An entry
    that has waited longer than `expires_s` is dropped.
    """

    id: str
    rank: int
    min_s: float
    idle_s: float
    expires_s: float = 30.0
    ongoing: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.min_s <= self.idle_s:
            raise ValueError(f"{self.id}: min_s {self.min_s}, idle_s {self.idle_s}")


@dataclass(frozen=True, slots=True)
class QueuedCue:
    """A queued cue, and since when it waits."""

    cue: Cue
    since_s: float

    def now(self, cue: Cue, now_s: float) -> QueuedCue:
        """Return the entry with an updated cue; the wait starts again when its subject has ended."""
        return QueuedCue(cue, now_s if self.cue.ongoing and not cue.ongoing else self.since_s)


@dataclass(frozen=True, slots=True)
class Rundown:
    """Immutable state of the broadcast; every step returns a new one, and times never decrease.

    `on` has been on air since `since_s`; `closed_s` is when its subject ended, or when it went on if it has no
    duration. While `held`, no new cue goes on; while `pinned`, the current one stays.
    """

    on: Cue | None = None
    since_s: float = 0.0
    closed_s: float = 0.0
    queue: tuple[QueuedCue, ...] = ()
    held: bool = False
    pinned: bool = False

    @property
    def ends_s(self) -> float:
        """Time at which the current cue ends; infinite if it is pinned or in progress, or if nothing is on."""
        if self.on is None or self.pinned or self.on.ongoing:
            return math.inf
        waits = not self.held and any(each.cue.rank >= self.on.rank for each in self.queue)
        return self.closed_s + (self.on.min_s if waits else self.on.idle_s)

    @property
    def order(self) -> tuple[Cue, ...]:
        """The queue in order of play: highest rank first, then the longest wait."""
        return tuple(each.cue for each in sorted(self.queue, key=lambda each: (-each.cue.rank, each.since_s)))

    def add(self, cue: Cue, now_s: float) -> Rundown:
        """Return the rundown with a new or updated cue."""
        if self.on is not None and self.on.id == cue.id:
            closed_s = now_s if self.on.ongoing and not cue.ongoing else self.closed_s
            return replace(self, on=cue, closed_s=closed_s)
        if any(each.cue.id == cue.id for each in self.queue):
            queue = tuple(each.now(cue, now_s) if each.cue.id == cue.id else each for each in self.queue)
            return replace(self, queue=queue)
        return replace(self, queue=(*self.queue, QueuedCue(cue, now_s)))

    def remove(self, cue_id: str) -> Rundown:
        """Return the rundown without a cue, on air or queued, because it is no longer true."""
        queue = tuple(each for each in self.queue if each.cue.id != cue_id)
        if self.on is not None and self.on.id == cue_id:
            return replace(self, on=None, pinned=False, queue=queue)
        return replace(self, queue=queue)

    def advance(self, now_s: float) -> Rundown:
        """Return the rundown at a time: finished cues are off, and the next one is on."""
        kept = tuple(each for each in self.queue if each.cue.ongoing or now_s - each.since_s <= each.cue.expires_s)
        here = replace(self, queue=kept)
        if here.on is not None and (now_s >= here.ends_s or here._broken_into(now_s)):
            back = (QueuedCue(here.on, now_s),) if here.on.ongoing else ()
            here = replace(here, on=None, queue=(*here.queue, *back))
        return here._next(now_s) if here.on is None and not here.held else here

    def hold(self, held: bool) -> Rundown:
        """Return the rundown with its queue held or released."""
        return replace(self, held=held)

    def skip(self, now_s: float) -> Rundown:
        """Return the rundown with the current cue taken off and the next one on."""
        return replace(self, on=None, pinned=False).advance(now_s)

    def pin(self, now_s: float, cue_id: str | None = None) -> Rundown:
        """Return the rundown with the current cue pinned; with an id, that queued cue goes on at once and is pinned.

        Raises `KeyError` if no queued cue has that id, `NothingOnAirError` if nothing is on.
        """
        if cue_id is not None and (self.on is None or self.on.id != cue_id):
            cue = next((each.cue for each in self.queue if each.cue.id == cue_id), None)
            if cue is None:
                raise KeyError(cue_id)
            return replace(self.remove(cue_id), on=cue, since_s=now_s, closed_s=now_s, pinned=True)
        if self.on is None:
            raise NothingOnAirError("request-nothing-on-air")
        return replace(self, pinned=True)

    def unpinned(self, now_s: float) -> Rundown:
        """Return the rundown with the current cue unpinned."""
        return replace(self, pinned=False).advance(now_s)

    def _broken_into(self, now_s: float) -> bool:
        if self.on is None or self.pinned or self.held or now_s < self.since_s + self.on.min_s:
            return False
        return any(each.cue.rank > self.on.rank for each in self.queue)

    def _next(self, now_s: float) -> Rundown:
        if not self.queue:
            return self
        first = self.order[0]
        return replace(self.remove(first.id), on=first, since_s=now_s, closed_s=now_s)
