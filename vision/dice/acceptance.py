"""Acceptance of a roll: checks of each die, of the number of dice, and of the probability that all of it is right.

The thresholds were set on sources that the networks had not been trained on (`vision/dice/model_card.md`). The weights
of the evidence are fitted by `python -m tools.training.dice.weigh_guard` on photographs, and validated with each source
left out in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from messages.message import Message
from vision.dice.detections import (
    NONE,
    TOGETHER,
    DetectedDie,
    FlatDie,
    Tilt,
    TiltEvidence,
    logistic,
    one_face_per_die,
    thrown_and_further,
    tilt_evidence,
    tilts_of,
    view_sine,
    without_side_faces,
)
from vision.dice.networks import EDGE_PX

FOUND = 0.35
"""Least confidence of a die."""

MAYBE = 0.25
"""Least confidence of a possible die: if the count is unknown, a roll with one of these is unsure."""

BELIEVED = 0.45
"""Least confidence at which a die's value is accepted."""

BELIEVED_UNCOUNTED = 0.55
"""The same if the count is unknown, since another object may be taken for a die."""

BELIEVED_ONE = 0.8
"""The same for a one if the count is unknown: a tile or a coin with a mark in its middle looks like a one."""

RIVAL = 0.35
"""Ratio of the second-best to the best value's confidence from which a die is unsure."""

OBLIQUE = 0.3
"""Sine of the angle between the line of sight and the normal of the dice's faces from which a view is oblique."""

LEAST_BESIDE = 3
"""Number of sure dice from which a faint candidate that leans differently is taken for a cocked die."""

MOST_DICE = 40
"""Most dice read at once: nobody throws more, and nobody could check them."""


LEVEL = 0.05
"""Lean, as a sine, below which a die is flat in a tray whose flat dice are known, regardless of both networks.

The least lean of 177 dice that were cocked by 15 degrees or more in such trays was 0.095 (`vision/dice/model_card.md`).
"""

NEAR = 0.5
"""Most oblique view of flat dice at which `LEVEL` and known flat dice are used; none beyond it was in the data."""

Found = Sequence[DetectedDie]
Known = Sequence[FlatDie]
Free = Callable[[DetectedDie], bool]
"""Test whether a die touches nothing that it could lean on."""

ALONE = Tilt(0.0, 0.0)
"""Tilt of a single die, which has no others to compare with."""

NO_DICE = Message.of("dice-none")


class DieState(StrEnum):
    """Flat or cocked."""

    FLAT = "flat"
    COCKED = "cocked"


class DieDoubt(StrEnum):
    """Reason why a die is not accepted."""

    FAINT = "faint"
    TWO_VALUES = "two values"
    COCKED = "cocked"
    OWNER = "owner"
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True, slots=True)
class ReadDie:
    """A die with its verdict: `value` is None if it is cocked, `doubt` is None if it is accepted."""

    seen: DetectedDie
    value: int | None
    state: DieState
    doubt: DieDoubt | None
    owner: str | None = None
    askew: TiltEvidence = NONE

    @property
    def confidence(self) -> float:
        """Probability of the value, or that the die is cocked."""
        return self.askew.chance if self.state is DieState.COCKED else self.seen.confidence


