"""Findings about a move's path and its end position."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import Limit, prob_all, prob_any
from geometry.measure import gap_to_part_horizontal
from geometry.paths import Contact, Nearness, Passage
from geometry.paths.legs import Increment
from geometry.paths.strides import Interval, Motion, PlaceXYZ, Stretches, Stride, merged
from geometry.paths.sweep import Outlines, swept_intervals_of_base, swept_intervals_of_centre
from geometry.terrain import Part
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.witness import Role
from messages.message import Message
from referee.rules.judgement import Violation
from referee.rules.moves.move_table import NEARBY, Sticky, highest
from referee.rules.moves.mover import CLOSE_CALL, Mover
from referee.rules.moves.path_uncertainty import (
    allowed_overlap,
    apparent_overlap,
    base_limit,
    base_limits,
    edge_limits,
    end_limit,
    enemy_limit,
    nearest_places,
    seen_along,
    support_limit,
    terrain_limits,
    where_not_excused,
)
from referee.rules.ruling import Fact, Finding, Measurement, RuleId
from referee.rules.sight.control_range import in_control_range_at

Place = Sequence[float]


def split_at_ledges(
    mover: Base, path: Sequence[Place], parts: Sequence[Part]
) -> tuple[tuple[PlaceXYZ, ...], tuple[int, ...]]:
    """Return the path with each descending increment split so that it falls where the base clears the ledge.

    Also returns, for each of its increments, the index of the increment of `path` that it belongs to. `parts` are the
    solid parts. An increment that jumps down, or never clears its support, stays unchanged.
    """
    places: list[PlaceXYZ] = [_place(path[0])]
    owners: list[int] = []
    for number, (here, there) in enumerate(pairwise(map(_place, path))):
        ledge = _ledge(mover, here, there, parts) if there[2] < here[2] - EXACT_TOLERANCE else None
        for place in ((*ledge, here[2]), (*ledge, there[2])) if ledge is not None else ():
            if place != places[-1]:
                places.append(place)
                owners.append(number)
        if ledge is None or math.dist(there, places[-1]) > EXACT_TOLERANCE:
            places.append(there)
            owners.append(number)
    return tuple(places), tuple(owners)


def _place(place: Place) -> PlaceXYZ:
    x, y, z = place
    return float(x), float(y), float(z)


def _ledge(mover: Base, here: PlaceXYZ, there: PlaceXYZ, parts: Sequence[Part]) -> tuple[float, float] | None:
    """Return where the base first clears everything between both heights; None if it falls at the end."""
    length = math.dist(here[:2], there[:2])
    if length <= EXACT_TOLERANCE:
        return None
    between = [part for part in parts if part.top > there[2] + EXACT_TOLERANCE and part.bottom < here[2]]
    level = Stride(0, Motion.LEVEL, here, (there[0], there[1], here[2]), 0.0, length)
    outlines = Outlines.of([part.polygon for part in between])
    met = swept_intervals_of_base(mover, level, outlines, range(len(between)), 0.0) if between else {}
    first = next(iter(merged(one for stretches in met.values() for one in stretches)), None)
    gone = 0.0 if first is None or first.start > EXACT_TOLERANCE else first.end
    if there[2] > EXACT_TOLERANCE:
        gone = _landing(level, parts, gone, there[2])
    if gone >= length - EXACT_TOLERANCE:
        return None
    x, y, _ = level.place(gone)
    return x, y


def _landing(level: Stride, parts: Sequence[Part], clear: float, z: float) -> float:
    """Return where the centre is first over a top at that height after `clear`; infinite if it jumps there."""
    outlines = Outlines.of([part.polygon for part in parts])

    def over_tops(height: float) -> Stretches:
        tops = [row for row, part in enumerate(parts) if abs(part.top - height) <= EXACT_TOLERANCE]
        found = swept_intervals_of_centre(level, outlines, tops, 0.0)
        return merged(one for stretches in found.values() for one in stretches)

    lands = min((max(clear, one.start) for one in over_tops(z) if one.end >= clear), default=math.inf)
    left = max((one.end for one in over_tops(level.origin[2]) if one.start <= EXACT_TOLERANCE), default=0.0)
    return lands if lands - left <= NEARBY + EXACT_TOLERANCE else math.inf


def unsupported_starts(path: Sequence[PlaceXYZ], legs: Sequence[Increment]) -> Iterator[float]:
    """Yield where the centre begins to cross empty space without climbing, dropping or jumping, inches travelled.

    The start and the end of the path are covered by other rules. Above the floor, a legal stretch over empty space is
    one straight increment from a climb to a top, from a top to a drop, or from one top to another.
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
    """Return the rise of a vertical increment (negative: fall); 0 for any other increment."""
    here, there = path[number], path[number + 1]
    return there[2] - here[2] if math.dist(here[:2], there[:2]) <= EXACT_TOLERANCE else 0.0


