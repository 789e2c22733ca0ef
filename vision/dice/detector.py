"""The dice of a picture: found by one look at the whole, from the side by several, and each looked at closer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.dice.classifier import COCKED, NO_FACE, looks_at
from vision.dice.detections import LOW, DetectedDie, apart, dice_at
from vision.dice.network import Array, Image, Networks, networks
from vision.dice.tilt import FlatDie, view_sine
from vision.dice.tilt_refine import looked_at_again

SURE = 0.3
"""Confidence from which a die says how obliquely the dice are seen."""

SIDE = 0.3
"""Sine of the angle between the line of sight and the dice's faces from which a picture is looked at from the side."""

DEPTHS = (1.0, 0.72, 1.35)
"""How large dice are looked for from the side, beside what was said: the far ones smaller, the near ones larger."""

AT_DEPTH = 0.5
"""Largest |log2| between the size a die is seen to have and the size it was looked for at."""


def dice_in(
    image: Image,
    die_px: float,
    flips: int = 4,
    low: float = LOW,
    by: Networks | None = None,
    known: Sequence[FlatDie] = (),
) -> list[DetectedDie]:
    """Return the dice of a BGR picture in which an edge is about `die_px` long, surest first.

    Where they turn out to be seen from the side the picture is looked at anew: upright, for near and far dice too.
    `by` are other networks than the committed ones; `known` lay flat under the same camera before.
    """
    by = by or networks()
    found = dice_at(image, die_px, flips, low, by.cells)
    upright = view_sine([die for die in found if die.present >= SURE], known) >= SIDE
    if upright:
        found = []
        for depth in DEPTHS:
            edge = die_px * depth
            seen = dice_at(image, edge, flips, low, by.cells, upright=True)
            found += [die for die in seen if abs(np.log2(die.edge_px / edge)) < AT_DEPTH]
        found = apart(found)
    else:
        found = looked_at_again(image, found, flips, by.cells)
    return looked_closer(image, found, by, upright=upright)


def looked_closer(
    image: Image, found: Sequence[DetectedDie], by: Networks, *, upright: bool = False
) -> list[DetectedDie]:
    """Return the dice with the values that a closer look at each gives them, surest first."""
    places = [(die.x_px, die.y_px, die.edge_px) for die in found]
    closer = looks_at(image, places, by.looks, upright=upright)
    dice = map(joined, found, closer.chances, closer.against.tolist())
    return sorted(dice, key=lambda die: -die.present)


def joined(die: DetectedDie, closer: Array, against: float = 0.0) -> DetectedDie:
    """Return a die with the value that the closer look, (8,), gives it; both looks must be sure that it is one.

    `against` is the most that one of the closer looks gives to other faces.
    """
    faces = closer[:COCKED]
    order = np.argsort(faces)[::-1]
    shares = faces / max(1e-6, float(faces.sum()))
    value = int(order[0]) + 1
    first = die.second if die.value == value else die.confidence
    there = float(np.sqrt(die.present) * (1 - closer[NO_FACE]))
    share = float(shares[order[0]])
    doubted = first / max(1e-6, die.confidence + die.second)
    return replace(
        die,
        value=value,
        confidence=there * share,
        second=there * float(shares[order[1]]),
        askew=float(closer[COCKED]),
        against=max(against, doubted),
        named=float(faces[order[0]]),
        face=share * float(1 - closer[NO_FACE]),
        doubted=doubted,
    )