@dataclass(frozen=True, slots=True)
class RollReading:
    """The dice of one image and whether they can be used: `why` is None if every die is accepted.

    `astray` is a fault of the whole image rather than of one die: a wrong number of dice, or a foreign object. `chance`
    is the probability that all of it is right (`reject_uncertain_roll`), None if it was not computed.
    """

    dice: tuple[ReadDie, ...]
    why: Message | None
    astray: Message | None = None
    chance: float | None = None

    @property
    def call(self) -> str:
        """ "read" or "unsure" (docs/formats.md)."""
        return "read" if self.why is None else "unsure"

    @property
    def sure(self) -> tuple[ReadDie, ...]:
        """The accepted dice."""
        return tuple(die for die in self.dice if die.doubt is None)

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the dice that lie flat, in the order of `dice`."""
        return tuple(die.value for die in self.dice if die.value is not None)


def _nowhere(_: DetectedDie) -> bool:
    """Return False: it is unknown what a die touches."""
    return False


def empty_reading(why: Message) -> RollReading:
    """Return a reading without dice, for the reason `why`."""
    return RollReading((), why, why)


def accept_dice(found: Found, count: int | None = None, known: Known = (), free: Free = _nowhere) -> RollReading:
    """Return the reading of the dice found, of which `count` were thrown (None if unknown).

    `known` are dice that were flat under the same camera before; with them, even a single die can be recognised as
    cocked. A die that is `free` touches nothing that it could lean on.

    With a count, the `count` surest dice are taken, including faint ones, which are then unsure; one more acceptable
    die makes the whole roll unsure. Without a count, a roll of only faint candidates counts as no dice.
    """
    above, found = _each_once(found, count, known)
    sure = [die for die in found if die.present >= FOUND]
    chosen = list(found[:count]) if count is not None else sure + (_leaning(sure, found, known) if above else [])
    further = sum(die.present >= BELIEVED for die in found[count:]) if count is not None else 0
    told = len(known) >= TOGETHER
    lying = tilts_of(chosen, known)
    dice = tuple(accept_die(die, stance, known=told, free=free(die)) for die, stance in zip(chosen, lying, strict=True))
    if count is None:
        dice = tuple(replace(die, doubt=DieDoubt.FAINT) if _may_be_none(die) else die for die in dice)
        if all(die.doubt is DieDoubt.FAINT for die in dice):
            return empty_reading(NO_DICE)
    faint = 0 if count is not None else sum(MAYBE <= die.present < FOUND and die not in chosen for die in found)
    number = _wrong_number(dice, count, further)
    maybe = Message.of("dice-perhaps-more", read=len(dice), perhaps=faint) if faint else None
    return RollReading(dice, number or _doubtful(dice) or maybe, number or maybe)


def doubt_roll(reading: RollReading, why: Message) -> RollReading:
    """Return the reading with a fault of the whole image; earlier reasons are kept."""
    return replace(reading, why=reading.why or why, astray=reading.astray or why)


def doubt_dice(
    reading: RollReading, which: Collection[int], why: Message | None = None, doubt: DieDoubt = DieDoubt.FAINT
) -> RollReading:
    """Return the reading with these dice marked unsure; earlier doubts and reasons are kept."""
    dice = (replace(die, doubt=die.doubt or doubt) if k in which else die for k, die in enumerate(reading.dice))
    return replace(reading, dice=tuple(dice), why=reading.why or why)


def change_dice(reading: RollReading, change: Callable[[ReadDie], ReadDie]) -> RollReading:
    """Return the reading with each die changed and its reason updated; the same reading if no die is changed."""
    dice = tuple(map(change, reading.dice))
    return reading if dice == reading.dice else still_wrong(replace(reading, dice=dice))


def still_wrong(reading: RollReading) -> RollReading:
    """Return the reading with its reason updated after some dice were accepted or rejected."""
    doubts = {die.doubt for die in reading.dice} - {None}
    if (reading.why is not None and reading.why == reading.astray) or doubts == {DieDoubt.OWNER}:
        return reading
    return replace(reading, why=_doubtful(reading.dice) or reading.astray)


def accept_all_dice(found: Found, count: int | None = None, known: Known = (), free: Free = _nowhere) -> RollReading:
    """Return the reading of `judge`, with every acceptable die if there are more than were thrown.

    It is unknown which of them were thrown, so a person must see them all.
    """
    reading = accept_dice(found, count, known, free)
    seen = sum(die.present >= BELIEVED for die in _each_once(found, count, known)[1])
    if count is None or seen <= count:
        return reading
    return replace(reading, dice=accept_dice(found, seen, known, free).dice)


def _each_once(
    found: Sequence[DetectedDie], count: int | None, known: Sequence[FlatDie]
) -> tuple[bool, list[DetectedDie]]:
    """Return whether dice are seen from above, and the dice, surest first, each as one of its faces."""
    above = view_sine([die for die in found if die.present >= FOUND], known) <= OBLIQUE
    found = without_side_faces(found, known)
    if above:
        return above, one_face_per_die(found)
    return above, found if count is None else thrown_and_further(found, count, known)


def _may_be_none(die: ReadDie) -> bool:
    """Return whether an accepted die may be another object, given that the count is unknown."""
    return die.doubt is None and die.seen.confidence < (BELIEVED_ONE if die.value == 1 else BELIEVED_UNCOUNTED)


def _leaning(sure: Sequence[DetectedDie], found: Sequence[DetectedDie], known: Sequence[FlatDie]) -> list[DetectedDie]:
    """Return faint candidates that lean differently from the sure dice, seen from above: they may be cocked dice.

    A cocked die is never as sure as a flat one. From the side, a candidate that leans differently is the side of a die.
    """
    maybe = [die for die in found if MAYBE <= die.present < FOUND]
    if not sure or len(sure) + len(known) < LEAST_BESIDE or not maybe:
        return []
    theirs = tilts_of([*sure, *maybe], known)[len(sure) :]
    return [die for die, stance in zip(maybe, theirs, strict=True) if tilt_evidence(die, stance).is_cocked]


def accept_die(die: DetectedDie, stance: Tilt = ALONE, *, known: bool = False, free: bool = False) -> ReadDie:
    """Return the verdict on one die with that tilt; `known` is whether the lean of flat dice there is known."""
    known = known and stance.oblique < NEAR
    askew = tilt_evidence(die, stance, known=known, free=free)
    level = known and stance.tilt < LEVEL
    if askew.is_cocked and not level:
        return ReadDie(die, None, DieState.COCKED, DieDoubt.COCKED, askew=askew)
    doubt = None
    if die.confidence < BELIEVED:
        doubt = DieDoubt.FAINT
    elif die.second > RIVAL * die.confidence:
        doubt = DieDoubt.TWO_VALUES
    elif askew.is_doubted and not level:
        doubt = DieDoubt.COCKED
    return ReadDie(die, die.value, DieState.FLAT, doubt, askew=askew)


def _wrong_number(dice: Sequence[ReadDie], count: int | None, further: int) -> Message | None:
    seen = len(dice) + further
    if seen > MOST_DICE:
        return Message.of("dice-too-many", seen=seen, most=MOST_DICE)
    if count is not None and seen != count:
        return Message.of("dice-extra" if seen > count else "dice-fewer", seen=seen, thrown=count)
    return None if dice else NO_DICE


def _doubtful(dice: Sequence[ReadDie]) -> Message | None:
    cocked = sum(die.state is DieState.COCKED for die in dice)
    if cocked:
        return Message.of("dice-cocked", cocked=cocked, dice=len(dice))
    doubtful = sum(die.doubt is not None for die in dice)
    return Message.of("dice-doubtful", doubtful=doubtful, dice=len(dice)) if doubtful else None


LEAST_AGAINST = 0.01
"""Least share of other values in one network pass: no pass is surer than that."""

SURE = 4.0
"""Limit of the log odds of a die's confidence."""