def _rises(path: Sequence[PlaceXYZ], number: int) -> bool:
    return _upright(path, number) > EXACT_TOLERANCE


def _falls(path: Sequence[PlaceXYZ], number: int) -> bool:
    return _upright(path, number) < -EXACT_TOLERANCE


def away_from_edge(
    mover: Base, path: Sequence[PlaceXYZ], legs: Sequence[Increment], parts: Iterable[Part], jumps: Collection[int]
) -> Iterator[tuple[Increment, float]]:
    """Yield each falling increment, with the base's distance from the edge that it leaves, inches.

    `jumps` are the increments that jump down instead. Infinite if no top is at the height that it falls from.
    """
    solid = tuple(parts)
    for number, (leg, (here, there)) in enumerate(zip(legs, pairwise(path), strict=True)):
        if leg.rise >= -EXACT_TOLERANCE or number in jumps:
            continue
        base = mover.at(there[0], there[1], here[2])
        tops = [part for part in solid if abs(part.top - here[2]) <= EXACT_TOLERANCE]
        yield leg, min((gap_to_part_horizontal(base, part) for part in tops), default=math.inf)


AT_END = math.inf
UNSEEN = 1.0
"""Inches by which a near enemy counts as outside control range if the two cannot see each other."""

NEARLY = 1e-3
"""Inches along the path within which two positions count as the same."""

UNLIKELY = 1e-6
"""Probability below which a claim counts as false, and above one minus which it counts as true."""


@dataclass(frozen=True, slots=True)
class PathFinding:
    """One test of a move: the finding, the violation if it fails, and its position along the path.

    The finding holds if all `limits` hold; they correlate its errors with those of other findings. None if its errors
    are treated as independent.
    """

    finding: Finding
    violation: Violation
    where: float = AT_END
    limits: tuple[Limit, ...] | None = None


def reach_along(mover: Mover, near: Nearness) -> Iterable[PathFinding]:
    """Yield the findings about one enemy's range along the path: one or none.

    - The move may not enter the range and starts outside: it stays outside. Failing is permitted, and nothing is
      yielded, if a friend engages the enemy.
    - The move may enter the range, starts outside and must then keep to the enemy (`MoveSpec.sticky`): it keeps to
      it, or never enters. Nothing is yielded if it certainly never enters, or if a friend engages the enemy.
    - Otherwise, for example if the move starts in the range: none.
    """
    spec, terms, enemy = mover.spec, mover.terms, near.thing
    limit = enemy_limit(mover, enemy, near.gap_at, near.reach)
    visible = bool(near.in_range) or (not near.near and limit.doubtful and seen_at(mover, enemy, near.gap_at))
    seen = float(visible)
    if near.near or limit.doubtful:
        seen = seen_along(mover, near, visible=visible)
    if not visible and (near.near or limit.doubtful):
        limit = replace(limit, margin=max(near.gap, near.reach + UNSEEN) - near.reach)
    clear = Measurement.more_than(
        terms.rules.reach,
        Message.of("move-stays-outside", enemy=enemy, range=mover.term),
        near.reach + limit.margin,
        near.reach,
        sigma=limit.sigma,
        witness=mover.witness(Role.PATH, enemy),
    )
    limits: tuple[Limit, ...] | None = (limit,)
    if seen != visible:
        inside = enemy_limit(mover, enemy, near.gap_at, near.reach).opposite
        clear, limits = clear.with_probability(1.0 - inside.p * seen, mover.move.sigma), None
    if limits is not None and limit.doubtful and visible:
        limits = (limit, *_out_elsewhere(mover, near))
    if not spec.may_enter and not near.starts_in:
        if clear.holds or not mover.engaged_by_friend(enemy):
            where = near.enters[0] if near.enters else AT_END
            yield PathFinding(clear, Violation.ENTERS_CONTROL_RANGE, where, limits)
        return
    if spec.sticky is Sticky.NO or near.starts_in or mover.engaged_by_friend(enemy):
        return
    if near.enters or (limit.doubtful and clear.p_yes < 1):
        yield from _stays(mover, near, clear, limits)


