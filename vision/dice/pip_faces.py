"""How the faces of a make look in its own contrast, at every turn, and a die's face at every place where it may lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from vision.dice.crops import Frame, View, crops_of
from vision.dice.detections import DetectedDie
from vision.dice.network import Array, Image

EDGE_PX = 24.0
FACE_PX = 24
ROOM_PX = 4
"""How far a face may lie beside the middle of the die that was found, to each side."""

CROP = Frame(FACE_PX + 2 * ROOM_PX, EDGE_PX)
STRAIGHT_ON = (View(0, False, 1.0),)
REACH = 0.49
"""Radius of what is looked at of a face, in edges."""

SPACINGS = (0.19, 0.21, 0.23, 0.25, 0.27, 0.29)
RADII = (0.08, 0.11)
"""How far apart pips lie and how large they are on most makes, in edges: what is tried where nobody knows the make."""

TURN_DEG = 6
SOFT_PX = 1.5
"""How wide a pip's border is in a picture."""

_CORNERS = ((-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0))
LAYOUTS: tuple[tuple[int, int, tuple[tuple[float, float], ...]], ...] = (
    (1, 1, ((0.0, 0.0),)),
    (2, 180, _CORNERS[:2]),
    (2, 180, ((-1.0, 0.0), (1.0, 0.0))),
    (2, 180, ((-0.75, 0.0), (0.75, 0.0))),
    (2, 180, ((-0.55, 0.0), (0.55, 0.0))),
    (3, 180, ((0.0, 0.0), *_CORNERS[:2])),
    (3, 180, ((-1.0, 0.0), (0.0, 0.0), (1.0, 0.0))),
    (4, 90, _CORNERS),
    (5, 90, (*_CORNERS, (0.0, 0.0))),
    (6, 180, (*_CORNERS, (-1.0, 0.0), (1.0, 0.0))),
)
"""A value, the turn in degrees after which its face looks the same, and where its pips lie, in spacings.

Some makes have twos or threes whose pips lie side by side.
"""

Number = Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]


class Pips(BaseModel):
    """A make's pips: `axis`, (3,) BGR, is nought across its body and one from its body to a pip; lengths in edges.

    `misfit` is what the dice that it was learnt from leave unexplained, in pips: glossy and marbled ones much; `shown`
    are the values of those that it counts as they were read.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    axis: tuple[Number, Number, Number]
    spacing: Annotated[float, Field(ge=0.1, le=0.4)]
    radius: Annotated[float, Field(ge=0.03, le=0.2)]
    misfit: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    shown: tuple[Annotated[int, Field(ge=1, le=6)], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """Every face at every turn, (n, pixels), its value (n,) and how much of it there is (n,)."""

    values: NDArray[np.int64]
    marks: Array
    energy: Array


def crop_of(image: Image, die: DetectedDie) -> Array:
    """Return a die and what lies around it, (side, side, 3)."""
    crop = crops_of(image, [(die.x_px, die.y_px, die.edge_px)], STRAIGHT_ON, CROP)[0]
    return np.asarray(cv2.GaussianBlur(crop, (3, 3), 0), dtype=np.float32)


def windows_of(face: Array) -> Array:
    """Return the face at every place where it may lie, (places, pixels, channels)."""
    parts = [face[y : y + FACE_PX, x : x + FACE_PX].reshape(FACE_PX**2, -1)[_inside()] for x, y in _places()]
    return np.stack(parts)


@lru_cache(maxsize=1)
def _places() -> tuple[tuple[int, int], ...]:
    steps = range(-ROOM_PX, ROOM_PX + 1)
    return tuple((ROOM_PX + x, ROOM_PX + y) for x in steps for y in steps if abs(x) + abs(y) <= ROOM_PX)


@lru_cache(maxsize=1)
def _grid() -> tuple[Array, Array]:
    down, across = np.mgrid[:FACE_PX, :FACE_PX].astype(np.float32) - np.float32((FACE_PX - 1) / 2)
    return across, down


@lru_cache(maxsize=1)
def _inside() -> NDArray[np.int64]:
    return np.flatnonzero(np.hypot(*_grid()).ravel() < REACH * EDGE_PX)


@lru_cache(maxsize=1)
def _slopes() -> Array:
    """Return what light that falls unevenly on a face that bulges looks like, (pixels, 6), orthonormal."""
    x, y = (each.ravel()[_inside()] for each in _grid())
    bent = [np.ones_like(x), x, y, x * x, x * y, y * y]
    return np.asarray(np.linalg.qr(np.stack(bent, axis=1))[0], dtype=np.float32)


def level(windows: Array) -> Array:
    """Return windows, (..., pixels, channels), without the body's colour and without a slope of light."""
    slopes = _slopes()
    return np.asarray(windows - slopes @ (slopes.T @ windows), dtype=np.float32)


@lru_cache(maxsize=32)
def faces_of(spacing: float, radius: float) -> Faces:
    """Return how the faces of a make look, one from body to pip, level."""
    across, down = (each.ravel()[_inside()] for each in _grid())
    values, marks = [], []
    for value, turns, places in LAYOUTS:
        for turn in np.radians(range(0, turns, TURN_DEG)):
            mark = np.zeros_like(across)
            for i, j in np.array(places) * spacing * EDGE_PX:
                x, y = np.cos(turn) * i - np.sin(turn) * j, np.sin(turn) * i + np.cos(turn) * j
                mark = np.maximum(
                    mark, np.clip((radius * EDGE_PX - np.hypot(across - x, down - y)) / SOFT_PX + 0.5, 0, 1)
                )
            marks.append(mark)
            values.append(value)
    even = level(np.array(marks, np.float32)[..., None])[..., 0]
    return Faces(np.array(values), even, np.square(even).sum(axis=1))
