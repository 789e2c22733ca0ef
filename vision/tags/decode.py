"""Tag decoding: correlate quadrilaterals with the patterns of a dictionary, for sharp and blurred images."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import patterns
from vision.tags.tag_model import Array, Blur, Single

MIN_MATCH = 0.7
"""Least correlation of a tag; chance reaches about 0.55 with a dictionary of 250."""

MIN_FRAME = 0.3
"""Least correlation with a bare black border at which a quadrilateral is compared with the patterns."""

_SPILL_MODULES = 0.35
_UNTHREADED = 262_144
_GROWTHS_PX = (0.2, 0.7, 1.2)


@cache
def _bank(dictionary: str) -> Single:
    """Return the normalised patterns of small tags, whose modules bleed into each other: (ids * 4, n * n).

    Row 4 * id + k is the tag as read from a corner list that starts k corners late.
    """
    plain = patterns(dictionary)
    side = plain.shape[1]
    turned = np.stack([np.rot90(plain, -k, axes=(1, 2)) for k in range(4)], axis=1).reshape(-1, side, side)
    padded = np.pad(turned, ((0, 0), (2, 2), (2, 2)), constant_values=1)
    kernel = np.exp(-(np.arange(-2, 3) ** 2) / (2 * _SPILL_MODULES**2))
    kernel /= kernel.sum()
    for axis in (1, 2):
        padded = sum(weight * np.roll(padded, shift, axis) for shift, weight in zip(range(-2, 3), kernel, strict=True))
    rows = padded[:, 2:-2, 2:-2].reshape(len(turned), -1)
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def _compare(values: Single, bank: Single) -> Single:
    """Return all correlations, in slices too small for multithreaded linear algebra, which would be slower here."""
    rows = max(1, _UNTHREADED // bank.size)
    slices = [values[k : k + rows] @ bank.T for k in range(0, len(values), rows)]
    return np.concatenate(slices) if slices else np.zeros((0, len(bank)), dtype=np.float32)


@cache
def likeness(dictionary: str) -> float:
    """Return the highest correlation between two different tags of a dictionary, at any of the four rotations."""
    bank = _bank(dictionary)
    highest = 0.0
    for first in range(0, len(bank), 4):
        others = bank[first : first + 4] @ bank.T
        others[:, first : first + 4] = 0
        highest = max(highest, float(others.max()))
    return highest


@cache
def _frame(dictionary: str) -> Single:
    """Return the normalised mean of all patterns, which is the black border: (n * n,)."""
    mean = _bank(dictionary).mean(axis=0)
    return np.asarray(mean / np.linalg.norm(mean), dtype=np.float32)


def homographies(quads: Single) -> Single:
    """Return the homographies, (n, 3, 3), from the unit square's corners (0,0), (1,0), (1,1), (0,1) to each quad's."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
    centre = quads.mean(axis=1, keepdims=True, dtype=np.float64)
    local = quads - centre
    system = np.zeros((len(quads), 8, 8))
    for k, (u, v) in enumerate(square):
        x, y = local[:, k, 0], local[:, k, 1]
        system[:, 2 * k, :3] = u, v, 1
        system[:, 2 * k + 1, 3:6] = u, v, 1
        system[:, 2 * k, 6], system[:, 2 * k, 7] = -u * x, -v * x
        system[:, 2 * k + 1, 6], system[:, 2 * k + 1, 7] = -u * y, -v * y
    solved = np.linalg.solve(system, local.reshape(-1, 8, 1))[..., 0]
    result = np.concatenate([solved, np.ones((len(quads), 1))], axis=1).reshape(-1, 3, 3)
    shift = np.tile(np.eye(3), (len(quads), 1, 1))
    shift[:, :2, 2] = centre[:, 0]
    return np.asarray(shift @ result, dtype=np.float32)


