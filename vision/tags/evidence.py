"""What a picture says for and against a tag that was fitted to it, module by module."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb, log10

import numpy as np
from numpy.typing import NDArray

from calibration.tags import dictionary, patterns
from vision.tags.decode import likeness

Single = NDArray[np.float32]

WRONG = 0.4
"""Mean misfit of a module, as a fraction of white minus black, at which the picture contradicts it."""

BORDER = 0.15
"""Width, in modules, of a module's border, where its neighbour's light mixes in: the nearer to it the less counts."""

LEAST_EXPLAINED = 0.45
"""Share of a detection's variance that its tag must explain though every module of its code is borne out."""

BY_DECADE = 0.11
"""How much more that is for every power of ten by which a random code is likelier than `CHANCE` to be borne out.

Of DICT_4X4_250 dark squares in photographs without tags reach .68, its own tags half in shadow or covered .76.
"""

FINE_PX = 1.5
"""Pixels a module below which modules run into each other, so that none of them contradicts much."""

COMMON_PX = 2.0
"""Pixels a module below which no tag is believed where codes are common: small tags of others look like some."""

MOST_HIDDEN = 0.9
"""Share of a side's edge that may be contradicted; of the rest a line is left."""

HIDDEN_MODULES = 0.3
"""Standard deviation, in modules, of where a side ends whose whole edge is hidden; the code alone says it then."""

_FEW_HIDDEN = 0.25

MOST_BENT = 0.3
"""How far, in sides, a fitted tag's corners may lie from a parallelogram's: perspective bends a small square less."""

CHANCE = 1e-3
"""Probability that a black square with a random code is taken for a tag of the dictionary."""

_FITTED = 0.56


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the picture contradicts: modules of the code, and of each side places along its edge.

    Sides are top, right, bottom and left of the printed tag; each has as many places as the tag is wide, and one is
    contradicted where its black or the white beside it is.
    """

    code_wrong: int
    sides_wrong: tuple[int, int, int, int]

    @property
    def margin_wrong(self) -> int:
        """How many places along the edges are contradicted in all."""
        return sum(self.sides_wrong)


def module_misfits(u: Single, v: Single, misfit: Single, side: int) -> NDArray[np.float64]:
    """Return the mean misfit of each module, (side + 2, side + 2), one white module around; NaN where no pixel lies.

    `u`, `v` are the pixels' places on the tag in modules, `misfit` what is left of each as a fraction of the contrast.
    The nearer a pixel is to a module's middle the more it says of that module.
    """
    edge = side + 2
    column, row = np.fmin(np.fmax(np.floor((u, v)), -1), side).astype(np.intp) + 1
    place = row * edge + column
    inwards = 0.5 - np.abs(np.fmin(np.fmax((u, v), -1), side + 1) - (column - 0.5, row - 0.5))
    weight = np.clip(inwards.min(axis=0) / BORDER, 0.05, 1.0)
    weighed = np.bincount(place, weights=weight, minlength=edge * edge)
    total = np.bincount(place, weights=weight * misfit, minlength=edge * edge)
    return np.where(weighed > 0, total / np.where(weighed > 0, weighed, 1), np.nan).reshape(edge, edge)


def weigh(misfits: NDArray[np.float64]) -> Evidence:
    """Return what the misfits of a tag's modules, as `module_misfits` has them, say against it."""
    wrong = np.abs(misfits) > WRONG
    across, down = wrong[:, 1:-1], wrong[1:-1].T
    edges = (across[0] | across[1], down[-2] | down[-1], across[-2] | across[-1], down[0] | down[1])
    top, right, bottom, left = (int(np.count_nonzero(edge)) for edge in edges)
    return Evidence(int(np.count_nonzero(wrong[2:-2, 2:-2])), (top, right, bottom, left))


def believable(
    evidence: Evidence, explained: float, dictionary_name: str, least: float, px_per_module: float = COMMON_PX
) -> bool:
    """Return whether a fit is the tag that it was fitted as.

    Its code must be nearer to the picture than any other's could be, by what `CHANCE` leaves, and either the tag
    explains more of the light than another could, `least` at the least, or what it does not explain lies outside the
    code, if it is large enough to tell; then the less, the rarer such a code is. A side that does not show says nothing
    of where it ends.
    """
    if evidence.code_wrong > correctable(dictionary_name) or explained < LEAST_EXPLAINED:
        return False
    side = patterns(dictionary_name).shape[1]
    if max(evidence.sides_wrong) > MOST_HIDDEN * side:
        return False
    if px_per_module < COMMON_PX and least_of_a_code(dictionary_name) > LEAST_EXPLAINED:
        return False
    few = evidence.code_wrong <= 1 and evidence.margin_wrong <= side and px_per_module >= FINE_PX
    enough = max(least, least_explained(dictionary_name))
    return explained >= (min(enough, least_of_a_code(dictionary_name)) if few else enough)


def widened(
    covariance_px: NDArray[np.float64], corners_px: NDArray[np.float64], found: Evidence, places: int
) -> NDArray[np.float64]:
    """Return the corners' covariance, (8, 8), with what sides that show only in part leave open across them.

    A cover that is as dark as the border, or a base that touches it, moves the edge and is no outlier; the more so
    where it lies over the code, too. `places` is how many modules the tag is wide.
    """
    wide = covariance_px.copy()
    for side, wrong in enumerate(found.sides_wrong):
        share = wrong / places
        if share < _FEW_HIDDEN:
            continue
        first, second = side, (side + 1) % 4
        along = corners_px[second] - corners_px[first]
        length = float(np.linalg.norm(along))
        across = np.array([-along[1], along[0]]) / length
        sigma = HIDDEN_MODULES * share**2 * (1 + found.code_wrong) * length / places
        for corner in (first, second):
            block = slice(2 * corner, 2 * corner + 2)
            wide[block, block] += sigma**2 * np.outer(across, across)
    return wide


def nearly_square(corners_px: NDArray[np.float64]) -> bool:
    """Return whether corners, (4, 2), can be a flat square's that a camera sees from afar."""
    sides = np.linalg.norm(corners_px - np.roll(corners_px, 1, axis=0), axis=1)
    bent = np.linalg.norm(corners_px[0] - corners_px[1] + corners_px[2] - corners_px[3])
    return bool(bent < MOST_BENT * sides.mean())


@cache
def correctable(dictionary_name: str) -> int:
    """Return how many modules of a code may be contradicted: too few for another tag, and for chance."""
    most = 0
    while most < (_distance(dictionary_name) - 1) // 2 and _by_chance(dictionary_name, most + 1) <= CHANCE:
        most += 1
    return most


def _by_chance(dictionary_name: str, wrong: int) -> float:
    """Return the probability that a random code is one of the dictionary's but for `wrong` modules at most."""
    tags = dictionary(dictionary_name)
    bits, count = int(tags.markerSize) ** 2, 4 * int(tags.bytesList.shape[0])
    return count * sum(comb(bits, k) for k in range(wrong + 1)) / 2.0**bits


@cache
def least_of_a_code(dictionary_name: str) -> float:
    """Return the share of variance that a tag must explain whose code is borne out: more where codes are common."""
    return LEAST_EXPLAINED + BY_DECADE * max(0.0, log10(_by_chance(dictionary_name, 1) / CHANCE))


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
