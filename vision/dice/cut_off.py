"""Dice that lie half out of a picture: beside its own mirror image what is left of one looks like a whole die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.dice.classifier import NO_FACE, looks_at
from vision.dice.detections import DetectedDie, apart, dice_at
from vision.dice.network import Image

DEEP, BEYOND = 2.0, 1.5
"""How much of the picture along its border is looked at, and how much of its mirror image, in edges."""

AT_BORDER = 0.35
"""How far from the border the middle of such a die is seen, in edges: that of a whole one lies half an edge away."""

CUT = 0.3
"""How surely both looks see one. Of 24 that were half out of a rendered tray 22 had more; where none was, the mirror
image of a ground in the photographs of three sources had up to .29.
"""


def cut_off(image: Image, edge_px: float) -> list[DetectedDie]:
    """Return what may be dice of about that edge, px, whose middle lies on the border of a BGR picture; in its pixels.

    Their values say nothing: half of what was looked at is a mirror image.
    """
    height, width = image.shape[:2]
    found = []
    for strip, left, top in _strips(image, edge_px):
        dice = dice_at(strip, edge_px)
        none = looks_at(strip, [(die.x_px, die.y_px, die.edge_px) for die in dice]).chances[:, NO_FACE]
        for die, no_face in zip(dice, none.tolist(), strict=True):
            x, y = die.x_px + left, die.y_px + top
            inside = min(x + 0.5, y + 0.5, width - x - 0.5, height - y - 0.5)
            if abs(inside) < AT_BORDER * edge_px and die.present * (1 - no_face) >= CUT:
                found.append(replace(die, x_px=x, y_px=y))
    return apart(found)


def _strips(image: Image, edge_px: float) -> Iterator[tuple[Image, int, int]]:
    """Yield what lies along each border, mirrored in it, and where its upper left is in the picture."""
    height, width = image.shape[:2]
    deep, beyond = round(DEEP * edge_px), round(BEYOND * edge_px)
    if min(height, width) < deep:
        return
    for part, (above, below, before, after), left, top in (
        (image[:, :deep], (0, 0, beyond, 0), -beyond, 0),
        (image[:, -deep:], (0, 0, 0, beyond), width - deep, 0),
        (image[:deep], (beyond, 0, 0, 0), 0, -beyond),
        (image[-deep:], (0, beyond, 0, 0), 0, height - deep),
    ):
        mirrored = cv2.copyMakeBorder(part, above, below, before, after, cv2.BORDER_REFLECT)
        yield np.asarray(mirrored, dtype=np.uint8), left, top
