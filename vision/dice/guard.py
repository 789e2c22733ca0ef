"""Whether a reading may be believed: confidence, count, cocked dice; otherwise unsure, with the reason.

The bars were fixed on sources that the weights had not seen (vision/dice/model_card.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from vision.dice.faces import one_for_each_die
from vision.dice.seen import SeenDie, view_sine
from vision.dice.view import apart_from_flat

FOUND = 0.4
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

COCKED = 0.47
"""Confidence of lying on no face from which a die is cocked, seen from above."""

COCKED_OBLIQUE = 0.8
"""The same where the camera looks from the side, so that a flat die shows a second face too."""

TILTED = 0.17
"""Lean apart from the other dice's, as a sine, from which a die is cocked, seen from above."""

TILTED_OBLIQUE = 0.45
"""The same where the camera looks from the side."""

BESIDE = 0.2
"""Confidence of a second face of the same die from which it is cocked, seen from above."""

LEAST_ASKEW = 0.03
"""How likely the closer look holds that a die lies on no face, at least, for it to be called cocked."""

NEARLY = 0.85
"""Share of these bars from which a die is no longer believed, though not yet called cocked."""

OBLIQUE = 0.3
"""Sine of the angle between the line of sight and the dice's faces from which a view is oblique."""

LEAST_BESIDE = 3
"""Sure dice from which something faint that leans apart from them is taken for a cocked die."""

MOST_DICE = 40
"""More dice than this are not read: nobody throws them, and nobody could check them."""


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
    """A die with its verdict: `value` is None where it is cocked; `doubt` is None where it is believed.

    `tilt` is how far it leans from the way the other dice lean, as a sine.
    """

    seen: SeenDie
    value: int | None
    state: State
    doubt: Doubt | None
    owner: str | None = None
    tilt: float = 0.0

    @property
    def confidence(self) -> float:
        """How sure the value is, or that the die is cocked."""
        return max(self.seen.cocked, min(1.0, self.tilt)) if self.state is State.COCKED else self.seen.confidence


@dataclass(frozen=True, slots=True)
class Bars:
    """From where on a die is cocked: that it lies on no face, its lean apart from the others', a second face beside."""

    cocked: float = COCKED
    tilted: float = TILTED
    beside: float = BESIDE


FROM_ABOVE = Bars()
FROM_THE_SIDE = Bars(COCKED_OBLIQUE, TILTED_OBLIQUE)


@dataclass(frozen=True, slots=True)
class Reading:
    """The dice of one picture and whether they may be used: `why` is None when every one is believed.

    `astray` is what is wrong with the picture and with no single die of it: their number, or a thing that is none.
    """

    dice: tuple[ReadDie, ...]
    why: str | None
    astray: str | None = None

    @property
    def call(self) -> str:
        """ "read" or "unsure" (contract: formats)."""
        return "read" if self.why is None else "unsure"

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the dice that lie flat, in the order of `dice`."""
        return tuple(die.value for die in self.dice if die.value is not None)


def nothing(why: str) -> Reading:
    """Return the reading of a picture in which no dice are read."""
    return Reading((), why, why)


def judge(found: Sequence[SeenDie], count: int | None = None) -> Reading:
    """Return the reading of the dice that were found, `count` of which were thrown (None: nobody said).

    With a count, that many of the surest are taken, faint ones too, which then are doubtful; a further one that would
    be believed makes the whole roll unsure. Without one, things that are all faint are no dice.
    """
    sure = [die for die in found if die.present >= FOUND]
    bars = FROM_THE_SIDE if view_sine(sure) > OBLIQUE else FROM_ABOVE
    if bars is FROM_ABOVE:
        found = one_for_each_die(found)
        sure = [die for die in found if die.present >= FOUND]
    chosen = list(found[:count]) if count is not None else sure + _leaning(sure, found, bars)
    further = sum(die.present >= BELIEVED for die in found[count:]) if count is not None else 0
    tilts = apart_from_flat(chosen)
    dice = tuple(verdict(die, tilt, bars) for die, tilt in zip(chosen, tilts, strict=True))
    if count is None:
        dice = tuple(replace(die, doubt=Doubt.FAINT) if _may_be_none(die) else die for die in dice)
        if all(die.doubt is Doubt.FAINT for die in dice):
            return nothing(NO_DICE)
    faint = 0 if count is not None else sum(MAYBE <= die.present < FOUND and die not in chosen for die in found)
    number = _wrong_number(dice, count, further)
    maybe = f"{len(dice)} dice read, and {faint} things that may be dice: say how many were thrown" if faint else None
    return Reading(dice, number or _doubtful(dice) or maybe, number or maybe)


def _may_be_none(die: ReadDie) -> bool:
    """Return whether what is believed to be a die may as well be none, where nobody gave a count."""
    return die.doubt is None and die.seen.confidence < (BELIEVED_ONE if die.value == 1 else BELIEVED_UNCOUNTED)


def _leaning(sure: Sequence[SeenDie], found: Sequence[SeenDie], bars: Bars) -> list[SeenDie]:
    """Return what may be cocked dice beside sure ones: it leans apart from them, or shows two faces.

    A cocked die is never seen as surely as a flat one.
    """
    maybe = [die for die in found if MAYBE <= die.present < FOUND]
    if len(sure) < LEAST_BESIDE or not maybe:
        return []
    tilts = apart_from_flat([*sure, *maybe])[len(sure) :]
    return [die for die, tilt in zip(maybe, tilts, strict=True) if tilt >= bars.tilted or die.beside >= bars.beside]


def verdict(die: SeenDie, tilt: float = 0.0, bars: Bars = FROM_ABOVE) -> ReadDie:
    """Return what is believed of one die that leans `tilt` from the way the others lean."""
    evidence = max(die.cocked / bars.cocked, tilt / bars.tilted, die.beside / bars.beside)
    if die.askew < LEAST_ASKEW:
        evidence = 0.0
    if evidence >= 1:
        return ReadDie(die, None, State.COCKED, Doubt.COCKED, tilt=tilt)
    doubt = None
    if die.confidence < BELIEVED:
        doubt = Doubt.FAINT
    elif die.second > RIVAL * die.confidence:
        doubt = Doubt.TWO_VALUES
    elif evidence >= NEARLY:
        doubt = Doubt.COCKED
    return ReadDie(die, die.value, State.FLAT, doubt, tilt=tilt)


def _wrong_number(dice: Sequence[ReadDie], count: int | None, further: int) -> str | None:
    seen = len(dice) + further
    if seen > MOST_DICE:
        return f"{seen} dice: at most {MOST_DICE} are read at once; enter them by hand or throw fewer"
    if count is not None and seen != count:
        return f"{seen} dice seen, {count} thrown: lay apart those that touch, or enter the roll by hand"
    return None if dice else NO_DICE


def _doubtful(dice: Sequence[ReadDie]) -> str | None:
    cocked = sum(die.state is State.COCKED for die in dice)
    if cocked:
        return f"{cocked} of {len(dice)} dice cocked: throw those again, or say what they show"
    doubtful = sum(die.doubt is not None for die in dice)
    return f"{doubtful} of {len(dice)} dice doubtful: say what the marked ones show" if doubtful else None
