"""The best strike or block of a fight whose dice are retained: from there on nothing is left to chance.

Both sides first want the other incapacitated and themselves not, then more wounds dealt than taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.rules.dice.fight_state import FightState
from referee.rules.dice.step import Choice

Worth = tuple[int, int]
"""What an ended fight is worth to the attacker: who is down (1: the defender alone), and its lead in wounds."""

Ways = Callable[[FightState], Iterable[tuple[Choice, FightState]]]
"""Every strike and block in a state, with the state after it; nothing where the fight is over."""


def best_exchange(state: FightState, ways: Ways) -> Choice | None:
    """Return what the side whose turn it is does best, the first of equals; None where the fight is over."""
    known: dict[FightState, Worth] = {}

    def worth(of: FightState) -> Worth:
        if of not in known:
            values = [worth(after) for _, after in ways(of)]
            known[of] = (min if of.turn else max)(values) if values else _ended(of)
        return known[of]

    found = [(worth(after), choice) for choice, after in ways(state)]
    if not found:
        return None
    best = (min if state.turn else max)(value for value, _ in found)
    return next(choice for value, choice in found if value == best)


def _ended(state: FightState) -> Worth:
    one, two = state.wounds
    return int(two <= 0) - int(one <= 0), one - two
