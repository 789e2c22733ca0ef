"""How likely a whole roll is right: every die of it, and their number; what is not nearly certain is not accepted.

The pieces are weighed by `python -m tools.training.dice.weigh_guard`, by photographs that no weighing had seen: each
source left out in turn (`vision/dice/model_card.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.acceptance import MOST_DICE, NO_DICE, Doubt, ReadDie, Reading, State, nothing
from vision.dice.detections import DetectedDie

CERTAIN = 0.995
"""Chance of a whole roll from which it is accepted."""

CERTAIN_COUNTED = 0.98
"""The same where it is known how many dice were thrown: a chance weighed on spoiled pictures too says less of a plain
one than is true. Of 196 rolls of six sources 159 reach it, all of them right (`benchmarks/dice_sources.py`).
"""

LEAST_AGAINST = 0.01
"""What a single look gives to other values at least: none is surer than that."""

SURE = 4.0
"""Log odds beyond which a die's confidence says no more."""

SURE_FACE = 5.0
"""The same of the closer look's word for a face."""


CONFIRMED = 0.5
"""What each of the second look's eight must give to a doubted die's value, in one of its pictures, where half of a roll
is certain: no misread die of nell-byler, by which it was chosen, gets more than .42 in all of them
(`docs/decisions/09-dice-abstain.md`).
"""

CONFIRMED_ALONE = 0.6
"""The same where more of a roll is doubted: then it may be no roll at all."""

AS_CONFIRMED = 0.999
"""How likely such a die is right, where every doubted die of its roll is one."""

BEYOND_DOUBT = 0.999
"""How likely a die is right by the networks from which nothing else is asked about it: that takes time."""

Again = Callable[[Sequence[DetectedDie], Sequence[DetectedDie], bool], Sequence[float]]
"""What a second look says: the least that any look gives to the value of each doubted die, of all that were found.

Where it is known otherwise that they are dice, in other colours too: what is none may look like a face in some.
"""


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


MORE_THAN_LIGHT = 0.18
"""Confidence from which what lies beside a roll may be a die that was thrown; a large picture's grain comes to .16."""

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
    return _share(max(as_seen, as_named) + weights.familiar * familiar)


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
    return _share(weights.alone - weights.another * _log_odds(surest))


def others_of(reading: Reading, found: Sequence[DetectedDie]) -> list[DetectedDie]:
    """Return what was found beside the dice of a reading, where it is more than light on the ground."""
    seen = (die for die in found if die.present >= MORE_THAN_LIGHT)
    return [die for die in seen if not any(_same(die, one.seen) for one in reading.dice)]


def guarded(
    reading: Reading,
    found: Sequence[DetectedDie],
    *,
    counted: bool,
    in_tray: bool = False,
    familiar: bool = False,
    again: Again | None = None,
    faint_again: bool = False,
    weights: Weights = WEIGHTS,
) -> Reading:
    """Return the reading with the chance that all of it is right; unsure where that is too little.

    `found` is all that was seen; `counted` says that their number is known otherwise. Then the fewest dice are doubtful
    without which the others would be certain; a roll whose number alone is in doubt is astray. Of an unsure reading
    no die is believed that is not certain by itself: all of them may be things that are no dice, however many were
    thrown. Not so `in_tray`, where something lies at each, but for dice of nobody's colour. Where the number is known,
    dice that are not certain are looked at `again`; only where all of them are confirmed does that count. With
    `faint_again` so are dice that are too faint to be believed or between two values: as many lie there as were thrown,
    and in a tray something does at each; in a picture half of the roll must be certain.
    """
    if faint_again and again is not None:
        confirmed = _faint_confirmed(reading, found, again, weights, in_tray=in_tray)
        if confirmed is not None:
            taken = guarded(
                confirmed, found, counted=counted, in_tray=in_tray, familiar=familiar, again=again, weights=weights
            )
            if taken.call == "read":
                return taken
    if reading.why is not None or not reading.dice:
        return _strangers_weighed(reading, weights) if in_tray else _each_certain(reading, weights, counted=counted)
    number = 1.0 if counted else number_chance(others_of(reading, found), weights=weights)
    wanted = CERTAIN_COUNTED if counted else CERTAIN
    chances = [die_chance(die.seen, familiar=familiar, weights=weights) for die in reading.dice]
    chance = number * float(np.prod(chances))
    if chance < wanted and counted and again is not None:
        chances = _seen_again(reading, chances, found, again, in_tray=in_tray)
        chance = float(np.prod(chances))
    if chance >= wanted:
        return replace(reading, chance=chance)
    if number < wanted:
        why = f"{len(reading.dice)} dice read, and something else may be one: say how many were thrown"
        return _each_certain(replace(reading, why=why, astray=why, chance=chance), weights, counted=counted)
    doubted = _least_likely(chances, wanted / number)
    dice = tuple(_doubted(die) if k in doubted else die for k, die in enumerate(reading.dice))
    unlike = "" if familiar else " of a make that is not known here"
    why = f"{len(doubted)} of {len(dice)} dice{unlike} not read with certainty: say what the marked ones show"
    return replace(reading, dice=dice, why=why, chance=chance)


