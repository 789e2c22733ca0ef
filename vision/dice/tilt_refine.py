"""How each die that was found leans, looked at again: turned, and larger than it was found.

What the network says of a lean differs more with how it is shown a die than what it says of the face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.dice.crops import Frame, Place, View, crops_of, plane_of
from vision.dice.detections import DetectedDie
from vision.dice.network import CELL_PX, EDGE_PX, KINDS, Image

CROP = Frame(96, EDGE_PX)
"""Twice a die's edge: with more around it the leans are no better."""

VIEWS = (View(90, False, 1.2), View(270, True, 1.2), View(90, True, 1.2), View(270, False, 1.2))
"""Larger than that the leans of cocked dice come out too small."""

MATTERS = 0.25
"""Confidence from which it matters how something leans."""

AT_ONCE = 16
"""Dice looked at together."""


def looked_at_again(image: Image, found: Sequence[DetectedDie], flips: int, session: Any) -> list[DetectedDie]:
    """Return the dice found in `flips` flips of a BGR picture, each with the mean lean over those and over `VIEWS`."""
    matter = [k for k, die in enumerate(found) if die.present >= MATTERS]
    dice = list(found)
    for start in range(0, len(matter), AT_ONCE):
        part = matter[start : start + AT_ONCE]
        for k, lean in zip(part, _leans(image, [found[k] for k in part], session), strict=True):
            x, y = (flips * np.array(found[k].lean) + len(VIEWS) * lean) / (flips + len(VIEWS))
            dice[k] = replace(found[k], lean=(float(x), float(y)))
    return dice


def _leans(image: Image, dice: Sequence[DetectedDie], session: Any) -> NDArray[np.float64]:
    """Return the mean lean of each die over `VIEWS`, (n, 2), in the picture's directions."""
    places: list[Place] = [(die.x_px, die.y_px, die.edge_px) for die in dice]
    said = session.run(None, {"x": plane_of(crops_of(image, places, VIEWS, CROP))})[0]
    middle = CROP.side_px // CELL_PX // 2
    around = said[:, KINDS + 1 :, middle - 1 : middle + 1, middle - 1 : middle + 1].mean(axis=(2, 3))
    leans = around.reshape(len(dice), len(VIEWS), 2).astype(np.float64)
    return np.asarray(np.mean([leans[:, k] @ view.onto for k, view in enumerate(VIEWS)], axis=0))
