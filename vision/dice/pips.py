"""Pips of a make: faces at every turn, counting, learning them from dice.

The network has learnt from many makes and knows none; a tray's own dice say what a pip of theirs looks like. A mark of
another colour or strength is none of them, and a pip that hardly differs from its body does so the same way each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Annotated

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from vision.dice.detections import DetectedDie
from vision.dice.networks import Array, Frame, Image, View, crops_of

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


SIZES = (0.93, 1.0, 1.07)
GAIN = (0.7, 1.4)
"""How much weaker or stronger pips may be than those the make was learnt from: light falls unevenly."""

CLEARLY = 0.3
"""By how much of a pip one value must fit better than every other to be told."""

OF_MISFIT = 0.15
"""The same as a share of what that value leaves unexplained, where it fits and the networks say so too."""

OF_BAD_FIT = 0.25
"""The same where it does not fit: an emblem fits no value well, and one with two eyes is read as a two."""

OF_MISFIT_ALONE = 0.4
"""The same where nobody else says so: an emblem leaves 1.2 pips and fits one value better than all others by .26."""

FITS = 2.0
"""What a value that fits leaves unexplained at most, in pips."""

STRANGE, STRANGE_AT_LEAST = 3.0, 1.0
"""How many times as much as its make's own dice, and how many pips at least, a face leaves unexplained that is none of
theirs: the smallest emblem 3.1 times.
"""

OF_STRANGE = 0.4
"""How much better than every other, as a share of what it leaves unexplained, a value fits such a face that is one of
theirs after all, under a glare for instance: the two in a skull by .26.
"""

LEAST_USUAL = 0.2
"""What a make's own dice leave unexplained at least: those by which it was learnt always fit a little better."""

AS_USUAL = 1.4
"""How many times as much as its make's own dice a value may leave unexplained that fits as they do: emblems leave three
times as much and more.
"""

CLEARLY_AS_USUAL = 0.2
"""How much better than every other, of a pip and as a share of what it leaves unexplained, a value fits that is named
where it fits as the make's own dice do. Of 999 doubted dice of 243 trays the 16 that fit so and were counted wrongly
fit better by at most .06 of it, but for one by .12 of a pip.
"""

OVERRULING_AS_USUAL, OVERRULING = 0.4, 0.6
"""How much better than every other, in pips, a value fits that is named though the networks read another: where it fits
as the make's own dice do, and where it does not. Of 42 such dice that were named by less two were named wrongly, by .31
and by .52.
"""

ALL_IT_SHOWS = 1.0
"""What pips of another colour may leave unexplained, in pips: an emblem leaves two and more, a red one half of one."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a die's pips count to, 0 for none, and by how much that fits better than anything else: one is a whole pip.

    `misfit` is what that value leaves unexplained, in pips too, and `usual` what its make's own dice do.
    """

    value: int
    margin: float
    misfit: float
    usual: float = 0.0

    def agrees(self, value: int) -> bool:
        """Return whether it says clearly that a die shows that value; a one far larger than its make's pips is none."""
        share = OF_MISFIT if self.misfit <= FITS else OF_BAD_FIT
        clear = self.margin >= max(CLEARLY, share * self.misfit)
        return self.value == value and clear and not (value == 1 and self._is_strange)

    @property
    def names_it(self) -> bool:
        """Whether it names the value of a flat die of its make whatever the networks say."""
        if self.value == 0:
            return False
        well = self.misfit <= FITS and self.margin >= max(CLEARLY, OF_MISFIT_ALONE * self.misfit)
        return (well and not self._is_strange) or (
            self.misfit <= AS_USUAL * self.usual and self.margin >= CLEARLY_AS_USUAL * max(1.0, self.misfit)
        )

    @property
    def overrules(self) -> bool:
        """Whether it names a value so clearly that the networks, which read another and doubt it, are wrong."""
        as_usual = self.misfit <= AS_USUAL * max(self.usual, LEAST_USUAL)
        return self.names_it and self.margin >= (OVERRULING_AS_USUAL if as_usual else OVERRULING)

    @property
    def clearness(self) -> float:
        """How clearly it says a value, 0 to 1: where much is unexplained a pip more or less says little."""
        return min(1.0, self.margin / max(1.0, self.misfit))

    @property
    def fits_none(self) -> bool:
        """Whether a face is none of its make's: an emblem, one that is like a large one too, or hidden pips."""
        return self._is_strange and (self.value == 1 or self.margin < OF_STRANGE * self.misfit)

    @property
    def _is_strange(self) -> bool:
        """Whether it leaves far more unexplained than its make's own dice do, as far as that is known."""
        return self.usual > 0 and self.misfit >= max(STRANGE_AT_LEAST, STRANGE * max(self.usual, LEAST_USUAL))

    def denies(self, value: int) -> bool:
        """Return whether it says that a die of which the networks are not sure shows another value."""
        return self.value != value and (self.misfit <= FITS or self.margin >= OF_BAD_FIT * self.misfit)


