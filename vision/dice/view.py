"""How far each die is from lying as flat as the others: flat dice lean alike, a cocked one leans its own way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.seen import SeenDie

Vectors = NDArray[np.float64]

USUAL = 0.035
"""How much the line of sight turns from one die's place to the next, an edge away: a 16 mm die 46 cm below."""

SURE = 5.0
"""How firmly that is held to, in squared edges of dice: few dice that lie close together say nothing about it."""

LARGEST = 0.11
"""The same for a camera nine edges away; none is nearer."""

STRAY = 0.3
"""Lean apart from the others' beyond which it makes no difference how far: such a die is not one of them."""

LIKELY = 0.1
"""Lean apart from the others' at which a die counts half for how they lean (Cauchy's weights)."""

FROM_ABOVE = 0.1
"""How much likelier a view from above is than one from the side, in strays a unit of sine."""


def apart_from_flat(dice: Sequence[SeenDie]) -> list[float]:
    """Return how far each die's lean is from a flat die's at its place, as the sine of the angle.

    Most dice are taken to lie flat. The lean of a flat die is that of the view, and grows outward from the point below
    the camera. Of two dice that lean differently the one seen more from above is taken for the flat one; a single die
    has nothing to be compared with, and is at zero.
    """
    if len(dice) < 2:
        return [0.0] * len(dice)
    leans = np.array([die.lean for die in dice], dtype=np.float64)
    places = np.array([(die.x_px, die.y_px) for die in dice], dtype=np.float64)
    places = (places - places.mean(axis=0)) / float(np.median([die.edge_px for die in dice]))
    level = leans - USUAL * places
    view, spread = min(level, key=lambda each: _strangeness(level, each)), USUAL
    for _ in range(10):
        weights = 1 / (1 + np.square(np.linalg.norm(leans - view - spread * places, axis=1) / LIKELY))
        weights /= weights.sum()
        inward = places - weights @ places
        outward = leans - weights @ leans
        amount = len(dice) * weights[:, None]
        measured, across = float((amount * inward * outward).sum()), float((amount * inward * inward).sum())
        spread = min(LARGEST, max(0.0, (measured + SURE * USUAL) / (across + SURE)))
        view = weights @ (leans - spread * places)
    return [float(each) for each in np.linalg.norm(leans - view - spread * places, axis=1)]


def _strangeness(level: Vectors, view: Vectors) -> float:
    far = np.linalg.norm(level - view, axis=1)
    return float(np.minimum(far, STRAY).sum() / STRAY + FROM_ABOVE * np.linalg.norm(view))
