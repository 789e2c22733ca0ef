"""Rundown of a broadcast: what is on air, what is queued, and when one replaces the other. It reads no clock."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Cue:
    """An entry that may go on air, for at least `least_s` seconds, and `hold_s` if nothing else waits.

    While it is `going` it stays on, and both times count from its end; only a higher `rank` interrupts it. An entry
    that has waited longer than `keeps_s` is dropped.
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
    """A queued cue, and since when it waits."""

    cue: Cue
    since_s: float

    def now(self, cue: Cue, now_s: float) -> Waiting:
        """Return the entry with an updated cue; the wait starts again when its subject has ended."""
        return Waiting(cue, now_s if self.cue.going and not cue.going else self.since_s)


@dataclass(frozen=True, slots=True)
class Rundown:
    """Immutable state of the broadcast; every step returns a new one, and times never decrease.

    `on` has been on air since `since_s`; `closed_s` is when its subject ended, or when it went on if it has no
    duration. While `held`, no new cue goes on; while `pinned`, the current one stays.
    """

    on: Cue | None = None
    since_s: float = 0.0
    closed_s: float = 0.0
    queue: tuple[Waiting, ...] = ()
    held: bool = False
    pinned: bool = False

    @property
    def ends_s(self) -> float:
        """Time at which the current cue ends; infinite if it is pinned or in progress, or if nothing is on."""
        if self.on is None or self.pinned or self.on.going:
            return math.inf
        waits = not self.held and any(each.cue.rank >= self.on.rank for each in self.queue)
        return self.closed_s + (self.on.least_s if waits else self.on.hold_s)

    @property
    def order(self) -> tuple[Cue, ...]:
        """The queue in order of play: highest rank first, then the longest wait."""
        return tuple(each.cue for each in sorted(self.queue, key=lambda each: (-each.cue.rank, each.since_s)))

    def offered(self, cue: Cue, now_s: float) -> Rundown:
        """Return the rundown with a new or updated cue."""
        if self.on is not None and self.on.id == cue.id:
            closed_s = now_s if self.on.going and not cue.going else self.closed_s
            return replace(self, on=cue, closed_s=closed_s)
        if any(each.cue.id == cue.id for each in self.queue):
            queue = tuple(each.now(cue, now_s) if each.cue.id == cue.id else each for each in self.queue)
            return replace(self, queue=queue)
        return replace(self, queue=(*self.queue, Waiting(cue, now_s)))

    def withdrawn(self, cue_id: str) -> Rundown:
        """Return the rundown without a cue, on air or queued, because it is no longer true."""
        queue = tuple(each for each in self.queue if each.cue.id != cue_id)
        if self.on is not None and self.on.id == cue_id:
            return replace(self, on=None, pinned=False, queue=queue)
        return replace(self, queue=queue)

    def at(self, now_s: float) -> Rundown:
        """Return the rundown at a time: finished cues are off, and the next one is on."""
        kept = tuple(each for each in self.queue if each.cue.going or now_s - each.since_s <= each.cue.keeps_s)
        here = replace(self, queue=kept)
        if here.on is not None and (now_s >= here.ends_s or here._broken_into(now_s)):
            back = (Waiting(here.on, now_s),) if here.on.going else ()
            here = replace(here, on=None, queue=(*here.queue, *back))
        return here._next(now_s) if here.on is None and not here.held else here

    def hold(self, held: bool) -> Rundown:
        """Return the rundown with its queue held or released."""
        return replace(self, held=held)

    def skipped(self, now_s: float) -> Rundown:
        """Return the rundown with the current cue taken off and the next one on."""
        return replace(self, on=None, pinned=False).at(now_s)

    def pin(self, now_s: float, cue_id: str | None = None) -> Rundown:
        """Return the rundown with the current cue pinned; with an id, that queued cue goes on at once and is pinned.

        Raises `KeyError` if no queued cue has that id, `ValueError` if nothing is on.
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
        """Return the rundown with the current cue unpinned."""
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
