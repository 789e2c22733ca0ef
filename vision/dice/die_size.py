"""How long a die's edge is when nobody said: every scale is looked at, and the size taken that explains all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count, takewhile

import numpy as np

from vision.dice.detections import DetectedDie, apart, dice_at
from vision.dice.detector import dice_in, looked_closer
from vision.dice.network import Image, Networks, networks
from vision.dice.size_hypotheses import SizeHypothesis, rival, weighed
from vision.dice.tiles import least_edge_px, network_pixels

SMALLEST_PX = 18.0
LARGEST_SHARE = 0.7
"""Longest edge looked for, as a share of the picture's shorter side: what fills it is no die, but a board seen as
a six.
"""

STEP = 1.45
AGREES = 0.5
"""Largest |log2| between the size a die is seen to have and the size it was looked for at."""

SURE = 0.4
"""Confidence from which something seen at one scale counts as a die there."""

FAINT = 0.2
"""Confidence below which nothing that is seen at a scale is weighed."""

MOST_DICE = 60
"""Things seen at one scale that are looked at closer, the surest."""

MARGIN = 1.0
"""Log odds by which dice of one size must explain more than dice of another, which would show other values."""

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
class Look:
    """What was seen at one scale: the sum of the dice's squared confidences, their median edge, and the dice."""

    score: float
    edge_px: float | None
    dice: tuple[DetectedDie, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The dice of a picture whose scale nobody knew, their edge, and what dice of another size would as well be."""

    dice: tuple[DetectedDie, ...] = ()
    edge_px: float | None = None
    rival: SizeHypothesis | None = None


def find_scale(image: Image, count: int | None = None, by: Networks | None = None) -> float | None:
    """Return the edge, px, of the `count` dice in a picture; None when no scale shows any."""
    return _sized(_looks(image, by), count).edge_px


def dice_of_any_size(image: Image, count: int | None = None, flips: int = 4, by: Networks | None = None) -> Found:
    """Return the dice of a picture whose scale nobody knows; no dice where there is none."""
    sized = _sized(_looks(image, by), count)
    if sized.edge_px is None:
        return sized
    edge = sized.edge_px
    found = dice_in(image, edge, flips, by=by)
    return replace(sized, dice=tuple(apart([d for d in found if abs(np.log2(d.edge_px / edge)) < np.log2(MIXED)])))


def _sized(looks: Sequence[Look], count: int | None) -> Found:
    """Return the size that explains best what was seen, with the most that is seen at any where nothing explains it."""
    dice = [look.dice for look in looks]
    hypotheses = weighed(dice, count) or weighed(dice)
    if hypotheses:
        return Found(edge_px=hypotheses[0].edge_px, rival=rival(hypotheses, MARGIN))
    best = max(looks, key=lambda look: look.score, default=Look(0.0, None))
    return Found(edge_px=best.edge_px if best.score else None)


def _looks(image: Image, by: Networks | None) -> list[Look]:
    """Return what is seen at each scale, one flip each.

    A large picture is looked at for ever smaller dice until some are seen, and no more of them at the next smaller
    scale.
    """
    by = by or networks()
    height, width = image.shape[:2]
    small, large = _edges(width, height)
    looks = [_at(image, edge, SURE, by) for edge in large]
    most = max((look.score for look in looks), default=0.0)
    falls = not looks or looks[-1].score < most
    for edge in small:
        if most >= ENOUGH and falls:
            break
        look = _at(image, edge, SURE_IN_GRAIN, by)
        falls = look.score <= max(most, ENOUGH)
        looks.append(look if not falls else replace(look, score=0.0, dice=()))
        most = max(most, looks[-1].score)
    return looks


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


def _at(image: Image, edge: float, low: float, by: Networks) -> Look:
    seen = [die for die in dice_at(image, edge, flips=1, low=FAINT, session=by.cells) if _agrees(die, edge)]
    sure = [die for die in seen if die.present >= low]
    median = float(np.median([die.edge_px for die in sure])) if sure else None
    return Look(sum(die.present**2 for die in sure), median, tuple(looked_closer(image, seen[:MOST_DICE], by)))


def _agrees(die: DetectedDie, edge: float) -> bool:
    return abs(float(np.log2(die.edge_px / edge))) < AGREES
