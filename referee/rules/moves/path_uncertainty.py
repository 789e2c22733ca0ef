"""Sensitivities of clearances, end positions, prices and visibility along a path to position errors.

Because of camera errors, a base that touches a wall is measured inside it as often as beside it. Without a tolerance,
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
from geometry.limits import CERTAIN_SIGMAS, Limit, Sensitivity, covariance_root, prob_all
from geometry.measure import depth_in, gap, gap_to_part_horizontal, inside_margin
from geometry.paths import Contact, Nearness
from geometry.paths.legs import joined, polygons_of
from geometry.placement import Placement
from geometry.position_errors import (
    COMMON,
    gap_gradient,
    measured_limit,
    part_sensitivity,
    placement_sensitivity,
    sum_sensitivities,
    thing_sensitivity,
)
from geometry.table import Operative
from geometry.terrain import Part
from geometry.witness import Role
from messages.message import Message
from referee.rules.findings import CONTACT
from referee.rules.judgement import Leg
from referee.rules.moves.move_table import PriceList
from referee.rules.moves.mover import Mover, surcharge
from referee.rules.position import spread_of_rim
from referee.rules.ruling import FindingWithLimits, Measurement, signed_score
from referee.rules.sight.visibility import SightProbability, sight_probability

Array = NDArray[np.float64]

STEP = 1e-3
"""Step in inches for derivatives beside terrain."""

LOOKS = 9
"""Number of samples of a stretch at which the depth of a base inside a part is measured."""


def in_doubt(mover: Mover, margin: float, *others: float) -> bool:
    """Return whether errors of the positions, and others with these standard deviations, can change a margin's sign."""
    most = CERTAIN_SIGMAS * math.hypot(mover.move.sigma * math.sqrt(2), *others)
    return -most < margin < most


def point_sensitivity(mover: Mover, number: int, gradient: Array) -> Sensitivity:
    """Return the sensitivity of a margin, given its gradient (x, y), to the error of one position of the path.

    The first position is the mover's start, with its own covariance if it has one; all positions share the error of the
    tag's mount.
    """
    move, common = mover.move, mover.position.table.common
    if move.sigma == 0:
        return {}
    along = np.array([gradient[0], gradient[1], 0.0, 0.0])
    where = mover.operative.placement
    if number == 0 and move.mounted is None and where.covariance.any():
        return placement_sensitivity(mover.operative.id, where, along, common)
    sensitivity: dict[str, Array] = {} if common is None else {COMMON: along @ covariance_root(common)}
    if move.mounted is not None:
        sensitivity[_place(mover, number)] = move.mounted.by_own(gradient[:2])
        sensitivity[f"{mover.operative.id} mount"] = move.mounted.by_mount(gradient[:2], _share(mover, number))
        return sensitivity
    own = np.full(2, move.sigma**2) - (0.0 if common is None else np.diag(common)[:2])
    sensitivity[_place(mover, number)] = gradient[:2] * np.sqrt(np.clip(own, 0, None))
    return sensitivity


def _share(mover: Mover, number: int) -> float:
    """Return the share of the path, seen from above, before one of its positions."""
    lengths = [math.dist(here[:2], there[:2]) for here, there in pairwise(mover.move.path)]
    return sum(lengths[:number]) / sum(lengths) if sum(lengths) else 1.0


def _place(mover: Mover, number: int) -> str:
    return f"{mover.operative.id} place {number}"


def along_sensitivity(mover: Mover, travelled: float, gradient: Array) -> Sensitivity:
    """Return the sensitivity of a measurement at a point along the path to the errors of its positions.

    `gradient` is by (x, y, z, rotation) of the base at that point.
    """
    stride = next((one for one in mover.facts.strides if travelled <= one.end), mover.facts.strides[-1])
    owner = mover.owners[stride.leg]
    here, there = (np.array(mover.move.path[number][:2]) for number in (owner, owner + 1))
    way, at = there - here, np.array(mover.facts.place(travelled)[:2])
    square = float(way @ way)
    share = float(np.clip((at - here) @ way / square, 0.0, 1.0)) if square else float(owner > 0)
    sensitivities = [
        point_sensitivity(mover, number, weight * gradient)
        for number, weight in ((owner, 1 - share), (owner + 1, share))
        if weight > 0
    ]
    turn = math.sqrt(mover.operative.placement.covariance[3, 3]) if mover.move.sigma else 0.0
    if turn and gradient[3]:
        sensitivities.append({f"{mover.operative.id} turn": np.array([gradient[3] * turn])})
    return sum_sensitivities(*sensitivities)


