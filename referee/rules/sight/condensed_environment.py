"""What spreads is deadlier in closed spaces (rules K24-03, K24-06, K21-03)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.rules.dice.weapon import RuleUse

LETHAL = RuleUse("lethal", 5)


def condensed(rules: Sequence[RuleUse], spreading: Collection[str]) -> tuple[RuleUse, ...]:
    """Return what a weapon gains in a closed space: Lethal 5+ when one of its rules reaches beyond the target.

    Those named in `spreading` do, and any rule that begins with a distance (`1" Devastating 2`).
    """
    return (LETHAL,) if any(use.rule in spreading or use.distance is not None for use in rules) else ()
