"""Test-time augmentation for unsure dice: classify them in other rotations, sizes and colours, and count pips.

A die is confirmed by the original image or by one of its recoloured variants (`recoloured`), which reveal pips of the
body's brightness and pips under a lamp's reflection.
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
from vision.dice.networks import CropTransform, Image, Place, square_of
from vision.dice.pips import RADII, SPACINGS, crop_of, fits_in_one_colour, level, windows_of

CLEARLY = 0.2
"""Least margin of the value read over every other and over no pips, in pips."""

OF_MISFIT = 0.05
"""The same as a share of the value's misfit: any value explains a part of glare and marble."""


def own_pips_agree(image: Image, die: DetectedDie) -> bool:
    """Return whether a die's own pips, counted without the networks, clearly show the value read in a BGR image.

    This is weak evidence, but its errors are independent of the networks': of 23 misread dice of nell-byler it agrees
    with 7, none of which a second pass comes near to confirming.
    """
    seen = level(windows_of(crop_of(image, die)))
    fits = [(float(np.square(seen).sum(axis=(1, 2)).min()), 0, 0.0)]
    fits += fits_in_one_colour(seen, product(SPACINGS, RADII))
    left_by_it, _, one = min(fit for fit in fits if fit[1] == die.value)
    margin = min(left for left, value, _ in fits if value != die.value) - left_by_it
    return margin > CLEARLY * one and margin > OF_MISFIT * left_by_it


REACH = 1.6
"""Half side of the crop around a die, in edge lengths: as much as a view sees of its surroundings."""

FACE = 0.5
"""Radius of its face, in edge lengths."""

GLARE_ABOVE = 50
"""Least grey levels by which all channels of glare exceed the darkest channel's median on the face."""

GLARE_LEAST = 110
"""Least level of glare in every channel."""

GLARE_TINT = 60
"""Largest difference between the channels of glare: it is as white as its lamp on a die of any colour."""

PAINTED_PX = 3

FINEST_PX = 64.0
"""Longest edge of a die; the classifier's input is smaller anyway, and inpainting is slow."""

Recolouring = Callable[[Image, NDArray[np.bool_]], Image]
"""Function that returns a BGR image of a die in other colours; the mask marks its face."""


def boost_saturation(image: Image, face: NDArray[np.bool_], colour: float, shade: float) -> Image:
    """Return the image with its colourfulness scaled by `colour` and its brightness contrast by `shade`."""
    exact = image.astype(np.float32)
    grey = exact.mean(axis=2, keepdims=True)
    usual = grey[face].mean()
    return np.asarray((usual + shade * (grey - usual) + colour * (exact - grey)).clip(0, 255), dtype=np.uint8)


def remove_specular(image: Image, face: NDArray[np.bool_]) -> Image:
    """Return the image with the reflections of lamps on the face inpainted."""
    usual = np.median(image[face], axis=0)
    least, most = image.min(axis=2), image.max(axis=2)
    glare = face & (least > max(GLARE_LEAST, usual.min() + GLARE_ABOVE)) & (most - least < GLARE_TINT)
    mask = cv2.dilate(glare.astype(np.uint8), np.ones((3, 3), np.uint8)) * face
    return np.asarray(cv2.inpaint(image, mask, PAINTED_PX, cv2.INPAINT_TELEA), dtype=np.uint8)


RECOLOURINGS: tuple[Recolouring, ...] = (
    partial(boost_saturation, colour=2.0, shade=0.6),
    partial(boost_saturation, colour=3.0, shade=0.4),
    remove_specular,
)


def alone(image: Image, place: Place) -> tuple[Image, Place]:
    """Return the part of a BGR image around a die, and the die's place (x, y, edge) px in it."""
    x_px, y_px, edge_px = place
    reach = int(np.ceil(REACH * edge_px)) + 2
    left, top = round(x_px) - reach, round(y_px) - reach
    return square_of(image, left, top, 2 * reach + 1), (x_px - left, y_px - top, edge_px)


def recoloured(image: Image, place: Place) -> list[tuple[Image, Place]]:
    """Return the part of a BGR image around a die in each recolouring, and the die's place in it."""
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


Views = tuple[CropTransform, ...]

ABOVE: Views = (
    CropTransform(20, False, 1.0),
    CropTransform(65, True, 1.0),
    CropTransform(110, False, 1.05),
    CropTransform(160, True, 0.95),
    CropTransform(200, False, 1.12),
    CropTransform(250, True, 0.9),
    CropTransform(290, False, 1.0),
    CropTransform(340, True, 1.0),
)
UPRIGHT: Views = (
    CropTransform(6, False, 1.0),
    CropTransform(-6, True, 1.0),
    CropTransform(8, True, 1.05),
    CropTransform(-8, False, 0.95),
    CropTransform(0, True, 1.12),
    CropTransform(0, False, 0.9),
    CropTransform(4, True, 0.95),
    CropTransform(-4, False, 1.05),
)
"""Views from the side, in which only the up direction distinguishes a die's top from its sides."""

SIDE = 0.3
"""Sine of the view angle from which an image counts as a view from the side."""

NEARLY = 0.4
"""Least probability in all views of a value that a die's own pips can confirm."""


@dataclass(frozen=True, slots=True, eq=False)
class TtaCheck:
    """Second pass over dice of a BGR image; `known` were flat under the same camera before."""

    image: Image
    known: Sequence[FlatDie] = ()
    session: Any = None
    _plain: dict[tuple[DetectedDie, Views], float] = field(default_factory=dict, init=False, repr=False)
    _closer: dict[tuple[DetectedDie, Views], float] = field(default_factory=dict, init=False, repr=False)

    def at(self, doubted: Sequence[DetectedDie], found: Sequence[DetectedDie], are_dice: bool) -> list[float]:
        """Return for each of the `doubted` dice the least probability of its value in eight views.

        If that does not confirm a die that is known to be one (`are_dice`), the best of the recolourings counts, and if
        that nearly does, its own pips are counted. This stops at the first unconfirmed die, since a roll needs all of
        them. Results are cached. `found` are all dice of the image.
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
        pictures = recoloured(self.image, die.place)
        there = [(part, replace(die, x_px=x, y_px=y, edge_px=edge)) for part, (x, y, edge) in pictures]
        return [least for part, moved in there for least in self._least(part, [moved], views)]

    def _least(self, image: Image, dice: Sequence[DetectedDie], views: Views) -> list[float]:
        if not dice:
            return []
        chances = chances_in(image, [die.place for die in dice], views, self.session)
        return [float(said[:, die.value - 1].min()) for die, said in zip(dice, chances, strict=True)]
