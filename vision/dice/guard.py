"""Whether a reading may be believed: confidence, count, cocked dice; otherwise unsure, with the reason.

The bars were fixed on sources that the weights had not seen (vision/dice/model_card.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from vision.dice.seen import SeenDie

FOUND = 0.4
"""Confidence from which something is a die at all."""

MAYBE = 0.3
"""Confidence from which something may be a die: where nobody gave a count, a roll with such a thing is unsure."""

BELIEVED = 0.45
"""Confidence from which a die's value is believed."""

RIVAL = 0.6
"""Share of the best value's confidence at which the second one makes a die doubtful."""

COCKED = 0.5
"""Confidence of lying on no face from which a die is cocked, seen from above."""

COCKED_OBLIQUE = 0.8
"""The same where the camera looks from the side, so that a flat die shows a second face too."""

NEARLY = 0.65
"""Share of that confidence from which a die is no longer believed, though not yet called cocked."""

OBLIQUE = 0.3
"""Sine of the angle between the line of sight and the dice's faces from which a view is oblique."""

MOST_DICE = 40
"""More dice than this are not read: nobody throws them, and nobody could check them."""


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

    seen: SeenDie
    value: int | None
    state: State
    doubt: Doubt | None
    owner: str | None = None

    @property
    def confidence(self) -> float:
        """How sure the value is, or that the die is cocked."""
        return self.seen.cocked if self.state is State.COCKED else self.seen.confidence


@dataclass(frozen=True, slots=True)
class Reading:
    """The dice of one picture and whether they may be used: `why` is None when every one is believed."""

    dice: tuple[ReadDie, ...]
    why: str | None

    @property
    def call(self) -> str:
        """ "read" or "unsure" (contract: formats)."""
        return "read" if self.why is None else "unsure"

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the dice that lie flat, in the order of `dice`."""
        return tuple(die.value for die in self.dice if die.value is not None)


def view_sine(dice: Sequence[SeenDie]) -> float:
    """Return how obliquely the dice are seen: the median of their faces' lean, 0 from straight above."""
    sure = [die.lean for die in dice if die.present >= FOUND]
    return float(np.linalg.norm(np.median(sure, axis=0))) if sure else 0.0


def judge(found: Sequence[SeenDie], count: int | None = None) -> Reading:
    """Return the reading of the dice that were found, `count` of which were thrown (None: nobody said).

    With a count, that many of the surest are taken, faint ones too, which then are doubtful; a further one that would
    be believed makes the whole roll unsure.
    """
    sure = [die for die in found if die.present >= FOUND]
    chosen = list(found[:count]) if count is not None else sure
    further = sum(die.present >= BELIEVED for die in found[count:]) if count is not None else 0
    bar = COCKED_OBLIQUE if view_sine(sure) > OBLIQUE else COCKED
    dice = tuple(verdict(die, bar) for die in chosen)
    faint = 0 if count is not None else sum(MAYBE <= die.present < FOUND for die in found)
    return Reading(dice, _why(dice, count, further, faint))


def verdict(die: SeenDie, cocked_bar: float = COCKED) -> ReadDie:
    """Return what is believed of one die."""
    if die.cocked >= cocked_bar:
        return ReadDie(die, None, State.COCKED, Doubt.COCKED)
    if die.confidence < BELIEVED:
        return ReadDie(die, die.value, State.FLAT, Doubt.FAINT)
    if die.second > RIVAL * die.confidence:
        return ReadDie(die, die.value, State.FLAT, Doubt.TWO_VALUES)
    if die.cocked >= NEARLY * cocked_bar:
        return ReadDie(die, die.value, State.FLAT, Doubt.COCKED)
    return ReadDie(die, die.value, State.FLAT, None)


def _why(dice: Sequence[ReadDie], count: int | None, further: int, faint: int) -> str | None:
    seen = len(dice) + further
    if seen > MOST_DICE:
        return f"{seen} dice: at most {MOST_DICE} are read at once; enter them by hand or throw fewer"
    if count is not None and seen != count:
        return f"{seen} dice seen, {count} thrown: lay apart those that touch, or enter the roll by hand"
    if not dice:
        return "no dice seen: throw again, or enter the roll by hand"
    cocked = sum(die.state is State.COCKED for die in dice)
    if cocked:
        return f"{cocked} of {len(dice)} dice cocked: throw those again, or say what they show"
    doubtful = sum(die.doubt is not None for die in dice)
    if doubtful:
        return f"{doubtful} of {len(dice)} dice doubtful: say what the marked ones show"
    return f"{len(dice)} dice read, and {faint} things that may be dice: say how many were thrown" if faint else None
