"""Coming near things along a path: control ranges entered and left, markers passed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from geometry.base import Base
from geometry.paths.intervals import Interval, Stretches, merged
from geometry.paths.strides import Stride
from geometry.paths.sweep import clearance_to_base, near_base
from geometry.tolerance import EXACT_TOLERANCE

Sees = Callable[[Base, str], bool]
"""Whether the mover, its base standing there, and the thing of that id see each other (an edition's question)."""

SIGHT_STEP = 0.1
SIGHT_TOLERANCE = 1e-3


@dataclass(frozen=True, slots=True)
class Nearness:
    """How a path comes near one enemy or marker, measured in three dimensions between the bases (rule H24-01).

    `near` is where the distance is at most `reach`; `in_range` the part of it where there is sight too (all of it
    when nobody asked). `gap` is the least distance along the path, found `gap_at` inches along it; `gap_at_start`
    and `gap_at_end` those at its ends. All in inches.
    """

    thing: str
    reach: float
    near: Stretches
    in_range: Stretches
    gap: float
    gap_at: float
    gap_at_start: float
    gap_at_end: float
    length: float

    @property
    def starts_in(self) -> bool:
        """Whether the path begins in range."""
        return bool(self.in_range) and self.in_range[0].holds(0.0)

    @property
    def ends_in(self) -> bool:
        """Whether the path ends in range."""
        return bool(self.in_range) and self.in_range[-1].holds(self.length)

    @property
    def enters(self) -> tuple[float, ...]:
        """Where the path comes into range, inches travelled (its start is no entering)."""
        return tuple(one.start for one in self.in_range if not one.holds(0.0))

    @property
    def leaves(self) -> tuple[float, ...]:
        """Where the path goes out of range again, inches travelled (its end is no leaving)."""
        return tuple(one.end for one in self.in_range if not one.holds(self.length))

    @property
    def first(self) -> float | None:
        """Where the path is in range for the first time, inches travelled; None when it never is."""
        return self.in_range[0].start if self.in_range else None


def nearness(
    mover: Base, strides: Sequence[Stride], thing: str, base: Base, reach: float, sees: Sees | None
) -> Nearness:
    """Return how the path comes near a thing; `sees` is asked every `SIGHT_STEP` where the distance allows it.

    Changes of sight between two such places are bisected to `SIGHT_TOLERANCE`; one that comes and goes between them
    is missed.
    """
    near = merged(one for stride in strides for one in _near_along(mover, stride, base, reach))
    least, where = math.inf, 0.0
    for stride in strides:
        apart, at = clearance_to_base(mover, stride, base)
        below = max(0.0, stride.lowest - base.z, base.z - stride.highest)
        gap = math.hypot(max(0.0, apart), below)
        if gap < least - 1e-12:
            least, where = gap, at if stride.origin[:2] != stride.target[:2] else _level_with(stride, base.z)
    first, last = strides[0], strides[-1]
    in_range = near if sees is None else _seen(mover, strides, thing, near, sees)
    return Nearness(
        thing=thing,
        reach=reach,
        near=near,
        in_range=in_range,
        gap=least,
        gap_at=where,
        gap_at_start=_gap_at(mover, first, first.start, base),
        gap_at_end=_gap_at(mover, last, last.end, base),
        length=last.end,
    )


def _near_along(mover: Base, stride: Stride, base: Base, reach: float) -> Stretches:
    limit = reach + EXACT_TOLERANCE
    if stride.origin[:2] != stride.target[:2]:
        above = abs(stride.origin[2] - base.z)
        return near_base(mover, stride, base, math.sqrt(limit * limit - above * above)) if above <= limit else ()
    apart = max(0.0, clearance_to_base(mover, stride, base)[0])
    if apart > limit:
        return ()
    room = math.sqrt(limit * limit - apart * apart)
    low, high = max(stride.lowest, base.z - room), min(stride.highest, base.z + room)
    if low > high:
        return ()
    travelled = sorted(stride.start + abs(height - stride.origin[2]) for height in (low, high))
    return (Interval(travelled[0], travelled[1]),)


def _level_with(stride: Stride, z: float) -> float:
    """Where a rise or fall comes nearest to a height, inches travelled."""
    return stride.start + abs(min(max(z, stride.lowest), stride.highest) - stride.origin[2])


def _gap_at(mover: Base, stride: Stride, travelled: float, base: Base) -> float:
    x, y, z = stride.place(travelled)
    still = Stride(stride.leg, stride.motion, (x, y, z), (x, y, z), travelled, 0.0)
    return math.hypot(max(0.0, clearance_to_base(mover, still, base)[0]), z - base.z)


def _seen(mover: Base, strides: Sequence[Stride], thing: str, near: Stretches, sees: Sees) -> Stretches:
    def seen(travelled: float) -> bool:
        stride = next((one for one in strides if travelled <= one.end), strides[-1])
        return sees(mover.at(*stride.place(travelled)), thing)

    joints = [stride.start for stride in strides]
    out: list[Interval] = []
    for stretch in near:
        steps = max(2, math.ceil(stretch.length / SIGHT_STEP))
        places = {stretch.start + stretch.length * step / steps for step in range(steps + 1)}
        places |= {joint for joint in joints if stretch.start < joint < stretch.end}
        ordered = sorted(places)
        answers = [seen(place) for place in ordered]
        start = ordered[0] if answers[0] else None
        for (here, there), (before, after) in zip(
            itertools.pairwise(ordered), itertools.pairwise(answers), strict=True
        ):
            if before is after:
                continue
            change = _change(seen, here, there, before)
            if after:
                start = change
            elif start is not None:
                out.append(Interval(start, change))
                start = None
        if start is not None:
            out.append(Interval(start, ordered[-1]))
    return merged(out)


def _change(seen: Callable[[float], bool], here: float, there: float, before: bool) -> float:
    """Place between two whose sight differs where it changes, on the side that sees, to `SIGHT_TOLERANCE`."""
    while there - here > SIGHT_TOLERANCE:
        middle = (here + there) / 2
        if seen(middle) is before:
            here = middle
        else:
            there = middle
    return here if before else there
