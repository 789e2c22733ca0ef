"""DetectedDie and the dice of one look; how they lie: tilt, cocked, two faces of one die.

The pieces are weighed together by a logistic regression (`python -m tools.training.dice.weigh`): rendered trays, three
dice in ten cocked, and photographs of flat dice that the looks had never seen. In a tray that is known, where flat dice
were seen before, a lean says much more and the looks little (`python -m benchmarks.dice_cocked --weigh`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import CELL_PX, EDGE_PX, KINDS, Array, Cells, Image, cells_of, tiles

BOX = 1.15
"""Side of a die's box in its edges."""

LOW = 0.12
"""Confidence below which nothing is looked at at all."""

APART = 0.55
"""Distance between two dice, in edges, below which they are one."""


@dataclass(frozen=True, slots=True)
class DetectedDie:
    """A die in a picture, pixels of that picture.

    `value` is its likeliest face, `confidence` how likely, `second` how likely the next one, `cocked` how likely it
    lies on none; `askew` is how likely the closer look holds the latter. `lean` is the read face's normal across the
    line of sight. `against` is the most that any single look gives to another value: 1 where one is sure of another.
    `named` is how likely the closer look alone holds its value of all that it may be, `face` the same of a die that is
    known to lie flat there, and `doubted` what the first look gives to other values.
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
        """How surely there is a die at all, flat or cocked."""
        return max(self.confidence, self.cocked)

    @property
    def box_px(self) -> tuple[int, int, int, int]:
        """(left, top, width, height) around the die."""
        side = BOX * self.edge_px
        return round(self.x_px - side / 2), round(self.y_px - side / 2), round(side), round(side)


def dice_at(
    image: Image, die_px: float, flips: int = 4, low: float = LOW, session: Any = None, *, upright: bool = False
) -> list[DetectedDie]:
    """Return the dice of one look at a BGR picture, an edge about `die_px` long, surest first."""
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
    """Return a die for each local maximum of the cells of a picture that was scaled by `ratio`."""
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
    """Return each kind's largest chance within a cell of the peak: two faces need not peak in the same cell."""
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
    """Return the dice, surest first, without those that lie on a surer one."""
    kept: list[DetectedDie] = []
    for die in sorted(dice, key=lambda each: -each.present):
        if all(
            np.hypot(die.x_px - other.x_px, die.y_px - other.y_px) > APART * min(die.edge_px, other.edge_px)
            for other in kept
        ):
            kept.append(die)
    return kept


Vectors = NDArray[np.float64]

USUAL = 0.035
"""How much the line of sight turns from one die's place to the next, an edge away: a 16 mm die 46 cm below."""

LEAN_LOG_ODDS_CAP = 5.0
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
        spread = min(LARGEST, max(0.0, (measured + LEAN_LOG_ODDS_CAP * USUAL) / (across + LEAN_LOG_ODDS_CAP)))
        view = weights @ (leans - spread * places)
    return np.asarray(view + spread * places, dtype=np.float64)


def _strangeness(level: Vectors, sure: Vectors, view: Vectors) -> float:
    far = np.linalg.norm(level - view, axis=1)
    unlikely = FROM_ABOVE * np.linalg.norm(view) + UPRIGHT * max(0.0, float(view[1]) - ASIDE)
    return float(sure @ np.minimum(far, STRAY) / STRAY + unlikely)


def logistic(log_odds: float) -> float:
    """Return the probability with these log odds; exact 0 or 1 where they are out of a float's range."""
    if log_odds >= 0:
        return 1 / (1 + math.exp(-log_odds))
    odds = math.exp(log_odds)
    return odds / (1 + odds)


LESS_SURE = 3.3
"""How much less a lean says the more obliquely flat dice are seen, a unit of that sine."""

LESS_SURE_KNOWN = 1.0
"""The same in a tray that is known."""

LEAN_ENOUGH = 0.25
"""Lean beyond which it makes no difference how far."""

COCKED_LOG_ODDS_CAP = 7.0
"""Log odds beyond which a look is not believed to be any surer."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a cocked die: the log odds by each look, its lean apart from the others'.

    `known` is whether it lies in a tray in which flat dice were seen before, `free` whether it is known to lean on
    nothing there.
    """

    first_look: float
    closer_look: float
    lean: float
    known: bool = False
    free: bool = False

    @property
    def log_odds(self) -> float:
        """The log odds of a cocked die where three in ten are."""
        weights = KNOWN_WEIGHTS if self.known else WEIGHTS
        seen = (self.first_look, self.closer_look, self.lean, 1.0)
        return float(np.dot(astuple(weights), seen)) + FREE * self.free

    @property
    def chance(self) -> float:
        """How likely the die is cocked, one half from where it is called so."""
        return logistic(self.log_odds - (COCKED_KNOWN if self.known else COCKED))

    @property
    def is_cocked(self) -> bool:
        """Whether the die is called cocked."""
        return self.log_odds >= (COCKED_KNOWN if self.known else COCKED)

    @property
    def is_doubted(self) -> bool:
        """Whether the die is no longer believed to lie flat, though perhaps not called cocked."""
        return self.log_odds >= (DOUBTED_KNOWN if self.known else DOUBTED)


