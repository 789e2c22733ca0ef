"""Dice detections: candidates of one detector pass, their tilt, the test for cocked dice, and several faces of one die.

The weights of the evidence for cocked dice come from a logistic regression (`python -m tools.training.dice.weigh`) on
rendered trays with 30 % cocked dice and on photographs of flat dice that the networks were not trained on. In a known
tray, in which flat dice were seen before, the lean has far more weight and the networks have little (`python -m
benchmarks.dice.cocked --weigh`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import CELL_PX, EDGE_PX, KINDS, Array, Cells, Image, Place, cells_of, tiles

BOX = 1.15
"""Side of a die's bounding box, in edge lengths."""

LOW = 0.12
"""Least confidence of a candidate."""

APART = 0.55
"""Distance in edge lengths below which two candidates are the same die."""


@dataclass(frozen=True, slots=True)
class DetectedDie:
    """Die candidate, in pixels of its image.

    `value` is the most probable face, `confidence` its probability, `second` that of the next face, `cocked` the
    probability that the die is cocked; `askew` is the classifier's probability of the latter. `lean` is the normal of
    the face that was read, projected across the line of sight. `against` is the largest share that any single pass
    gives to another value: 1 if one is sure of another. `named` is the classifier's probability of the value among all
    outcomes, `face` among the faces of a flat die, and `doubted` the detector's share of other values.
    """

    value: int
    x_px: float
    y_px: float
    edge_px: float
    confidence: float
    second: float
    cocked: float
    lean: tuple[float, float]
    askew: float = 1.0
    against: float = 0.0
    named: float = 0.0
    face: float = 0.0
    doubted: float = 1.0

    @property
    def present(self) -> float:
        """Probability that there is a die, flat or cocked."""
        return max(self.confidence, self.cocked)

    @property
    def place(self) -> Place:
        """(x, y, edge) px, as the classifier takes it."""
        return self.x_px, self.y_px, self.edge_px

    def far_px(self, other: DetectedDie) -> float:
        """Distance between the centres of two dice, px."""
        return float(np.hypot(self.x_px - other.x_px, self.y_px - other.y_px))

    def window(self, reach_px: int) -> tuple[slice, slice]:
        """Return rows and columns of the square around the die with that half side, within the image's first ones."""
        x, y = round(self.x_px), round(self.y_px)
        return slice(max(0, y - reach_px), y + reach_px + 1), slice(max(0, x - reach_px), x + reach_px + 1)

    @property
    def box_px(self) -> tuple[int, int, int, int]:
        """(left, top, width, height) of the die's bounding box."""
        side = BOX * self.edge_px
        return round(self.x_px - side / 2), round(self.y_px - side / 2), round(side), round(side)


def dice_at(
    image: Image, die_px: float, flips: int = 4, low: float = LOW, session: Any = None, *, upright: bool = False
) -> list[DetectedDie]:
    """Return the dice of one detector pass over a BGR image with an edge length of about `die_px`, surest first."""
    ratio = EDGE_PX / die_px
    found = []
    for tile in tiles(image, die_px):
        there = peaks(cells_of(tile.image, ratio, flips, session, upright), ratio, low)
        found += [
            replace(die, x_px=die.x_px + tile.left, y_px=die.y_px + tile.top)
            for die in there
            if tile.owns(die.x_px, die.y_px)
        ]
    return apart(found)