def decode(
    pictures: Sequence[tuple[NDArray[np.uint8], Single]], dictionary: str, among: Collection[int] | None = None
) -> tuple[Single, NDArray[np.intp], Single]:
    """Return the best match of each quad in each (image, quads (k, 4, 2)), in the order of the images.

    Correlation (n,), id (n,), corners (n, 4, 2) from the printed tag's top-left. Each quad is also tried slightly
    enlarged, because a border's outermost dark pixels are inside its edge. `among` restricts the ids.
    """
    quads = np.concatenate([each for _, each in pictures] or [np.zeros((0, 4, 2), dtype=np.float32)])
    bank, frame = _bank(dictionary), _frame(dictionary)
    asked = np.arange(len(bank) // 4) if among is None else np.array(sorted(among), dtype=np.intp)
    bank = bank if among is None else bank.reshape(-1, 4, bank.shape[1])[asked].reshape(-1, bank.shape[1])
    centres = _centres(patterns(dictionary).shape[1])
    middle = quads.mean(axis=1, keepdims=True)
    spokes = quads - middle
    lengths = np.linalg.norm(spokes, axis=2, keepdims=True)
    score = np.full(len(quads), -1, dtype=np.float32)
    row = np.zeros(len(quads), dtype=np.intp)
    corners = quads.copy()
    for growth in _GROWTHS_PX:
        grown = middle + spokes * (1 + growth * np.float32(np.sqrt(2)) / lengths)
        mapped = centres @ homographies(grown).transpose(0, 2, 1)
        at_px = mapped[..., :2] / mapped[..., 2:]
        values = _sampled(pictures, at_px)
        values -= values.mean(axis=1, keepdims=True)
        values /= np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-3)
        framed = np.flatnonzero(values @ frame > MIN_FRAME)
        match = _compare(values[framed], bank)
        best = match.argmax(axis=1)
        value = match[np.arange(len(framed)), best]
        better = value > score[framed]
        at = framed[better]
        score[at], row[at], corners[at] = value[better], best[better], grown[at]
    nth, late = np.divmod(row, 4)
    ids = asked[nth]
    order = (np.arange(4)[None] + late[:, None]) % 4
    return score, ids, np.take_along_axis(corners, order[..., None], axis=1)


FAMILIES = (
    "DICT_4X4_1000",
    "DICT_5X5_1000",
    "DICT_6X6_1000",
    "DICT_7X7_1000",
    "DICT_APRILTAG_16h5",
    "DICT_APRILTAG_25h9",
    "DICT_APRILTAG_36h11",
    "DICT_ARUCO_MIP_36h12",
)
"""Dictionaries in use; the smaller ones of a family have the first ids of the largest."""


OWN_MATCH = 0.9
"""Correlation with the tag of its id from which a quad is not compared with other dictionaries: theirs reach 0.85."""


def foreign_rivals(
    picture: NDArray[np.uint8], quads: Single, ids: Sequence[int], dictionary: str
) -> list[tuple[str, int, Single] | None]:
    """Return the tag of another dictionary that suits each quad better than the tag of its id.

    A rival is its dictionary, its id, and the corners from its top-left; None if no tag suits better. Tags that
    `dictionary` has as well are no rivals.
    """
    best = likenesses(picture, quads, ids, dictionary)
    rivals: list[tuple[str, int, Single] | None] = [None] * len(quads)
    asked = np.flatnonzero(best < OWN_MATCH)
    for family in FAMILIES if len(asked) else ():
        rows, bank = _only_in(family, dictionary)
        if not len(rows):
            continue
        match = _modules([(picture, quads[asked])], family) @ bank.T
        highest = match.max(axis=1)
        for n in np.flatnonzero(highest > best[asked]):
            k = int(asked[n])
            tag_id, late = divmod(int(rows[match[n].argmax()]), 4)
            best[k] = highest[n]
            rivals[k] = (family, tag_id, np.roll(quads[k], -late, axis=0))
    return rivals


@cache
def _only_in(family: str, dictionary: str) -> tuple[NDArray[np.intp], Single]:
    """Return the rows of a family's patterns that are not in the dictionary at any rotation, and these patterns."""
    one, other = patterns(family), patterns(dictionary)
    known = {np.rot90(tag, turns).tobytes() for tag in other for turns in range(4)}
    new = [tag.tobytes() not in known for tag in one] if one.shape[1] == other.shape[1] else [True] * len(one)
    rows = np.flatnonzero(np.repeat(new, 4))
    return rows, np.ascontiguousarray(_bank(family)[rows])


def framing(pictures: Sequence[tuple[NDArray[np.uint8], Single]], dictionary: str) -> Single:
    """Return the correlation of each quad in each (image, quads) with a bare black border, (n,)."""
    return np.asarray(_modules(pictures, dictionary) @ _frame(dictionary))


