"""Whether a roll may be believed: per die, number of dice, probability of the whole.

The bars were fixed on sources that the weights had not seen (vision/dice/model_card.md).

The pieces are weighed by `python -m tools.training.dice.weigh_guard`, by photographs that no weighing had seen: each
source left out in turn (`vision/dice/model_card.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from vision.dice.detections import (
    NONE,
    TOGETHER,
    DetectedDie,
    Evidence,
    FlatDie,
    Tilt,
    evidence,
    logistic,
    one_for_each_die,
    thrown_and_further,
    tilts_of,
    tops,
    view_sine,
)
from vision.dice.networks import EDGE_PX

FOUND = 0.35
"""Confidence from which something is a die at all."""

MAYBE = 0.25
"""Confidence from which something may be a die: where nobody gave a count, a roll with such a thing is unsure."""

BELIEVED = 0.45
"""Confidence from which a die's value is believed."""

BELIEVED_UNCOUNTED = 0.55
"""The same where nobody gave a count, so that a thing that is no die may be taken for one."""

BELIEVED_ONE = 0.8
"""The same of a one where nobody gave a count: a tile or a coin with a mark in its middle looks like one."""

RIVAL = 0.35
"""Share of the best value's confidence at which the second one makes a die doubtful."""

OBLIQUE = 0.3
"""Sine of the angle between the line of sight and the dice's faces from which a view is oblique."""

LEAST_BESIDE = 3
"""Sure dice from which something faint that leans apart from them is taken for a cocked die."""

MOST_DICE = 40
"""More dice than this are not read: nobody throws them, and nobody could check them."""


LEVEL = 0.05
"""Lean, as a sine, below which a die lies flat where it is known how flat ones lean, whatever the looks say.

Of 177 dice that lay cocked in such trays by 15 degrees and more the least was .095 (`vision/dice/model_card.md`).
"""

NEAR = 0.5
"""How obliquely flat dice may be seen where that says so much: beyond it none were weighed."""

Found = Sequence[DetectedDie]
Known = Sequence[FlatDie]
Free = Callable[[DetectedDie], bool]
"""Whether a die touches nothing that it could lean on."""

ALONE = Tilt(0.0, 0.0)
"""A die with no other to be compared with."""

NO_DICE = "no dice seen: throw again, or enter the roll by hand"


class State(StrEnum):
    """How a die lies."""

    FLAT = "flat"
    COCKED = "cocked"


class Doubt(StrEnum):
    """Why a die is not believed."""

    FAINT = "faint"
    TWO_VALUES = "two values"
    COCKED = "cocked"
    OWNER = "owner"
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True, slots=True)
class ReadDie:
    """A die with its verdict: `value` is None where it is cocked; `doubt` is None where it is believed."""

    seen: DetectedDie
    value: int | None
    state: State
    doubt: Doubt | None
    owner: str | None = None
    askew: Evidence = NONE

    @property
    def confidence(self) -> float:
        """How sure the value is, or that the die is cocked."""
        return self.askew.chance if self.state is State.COCKED else self.seen.confidence


