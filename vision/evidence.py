"""What a picture says for and against a tag that was fitted to it, module by module."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from calibration.dictionary import dictionary, patterns
from vision.decode import likeness

Single = NDArray[np.float32]

WRONG = 0.4
"""Mean misfit of a module, as a fraction of white minus black, at which the picture contradicts it."""

LEAST_EXPLAINED = 0.45
"""Share of a detection's variance that its tag must explain though every module of its code is borne out."""

CHANCE = 1e-3
"""Probability that a black square with a random code is taken for a tag of the dictionary."""

_FITTED = 0.56


@dataclass(frozen=True, slots=True)
class Evidence:
    """Modules that the picture contradicts: of the code, and of each side's border and white margin.

    Sides are top, right, bottom and left of the printed tag; each has twice as many modules as the tag is wide.
    """

    code_wrong: int
    sides_wrong: tuple[int, int, int, int]

    @property
    def margin_wrong(self) -> int:
        """How many modules of border and margin are contradicted in all."""
        return sum(self.sides_wrong)


def module_misfits(u: Single, v: Single, misfit: Single, side: int) -> NDArray[np.float64]:
    """Return the mean misfit of each module, (side + 2, side + 2), one white module around; NaN where no pixel lies.

    `u`, `v` are the pixels' places on the tag in modules, `misfit` what is left of each as a fraction of the contrast.
    """
    edge = side + 2
    column, row = (np.clip(np.floor(place).astype(np.intp) + 1, 0, edge - 1) for place in (u, v))
    place = row * edge + column
    count = np.bincount(place, minlength=edge * edge)
    total = np.bincount(place, weights=misfit, minlength=edge * edge)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan).reshape(edge, edge)


def weigh(misfits: NDArray[np.float64]) -> Evidence:
    """Return what the misfits of a tag's modules, as `module_misfits` has them, say against it."""
    wrong = np.abs(misfits) > WRONG
    sides = (wrong[:2, 1:-1], wrong[1:-1, -2:], wrong[-2:, 1:-1], wrong[1:-1, :2])
    top, right, bottom, left = (int(side.sum()) for side in sides)
    return Evidence(int(wrong[2:-2, 2:-2].sum()), (top, right, bottom, left))


def believable(evidence: Evidence, explained: float, dictionary_name: str, least: float) -> bool:
    """Return whether a fit is the tag that it was fitted as.

    Its code must be nearer to the picture than any other's could be, by what `CHANCE` leaves, and either the tag
    explains more of the light than another could, `least` at the least, or what it does not explain lies outside the
    code.
    """
    if evidence.code_wrong > correctable(dictionary_name) or explained < LEAST_EXPLAINED:
        return False
    side = patterns(dictionary_name).shape[1]
    few = evidence.code_wrong <= 1 and evidence.margin_wrong <= side
    return explained >= max(least, least_explained(dictionary_name)) or few


@cache
def correctable(dictionary_name: str) -> int:
    """Return how many modules of a code may be contradicted: too few for another tag, and for chance."""
    tags = dictionary(dictionary_name)
    bits, count = int(tags.markerSize) ** 2, 4 * int(tags.bytesList.shape[0])
    most = 0
    while most < (_distance(dictionary_name) - 1) // 2:
        chance = count * sum(comb(bits, k) for k in range(most + 2)) / 2.0**bits
        if chance > CHANCE:
            break
        most += 1
    return most


@cache
def least_explained(dictionary_name: str) -> float:
    """Return the share of variance that a tag must explain: more than the one most like it does when it is fitted."""
    return 1 - _FITTED * (1 - likeness(dictionary_name) ** 2)


@cache
def _distance(dictionary_name: str) -> int:
    """Return in how many modules the two tags of a dictionary differ that are most alike, turned anyhow."""
    plain = patterns(dictionary_name)[:, 1:-1, 1:-1]
    flat = plain.reshape(len(plain), -1)
    least = flat.shape[1]
    for turns in range(4):
        turned = np.rot90(plain, turns, axes=(1, 2)).reshape(len(plain), -1)
        apart = flat @ (1 - turned.T) + (1 - flat) @ turned.T
        if turns == 0:
            np.fill_diagonal(apart, least)
        least = min(least, int(apart.min()))
    return least
