"""Heavy weapons: the moves that they do not go with in one activation (rules G24-07, G21-07)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from referee.rules.dice.weapon import RuleUse
from referee.rules.edition import Edition
from referee.rules.judgement import Attempt
from referee.rules.position import Position
from referee.rules.restrictions import Actions, counted_as
from referee.rules.ruling import Finding, RuleId


@dataclass(frozen=True, slots=True)
class Heavy:
    """The moves that bar a Heavy weapon and that it bars, with the id of the edition's rule."""

    rule: RuleId
    moves: frozenset[str]

    def bars(self, weapon: Iterable[RuleUse], names: Collection[str]) -> bool:
        """Return whether the weapon is Heavy and does not go with that move; `Heavy (X only)` goes with X.

        `names` are those that the action goes by: its own, and those of what it is treated as (rule C24-06).
        """
        moved = not self.moves.isdisjoint(names)
        return moved and any(use.rule == "heavy" and not _permits(use.only, names) for use in weapon)

    def not_moved(self, edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        """Yield a fault for each move made before the weapon is used."""
        return self.after_moves(attempt.weapon_rules, attempt.performed, edition.actions)

    def not_used(self, edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        """Yield a fault for each Heavy weapon used before the move."""
        return self.before_move(attempt.weapons_used, attempt.action, edition.actions)

    def after_moves(self, weapon: Iterable[RuleUse], done: Iterable[str], actions: Actions) -> tuple[Finding, ...]:
        """Return a fault for each of the actions done that the weapon does not go with."""
        rules = tuple(weapon)
        moves = (move for move in done if self.bars(rules, counted_as(move, actions)))
        return tuple(Finding.fact(self.rule, False, f"a Heavy weapon is not used after {move}") for move in moves)

    def before_move(self, used: Iterable[Iterable[RuleUse]], move: str, actions: Actions) -> tuple[Finding, ...]:
        """Return a fault for each of the weapons used that the move does not go with."""
        means, names = f"no {move} after using a Heavy weapon", counted_as(move, actions)
        return tuple(Finding.fact(self.rule, False, means) for weapon in used if self.bars(weapon, names))


def _permits(only: str | None, names: Collection[str]) -> bool:
    return only is not None and only.strip().lower() in {name.lower() for name in names}
