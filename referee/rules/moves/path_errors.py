"""How the errors of a move's places, of the mover and of what it passes pull what is measured along its path."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import SURE, Limit, Pull, roots
from geometry.measure import depth_in, gap, gap_to_part_horizontal, inside_margin
from geometry.paths import Contact
from geometry.paths.legs import joined, polygons_of
from geometry.placement import Placement
from geometry.position_errors import COMMON, added, gap_gradient, measured_limit, part_pull, placed_pull, pull_of
from geometry.table import Operative
from geometry.terrain import Part
from referee.rules.moves.mover import Mover
from referee.rules.sight.far_apart import spread_of_rim

Array = NDArray[np.float64]

STEP = 1e-3
"""Inches over which slopes beside terrain are taken."""

LOOKS = 9
"""Places of a stretch of the way at which it is asked how deep a base is in a part."""


def in_doubt(mover: Mover, margin: float, *others: float) -> bool:
    """Whether the errors of the places, and of others with these standard deviations, can decide a margin."""
    most = SURE * math.hypot(mover.move.sigma * math.sqrt(2), *others)
    return -most < margin < most


def place_pull(mover: Mover, number: int, gradient: Array) -> Pull:
    """Return how the error of one of the path's places pulls a margin of that gradient (x, y).

    The first place is where the mover stood, with that place's own covariance where it has one; all places share what
    is due to how the model sits on its tag.
    """
    move, common = mover.move, mover.position.table.common
    if move.sigma == 0:
        return {}
    along = np.array([gradient[0], gradient[1], 0.0, 0.0])
    where = mover.operative.placement
    if number == 0 and move.mounted is None and where.covariance.any():
        return placed_pull(mover.operative.id, where, along, common)
    pull: dict[str, Array] = {} if common is None else {COMMON: along @ roots(common)}
    if move.mounted is not None:
        pull[_place(mover, number)] = move.mounted.by_own(gradient[:2])
        pull[f"{mover.operative.id} mount"] = move.mounted.by_mount(gradient[:2], _share(mover, number))
        return pull
    own = np.full(2, move.sigma**2) - (0.0 if common is None else np.diag(common)[:2])
    pull[_place(mover, number)] = gradient[:2] * np.sqrt(np.clip(own, 0, None))
    return pull


def _share(mover: Mover, number: int) -> float:
    """Return which share of the way, seen from above, lies before one of the path's places."""
    lengths = [math.dist(here[:2], there[:2]) for here, there in pairwise(mover.move.path)]
    return sum(lengths[:number]) / sum(lengths) if sum(lengths) else 1.0


def _place(mover: Mover, number: int) -> str:
    return f"{mover.operative.id} place {number}"


def along_pull(mover: Mover, travelled: float, gradient: Array) -> Pull:
    """Return how the errors of its places pull what is measured so many inches along the path.

    `gradient` is by (x, y, z, rotation) of the base there.
    """
    stride = next((one for one in mover.facts.strides if travelled <= one.end), mover.facts.strides[-1])
    owner = mover.owners[stride.leg]
    here, there = (np.array(mover.move.path[number][:2]) for number in (owner, owner + 1))
    way, at = there - here, np.array(mover.facts.place(travelled)[:2])
    square = float(way @ way)
    share = float(np.clip((at - here) @ way / square, 0.0, 1.0)) if square else float(owner > 0)
    pulls = [
        place_pull(mover, number, weight * gradient)
        for number, weight in ((owner, 1 - share), (owner + 1, share))
        if weight > 0
    ]
    turn = math.sqrt(mover.operative.placement.covariance[3, 3]) if mover.move.sigma else 0.0
    if turn and gradient[3]:
        pulls.append({f"{mover.operative.id} turn": np.array([gradient[3] * turn])})
    return added(*pulls)


def enemy_limit(mover: Mover, enemy: str, travelled: float, reach: float) -> Limit:
    """Return the limit that the mover is more than `reach` inches from another so far along its path."""
    other = mover.position.table.operative(enemy)
    base = mover.operative.base.at(*mover.facts.place(travelled))
    apart = gap(base, other.base) - reach
    if not _other_in_doubt(mover, apart, other):
        return _beyond_doubt(mover, apart, other)
    by_own, by_other = gap_gradient(base, other.base)
    pull = added(along_pull(mover, travelled, by_own), pull_of(other, by_other, mover.position.table.common))
    return Limit(apart, pull)


def nearest_places(mover: Mover, enemy: str) -> Iterator[float]:
    """Yield where the way comes nearest to another and goes on to leave it, inches travelled: by their middles."""
    other = mover.position.table.operative(enemy).placement
    middle = np.array([other.x, other.y])
    shares = []
    for stride in mover.facts.strides:
        here, there = np.array(stride.origin[:2]), np.array(stride.target[:2])
        square = float((there - here) @ (there - here))
        shares.append(float((middle - here) @ (there - here) / square) if square else 0.5)
    for number, (stride, share) in enumerate(zip(mover.facts.strides, shares, strict=True)):
        if 0 < share < 1:
            yield stride.start + share * stride.length
        elif share >= 1 and (number + 1 == len(shares) or shares[number + 1] <= 0):
            yield stride.end
        elif share <= 0 and number == 0:
            yield stride.start


