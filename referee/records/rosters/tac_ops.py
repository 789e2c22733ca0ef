"""Tac ops that a team's list prints among its rules."""

from __future__ import annotations

from collections.abc import Iterable

from referee.records.rosters.roster import PrintedRule

TAC_OP = "Tac op"
"""The kind of rule that a tac op is."""


def tac_ops_among(rules: Iterable[PrintedRule]) -> tuple[PrintedRule, ...]:
    """Return the printed rules whose heading calls them tac ops, each name once, in their order."""
    found: dict[str, PrintedRule] = {}
    for rule in rules:
        if TAC_OP.casefold().replace(" ", "") in "".join(filter(str.isalpha, rule.kind.casefold())) and rule.name:
            found.setdefault(rule.name.casefold(), rule)
    return tuple(found.values())
