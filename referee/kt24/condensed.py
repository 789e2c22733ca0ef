"""Blasts in closed spaces, 2024 (rules K24-03, K24-06)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.dice.weapon import RuleUse

LETHAL = RuleUse("lethal", 5)


def spreads(use: RuleUse) -> bool:
    """Whether a weapon rule reaches beyond its target: Blast, Torrent, or Devastating with a distance."""
    return use.rule in {"blast", "torrent"} or (use.rule == "devastating" and use.distance is not None)


def condensed(rules: Sequence[RuleUse]) -> tuple[RuleUse, ...]:
    """Return what such a weapon gains in a closed space: Lethal 5+."""
    return (LETHAL,) if any(map(spreads, rules)) else ()