SURE_FACE = 5.0
"""Limit of the log odds of the classifier's probability of a face."""

AS_CONFIRMED = 0.999
"""Probability of a die that was confirmed in another way, such as by a second pass over all unsure dice of its roll."""

BEYOND_DOUBT = 0.999
"""Probability by the networks from which no slower check of a die is made."""


@dataclass(frozen=True, slots=True)
class LookWeights:
    """Weights of what the networks see, in log odds: the confidence in the value, and that no pass sees another one."""

    constant: float
    confidence: float
    agreement: float


@dataclass(frozen=True, slots=True)
class NameWeights:
    """Weights of the classifier's output for a value, in log odds, however unsure the detector is.

    `value` weights its probability among all outcomes, `face` among the faces of a flat die, and `first` that the
    detector sees no other value.
    """

    constant: float
    value: float
    face: float
    first: float


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of all evidence, in log odds: for the value of a die, and for the number of dice.

    The probability of a die is the larger of those by `seen` and by `named`. `alone` and `another` concern the number
    of dice; `familiar` is added for dice of a make that was read before.
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
    """Return the evidence for a die's value in log odds: its confidence, and that no single pass sees another value."""
    return _log_odds(die.confidence), _none_of(die.against)


def named_evidence(die: DetectedDie) -> tuple[float, float, float]:
    """Return the classifier's evidence in log odds: the value, a face with it, and no other value in the detector."""
    return _log_odds(die.named), _log_odds(die.face, SURE_FACE), _none_of(die.doubted)


