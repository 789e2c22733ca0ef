"""Dice of a known make that the networks hardly take for any, as one with an emblem: their size and colour tell them.

Where nobody said how many were thrown such a die would be none, and nobody would be asked what it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.dice.acceptance import NO_DICE, Doubt, ReadDie, Reading, State, still_wrong, verdict
from vision.dice.blobs import Blob, Foreground
from vision.dice.detections import DetectedDie
from vision.dice.network import EDGE_PX
from vision.dice.tilt import TOGETHER, FlatDie, tilts_of

AREA = (0.65, 1.7)
"""How large what lies there may be, in edges squared: a face, and the side of it that a near camera sees."""

SIDES = (0.75, 1.65)
"""How long the sides of its box may be, in edges: a die that lies aslant has a diagonal, and shows its side."""

MIDDLE = 0.4
"""How far from the middle of the box the die may have been seen, in edges."""

OfAMake = Callable[[DetectedDie], bool]


def with_hardly_seen(
    reading: Reading, found: Sequence[DetectedDie], seen: Foreground, known: Sequence[FlatDie], of_a_make: OfAMake
) -> Reading:
    """Return the reading of a tray with those of the `found` dice too that are as large as one and `of_a_make`.

    All of them are doubted; one that leans apart from the others and from `known` dice is cocked.
    """
    alone = (blob for blob in seen.things([die.seen for die in reading.dice]) if _like_a_die(blob))
    hardly = [die for blob in alone if (die := _in_the_middle(blob, found)) is not None and of_a_make(die)]
    if not hardly:
        return reading
    lying = tilts_of([*(die.seen for die in reading.dice), *hardly], known)[len(reading.dice) :]
    told = len(known) >= TOGETHER
    added = [verdict(die, stance, known=told) for die, stance in zip(hardly, lying, strict=True)]
    dice = (*reading.dice, *map(_doubted, added))
    before = Reading((), None) if reading.why == NO_DICE else reading
    return still_wrong(replace(before, dice=dice))


def _doubted(die: ReadDie) -> ReadDie:
    return die if die.state is State.COCKED or die.doubt is Doubt.COCKED else replace(die, doubt=Doubt.FAINT)


def _like_a_die(blob: Blob) -> bool:
    """Return whether a part of the foreground in which no die was read is as large as one."""
    shorter, longer = sorted(side / EDGE_PX for side in blob.box_px[2:])
    whole = AREA[0] <= blob.area <= AREA[1] and SIDES[0] <= shorter and longer <= SIDES[1]
    return whole and not blob.dice and not blob.at_border


def _in_the_middle(blob: Blob, found: Sequence[DetectedDie]) -> DetectedDie | None:
    """Return the surest die that was seen in the middle of that part."""
    left, top, width, height = blob.box_px
    middle = np.array([left + (width - 1) / 2, top + (height - 1) / 2])
    near = (die for die in found if np.linalg.norm(middle - (die.x_px, die.y_px)) < MIDDLE * EDGE_PX)
    return max(near, key=lambda die: die.present, default=None)
