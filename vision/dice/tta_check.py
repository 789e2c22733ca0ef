"""A second look at doubted dice: other turns, sizes, colours, and their own pips.

In the picture as it is, or in one of those in other colours (`recoloured.py`): a pip of the body's brightness and one
under a lamp's reflection are plain there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.acceptance import CONFIRMED
from vision.dice.detections import DetectedDie, FlatDie, view_sine
from vision.dice.detector import chances_in
from vision.dice.networks import Image, Place, View, part_of
from vision.dice.pips import RADII, SPACINGS, crop_of, fits_in_one_colour, level, windows_of

CLEARLY = 0.2
"""By how much of a pip the value that was read must fit better than every other, and than none."""

OF_MISFIT = 0.05
"""The same as a share of what that value leaves unexplained: of glare and marble any value explains a little."""


def own_pips_agree(image: Image, die: DetectedDie) -> bool:
    """Return whether a die's own pips, counted without the networks, say clearly what it was read as in a BGR picture.

    A weak witness, but it errs otherwise than they do: of 23 misread dice of nell-byler it agrees to 7, of which none
    is among those that a second look comes near to confirming.
    """
    seen = level(windows_of(crop_of(image, die)))
    fits = [(float(np.square(seen).sum(axis=(1, 2)).min()), 0, 0.0)]
    fits += fits_in_one_colour(seen, product(SPACINGS, RADII))
    left_by_it, _, one = min(fit for fit in fits if fit[1] == die.value)
    margin = min(left for left, value, _ in fits if value != die.value) - left_by_it
    return margin > CLEARLY * one and margin > OF_MISFIT * left_by_it


REACH = 1.6
"""How far to each side of a die its surroundings are kept, in edges: as much as a look sees of them."""

FACE = 0.5
"""Radius of its face, in edges."""

GLARE_ABOVE = 50
"""By how many grey levels all three colours of glare are above what is usual in the darkest colour of a face."""

GLARE_LEAST = 110
"""How bright glare is at least in every colour."""

GLARE_TINT = 60
"""How far its colours lie apart at most: it is as white as its lamp, whatever the die's colour."""

PAINTED_PX = 3

FINEST_PX = 64.0
"""How long a die's edge is at most: a look takes it smaller still, and painting over takes time."""

Recolouring = Callable[[Image, NDArray[np.bool_]], Image]
"""Returns a BGR picture of a die in other colours; the mask says where its face lies."""


def stronger(image: Image, face: NDArray[np.bool_], colour: float, shade: float) -> Image:
    """Return the picture with what is coloured so many times as strong, and its light and dark so many times."""
    exact = image.astype(np.float32)
    grey = exact.mean(axis=2, keepdims=True)
    usual = grey[face].mean()
    return np.asarray((usual + shade * (grey - usual) + colour * (exact - grey)).clip(0, 255), dtype=np.uint8)


def without_glare(image: Image, face: NDArray[np.bool_]) -> Image:
    """Return the picture, what mirrors a lamp on the face painted over with what lies about it."""
    usual = np.median(image[face], axis=0)
    least, most = image.min(axis=2), image.max(axis=2)
    glare = face & (least > max(GLARE_LEAST, usual.min() + GLARE_ABOVE)) & (most - least < GLARE_TINT)
    mask = cv2.dilate(glare.astype(np.uint8), np.ones((3, 3), np.uint8)) * face
    return np.asarray(cv2.inpaint(image, mask, PAINTED_PX, cv2.INPAINT_TELEA), dtype=np.uint8)


RECOLOURINGS: tuple[Recolouring, ...] = (
    partial(stronger, colour=2.0, shade=0.6),
    partial(stronger, colour=3.0, shade=0.4),
    without_glare,
)


def alone(image: Image, place: Place) -> tuple[Image, Place]:
    """Return the part of a BGR picture about a die, and where (x, y, edge) px it lies there."""
    x_px, y_px, edge_px = place
    reach = int(np.ceil(REACH * edge_px)) + 2
    left, top = round(x_px) - reach, round(y_px) - reach
    return part_of(image, left, top, 2 * reach + 1), (x_px - left, y_px - top, edge_px)