def die_chance(die: DetectedDie, *, familiar: bool = False, weights: Weights = WEIGHTS) -> float:
    """Return the probability of a die's value; `familiar` dice are of a make that was read correctly before."""
    confidence, agreement = seen_evidence(die)
    value, face, first = named_evidence(die)
    seen, named = weights.seen, weights.named
    as_seen = seen.constant + seen.confidence * confidence + seen.agreement * agreement
    as_named = named.constant + named.value * value + named.face * face + named.first * first
    return logistic(max(as_seen, as_named) + weights.familiar * familiar)


def questionable(die: ReadDie) -> bool:
    """Return whether a flat die of a known make is unsure enough to be checked in other ways."""
    return die.state is DieState.FLAT and (die.doubt is not None or die_chance(die.seen, familiar=True) < BEYOND_DOUBT)


def surely(die: ReadDie, value: int, owner: str | None) -> ReadDie:
    """Return the die with a confirmed value and its owner."""
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


def open_die(reading: RollReading) -> int | None:
    """Return the index of the only flat die that keeps a roll of known size from being accepted; None if more does."""
    doubted = [k for k, die in enumerate(reading.dice) if die.doubt is not None]
    if reading.astray is not None or len(doubted) != 1:
        return None
    return doubted[0] if reading.dice[doubted[0]].doubt in (DieDoubt.FAINT, DieDoubt.TWO_VALUES) else None


def accept_value(reading: RollReading, k: int, value: int) -> RollReading:
    """Return the reading with the value that a person gave for its only open die: it is accepted."""
    dice = list(reading.dice)
    dice[k] = surely(dice[k], value, dice[k].owner)
    return replace(reading, dice=tuple(dice), why=None)


def number_chance(others: Sequence[DetectedDie], *, weights: Weights = WEIGHTS) -> float:
    """Return the probability that none of the `others` seen is a thrown die, if the count is unknown."""
    surest = max((die.present for die in others), default=0.0)
    return logistic(weights.alone - weights.another * _log_odds(surest))


def _log_odds(share: float, sure: float = SURE) -> float:
    held = min(1 - 1e-6, max(1e-6, share))
    return float(np.clip(np.log(held / (1 - held)), -sure, sure))


def _none_of(share: float) -> float:
    """Return the log evidence of so small a share of other values."""
    return -float(np.log(max(LEAST_AGAINST, share)))


CERTAIN = 0.995
"""Probability of a whole roll from which it is accepted."""

CERTAIN_COUNTED = 0.98
"""The same if the count is known. The weights were also fitted on degraded images, so the probability of a clean image
is an underestimate: of 196 rolls of six sources, 159 reach this threshold, all of them right
(`benchmarks/dice/sources.py`).
"""

CONFIRMED = 0.5
"""Least share of an unsure die's value in each of the eight views of the second pass, in one of its image variants, if
half of the roll is certain. Chosen on nell-byler: no misread die of that source gets more than 0.42 in all of them
(`docs/decisions/09-dice-abstain.md`).
"""

CONFIRMED_ALONE = 0.6
"""The same if more than half of a roll is unsure: the objects may not be dice at all."""

ONE_SIZE = 0.78
"""Smallest ratio of a die's size to the smallest of the others (and inversely to the largest), unless it is certain.

Among 412 flat dice in calibrated trays, the smallest had 0.88 of the tray's size, the largest 1.19. Among the dice in
1,197 accepted readings of seven sources, 29 are outside these limits, all of them certain.
"""