def counted(image: Image, die: DetectedDie, pips: Pips) -> Counted:
    """Return what a die of that make shows in a BGR picture that is lit as it was when the make was learnt."""
    seen = level(windows_of((crop_of(image, die) @ np.array(pips.axis, np.float32))[..., None]))[..., 0]
    whole = np.square(seen).sum(axis=1)[:, None]
    left = np.full(7, np.inf)
    left[0] = whole.min()
    for size in SIZES:
        faces = faces_of(round(pips.spacing * size, 4), pips.radius)
        overlap = seen @ faces.marks.T
        gain = np.clip(overlap / faces.energy, *GAIN)
        best = (whole - 2 * gain * overlap + np.square(gain) * faces.energy).min(axis=0)
        for value in range(1, 7):
            left[value] = min(left[value], float(best[faces.values == value].min()))
    plain = faces_of(round(pips.spacing, 4), pips.radius)
    left /= float(plain.energy[plain.values == 1][0])
    first, second = np.argsort(left)[:2].tolist()
    return Counted(first, float(left[second] - left[first]), float(left[first]), pips.misfit)


def in_another_colour(image: Image, die: DetectedDie, pips: Pips) -> bool:
    """Return whether pips of any other one colour, as many as the die was read as, are all that its face shows.

    Many a make has a red one, and some a red four: by the colour of its other pips such a face is blank. An emblem or a
    reflection is not as large as a pip and leaves much over.
    """
    seen = level(windows_of(crop_of(image, die)))
    fits = fits_in_one_colour(seen, [(round(pips.spacing * size, 4), pips.radius) for size in SIZES])
    left, value, one = min(fits)
    margin = min(other for other, shown, _ in fits if shown != value) - left
    return value == die.value and margin >= CLEARLY * one and left <= ALL_IT_SHOWS * one


def fits_in_one_colour(seen: Array, shapes: Iterable[tuple[float, float]]) -> list[tuple[float, int, float]]:
    """Return what each face of pips of such spacings and radii leaves unexplained, its value, what one pip explains.

    `seen` is a die level, (places, pixels, 3), where it is explained best; its pips may have any one colour.
    """
    whole = np.square(seen).sum(axis=(1, 2))[:, None]
    fits: list[tuple[float, int, float]] = []
    for spacing, radius in shapes:
        faces = faces_of(spacing, radius)
        explained = np.square(np.einsum("pxc,nx->pnc", seen, faces.marks, optimize=True)).sum(axis=2) / faces.energy
        at = (whole - explained).argmin(axis=0)
        each = np.arange(len(at))
        one_pip = explained[at, each] / faces.energy * faces.energy[faces.values == 1][0]
        fits += zip((whole[at, 0] - explained[at, each]).tolist(), faces.values.tolist(), one_pip.tolist(), strict=True)
    return fits


GRAIN = 3.0
"""One deviation of a pixel that every camera has, in grey levels."""

LEAST_CONTRAST = 4.0
"""Grey levels between body and pip below which they cannot be told from the camera's noise."""

ALIKE = 0.8
"""Cosine between a die's contrast and the others' from which it is of their make."""

CONTRASTS = ((1, 1, 1), (1, 0, -1), (0, 1, -1))
"""Mixtures of blue, green and red in which a make's pips are looked for at first."""

ENOUGH = 0.5
"""How much of the dice a mixture must explain by pips, as a share of what the best one does: what is left of another
colour's difference, where pips and bodies are both grey, counted five dice right by chance and a skull as a two.
"""

MOSTLY = 0.6
"""Share of those dice that it must count as they were read."""

LEAST_DICE = 3
"""Dice of a make from which its pips are learnt."""

MIDDLE_IS_NONE = {3: 2, 5: 4}
"""What those values are where the pip in their middle is none."""


def pips_of(image: Image, dice: Sequence[DetectedDie]) -> Pips | None:
    """Return the pips of dice of one make in a BGR picture, whose values are mostly right; None where they tell none.

    Dice that all show one value tell none. Whatever is learnt must count most of those very dice right: as they were
    read, or else without the pip in the middle of threes and fives, which on some makes is a reflection: of all of
    them, or of those that were read least surely.
    """
    labellings = _without_middles(dice)
    as_read, sure = _pips_of(image, next(labellings))
    if sure > 0:
        return as_read
    return max((_pips_of(image, each) for each in labellings), key=lambda each: each[1], default=(None, 0.0))[0]