def likenesses(picture: NDArray[np.uint8], quads: Single, ids: Sequence[int], dictionary: str) -> Single:
    """Return the correlation of each quad, from the printed tag's top-left, with the tag of its id, (n,)."""
    rows = _bank(dictionary)[4 * np.asarray(ids, dtype=np.intp)]
    return np.asarray(np.einsum("ij,ij->i", _modules([(picture, quads)], dictionary), rows))


def _modules(pictures: Sequence[tuple[NDArray[np.uint8], Single]], dictionary: str) -> Single:
    """Return the normalised intensities at the module centres of each quad in each (image, quads), (n, m)."""
    quads = np.concatenate([each for _, each in pictures] or [np.zeros((0, 4, 2), dtype=np.float32)])
    side = patterns(dictionary).shape[1]
    mapped = _centres(side) @ homographies(quads).transpose(0, 2, 1)
    values = _sampled(pictures, mapped[..., :2] / mapped[..., 2:])
    values -= values.mean(axis=1, keepdims=True)
    values /= np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-3)
    return values


def _centres(side: int) -> Single:
    """Return the centres of a tag's modules on the unit square, (side * side, 3), homogeneous."""
    places = (np.arange(side, dtype=np.float32) + 0.5) / side
    return np.stack([*np.meshgrid(places, places), np.ones((side, side), dtype=np.float32)], axis=-1).reshape(-1, 3)


def _sampled(pictures: Sequence[tuple[NDArray[np.uint8], Single]], at_px: Single) -> Single:
    """Return the intensities of the images, (n, m), at points (n, m, 2) of their quads."""
    values = np.empty(at_px.shape[:2], dtype=np.float32)
    first = 0
    for picture, quads in pictures:
        rows = slice(first, first + len(quads))
        first += len(quads)
        if len(quads):
            x, y = at_px[rows, :, 0].copy(), at_px[rows, :, 1].copy()
            values[rows] = cv2.remap(picture, x, y, cv2.INTER_LINEAR)
    return values


MOST_QUADS = 160
"""Most quads compared; in a blurred image, the border of a tag is its best preserved part."""

LEAST_FRAME = 0.15
"""Least correlation with a bare black border, blurred like the image, at which a quad is compared: blur as wide as a
module leaves little of the border, and the black modules of the code merge with it.
"""

LEAST_MATCH = 0.8
"""Least correlation of a tag with its blurred pattern."""

RIVAL = 0.5
"""Largest unexplained variance of a match, relative to that of the second-best tag of the dictionary."""

_A_MODULE = 2
_BLURRED_GROWTHS_PX = (0.0, 0.7, 1.4)
_STEPS = 9


def decode_blurred(
    pictures: Sequence[tuple[NDArray[np.uint8], Single, float]], dictionary: str, among: Collection[int], blur: Blur
) -> tuple[Single, NDArray[np.intp], Single]:
    """Return the best match of each quad in each (image, quads (k, 4, 2), scale), as `decode` does.

    One pixel of an image is `scale` pixels of `blur`. Each quad gets its own blurred patterns, because motion blur
    affects tags differently depending on their rotation. Only the `MOST_QUADS` that look most like a border are
    compared with `among`. A match needs less than `RIVAL` of the second-best tag's unexplained variance, because
    blurred patterns are all similar. Quads without a match have a correlation of -1.
    """
    wanted = np.isin(np.arange(len(patterns(dictionary))), list(among))
    quads = np.concatenate([each for _, each, _ in pictures] or [np.zeros((0, 4, 2), dtype=np.float32)])
    of = np.repeat(np.arange(len(pictures)), [len(each) for _, each, _ in pictures])
    scores, ids = np.full(len(quads), -1, dtype=np.float32), np.zeros(len(quads), dtype=np.intp)
    corners = quads.copy()
    alike = framing([(picture, each) for picture, each, _ in pictures], dictionary)
    for k in np.argsort(-alike, kind="stable")[:MOST_QUADS]:
        picture, _, scale = pictures[of[k]]
        if alike[k] < LEAST_FRAME:
            break
        found = _read(picture, quads[k], dictionary, wanted, blur, scale)
        if found is not None:
            scores[k], ids[k], corners[k] = found
    return scores, ids, corners


