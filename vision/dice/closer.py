"""A closer look at each die that was found: a crop of it alone, two turns of it, four where two leave a doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

import cv2
import numpy as np

from vision.dice.network import Array, Image, networks

LOOK_PX = 48
LOOK_EDGE_PX = 32.0
"""How long a die's edge is in the crops that the network was trained for."""

OUTCOMES = 8
COCKED, NO_FACE = 6, 7
"""Faces one to six, a cocked die, and what is no die's face."""

AT_ONCE = 2
"""Looks at every die."""

SETTLED = 0.9
"""Chance from which one outcome, the same in each of the first looks, needs no more of them."""

_PATCH_EDGE_PX = 40.0
_REACH = 1.25
"""Half the side of what is cut out around a die, edges: a turned crop needs its corners."""


@dataclass(frozen=True, slots=True)
class _View:
    """How a die is turned for a look."""

    turn_deg: float
    mirrored: bool
    scale: float


_ABOVE = (_View(0, False, 1.0), _View(135, True, 1.08), _View(225, False, 0.93), _View(45, True, 1.0))
_UPRIGHT = (_View(0, False, 1.0), _View(0, True, 1.08), _View(12, False, 0.93), _View(-12, True, 1.0))


def chances_of(
    image: Image, places: Sequence[tuple[float, float, float]], session: Any = None, *, upright: bool = False
) -> Array:
    """Return how likely each outcome is, (n, 8), of dice at `places` (x, y, edge) px of a BGR picture.

    With `upright` no look is upside down: a die's top is told from its sides by what is up.
    """
    if not places:
        return np.zeros((0, OUTCOMES), np.float32)
    views = _UPRIGHT if upright else _ABOVE
    first = _logits(image, places, views[:AT_ONCE], session)
    said = _chances(first)
    alike = (said.argmax(axis=2) == said.argmax(axis=2)[:, :1]).all(axis=1)
    doubted = ~(alike & (said.max(axis=2) >= SETTLED).all(axis=1))
    mean = first.mean(axis=1)
    if doubted.any():
        more = _logits(image, list(compress(places, doubted)), views[AT_ONCE:], session)
        mean[doubted] = np.concatenate([first[doubted], more], axis=1).mean(axis=1)
    return _chances(mean)


def crops_of(image: Image, places: Sequence[tuple[float, float, float]], views: Sequence[_View] = _ABOVE) -> Image:
    """Return the views of each die, (dice * views, LOOK_PX, LOOK_PX, 3)."""
    return np.stack([crop for place in places for crop in _looks(image, *place, views)])


def _logits(image: Image, places: Sequence[tuple[float, float, float]], views: Sequence[_View], session: Any) -> Array:
    """Return what the network says of each view of each die, (n, views, 8)."""
    crops = crops_of(image, places, views)
    plane = (crops.transpose(0, 3, 1, 2).astype(np.float32) - 127) / 64
    logits: Array = (session or networks().looks).run(None, {"x": plane})[0]
    return logits.reshape(len(places), len(views), OUTCOMES)


def _chances(logits: Array) -> Array:
    """Return the softmax over the last axis."""
    grown = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True), dtype=np.float32)


def _looks(image: Image, x_px: float, y_px: float, edge_px: float, views: Sequence[_View]) -> list[Image]:
    """Return one die's crops, (LOOK_PX, LOOK_PX, 3)."""
    height, width = image.shape[:2]
    reach = int(np.ceil(_REACH * edge_px)) + 1
    left, top = int(np.floor(x_px)) - reach, int(np.floor(y_px)) - reach
    right, bottom = left + 2 * reach + 1, top + 2 * reach + 1
    part = image[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    over = max(0, -top), max(0, bottom - height), max(0, -left), max(0, right - width)
    if any(over):
        part = np.asarray(cv2.copyMakeBorder(part, *over, cv2.BORDER_REPLICATE), dtype=np.uint8)
    side = max(LOOK_PX, round(part.shape[0] * _PATCH_EDGE_PX / edge_px))
    way = cv2.INTER_AREA if side < part.shape[0] else cv2.INTER_LINEAR
    patch = cv2.resize(part, (side, side), interpolation=way)
    ratio = side / part.shape[0]
    centre = np.array([(x_px - left + 0.5) * ratio - 0.5, (y_px - top + 0.5) * ratio - 0.5])
    found = []
    for view in views:
        turn, scale = np.radians(view.turn_deg), LOOK_EDGE_PX / (edge_px * ratio) * view.scale
        onto = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        onto = onto @ np.diag([-1.0 if view.mirrored else 1.0, 1.0])
        shift = (LOOK_PX - 1) / 2 - onto @ centre
        matrix = np.hstack([onto, shift[:, None]])
        crop = cv2.warpAffine(
            patch, matrix, (LOOK_PX, LOOK_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        found.append(np.asarray(crop, dtype=np.uint8))
    return found
