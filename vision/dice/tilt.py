"""How far each die is from lying as flat as the others: flat dice lean alike, a cocked one leans its own way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.detections import LOW, DetectedDie
from vision.dice.network import EDGE_PX

Vectors = NDArray[np.float64]

USUAL = 0.035
"""How much the line of sight turns from one die's place to the next, an edge away: a 16 mm die 46 cm below."""

SURE = 5.0
"""How firmly that is held to, in squared edges of dice: few dice that lie close together say nothing about it."""

LARGEST = 0.11
"""The same for a camera nine edges away; none is nearer."""

STRAY = 0.3
"""Lean apart from the others' beyond which it makes no difference how far: such a die is not one of them."""

KNOWN = 6.0
"""How much dice that lay flat before say in all, in sure dice of the roll: of a small one, all cocked, more than it."""

KNOWN_EACH = 0.75
"""The most that one of them says."""

TOGETHER = 3
"""Dice that must lie together before they tell how flat ones lean: one alone may be cocked, and nobody knows."""

MOVED = 0.2
"""Lean apart from what dice now tell beyond which one that lay flat before was seen by a camera that has been moved."""

LIKELY = 0.1
"""Lean apart from the others' at which a die counts half for how they lean (Cauchy's weights)."""

FROM_ABOVE = 0.1
"""How much likelier a view from above is than one from the side, in strays a unit of sine."""

UPRIGHT = 2.0
"""How much likelier it is that flat dice lean up in a picture from the side than down, in strays a unit of sine."""

ASIDE = 0.3
"""Lean, as a sine, from which a picture is from the side and so has an up and a down."""


@dataclass(frozen=True, slots=True)
class FlatDie:
    """A die that lay flat in a tray's rectified view, and how it leaned there."""

    x_px: float
    y_px: float
    lean: tuple[float, float]

    @property
    def edge_px(self) -> float:
        """Its edge, px."""
        return EDGE_PX


Lying = DetectedDie | FlatDie


def as_flat(die: DetectedDie) -> FlatDie:
    """Return a die of a rectified view as one that lies flat there."""
    x, y = np.clip(die.lean, -1, 1).tolist()
    return FlatDie(die.x_px, die.y_px, (x, y))


@dataclass(frozen=True, slots=True)
class Tilt:
    """How a die lies beside a flat one at its place, sines of angles.

    `tilt` is between the two; `oblique` is between the flat one's face and the line of sight.
    """

    tilt: float
    oblique: float


def tilts_of(dice: Sequence[DetectedDie], known: Sequence[FlatDie] = ()) -> list[Tilt]:
    """Return how far each die is from lying flat, and how obliquely a flat one is seen there.

    `known` are dice that the same camera saw lie flat before, wherever they lay. A single die without any has nothing
    to be compared with: its tilt is zero.
    """
    every, leans, sure = _together(dice, known)
    flat = _flat_leans(every, leans, sure)[: len(dice)]
    tilts, oblique = np.linalg.norm(leans[: len(dice)] - flat, axis=1), np.linalg.norm(flat, axis=1)
    return [Tilt(float(tilt), float(sine)) for tilt, sine in zip(tilts, oblique, strict=True)]


def seen_alike(known: Iterable[FlatDie], dice: Sequence[DetectedDie]) -> list[FlatDie]:
    """Return those `known` that leaned as flat dice do where these lie flat: the camera has not been moved since."""
    before = list(known)
    every: list[Lying] = [*dice, *before]
    leans = np.array([die.lean for die in every], dtype=np.float64).reshape(-1, 2)
    flat = _flat_leans(every, leans, np.repeat([1.0, 1e-6], [len(dice), len(before)]))
    apart = np.linalg.norm(leans - flat, axis=1)[len(dice) :].tolist()
    return [die for die, far in zip(before, apart, strict=True) if far < MOVED]


def view_sine(dice: Sequence[DetectedDie], known: Sequence[FlatDie] = ()) -> float:
    """Return how obliquely flat dice are seen in the middle of these and the `known`: 0 from straight above."""
    every, leans, sure = _together(dice, known)
    return float(np.linalg.norm(np.median(_flat_leans(every, leans, sure), axis=0))) if every else 0.0


def _together(dice: Sequence[DetectedDie], known: Sequence[FlatDie]) -> tuple[list[Lying], Vectors, Vectors]:
    """Return all dice, how they lean, (n, 2), and how much each says of how flat ones do, (n,)."""
    every: list[Lying] = [*dice, *known]
    leans = np.array([die.lean for die in every], dtype=np.float64).reshape(-1, 2)
    said = [max(LOW, die.present) ** 2 for die in dice]
    return every, leans, np.array(said + [min(KNOWN_EACH, KNOWN / len(known)) for _ in known], dtype=np.float64)


def _flat_leans(dice: Sequence[Lying], leans: Vectors, sure: Vectors) -> Vectors:
    """Return how a flat die leans at each one's place, (n, 2).

    Most dice are taken to lie flat; the surer something is a die, the more it says. The lean of a flat die is that of
    the view, and grows outward from the point below the camera. Of two dice that lean differently the one seen more
    from above is taken for the flat one, and from the side, in a picture that is upright, none that leans down in it.
    """
    if len(dice) < 2:
        return leans
    places = np.array([(die.x_px, die.y_px) for die in dice], dtype=np.float64)
    places = (places - places.mean(axis=0)) / float(np.median([die.edge_px for die in dice]))
    level = leans - USUAL * places
    view, spread = min(level, key=lambda each: _strangeness(level, sure, each)), USUAL
    for _ in range(10):
        weights = sure / (1 + np.square(np.linalg.norm(leans - view - spread * places, axis=1) / LIKELY))
        weights /= weights.sum()
        inward = places - weights @ places
        outward = leans - weights @ leans
        amount = len(dice) * weights[:, None]
        measured, across = float((amount * inward * outward).sum()), float((amount * inward * inward).sum())
        spread = min(LARGEST, max(0.0, (measured + SURE * USUAL) / (across + SURE)))
        view = weights @ (leans - spread * places)
    return np.asarray(view + spread * places, dtype=np.float64)


def _strangeness(level: Vectors, sure: Vectors, view: Vectors) -> float:
    far = np.linalg.norm(level - view, axis=1)
    unlikely = FROM_ABOVE * np.linalg.norm(view) + UPRIGHT * max(0.0, float(view[1]) - ASIDE)
    return float(sure @ np.minimum(far, STRAY) / STRAY + unlikely)