@dataclass(frozen=True, slots=True)
class Reading:
    """The dice of one picture and whether they may be used: `why` is None when every one is believed.

    `astray` is what is wrong with the picture and with no single die of it: their number, or a thing that is none.
    `chance` is how likely all of it is right (`guard.py`), None where nobody weighed it.
    """

    dice: tuple[ReadDie, ...]
    why: str | None
    astray: str | None = None
    chance: float | None = None

    @property
    def call(self) -> str:
        """ "read" or "unsure" (docs/formats.md)."""
        return "read" if self.why is None else "unsure"

    @property
    def sure(self) -> tuple[ReadDie, ...]:
        """The dice that are believed."""
        return tuple(die for die in self.dice if die.doubt is None)

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the dice that lie flat, in the order of `dice`."""
        return tuple(die.value for die in self.dice if die.value is not None)


def _nowhere(_: DetectedDie) -> bool:
    """Return that nothing is known of what a die touches."""
    return False


def nothing(why: str) -> Reading:
    """Return the reading of a picture in which no dice are read."""
    return Reading((), why, why)


def judge(found: Found, count: int | None = None, known: Known = (), free: Free = _nowhere) -> Reading:
    """Return the reading of the dice that were found, `count` of which were thrown (None: nobody said).

    `known` lay flat under the same camera before: by them a single die too can be told to be cocked. One that is `free`
    touches nothing that it could lean on.

    With a count, that many of the surest are taken, faint ones too, which then are doubtful; a further one that would
    be believed makes the whole roll unsure. Without one, things that are all faint are no dice.
    """
    above, found = _each_once(found, count, known)
    sure = [die for die in found if die.present >= FOUND]
    chosen = list(found[:count]) if count is not None else sure + (_leaning(sure, found, known) if above else [])
    further = sum(die.present >= BELIEVED for die in found[count:]) if count is not None else 0
    told = len(known) >= TOGETHER
    lying = tilts_of(chosen, known)
    dice = tuple(verdict(die, stance, known=told, free=free(die)) for die, stance in zip(chosen, lying, strict=True))
    if count is None:
        dice = tuple(replace(die, doubt=Doubt.FAINT) if _may_be_none(die) else die for die in dice)
        if all(die.doubt is Doubt.FAINT for die in dice):
            return nothing(NO_DICE)
    faint = 0 if count is not None else sum(MAYBE <= die.present < FOUND and die not in chosen for die in found)
    number = _wrong_number(dice, count, further)
    maybe = f"{len(dice)} dice read, and {faint} things that may be dice: say how many were thrown" if faint else None
    return Reading(dice, number or _doubtful(dice) or maybe, number or maybe)


def still_wrong(reading: Reading) -> Reading:
    """Return the reading of dice fewer of which, or others, are doubted than were, with the reason that is left."""
    doubts = {die.doubt for die in reading.dice} - {None}
    if (reading.why is not None and reading.why == reading.astray) or doubts == {Doubt.OWNER}:
        return reading
    return replace(reading, why=_doubtful(reading.dice) or reading.astray)


def judge_every(found: Found, count: int | None = None, known: Known = (), free: Free = _nowhere) -> Reading:
    """Return the reading that `judge` gives; with every die that would be believed, where those are more than thrown.

    Which of them were thrown nobody knows, so a person must see them all.
    """
    reading = judge(found, count, known, free)
    seen = sum(die.present >= BELIEVED for die in _each_once(found, count, known)[1])
    if count is None or seen <= count:
        return reading
    return replace(reading, dice=judge(found, seen, known, free).dice)


def _each_once(
    found: Sequence[DetectedDie], count: int | None, known: Sequence[FlatDie]
) -> tuple[bool, list[DetectedDie]]:
    """Return whether dice are seen from above, and each of them by one of its faces, surest first."""
    above = view_sine([die for die in found if die.present >= FOUND], known) <= OBLIQUE
    found = tops(found, known)
    if above:
        return above, one_for_each_die(found)
    return above, found if count is None else thrown_and_further(found, count, known)


def _may_be_none(die: ReadDie) -> bool:
    """Return whether what is believed to be a die may as well be none, where nobody gave a count."""
    return die.doubt is None and die.seen.confidence < (BELIEVED_ONE if die.value == 1 else BELIEVED_UNCOUNTED)


def _leaning(sure: Sequence[DetectedDie], found: Sequence[DetectedDie], known: Sequence[FlatDie]) -> list[DetectedDie]:
    """Return what may be cocked dice beside sure ones, seen from above, that lean apart from them.

    A cocked die is never seen as surely as a flat one. From the side what leans apart is a die's side.
    """
    maybe = [die for die in found if MAYBE <= die.present < FOUND]
    if not sure or len(sure) + len(known) < LEAST_BESIDE or not maybe:
        return []
    theirs = tilts_of([*sure, *maybe], known)[len(sure) :]
    return [die for die, stance in zip(maybe, theirs, strict=True) if evidence(die, stance).is_cocked]


def verdict(die: DetectedDie, stance: Tilt = ALONE, *, known: bool = False, free: bool = False) -> ReadDie:
    """Return what is believed of one die that lies so beside a flat one; `known` is how flat dice lean there."""
    known = known and stance.oblique < NEAR
    askew = evidence(die, stance, known=known, free=free)
    level = known and stance.tilt < LEVEL
    if askew.is_cocked and not level:
        return ReadDie(die, None, State.COCKED, Doubt.COCKED, askew=askew)
    doubt = None
    if die.confidence < BELIEVED:
        doubt = Doubt.FAINT
    elif die.second > RIVAL * die.confidence:
        doubt = Doubt.TWO_VALUES
    elif askew.is_doubted and not level:
        doubt = Doubt.COCKED
    return ReadDie(die, die.value, State.FLAT, doubt, askew=askew)


def _wrong_number(dice: Sequence[ReadDie], count: int | None, further: int) -> str | None:
    seen = len(dice) + further
    if seen > MOST_DICE:
        return f"{seen} dice: at most {MOST_DICE} are read at once; enter them by hand or throw fewer"
    if count is not None and seen != count:
        advice = "take the others out" if seen > count else "lay apart those that touch"
        return f"{seen} dice seen, {count} thrown: {advice}, or enter the roll by hand"
    return None if dice else NO_DICE


def _doubtful(dice: Sequence[ReadDie]) -> str | None:
    cocked = sum(die.state is State.COCKED for die in dice)
    if cocked:
        return f"{cocked} of {len(dice)} dice cocked: throw those again, or say what they show"
    doubtful = sum(die.doubt is not None for die in dice)
    return f"{doubtful} of {len(dice)} dice doubtful: say what the marked ones show" if doubtful else None


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


CERTAIN = 0.995
"""Chance of a whole roll from which it is accepted."""

CERTAIN_COUNTED = 0.98
"""The same where it is known how many dice were thrown: a chance weighed on spoiled pictures too says less of a plain
one than is true. Of 196 rolls of six sources 159 reach it, all of them right (`benchmarks/dice_sources.py`).
"""

CONFIRMED = 0.5
"""What each of the second look's eight must give to a doubted die's value, in one of its pictures, where half of a roll
is certain: no misread die of nell-byler, by which it was chosen, gets more than .42 in all of them
(`docs/decisions/09-dice-abstain.md`).
"""

CONFIRMED_ALONE = 0.6
"""The same where more of a roll is doubted: then it may be no roll at all."""

ONE_SIZE = 0.78
"""How much smaller a die of a roll is seen at most than the smallest of the others, unless it is certain. Of 412 flat
dice in calibrated trays the smallest had .88 of the tray's size, the largest 1.19; of those in 1,197 accepted
readings of seven sources 29 are smaller or larger, all of them certain.
"""

Again = Callable[[Sequence[DetectedDie], Sequence[DetectedDie], bool], Sequence[float]]
"""What a second look says: the least that any look gives to the value of each doubted die, of all that were found.

