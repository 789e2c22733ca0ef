"""Light that falls unevenly into a tray: beside its walls dice lie in shadow, and so does the empty tray there."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.network import EDGE_PX, Image
from vision.dice.tilt import FlatDie
from vision.dice.tray import floor_of

REACH = 0.5
"""Deviation of the blur, in edges, beyond which a difference of the empty tray is one of light, not of its ground."""

TINT = 0.15
"""How far the three colours' shares of the light may lie apart: what differs more is painted so."""

LEAST = 0.3
"""The least share of the light that is believed."""

COARSER = 8
"""How many pixels of the tray's view are one of its light."""


def local_light(empty: Image, flat: Sequence[FlatDie], rim_px: int = 0) -> NDArray[np.float32]:
    """Return how much light falls on each place of an empty tray, (h / 8, w / 8, 3), BGR: 1 where its dice lay `flat`.

    Where no flat dice are known, as on most of its floor, which `rim_px` are about. Nowhere more than 1: what is
    brighter is a lamp's reflection, and dice do not grow brighter by that of their ground.
    """
    height, width = empty.shape[:2]
    size = max(1, width // COARSER), max(1, height // COARSER)
    small = cv2.resize(empty, size, interpolation=cv2.INTER_AREA).astype(np.float32) + 4
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), REACH * EDGE_PX / COARSER), dtype=np.float32)
    share = np.asarray(soft / _usual(soft, flat, rim_px // COARSER), dtype=np.float32)
    painted = share.max(axis=2) - share.min(axis=2) > TINT
    share[painted] = 1
    return np.clip(share, LEAST, 1)


def light_at(light: NDArray[np.float32], x_px: float, y_px: float) -> NDArray[np.float32]:
    """Return how much of it falls on a place of the view, (3,)."""
    row = min(light.shape[0] - 1, max(0, int(y_px) // COARSER))
    return np.asarray(light[row, min(light.shape[1] - 1, max(0, int(x_px) // COARSER))])


def _usual(soft: NDArray[np.float32], flat: Sequence[FlatDie], rim: int) -> NDArray[np.float32]:
    if not flat:
        return np.asarray(np.median(floor_of(soft, rim), axis=(0, 1)))
    rows = np.clip([round(die.y_px / COARSER) for die in flat], 0, soft.shape[0] - 1)
    columns = np.clip([round(die.x_px / COARSER) for die in flat], 0, soft.shape[1] - 1)
    return np.asarray(np.median(soft[rows, columns], axis=0))
