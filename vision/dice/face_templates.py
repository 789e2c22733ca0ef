"""Face templates: match a die's face with examples of known value of the same make, at any rotation.

A face is sampled in rings around its centre, so that a rotation is a shift along them, and the spectra compare all
rotations at once. An emblem does not fit the pip patterns, but matches its example.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.detections import DetectedDie
from vision.dice.networks import Array, CropSize, CropTransform, Image, crops_of

SIDE_PX = 38
EDGE_PX = 32.0
"""Edge length of the die in the image of a face."""

REACH = 0.47
"""Radius compared, in edge lengths: inside it there is only the face."""

RINGS = 12
TURNS = 60
ROOM_PX = 3
"""Largest offset of the face's centre from the detected die's, |x| + |y|."""

GAIN = (0.75, 1.33)
"""Limits of a face's contrast relative to its example."""

NEARER = 2.5
"""Factor by which every other value's residual must exceed the best."""

LEAST = 0.03
"""Floor of the residual: rotations are tried in steps, so smaller residuals are not comparable."""

AT_MOST = 0.3
"""Largest residual of a match, as a share of the face's contrast."""

OF_UNSEEN, OF_FOUR_OR_FIVE = 0.22, 0.13
"""Assumed residuals of values without an example: the least of a two against a three, and of a four against a five."""

_FRAME = CropSize(SIDE_PX, EDGE_PX)
_STRAIGHT_ON = (CropTransform(0, False, 1.0),)


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """Face whose value a player confirmed: (38, 38, 3) BGR, lit as when its tray was calibrated.

    `roll` is the id of its roll: two faces of one roll are not independent. `player` is the owner, "" if dice are not
    told apart.
    """

    value: int
    roll: str
    player: str
    face: Image


@dataclass(frozen=True, slots=True)
class FaceTemplateMatcher:
    """Best match of a face: its value, and the number of rolls with matching examples."""

    value: int
    rolls: int


def face_of(image: Image, die: DetectedDie) -> Image:
    """Return a die's face in a BGR image in the format of an example, (38, 38, 3)."""
    face: Image = crops_of(image, [die.place], _STRAIGHT_ON, _FRAME)[0]
    return face


def likeness(
    face: Image, examples: Sequence[Example], axis: tuple[float, float, float] | None
) -> FaceTemplateMatcher | None:
    """Return the match of a face among examples of its make; None if it matches none, or two values.

    `axis`, BGR, is the colour difference of a pip from the body (`Pips.axis`); without it, all channels are compared. A
    single matching example of another value is enough for None, since it may be the right one.
    """
    if not examples:
        return None
    left = _unexplained(face, examples, axis)
    best: dict[int, dict[str, float]] = {}
    for example, share in zip(examples, left.tolist(), strict=True):
        rolls = best.setdefault(example.value, {})
        rolls[example.roll] = min(share, rolls.get(example.roll, share))
    value = min(best, key=lambda each: min(best[each].values()))
    others = min(
        min(best[other].values()) if other in best else OF_FOUR_OR_FIVE if {value, other} == {4, 5} else OF_UNSEEN
        for other in range(1, 7)
        if other != value
    )
    like = sum(share <= AT_MOST and share * NEARER <= others for share in best[value].values())
    return FaceTemplateMatcher(value, like) if like else None


def _unexplained(face: Image, examples: Sequence[Example], axis: tuple[float, float, float] | None) -> Array:
    """Return a face's residual for each example at the best rotation and offset, (n,), as a share of its contrast."""
    soft = _soft(face)
    seen = np.stack([_level(_rings(soft, at), axis) for at in _places()])
    known = [_known(example, axis) for example in examples]
    spectra, theirs = np.stack([each[0] for each in known]), np.array([each[1] for each in known], np.float32)
    turning = np.fft.rfft(seen, axis=1).astype(np.complex64)
    overlap = np.moveaxis(turning, 1, 0) @ np.conj(np.moveaxis(spectra, (0, 1), (2, 0)))
    fit = np.fft.irfft(overlap, TURNS, axis=0).max(axis=0)
    own = np.square(seen).sum(axis=(1, 2))
    gain = np.clip(fit / np.maximum(theirs, 1e-6), *GAIN)
    left = own[:, None] - 2 * gain * fit + np.square(gain) * theirs
    return np.asarray(np.maximum(LEAST, left.min(axis=0) / max(1e-6, float(own.min()))), dtype=np.float32)


@lru_cache(maxsize=512)
def _known(example: Example, axis: tuple[float, float, float] | None) -> tuple[NDArray[np.complex64], float]:
    """Return an example's spectrum along its rings, (turns / 2 + 1, rings * channels), and its energy."""
    level = _level(_rings(_soft(example.face), (0, 0)), axis)
    return np.fft.rfft(level, axis=0).astype(np.complex64), float(np.square(level).sum())


def _soft(face: Image) -> Array:
    return np.asarray(cv2.GaussianBlur(face, (3, 3), 0), dtype=np.float32)


def _rings(soft: Array, at: tuple[int, int]) -> Array:
    """Return a face sampled in rings around a point beside its centre, (rings, turns, 3)."""
    across, down = _ring_places()
    middle = (SIDE_PX - 1) / 2
    x, y = (np.asarray(each + middle + off, np.float32) for each, off in zip((across, down), at, strict=True))
    return np.asarray(cv2.remap(soft, x, y, cv2.INTER_LINEAR), dtype=np.float32)


def _level(rings: Array, axis: tuple[float, float, float] | None) -> Array:
    """Return rings without the body's colour and the lighting gradient, weighted by area, (turns, rings * channels)."""
    shades = rings @ np.array(axis, np.float32)[:, None] if axis is not None else rings
    areas, slopes = _slopes()
    flat = shades.reshape(RINGS * TURNS, -1) * areas[:, None]
    flat = flat - slopes @ (slopes.T @ flat)
    return np.asarray(flat.reshape(RINGS, TURNS, -1).transpose(1, 0, 2).reshape(TURNS, -1), dtype=np.float32)


@cache
def _places() -> tuple[tuple[int, int], ...]:
    steps = range(-ROOM_PX, ROOM_PX + 1)
    return tuple((x, y) for x in steps for y in steps if abs(x) + abs(y) <= ROOM_PX)


@cache
def _ring_places() -> tuple[Array, Array]:
    """Return x and y of the sampling points of the rings, (rings, turns), px from the centre."""
    radii = ((np.arange(RINGS) + 0.5) / RINGS * REACH * EDGE_PX)[:, None]
    turn = np.arange(TURNS) * 2 * np.pi / TURNS
    return (radii * np.cos(turn)).astype(np.float32), (radii * np.sin(turn)).astype(np.float32)


@cache
def _slopes() -> tuple[Array, Array]:
    """Return the root of each point's area, (n,), and an orthonormal basis of uneven lighting, (n, 6)."""
    x, y = (each.ravel() / EDGE_PX for each in _ring_places())
    areas = np.sqrt(np.hypot(x, y) / np.hypot(x, y).sum())
    bent = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1) * areas[:, None]
    return areas.astype(np.float32), np.asarray(np.linalg.qr(bent)[0], dtype=np.float32)