Again = Callable[[Sequence[DetectedDie], Sequence[DetectedDie], bool], Sequence[float]]
"""Second pass: (unsure dice, all dice found, whether they are known to be dice) to the least share of each value.

If they are known to be dice, image variants in other colours are used as well; in those, another object may look like a
face.
"""


MORE_THAN_LIGHT = 0.18
"""Least confidence of a candidate beside a roll that may be a thrown die; grain in a large image reaches 0.16."""


def others_of(reading: RollReading, found: Sequence[DetectedDie]) -> list[DetectedDie]:
    """Return the candidates that are not dice of the reading and more than light on the ground."""
    seen = (die for die in found if die.present >= MORE_THAN_LIGHT)
    return [die for die in seen if not any(_same(die, one.seen) for one in reading.dice)]


def reject_uncertain_roll(
    reading: RollReading,
    found: Sequence[DetectedDie],
    *,
    counted: bool,
    in_tray: bool = False,
    familiar: bool = False,
    again: Again | None = None,
    faint_again: bool = False,
) -> RollReading:
    """Return the reading with the probability that all of it is right; unsure if that is too low.

    `found` are all candidates; `counted` is whether the number of dice is known. Steps:

    - If the probability is too low, mark the fewest dice as unsure such that the others are certain. If only the number
      is unsure, the roll is `astray`.
    - In an unsure reading, accept only dice that are certain by themselves, since all of them may be other objects. In
      a tray (`in_tray`) this applies only to dice of an unknown owner, because something is known to be at each place.
    - If the count is known, check dice that are not certain `again`. This counts only if all of them are confirmed.
    - With `faint_again`, also check faint dice and dice between two values: as many were thrown, and in a tray
      something is at each place. Outside a tray half of the roll must be certain.
    - Never accept a die that is not certain and differs in size from all others.
    """
    if faint_again and again is not None:
        confirmed = _faint_confirmed(reading, found, again, in_tray=in_tray)
        if confirmed is not None:
            taken = reject_uncertain_roll(
                confirmed, found, counted=counted, in_tray=in_tray, familiar=familiar, again=again
            )
            if taken.call == "read":
                return taken
    if reading.why is not None or not reading.dice:
        return _strangers_weighed(reading) if in_tray else _each_certain(reading, counted=counted)
    number = 1.0 if counted else number_chance(others_of(reading, found))
    wanted = CERTAIN_COUNTED if counted else CERTAIN
    chances = [die_chance(die.seen, familiar=familiar) for die in reading.dice]
    edges_px = [die.seen.edge_px for die in reading.dice]
    unlike = {k for k in _of_another_size(edges_px, in_tray=in_tray) if chances[k] < CERTAIN}
    if unlike:
        return doubt_dice(reading, unlike, Message.of("dice-other-size", unlike=len(unlike), dice=len(reading.dice)))
    chance = number * float(np.prod(chances))
    if chance < wanted and counted and again is not None:
        chances = _seen_again(reading, chances, found, again, in_tray=in_tray)
        chance = float(np.prod(chances))
    if chance >= wanted:
        return replace(reading, chance=chance)
    if number < wanted:
        astray = doubt_roll(replace(reading, chance=chance), Message.of("dice-perhaps-another", read=len(reading.dice)))
        return _each_certain(astray, counted=counted)
    doubted = _least_likely(chances, wanted / number)
    code = "dice-uncertain" if familiar else "dice-uncertain-make"
    why = Message.of(code, doubtful=len(doubted), dice=len(reading.dice))
    return doubt_dice(replace(reading, chance=chance), doubted, why)


def _of_another_size(edges_px: Sequence[float], *, in_tray: bool) -> set[int]:
    """Return the indices of dice far smaller or larger than all others, or than the dice of a tray.

    Two eyes of an emblem look like the two of a small die.
    """
    usual = [EDGE_PX] if in_tray else []
    unlike = set()
    for k, edge_px in enumerate(edges_px):
        others = [*edges_px[:k], *edges_px[k + 1 :], *usual]
        if len(others) > 1 and not min(others) * ONE_SIZE <= edge_px <= max(others) / ONE_SIZE:
            unlike.add(k)
    return unlike


