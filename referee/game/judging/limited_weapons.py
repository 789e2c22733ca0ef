"""Limited weapons: uses in the battle, and uses left (rules G24-10, G21-12)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.game.card import Card, title
from referee.game.policy import Policy
from referee.game.state import GameState
from referee.rules.dice.rule_book import RuleBook
from referee.rules.errors import MalformedError
from referee.rules.weapon import RuleUse, Weapon

LIMITED = "limited"
"""Name of the rule in each edition's rule book."""


def limit_of(rules: Iterable[RuleUse]) -> int | None:
    """Return the number of uses per battle of a weapon with these rules; None if it is not Limited."""
    limits = [use.count if use.x is not None else 1 for use in rules if use.rule == LIMITED]
    return min(limits, default=None)


def uses_of(state: GameState, operative: str, weapon: Weapon) -> int:
    """Return the number of uses of a weapon by an operative, under all names with which uses were recorded."""
    known = state.operative(operative)
    return sum(times for name, times in known.uses.items() if _names(known.card, name, weapon))


def has_use_left(state: GameState, operative: str, weapon: Weapon, book: RuleBook) -> bool:
    """Return whether an operative may choose a weapon; always True if the players do not enforce the rule of `book`."""
    limit = limit_of(weapon.rules)
    if limit is None or state.policies.of(book[LIMITED].id) is not Policy.ENFORCE:
        return True
    return uses_of(state, operative, weapon) < limit


def _names(card: Card, name: str, weapon: Weapon) -> bool:
    """Return whether a name is the weapon's: its title, or its bare name if the card has only this profile."""
    if name == title(weapon):
        return True
    if name != weapon.name:
        return False
    try:
        return title(card.weapon(name)) == title(weapon)
    except MalformedError:
        return False
