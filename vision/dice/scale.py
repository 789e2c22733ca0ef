"""How long a die's edge is when nobody said: the scale at which the most dice are seen at their own size."""

from __future__ import annotations

import numpy as np

from vision.dice.looking import dice_in
from vision.dice.network import EDGE_PX, Image, Networks
from vision.dice.seen import SeenDie, apart, dice_at

SMALLEST_PX = 18.0
LARGEST_SHARE = 0.4
"""Longest edge looked for, as a share of the picture's shorter side."""

STEP = 1.45
AGREES = 0.5
"""Largest |log2| between the size a die is seen to have and the size it was looked for at."""

SURE = 0.3
MIXED = 1.8
"""Ratio of edges beyond which two things in one picture are not both dice."""

MOST_PIXELS = 4_000_000


def find_scale(image: Image, by: Networks | None = None) -> float | None:
    """Return the edge, px, of the dice in a picture; None when no scale shows any.

    One flip at each scale; dice count by their confidence at the scale that they are seen to have.
    """
    session = by.cells if by else None
    height, width = image.shape[:2]
    best: tuple[float, float] | None = None
    edge = SMALLEST_PX
    while edge <= LARGEST_SHARE * min(height, width):
        if height * width * (EDGE_PX / edge) ** 2 < MOST_PIXELS:
            found = [die for die in dice_at(image, edge, flips=1, low=SURE, session=session) if _agrees(die, edge)]
            score = sum(die.present**2 for die in found)
            if found and (best is None or score > best[0]):
                best = (score, float(np.median([die.edge_px for die in found])))
        edge *= STEP
    return best[1] if best else None


def dice_of_any_size(image: Image, flips: int = 4, by: Networks | None = None) -> tuple[list[SeenDie], float | None]:
    """Return the dice of a picture whose scale nobody knows, and the edge found; no dice where there is none."""
    edge = find_scale(image, by)
    if edge is None:
        return [], None
    found = dice_in(image, edge, flips, by=by)
    return apart([die for die in found if abs(np.log2(die.edge_px / edge)) < np.log2(MIXED)]), edge


def _agrees(die: SeenDie, edge: float) -> bool:
    return abs(float(np.log2(die.edge_px / edge))) < AGREES