def _seen_again(
    reading: Reading, chances: list[float], found: Sequence[DetectedDie], again: Again, *, in_tray: bool
) -> list[float]:
    """Return the dice's chances after a second look at those that are not certain: unchanged unless it confirms all."""
    doubted = [k for k, chance in enumerate(chances) if chance < CERTAIN]
    are_dice = in_tray or len(doubted) <= len(chances) / 2
    if not doubted or not _confirmed([reading.dice[k].seen for k in doubted], found, again, are_dice=are_dice):
        return chances
    return [max(chance, AS_CONFIRMED) if k in doubted else chance for k, chance in enumerate(chances)]


def _faint_confirmed(
    reading: Reading, found: Sequence[DetectedDie], again: Again, weights: Weights, *, in_tray: bool
) -> Reading | None:
    """Return the reading with its faint dice believed, and those between two values, where nothing else is wrong and a
    second look confirms all: in a tray, or where half of the roll is certain as it is.
    """
    faint = [die.seen for die in reading.dice if die.doubt in (Doubt.FAINT, Doubt.TWO_VALUES)]
    others = any(die.doubt not in (None, Doubt.FAINT, Doubt.TWO_VALUES) for die in reading.dice)
    certain = sum(die.doubt is None and die_chance(die.seen, weights=weights) >= CERTAIN for die in reading.dice)
    are_dice = in_tray or certain >= len(reading.dice) / 2
    if not faint or others or reading.astray is not None or not are_dice:
        return None
    if not _confirmed(faint, found, again, are_dice=True):
        return None
    return replace(reading, dice=tuple(replace(die, doubt=None) for die in reading.dice), why=None)


def _confirmed(doubted: Sequence[DetectedDie], found: Sequence[DetectedDie], again: Again, *, are_dice: bool) -> bool:
    return min(again(doubted, found, are_dice)) >= (CONFIRMED if are_dice else CONFIRMED_ALONE)


def _each_certain(reading: Reading, weights: Weights, *, counted: bool) -> Reading:
    """Return the reading with every die doubtful that is not certain; where all are faint and nobody counted, none.

    Where more are seen than anybody throws, what is seen is no roll, however much like a die one of it looks.
    """
    too_many = len(reading.dice) > MOST_DICE
    dice = tuple(
        _doubted(die) if die.doubt is None and (too_many or die_chance(die.seen, weights=weights) < CERTAIN) else die
        for die in reading.dice
    )
    if dice and not counted and all(die.doubt is Doubt.FAINT for die in dice):
        return nothing(NO_DICE)
    return replace(reading, dice=dice)


def _strangers_weighed(reading: Reading, weights: Weights) -> Reading:
    """Return the reading, its dice of nobody's colour doubted for their faces too where those are not certain.

    Where one player's dice alone are told by colour nobody asks whose the others are, and their values are believed.
    """
    dice = tuple(
        _doubted(die) if die.doubt is Doubt.OWNER and die_chance(die.seen, weights=weights) < CERTAIN else die
        for die in reading.dice
    )
    return reading if dice == reading.dice else replace(reading, dice=dice)


def _least_likely(chances: Sequence[float], wanted: float) -> set[int]:
    """Return the fewest places without which the chances of the others, all together, are as much as is wanted."""
    doubted: set[int] = set()
    for k in sorted(range(len(chances)), key=lambda each: chances[each]):
        if np.prod([chance for n, chance in enumerate(chances) if n not in doubted]) >= wanted:
            break
        doubted.add(k)
    return doubted


def _doubted(die: ReadDie) -> ReadDie:
    return replace(die, doubt=Doubt.FAINT)


def _same(one: DetectedDie, other: DetectedDie) -> bool:
    far = np.hypot(one.x_px - other.x_px, one.y_px - other.y_px)
    return bool(far < 0.5 * max(one.edge_px, other.edge_px))


def _log_odds(share: float, sure: float = SURE) -> float:
    held = min(1 - 1e-6, max(1e-6, share))
    return float(np.clip(np.log(held / (1 - held)), -sure, sure))


def _none_of(share: float) -> float:
    """Return what it says that so little is given to another value."""
    return -float(np.log(max(LEAST_AGAINST, share)))


def _share(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-log_odds)))