def _out_elsewhere(mover: Mover, near: Nearness) -> Iterator[Limit]:
    """Yield the uncertain limits of staying outside at other turning points where the path is nearest to an enemy."""
    for travelled in nearest_places(mover, near.thing):
        if abs(travelled - near.gap_at) > NEARLY:
            limit = enemy_limit(mover, near.thing, travelled, near.reach)
            if limit.doubtful and seen_at(mover, near.thing, travelled):
                yield limit


def _stays(mover: Mover, near: Nearness, clear: Finding, out: tuple[Limit, ...] | None) -> Iterable[PathFinding]:
    """Yield whether the move keeps to an enemy whose range it enters, or never enters it (the finding `clear`).

    With `Sticky.STAY`, a move that leaves the range and comes back fails. With `Sticky.END`, only its end must be in
    range. `out` are the limits of `clear`, None if its errors are independent.
    """
    spec, enemy = mover.spec, near.thing
    stays = spec.sticky is Sticky.STAY
    holds = not near.enters or (not near.leaves if stays else near.ends_in)
    left = Message.of("move-stays-with", enemy=enemy, range=mover.term)
    apart = Message.of("move-ends-with", enemy=enemy, range=mover.term)
    if stays and near.leaves and near.ends_in:
        yield PathFinding(Fact.declared(spec.rule, False, left), Violation.LEFT_CONTROL_RANGE, near.leaves[0])
        return
    where = near.leaves[0] if stays and near.leaves else AT_END
    ends = enemy_limit(mover, enemy, near.length, near.reach).opposite
    if not near.ends_in and not (ends.margin < 0 and seen_at(mover, enemy, near.length)):
        ends = replace(ends, margin=-UNSEEN)
    reason = left if stays else apart
    entered = out is not None and not clear.holds and not any(limit.doubtful for limit in out)
    p = 1.0 - (1.0 - clear.p_yes) * (1.0 - ends.p)
    if out is not None:
        p = ends.p if entered else min(1.0, ends.p + prob_all((*out, ends.opposite)))
    sigma = max(ends.sigma, clear.sigma)
    if sigma == 0 or not UNLIKELY < p < 1 - UNLIKELY:
        if not holds:
            yield PathFinding(Fact.declared(spec.rule, False, reason), Violation.LEFT_CONTROL_RANGE, where)
        return
    finding = Fact.seen(spec.rule, holds, reason, p, sigma)
    yield PathFinding(finding, Violation.LEFT_CONTROL_RANGE, where, (ends,) if entered else None)


def seen_at(mover: Mover, enemy: str, travelled: float) -> bool:
    """Return whether mover and enemy would be in control range at that point of the path, apart from distance."""
    base = mover.operative.base.at(*mover.facts.place(travelled))
    return in_control_range_at(mover.edition, mover.position, mover.operative, base, enemy)


