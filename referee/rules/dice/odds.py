"""Exact odds of a sequence under a policy: all rolls, weighted, merged where states are equal."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from math import gcd
from typing import Any, TypeVar

from referee.rules.dice.faces import rolls
from referee.rules.dice.sequence import Sequence, Walk
from referee.rules.dice.step import Ask, Choice, DiceStep, DiceStepName, Inset, Roll
from referee.rules.errors import RefereeError

S = TypeVar("S", bound=Hashable)
K = TypeVar("K", bound=Hashable)

Policy = Callable[[DiceStepName, Ask, Any], Choice]
"""What the players do: gets the stage's name, the question and the state it is asked in; returns a legal choice.

A stage that works on one side's dice is asked with those dice alone as its state.
"""

Weights = dict[S, int]
"""How much each state weighs: probabilities with a common denominator."""


def weights(sequence: Sequence[S], policy: Policy | None = None, start: Mapping[S, int] | None = None) -> Weights[S]:
    """Return how much each final state weighs, in whole numbers.

    `policy` None takes every default. `start` weighs several first states (the default is the sequence's own, once).
    Equal states are merged stage by stage, and what happens to one side's dice is worked out once for all states in
    which they are equal, so the work grows with the states that differ, not with the rolls.
    """
    unit = int(6**sequence.dice)
    level: Weights[S] = {state: weight * unit for state, weight in (start or {sequence.start: 1}).items()}
    for kind, stages in groupby(sequence.stages, key=_kind):
        if kind is None:
            for stage in stages:
                level = through(stage, level, policy, stage.name)
        else:
            level = _through_part(tuple(stages), level, policy, unit)
    return level


def distribution(
    sequence: Sequence[S],
    outcome: Callable[[S], K],
    policy: Policy | None = None,
    start: Mapping[S, int] | None = None,
) -> dict[K, Fraction]:
    """Return the exact probability of each outcome, as fractions that add up to 1.

    `outcome` reads what matters off a final state (damage; wounds of both).
    """
    return summed(weights(sequence, policy, start), outcome)


def odds_from(walk: Walk[S], outcome: Callable[[S], K], policy: Policy | None = None) -> dict[K, Fraction]:
    """Return the exact probability of each outcome from where a walk stands."""
    sequence = walk.sequence
    return distribution(replace(sequence, stages=sequence.stages[walk.index :], start=walk.state), outcome, policy)


def at_least(odds: Mapping[int, Fraction], amount: int) -> Fraction:
    """Return the probability of that amount or more: the kill chance, where it is the target's wounds."""
    return sum((chance for value, chance in odds.items() if value >= amount), Fraction(0))


def summed(level: Weights[S], outcome: Callable[[S], K]) -> dict[K, Fraction]:
    """Return the probability of each outcome from weighed states."""
    total = sum(level.values())
    sums: dict[K, int] = {}
    for state, weight in level.items():
        key = outcome(state)
        sums[key] = sums.get(key, 0) + weight
    return {key: Fraction(weight, total) for key, weight in sums.items()}


def mean(odds: Mapping[int, Fraction]) -> Fraction:
    """Return the expected value of a distribution over whole numbers."""
    return sum((value * chance for value, chance in odds.items()), Fraction(0))


def _kind(stage: DiceStep[Any]) -> type[Inset[Any, Any]] | None:
    return type(stage) if isinstance(stage, Inset) else None


def through(stage: DiceStep[S], level: Weights[S], policy: Policy | None, name: DiceStepName) -> Weights[S]:
    """Return what one stage makes of weighed states. `name` is what the policy knows the stage by."""
    done: Weights[S] = {}
    while level:
        inside: Weights[S] = {}
        for state, weight in level.items():
            need: Any = stage.step(state)
            kind = type(need)
            if kind is Ask:
                choice = need.default if policy is None else policy(name, need, state)
                after = stage.chosen(state, choice)
                inside[after] = inside.get(after, 0) + weight
            elif kind is Roll:
                share, rest = divmod(weight, 6**need.dice)
                if rest:
                    raise RefereeError(f"stage {name!r} rolls more dice than its sequence foresees")
                for faces, ways in rolls(need.dice, need.classes):
                    after = stage.rolled(state, faces)
                    inside[after] = inside.get(after, 0) + share * ways
            else:
                done[need] = done.get(need, 0) + weight
        level = inside
    return done


def _through_part(stages: tuple[DiceStep[S], ...], level: Weights[S], policy: Policy | None, unit: int) -> Weights[S]:
    insets = [stage for stage in stages if isinstance(stage, Inset)]
    spread: dict[Any, tuple[list[tuple[Any, int]], int]] = {}
    done: Weights[S] = {}
    for state, weight in level.items():
        part = insets[0].part(state)
        if part not in spread:
            spread[part] = _reduced(part, insets, policy, unit)
        outcomes, denominator = spread[part]
        share, rest = divmod(weight, denominator)
        if rest:
            raise RefereeError(f"stage {insets[0].name!r} rolls more dice than its sequence foresees")
        for after, ways in outcomes:
            whole = insets[0].with_part(state, after)
            done[whole] = done.get(whole, 0) + share * ways
    return done


def _reduced(
    part: Any, insets: list[Inset[Any, Any]], policy: Policy | None, unit: int
) -> tuple[list[tuple[Any, int]], int]:
    level = {part: unit}
    for stage in insets:
        level = through(stage.inner, level, policy, stage.name)
    common = gcd(*level.values())
    return [(after, weight // common) for after, weight in level.items()], unit // common
