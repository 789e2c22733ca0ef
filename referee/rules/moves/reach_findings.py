"""What coming near enemies means for a move: entering their range on the way, leaving it, ending in it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from geometry.limits import Limit, all_hold, score_of, some_hold
from geometry.paths import Nearness
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.witness import Role
from referee.rules.judgement import Violation
from referee.rules.moves.move_specs import Sticky
from referee.rules.moves.mover import CLOSE_CALL, Mover
from referee.rules.moves.path_errors import enemy_limit, nearest_places
from referee.rules.moves.seen_along import seen_along
from referee.rules.ruling import LEAST_SCORE, Finding
from referee.rules.sight.control_range import in_control_range_at

AT_END = math.inf
UNSEEN = 1.0
"""Inches by which an enemy counts as outside control range that is near, but neither sees nor is seen."""

NEARLY = 1e-3
"""Inches of the way between two places that are one."""

UNLIKELY = 1e-6
"""Probability below which something is not so, and beyond one less which it is."""


@dataclass(frozen=True, slots=True)
class PathFindings:
    """One thing that a move met: the finding, which violation it is when it fails, and where along the path.

    `limits` are those that must all hold for it; None where it shares its errors with nothing else.
    """

    finding: Finding
    violation: Violation
    where: float = AT_END
    limits: tuple[Limit, ...] | None = None


def reach_along(mover: Mover, near: Nearness) -> Iterable[PathFindings]:
    """Yield what coming near one enemy means along the way: entering, and leaving again."""
    spec, terms, enemy = mover.spec, mover.terms, near.thing
    limit = enemy_limit(mover, enemy, near.gap_at, near.reach)
    visible = bool(near.in_range) or (not near.near and limit.doubtful and seen_at(mover, enemy, near.gap_at))
    seen = float(visible)
    if near.near or limit.doubtful:
        seen = seen_along(mover, near, visible=visible)
    if not visible and (near.near or limit.doubtful):
        limit = replace(limit, margin=max(near.gap, near.reach + UNSEEN) - near.reach)
    clear = Finding.more_than(
        terms.rules.reach,
        f"it stays outside the {mover.term} of {enemy}",
        near.reach + limit.margin,
        near.reach,
        otherwise=f"it comes within the {mover.term} of {enemy}",
        sigma=limit.sigma,
        witness=mover.witness(Role.PATH, enemy),
    )
    limits: tuple[Limit, ...] | None = (limit,)
    if seen != visible:
        inside = enemy_limit(mover, enemy, near.gap_at, near.reach).opposite
        clear, limits = _probably(clear, 1.0 - inside.p * seen, mover.move.sigma), None
    if limits is not None and limit.doubtful and visible:
        limits = (limit, *_out_elsewhere(mover, near))
    if not spec.may_enter and not near.starts_in:
        if clear.holds or not mover.engaged_by_friend(enemy):
            where = near.enters[0] if near.enters else AT_END
            yield PathFindings(clear, Violation.ENTERS_CONTROL_RANGE, where, limits)
        return
    if spec.sticky is Sticky.NO or near.starts_in or mover.engaged_by_friend(enemy):
        return
    if near.enters or (limit.doubtful and clear.p_yes < 1):
        yield from _stays(mover, near, clear, limits)


def _out_elsewhere(mover: Mover, near: Nearness) -> Iterator[Limit]:
    """Yield the limits that it stays outside where else a way with turns comes nearest to an enemy, those in doubt."""
    for travelled in nearest_places(mover, near.thing):
        if abs(travelled - near.gap_at) > NEARLY:
            limit = enemy_limit(mover, near.thing, travelled, near.reach)
            if limit.doubtful and seen_at(mover, near.thing, travelled):
                yield limit


def _stays(mover: Mover, near: Nearness, clear: Finding, out: tuple[Limit, ...] | None) -> Iterable[PathFindings]:
    """Yield whether the move stays with an enemy whose range it enters, or never enters it.

    A way that leaves a range and comes back has left it; else it stays where it ends within.
    """
    spec, enemy = mover.spec, near.thing
    stays = spec.sticky is Sticky.STAY
    holds = not near.enters or (not near.leaves if stays else near.ends_in)
    left = f"it leaves the {mover.term} of {enemy} again"
    apart = f"it does not end within the {mover.term} of {enemy}, which it has entered"
    if stays and near.leaves and near.ends_in:
        yield PathFindings(Finding.fact(spec.rule, False, left), Violation.LEFT_CONTROL_RANGE, near.leaves[0])
        return
    where = near.leaves[0] if stays and near.leaves else AT_END
    ends = enemy_limit(mover, enemy, near.length, near.reach).opposite
    if not near.ends_in and not (ends.margin < 0 and seen_at(mover, enemy, near.length)):
        ends = replace(ends, margin=-UNSEEN)
    otherwise = left if stays else apart
    entered = out is not None and not clear.holds and not any(limit.doubtful for limit in out)
    p = 1.0 - (1.0 - clear.p_yes) * (1.0 - ends.p)
    if out is not None:
        p = ends.p if entered else min(1.0, ends.p + all_hold((*out, ends.opposite)))
    sigma = max(ends.sigma, clear.sigma)
    if sigma == 0 or not UNLIKELY < p < 1 - UNLIKELY:
        if not holds:
            yield PathFindings(Finding.fact(spec.rule, False, otherwise), Violation.LEFT_CONTROL_RANGE, where)
        return
    means = f"it stays with {enemy}, or out of its {mover.term}"
    finding = Finding.likely(spec.rule, holds, means if holds else otherwise, p, sigma)
    yield PathFindings(finding, Violation.LEFT_CONTROL_RANGE, where, (ends,) if entered else None)


def _probably(finding: Finding, p: float, sigma: float) -> Finding:
    """Return a finding with the margin that its probability has."""
    score = score_of(p)
    margin = max(score, LEAST_SCORE) if finding.holds else min(score, -LEAST_SCORE)
    sigma = finding.sigma or sigma
    return replace(finding, margin=margin * sigma, sigma=sigma)


def seen_at(mover: Mover, enemy: str, travelled: float) -> bool:
    """Return whether mover and enemy would see each other, and nothing part them, where the mover is then."""
    base = mover.operative.base.at(*mover.facts.place(travelled))
    return in_control_range_at(mover.edition, mover.position, mover.operative, base, enemy)


def ends_in_reach(mover: Mover) -> PathFindings:
    """Return whether the move ends within reach of an enemy: of any that it may have reached, together."""
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
    finding = Finding.at_most(
        spec.rule,
        f"it ends within {mover.term} of an enemy",
        CONTROL_RANGE - best.margin,
        CONTROL_RANGE,
        otherwise=f"it does not end within {mover.term} of any enemy",
        sigma=best.sigma or mover.move.sigma,
    )
    if len(reached) > 1 and best.doubtful:
        score = score_of(some_hold(reached))
        margin = max(score, LEAST_SCORE) if finding.holds else min(score, -LEAST_SCORE)
        return PathFindings(replace(finding, margin=margin * finding.sigma), Violation.MUST_FINISH_IN_CONTROL_RANGE)
    return PathFindings(finding, Violation.MUST_FINISH_IN_CONTROL_RANGE, limits=(best,))