def recoloured(image: Image, place: Place) -> list[tuple[Image, Place]]:
    """Return the part of a BGR picture about a die in each of the other colours, and where it lies there."""
    part, (x_px, y_px, edge_px) = _no_finer(*alone(image, place))
    down, across = np.mgrid[: part.shape[0], : part.shape[1]]
    face = np.hypot(across - x_px, down - y_px) < FACE * edge_px
    return [(each(part, face), (x_px, y_px, edge_px)) for each in RECOLOURINGS]


def _no_finer(part: Image, place: Place) -> tuple[Image, Place]:
    x_px, y_px, edge_px = place
    if edge_px <= FINEST_PX:
        return part, place
    side = max(1, round(part.shape[0] * FINEST_PX / edge_px))
    ratio = side / part.shape[0]
    smaller = np.asarray(cv2.resize(part, (side, side), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return smaller, ((x_px + 0.5) * ratio - 0.5, (y_px + 0.5) * ratio - 0.5, edge_px * ratio)


Views = tuple[View, ...]

ABOVE: Views = (
    View(20, False, 1.0),
    View(65, True, 1.0),
    View(110, False, 1.05),
    View(160, True, 0.95),
    View(200, False, 1.12),
    View(250, True, 0.9),
    View(290, False, 1.0),
    View(340, True, 1.0),
)
UPRIGHT: Views = (
    View(6, False, 1.0),
    View(-6, True, 1.0),
    View(8, True, 1.05),
    View(-8, False, 0.95),
    View(0, True, 1.12),
    View(0, False, 0.9),
    View(4, True, 0.95),
    View(-4, False, 1.05),
)
"""The same from the side, where a die's top is told from its sides by what is up."""

SIDE = 0.3
"""Sine of the angle between the line of sight and the dice's faces from which a picture is from the side."""

NEARLY = 0.4
"""What the looks give at least to a value that a die's own pips confirm."""


@dataclass(frozen=True, slots=True, eq=False)
class SecondLook:
    """Looks again at dice of a BGR picture; `known` lay flat under the same camera before."""

    image: Image
    known: Sequence[FlatDie] = ()
    session: Any = None
    _plain: dict[tuple[DetectedDie, Views], float] = field(default_factory=dict, init=False, repr=False)
    _closer: dict[tuple[DetectedDie, Views], float] = field(default_factory=dict, init=False, repr=False)

    def at(self, doubted: Sequence[DetectedDie], found: Sequence[DetectedDie], are_dice: bool) -> list[float]:
        """Return the least that any of eight looks gives to the value of each of the `doubted` dice of all `found`.

        Of a die that those do not confirm, and is known to be one (`are_dice`), it is the most that any of the pictures
        in other colours comes to, and where that nearly does, its own pips are counted: until one is not confirmed, for
        a roll is when all are. What was said of a die is not asked again.
        """
        views = UPRIGHT if view_sine(found, self.known) >= SIDE else ABOVE
        new = [die for die in dict.fromkeys(doubted) if (die, views) not in self._plain]
        self._plain.update(zip([(die, views) for die in new], self._least(self.image, new, views), strict=True))
        said = {die: self._plain[die, views] for die in doubted}
        for die in sorted(said, key=lambda each: said[each]) if are_dice else ():
            said[die] = self._looked_at_closely(die, said[die], views)
            if said[die] < CONFIRMED:
                break
        return [said[die] for die in doubted]

    def _looked_at_closely(self, die: DetectedDie, said: float, views: Views) -> float:
        if said >= CONFIRMED:
            return said
        if (die, views) not in self._closer:
            most = max(said, *self._in_other_colours(die, views))
            nearly = NEARLY <= most < CONFIRMED
            self._closer[die, views] = CONFIRMED if nearly and own_pips_agree(self.image, die) else most
        return self._closer[die, views]

    def _in_other_colours(self, die: DetectedDie, views: Views) -> list[float]:
        pictures = recoloured(self.image, (die.x_px, die.y_px, die.edge_px))
        there = [(part, replace(die, x_px=x, y_px=y, edge_px=edge)) for part, (x, y, edge) in pictures]
        return [least for part, moved in there for least in self._least(part, [moved], views)]

    def _least(self, image: Image, dice: Sequence[DetectedDie], views: Views) -> list[float]:
        if not dice:
            return []
        chances = chances_in(image, [(die.x_px, die.y_px, die.edge_px) for die in dice], views, self.session)
        return [float(said[:, die.value - 1].min()) for die, said in zip(dice, chances, strict=True)]