def ends_in_reach(mover: Mover) -> PathFinding:
    """Return the finding that the move ends in control range of at least one enemy.

    It measures the nearest; if several may be in range, its probability is that of any of them.
    """
    facts, spec, end = mover.facts, mover.spec, mover.facts.length
    reached = []
    for near in facts.enemies:
        limit = enemy_limit(mover, near.thing, end, CONTROL_RANGE).opposite
        if near.ends_in or (limit.doubtful and seen_at(mover, near.thing, end)):
            reached.append(limit)
    apart = min((near.gap_at_end for near in facts.enemies), default=math.inf)
    if not reached:
        reached = [Limit(-max(apart - CONTROL_RANGE, CLOSE_CALL))]
    best = max(reached, key=lambda limit: limit.margin)
    finding = Measurement.at_most(
        spec.rule,
        Message.of("move-ends-within", range=mover.term),
        CONTROL_RANGE - best.margin,
        CONTROL_RANGE,
        sigma=best.sigma or mover.move.sigma,
    )
    if len(reached) > 1 and best.doubtful:
        together = finding.with_probability(prob_any(reached))
        return PathFinding(together, Violation.MUST_FINISH_IN_CONTROL_RANGE)
    return PathFinding(finding, Violation.MUST_FINISH_IN_CONTROL_RANGE, limits=(best,))


def path_findings(mover: Mover) -> Iterable[PathFinding]:
    """Yield the findings along a path: terrain, bases, the board's edge, climbs, and enemies' control range."""
    facts, terms, sigma = mover.facts, mover.terms, mover.move.sigma
    for met in facts.terrain:
        contact = where_not_excused(mover, met) if met.excused and met.hits else met
        clearance = -1.0 if contact.hits and contact.clearance >= 0 else contact.clearance
        flies_over = mover.flies and not contact.ends_in and contact.thing not in mover.walls
        if (contact.excused and not contact.hits) or flies_over:
            continue
        limits = terrain_limits(mover, contact, clearance)
        overlap = apparent_overlap((contact.at_start, contact.at_end), limits)
        limits = allowed_overlap(limits, overlap)
        yield PathFinding(
            _passes(mover, terms.rules.terrain, contact, limits[0], overlap),
            Violation.THROUGH_TERRAIN,
            _first(contact),
            limits,
        )
    own = mover.operative.player
    for contact in facts.bases:
        enemy = mover.position.table.operative(contact.thing).player != own
        if contact.ends_in or mover.flies or not (enemy or not terms.through_friends):
            continue
        limits = base_limits(mover, contact)
        overlap = apparent_overlap((contact.at_start, contact.at_end), limits)
        limits = allowed_overlap(limits, overlap)
        yield PathFinding(
            _passes(mover, terms.rules.bases, contact, limits[0], overlap),
            Violation.THROUGH_ENEMY_BASE if enemy and terms.through_friends else Violation.THROUGH_BASE,
            _first(contact),
            limits,
        )
    edge = facts.edge
    yield PathFinding(
        Measurement.at_least(terms.rules.edge, Message.of("move-clear-of-edge"), edge.clearance, 0.0, sigma=sigma),
        Violation.BOARD_EDGE,
        _first(edge),
        edge_limits(mover) or (Limit(edge.clearance),),
    )
    yield from _climbs_drops_and_jumps(mover)
    if not mover.flies:
        yield from _ledge_findings(mover)
    for near in facts.enemies:
        yield from reach_along(mover, near)


def _first(contact: Contact) -> float:
    return contact.first if contact.first is not None else AT_END


def _passes(mover: Mover, rule: RuleId, contact: Contact, limit: Limit, overlap: float) -> Finding:
    clear = not contact.hits or (overlap > 0 and limit.margin >= 0)
    reason = Message.of("move-clear-of", thing=contact.thing)
    return _clear(mover, rule, reason, limit, contact.thing, breach=not clear, overlap=overlap)


