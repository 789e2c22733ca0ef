"""How likely a die's value is right, and that nothing more was thrown, by what both looks say.

The pieces are weighed by `python -m tools.training.dice.weigh_guard`, by photographs that no weighing had seen: each
source left out in turn (`vision/dice/model_card.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.acceptance import ReadDie, State
from vision.dice.detections import DetectedDie
from vision.dice.logistic import logistic

LEAST_AGAINST = 0.01
"""What a single look gives to other values at least: none is surer than that."""

SURE = 4.0
"""Log odds beyond which a die's confidence says no more."""

SURE_FACE = 5.0
"""The same of the closer look's word for a face."""

AS_CONFIRMED = 0.999
"""How likely a die is right that was confirmed otherwise, as by a second look at all that are doubted of its roll."""

BEYOND_DOUBT = 0.999
"""How likely a die is right by the networks from which nothing else is asked about it: that takes time."""


@dataclass(frozen=True, slots=True)
class LookWeights:
    """What a die's look says in log odds: how surely both looks see it and its value, and that none sees another."""

    constant: float
    confidence: float
    agreement: float


@dataclass(frozen=True, slots=True)
class NameWeights:
    """What the closer look's word for a value says in log odds, however hard the first look finds the die.

    `value` weighs how likely the closer look holds it of all that a die may be, `face` of all that a flat one may show,
    `first` that the first look, as far as it sees a value, sees no other.
    """

    constant: float
    value: float
    face: float
    first: float


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each piece of evidence says, in log odds: of a die's value, and that nothing more was thrown.

    A die is as likely right as the surer of `seen` and `named` says. `alone` and `another` are of the number of dice;
    `familiar` is what dice of a make that was read before are surer by.
    """

    seen: LookWeights
    named: NameWeights
    alone: float
    another: float
    familiar: float


WEIGHTS = Weights(
    seen=LookWeights(constant=1.68, confidence=1.79, agreement=0.54),
    named=NameWeights(constant=-1.25, value=0.73, face=0.52, first=1.29),
    alone=-0.47,
    another=1.71,
    familiar=0.5,
)


def seen_evidence(die: DetectedDie) -> tuple[float, float]:
    """Return what speaks for a die's value, in log odds: its confidence, and that no single look sees another."""
    return _log_odds(die.confidence), _none_of(die.against)


def named_evidence(die: DetectedDie) -> tuple[float, float, float]:
    """Return how likely the closer look holds the value, a face of that value, and that the first sees no other."""
    return _log_odds(die.named), _log_odds(die.face, SURE_FACE), _none_of(die.doubted)


def die_chance(die: DetectedDie, *, familiar: bool = False, weights: Weights = WEIGHTS) -> float:
    """Return how likely a die's value is right; `familiar` dice are of a make that was read right before."""
    confidence, agreement = seen_evidence(die)
    value, face, first = named_evidence(die)
    seen, named = weights.seen, weights.named
    as_seen = seen.constant + seen.confidence * confidence + seen.agreement * agreement
    as_named = named.constant + named.value * value + named.face * face + named.first * first
    return logistic(max(as_seen, as_named) + weights.familiar * familiar)


def questionable(die: ReadDie) -> bool:
    """Return whether a flat die of a make that is known may be looked at in other ways too."""
    return die.state is State.FLAT and (die.doubt is not None or die_chance(die.seen, familiar=True) < BEYOND_DOUBT)


def surely(die: ReadDie, value: int, owner: str | None) -> ReadDie:
    """Return the die with a value that is as good as certain, and its owner."""
    seen = replace(
        die.seen,
        value=value,
        confidence=max(die.seen.confidence, AS_CONFIRMED),
        second=0.0,
        against=0.0,
        named=AS_CONFIRMED,
        face=AS_CONFIRMED,
        doubted=0.0,
    )
    return replace(die, seen=seen, value=value, doubt=None, owner=owner)


def number_chance(others: Sequence[DetectedDie], *, weights: Weights = WEIGHTS) -> float:
    """Return how likely none of the `others` that were seen is a die that was thrown, where nobody said how many."""
    surest = max((die.present for die in others), default=0.0)
    return logistic(weights.alone - weights.another * _log_odds(surest))


def _log_odds(share: float, sure: float = SURE) -> float:
    held = min(1 - 1e-6, max(1e-6, share))
    return float(np.clip(np.log(held / (1 - held)), -sure, sure))


def _none_of(share: float) -> float:
    """Return what it says that so little is given to another value."""
    return -float(np.log(max(LEAST_AGAINST, share)))
