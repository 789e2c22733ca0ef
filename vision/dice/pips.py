"""Pip counting for a make of dice: templates of faces, counts, and calibration of pips from dice of the make.

The networks were trained on many makes and know none in particular; the dice of a tray show what the pips of their make
look like. A mark of another colour or contrast is no pip, and a pip with little contrast to the body has the same
contrast every time.
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
from vision.dice.networks import Array, CropSize, CropTransform, Image, crops_of

EDGE_PX = 24.0
FACE_PX = 24
ROOM_PX = 4
"""Largest offset of a face's centre from the detected die's, |x| + |y|."""

CROP = CropSize(FACE_PX + 2 * ROOM_PX, EDGE_PX)
STRAIGHT_ON = (CropTransform(0, False, 1.0),)
REACH = 0.49
"""Radius of the face that is compared, in edge lengths."""

SPACINGS = (0.19, 0.21, 0.23, 0.25, 0.27, 0.29)
RADII = (0.08, 0.11)
"""Distances between pips and radii of pips of most makes, in edge lengths; tried if the make is unknown."""

TURN_DEG = 6
SOFT_PX = 1.5
"""Width of a pip's blurred border."""

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
"""Value, rotational symmetry of the face in degrees, and positions of its pips in units of the spacing.

Some makes have twos or threes whose pips are side by side.
"""

Number = Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]


class Pips(BaseModel):
    """Pips of a make: `axis`, (3,) BGR, is 0 within the body and 1 from body to pip; lengths in edge lengths.

    `misfit` is the residual of the dice used for calibration, in pips, which is large for glossy and marbled dice;
    `shown` are the values among them that the count confirmed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    axis: tuple[Number, Number, Number]
    spacing: Annotated[float, Field(ge=0.1, le=0.4)]
    radius: Annotated[float, Field(ge=0.03, le=0.2)]
    misfit: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    shown: tuple[Annotated[int, Field(ge=1, le=6)], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """Template of every face at every rotation, (n, pixels), with its value (n,) and energy (n,)."""

    values: NDArray[np.int64]
    marks: Array
    energy: Array


def crop_of(image: Image, die: DetectedDie) -> Array:
    """Return a die with its surroundings, (side, side, 3)."""
    crop = crops_of(image, [die.place], STRAIGHT_ON, CROP)[0]
    return np.asarray(cv2.GaussianBlur(crop, (3, 3), 0), dtype=np.float32)


def windows_of(face: Array) -> Array:
    """Return the face at every possible offset, (places, pixels, channels)."""
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
    """Return an orthonormal basis, (pixels, 6), of uneven lighting on a slightly convex face."""
    x, y = (each.ravel()[_inside()] for each in _grid())
    bent = [np.ones_like(x), x, y, x * x, x * y, y * y]
    return np.asarray(np.linalg.qr(np.stack(bent, axis=1))[0], dtype=np.float32)


def level(windows: Array) -> Array:
    """Return windows, (..., pixels, channels), without the body's colour and the lighting gradient."""
    slopes = _slopes()
    return np.asarray(windows - slopes @ (slopes.T @ windows), dtype=np.float32)


@lru_cache(maxsize=32)
def faces_of(spacing: float, radius: float) -> Faces:
    """Return the templates of a make's faces, levelled, with 1 as the step from body to pip."""
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
"""Limits of the contrast of pips relative to the calibrated one, because lighting is uneven."""

CLEARLY = 0.3
"""Least margin of the best value over all others, in pips."""

OF_MISFIT = 0.15
"""The same as a share of the value's misfit, if it fits and the networks agree."""

OF_BAD_FIT = 0.25
"""The same if it does not fit: an emblem fits no value well, and one with two eyes is read as a two."""

OF_MISFIT_ALONE = 0.4
"""The same without the networks' agreement: an emblem had a misfit of 1.2 pips and a margin of 0.26."""

FITS = 2.0
"""Largest misfit of a value that fits, in pips."""

STRANGE, STRANGE_AT_LEAST = 3.0, 1.0
"""Misfit from which a face is not one of its make, relative to the make's own dice, and at least this many pips; the
smallest emblem has 3.1 times the usual misfit.
"""

OF_STRANGE = 0.4
"""Margin over all others, as a share of the misfit, from which such a face is one of the make after all, for instance
under a glare; a skull read as a two has 0.26.
"""

LEAST_USUAL = 0.2
"""Floor of a make's usual misfit: the dice used for calibration always fit slightly better than others."""

AS_USUAL = 1.4
"""Largest misfit of a value that fits like the make's own dice, relative to them; emblems have at least three times as
much.
"""

CLEARLY_AS_USUAL = 0.2
"""Least margin over all others, in pips and as a share of the misfit, for naming a value that fits like the make's own
dice. Of 999 unsure dice of 243 trays, the 16 that fit like that and were miscounted had margins of at most 0.06 of the
misfit, except for one of 0.12 pips.
"""

OVERRULING_AS_USUAL, OVERRULING = 0.4, 0.6
"""Least margin over all others, in pips, for overruling the networks: for a value that fits like the make's own dice,
and for others. Of 42 such dice named with a smaller margin, two were wrong, with 0.31 and 0.52.
"""

