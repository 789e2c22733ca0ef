"""A face that is none of its make's pips but a mark in their colour: many makes have an emblem for their six or one.

Which of the two it is in the place of follows where the make's dice have shown the other one in pips.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.acceptance import BELIEVED, MAYBE, Doubt, ReadDie, Reading, State, still_wrong
from vision.dice.chances import questionable, surely
from vision.dice.crops import crops_of
from vision.dice.detections import DetectedDie
from vision.dice.network import Image
from vision.dice.ownership import AROUND
from vision.dice.pip_faces import CROP, EDGE_PX, STRAIGHT_ON, Pips
from vision.dice.recount import GLARE, OF_THE_FACE, Counts
from vision.dice.tray import PlayersDice

IN_PLACE_OF = {1: 6, 6: 1}
"""The value that an emblem stands for, and the one that the make must have shown in pips to tell."""

FACE = 0.46
"""Radius of the face, in edges, in which marks are looked for."""

AREA = (0.08, 0.5)
"""How large an emblem is, in edges squared: a pip has .04, a large one .1; what covers more is no mark."""

OFF = 0.13
"""How far from the middle of its die the middle of an emblem may lie, in edges: a shadow or a lamp lies anywhere."""

STRENGTH = (0.7, 1.9)
"""How strong the mark is, in pips: it is printed in their colour. A shadow is weaker."""

IN_ONE = 0.75
"""Share of the mark that hangs together: pips that lie where none of that make do are no emblem."""

OUTER = 0.35
"""Share of the face's outermost ring that the mark may cover: what goes on beyond the face is no print on it."""

OUTERMOST = 0.4
"""Where that ring begins, in edges."""

LARGEST_ONE = 0.2
"""How large the one of any make is, in edges squared: a disc half an edge across."""

ROUND = 1.05
"""How far a disc's points lie from its middle, squared and in the mean, beside a circle's of its area: 1.03 at most
when it is seen from the side a little, of a skull 1.1, of a star 1.12.
"""

_down, _across = (np.mgrid[: CROP.side_px, : CROP.side_px] - (CROP.side_px - 1) / 2) / EDGE_PX
_far = np.hypot(_across, _down)


def with_emblems(
    reading: Reading,
    image: Image,
    counts: Counts,
    colours: Sequence[PlayersDice],
    blown: Callable[[DetectedDie], float],
) -> Reading:
    """Return the reading, no face believed that its count says is none of its make, and emblems named where clear.

    The BGR `image` and the `counts` are those of `recount.py`, `blown` says what share of a face is nothing but white.
    An emblem is named where the dice of its make have shown a one in pips and no six, or a six and no one: when they
    were calibrated, or in this roll.
    What may be a one to the networks, and a disc, is never named a six: of large ones some fit the pips of their make.
    """
    makes = {each.player: each.pips for each in colours if each.pips is not None}
    shown = {player: {*pips.shown, *_shown_in(reading, player, counts)} for player, pips in makes.items()}

    def told(die: ReadDie) -> ReadDie:
        count = counts.get(die.seen)
        if count is None or not count.fits_none or die.state is not State.FLAT or die.doubt not in OF_THE_FACE:
            return die
        pips, seen_before = makes[die.owner or ""], shown[die.owner or ""]
        believed_one = die.seen.value == count.value == 1 and die.seen.confidence >= BELIEVED
        if believed_one and 1 not in seen_before:
            return die
        value = _stands_for(seen_before)
        large_one = value == 6 and (_may_be_one(die.seen) or is_disc(image, die.seen, pips))
        if value is not None and not large_one and blown(die.seen) < GLARE and is_emblem(image, die.seen, pips):
            return surely(die, value, die.owner)
        return replace(die, doubt=die.doubt or Doubt.FAINT)

    dice = tuple(map(told, reading.dice))
    return reading if dice == reading.dice else still_wrong(replace(reading, dice=dice))


def _may_be_one(die: DetectedDie) -> bool:
    return die.value == 1 and die.confidence >= MAYBE


def is_emblem(image: Image, die: DetectedDie, pips: Pips) -> bool:
    """Return whether one mark in the colour of the make's pips lies in the middle of a die's face."""
    marked, strength = _marks(image, die, pips)
    area = _area(marked)
    if not AREA[0] <= area <= AREA[1]:
        return False
    off = float(np.hypot(_across[marked].mean(), _down[marked].mean()))
    _, _, stats, _ = cv2.connectedComponentsWithStats(marked.astype(np.uint8))
    in_one = float(stats[1:, cv2.CC_STAT_AREA].max()) / float(marked.sum())
    outer = float(marked[(_far >= OUTERMOST) & (_far <= FACE)].mean())
    strong = float(np.median(strength[marked]))
    return in_one >= IN_ONE and off <= OFF and outer <= OUTER and STRENGTH[0] <= strong <= STRENGTH[1]


def is_disc(image: Image, die: DetectedDie, pips: Pips) -> bool:
    """Return whether what is marked of a die's face is a plain disc no larger than the one of any make."""
    marked, _ = _marks(image, die, pips)
    area = _area(marked)
    if not 0 < area <= LARGEST_ONE:
        return False
    spread = float(_across[marked].var() + _down[marked].var())
    return 2 * np.pi * spread <= ROUND * area


def _marks(image: Image, die: DetectedDie, pips: Pips) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Return where a die's face is marked, and how strongly in the colour of pips, one for a pip."""
    crop = crops_of(image, [(die.x_px, die.y_px, die.edge_px)], STRAIGHT_ON, CROP)[0].astype(np.float32)
    body = np.median(crop[(_far >= AROUND[0]) & (_far <= AROUND[1])], axis=0)
    strength = np.asarray((crop - body) @ np.array(pips.axis, np.float32), dtype=np.float32)
    return (strength > 0.5) & (_far <= FACE), strength


def _area(marked: NDArray[np.bool_]) -> float:
    return float(marked.sum()) / EDGE_PX**2


def _shown_in(reading: Reading, player: str, counts: Counts) -> set[int]:
    """Return the values that a player's dice of a roll show beyond doubt, in pips."""
    return {
        die.value
        for die in reading.dice
        if die.owner == player and die.doubt is None and die.value is not None and _in_pips(die, counts)
    }


def _in_pips(die: ReadDie, counts: Counts) -> bool:
    count = counts.get(die.seen)
    if count is not None:
        return count.names_it and count.value == die.value
    return not questionable(die)


def _stands_for(shown: set[int]) -> int | None:
    """Return the value that has an emblem where these have pips, None where that is open."""
    left = [value for value, other in IN_PLACE_OF.items() if value not in shown and other in shown]
    return left[0] if len(left) == 1 else None