Where it is known otherwise that they are dice, in other colours too: what is none may look like a face in some.
"""


MORE_THAN_LIGHT = 0.18
"""Confidence from which what lies beside a roll may be a die that was thrown; a large picture's grain comes to .16."""


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
    and in a tray something does at each; in a picture half of the roll must be certain. A die that is not certain and
    of another size than all others is never believed.
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
    edges_px = [die.seen.edge_px for die in reading.dice]
    unlike = {k for k in _of_another_size(edges_px, in_tray=in_tray) if chances[k] < CERTAIN}
    if unlike:
        dice = tuple(_doubted(die) if k in unlike else die for k, die in enumerate(reading.dice))
        why = f"{len(unlike)} of {len(dice)} dice of another size than the others: say what the marked ones show"
        return replace(reading, dice=dice, why=why)
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
    unknown = "" if familiar else " of a make that is not known here"
    why = f"{len(doubted)} of {len(dice)} dice{unknown} not read with certainty: say what the marked ones show"
    return replace(reading, dice=dice, why=why, chance=chance)


def _of_another_size(edges_px: Sequence[float], *, in_tray: bool) -> set[int]:
    """Return the places of dice that are far smaller or larger than every other, or than a tray's dice are.

    Two eyes in an emblem are a small die's two.
    """
    usual = [EDGE_PX] if in_tray else []
    unlike = set()
    for k, edge_px in enumerate(edges_px):
        others = [*edges_px[:k], *edges_px[k + 1 :], *usual]
        if len(others) > 1 and not min(others) * ONE_SIZE <= edge_px <= max(others) / ONE_SIZE:
            unlike.add(k)
    return unlike


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
