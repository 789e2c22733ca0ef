"""Whether an operative may attempt an action: everything but its price in AP and its target's reachability."""

from __future__ import annotations

from referee.rules.edition import Edition
from referee.rules.errors import MalformedError
from referee.rules.judgement import Attempt
from referee.rules.position import Order, Position
from referee.rules.restrictions import restrictions
from referee.rules.ruling import Finding, Ruling


def order_of(position: Position, attempt: Attempt) -> Order:
    """Return the acting operative's order: declared, or as the game has it."""
    return attempt.order or position.status[attempt.by].order


def is_engaged(edition: Edition, position: Position, attempt: Attempt) -> Finding:
    """Return the finding that an enemy is within control or engagement range of the acting operative."""
    rule, term = edition.engagement.rule, edition.engagement.term
    if attempt.engaged is not None:
        nobody = f"no enemy is within {term}, as declared"
        return Finding.fact(rule, attempt.engaged, f"an enemy is within {term}, as declared", otherwise=nobody)
    rulings = [edition.engagement.engaged(position, attempt.by, enemy.id) for enemy in position.enemies_of(attempt.by)]
    nearest = max(rulings, key=lambda ruling: ruling.p_yes, default=None)
    if nearest is None or nearest.decisive is None:
        return Finding.fact(rule, False, "no enemy is on the table")
    return nearest.decisive


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


def judge_attempt(edition: Edition, position: Position, attempt: Attempt) -> Ruling:
    """Return whether the action's conditions are met, with every one that is not (rules C24-06, D24-*, D21-*).

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
    if spec.engaged is not None:
        reach = is_engaged(edition, position, attempt)
        if spec.engaged:
            findings.append(reach)
        else:
            findings.append(_negated(reach, f"no enemy may be within {edition.engagement.term}"))
    for condition in spec.conditions:
        findings.extend(condition(edition, position, attempt))
    return Ruling.of(f"{attempt.by} may perform {spec.name}", *findings)