@dataclass(frozen=True, slots=True)
class Weights:
    """What each piece of evidence says; `fewer` are the log odds of a die about which all evidence is nought."""

    first_look: float
    closer_look: float
    lean: float
    fewer: float


WEIGHTS = Weights(first_look=1.84, closer_look=0.37, lean=32.45, fewer=-2.9)
KNOWN_WEIGHTS = Weights(first_look=0.35, closer_look=0.12, lean=52.44, fewer=-7.31)

COCKED = -1.9
"""Log odds from which a die is cocked: of flat dice fewer than one in fifty."""

DOUBTED = -2.4
"""Log odds from which a die is no longer believed, though not yet called cocked."""

COCKED_KNOWN, DOUBTED_KNOWN = -0.2, -0.7
"""The same in a tray that is known: there one or two flat dice of a hundred are called cocked (model_card.md)."""

FREE = -1.7
"""What it says of a die in a known tray that it touches neither another nor a wall: it leans on nothing. Of 53 dice
that fell and lay cocked in trays of another renderer 5 did so, most on a fold, of 550 flat ones 294.
"""

IN_ANY_TRAY = 0.5
"""Log odds by what is weighed for any tray from which a die is cocked in a known one too, however little it leans."""


NONE = Evidence(first_look=-COCKED_LOG_ODDS_CAP, closer_look=-COCKED_LOG_ODDS_CAP, lean=0.0)
"""What is known of a die that by all accounts lies flat."""


def evidence(die: DetectedDie, stance: Tilt, *, known: bool = False, free: bool = False) -> Evidence:
    """Return what is known about a die that lies so beside a flat one; `known` is whether flat ones were seen before.

    `free` is whether it touches nothing, which says something where flat ones are known. There too a die is cocked of
    which that is clear by what is weighed for any tray.
    """
    looks = _log_odds(die.cocked), _log_odds(die.askew)
    free = free and known
    anywhere = Evidence(*looks, min(LEAN_ENOUGH, stance.tilt / (1 + LESS_SURE * stance.oblique)), free=free)
    if not known or anywhere.log_odds >= IN_ANY_TRAY:
        return anywhere
    return Evidence(
        *looks, min(LEAN_ENOUGH, stance.tilt / (1 + LESS_SURE_KNOWN * stance.oblique)), known=True, free=free
    )


def _log_odds(share: float) -> float:
    least = 1e-9
    held = min(1 - least, max(least, share))
    return float(np.clip(np.log(held / (1 - held)), -COCKED_LOG_ODDS_CAP, COCKED_LOG_ODDS_CAP))


ONE_DIE = 0.82
"""Distance between two faces, in edges, below which they are one die's: touching dice are an edge apart."""

ITS_SIDE = 1.0
"""Distance between the middles of a die's top and side below which they are in a picture from the side, in edges."""

SQUARE = 0.85
"""Least difference of the leans of two faces that are square to each other; of two dice, one cocked, it is less."""

OFF = 0.3
"""How far the middle of a second face is from where the first one has it, edges."""

ASLANT = 0.2
"""Sine of the angle between a flat die's face and the line of sight from which its side may be seen too."""


def one_for_each_die(found: Sequence[DetectedDie]) -> list[DetectedDie]:
    """Return the dice of a picture from above, surest first, each with the surest of its faces.

    A die of which two faces are seen lies in their middle, as a cocked one does.
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
    far = np.hypot(one.x_px - other.x_px, one.y_px - other.y_px)
    return bool(far < ONE_DIE * min(one.edge_px, other.edge_px))


def tops(found: Sequence[DetectedDie], known: Sequence[FlatDie] = ()) -> list[DetectedDie]:
    """Return the dice of a picture without faces that are the side of another, whose top lies as flat dice do there.

    Where dice are seen from straight above no flat one shows a side. `known` as in `stances`.
    """
    lying = list(zip(found, tilts_of(found, known), strict=True))
    flat = [die for die, stance in lying if stance.oblique > ASLANT and stance.tilt < LIKELY]
    return [die for die, stance in lying if stance.tilt < LIKELY or not any(_square(die, top) for top in flat)]


def thrown_and_further(found: Sequence[DetectedDie], count: int, known: Sequence[FlatDie] = ()) -> list[DetectedDie]:
    """Return the `count` surest dice of a picture from the side, and what else may be one: no other face of those.

    How a side leans is not always seen well enough for `tops`. Where there are as many dice without it, a face that
    leans apart from flat ones and lies on a surer die is that die's.
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
    far = np.hypot(one.x_px - other.x_px, one.y_px - other.y_px)
    return bool(far < ITS_SIDE * (one.edge_px + other.edge_px) / 2)


def _square(one: DetectedDie, other: DetectedDie) -> bool:
    """Return whether two faces are square to each other on one die: each is half an edge from its middle."""
    apart = np.subtract(one.lean, other.lean)
    if float(np.linalg.norm(apart)) < SQUARE:
        return False
    edge = (one.edge_px + other.edge_px) / 2
    far = np.array([one.x_px - other.x_px, one.y_px - other.y_px]) / edge - apart / 2
    return float(np.linalg.norm(far)) < OFF
