"""What a die's pips count to, where its make's pips are known, and whether that is clear."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.dice.detections import DetectedDie
from vision.dice.network import Array, Image
from vision.dice.pip_faces import Pips, crop_of, faces_of, level, windows_of

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
