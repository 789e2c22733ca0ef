"""What a move meets along its way and where it ends, each as a finding: terrain, bases, edge, climbs, enemies."""

from __future__ import annotations

from collections.abc import Iterable

from geometry.base import EXACT_TOLERANCE
from geometry.limits import Limit
from geometry.paths import Contact, Passage
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.witness import Role
from referee.rules.judgement import Violation
from referee.rules.moves.edges import away_from_edge, on_air
from referee.rules.moves.jumps import NEARBY, highest, jumped_height
from referee.rules.moves.mover import Mover
from referee.rules.moves.path_errors import (
    base_limit,
    base_limits,
    edge_limits,
    end_limit,
    enemy_limit,
    support_limit,
    terrain_limits,
    where_not_excused,
)
from referee.rules.moves.reach_findings import AT_END, PathFindings, ends_in_reach, reach_along, seen_at
from referee.rules.moves.resting import allowed, seeming
from referee.rules.ruling import Finding, RuleId


def met_along(mover: Mover) -> Iterable[PathFindings]:
    """Yield what a move meets on its way: terrain, bases, the edge, climbs, and the control range of enemies."""
    facts, terms, sigma = mover.facts, mover.terms, mover.move.sigma
    for met in facts.terrain:
        contact = where_not_excused(mover, met) if met.excused and met.hits else met
        clearance = -1.0 if contact.hits and contact.clearance >= 0 else contact.clearance
        over = mover.flies and not contact.ends_in and contact.thing not in mover.walls
        if (contact.excused and not contact.hits) or over:
            continue
        limits = terrain_limits(mover, contact, clearance)
        overlap = seeming((contact.at_start, contact.at_end), limits)
        limits = allowed(limits, overlap)
        yield PathFindings(
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
        overlap = seeming((contact.at_start, contact.at_end), limits)
        limits = allowed(limits, overlap)
        yield PathFindings(
            _passes(mover, terms.rules.bases, contact, limits[0], overlap),
            Violation.THROUGH_ENEMY_BASE if enemy and terms.through_friends else Violation.THROUGH_BASE,
            _first(contact),
            limits,
        )
    edge = facts.edge
    means = f"the base {_gets_on(not edge.hits)} the board's edge"
    yield PathFindings(
        Finding.at_least(terms.rules.edge, means, edge.clearance, 0.0, sigma=sigma),
        Violation.BOARD_EDGE,
        _first(edge),
        edge_limits(mover) or (Limit(edge.clearance),),
    )
    yield from _climbs(mover)
    if not mover.flies:
        yield from _edges(mover)
    for near in facts.enemies:
        yield from reach_along(mover, near)


def _gets_on(clear: bool) -> str:
    return "stays clear of" if clear else "runs into"


def _first(contact: Contact) -> float:
    return contact.first if contact.first is not None else AT_END


def _passes(mover: Mover, rule: RuleId, contact: Contact, limit: Limit, overlap: float) -> Finding:
    clear = not contact.hits or (overlap > 0 and limit.margin >= 0)
    means = f"the base {_gets_on(clear)} {contact.thing}"
    return _clear(mover, rule, means, limit, contact.thing, breach=not clear, overlap=overlap)


def _clear(
    mover: Mover,
    rule: RuleId,
    means: str,
    limit: Limit,
    thing: str,
    *,
    breach: bool,
    otherwise: str = "",
    overlap: float = 0.0,
) -> Finding:
    """Return whether the base stays clear of a thing, shown as a breach where it does not.

    `overlap` is by how much the two may seem to overlap (`seeming`), and is in the limit already.
    """
    witness = mover.witness(Role.BREACH if breach else Role.PATH, thing)
    sigma = limit.sigma or mover.move.sigma
    measured = limit.margin - overlap
    return Finding.at_least(rule, means, measured, -overlap, otherwise=otherwise, sigma=sigma, witness=witness)


def _climbs(mover: Mover) -> Iterable[PathFindings]:
    terms, spec, sigma = mover.terms, mover.spec, mover.move.sigma
    for leg in () if mover.flies else mover.facts.legs:
        if spec.level and (abs(leg.rise) > EXACT_TOLERANCE or leg.gaps):
            yield PathFindings(
                Finding.fact(spec.rule, False, f"{spec.action} neither climbs, drops nor jumps"),
                Violation.DASH_CLIMB,
                leg.start,
            )
        height = jumped_height(leg, terms.jump_rise)
        if height is not None and terms.jump_rise is not None:
            high = Finding.at_most(
                terms.rules.jump, f'it jumps {height:.2f}" up or down', height, highest(terms.jump_rise)
            )
            yield PathFindings(high, Violation.JUMP_TOO_FAR, leg.start)
        elif leg.climb is not None:
            means = f'it climbs {leg.climb.height:.2f}"'
            if not spec.may_climb:
                yield PathFindings(Finding.fact(spec.rule, False, means), Violation.DASH_CLIMB, leg.start)
            if leg.climb.ladder is None:
                far = "no terrain to climb is near"
                near = Finding.at_most(
                    terms.rules.climb,
                    "terrain to climb is near",
                    leg.climb.distance,
                    NEARBY,
                    otherwise=far,
                    sigma=sigma,
                )
                yield PathFindings(near, Violation.CLIMB_HEIGHT, leg.start)
                if terms.climb_limit is not None:
                    tall = Finding.at_most(terms.rules.climb, means, leg.climb.height, terms.climb_limit)
                    yield PathFindings(tall, Violation.CLIMB_HEIGHT, leg.start)
        if -leg.rise > terms.drop_limit + EXACT_TOLERANCE:
            deep = Finding.at_most(terms.rules.drop, f'it drops {-leg.rise:.2f}"', -leg.rise, terms.drop_limit)
            yield PathFindings(deep, Violation.DROP_HEIGHT, leg.start)
        for gap in leg.gaps:
            yield PathFindings(
                Finding.at_most(
                    terms.rules.jump,
                    "the gap is not too wide to jump",
                    gap.length,
                    terms.jump_limit,
                    otherwise=f'the gap of {gap.length:.1f}" is too wide to jump',
                    sigma=sigma,
                ),
                Violation.JUMP_TOO_FAR,
                gap.start,
            )


def _edges(mover: Mover) -> Iterable[PathFindings]:
    """Yield where a move walks on air, and how far from the edge it drops (rule I21-05)."""
    facts, terms = mover.facts, mover.terms
    for where in on_air(facts.path, facts.legs):
        means = "it goes over nothing without climbing, dropping or jumping there"
        yield PathFindings(Finding.fact(terms.rules.end, False, means), Violation.NOT_CARRIED, where)
    if terms.drop_reach is None:
        return
    jumps = {number for number, leg in enumerate(facts.legs) if jumped_height(leg, terms.jump_rise) is not None}
    solid = [part for part in mover.position.table.terrain if part.id not in mover.ways]
    for leg, away in away_from_edge(mover.operative.base, facts.path, facts.legs, solid, jumps):
        near = Finding.at_most(
            terms.rules.drop, "it drops near the edge", away, terms.drop_reach, sigma=mover.move.sigma
        )
        yield PathFindings(near, Violation.DROP_HEIGHT, leg.start)


def met_at_end(mover: Mover) -> Iterable[PathFindings]:
    """Yield what a move meets where it ends: bases, what carries it, and the control range of enemies."""
    facts, terms, spec, sigma = mover.facts, mover.terms, mover.spec, mover.move.sigma
    end = facts.length
    for contact in facts.bases:
        found = (base_limit(mover, contact, contact.at_end, end),)
        overlap = seeming((contact.at_end,), found)
        (limit,) = allowed(found, overlap)
        yield PathFindings(
            _clear(
                mover,
                terms.rules.bases,
                f"it does not end on the base of {contact.thing}",
                limit,
                contact.thing,
                breach=contact.ends_in and limit.margin < 0,
                otherwise=f"it ends on the base of {contact.thing}",
                overlap=overlap,
            ),
            Violation.BASE_OVERLAP,
            limits=(limit,),
        )
    whole = support_limit(mover, facts.support.margin)
    yield PathFindings(
        Finding.at_least(
            terms.rules.end,
            "its base is wholly supported",
            facts.support.margin,
            0.0,
            otherwise="its base is not wholly supported",
            sigma=whole.sigma or sigma,
        ),
        Violation.NOT_CARRIED,
        limits=(whole,),
    )
    carried_by = {} if terms.stand_on is None else {one.id: one for one in mover.position.table.terrain}
    for name in facts.support.on:
        if terms.stand_on is not None and not carried_by[name].has(terms.stand_on):
            yield _not_on(terms.rules.end, f"{name}, which is no {terms.stand_on}")
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
            yield PathFindings(
                Finding.more_than(
                    terms.rules.reach,
                    f"it does not end within {mover.term} of {near.thing}",
                    near.gap_at_end,
                    CONTROL_RANGE,
                    otherwise=f"it ends within {mover.term} of {near.thing}",
                    sigma=limit.sigma,
                ),
                Violation.ENDS_IN_CONTROL_RANGE,
                limits=(limit,),
            )


def _not_on(rule: RuleId, what: str) -> PathFindings:
    return PathFindings(Finding.fact(rule, False, f"it ends on {what}"), Violation.NOT_CARRIED)


def _ends_off(mover: Mover, part: str) -> PathFindings:
    """Return whether a move that ends against a part ends off it: what touches it may seem to overlap it."""
    found = (end_limit(mover, part),)
    (limit,) = allowed(found, seeming((found[0].margin,), found))
    finding = Finding.at_least(
        mover.terms.rules.end,
        f"it ends beside {part}",
        limit.margin,
        0.0,
        otherwise=f"it ends on {part}",
        sigma=limit.sigma,
    )
    return PathFindings(finding, Violation.NOT_CARRIED, limits=(limit,))


def _no_place_to_stand(mover: Mover, part: str, way: Passage) -> bool:
    """Whether a part that may be gone through bars ending a move on it: ladders and traversed terrain do."""
    solid = next(one for one in mover.position.table.terrain if one.id == part)
    if way.is_passage:
        return mover.terms.clear_of_passages
    return way is Passage.TRAVERSE or (
        way is Passage.OPEN and not solid.has("Insignificant") and not solid.has("Obstructive")
    )