def enemy_limit(mover: Mover, enemy: str, travelled: float, reach: float) -> Limit:
    """Return the limit that the mover is more than `reach` inches from an operative at that point of its path."""
    other = mover.position.table.operative(enemy)
    base = mover.operative.base.at(*mover.facts.place(travelled))
    apart = gap(base, other.base) - reach
    if not _other_in_doubt(mover, apart, other):
        return _beyond_doubt(mover, apart, other)
    by_own, by_other = gap_gradient(base, other.base)
    sensitivity = sum_sensitivities(
        along_sensitivity(mover, travelled, by_own), thing_sensitivity(other, by_other, mover.position.table.common)
    )
    return Limit(apart, sensitivity)


def nearest_places(mover: Mover, enemy: str) -> Iterator[float]:
    """Yield the inches travelled at which the path is locally nearest to an operative, measured between centres."""
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
    """Return the limit that the mover clears another base, given the clearance at that point of its path."""
    other = mover.position.table.operative(contact.thing)
    if not _other_in_doubt(mover, clearance, other):
        return _beyond_doubt(mover, clearance, other)
    base = mover.operative.base.at(*mover.facts.place(travelled))
    _, towards = ellipse.separation(base, other.base)
    by_own, by_other = gap_gradient(replace(base, z=0.0), replace(other.base, z=0.0))
    by_own[:2], by_other[:2] = -towards, towards
    sensitivity = sum_sensitivities(
        along_sensitivity(mover, travelled, by_own), thing_sensitivity(other, by_other, mover.position.table.common)
    )
    return Limit(clearance, sensitivity)


def base_limits(mover: Mover, contact: Contact) -> tuple[Limit, ...]:
    """Return the limits that the mover clears another base: at the nearest point, and uncertain ones elsewhere."""
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
    """Return whether errors of position and rotation of two operatives can change the sign of a margin between them."""
    return in_doubt(mover, margin, spread_of_rim(mover.operative), spread_of_rim(other))


def _beyond_doubt(mover: Mover, margin: float, other: Operative) -> Limit:
    """Return the limit of a margin that no error can change, with an approximate error."""
    sigma = math.hypot(mover.move.sigma, other.placement.sigma)
    return Limit(margin, {"all": np.array([sigma])} if sigma else {})


def terrain_limits(mover: Mover, contact: Contact, clearance: float) -> tuple[Limit, ...]:
    """Return the limits that the mover clears a part: at the nearest point, and at other near points.

    Beside a straight side both its ends, and each turn of the path, are equally near: each may decide.
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
    """Return the contact with a part that a passage partly excuses, with the clearance outside the excuse."""
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
    """Yield the inches travelled at turns of the level path, and where it passes a part's corners."""
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
    return Limit(
        clearance, sum_sensitivities(along_sensitivity(mover, travelled, slope), part_sensitivity(part, by_part))
    )


def _clear_of(base: Base, part: Part) -> float:
    """Return the distance of a base from a part seen from above, inches; negative: its depth inside the part."""
    deep = depth_in(base, part)
    return -deep if deep > 0 else gap_to_part_horizontal(base, part)


def _slope(base: Base, part: Part) -> Array:
    """Return the derivative of the clearance from a part by (x, y, z, rotation) of a base."""
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
    """Return the uncertain limits that the mover keeps clear of the board's edges at every turn of its path."""
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
                found.append(Limit(room, point_sensitivity(mover, number, np.array(gradient))))
    return tuple(found)


