"""Whether an operative may attempt an action: everything but its price in AP and its target's reachability."""

from __future__ import annotations

from collections.abc import Iterable

from referee.rules.edition import ActionSpec, Edition
from referee.rules.errors import MalformedError
from referee.rules.judgement import Attempt
from referee.rules.position import Order, Position
from referee.rules.ruling import Finding, Ruling


def order_of(position: Position, attempt: Attempt) -> Order:
    """Return the acting operative's order: declared, or as the game has it."""
    return attempt.order or position.status[attempt.by].order


def is_engaged(edition: Edition, position: Position, attempt: Attempt) -> Finding:
    """Return the finding that an enemy is within reach of the acting operative."""
    rule = edition.engagement.rule
    if attempt.engaged is not None:
        return Finding.fact(rule, attempt.engaged, "an enemy is in reach, as declared")
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


def _restrictions(edition: Edition, spec: ActionSpec, attempt: Attempt) -> Iterable[Finding]:
    def counts_as(name: str) -> set[str]:
        """Return what an action counts as; one that this edition does not have, as a team's own, counts as itself."""
        other = edition.actions.get(name)
        if other is None:
            return {name}
        return {other.name} | ({other.treated_as} if other.treated_as else set())

    for done in attempt.performed:
        if not spec.repeatable and counts_as(done) & counts_as(spec.name):
            yield Finding.fact(edition.rule_of_restriction, False, f"{done} was already performed and counts as it")
        if counts_as(done) & spec.bars:
            yield Finding.fact(spec.rule, False, f"{spec.name} cannot follow {done} in one activation")


def judge_attempt(edition: Edition, position: Position, attempt: Attempt) -> Ruling:
    """Return whether the action's conditions are met, with every one that is not (rules C24-06, D24-*, D21-*).

    Raises `MalformedError` for an action that the edition does not have or an operative that is not there.
    """
    if attempt.by not in position.status:
        raise MalformedError(f"operative {attempt.by!r}: not in this position")
    spec = edition.action(attempt.action)
    findings = list(_restrictions(edition, spec, attempt))
    if (
        not spec.conceal
        and order_of(position, attempt) is Order.CONCEAL
        and not spec.lifts_conceal(attempt.weapon_rules, position.status[attempt.by].exempt)
    ):
        findings.append(Finding.fact(spec.rule, False, f"{spec.name} is not done with a Conceal order"))
    if spec.engaged is not None:
        reach = is_engaged(edition, position, attempt)
        if spec.engaged:
            findings.append(reach)
        else:
            findings.append(_negated(reach, "no enemy may be in reach"))
    for condition in spec.conditions:
        findings.extend(condition(edition, position, attempt))
    return Ruling.of(f"{attempt.by} may perform {spec.name}", *findings)
