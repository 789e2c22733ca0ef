"""How long a die's edge is when nobody said: the scale at which the most dice are seen at their own size."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count, takewhile
from typing import Any

import numpy as np

from vision.dice.detections import DetectedDie, apart, dice_at
from vision.dice.detector import dice_in
from vision.dice.network import Image, Networks
from vision.dice.tiles import least_edge_px, network_pixels

SMALLEST_PX = 18.0
LARGEST_SHARE = 0.4
"""Longest edge looked for, as a share of the picture's shorter side."""

STEP = 1.45
AGREES = 0.5
"""Largest |log2| between the size a die is seen to have and the size it was looked for at."""

SURE = 0.3
"""Confidence from which something seen at one scale counts as a die there."""

SURE_IN_GRAIN = 0.5
"""The same where small dice are looked for in a large picture: of its grain some may be taken for faint ones."""

MIXED = 1.8
"""Ratio of edges beyond which two things in one picture are not both dice."""

AT_ONCE_PIXELS = 4_000_000
"""Pixels of the network's picture up to which a scale is always looked at; smaller ones cost seconds."""

LARGE_PIXELS = 2_000_000
"""Pixels of a picture beyond which those scales are looked at too; below, dice so small are not worth the time."""

ENOUGH = 0.5
"""Sum of squared confidences from which dice are seen, not the grain of a large picture: one die of 0.7."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What was seen at one scale: the sum of the dice's squared confidences, and the median of their edges."""

    score: float
    edge_px: float | None


def find_scale(image: Image, by: Networks | None = None) -> float | None:
    """Return the edge, px, of the dice in a picture; None when no scale shows any.

    One flip at each scale; dice count by their confidence at the scale that they are seen to have. A large picture is
    looked at for ever smaller dice until some are seen, and no more of them at the next smaller scale.
    """
    session = by.cells if by else None
    height, width = image.shape[:2]
    small, large = _edges(width, height)
    best = Scale(0.0, None)
    last = best
    for edge in large:
        last = _at(image, edge, SURE, session)
        best = last if last.score > best.score else best
    for edge in small:
        if best.score >= ENOUGH and best is not last:
            break
        last = _at(image, edge, SURE_IN_GRAIN, session)
        best = last if last.score > max(best.score, ENOUGH) else best
    return best.edge_px


def dice_of_any_size(
    image: Image, flips: int = 4, by: Networks | None = None
) -> tuple[list[DetectedDie], float | None]:
    """Return the dice of a picture whose scale nobody knows, and the edge found; no dice where there is none."""
    edge = find_scale(image, by)
    if edge is None:
        return [], None
    found = dice_in(image, edge, flips, by=by)
    return apart([die for die in found if abs(np.log2(die.edge_px / edge)) < np.log2(MIXED)]), edge


def _edges(width: int, height: int) -> tuple[list[float], list[float]]:
    """Return the edges to look for, px, longest first: those that cost much in a picture of that size, and the others.

    The longest of the first are a step shorter than the shortest of the others.
    """
    largest = LARGEST_SHARE * min(height, width)
    edges = [*takewhile(lambda edge: edge <= largest, (SMALLEST_PX * STEP**k for k in count()))][::-1]
    cheap = [edge for edge in edges if network_pixels(width, height, edge) < AT_ONCE_PIXELS]
    if width * height <= LARGE_PIXELS:
        return [], cheap
    least = least_edge_px(width, height)
    return [edge for edge in edges if edge not in cheap and edge >= least], cheap


def _at(image: Image, edge: float, low: float, session: Any) -> Scale:
    found = [die for die in dice_at(image, edge, flips=1, low=low, session=session) if _agrees(die, edge)]
    median = float(np.median([die.edge_px for die in found])) if found else None
    return Scale(sum(die.present**2 for die in found), median)


def _agrees(die: DetectedDie, edge: float) -> bool:
    return abs(float(np.log2(die.edge_px / edge))) < AGREES
