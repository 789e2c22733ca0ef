"""Dice that look like ones whose value a player said: the same face of the same make, however it is turned.

A face is looked at in rings about its middle, so that a turn is a shift along them, and all turns are tried at once by
their spectra. An emblem fits no pips and looks like itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.detections import DetectedDie
from vision.dice.networks import Array, Frame, Image, View, crops_of

SIDE_PX = 38
EDGE_PX = 32.0
"""How long a die's edge is in the picture of a face."""

REACH = 0.47
"""Radius of what is compared, in edges: within it there is face alone."""

RINGS = 12
TURNS = 60
ROOM_PX = 3
"""How far beside the middle of the die that was found its face may lie, in all."""

GAIN = (0.75, 1.33)
"""How much weaker or stronger a face may be lit than the one it looks like."""

NEARER = 2.5
"""How many times as much every other value must leave unexplained."""

LEAST = 0.03
"""What any example leaves at least: of two that leave less neither is nearer, for turns are tried in steps."""

AT_MOST = 0.3
"""Share of what a face shows that the face it looks like may leave unexplained."""

OF_UNSEEN, OF_FOUR_OR_FIVE = 0.22, 0.13
"""What a value of which there is no example is taken to leave: of a three a two leaves no less, of a five a four."""

_FRAME = Frame(SIDE_PX, EDGE_PX)
_STRAIGHT_ON = (View(0, False, 1.0),)


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A face that a player said the value of: (38, 38, 3) BGR, lit as when its tray was calibrated.

    `roll` names the roll it lay in: two of one roll are no two witnesses. `player` is whose die it is, "" where dice
    are not told apart.
    """

    value: int
    roll: str
    player: str
    face: Image


@dataclass(frozen=True, slots=True)
class Likeness:
    """Whose face a die's looks like: the value, and in how many rolls a player said so of such a face."""

    value: int
    rolls: int


def face_of(image: Image, die: DetectedDie) -> Image:
    """Return a die's face in a BGR picture as an example keeps it, (38, 38, 3)."""
    face: Image = crops_of(image, [(die.x_px, die.y_px, die.edge_px)], _STRAIGHT_ON, _FRAME)[0]
    return face


def likeness(face: Image, examples: Sequence[Example], axis: tuple[float, float, float] | None) -> Likeness | None:
    """Return what a face looks like among examples of its make; None where it is like none, or like two values.

    `axis`, BGR, is how a pip of the make differs from its body (`Pips.axis`); without it all colours are compared.
    One example that looks like it and has another value is enough to say nothing: it may be the one that is right.
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
    return Likeness(value, like) if like else None


def _unexplained(face: Image, examples: Sequence[Example], axis: tuple[float, float, float] | None) -> Array:
    """Return the share of a face that each example leaves unexplained at the turn and place that fit best, (n,)."""
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
    """Return an example's spectrum along its rings, (turns / 2 + 1, rings * channels), and how much of it there is."""
    level = _level(_rings(_soft(example.face), (0, 0)), axis)
    return np.fft.rfft(level, axis=0).astype(np.complex64), float(np.square(level).sum())


def _soft(face: Image) -> Array:
    return np.asarray(cv2.GaussianBlur(face, (3, 3), 0), dtype=np.float32)


def _rings(soft: Array, at: tuple[int, int]) -> Array:
    """Return a face along rings about a place beside its middle, (rings, turns, 3)."""
    across, down = _ring_places()
    middle = (SIDE_PX - 1) / 2
    x, y = (np.asarray(each + middle + off, np.float32) for each, off in zip((across, down), at, strict=True))
    return np.asarray(cv2.remap(soft, x, y, cv2.INTER_LINEAR), dtype=np.float32)


def _level(rings: Array, axis: tuple[float, float, float] | None) -> Array:
    """Return rings without the body's colour and a slope of light, by their areas, (turns, rings * channels)."""
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
    """Return x and y of the places along the rings, (rings, turns), px from the middle."""
    radii = ((np.arange(RINGS) + 0.5) / RINGS * REACH * EDGE_PX)[:, None]
    turn = np.arange(TURNS) * 2 * np.pi / TURNS
    return (radii * np.cos(turn)).astype(np.float32), (radii * np.sin(turn)).astype(np.float32)


@cache
def _slopes() -> tuple[Array, Array]:
    """Return the root of each place's area, (n,), and what uneven light looks like there, (n, 6), orthonormal."""
    x, y = (each.ravel() / EDGE_PX for each in _ring_places())
    areas = np.sqrt(np.hypot(x, y) / np.hypot(x, y).sum())
    bent = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1) * areas[:, None]
    return areas.astype(np.float32), np.asarray(np.linalg.qr(bent)[0], dtype=np.float32)
