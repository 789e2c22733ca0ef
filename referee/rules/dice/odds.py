"""Walk through a sequence of stages, and its exact odds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from math import gcd
from typing import Any, Generic, TypeVar

from messages.message import Message
from referee.rules.dice.step import (
    AskChoice,
    Decision,
    DiceChoice,
    DiceStep,
    DiceStepName,
    Effect,
    PartStep,
    Roll,
    Side,
    checked,
    rolls,
)
from referee.rules.errors import IllegalError, MalformedError, RefereeError

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class DiceSequence(Generic[S]):
    """Stages in order, and the state before the first. `dice` is an upper bound of the number of dice rolled."""

    stages: tuple[DiceStep[S], ...]
    start: S
    dice: int

    def begin(self) -> SequenceRun[S]:
        """Return the walk at its first roll or decision."""
        return SequenceRun(self, 0, self.start)._forward()

    def until(self, name: DiceStepName) -> DiceSequence[S]:
        """Return the sequence cut before the first stage of that name; raises `MalformedError` if it has none."""
        for index, stage in enumerate(self.stages):
            if stage.name is name:
                return replace(self, stages=self.stages[:index])
        known = dict.fromkeys(stage.name for stage in self.stages)
        raise MalformedError("roll-stage-unknown", stage=name, known=known)


@dataclass(frozen=True, slots=True)
class SequenceRun(Generic[S]):
    """Progress in a sequence: the stage, the state, the input that is due, and the effects on operatives so far."""

    sequence: DiceSequence[S]
    index: int
    state: S
    waits: Roll | AskChoice | None = None
    effects: tuple[Effect, ...] = ()

    @property
    def over(self) -> bool:
        """Whether every stage is done."""
        return self.waits is None

    @property
    def stage(self) -> DiceStepName | None:
        """Name of the stage that waits for input, or None when all are done."""
        return None if self.waits is None else self.sequence.stages[self.index].name

    @property
    def roll(self) -> Roll | None:
        """The roll that is due, if any."""
        return self.waits if isinstance(self.waits, Roll) else None

    @property
    def decision(self) -> Decision | None:
        """The open decision with all its choices, if any."""
        if not isinstance(self.waits, AskChoice):
            return None
        stage = self.sequence.stages[self.index]
        choices = stage.choices(self.state)
        if self.waits.default not in choices:
            choices = (self.waits.default, *choices)
        advised = stage.advised(self.state, self.waits.default)
        return Decision(self.waits.owner, stage.name, choices, advised, stage.reading_at(self.state))

    def enter(self, faces: Iterable[int]) -> SequenceRun[S]:
        """Return the walk after the dice that are due.

        Raises `MalformedError` for invalid faces or a wrong number of dice, `IllegalError` if no dice are due.
        """
        if not isinstance(self.waits, Roll):
            raise IllegalError("roll-dice-not-due", dice=list(faces), due=self._due())
        dice = checked(faces, self.waits.dice)
        return self._moved(self.sequence.stages[self.index].rolled(self.state, dice))

    def choose(self, choice: DiceChoice) -> SequenceRun[S]:
        """Return the walk after a decision; raises `IllegalError` if the rules do not permit it here."""
        if not isinstance(self.waits, AskChoice):
            raise IllegalError("roll-choice-not-due", choice=choice.key, due=self._due())
        stage = self.sequence.stages[self.index]
        if choice != self.waits.default and not stage.allows(self.state, choice):
            raise IllegalError(
                "roll-choice-refused",
                choice=choice.key,
                stage=stage.name,
                offered=[option.key for option in stage.choices(self.state)],
                readings=[stage.reading_at(self.state)] if stage.reading_at(self.state) else [],
            )
        return self._moved(stage.chosen(self.state, choice))

    def run(
        self, dice: Callable[[Roll], Iterable[int]], decide: Callable[[Side, Decision], DiceChoice]
    ) -> SequenceRun[S]:
        """Return the finished walk, with dice and decisions from two callables."""
        walk = self
        while walk.waits is not None:
            if isinstance(walk.waits, Roll):
                walk = walk.enter(dice(walk.waits))
            elif (open_decision := walk.decision) is not None:
                walk = walk.choose(decide(walk.waits.owner, open_decision))
        return walk

    def _due(self) -> Message:
        if self.waits is None:
            return Message.of("roll-due-nothing")
        if isinstance(self.waits, Roll):
            return Message.of("roll-due-dice", dice=self.waits.dice, side=self.waits.owner)
        return Message.of("roll-due-choice", side=self.waits.owner)

    def _moved(self, after: S) -> SequenceRun[S]:
        done = self.sequence.stages[self.index].effects(self.state, after)
        return replace(self, state=after, waits=None, effects=self.effects + done)._forward()

    def _forward(self) -> SequenceRun[S]:
        index, state, effects = self.index, self.state, self.effects
        while index < len(self.sequence.stages):
            stage = self.sequence.stages[index]
            need = stage.step(state)
            if isinstance(need, Roll | AskChoice):
                return SequenceRun(self.sequence, index, state, need, effects)
            effects += stage.effects(state, need)
            state, index = need, index + 1
        return SequenceRun(self.sequence, index, state, None, effects)


HashableState = TypeVar("HashableState", bound=Hashable)
K = TypeVar("K", bound=Hashable)

Policy = Callable[[DiceStepName, AskChoice, Any], DiceChoice]
"""Players' decisions: maps the stage's name, the question and the state to a legal choice.

