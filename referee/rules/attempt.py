"""Whether an operative may attempt an action: everything but its price in AP and its target's reachability."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from geometry.limits import Limit, all_hold, score_of
from geometry.position_errors import gap_limit
from geometry.visibility.control_range import CONTROL_RANGE
from referee.rules.edition import Edition
from referee.rules.errors import MalformedError
from referee.rules.judgement import Attempt
from referee.rules.position import Order, Position
from referee.rules.restrictions import restrictions
from referee.rules.ruling import LEAST_SCORE, Finding, Ruling, Tested

UNLIKELY, ALIKE = 1e-6, 1e-6


def order_of(position: Position, attempt: Attempt) -> Order:
    """Return the acting operative's order: declared, or as the game has it."""
    return attempt.order or position.status[attempt.by].order


def is_engaged(edition: Edition, position: Position, attempt: Attempt) -> Finding:
    """Return the finding that an enemy is within control or engagement range of the acting operative."""
    rule, term = edition.engagement.rule, edition.engagement.term
    if attempt.engaged is not None:
        nobody = f"no enemy is within {term}"
        return Finding.fact(rule, attempt.engaged, f"an enemy is within {term}", otherwise=nobody)
    return _nearest(edition, _reaches(edition, position, attempt.by))


def _nearest(edition: Edition, rulings: Mapping[str, Ruling]) -> Finding:
    nearest = max(rulings.values(), key=lambda ruling: ruling.p_yes, default=None)
    if nearest is None or nearest.decisive is None:
        return Finding.fact(edition.engagement.rule, False, "no enemy is on the table")
    return nearest.decisive


def _reaches(edition: Edition, position: Position, by: str) -> dict[str, Ruling]:
    """Return whether each enemy that may be in reach at all is, by id, and one that is not where there is no such."""
    asked = (*position.enemies_of(by)[:1], *position.enemies_perhaps_near(by))
    return {name: edition.engagement.engaged(position, by, name) for name in dict.fromkeys(one.id for one in asked)}


def _negated(finding: Finding, means: str) -> Finding:
    return Finding(
        finding.rule,
        means,
        finding.measured,
        finding.required,
        -finding.margin,
        finding.sigma,
        finding.witness,
        strict=not finding.strict,
    )


def tested_attempt(edition: Edition, position: Position, attempt: Attempt) -> tuple[Tested, ...]:
    """Return what an action's conditions ask, each with its limits (rules C24-06, D24-*, D21-*).

    Raises `MalformedError` for an action that the edition does not have or an operative that is not there.
    """
    if attempt.by not in position.status:
        raise MalformedError(f"operative {attempt.by!r}: not in this position")
    spec = edition.action(attempt.action)
    findings = list(restrictions(spec, attempt.performed, edition.actions, once=edition.rule_of_restriction))
    if (
        not spec.conceal
        and order_of(position, attempt) is Order.CONCEAL
        and not spec.lifts_conceal(attempt.weapon_rules, position.status[attempt.by].exempt)
    ):
        findings.append(Finding.fact(spec.rule, False, f"{spec.name} may not be performed with a Conceal order"))
    tested = [Tested(finding) for finding in findings]
    if spec.engaged is not None:
        tested += _reach_tested(edition, position, attempt, wanted=spec.engaged)
    for condition in spec.conditions:
        tested += [Tested(finding) for finding in condition(edition, position, attempt)]
    return tuple(tested)


def judge_attempt(edition: Edition, position: Position, attempt: Attempt) -> Ruling:
    """Return whether the action's conditions are met, with every one that is not (rules C24-06, D24-*, D21-*).

    Raises `MalformedError` for an action that the edition does not have or an operative that is not there.
    """
    tested = tested_attempt(edition, position, attempt)
    return Ruling.joint(f"{attempt.by} may perform {edition.action(attempt.action).name}", tested)


def _reach_tested(edition: Edition, position: Position, attempt: Attempt, *, wanted: bool) -> list[Tested]:
    """Return whether an enemy is, or none is, within control or engagement range of the acting operative."""
    nobody = f"no enemy may be within {edition.engagement.term}"
    if attempt.engaged is not None:
        reach = is_engaged(edition, position, attempt)
        return [Tested(reach if wanted else _negated(reach, nobody))]
    rulings = _reaches(edition, position, attempt.by)
    reach = _nearest(edition, rulings)
    near = [
        (ruling, _limit_of(position, attempt.by, enemy, ruling))
        for enemy, ruling in rulings.items()
        if ruling.p_yes > UNLIKELY
    ]
    if not near:
        return [Tested(reach if wanted else _negated(reach, nobody))]
    if not wanted:
        return [
            Tested(
                _as_probable(_negated(_decisive(ruling), nobody), 1 - ruling.p_yes),
                None if limit is None else (limit.opposite,),
            )
            for ruling, limit in near
        ]
    limits = [limit for _, limit in near if limit is not None]
    if len(near) == len(limits) == 1:
        return [Tested(reach, (limits[0],))]
    nobody_near = all_hold(limit.opposite for limit in limits)
    nobody_near *= math.prod(1 - ruling.p_yes for ruling, limit in near if limit is None)
    return [Tested(_as_probable(reach, 1 - nobody_near))]


def _decisive(ruling: Ruling) -> Finding:
    decisive = ruling.decisive
    assert decisive is not None
    return decisive


def _limit_of(position: Position, by: str, enemy: str, ruling: Ruling) -> Limit | None:
    """Return the limit that decides whether an enemy is in reach: their distance; None where other things do, too."""
    one, other = position.table.operative(by), position.table.operative(enemy)
    limit = gap_limit(one, other, CONTROL_RANGE, position.table.common)
    return limit if limit.sigma and abs(limit.p - ruling.p_yes) < ALIKE else None


def _as_probable(finding: Finding, p: float) -> Finding:
    """Return a finding with the margin that its probability has, where that is another than its own."""
    if finding.sigma == 0 or abs(finding.p_yes - p) < ALIKE:
        return finding
    score = score_of(p)
    margin = max(score, LEAST_SCORE) if finding.holds else min(score, -LEAST_SCORE)
    return replace(finding, margin=finding.sigma * margin)