def peaks(cells: Cells, ratio: float, low: float) -> list[DetectedDie]:
    """Return a die for each local maximum of the cells of an image that was scaled by `ratio`."""
    best = cells.kinds.max(axis=0)
    highest = cv2.dilate(best, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((best >= highest) & (best > low))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        chances = _around(cells, row, column)
        order = np.argsort(chances[: KINDS - 1])[::-1]
        dx, dy = _between(best, row, column)
        found.append(
            DetectedDie(
                value=int(order[0]) + 1,
                x_px=float(((column + dx) * CELL_PX + (CELL_PX - 1) / 2 + 0.5) / ratio - 0.5),
                y_px=float(((row + dy) * CELL_PX + (CELL_PX - 1) / 2 + 0.5) / ratio - 0.5),
                edge_px=float(cells.edge_px[row, column] / ratio),
                confidence=float(chances[order[0]]),
                second=float(chances[order[1]]),
                cocked=float(chances[KINDS - 1]),
                lean=(float(cells.lean[0, row, column]), float(cells.lean[1, row, column])),
            )
        )
    return sorted(found, key=lambda die: -die.present)


def _around(cells: Cells, row: int, column: int) -> Array:
    """Return the largest probability of each kind within a cell of the peak: two faces may peak in different cells."""
    part = cells.kinds[:, max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    return np.asarray(part.reshape(KINDS, -1).max(axis=1), dtype=np.float32)


def _between(best: Array, row: int, column: int) -> tuple[float, float]:
    """Return (x, y) of the peak within its cell, from the parabola through its neighbours."""
    shifts = []
    for across, down in ((1, 0), (0, 1)):
        before, after = (row - down, column - across), (row + down, column + across)
        if min(before) < 0 or after[0] >= best.shape[0] or after[1] >= best.shape[1]:
            shifts.append(0.0)
            continue
        a, b, c = float(best[before]), float(best[row, column]), float(best[after])
        bend = a - 2 * b + c
        shifts.append(max(-0.5, min(0.5, 0.5 * (a - c) / bend)) if bend < 0 else 0.0)
    return shifts[0], shifts[1]


def apart(dice: Sequence[DetectedDie]) -> list[DetectedDie]:
    """Return the dice, surest first, without those that overlap a surer one."""
    kept: list[DetectedDie] = []
    for die in sorted(dice, key=lambda each: -each.present):
        if all(die.far_px(other) > APART * min(die.edge_px, other.edge_px) for other in kept):
            kept.append(die)
    return kept


Vectors = NDArray[np.float64]

USUAL = 0.035
"""Expected change of the line of sight per edge length between dice: a 16 mm die 46 cm below the camera."""

LEAN_LOG_ODDS_CAP = 5.0
"""Weight of that prior, in squared edge lengths: a few dice close together carry no information about it."""

LARGEST = 0.11
"""Upper limit of that change, for a camera nine edge lengths away, the nearest possible."""

STRAY = 0.3
"""Lean relative to the others at which the cost is capped: such a die is not flat."""

KNOWN = 6.0
"""Total weight of dice that were flat before, in sure dice of the roll: more than a small roll in which all are cocked.
"""

KNOWN_EACH = 0.75
"""Largest weight of one of them."""

TOGETHER = 3
"""Number of known dice needed to estimate the lean of flat ones: a single one may have been cocked."""

MOVED = 0.2
"""Lean relative to the current estimate beyond which a known die was seen by a camera that has moved since."""

LIKELY = 0.1
"""Lean relative to the others at which a die's weight is halved (Cauchy weights)."""

FROM_ABOVE = 0.1
"""Cost of an oblique view, in stray dice per unit of sine: views from above are more probable."""

UPRIGHT = 2.0
"""Cost of flat dice that lean down in an image from the side, in stray dice per unit of sine."""

ASIDE = 0.3
"""Lean, as a sine, from which an image is a view from the side with an up direction."""


@dataclass(frozen=True, slots=True)
class FlatDie:
    """A die that was flat in a tray's rectified view, with its lean there."""

    x_px: float
    y_px: float
    lean: tuple[float, float]

    @property
    def edge_px(self) -> float:
        """Edge length in the rectified view."""
        return EDGE_PX


Lying = DetectedDie | FlatDie


def as_flat(die: DetectedDie) -> FlatDie:
    """Return a die of a rectified view as a known flat die."""
    x, y = np.clip(die.lean, -1, 1).tolist()
    return FlatDie(die.x_px, die.y_px, (x, y))


@dataclass(frozen=True, slots=True)
class Tilt:
    """Tilt of a die relative to a flat one at its place, as sines of angles.

    `tilt` is the angle between the two, `oblique` the angle between the flat die's normal and the line of sight.
    """

    tilt: float
    oblique: float


def tilts_of(dice: Sequence[DetectedDie], known: Sequence[FlatDie] = ()) -> list[Tilt]:
    """Return the tilt of each die, and how obliquely a flat one is seen there.

    `known` are dice that the same camera saw flat before, anywhere. A single die without any known ones cannot be
    compared: its tilt is zero.
    """
    every, leans, sure = _together(dice, known)
    flat = _flat_leans(every, leans, sure)[: len(dice)]
    tilts, oblique = np.linalg.norm(leans[: len(dice)] - flat, axis=1), np.linalg.norm(flat, axis=1)
    return [Tilt(float(tilt), float(sine)) for tilt, sine in zip(tilts, oblique, strict=True)]


def seen_alike(known: Iterable[FlatDie], dice: Sequence[DetectedDie]) -> list[FlatDie]:
    """Return the `known` dice that agree with the lean of flat dice in this image: the camera has not moved since."""
    before = list(known)
    every: list[Lying] = [*dice, *before]
    leans = np.array([die.lean for die in every], dtype=np.float64).reshape(-1, 2)
    flat = _flat_leans(every, leans, np.repeat([1.0, 1e-6], [len(dice), len(before)]))
    apart = np.linalg.norm(leans - flat, axis=1)[len(dice) :].tolist()
    return [die for die, far in zip(before, apart, strict=True) if far < MOVED]


def view_sine(dice: Sequence[DetectedDie], known: Sequence[FlatDie] = ()) -> float:
    """Return the sine of the view angle in the middle of all dice: 0 from straight above."""
    every, leans, sure = _together(dice, known)
    return float(np.linalg.norm(np.median(_flat_leans(every, leans, sure), axis=0))) if every else 0.0


def _together(dice: Sequence[DetectedDie], known: Sequence[FlatDie]) -> tuple[list[Lying], Vectors, Vectors]:
    """Return all dice, their leans (n, 2), and their weights (n,) for the lean of flat dice."""
    every: list[Lying] = [*dice, *known]
    leans = np.array([die.lean for die in every], dtype=np.float64).reshape(-1, 2)
    said = [max(LOW, die.present) ** 2 for die in dice]
    return every, leans, np.array(said + [min(KNOWN_EACH, KNOWN / len(known)) for _ in known], dtype=np.float64)


def _flat_leans(dice: Sequence[Lying], leans: Vectors, sure: Vectors) -> Vectors:
    """Return the lean of a flat die at each place, (n, 2).

    Robust fit with most dice taken as flat, each weighted by its confidence. The lean of a flat die is that of the view
    and grows outward from the point below the camera. If two dice lean differently, the one seen more from above is
    taken as flat; in an upright image from the side, dice that lean down are not.
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
        spread = min(LARGEST, max(0.0, (measured + LEAN_LOG_ODDS_CAP * USUAL) / (across + LEAN_LOG_ODDS_CAP)))
        view = weights @ (leans - spread * places)
    return np.asarray(view + spread * places, dtype=np.float64)


def _strangeness(level: Vectors, sure: Vectors, view: Vectors) -> float:
    far = np.linalg.norm(level - view, axis=1)
    unlikely = FROM_ABOVE * np.linalg.norm(view) + UPRIGHT * max(0.0, float(view[1]) - ASIDE)
    return float(sure @ np.minimum(far, STRAY) / STRAY + unlikely)


def logistic(log_odds: float) -> float:
    """Return the probability with these log odds; exactly 0 or 1 if they exceed the range of a float."""
    if log_odds >= 0:
        return 1 / (1 + math.exp(-log_odds))
    odds = math.exp(log_odds)
    return odds / (1 + odds)


LESS_SURE = 3.3
"""Loss of weight of the lean in an oblique view, per unit of sine."""

LESS_SURE_KNOWN = 1.0
"""The same in a known tray."""

LEAN_ENOUGH = 0.25
"""Limit of the lean."""

COCKED_LOG_ODDS_CAP = 7.0
"""Limit of the log odds of each network."""


@dataclass(frozen=True, slots=True)
class TiltEvidence:
    """Evidence that a die is cocked: the log odds of both networks, and its lean relative to the others.

    `known` is whether flat dice were seen in this tray before, `free` whether the die is known to touch nothing that it
    could lean on.
    """

    first_look: float
    closer_look: float
    lean: float
    known: bool = False
    free: bool = False

    @property
    def log_odds(self) -> float:
        """Log odds of a cocked die at a prior of 30 % cocked dice."""
        weights = KNOWN_WEIGHTS if self.known else WEIGHTS
        seen = (self.first_look, self.closer_look, self.lean, 1.0)
        return float(np.dot(astuple(weights), seen)) + FREE * self.free

    @property
    def chance(self) -> float:
        """Probability that the die is cocked, scaled such that the threshold is 0.5."""
        return logistic(self.log_odds - (COCKED_KNOWN if self.known else COCKED))

    @property
    def is_cocked(self) -> bool:
        """Whether the die counts as cocked."""
        return self.log_odds >= (COCKED_KNOWN if self.known else COCKED)

    @property
    def is_doubted(self) -> bool:
        """Whether the die is no longer accepted as flat, although it may not count as cocked."""
        return self.log_odds >= (DOUBTED_KNOWN if self.known else DOUBTED)


@dataclass(frozen=True, slots=True)
class TiltWeights:
    """Weights of the evidence; `fewer` is the constant term."""

    first_look: float
    closer_look: float
    lean: float
    fewer: float


WEIGHTS = TiltWeights(first_look=1.84, closer_look=0.37, lean=32.45, fewer=-2.9)
KNOWN_WEIGHTS = TiltWeights(first_look=0.35, closer_look=0.12, lean=52.44, fewer=-7.31)

COCKED = -1.9
"""Log odds from which a die is cocked; fewer than one in fifty flat dice reach it."""

DOUBTED = -2.4
"""Log odds from which a die is no longer accepted as flat, though not yet cocked."""

COCKED_KNOWN, DOUBTED_KNOWN = -0.2, -0.7
"""The same in a known tray: there, one or two of a hundred flat dice count as cocked (model_card.md)."""

FREE = -1.7
"""Log odds added for a die in a known tray that touches neither another die nor a wall, so leans on nothing. Of 53 dice
that fell and came to rest cocked in trays of another renderer, 5 touched nothing (most were on a fold); of 550 flat
ones, 294.
"""

IN_ANY_TRAY = 0.5
"""Log odds by the weights for any tray from which a die is cocked in a known tray as well, however small its lean."""


NONE = TiltEvidence(first_look=-COCKED_LOG_ODDS_CAP, closer_look=-COCKED_LOG_ODDS_CAP, lean=0.0)
"""Evidence of a die that is flat by all measures."""


def tilt_evidence(die: DetectedDie, stance: Tilt, *, known: bool = False, free: bool = False) -> TiltEvidence:
    """Return the evidence that a die with that tilt is cocked; `known` is whether flat dice were seen there before.

    `free` is whether the die touches nothing; it is used only if `known`. If the weights for any tray are clear enough,
    they decide in a known tray as well.
    """
    looks = _log_odds(die.cocked), _log_odds(die.askew)
    free = free and known
    anywhere = TiltEvidence(*looks, min(LEAN_ENOUGH, stance.tilt / (1 + LESS_SURE * stance.oblique)), free=free)
    if not known or anywhere.log_odds >= IN_ANY_TRAY:
        return anywhere
    return TiltEvidence(
        *looks, min(LEAN_ENOUGH, stance.tilt / (1 + LESS_SURE_KNOWN * stance.oblique)), known=True, free=free
    )


def _log_odds(share: float) -> float:
    least = 1e-9
    held = min(1 - least, max(least, share))
    return float(np.clip(np.log(held / (1 - held)), -COCKED_LOG_ODDS_CAP, COCKED_LOG_ODDS_CAP))


ONE_DIE = 0.82
"""Distance between two faces, in edge lengths, below which they belong to one die: touching dice are one edge apart."""

ITS_SIDE = 1.0
"""Largest distance between the centres of a die's top and its side in an image from the side, in edge lengths."""

SQUARE = 0.85
"""Least difference between the leans of two perpendicular faces; two dice, one of them cocked, differ by less."""

OFF = 0.3
"""Largest offset of a second face's centre from where the first one predicts it, in edge lengths."""

ASLANT = 0.2
"""Sine of the view angle from which the side of a flat die may be visible."""


def one_face_per_die(found: Sequence[DetectedDie]) -> list[DetectedDie]:
    """Return the dice of an image from above, surest first, each with the surest of its faces.

    A die with two detected faces is centred between them, as a cocked one is.
    """
    dice: list[DetectedDie] = []
    for face in sorted(found, key=lambda each: -each.present):
        at = next((k for k, die in enumerate(dice) if _same(die, face)), None)
        if at is None:
            dice.append(face)
        else:
            die = dice[at]
            dice[at] = replace(die, x_px=(die.x_px + face.x_px) / 2, y_px=(die.y_px + face.y_px) / 2)
    return dice


def _same(one: DetectedDie, other: DetectedDie) -> bool:
    return one.far_px(other) < ONE_DIE * min(one.edge_px, other.edge_px)


def without_side_faces(found: Sequence[DetectedDie], known: Sequence[FlatDie] = ()) -> list[DetectedDie]:
    """Return the dice of an image without faces that are the side of another die with a flat top.

    From straight above, no flat die shows a side. `known` as in `tilts_of`.
    """
    lying = list(zip(found, tilts_of(found, known), strict=True))
    flat = [die for die, stance in lying if stance.oblique > ASLANT and stance.tilt < LIKELY]
    return [die for die, stance in lying if stance.tilt < LIKELY or not any(_square(die, top) for top in flat)]


def thrown_and_further(found: Sequence[DetectedDie], count: int, known: Sequence[FlatDie] = ()) -> list[DetectedDie]:
    """Return the `count` surest dice of an image from the side, then further candidates that are not their other faces.

    The lean of a side is not always accurate enough for `tops`. If there are enough dice without it, a face that leans
    differently from flat ones and overlaps a surer die is part of that die.
    """
    lying = list(zip(found, tilts_of(found, known), strict=True))
    return [
        *found[:count],
        *(
            die
            for die, stance in lying[count:]
            if stance.tilt < LIKELY or not any(_on(die, top) for top in found[:count])
        ),
    ]


def _on(one: DetectedDie, other: DetectedDie) -> bool:
    return one.far_px(other) < ITS_SIDE * (one.edge_px + other.edge_px) / 2


def _square(one: DetectedDie, other: DetectedDie) -> bool:
    """Return whether two faces are perpendicular faces of one die: each is half an edge from the die's centre."""
    apart = np.subtract(one.lean, other.lean)
    if float(np.linalg.norm(apart)) < SQUARE:
        return False
    edge = (one.edge_px + other.edge_px) / 2
    far = np.array([one.x_px - other.x_px, one.y_px - other.y_px]) / edge - apart / 2
    return float(np.linalg.norm(far)) < OFF
