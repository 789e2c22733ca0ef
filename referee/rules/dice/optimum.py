"""Optimal play of a sequence: the attacker makes a number as large as it can, the defender as small.

Backward induction over the same stages as everywhere, in whole numbers: a value is a numerator over a power of six,
so that equal choices are equal and the answer is a fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from referee.rules.dice.odds import Policy, Sequence, Weights, summed, through
from referee.rules.dice.step import Ask, Choice, Roll, Side, rolls

S = TypeVar("S", bound=Hashable)
K = TypeVar("K", bound=Hashable)

Value = tuple[int, int]
"""An expected payoff: numerator, and the power of six it is divided by."""


@dataclass(frozen=True, slots=True)
class Optimum(Generic[K]):
    """The expected payoff when both sides play best, and the odds of each outcome when they do.

    Where choices are worth the same, the one that the stage offers by default is taken.
    """

    value: Fraction
    odds: dict[K, Fraction]


def optimum(sequence: Sequence[S], payoff: Callable[[S], int], outcome: Callable[[S], K]) -> Optimum[K]:
    """Return optimal play of a sequence in which every face counts.

    `payoff` reads off a final state the whole number that the attacker maximises and the defender minimises.
    """
    solver = _Solver(sequence, payoff)
    top, power = solver.value(0, sequence.start)
    return Optimum(Fraction(top, 6**power), solver.odds(outcome))


class _Solver(Generic[S]):
    def __init__(self, sequence: Sequence[S], payoff: Callable[[S], int]) -> None:
        self.sequence = sequence
        self.stages = sequence.stages
        self.payoff = payoff
        self.values: dict[tuple[int, S], Value] = {}
        self.best: dict[tuple[int, S], Choice] = {}
        self.whole = [stage.optimal(self._after(index)) for index, stage in enumerate(self.stages)]

    def _after(self, index: int) -> Callable[[S], Value]:
        return lambda state: self.value(index + 1, state)

    def value(self, index: int, state: S) -> Value:
        if index == len(self.stages):
            return self.payoff(state), 0
        key = (index, state)
        if key not in self.values:
            self.values[key] = self._value(index, state)
        return self.values[key]

    def _value(self, index: int, state: S) -> Value:
        whole = self.whole[index]
        if whole is not None:
            return whole.value(state)
        stage = self.stages[index]
        need: Any = stage.step(state)
        if type(need) is Roll:
            worth = [
                (ways, self.value(index, stage.rolled(state, faces))) for faces, ways in rolls(need.dice, need.classes)
            ]
            power = max(value[1] for _, value in worth)
            return sum(ways * top * 6 ** (power - low) for ways, (top, low) in worth), power + need.dice
        if type(need) is Ask:
            return self._decided(index, state, need)
        return self.value(index + 1, need)

    def _decided(self, index: int, state: S, ask: Ask) -> Value:
        stage = self.stages[index]
        choice, value = ask.default, self.value(index, stage.chosen(state, ask.default))
        for other in stage.choices(state):
            if other == ask.default:
                continue
            found = self.value(index, stage.chosen(state, other))
            lead = found[0] * 6 ** value[1] - value[0] * 6 ** found[1]
            if lead > 0 if ask.owner is Side.ATTACKER else lead < 0:
                choice, value = other, found
        self.best[index, state] = choice
        return value

    def odds(self, outcome: Callable[[S], K]) -> dict[K, Fraction]:
        level: Weights[S] = {self.sequence.start: int(6**self.sequence.dice)}
        for index, stage in enumerate(self.stages):
            whole = self.whole[index]
            level = through(stage, level, self._policy(index), stage.name) if whole is None else whole.spread(level)
        return summed(level, outcome)

    def _policy(self, index: int) -> Policy:
        return lambda _, __, state: self.best[index, state]
