"""How much a room's lamps tint the shadows of dice in a tray: seen in the roll by which it is calibrated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.blobs import SHADOW_REACH, changes
from vision.dice.detections import DetectedDie
from vision.dice.dimmed import DEEP_SHADOW, ROOM_TINT, Mask
from vision.dice.network import Image
from vision.dice.tray import Tray, floor_of

BESIDE = 1.2
"""How far from a die's middle its shadow alone is seen, in edges: nearer, by the wall, its own sides may be."""

MOST_OF_IT = 95.0
"""Percentile of the shadows' tint that tells it; their outermost pixels are noise."""

MORE = 1.15
"""How much more of it may be seen in other rolls."""

MOST = 0.5
"""The most that is learnt: beyond it a dark thing of any colour would be a shadow."""

LEAST_PX = 60
"""How many pixels of shadow tell it."""


def tint_of_shadows(view: Image, tray: Tray, dice: Sequence[DetectedDie]) -> float:
    """Return how far apart the colours' shares of the light may lie in a shadow of that tray, `ROOM_TINT` or more.

    `view` shows the tray and nothing in it but those dice, as a calibration does.
    """
    now, then = (floor_of(each, tray.rim_px) for each in (view, tray.empty))
    changed, dimmed, _ = changes(now, then, tray.noise)
    shadow = dimmed.in_shadow(DEEP_SHADOW, np.inf)[0] & _beside(changed, dice, tray.rim_px)[changed]
    if int(shadow.sum()) < LEAST_PX:
        return ROOM_TINT
    return float(np.clip(MORE * np.percentile(dimmed.tint[0][shadow], MOST_OF_IT), ROOM_TINT, MOST))


def _beside(changed: Mask, dice: Sequence[DetectedDie], rim_px: int) -> Mask:
    """Return where a shadow of the dice may lie and none of them does."""
    rows, columns = np.indices(changed.shape)
    far: list[NDArray[np.float64]] = [
        np.hypot(columns + rim_px - die.x_px, rows + rim_px - die.y_px) / die.edge_px for die in dice
    ]
    if not far:
        return np.zeros_like(changed)
    nearest = np.min(far, axis=0)
    return np.asarray((nearest > BESIDE) & (nearest < SHADOW_REACH))