def _clear(
    mover: Mover,
    rule: RuleId,
    reason: Message,
    limit: Limit,
    thing: str,
    *,
    breach: bool,
    overlap: float = 0.0,
) -> Finding:
    """Return whether the base stays clear of an object, drawn as a breach if it does not.

    `overlap` is the apparent overlap to be tolerated (`apparent_overlap`); the limit already includes it.
    """
    witness = mover.witness(Role.BREACH if breach else Role.PATH, thing)
    sigma = limit.sigma or mover.move.sigma
    measured = limit.margin - overlap
    return Measurement.at_least(rule, reason, measured, -overlap, sigma=sigma, witness=witness)


def _climbs_drops_and_jumps(mover: Mover) -> Iterable[PathFinding]:
    """Yield the findings about climbs, drops, jumps and the gaps that are crossed; none if the mover flies."""
    terms, spec, sigma = mover.terms, mover.spec, mover.move.sigma
    for leg in () if mover.flies else mover.facts.legs:
        if spec.level and (abs(leg.rise) > EXACT_TOLERANCE or leg.gaps):
            yield PathFinding(
                Fact.declared(spec.rule, False, Message.of("move-stays-level", action=spec.action)),
                Violation.DASH_CLIMB,
                leg.start,
            )
        height = terms.jumped(leg)
        if height is not None and terms.jump_rise is not None:
            high = Measurement.at_most(
                terms.rules.jump, Message.of("move-jump-height"), height, highest(terms.jump_rise)
            )
            yield PathFinding(high, Violation.JUMP_TOO_FAR, leg.start)
            if not leg.gaps:
                yield from _leaps(mover, leg.centre_bare)
        elif leg.climb is not None:
            if not spec.may_climb:
                yield PathFinding(
                    Fact.declared(
                        spec.rule, False, Message.of("move-may-climb", action=spec.action, inches=leg.climb.height)
                    ),
                    Violation.DASH_CLIMB,
                    leg.start,
                )
            jumps_on = bool(leg.gaps) and terms.readings.climbs.second
            if leg.climb.ladder is None and not jumps_on:
                near = Measurement.at_most(
                    terms.rules.climb,
                    Message.of("move-terrain-to-climb"),
                    leg.climb.distance,
                    NEARBY,
                    sigma=sigma,
                )
                yield PathFinding(near, Violation.CLIMB_HEIGHT, leg.start)
            limited = leg.climb.ladder is None or terms.readings.low_ladders.second
            if limited and terms.climb_limit is not None:
                tall = Measurement.at_most(
                    terms.rules.climb, Message.of("move-climb-height"), leg.climb.height, terms.climb_limit
                )
                yield PathFinding(tall, Violation.CLIMB_HEIGHT, leg.start)
        if -leg.rise > terms.drop_limit + EXACT_TOLERANCE:
            deep = Measurement.at_most(terms.rules.drop, Message.of("move-drop-height"), -leg.rise, terms.drop_limit)
            yield PathFinding(deep, Violation.DROP_HEIGHT, leg.start)
        yield from _leaps(mover, leg.gaps)


def _leaps(mover: Mover, gaps: Stretches) -> Iterable[PathFinding]:
    """Yield whether each of these stretches over nothing is within the length of a jump."""
    terms = mover.terms
    more = mover.stand if terms.readings.between_stands.second else 0.0
    for gap in gaps:
        far = Measurement.at_most(
            terms.rules.jump,
            Message.of("move-jump-gap"),
            gap.length + more,
            terms.jump_limit,
            sigma=mover.move.sigma,
        )
        yield PathFinding(far, Violation.JUMP_TOO_FAR, gap.start)


def _ledge_findings(mover: Mover) -> Iterable[PathFinding]:
    """Yield where a move crosses empty space, and how far from the edge it drops (rule I21-05)."""
    facts, terms = mover.facts, mover.terms
    for where in unsupported_starts(facts.path, facts.legs):
        fault = Fact.declared(terms.rules.end, False, Message.of("move-over-nothing"))
        yield PathFinding(fault, Violation.NOT_CARRIED, where)
    if terms.drop_reach is None:
        return
    jumps = {number for number, leg in enumerate(facts.legs) if terms.jumped(leg) is not None}
    solid = [part for part in mover.position.table.terrain if part.id not in mover.ways]
    for leg, away in away_from_edge(mover.operative.base, facts.path, facts.legs, solid, jumps):
        near = Measurement.at_most(
            terms.rules.drop, Message.of("move-drop-near-edge"), away, terms.drop_reach, sigma=mover.move.sigma
        )
        yield PathFinding(near, Violation.DROP_HEIGHT, leg.start)


