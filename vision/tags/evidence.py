"""Evidence for and against a fitted tag, module by module."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from math import comb, log10

import numpy as np
from numpy.typing import NDArray

from calibration.tags import dictionary, patterns
from vision.tags.decode import likeness

Single = NDArray[np.float32]
Array = NDArray[np.float64]

WRONG = 0.4
"""Mean misfit of a module, as a fraction of the contrast, at which the image contradicts it."""

BORDER = 0.15
"""Width of a module's border, in modules, in which its neighbour's intensity mixes in, so that pixels have less weight.
"""

LEAST_EXPLAINED = 0.45
"""Least share of variance explained by a tag whose code is completely confirmed."""

BY_DECADE = 0.11
"""Increase of that share per power of ten by which a random code is more probable than `CHANCE` to be confirmed.

With DICT_4X4_250, dark squares in photographs without tags reach 0.68; its own tags, half shaded or covered, reach
0.76.
"""

FINE_PX = 1.5
"""Pixels per module below which modules bleed into each other, so that none of them is contradicted clearly."""

COMMON_PX = 2.0
"""Least pixels per module for dictionaries with common codes: small tags of other dictionaries resemble some of theirs.
"""

MOST_HIDDEN = 0.9
"""Largest share of a side's edge that may be contradicted; the rest still defines a line."""

HIDDEN_MODULES = 0.3
"""Standard deviation, in modules, of the position of a side whose edge is completely hidden, from the code alone."""

_FEW_HIDDEN = 0.25

MOST_BENT = 0.3
"""Largest deviation of a fitted tag's corners from a parallelogram, in sides; perspective bends a small square less."""

CHANCE = 1e-3
"""Probability that a black square with a random code is taken for a tag of the dictionary."""

_FITTED = 0.56


@dataclass(frozen=True, slots=True)
class TagEvidence:
    """Contradictions between image and tag: the number of code modules, and of places along the edge of each side.

    Sides are top, right, bottom and left of the printed tag. Each has as many places as the tag has modules; a place is
    contradicted if its black module or the white beside it is.
    """

    code_wrong: int
    sides_wrong: tuple[int, int, int, int]

    @property
    def margin_wrong(self) -> int:
        """Total number of contradicted places along the edges."""
        return sum(self.sides_wrong)


def module_misfits(u: Single, v: Single, misfit: Single, side: int) -> NDArray[np.float64]:
    """Return the mean misfit of each module, (side + 2, side + 2), with one white module around; NaN without pixels.

    `u`, `v` are the pixels' positions on the tag in modules, `misfit` their residuals as a fraction of the contrast.
    Pixels near the centre of a module have more weight.
    """
    edge = side + 2
    column, row = np.fmin(np.fmax(np.floor((u, v)), -1), side).astype(np.intp) + 1
    place = row * edge + column
    inwards = 0.5 - np.abs(np.fmin(np.fmax((u, v), -1), side + 1) - (column - 0.5, row - 0.5))
    weight = np.clip(inwards.min(axis=0) / BORDER, 0.05, 1.0)
    weighed = np.bincount(place, weights=weight, minlength=edge * edge)
    total = np.bincount(place, weights=weight * misfit, minlength=edge * edge)
    return np.where(weighed > 0, total / np.where(weighed > 0, weighed, 1), np.nan).reshape(edge, edge)


def weigh_modules(misfits: NDArray[np.float64]) -> TagEvidence:
    """Return the evidence from the misfits of a tag's modules, as given by `module_misfits`."""
    wrong = np.abs(misfits) > WRONG
    across, down = wrong[:, 1:-1], wrong[1:-1].T
    edges = (across[0] | across[1], down[-2] | down[-1], across[-2] | across[-1], down[0] | down[1])
    top, right, bottom, left = (int(np.count_nonzero(edge)) for edge in edges)
    return TagEvidence(int(np.count_nonzero(wrong[2:-2, 2:-2])), (top, right, bottom, left))


class Rejection(StrEnum):
    """Reason why a candidate is no tag of ours, for the log."""

    NO_FIT = "no-fit"
    NOT_SQUARE = "not-square"
    CODE_WRONG = "code-wrong"
    EXPLAINS_LITTLE = "explains-little"
    SIDE_HIDDEN = "side-hidden"
    SMALL = "small"
    FOREIGN = "foreign"
    AROUND = "around-another-tag"


