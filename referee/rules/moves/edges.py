"""Where a move leaves the edge of what it stands on: it drops there, and walks on no air (rules I21-05, A24-13)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from geometry.base import EXACT_TOLERANCE, Base
from geometry.measure import gap_to_part_horizontal
from geometry.paths.legs import Leg
from geometry.paths.strides import Interval, Motion, PlaceXYZ, Stretches, Stride, merged
from geometry.paths.sweep import Outlines, centre_over, over
from geometry.terrain import Part
from referee.rules.moves.jumps import NEARBY

Place = Sequence[float]


def dropping_at_the_edge(
    mover: Base, path: Sequence[Place], parts: Sequence[Part]
) -> tuple[tuple[PlaceXYZ, ...], tuple[int, ...]]:
    """Return the path with every increment that goes on lower down falling where the base clears the edge.

    With it comes, for each of its increments, the number of the one of `path` that it belongs to. `parts` are those
    that nothing goes through. An increment that jumps down, or never clears what it stands on, stays as it is.
    """
    places: list[PlaceXYZ] = [_place(path[0])]
    owners: list[int] = []
    for number, (here, there) in enumerate(pairwise(map(_place, path))):
        edge = _edge(mover, here, there, parts) if there[2] < here[2] - EXACT_TOLERANCE else None
        for place in ((*edge, here[2]), (*edge, there[2])) if edge is not None else ():
            if place != places[-1]:
                places.append(place)
                owners.append(number)
        if edge is None or math.dist(there, places[-1]) > EXACT_TOLERANCE:
            places.append(there)
            owners.append(number)
    return tuple(places), tuple(owners)


def _place(place: Place) -> PlaceXYZ:
    x, y, z = place
    return float(x), float(y), float(z)


def _edge(mover: Base, here: PlaceXYZ, there: PlaceXYZ, parts: Sequence[Part]) -> tuple[float, float] | None:
    """Return where the base first clears all that stands between both heights; None where it falls at the end."""
    length = math.dist(here[:2], there[:2])
    if length <= EXACT_TOLERANCE:
        return None
    between = [part for part in parts if part.top > there[2] + EXACT_TOLERANCE and part.bottom < here[2]]
    level = Stride(0, Motion.LEVEL, here, (there[0], there[1], here[2]), 0.0, length)
    outlines = Outlines.of([part.polygon for part in between])
    met = over(mover, level, outlines, range(len(between)), 0.0) if between else {}
    first = next(iter(merged(one for stretches in met.values() for one in stretches)), None)
    gone = 0.0 if first is None or first.start > EXACT_TOLERANCE else first.end
    if there[2] > EXACT_TOLERANCE:
        gone = _landing(level, parts, gone, there[2])
    if gone >= length - EXACT_TOLERANCE:
        return None
    x, y, _ = level.place(gone)
    return x, y


def _landing(level: Stride, parts: Sequence[Part], clear: float, z: float) -> float:
    """Return where the centre is first over a top at that height once it is `clear`; infinite where it jumps there."""
    outlines = Outlines.of([part.polygon for part in parts])

    def over_tops(height: float) -> Stretches:
        tops = [row for row, part in enumerate(parts) if abs(part.top - height) <= EXACT_TOLERANCE]
        found = centre_over(level, outlines, tops, 0.0)
        return merged(one for stretches in found.values() for one in stretches)

    lands = min((max(clear, one.start) for one in over_tops(z) if one.end >= clear), default=math.inf)
    left = max((one.end for one in over_tops(level.origin[2]) if one.start <= EXACT_TOLERANCE), default=0.0)
    return lands if lands - left <= NEARBY + EXACT_TOLERANCE else math.inf


def on_air(path: Sequence[PlaceXYZ], legs: Sequence[Leg]) -> Iterator[float]:
    """Yield where along a path the base's centre goes over nothing without climbing there, dropping or jumping.

    Its start and its end are other rules' business. Above the floor a way over nothing is one straight increment from
    a climb to a top, from a top to a drop, or from a top to another.
    """
    for number, leg in enumerate(legs):
        if leg.level is None or not leg.centre_bare:
            continue
        came = number == 0 or leg.rise > EXACT_TOLERANCE or _rises(path, number - 1)
        goes = number == len(legs) - 1 or leg.rise < -EXACT_TOLERANCE or _falls(path, number + 1)
        for bare in leg.centre_bare:
            begins = bare.start <= leg.level.start + EXACT_TOLERANCE
            ends = bare.end >= leg.level.end - EXACT_TOLERANCE
            within = any(one.start <= bare.start and one.end >= bare.end for one in leg.bare)
            inner = 0 < number < len(legs) - 1
            if (begins and not came) or (ends and not goes) or (begins and ends and within and inner and _long(bare)):
                yield bare.start


def _long(stretch: Interval) -> bool:
    return stretch.length > EXACT_TOLERANCE


def _upright(path: Sequence[PlaceXYZ], number: int) -> float:
    """Return how far an increment goes straight up, or down below zero; 0 where it goes anywhere else."""
    here, there = path[number], path[number + 1]
    return there[2] - here[2] if math.dist(here[:2], there[:2]) <= EXACT_TOLERANCE else 0.0


def _rises(path: Sequence[PlaceXYZ], number: int) -> bool:
    return _upright(path, number) > EXACT_TOLERANCE


def _falls(path: Sequence[PlaceXYZ], number: int) -> bool:
    return _upright(path, number) < -EXACT_TOLERANCE


def away_from_edge(
    mover: Base, path: Sequence[PlaceXYZ], legs: Sequence[Leg], parts: Iterable[Part], jumps: Collection[int]
) -> Iterator[tuple[Leg, float]]:
    """Yield each increment that falls, with how far the base then is from the edge that it leaves, inches.

    `jumps` are the increments that jump down instead. Infinite where nothing ends at the height that it falls from.
    """
    solid = tuple(parts)
    for number, (leg, (here, there)) in enumerate(zip(legs, pairwise(path), strict=True)):
        if leg.rise >= -EXACT_TOLERANCE or number in jumps:
            continue
        base = mover.at(there[0], there[1], here[2])
        tops = [part for part in solid if abs(part.top - here[2]) <= EXACT_TOLERANCE]
        yield leg, min((gap_to_part_horizontal(base, part) for part in tops), default=math.inf)