def support_limit(mover: Mover, margin: float) -> Limit:
    """Return the limit that the base is fully supported at its end, by `margin`; infinite on the floor.

    If nothing is below it, such as on an alternative level, no position error helps.
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
    return Limit(margin, found.sensitivity)


def _within_tops(bases: Sequence[Base], parts: Sequence[Part]) -> float:
    return max(inside_margin(bases[0], one) for one in polygons_of(joined([part.polygon for part in parts])))


def leg_sensitivity(mover: Mover, number: int) -> tuple[float, Sensitivity]:
    """Return the level length of an increment of the move, and its sensitivity to the errors of its positions."""
    here, there = (np.array(mover.move.path[row][:2]) for row in (number, number + 1))
    length = float(np.hypot(*(there - here)))
    if length <= EXACT_TOLERANCE:
        return length, {}
    along = (there - here) / length
    return length, sum_sensitivities(
        point_sensitivity(mover, number, -along), point_sensitivity(mover, number + 1, along)
    )


MOST_EITHER = 3
"""Number of increments near the minimum length that are treated exactly, the nearest first."""


def measured_length(mover: Mover, legs: Sequence[Leg]) -> float:
    """Return the length of a move before prices: increments, climbs, drops, and surcharges."""
    return sum(leg.horizontal + abs(leg.rise) for leg in legs) + surcharge(mover)


def length_messages(mover: Mover, legs: Sequence[Leg]) -> list[Message]:
    """Return the measured parts of a move in order: increments, climbs, drops, and the surcharge of what it crosses."""
    found = []
    for leg in legs:
        if leg.horizontal > EXACT_TOLERANCE:
            found.append(Message.of("move-length", length=leg.horizontal, near=float(round(leg.horizontal))))
        if leg.rise > EXACT_TOLERANCE:
            found.append(Message.of("move-length-climb", length=leg.rise, near=float(round(leg.rise))))
        elif leg.rise < -EXACT_TOLERANCE:
            found.append(Message.of("move-length-drop", length=-leg.rise, near=float(round(-leg.rise))))
    extra = surcharge(mover)
    if extra:
        found.append(Message.of("move-length-extra", length=extra))
    return found or [Message.of("move-length", length=0.0, near=0.0)]


def price_tested(
    mover: Mover, legs: Sequence[Leg], charged: float, allowance: float, pricing: PriceList
) -> FindingWithLimits:
    """Return whether the price is within the allowance; the margin is how much one increment may still grow."""
    rule = mover.terms.rules.reaction if mover.move.counteracting else mover.spec.rule
    spare = min((pricing.room(leg.horizontal) for leg in legs if leg.horizontal > 0), default=0.0)
    over = charged - allowance
    if over <= EXACT_TOLERANCE:
        margin = allowance - charged + spare
    else:
        excess = min((pricing.excess(leg.horizontal) for leg in legs if leg.horizontal > 0), default=over)
        margin = -(over - min(over, pricing.step) + excess)
    reason = Message.of(
        "move-price-counted",
        action=mover.spec.action,
        lengths=length_messages(mover, legs),
        rounded=abs(charged - measured_length(mover, legs)) > EXACT_TOLERANCE,
        cost=charged,
        of=allowance,
        left=max(0.0, round(allowance - charged, 1)),
        over=max(0.0, math.ceil(-10 * margin - EXACT_TOLERANCE) / 10),
        searched=bool(mover.move.way_doubt),
    )
    sigma = math.hypot(mover.move.sigma * math.sqrt(2), mover.move.way_doubt)
    limits: tuple[Limit, ...] | None = None
    if sigma:
        if pricing.whole_inches:
            limits, p = _whole(mover, legs, charged, allowance)
        else:
            limits = _summed(mover, legs, allowance - charged, pricing.least_increment)
            p = prob_all(limits)
        if limits is not None and len(limits) == 1 and not pricing.whole_inches:
            sigma = limits[0].sigma or sigma
        elif 0 < p < 1 or abs(margin) < CERTAIN_SIGMAS * sigma:
            margin = sigma * signed_score(p, margin >= 0)
    finding = Measurement(
        rule, reason, allowance - margin, allowance, margin, sigma=sigma, witness=mover.witness(Role.PATH)
    )
    return FindingWithLimits(finding, limits)


def _whole(
    mover: Mover, legs: Sequence[Leg], charged: float, allowance: float
) -> tuple[tuple[Limit, ...] | None, float]:
    """Return the limits of increments priced by whole inches, and the probability that enough of them hold.

    An increment near a whole inch may cost that or one more. If none of the uncertain ones may cost more, all limits
    must hold; if some may, only their number counts, and the limits are not returned.
    """
    limits, least = [], charged
    for number, leg in enumerate(legs):
        whole = float(round(leg.horizontal))
        if whole < 1 or number >= len(mover.move.path) - 1:
            continue
        _, sensitivity = leg_sensitivity(mover, number)
        limit = Limit(whole - leg.horizontal, {cause: -part for cause, part in sensitivity.items()})
        if limit.doubtful:
            limits.append(limit)
            least -= 1.0 if leg.horizontal > whole + EXACT_TOLERANCE else 0.0
    spare = math.floor(allowance - least + EXACT_TOLERANCE)
    if spare < 0:
        return (Limit(-1.0),), 0.0
    if spare == 0:
        return tuple(limits), prob_all(limits)
    return None, prob_all(limits, may_fail=spare)


def _summed(mover: Mover, legs: Sequence[Leg], room: float, least: float) -> tuple[Limit, ...]:
    """Return the limits of increments that cost their length, or `least` if they are shorter; all must hold.

    An increment that may be either costs the larger one, so both must fit, in combination with each other such
    increment. This is done for the `MOST_EITHER` increments nearest to `least`; the others cost their measured length.
    """
    either: list[Limit] = []
    sensitivities: list[Sensitivity] = [{"search": np.array([mover.move.way_doubt])}] if mover.move.way_doubt else []
    for number, leg in enumerate(legs):
        if number < len(mover.move.path) - 1:
            limit = Limit(leg.horizontal - least, leg_sensitivity(mover, number)[1])
            if limit.doubtful and leg.horizontal > EXACT_TOLERANCE:
                either.append(limit)
            elif limit.margin > 0:
                sensitivities.append(limit.sensitivity)
    either.sort(key=lambda limit: abs(limit.margin))
    sensitivities += [limit.sensitivity for limit in either[MOST_EITHER:] if limit.margin > -EXACT_TOLERANCE]
    found = []
    for longer in product((True, False), repeat=min(len(either), MOST_EITHER)):
        chosen = list(zip(either, longer, strict=False))
        spare = sum(max(limit.margin, 0.0) - (limit.margin if by_length else 0.0) for limit, by_length in chosen)
        sensitivity = sum_sensitivities(
            *sensitivities, *(limit.sensitivity for limit, by_length in chosen if by_length)
        )
        found.append(Limit(room + spare, {cause: -part for cause, part in sensitivity.items()}))
    return tuple(found)


SEEMING_SIGMAS = 4.0
"""Standard deviations by which touching objects may appear to overlap."""

MOST_SEEMING = 0.12
"""Largest apparent overlap in inches: deeper overlaps are real, or the object is on top of the other."""


def apparent_overlap(at_rest: Iterable[float], limits: Iterable[Limit]) -> float:
    """Return the apparent overlap in inches of two bodies that touch; 0 if they do not touch.

    `at_rest` are the signed distances between them at the model's start or end; `limits` are those of the move's
    clearance from the other. Exact positions have no apparent overlap.
    """
    sigma = max((limit.sigma for limit in limits), default=0.0)
    if sigma == 0:
        return 0.0
    most = min(max(CONTACT, SEEMING_SIGMAS * sigma), MOST_SEEMING)
    return most if any(apart <= most for apart in at_rest) else 0.0


def allowed_overlap(limits: Iterable[Limit], overlap: float) -> tuple[Limit, ...]:
    """Return the limits with an overlap that counts as touching."""
    return tuple(Limit(limit.margin + overlap, limit.sensitivity) for limit in limits)


MOST_PLACES = 2
"""Number of points of a path at which uncertain visibility is evaluated."""


def seen_along(mover: Mover, near: Nearness, *, visible: bool) -> float:
    """Return the probability that two operatives see each other somewhere while they are near.

    `visible` is the best estimate. The result is the probability at the point with the highest one, since the errors of
    one path are nearly the same everywhere on it.
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
    """Yield the points, inches travelled, at which visibility may begin or end while the two are near."""
    ends = (end for stretch in (*near.in_range, *near.near) for end in (stretch.start, stretch.end))
    yield from dict.fromkeys((*ends, near.gap_at))


def _look(mover: Mover, enemy: str, travelled: float) -> SightProbability | None:
    """Return the looks between the mover at that point and an enemy; None if a barrier interrupts their range."""
    position, own = mover.position, mover.operative
    x, y, z = mover.facts.place(travelled)
    base, other = own.base.at(x, y, z), position.table.operative(enemy)
    if mover.edition.spacing.barred(position, base, other.base, near_reach(mover)):
        return None
    covariance = np.diag([mover.move.sigma**2, mover.move.sigma**2, 0.0, own.placement.covariance[3, 3]])
    place = replace(own.placement, x=x, y=y, z=z, covariance=covariance)
    there = Operative(own.id, own.player, own.shape, own.head, place, own.head_sigma)
    blockers = mover.edition.engagement.sight_blockers(position)
    return sight_probability(((there, other), (other, there)), blockers, position.table.common)


def near_reach(mover: Mover) -> float:
    """Return the range in inches within which enemies count as near on a path."""
    return max((near.reach for near in mover.facts.enemies), default=0.0)