def end_findings(mover: Mover) -> Iterable[PathFinding]:
    """Yield the findings at the end of a move: bases, support, and enemies' control range."""
    facts, terms, spec, sigma = mover.facts, mover.terms, mover.spec, mover.move.sigma
    end = facts.length
    for contact in facts.bases:
        found = (base_limit(mover, contact, contact.at_end, end),)
        overlap = apparent_overlap((contact.at_end,), found)
        (limit,) = allowed_overlap(found, overlap)
        yield PathFinding(
            _clear(
                mover,
                terms.rules.bases,
                Message.of("move-ends-off-base", thing=contact.thing),
                limit,
                contact.thing,
                breach=contact.ends_in and limit.margin < 0,
                overlap=overlap,
            ),
            Violation.BASE_OVERLAP,
            limits=(limit,),
        )
    whole = support_limit(mover, facts.support.margin)
    yield PathFinding(
        Measurement.at_least(
            terms.rules.end,
            Message.of("move-supported-at-end"),
            facts.support.margin,
            0.0,
            sigma=whole.sigma or sigma,
        ),
        Violation.NOT_CARRIED,
        limits=(whole,),
    )
    carried_by = {} if terms.stand_on is None else {one.id: one for one in mover.position.table.terrain}
    for name in facts.support.on:
        if terms.stand_on is not None and not carried_by[name].has(terms.stand_on):
            yield _not_on(terms.rules.end, name, terms.stand_on)
    for one in facts.crossings:
        if one.at_end and _no_place_to_stand(mover, one.part, one.way):
            yield _ends_off(mover, one.part)
    if spec.must_end:
        yield ends_in_reach(mover)
        return
    for near in facts.enemies:
        limit = enemy_limit(mover, near.thing, end, CONTROL_RANGE)
        may = spec.may_enter or near.starts_in or mover.engaged_by_friend(near.thing)
        if may and (near.ends_in or (limit.doubtful and limit.margin > 0 and seen_at(mover, near.thing, end))):
            yield PathFinding(
                Measurement.more_than(
                    terms.rules.reach,
                    Message.of("move-ends-outside", enemy=near.thing, range=mover.term),
                    near.gap_at_end,
                    CONTROL_RANGE,
                    sigma=limit.sigma,
                ),
                Violation.ENDS_IN_CONTROL_RANGE,
                limits=(limit,),
            )


def _not_on(rule: RuleId, part: str, trait: str) -> PathFinding:
    reason = Message.of("move-ends-on-trait", part=part, trait=trait)
    return PathFinding(Fact.declared(rule, False, reason), Violation.NOT_CARRIED)


def _ends_off(mover: Mover, part: str) -> PathFinding:
    """Return whether a move that ends against a part ends outside it, with tolerance for an apparent overlap."""
    found = (end_limit(mover, part),)
    (limit,) = allowed_overlap(found, apparent_overlap((found[0].margin,), found))
    finding = Measurement.at_least(
        mover.terms.rules.end,
        Message.of("move-ends-beside", part=part),
        limit.margin,
        0.0,
        sigma=limit.sigma,
    )
    return PathFinding(finding, Violation.NOT_CARRIED, limits=(limit,))


def _no_place_to_stand(mover: Mover, part: str, way: Passage) -> bool:
    """Return whether a part that may be gone through forbids ending on it: ladders and traversed terrain do."""
    solid = next(one for one in mover.position.table.terrain if one.id == part)
    if way.is_passage:
        return mover.terms.clear_of_passages
    return way is Passage.TRAVERSE or (
        way is Passage.OPEN and not solid.has("Insignificant") and not solid.has("Obstructive")
    )
