"""Two faces of one die: from above a flat die shows one, from the side its sides are seen beside its top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.dice.detections import DetectedDie
from vision.dice.tilt import LIKELY, FlatDie, tilts_of

ONE_DIE = 0.82
"""Distance between two faces, in edges, below which they are one die's: touching dice are an edge apart."""

ITS_SIDE = 1.0
"""Distance between the middles of a die's top and side below which they are in a picture from the side, in edges."""

SQUARE = 0.85
"""Least difference of the leans of two faces that are square to each other; of two dice, one cocked, it is less."""

OFF = 0.3
"""How far the middle of a second face is from where the first one has it, edges."""

ASLANT = 0.2
"""Sine of the angle between a flat die's face and the line of sight from which its side may be seen too."""


def one_for_each_die(found: Sequence[DetectedDie]) -> list[DetectedDie]:
    """Return the dice of a picture from above, surest first, each with the surest of its faces.

    A die of which two faces are seen lies in their middle, as a cocked one does.
    """
    dice: list[DetectedDie] = []
    for face in sorted(found, key=lambda each: -each.present):
        at = next((k for k, die in enumerate(dice) if _same(die, face)), None)
        if at is None:
            dice.append(face)
        else:
            die = dice[at]
            dice[at] = replace(die, x_px=(die.x_px + face.x_px) / 2, y_px=(die.y_px + face.y_px) / 2)
    return dice


def _same(one: DetectedDie, other: DetectedDie) -> bool:
    far = np.hypot(one.x_px - other.x_px, one.y_px - other.y_px)
    return bool(far < ONE_DIE * min(one.edge_px, other.edge_px))


def tops(found: Sequence[DetectedDie], known: Sequence[FlatDie] = ()) -> list[DetectedDie]:
    """Return the dice of a picture without faces that are the side of another, whose top lies as flat dice do there.

    Where dice are seen from straight above no flat one shows a side. `known` as in `stances`.
    """
    lying = list(zip(found, tilts_of(found, known), strict=True))
    flat = [die for die, stance in lying if stance.oblique > ASLANT and stance.tilt < LIKELY]
    return [die for die, stance in lying if stance.tilt < LIKELY or not any(_square(die, top) for top in flat)]


def thrown_and_further(found: Sequence[DetectedDie], count: int, known: Sequence[FlatDie] = ()) -> list[DetectedDie]:
    """Return the `count` surest dice of a picture from the side, and what else may be one: no other face of those.

    How a side leans is not always seen well enough for `tops`. Where there are as many dice without it, a face that
    leans apart from flat ones and lies on a surer die is that die's.
    """
    lying = list(zip(found, tilts_of(found, known), strict=True))
    return [
        *found[:count],
        *(
            die
            for die, stance in lying[count:]
            if stance.tilt < LIKELY or not any(_on(die, top) for top in found[:count])
        ),
    ]


def _on(one: DetectedDie, other: DetectedDie) -> bool:
    far = np.hypot(one.x_px - other.x_px, one.y_px - other.y_px)
    return bool(far < ITS_SIDE * (one.edge_px + other.edge_px) / 2)


def _square(one: DetectedDie, other: DetectedDie) -> bool:
    """Return whether two faces are square to each other on one die: each is half an edge from its middle."""
    apart = np.subtract(one.lean, other.lean)
    if float(np.linalg.norm(apart)) < SQUARE:
        return False
    edge = (one.edge_px + other.edge_px) / 2
    far = np.array([one.x_px - other.x_px, one.y_px - other.y_px]) / edge - apart / 2
    return float(np.linalg.norm(far)) < OFF
