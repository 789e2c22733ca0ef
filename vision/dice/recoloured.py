"""A die's picture in other colours: its own made stronger, or what mirrors a lamp painted over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crops import Place, part_of
from vision.dice.network import Image

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
