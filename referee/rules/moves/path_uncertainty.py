"""Sensitivities of clearances, ends, prices and sight along a path to position errors.

A base against a wall is seen as often in it as beside it, by the error of the camera. Were that taken at its word,
every charge into base contact and every step away from cover would be too close to call.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import shapely
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import SURE, Limit, Pull, all_hold, roots, score_of
from geometry.measure import depth_in, gap, gap_to_part_horizontal, inside_margin
from geometry.paths import Contact, Nearness
from geometry.paths.legs import joined, polygons_of
from geometry.placement import Placement
from geometry.position_errors import COMMON, added, gap_gradient, measured_limit, part_pull, placed_pull, pull_of
from geometry.table import Operative
from geometry.terrain import Part
from geometry.witness import Role
from referee.rules.findings import CONTACT, in_inches
from referee.rules.judgement import Leg
from referee.rules.moves.move_table import PriceList
from referee.rules.moves.mover import Mover
from referee.rules.position import spread_of_rim
from referee.rules.ruling import LEAST_SCORE, Finding, Tested
from referee.rules.sight.visibility import Outlook, outlook

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


def leg_pull(mover: Mover, number: int) -> tuple[float, Pull]:
    """Return the level length of an increment asked about, and how the errors of its places pull it."""
    here, there = (np.array(mover.move.path[row][:2]) for row in (number, number + 1))
    length = float(np.hypot(*(there - here)))
    if length <= EXACT_TOLERANCE:
        return length, {}
    along = (there - here) / length
    return length, added(place_pull(mover, number, -along), place_pull(mover, number + 1, along))


MOST_EITHER = 3
"""So many increments that may cost their length or the least are told apart: of more, the nearest to it."""


def price_tested(mover: Mover, legs: Sequence[Leg], charged: float, allowance: float, pricing: PriceList) -> Tested:
    """Return whether the price is within the allowance; the margin is how much one increment may still grow."""
    means = f"{mover.spec.action} costs {in_inches(charged)} of {in_inches(allowance)}"
    if mover.move.way_doubt:
        means += " by the cheapest way that was found"
    rule = mover.terms.rules.reaction if mover.move.counteracting else mover.spec.rule
    spare = min((pricing.room(leg.horizontal) for leg in legs if leg.horizontal > 0), default=0.0)
    over = charged - allowance
    if over <= EXACT_TOLERANCE:
        margin = allowance - charged + spare
    else:
        excess = min((pricing.excess(leg.horizontal) for leg in legs if leg.horizontal > 0), default=over)
        margin = -(over - min(over, pricing.step) + excess)
    sigma = math.hypot(mover.move.sigma * math.sqrt(2), mover.move.way_doubt)
    limits: tuple[Limit, ...] | None = None
    if sigma:
        if pricing.whole_inches:
            limits, p = _whole(mover, legs, charged, allowance)
        else:
            limits = _summed(mover, legs, allowance - charged, pricing.least_increment)
            p = all_hold(limits)
        if limits is not None and len(limits) == 1 and not pricing.whole_inches:
            sigma = limits[0].sigma or sigma
        elif 0 < p < 1 or abs(margin) < SURE * sigma:
            score = score_of(p)
            margin = sigma * (max(score, LEAST_SCORE) if margin >= 0 else min(score, -LEAST_SCORE))
    finding = Finding(rule, means, allowance - margin, allowance, margin, sigma=sigma, witness=mover.witness(Role.PATH))
    return Tested(finding, limits)


def _whole(
    mover: Mover, legs: Sequence[Leg], charged: float, allowance: float
) -> tuple[tuple[Limit, ...] | None, float]:
    """Return the limits of increments priced by whole inches, and how probable it is that enough of them hold.

    An increment near a whole inch may cost that or one more. Where none of those in doubt may cost more, all limits
    must hold; where some may, only their number counts, and the limits are not returned.
    """
    limits, least = [], charged
    for number, leg in enumerate(legs):
        whole = float(round(leg.horizontal))
        if whole < 1 or number >= len(mover.move.path) - 1:
            continue
        _, pull = leg_pull(mover, number)
        limit = Limit(whole - leg.horizontal, {cause: -part for cause, part in pull.items()})
        if limit.doubtful:
            limits.append(limit)
            least -= 1.0 if leg.horizontal > whole + EXACT_TOLERANCE else 0.0
    spare = math.floor(allowance - least + EXACT_TOLERANCE)
    if spare < 0:
        return (Limit(-1.0),), 0.0
    if spare == 0:
        return tuple(limits), all_hold(limits)
    return None, all_hold(limits, but=spare)


def _summed(mover: Mover, legs: Sequence[Leg], room: float, least: float) -> tuple[Limit, ...]:
    """Return the limits of increments that cost their length, or `least` where they are shorter; all must hold.

    One that may be either costs whichever is more: both must leave room for it, with each of the other such ones. That
    is told apart for the `MOST_EITHER` nearest to `least`; the others cost what they are measured to.
    """
    either: list[Limit] = []
    pulls: list[Pull] = [{"search": np.array([mover.move.way_doubt])}] if mover.move.way_doubt else []
    for number, leg in enumerate(legs):
        if number < len(mover.move.path) - 1:
            limit = Limit(leg.horizontal - least, leg_pull(mover, number)[1])
            if limit.doubtful and leg.horizontal > EXACT_TOLERANCE:
                either.append(limit)
            elif limit.margin > 0:
                pulls.append(limit.pull)
    either.sort(key=lambda limit: abs(limit.margin))
    pulls += [limit.pull for limit in either[MOST_EITHER:] if limit.margin > -EXACT_TOLERANCE]
    found = []
    for longer in product((True, False), repeat=min(len(either), MOST_EITHER)):
        chosen = list(zip(either, longer, strict=False))
        spare = sum(max(limit.margin, 0.0) - (limit.margin if by_length else 0.0) for limit, by_length in chosen)
        pull = added(*pulls, *(limit.pull for limit, by_length in chosen if by_length))
        found.append(Limit(room + spare, {cause: -part for cause, part in pull.items()}))
    return tuple(found)


SEEMING_SIGMAS = 4.0
"""Standard deviations by which what touches may seem to overlap."""

MOST_SEEMING = 0.12
"""Inches that it may at most: what is seen deeper in another thing stands on it, or was put there."""


def seeming(at_rest: Iterable[float], limits: Iterable[Limit]) -> float:
    """Return by how many inches two bodies that rest against each other may seem to overlap; 0 where they do not.

    `at_rest` are the signed distances between them where the model stood or stands, `limits` those of the move's
    clearance of the other. Exact places overlap where they say so.
    """
    sigma = max((limit.sigma for limit in limits), default=0.0)
    if sigma == 0:
        return 0.0
    most = min(max(CONTACT, SEEMING_SIGMAS * sigma), MOST_SEEMING)
    return most if any(apart <= most for apart in at_rest) else 0.0


def allowed(limits: Iterable[Limit], overlap: float) -> tuple[Limit, ...]:
    """Return the limits with so many inches of overlap that count as touching."""
    return tuple(Limit(limit.margin + overlap, limit.pull) for limit in limits)


MOST_PLACES = 2
"""Places of a way at which sight that is in doubt is looked at: where it begins and ends, or may."""


def seen_along(mover: Mover, near: Nearness, *, visible: bool) -> float:
    """Return how probable it is that the two see each other somewhere where they are near.

    `visible` is the best estimate. It is that of the place where they see each other most probably: the errors of one
    way are much the same all along it.
    """
    if not mover.move.sigma:
        return float(visible)
    looks = [look for place in _places(near) if (look := _look(mover, near.thing, place)) is not None]
    if visible and any(look.sure(True) for look in looks):
        return 1.0
    unsure = [look for look in looks if not look.sure(False)][:MOST_PLACES]
    if not unsure or (visible and not looks):
        return float(visible)
    return max(look.share() for look in unsure)


def _places(near: Nearness) -> Iterator[float]:
    """Yield the places, inches travelled, at which sight may first or last be had while the two are near."""
    ends = (end for stretch in (*near.in_range, *near.near) for end in (stretch.start, stretch.end))
    yield from dict.fromkeys((*ends, near.gap_at))


def _look(mover: Mover, enemy: str, travelled: float) -> Outlook | None:
    """Return the looks between the mover so far along its way and an enemy; None where something bars their reach."""
    position, own = mover.position, mover.operative
    x, y, z = mover.facts.place(travelled)
    base, other = own.base.at(x, y, z), position.table.operative(enemy)
    if mover.edition.spacing.barred(position, base, other.base, near_reach(mover)):
        return None
    covariance = np.diag([mover.move.sigma**2, mover.move.sigma**2, 0.0, own.placement.covariance[3, 3]])
    place = replace(own.placement, x=x, y=y, z=z, covariance=covariance)
    there = Operative(own.id, own.player, own.shape, own.head, place, own.head_sigma)
    blockers = mover.edition.engagement.sight_blockers(position)
    return outlook(((there, other), (other, there)), blockers, position.table.common)


def near_reach(mover: Mover) -> float:
    """Return the reach, inches, within which enemies are near on a way."""
    return max((near.reach for near in mover.facts.enemies), default=0.0)
