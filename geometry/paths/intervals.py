"""Stretches of a path: closed intervals of the distance travelled, and their algebra."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

JOIN = 1e-9
"""Inches: stretches that are closer than this to each other are one."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Part of a path, from `start` to `end`, in inches travelled since the path's first place."""

    start: float
    end: float

    @property
    def length(self) -> float:
        """How long it is, inches."""
        return self.end - self.start

    def holds(self, travelled: float, tolerance: float = JOIN) -> bool:
        """Whether it contains the place reached after so many inches."""
        return self.start - tolerance <= travelled <= self.end + tolerance

    def meets(self, other: Interval, tolerance: float = JOIN) -> bool:
        """Whether the two overlap or touch."""
        return self.start <= other.end + tolerance and other.start <= self.end + tolerance


Stretches = tuple[Interval, ...]


def merged(stretches: Iterable[Interval], join: float = JOIN) -> Stretches:
    """Return the same points of the path as disjoint stretches in order; those that touch become one."""
    out: list[Interval] = []
    for stretch in sorted(stretches, key=lambda item: (item.start, item.end)):
        if out and stretch.start <= out[-1].end + join:
            out[-1] = Interval(out[-1].start, max(out[-1].end, stretch.end))
        else:
            out.append(stretch)
    return tuple(out)


def without(stretches: Stretches, holes: Stretches) -> Stretches:
    """Return what is left of merged stretches when other merged stretches are cut out."""
    out: list[Interval] = []
    for stretch in stretches:
        here = stretch.start
        for hole in holes:
            if hole.end <= here or hole.start >= stretch.end:
                continue
            if hole.start > here + JOIN:
                out.append(Interval(here, hole.start))
            here = max(here, hole.end)
        if here < stretch.end - JOIN or (here == stretch.start and stretch.length <= JOIN):
            out.append(Interval(here, stretch.end))
    return tuple(out)


def common(one: Stretches, other: Stretches) -> Stretches:
    """Return the points of the path that lie in both."""
    out = [
        Interval(max(a.start, b.start), min(a.end, b.end))
        for a in one
        for b in other
        if max(a.start, b.start) <= min(a.end, b.end)
    ]
    return merged(out)
