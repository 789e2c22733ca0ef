"""Limited weapons: uses in the battle, and uses left (rules G24-10, G21-12)."""

from __future__ import annotations

from collections.abc import Iterable

from messages.message import Message
from referee.game.card import Card, title
from referee.game.policy import Policy
from referee.game.state import GameState, OperativeState
from referee.rules.dice.rule_book import RuleBook
from referee.rules.errors import MalformedError
from referee.rules.weapon import RuleUse, Weapon

LIMITED = "limited"
"""Name of the rule in each edition's rule book."""


def limit_of(rules: Iterable[RuleUse]) -> int | None:
    """Return the number of uses per battle of a weapon with these rules; None if it is not Limited."""
    limits = [use.count if use.x is not None else 1 for use in rules if use.rule == LIMITED]
    return min(limits, default=None)


def uses_of(state: GameState, operative: str, weapon: Weapon, book: RuleBook) -> int:
    """Return the number of uses of a weapon by an operative, under all names with which uses were recorded.

    Uses of its other profiles are included if the rule in `book` joins them.
    """
    return _uses(state.operative(operative), weapon, joined=book[LIMITED].joins_profiles)


def has_use_left(state: GameState, operative: str, weapon: Weapon, book: RuleBook) -> bool:
    """Return whether an operative may choose a weapon; always True if the players do not enforce the rule of `book`."""
    limit = limit_of(weapon.rules)
    if limit is None or state.policies.of(book[LIMITED].id) is not Policy.ENFORCE:
        return True
    return uses_of(state, operative, weapon, book) < limit


def reading_of_uses(state: GameState, operative: str, weapons: Iterable[Weapon], book: RuleBook) -> Message | None:
    """Return the note on how profiles are counted, if it decides whether one of the weapons has a use left."""
    known = state.operative(operative)
    for weapon in weapons:
        limit = limit_of(weapon.rules)
        if limit is not None and _uses(known, weapon, joined=False) < limit <= _uses(known, weapon, joined=True):
            return book[LIMITED].read_as
    return None


def _uses(known: OperativeState, weapon: Weapon, *, joined: bool) -> int:
    return sum(times for name, times in known.uses.items() if _names(known.card, name, weapon, joined=joined))


def _names(card: Card, name: str, weapon: Weapon, *, joined: bool) -> bool:
    """Return whether a name is the weapon's: its title, or its bare name if the card has only this profile.

    With `joined` the name of any profile of the weapon is.
    """
    if name == title(weapon):
        return True
    try:
        named = card.weapon(name)
    except MalformedError:
        return joined and name == weapon.name
    return named.name == weapon.name if joined else name == weapon.name and title(named) == title(weapon)