ALL_IT_SHOWS = 1.0
"""Largest misfit of pips of another colour, in pips: an emblem has two and more, a red one has half a pip."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Pip count of a die, 0 for none, with the margin over all other values, in pips.

    `misfit` is the residual of that value, in pips, and `usual` that of the make's own dice.
    """

    value: int
    margin: float
    misfit: float
    usual: float = 0.0

    def agrees(self, value: int) -> bool:
        """Return whether the count clearly confirms a value; a one far larger than its make's pips is not confirmed."""
        share = OF_MISFIT if self.misfit <= FITS else OF_BAD_FIT
        clear = self.margin >= max(CLEARLY, share * self.misfit)
        return self.value == value and clear and not (value == 1 and self._is_strange)

    @property
    def names_it(self) -> bool:
        """Whether the count is clear enough to name the value of a flat die of its make without the networks."""
        if self.value == 0:
            return False
        well = self.misfit <= FITS and self.margin >= max(CLEARLY, OF_MISFIT_ALONE * self.misfit)
        return (well and not self._is_strange) or (
            self.misfit <= AS_USUAL * self.usual and self.margin >= CLEARLY_AS_USUAL * max(1.0, self.misfit)
        )

    @property
    def overrules(self) -> bool:
        """Whether the count is clear enough to overrule networks that read another value with low confidence."""
        as_usual = self.misfit <= AS_USUAL * max(self.usual, LEAST_USUAL)
        return self.names_it and self.margin >= (OVERRULING_AS_USUAL if as_usual else OVERRULING)

    @property
    def clearness(self) -> float:
        """How clear the count is, 0 to 1: with a large misfit, a pip more or less means little."""
        return min(1.0, self.margin / max(1.0, self.misfit))

    @property
    def fits_none(self) -> bool:
        """Whether a face is not one of its make: an emblem, even if it resembles a large one, or hidden pips."""
        return self._is_strange and (self.value == 1 or self.margin < OF_STRANGE * self.misfit)

    @property
    def _is_strange(self) -> bool:
        """Whether the misfit is far larger than that of the make's own dice, if that is known."""
        return self.usual > 0 and self.misfit >= max(STRANGE_AT_LEAST, STRANGE * max(self.usual, LEAST_USUAL))

    def denies(self, value: int) -> bool:
        """Return whether the count contradicts this value of a die of which the networks are not sure."""
        return self.value != value and (self.misfit <= FITS or self.margin >= OF_BAD_FIT * self.misfit)


def counted(image: Image, die: DetectedDie, pips: Pips) -> Counted:
    """Return the pip count of a die of that make in a BGR image with the lighting of the calibration."""
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
    """Return whether a face shows only pips of one other colour, as many as the value read.

    Many makes have a red one, some a red four; along the colour axis of the other pips, such a face is blank. An emblem
    or a reflection differs in size from a pip and has a large misfit.
    """
    seen = level(windows_of(crop_of(image, die)))
    fits = fits_in_one_colour(seen, [(round(pips.spacing * size, 4), pips.radius) for size in SIZES])
    left, value, one = min(fits)
    margin = min(other for other, shown, _ in fits if shown != value) - left
    return value == die.value and margin >= CLEARLY * one and left <= ALL_IT_SHOWS * one


def fits_in_one_colour(seen: Array, shapes: Iterable[tuple[float, float]]) -> list[tuple[float, int, float]]:
    """Return, for each template of these spacings and radii: misfit, value, and what one pip explains.

    `seen` is a levelled die, (places, pixels, 3); each template is taken at its best offset, with any one colour of
    pips.
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
"""Standard deviation of a pixel in any camera, in grey levels."""

LEAST_CONTRAST = 4.0
"""Least contrast between body and pip, in grey levels, that exceeds the camera's noise."""

ALIKE = 0.8
"""Cosine between a die's contrast and the median from which it is of the same make."""

CONTRASTS = ((1, 1, 1), (1, 0, -1), (0, 1, -1))
"""Channel weights (blue, green, red) in which a make's pips are searched first."""

ENOUGH = 0.5
"""Share of the best channel mix's explained energy that a mix must reach. Without it, the remaining colour difference
of grey pips on grey bodies counted five dice right by chance and a skull as a two.
"""

MOSTLY = 0.6
"""Share of those dice whose count must equal the value read."""

LEAST_DICE = 3
"""Least number of dice for calibrating a make's pips."""

MIDDLE_IS_NONE = {3: 2, 5: 4}
"""Values of those faces without the pip in their middle."""


def pips_of(image: Image, dice: Sequence[DetectedDie]) -> Pips | None:
    """Return the pips of dice of one make in a BGR image, whose values are mostly right; None if they are unclear.

    Dice that all show one value give None. The result must count most of these dice correctly: with the values read, or
    else without the middle pip of threes and fives, which on some makes is a reflection. That correction is tried on
    the dice with the lowest confidence first, up to all of them.
    """
    labellings = _without_middles(dice)
    as_read, sure = _pips_of(image, next(labellings))
    if sure > 0:
        return as_read
    return max((_pips_of(image, each) for each in labellings), key=lambda each: each[1], default=(None, 0.0))[0]


def _without_middles(dice: Sequence[DetectedDie]) -> Iterator[list[DetectedDie]]:
    """Yield the dice with the values read, then with more and more of their middle pips removed."""
    plain = list(dice)
    yield list(plain)
    for k in sorted(range(len(plain)), key=lambda each: plain[each].confidence):
        if plain[k].value in MIDDLE_IS_NONE:
            plain[k] = replace(plain[k], value=MIDDLE_IS_NONE[plain[k].value])
            yield list(plain)


def _pips_of(image: Image, dice: Sequence[DetectedDie]) -> tuple[Pips | None, float]:
    """Return the pips whose counts agree best with the values read, and how well they do; (None, 0) if none agree."""
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
    """Return the share of the dice's contrast that pips explain in a channel mix, and the pips; none if few dice agree.

    The axis is calculated twice: as the one that best separates pips from everything else on the dice, and as the
    contrast alone. Many makes have a red one, so if three dice show other values, those define the contrast.
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
    """Return the energy explained by pips of that shape, the shape, each die's contrast, (n, 3), and the residuals."""
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
