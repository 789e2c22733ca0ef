"""Rows of an edition's action table, as both write them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar

from referee.rules.edition import ActionSpec
from referee.rules.ruling import RuleId
from referee.rules.sight.heavy import Heavy


def table_of(*specs: ActionSpec) -> Mapping[str, ActionSpec]:
    """Return the rows by their names."""
    return {spec.name: spec for spec in specs}


class Named(Protocol):
    """A row that says as what it is treated."""

    @property
    def treated_as(self) -> str | None:
        """The action that it counts as."""


Row = TypeVar("Row", bound=Named)


def lineage(row: Row, table: Mapping[str, Row]) -> Iterator[Row]:
    """Yield a row, then the row of the table that it is treated as, the one that this is treated as, each once."""
    seen: set[str | None] = set()
    now: Row | None = row
    while now is not None:
        yield now
        name = now.treated_as
        now = None if name is None or name in seen else table.get(name)
        seen.add(name)


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
