"""The rundown of a show: what is on air, what waits, and when the one makes way for the other. It knows no clock."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Cue:
    """Something that may go on air. It is there for `least_s` seconds, and for `hold_s` while nothing else waits.

    While it is `going` on it stays, and both count from its end; only what has a higher `rank` breaks into it. What has
    waited longer than `keeps_s` is old news.
    """

    id: str
    rank: int
    least_s: float
    hold_s: float
    keeps_s: float = 30.0
    going: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.least_s <= self.hold_s:
            raise ValueError(
                f"cue {self.id!r}: least_s {self.least_s} and hold_s {self.hold_s}; expected 0 < least_s <= hold_s"
            )


@dataclass(frozen=True, slots=True)
class Waiting:
    """A cue in the queue, and since when."""

    cue: Cue
    since_s: float

    def now(self, cue: Cue, now_s: float) -> Waiting:
        """Return the same wait for the cue as it is now; what has just ended is news again."""
        return Waiting(cue, now_s if self.cue.going and not cue.going else self.since_s)


@dataclass(frozen=True, slots=True)
class Rundown:
    """What is `on` since `since_s`, ended (or begun, where it has no end) at `closed_s`, and what waits.

    `held`: nothing new goes on. `pinned`: what is on stays. Every step returns another rundown; times never go back.
    """

    on: Cue | None = None
    since_s: float = 0.0
    closed_s: float = 0.0
    queue: tuple[Waiting, ...] = ()
    held: bool = False
    pinned: bool = False

    @property
    def ends_s(self) -> float:
        """When what is on makes way by itself; infinite while it is pinned, still going on, or nothing is on."""
        if self.on is None or self.pinned or self.on.going:
            return math.inf
        waits = not self.held and any(each.cue.rank >= self.on.rank for each in self.queue)
        return self.closed_s + (self.on.least_s if waits else self.on.hold_s)

    @property
    def order(self) -> tuple[Cue, ...]:
        """What waits, in the order in which it comes: the highest rank first, of equals the oldest."""
        return tuple(each.cue for each in sorted(self.queue, key=lambda each: (-each.cue.rank, each.since_s)))

    def offered(self, cue: Cue, now_s: float) -> Rundown:
        """Return the rundown with a cue that is new, or known and now other than before."""
        if self.on is not None and self.on.id == cue.id:
            closed_s = now_s if self.on.going and not cue.going else self.closed_s
            return replace(self, on=cue, closed_s=closed_s)
        if any(each.cue.id == cue.id for each in self.queue):
            queue = tuple(each.now(cue, now_s) if each.cue.id == cue.id else each for each in self.queue)
            return replace(self, queue=queue)
        return replace(self, queue=(*self.queue, Waiting(cue, now_s)))

    def withdrawn(self, cue_id: str) -> Rundown:
        """Return the rundown without a cue, whether it is on or waits: what it says is not so any more."""
        queue = tuple(each for each in self.queue if each.cue.id != cue_id)
        if self.on is not None and self.on.id == cue_id:
            return replace(self, on=None, pinned=False, queue=queue)
        return replace(self, queue=queue)

    def at(self, now_s: float) -> Rundown:
        """Return the rundown as it is at a time: what is over is off, what comes next is on."""
        kept = tuple(each for each in self.queue if each.cue.going or now_s - each.since_s <= each.cue.keeps_s)
        here = replace(self, queue=kept)
        if here.on is not None and (now_s >= here.ends_s or here._broken_into(now_s)):
            back = (Waiting(here.on, now_s),) if here.on.going else ()
            here = replace(here, on=None, queue=(*here.queue, *back))
        return here._next(now_s) if here.on is None and not here.held else here

    def hold(self, held: bool) -> Rundown:
        """Return the rundown that keeps its queue back, or goes on."""
        return replace(self, held=held)

    def skipped(self, now_s: float) -> Rundown:
        """Return the rundown with what is on taken off, and what comes next on."""
        return replace(self, on=None, pinned=False).at(now_s)

    def pin(self, now_s: float, cue_id: str | None = None) -> Rundown:
        """Return the rundown in which what is on stays; with an id, what waits under that id is on at once, and stays.

        Raises `KeyError` where nothing waits under that id, `ValueError` where nothing is on.
        """
        if cue_id is not None and (self.on is None or self.on.id != cue_id):
            cue = next((each.cue for each in self.queue if each.cue.id == cue_id), None)
            if cue is None:
                raise KeyError(cue_id)
            return replace(self.withdrawn(cue_id), on=cue, since_s=now_s, closed_s=now_s, pinned=True)
        if self.on is None:
            raise ValueError("nothing is on air to be pinned")
        return replace(self, pinned=True)

    def unpinned(self, now_s: float) -> Rundown:
        """Return the rundown in which what is on makes way again."""
        return replace(self, pinned=False).at(now_s)

    def _broken_into(self, now_s: float) -> bool:
        if self.on is None or self.pinned or self.held or now_s < self.since_s + self.on.least_s:
            return False
        return any(each.cue.rank > self.on.rank for each in self.queue)

    def _next(self, now_s: float) -> Rundown:
        if not self.queue:
            return self
        first = self.order[0]
        return replace(self.withdrawn(first.id), on=first, since_s=now_s, closed_s=now_s)