def find_rejection(
    evidence: TagEvidence, explained: float, dictionary_name: str, least: float, px_per_module: float = COMMON_PX
) -> Rejection | None:
    """Return why a fit is not the tag that it was fitted as; None if it is.

    Its code must be nearer to the image than any other code can be, with the margin that `CHANCE` requires. In
    addition, the tag must explain more of the variance than another could, and at least `least`. Less is enough if the
    tag is large and nearly all contradictions are outside the code; how much less depends on how rare such a code is. A
    mostly hidden side leaves its position open, so the fit is rejected.
    """
    if evidence.code_wrong > correctable(dictionary_name):
        return Rejection.CODE_WRONG
    if explained < LEAST_EXPLAINED:
        return Rejection.EXPLAINS_LITTLE
    side = patterns(dictionary_name).shape[1]
    if max(evidence.sides_wrong) > MOST_HIDDEN * side:
        return Rejection.SIDE_HIDDEN
    if px_per_module < COMMON_PX and least_of_a_code(dictionary_name) > LEAST_EXPLAINED:
        return Rejection.SMALL
    few = evidence.code_wrong <= 1 and evidence.margin_wrong <= side and px_per_module >= FINE_PX
    enough = max(least, least_explained(dictionary_name))
    needed = min(enough, least_of_a_code(dictionary_name)) if few else enough
    return None if explained >= needed else Rejection.EXPLAINS_LITTLE


def inflate_covariance(
    covariance_px: NDArray[np.float64], corners_px: NDArray[np.float64], found: TagEvidence, places: int
) -> NDArray[np.float64]:
    """Return the corners' covariance, (8, 8), increased across sides that are only partly visible.

    A cover as dark as the border, or a base that touches it, moves the edge without being an outlier, and more so if it
    covers the code as well. `places` is the tag's width in modules.
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
    """Return whether corners, (4, 2), can be those of a flat square seen from a distance."""
    sides = np.linalg.norm(corners_px - np.roll(corners_px, 1, axis=0), axis=1)
    bent = np.linalg.norm(corners_px[0] - corners_px[1] + corners_px[2] - corners_px[3])
    return bool(bent < MOST_BENT * sides.mean())


@cache
def correctable(dictionary_name: str) -> int:
    """Return how many modules of a code may be contradicted: fewer than would suit another tag, or chance."""
    most = 0
    while most < (_distance(dictionary_name) - 1) // 2 and _by_chance(dictionary_name, most + 1) <= CHANCE:
        most += 1
    return most


def _by_chance(dictionary_name: str, wrong: int) -> float:
    """Return the probability that a random code matches one of the dictionary with at most `wrong` wrong modules."""
    tags = dictionary(dictionary_name)
    bits, count = int(tags.markerSize) ** 2, 4 * int(tags.bytesList.shape[0])
    return count * sum(comb(bits, k) for k in range(wrong + 1)) / 2.0**bits


@cache
def least_of_a_code(dictionary_name: str) -> float:
    """Return the least share of variance for a tag with a confirmed code: higher if codes are common."""
    return LEAST_EXPLAINED + BY_DECADE * max(0.0, log10(_by_chance(dictionary_name, 1) / CHANCE))


@cache
def least_explained(dictionary_name: str) -> float:
    """Return the least share of variance for a tag: more than the most similar tag of the dictionary would reach."""
    return 1 - _FITTED * (1 - likeness(dictionary_name) ** 2)


@cache
def _distance(dictionary_name: str) -> int:
    """Return the Hamming distance of a dictionary: the least number of different modules at any rotation."""
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


FREE_GRIDS = (4, 5, 7, 8)
"""Sides, in modules, of the codes of other grids that are compared with a tag."""

FREE_GAIN = 0.85
"""Share of a tag's unexplained variance below which a code that is free to choose explains a square better.