def base_limit(mover: Mover, contact: Contact, clearance: float, travelled: float) -> Limit:
    """Return the limit that the mover clears another base, its clearance being so much so far along the path."""
    other = mover.position.table.operative(contact.thing)
    if not _other_in_doubt(mover, clearance, other):
        return _beyond_doubt(mover, clearance, other)
    base = mover.operative.base.at(*mover.facts.place(travelled))
    _, towards = ellipse.separation(base, other.base)
    by_own, by_other = gap_gradient(replace(base, z=0.0), replace(other.base, z=0.0))
    by_own[:2], by_other[:2] = -towards, towards
    pull = added(along_pull(mover, travelled, by_own), pull_of(other, by_other, mover.position.table.common))
    return Limit(clearance, pull)


def base_limits(mover: Mover, contact: Contact) -> tuple[Limit, ...]:
    """Return the limits that the mover clears another base: where it comes nearest, and where else, those in doubt."""
    nearest = base_limit(mover, contact, contact.clearance, contact.clearance_at)
    found = [nearest]
    height = mover.facts.place(contact.clearance_at)[2]
    other = mover.position.table.operative(contact.thing).base
    for travelled in nearest_places(mover, contact.thing) if nearest.doubtful else ():
        place = mover.facts.place(travelled)
        if abs(travelled - contact.clearance_at) > STEP and place[2] == height:
            apart, _ = ellipse.separation(mover.operative.base.at(*place), other)
            limit = base_limit(mover, contact, apart, travelled)
            found += [limit] if limit.doubtful else []
    return tuple(found)


def _other_in_doubt(mover: Mover, margin: float, other: Operative) -> bool:
    """Whether the errors of the places and turns of the mover and another can decide a margin between them."""
    return in_doubt(mover, margin, spread_of_rim(mover.operative), spread_of_rim(other))


def _beyond_doubt(mover: Mover, margin: float, other: Operative) -> Limit:
    """Return the limit of a margin that no error can decide, with about what it is off by."""
    sigma = math.hypot(mover.move.sigma, other.placement.sigma)
    return Limit(margin, {"all": np.array([sigma])} if sigma else {})


def terrain_limits(mover: Mover, contact: Contact, clearance: float) -> tuple[Limit, ...]:
    """Return the limits that the mover clears a part: where it comes nearest, and where else it comes near.

    Beside a straight side both ends of the side, and each turn of the path, are as near: each may decide.
    """
    part = next(one for one in mover.position.table.terrain if one.id == contact.thing)
    if not in_doubt(mover, clearance, *_spread(part)) or not math.isfinite(clearance):
        return (Limit(clearance, {"all": np.array([mover.move.sigma])} if mover.move.sigma else {}),)
    found = [_terrain_limit(mover, part, contact.clearance_at, clearance)]
    taken = [contact.clearance_at]
    for travelled in _near_places(mover, part):
        apart = _clear_of(mover.operative.base.at(*mover.facts.place(travelled)), part)
        if min(abs(travelled - one) for one in taken) > STEP and in_doubt(mover, apart, *_spread(part)):
            taken.append(travelled)
            found.append(_terrain_limit(mover, part, travelled, apart))
    return tuple(found)


def where_not_excused(mover: Mover, contact: Contact) -> Contact:
    """Return the contact with a part, some of which a passage excuses, with its clearance where nothing does."""
    part = next(one for one in mover.position.table.terrain if one.id == contact.thing)
    spots = [float(one) for hit in contact.hits for one in np.linspace(hit.start, hit.end, LOOKS)]
    apart = {one: _clear_of(mover.operative.base.at(*mover.facts.place(one)), part) for one in spots}
    deepest = min(spots, key=lambda one: apart[one])
    return replace(contact, clearance=apart[deepest], clearance_at=deepest)


def end_limit(mover: Mover, part: str) -> Limit:
    """Return the limit that the mover ends clear of a part, seen from above."""
    solid = next(one for one in mover.position.table.terrain if one.id == part)
    length = mover.facts.length
    return _terrain_limit(mover, solid, length, _clear_of(mover.operative.base.at(*mover.facts.place(length)), solid))


def _spread(part: Part) -> tuple[float, ...]:
    if part.exact:
        return ()
    lever = max(math.dist(part.pivot, corner) for corner in part.outline)
    return (part.covariance[0, 0] ** 0.5 + lever * math.radians(part.covariance[3, 3] ** 0.5),)


def _near_places(mover: Mover, part: Part) -> Iterator[float]:
    """Yield where along the level path its turns are, and where it passes a part's corners, inches travelled."""
    for stride in mover.facts.strides:
        here, way = np.array(stride.origin[:2]), np.array(stride.target[:2]) - np.array(stride.origin[:2])
        square = float(way @ way)
        if square == 0 or not part.bottom <= stride.origin[2] < part.top:
            continue
        yield stride.start
        yield stride.end
        for corner in part.outline:
            share = float((np.array(corner) - here) @ way / square)
            if 0 < share < 1:
                yield stride.start + share * stride.length