@cache
def _black(dictionary: str) -> Array:
    """Return the black modules of every tag of a dictionary in its four rotations, (ids * 4, modules)."""
    plain = patterns(dictionary)
    turned = np.stack([np.rot90(plain, -k, axes=(1, 2)) for k in range(4)], axis=1)
    return np.asarray(1 - turned.reshape(len(plain) * 4, -1), dtype=np.float64)


def _read(
    picture: NDArray[np.uint8], quad: Single, dictionary: str, wanted: NDArray[np.bool_], blur: Blur, scale: float
) -> tuple[float, int, Single] | None:
    """Return the correlation, id and corners of the wanted tag that one quad shows, None if it is ambiguous."""
    black = _black(dictionary)
    side = patterns(dictionary).shape[1]
    centre = quad.mean(axis=0)
    spokes = quad - centre
    lengths = np.linalg.norm(spokes, axis=1, keepdims=True)
    mixed = _mixed(homographies(quad[None])[0], side, blur, scale)
    frame = _normal(-mixed @ black.mean(axis=0))
    grown = [
        np.asarray(centre + spokes * (1 + growth * np.sqrt(2) / lengths), dtype=np.float32)
        for growth in _BLURRED_GROWTHS_PX
    ]
    values = np.array([_normal(_sample_grid(picture, each, side)) for each in grown])
    if (values @ frame).max() < LEAST_FRAME:
        return None
    rows = np.repeat(wanted, 4)
    matches = values @ _normal(-mixed @ black[rows].T)
    k, best = (int(index) for index in np.unravel_index(matches.argmax(), matches.shape))
    match = matches[k]
    if match[best] < LEAST_MATCH:
        return None
    tag_id, late = divmod(int(np.flatnonzero(rows)[best]), 4)
    others = np.repeat(np.arange(len(wanted)) != tag_id, 4)
    rival = float((values[k] @ _normal(-mixed @ black[others].T)).max())
    if 1 - match[best] ** 2 > RIVAL * (1 - rival**2):
        return None
    return float(match[best]), tag_id, np.roll(grown[k], -late, axis=0)


def _mixed(homography: Single, side: int, blur: Blur, scale: float) -> Array:
    """Return the share of each module in each sample, (samples, modules)."""
    places = (np.arange(side * _A_MODULE) + 0.5) / _A_MODULE
    v, u = (grid.ravel() for grid in np.meshgrid(places, places, indexing="ij"))
    at = homography.astype(np.float64) @ (0.5, 0.5, 1)
    slope = (homography[:2, :2] - np.outer(at[:2] / at[2], homography[2, :2])) / at[2]
    way = np.linalg.solve(slope, np.asarray(blur.moved_px) / scale) * side
    sigma = side * np.hypot(blur.soft_px, 0.5) / scale / np.sqrt(abs(np.linalg.det(slope)))
    steps = ((np.arange(_STEPS) + 0.5) / _STEPS - 0.5)[:, None]
    along_u, along_v = _shares(u + steps * way[0], side, sigma), _shares(v + steps * way[1], side, sigma)
    return np.asarray(np.einsum("tsv,tsu->svu", along_v, along_u).reshape(len(u), -1) / _STEPS)


def _shares(place: Array, side: int, sigma: float) -> Array:
    from scipy.special import ndtr  # 25 MB, so loaded only for blurred images

    edges = (np.arange(side + 1) - place[..., None]) / sigma
    return np.asarray(np.diff(ndtr(edges), axis=-1))


def _sample_grid(picture: NDArray[np.uint8], quad: Single, side: int) -> Array:
    places = (np.arange(side * _A_MODULE, dtype=np.float32) + 0.5) / (side * _A_MODULE)
    u, v = np.meshgrid(places, places)
    mapped = np.stack([u, v, np.ones_like(u)], axis=-1).reshape(-1, 3) @ homographies(quad[None])[0].T
    x, y = mapped[:, 0] / mapped[:, 2], mapped[:, 1] / mapped[:, 2]
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR), dtype=np.float64).ravel()


def _normal(values: Array) -> Array:
    """Return values, or each of their columns, with zero mean and unit norm."""
    less = values - values.mean(axis=0)
    return np.asarray(less / np.maximum(np.linalg.norm(less, axis=0), 1e-6))