def _without_middles(dice: Sequence[DetectedDie]) -> Iterator[list[DetectedDie]]:
    """Yield the dice as they were read, then with ever more of their middle pips taken for none."""
    plain = list(dice)
    yield list(plain)
    for k in sorted(range(len(plain)), key=lambda each: plain[each].confidence):
        if plain[k].value in MIDDLE_IS_NONE:
            plain[k] = replace(plain[k], value=MIDDLE_IS_NONE[plain[k].value])
            yield list(plain)


def _pips_of(image: Image, dice: Sequence[DetectedDie]) -> tuple[Pips | None, float]:
    """Return the pips that count dice as they were read, and how surely they do, none and nought where none do."""
    if len(dice) < LEAST_DICE or len({die.value for die in dice}) == 1:
        return None, 0.0
    windows = [level(windows_of(crop_of(image, die))) for die in dice]
    best: Pips | None = None
    most = 0.0
    learnt = [_learnt(windows, dice, np.array(channels, np.float32)) for channels in CONTRASTS]
    enough = ENOUGH * max(explained for explained, _ in learnt)
    for pips in chain.from_iterable(each for explained, each in learnt if explained >= enough):
        said = [(counted(image, die, pips), die) for die in dice]
        said = [(each, die) for each, die in said if each.value or not in_another_colour(image, die, pips)]
        right = [each for each, die in said if each.value == die.value]
        sure = sum(each.clearness * (1 if each.value == die.value else -1) for each, die in said)
        if len(right) >= max(LEAST_DICE, MOSTLY * len(said)) and sure > most:
            usual = float(np.median([each.misfit for each in right]))
            shown = tuple(sorted({each.value for each in right}))
            best, most = pips.model_copy(update={"misfit": usual, "shown": shown}), sure
    return best, most


def _learnt(windows: Sequence[Array], dice: Sequence[DetectedDie], channels: Array) -> tuple[float, list[Pips]]:
    """Return how much of what dice show in such a mixture of the channels pips explain, of all of it, and those pips.

    None where few are alike.

    Once as what tells pips from all else that is on the dice, and once by their contrast alone. Many a make has a red
    one: where three dice show something else, those say what its pips look like.
    """
    grey = [window @ channels for window in windows]
    fits = [_fitted(grey, windows, dice, spacing, radius) for spacing in SPACINGS for radius in RADII]
    explained, spacing, radius, contrasts, rests = max(fits, key=lambda fit: fit[0])
    share = explained / len(dice)
    others = contrasts[[die.value != 1 for die in dice]]
    usual = np.median(others if len(others) >= LEAST_DICE else contrasts, axis=0)
    lengths = np.linalg.norm(contrasts, axis=1) * np.linalg.norm(usual)
    alike = contrasts @ usual > ALIKE * np.maximum(lengths, 1e-6)
    if alike.sum() < LEAST_DICE:
        return share, []
    contrast = contrasts[alike].mean(axis=0)
    rest = np.concatenate([each for each, like in zip(rests, alike, strict=True) if like])
    apart = np.linalg.solve(rest.T @ rest / len(rest) + GRAIN**2 * np.eye(3), contrast)
    axes = [axis / (contrast @ axis) for axis in (apart, contrast)]
    told = [axis.tolist() for axis in axes if np.abs(axis).max() <= 1 / LEAST_CONTRAST]
    return share, [Pips(axis=(blue, green, red), spacing=spacing, radius=radius) for blue, green, red in told]


def _fitted(
    grey: Sequence[Array], windows: Sequence[Array], dice: Sequence[DetectedDie], spacing: float, radius: float
) -> tuple[float, float, float, Array, list[Array]]:
    """Return how much of the dice such pips explain, those, each die's contrast, (n, 3), and what is left of it."""
    faces = faces_of(spacing, radius)
    explained, contrasts, rests = 0.0, [], []
    for shade, window, die in zip(grey, windows, dice, strict=True):
        own = faces.values == die.value
        marks, energy = faces.marks[own], faces.energy[own]
        said = np.square(shade @ marks.T) / energy
        at, turn = np.unravel_index(int(said.argmax()), said.shape)
        explained += float(said[at, turn] / max(1e-6, np.square(shade[at]).sum()))
        contrast = marks[turn] @ window[at] / energy[turn]
        contrasts.append(contrast)
        rests.append(window[at] - marks[turn][:, None] * contrast)
    return explained, spacing, radius, np.array(contrasts), rests