def _terrain_limit(mover: Mover, part: Part, travelled: float, clearance: float) -> Limit:
    base = mover.operative.base.at(*mover.facts.place(travelled))
    slope = _slope(base, part)
    towards = slope[:2] / max(float(np.hypot(*slope[:2])), 1e-9)
    reach = float(ellipse.reach(base, towards))
    touched = np.array([base.x, base.y]) - towards * (clearance + reach) - np.array(part.pivot)
    turn = -math.radians(1.0) * float(towards @ np.array([-touched[1], touched[0]]))
    by_part = np.array([-towards[0], -towards[1], 0.0, turn])
    return Limit(clearance, added(along_pull(mover, travelled, slope), part_pull(part, by_part)))


def _clear_of(base: Base, part: Part) -> float:
    """Return how far a base is from a part seen from above, inches; below zero how deep it is in it."""
    deep = depth_in(base, part)
    return -deep if deep > 0 else gap_to_part_horizontal(base, part)


def _slope(base: Base, part: Part) -> Array:
    """Return the slope of the clearance to a part by (x, y, z, rotation) of a base."""
    found = np.zeros(4)
    if base.is_round:
        middle = np.array([base.x, base.y])
        line = shapely.shortest_line(part.polygon.exterior, shapely.Point(middle))
        away = middle - shapely.get_coordinates(line)[0]
        length = float(np.hypot(*away))
        if length > EXACT_TOLERANCE:
            outside = 1.0 if not part.polygon.covers(shapely.Point(middle)) else -1.0
            found[:2] = outside * away / length
        return found
    for axis, step in ((0, STEP), (1, STEP), (3, 0.1)):
        ends = []
        for sign in (1, -1):
            by = np.zeros(4)
            by[axis] = sign * step
            there = Base(base.shape, base.x + by[0], base.y + by[1], base.z, base.rotation_deg + by[3])
            ends.append(_clear_of(there, part))
        found[axis] = (ends[0] - ends[1]) / (2 * step)
    return found


def edge_limits(mover: Mover) -> tuple[Limit, ...]:
    """Return the limits that the mover keeps clear of the board's edges at every turn of its path, those in doubt."""
    board = mover.position.table.board
    base = mover.operative.base
    half_x, half_y = (float(one) for one in ellipse.reach(base, np.eye(2)))
    found = []
    for number, (x, y, _) in enumerate(mover.move.path):
        for room, gradient in (
            (x - half_x, (1.0, 0.0)),
            (board.width - x - half_x, (-1.0, 0.0)),
            (y - half_y, (0.0, 1.0)),
            (board.depth - y - half_y, (0.0, -1.0)),
        ):
            if in_doubt(mover, room):
                found.append(Limit(room, place_pull(mover, number, np.array(gradient))))
    return tuple(found)


def support_limit(mover: Mover, margin: float) -> Limit:
    """Return the limit that the base is wholly carried where it ends, by so much; infinite on the floor.

    Where nothing is under it, as on a level that it may have been taken to stand on, no error of its place helps.
    """
    under = [part for part in mover.position.table.terrain if part.id in mover.facts.support.on]
    if not under or not math.isfinite(margin) or not in_doubt(mover, margin):
        return Limit(margin, {})
    x, y, z = mover.facts.path[-1]
    variance = mover.move.sigma**2
    placement = Placement(
        _place(mover, len(mover.move.path) - 1), x, y, z, covariance=np.diag([variance, variance, 0.0, 0.0])
    )
    there = Operative(placement.thing, mover.operative.player, mover.operative.shape, mover.operative.head, placement)
    found = measured_limit((there,), under, None, _within_tops)
    return Limit(margin, found.pull)


def _within_tops(bases: Sequence[Base], parts: Sequence[Part]) -> float:
    return max(inside_margin(bases[0], one) for one in polygons_of(joined([part.polygon for part in parts])))


def leg_limits(mover: Mover, ends: Callable[[int], float | None]) -> tuple[Limit, ...]:
    """Return for each increment asked about the limit that it is no longer than `ends` says; None leaves it out."""
    found = []
    path = mover.move.path
    for number in range(len(path) - 1):
        most = ends(number)
        if most is not None:
            length, pull = leg_pull(mover, number)
            found.append(Limit(most - length, {cause: -part for cause, part in pull.items()}))
    return tuple(found)


def leg_pull(mover: Mover, number: int) -> tuple[float, Pull]:
    """Return the level length of an increment asked about, and how the errors of its places pull it."""
    here, there = (np.array(mover.move.path[row][:2]) for row in (number, number + 1))
    length = float(np.hypot(*(there - here)))
    if length <= EXACT_TOLERANCE:
        return length, {}
    along = (there - here) / length
    return length, added(place_pull(mover, number, -along), place_pull(mover, number + 1, along))