A stage that works on one side's dice passes only those dice as its state.
"""

Weights = dict[HashableState, int]
"""Weight of each state: probabilities with a common denominator."""


def weights(
    sequence: DiceSequence[HashableState],
    policy: Policy | None = None,
    start: Mapping[HashableState, int] | None = None,
) -> Weights[HashableState]:
    """Return the weight of each final state, as whole numbers.

    `policy` None takes every default. `start` gives weights to several initial states (default: the sequence's own,
    once). Equal states are merged stage by stage, and each side's dice are processed once for all states in which they
    are equal. So the work grows with the number of different states, not of rolls.
    """
    unit = int(6**sequence.dice)
    level: Weights[HashableState] = {state: weight * unit for state, weight in (start or {sequence.start: 1}).items()}
    for kind, stages in groupby(sequence.stages, key=_kind):
        if kind is None:
            for stage in stages:
                level = through(stage, level, policy, stage.name)
        else:
            level = _through_part(tuple(stages), level, policy, unit)
    return level


def distribution(
    sequence: DiceSequence[HashableState],
    outcome: Callable[[HashableState], K],
    policy: Policy | None = None,
    start: Mapping[HashableState, int] | None = None,
) -> dict[K, Fraction]:
    """Return the exact probability of each outcome, as fractions that add up to 1.

    `outcome` extracts the result from a final state (damage; wounds of both).
    """
    return summed(weights(sequence, policy, start), outcome)


def odds_from(
    walk: SequenceRun[HashableState], outcome: Callable[[HashableState], K], policy: Policy | None = None
) -> dict[K, Fraction]:
    """Return the exact probability of each outcome from the current point of a walk."""
    sequence = walk.sequence
    return distribution(replace(sequence, stages=sequence.stages[walk.index :], start=walk.state), outcome, policy)


def at_least(odds: Mapping[int, Fraction], amount: int) -> Fraction:
    """Return the probability of at least `amount`: with the target's wounds it is the kill chance."""
    return sum((chance for value, chance in odds.items() if value >= amount), Fraction(0))


def summed(level: Weights[HashableState], outcome: Callable[[HashableState], K]) -> dict[K, Fraction]:
    """Return the probability of each outcome from weighted states."""
    total = sum(level.values())
    sums: dict[K, int] = {}
    for state, weight in level.items():
        key = outcome(state)
        sums[key] = sums.get(key, 0) + weight
    return {key: Fraction(weight, total) for key, weight in sums.items()}


def mean(odds: Mapping[int, Fraction]) -> Fraction:
    """Return the expected value of a distribution over whole numbers."""
    return sum((value * chance for value, chance in odds.items()), Fraction(0))


def _kind(stage: DiceStep[Any]) -> type[PartStep[Any, Any]] | None:
    return type(stage) if isinstance(stage, PartStep) else None


def through(
    stage: DiceStep[HashableState], level: Weights[HashableState], policy: Policy | None, name: DiceStepName
) -> Weights[HashableState]:
    """Apply one stage to weighted states. `name` is the stage's name for the policy."""
    done: Weights[HashableState] = {}
    while level:
        inside: Weights[HashableState] = {}
        for state, weight in level.items():
            need: Any = stage.step(state)
            kind = type(need)
            if kind is AskChoice:
                choice = need.default if policy is None else policy(name, need, state)
                after = stage.chosen(state, choice)
                inside[after] = inside.get(after, 0) + weight
            elif kind is Roll:
                share, rest = divmod(weight, 6**need.dice)
                if rest:
                    raise RefereeError("roll-odds-dice", stage=name)
                for faces, ways in rolls(need.dice, need.classes):
                    after = stage.rolled(state, faces)
                    inside[after] = inside.get(after, 0) + share * ways
            else:
                done[need] = done.get(need, 0) + weight
        level = inside
    return done


def _through_part(
    stages: tuple[DiceStep[HashableState], ...], level: Weights[HashableState], policy: Policy | None, unit: int
) -> Weights[HashableState]:
    insets = [stage for stage in stages if isinstance(stage, PartStep)]
    spread: dict[Any, tuple[list[tuple[Any, int]], int]] = {}
    done: Weights[HashableState] = {}
    for state, weight in level.items():
        part = insets[0].part(state)
        if part not in spread:
            spread[part] = _reduced(part, insets, policy, unit)
        outcomes, denominator = spread[part]
        share, rest = divmod(weight, denominator)
        if rest:
            raise RefereeError("roll-odds-dice", stage=insets[0].name)
        for after, ways in outcomes:
            whole = insets[0].with_part(state, after)
            done[whole] = done.get(whole, 0) + share * ways
    return done


def _reduced(
    part: Any, insets: list[PartStep[Any, Any]], policy: Policy | None, unit: int
) -> tuple[list[tuple[Any, int]], int]:
    level = {part: unit}
    for stage in insets:
        level = through(stage.inner, level, policy, stage.name)
    common = gcd(*level.values())
    return [(after, weight // common) for after, weight in level.items()], unit // common
