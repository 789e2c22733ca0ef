"""How likely a whole roll is right: every die of it, and their number; what is not nearly certain is not accepted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.dice.acceptance import MOST_DICE, NO_DICE, Doubt, ReadDie, Reading, nothing
from vision.dice.chances import AS_CONFIRMED, WEIGHTS, Weights, die_chance, number_chance
from vision.dice.detections import DetectedDie
from vision.dice.network import EDGE_PX

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