A covered or shaded tag of ours with as many different modules rarely falls below 0.9; random squares reach 0.76.
"""

CLEARLY_FREE = 0.4
"""The same if only a code of another grid, or a code that could still be corrected, speaks against a tag."""

_CORRECTED = 0.6
_RIDGE = 0.02
_MOST_FLIPS = 24


@dataclass(frozen=True, slots=True, eq=False)
class Square:
    """Pixels of a square: intensities, x and y from its centre in half sides, u and v on it in sides, blur in sides."""

    light: Array
    x: Array
    y: Array
    u: Array
    v: Array
    sigma: float


@dataclass(frozen=True, slots=True, eq=False)
class FreeCode:
    """Code read from a square without a dictionary: its white modules, and the share of variance that it explains."""

    white: NDArray[np.bool_]
    explained: float


def contradicts(square: Square, tag_id: int, explained: float, dictionary_name: str) -> bool:
    """Return whether a code free to choose tells that a square is not the tag that explains a share of its variance.

    As many wrong modules as `cv2.aruco` corrects are allowed.
    """
    own = patterns(dictionary_name)[tag_id][1:-1, 1:-1] > 0.5
    unexplained = 1 - explained
    read = fit_free_code(square, len(own))
    wrong = int(np.count_nonzero(read.white != own))
    allowed = max(1, int((_distance(dictionary_name) - 1) // 2 * _CORRECTED))
    if wrong < min(2, allowed + 1):
        return False
    limit = FREE_GAIN if wrong > allowed else CLEARLY_FREE
    if wrong > allowed and 1 - read.explained < limit * unexplained:
        return True
    return any(1 - fit_free_code(square, cells).explained < limit * unexplained for cells in FREE_GRIDS)


def fit_free_code(square: Square, cells: int) -> FreeCode:
    """Return the code of `cells` by `cells` modules within a black border that explains a square best.

    The light model is that of a tag's fit: black, and white with slopes along x and y. The modules' intensities are
    solved first, then rounded to black and white, then changed one by one while that helps.
    """
    light, count = square.light, cells + 2
    across, down = (_shares(values * count, count, square.sigma * count) for values in (square.u, square.v))
    outside = 1 - across.sum(axis=1) * down.sum(axis=1)
    inner = (down[:, 1:-1, None] * across[:, None, 1:-1]).reshape(len(light), -1)
    bits = _rounded_code(light, outside, inner)
    overlap = inner.T @ inner
    for _ in range(2):
        misfit, white = _lit(square, outside + inner @ bits)
        if white <= 0:
            break
        slope = inner.T @ misfit / white
        for _ in range(_MOST_FLIPS):
            change = 1 - 2 * bits
            gain = 2 * change * slope - overlap.diagonal()
            k = int(gain.argmax())
            if gain[k] <= 0:
                break
            bits[k] += change[k]
            slope -= change[k] * overlap[k]
    misfit, _ = _lit(square, outside + inner @ bits)
    variety = max(float(np.square(light - light.mean()).sum()), 1e-6)
    return FreeCode(bits.reshape(cells, cells) > 0.5, 1 - float(misfit @ misfit) / variety)


def _rounded_code(light: Array, outside: Array, inner: Array) -> Array:
    """Return the modules, 0 or 1, by least squares with a weak pull to the middle between black and white."""
    design = np.column_stack([np.ones_like(light), outside, inner])
    normal = design.T @ design
    modules = inner.shape[1]
    ridge = _RIDGE * float(np.trace(normal[2:, 2:])) / modules
    normal[2:, 2:] += ridge * np.eye(modules)
    normal[1, 1] += ridge * modules / 4
    normal[1, 2:] -= ridge / 2
    normal[2:, 1] -= ridge / 2
    solved = np.linalg.solve(normal + 1e-6 * np.eye(len(normal)), design.T @ light)
    return np.asarray(solved[2:] > solved[1] / 2, dtype=np.float64)


def _lit(square: Square, shade: Array) -> tuple[Array, float]:
    """Return the misfit of a pattern under the best light, and the light's contrast."""
    model = np.column_stack([np.ones_like(shade), shade, shade * square.x, shade * square.y])
    levels = np.linalg.solve(model.T @ model + 1e-6 * np.eye(4), model.T @ square.light)
    return square.light - model @ levels, float(levels[1])


def _shares(place: Array, count: int, sigma: float) -> Array:
    """Return the share of each of `count` modules in a row at each blurred place, (n, count)."""
    edges = (np.arange(count + 1) - place[:, None]) / max(sigma, 1e-3)
    return np.asarray(np.diff(0.5 * (1 + np.tanh(0.7979 * edges * (1 + 0.0447 * edges**2))), axis=1))
