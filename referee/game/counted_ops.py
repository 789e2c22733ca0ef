"""Which points a table can count by itself, and which only the players know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CountedOps:
    """The ops that a player scores from, by what they are counted of.

    `held` gives points for objectives controlled, `fallen` for enemies out of action; empty where an edition has none.
    `others` hang on what only the players know, such as a secret tac op.
    """

    held: str = ""
    fallen: str = ""
    others: tuple[str, ...] = ()

    @property
    def ops(self) -> tuple[str, ...]:
        """All of them, those that can be counted first."""
        return tuple(op for op in (self.held, self.fallen, *self.others) if op)
