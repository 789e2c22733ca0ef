"""Optimal play of a fight's re-rolls, for the solver: what a state is worth, and where its weight goes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import numpy as np

from referee.rules.dice.attack import Attack, AttackDice, Detail, RollDice
from referee.rules.dice.fight_state import FightState
from referee.rules.dice.reroll_match import Hands, Match, Settling, hands_of, no_hands, numbers

Value = tuple[int, int]


class RerollPlay:
    """The matches that a fight can come to; one for each number of dice that both sides rolled.

    `worth` is what a fight is worth once nobody re-rolls any more.
    """

    def __init__(
        self, attacks: tuple[Attack | None, Attack | None], first: int, worth: Callable[[FightState], Value]
    ) -> None:
        self._attacks = attacks
        self._settled = [None if attack is None else Settling(attack) for attack in attacks]
        self._first = first
        self._worth = worth
        self._matches: dict[Hashable, tuple[Match, int, FightState]] = {}

    def value(self, state: FightState) -> Value:
        """Return what the fight is worth from its first re-roll on."""
        match, power, _ = self._match(state)
        return int(match.turn[self._first][self._place(match, state)]), power

    def spread(self, level: Mapping[FightState, int]) -> dict[FightState, int]:
        """Return the fights when nobody re-rolls any more, with their weights, from those before."""
        found: dict[FightState, int] = {}
        families: dict[Hashable, list[tuple[FightState, int]]] = {}
        for state, weight in level.items():
            families.setdefault(_family(state), []).append((state, weight))
        for states in families.values():
            match, _, rest = self._match(states[0][0])
            bound = sum(weight for _, weight in states) * 6
            start = numbers([[0] * match.worth.shape[1]] * match.worth.shape[0], bound=bound)
            for state, weight in states:
                start[self._place(match, state)] += weight
            ended = match.spread(start, self._first)
            for i, j in zip(*np.nonzero(ended), strict=True):
                pair = [hands.finals[hands.ends[at]] for hands, at in zip(match.hands, (i, j), strict=True)]
                after = rest._replace(a=pair[0], b=pair[1])
                found[after] = found.get(after, 0) + int(ended[i, j])
        return found

    def _place(self, match: Match, state: FightState) -> tuple[int, int]:
        places = []
        for side, settled in enumerate(self._settled):
            hand = None if settled is None else settled(state.volley(side))
            places.append(match.hands[side].index[hand])
        return places[0], places[1]

    def _match(self, state: FightState) -> tuple[Match, int, FightState]:
        key = _family(state)
        if key not in self._matches:
            self._matches[key] = self._solved(state)
        return self._matches[key]

    def _solved(self, state: FightState) -> tuple[Match, int, FightState]:
        hands = (self._hands(state, 0), self._hands(state, 1))
        rest = state._replace(a=None, b=None, turn=0, passes=0)
        worth = [[self._worth(rest._replace(a=a, b=b)) for b in hands[1].finals] for a in hands[0].finals]
        top = max(power for row in worth for _, power in row)
        power = top + hands[0].levels + hands[1].levels
        scaled = [[value * 6 ** (power - low) for value, low in row] for row in worth]
        largest = max(abs(value) for row in scaled for value in row)
        table = numbers(scaled, bound=6 * largest)
        full = table[np.ix_(hands[0].ends, hands[1].ends)]
        return Match(hands, full), power, rest

    def _hands(self, state: FightState, side: int) -> Hands:
        attack, settled = self._attacks[side], self._settled[side]
        if attack is None or settled is None:
            return no_hands()
        rolling: Any = attack.roll_stage(Detail.OPTIMAL)
        return hands_of(settled, state.volley(side), rolling.classes if isinstance(rolling, RollDice) else ())


def _family(state: FightState) -> Hashable:
    def size(volley: AttackDice | None) -> Hashable:
        return None if volley is None else (volley._replace(fresh=()), len(volley.fresh))

    return size(state.a), size(state.b), state.one, state.two
