"""Whether a reading may be believed: confidence, count, cocked dice; otherwise unsure, with the reason.

The bars were fixed on sources that the weights had not seen (vision/dice/model_card.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from vision.dice.cocked import NONE, Evidence, evidence
from vision.dice.detections import DetectedDie
from vision.dice.faces import one_for_each_die, thrown_and_further, tops
from vision.dice.tilt import TOGETHER, FlatDie, Tilt, tilts_of, view_sine

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
