"""Rows of an edition's action table, as both write them."""

from __future__ import annotations

from collections.abc import Mapping

from referee.rules.edition import ActionSpec
from referee.rules.ruling import RuleId
from referee.rules.sight.heavy import Heavy


def table_of(*specs: ActionSpec) -> Mapping[str, ActionSpec]:
    """Return the rows by their names."""
    return {spec.name: spec for spec in specs}


def move(
    heavy: Heavy,
    name: str,
    rule: RuleId,
    *bars: str,
    cost_ap: int = 1,
    conceal: bool = True,
    engaged: bool = False,
) -> ActionSpec:
    """Return the row of a move: the actions of the same activation that bar it, and Heavy weapons used before it."""
    return ActionSpec(
        name,
        rule,
        cost_ap,
        bars=frozenset(bars),
        conceal=conceal,
        engaged=engaged,
        conditions=(heavy.not_used,),
    )