def _seen_again(
    reading: RollReading, chances: list[float], found: Sequence[DetectedDie], again: Again, *, in_tray: bool
) -> list[float]:
    """Return the probabilities after a second pass over uncertain dice; unchanged unless it confirms all of them."""
    doubted = [k for k, chance in enumerate(chances) if chance < CERTAIN]
    are_dice = in_tray or len(doubted) <= len(chances) / 2
    if not doubted or not _confirmed([reading.dice[k].seen for k in doubted], found, again, are_dice=are_dice):
        return chances
    return [max(chance, AS_CONFIRMED) if k in doubted else chance for k, chance in enumerate(chances)]


def _faint_confirmed(
    reading: RollReading, found: Sequence[DetectedDie], again: Again, *, in_tray: bool
) -> RollReading | None:
    """Return the reading with faint dice and dice between two values accepted, if a second pass confirms all of them.

    Nothing else may be wrong. Outside a tray, half of the roll must be certain already.
    """
    faint = [die.seen for die in reading.dice if die.doubt in (DieDoubt.FAINT, DieDoubt.TWO_VALUES)]
    others = any(die.doubt not in (None, DieDoubt.FAINT, DieDoubt.TWO_VALUES) for die in reading.dice)
    certain = sum(die.doubt is None and die_chance(die.seen) >= CERTAIN for die in reading.dice)
    are_dice = in_tray or certain >= len(reading.dice) / 2
    if not faint or others or reading.astray is not None or not are_dice:
        return None
    if not _confirmed(faint, found, again, are_dice=True):
        return None
    return replace(reading, dice=tuple(replace(die, doubt=None) for die in reading.dice), why=None)


def _confirmed(doubted: Sequence[DetectedDie], found: Sequence[DetectedDie], again: Again, *, are_dice: bool) -> bool:
    return min(again(doubted, found, are_dice)) >= (CONFIRMED if are_dice else CONFIRMED_ALONE)


def _each_certain(reading: RollReading, *, counted: bool) -> RollReading:
    """Return the reading with every die that is not certain marked unsure; no dice if all are faint and uncounted.

    If there are more dice than anybody throws, this is not a roll, however sure some of them are.
    """
    too_many = len(reading.dice) > MOST_DICE
    unsure = [k for k, die in enumerate(reading.dice) if too_many or die_chance(die.seen) < CERTAIN]
    reading = doubt_dice(reading, unsure)
    if reading.dice and not counted and all(die.doubt is DieDoubt.FAINT for die in reading.dice):
        return empty_reading(NO_DICE)
    return reading


def _strangers_weighed(reading: RollReading) -> RollReading:
    """Return the reading with dice of unknown owner marked faint if their values are not certain either.

    If only one player's dice have a known colour, the owner is not asked for, and their values are accepted.
    """
    strangers = (k for k, die in enumerate(reading.dice) if die.doubt is DieDoubt.OWNER)
    unsure = [k for k in strangers if die_chance(reading.dice[k].seen) < CERTAIN]
    if not unsure:
        return reading
    dice = (replace(die, doubt=DieDoubt.FAINT) if k in unsure else die for k, die in enumerate(reading.dice))
    return replace(reading, dice=tuple(dice))


def _least_likely(chances: Sequence[float], wanted: float) -> set[int]:
    """Return the fewest indices to leave out such that the product of the other probabilities reaches `wanted`."""
    doubted: set[int] = set()
    for k in sorted(range(len(chances)), key=lambda each: chances[each]):
        if np.prod([chance for n, chance in enumerate(chances) if n not in doubted]) >= wanted:
            break
        doubted.add(k)
    return doubted


def _same(one: DetectedDie, other: DetectedDie) -> bool:
    return one.far_px(other) < 0.5 * max(one.edge_px, other.edge_px)
