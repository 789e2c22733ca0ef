"""Terrain that a base may go through: passages, ladders, and terrain traversed for a price."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from geometry.base import Base
from geometry.paths.strides import Interval, Motion, Stretches, Stride, common, merged
from geometry.terrain import Part

BESIDE = 0.1
"""Largest distance in inches, seen from above, from a passage to the walls beside it."""

HATCH_LEAF_ROLE = "hatch"
"""Role of an open hatch's leaf, which is separate from the opening.

Going through the opening does not permit an overlap with the leaf (K21-04).
"""

_PASSED = 1e-5


def is_beside(door: Part, part: Part) -> bool:
    """Return whether a part is one of the walls beside a passage."""
    return part.role != HATCH_LEAF_ROLE and door.polygon.distance(part.polygon) <= BESIDE


class Passage(StrEnum):
    """How a part may be gone through.

    `CENTRE`: a passage that only the base's centre must pass (I24-05). `ANY_PART`: a passage that some part of the base
    must pass (K21-05). For both, the walls beside the passage do not stop a base that passes. `OPEN`: no obstacle
    (ladders, feet of a barricade). `TRAVERSE`: gone through for a price (I21-02).
    """

    CENTRE = "centre"
    ANY_PART = "any_part"
    OPEN = "open"
    TRAVERSE = "traverse"

    @property
    def is_passage(self) -> bool:
        """Whether it is an opening between walls."""
        return self in {Passage.CENTRE, Passage.ANY_PART}

    @property
    def is_charged(self) -> bool:
        """Whether going through it has a price."""
        return self is not Passage.OPEN


@dataclass(frozen=True, slots=True)
class Crossing:
    """How a path uses one part that may be gone through.

    `base` are the stretches on which the base overlaps the part, `centre` those on which its centre is inside; `passes`
    are the uses that count, each once for any number of increments (for `Passage.CENTRE` those in which the centre
    passes). `aim` is the margin by which the centre line is inside the part's sides, seen along the increment
    (negative: it misses); -inf for terrain that the path does not reach. `clearance_at_end` is the signed horizontal
    distance at the end of the path.
    """

    part: str
    way: Passage
    base: Stretches
    centre: Stretches
    passes: Stretches
    aim: float
    clearance_at_end: float
    at_start: bool
    at_end: bool

    @property
    def brushed(self) -> Stretches:
        """Stretches on which the base overlaps the part without passing it; for a closed door that is a hit."""
        return tuple(one for one in self.base if not any(one.meets(used) for used in self.passes))


def passages_of(way: Passage, base: Stretches, centre: Stretches) -> Stretches:
    """Return the stretches of base contact in which the part is gone through, each once."""
    if way is not Passage.CENTRE:
        return base
    return merged(Interval(max(0.0, one.start), one.end) for one in base if any(one.meets(inner) for inner in centre))


def passage_margin(mover: Base, strides: Iterable[Stride], part: Part) -> float:
    """Return the largest margin by which the centre line is inside the part's sides, over the strides that reach it."""
    corners = part.corners
    best = -math.inf
    for stride in strides:
        if stride.motion is not Motion.LEVEL:
            continue
        here, there = np.array(stride.origin[:2]), np.array(stride.target[:2])
        unit = (there - here) / stride.length
        along = (corners - here) @ unit
        if along.max() < -mover.radius or along.min() > stride.length + mover.radius:
            continue
        aside = (corners - here) @ np.array([-unit[1], unit[0]])
        best = max(best, float(min(aside.max(), -aside.min())))
    return best


@dataclass(frozen=True, slots=True)
class Excuse:
    """Stretch of a path on which the walls beside a passage do not stop the base.

    `used` is the contact with the passage; `reach` is that contact and the straight increments in which it is passed.
    Contact with a wall is permitted within `reach` if it is connected with `used`. If `centre_only`, the centre itself
    must not be in the wall.
    """

    used: Interval
    reach: Interval
    centre_only: bool

    def lifts(self, hits: Stretches) -> Stretches:
        """Return the part of the contact with a wall beside the passage that is permitted."""
        return common(tuple(hit for hit in hits if hit.meets(self.used)), (self.reach,))


def excused_walls(
    parts: Sequence[Part], ways: Mapping[int, Passage], crossings: Mapping[int, Crossing], strides: Sequence[Stride]
) -> dict[int, list[Excuse]]:
    """Return the excuses of each solid part that is beside a used passage."""
    out: dict[int, list[Excuse]] = {}
    for row, crossing in crossings.items():
        if not crossing.passes or not crossing.way.is_passage:
            continue
        centre_only = crossing.way is Passage.CENTRE
        through = crossing.centre if centre_only else crossing.base
        lifted = []
        for used in crossing.passes:
            inner = [one for one in through if one.meets(used)]
            spans = [used, *(Interval(s.start, s.end) for s in strides if _passes_in(s, inner))]
            lifted.append(Excuse(used, Interval(min(s.start for s in spans), max(s.end for s in spans)), centre_only))
        for other, part in enumerate(parts):
            if other not in ways and is_beside(parts[row], part):
                out.setdefault(other, []).extend(lifted)
    return out


def _passes_in(stride: Stride, through: Sequence[Interval]) -> bool:
    """Whether the passage and this stride share more than an end point."""
    return stride.motion is Motion.LEVEL and any(
        min(one.end, stride.end) - max(one.start, stride.start) > _PASSED for one in through
    )
