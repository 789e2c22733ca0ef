"""Which tag a quadrilateral is: the light at its modules against every pattern of the dictionary, turned four ways."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import patterns

Single = NDArray[np.float32]

MIN_MATCH = 0.7
"""Correlation below which a quadrilateral is no tag; chance reaches about 0.55 over a dictionary of 250."""

MIN_FRAME = 0.3
"""Correlation with a bare black border below which a quadrilateral is not even compared."""

_SPILL_MODULES = 0.35
_UNTHREADED = 262_144
_GROWTHS_PX = (0.2, 0.7, 1.2)


@cache
def _bank(dictionary: str) -> Single:
    """Return the patterns as small tags show them, modules spilling into each other: (ids * 4, n * n), normalised.

    Row 4 * id + k shows the tag as read from a corner list that starts k corners late.
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
    """Return all correlations, in slices so small that the linear algebra starts no threads: they cost more here."""
    rows = max(1, _UNTHREADED // bank.size)
    slices = [values[k : k + rows] @ bank.T for k in range(0, len(values), rows)]
    return np.concatenate(slices) if slices else np.zeros((0, len(bank)), dtype=np.float32)


@cache
def likeness(dictionary: str) -> float:
    """Return the highest correlation between two different tags of a dictionary, however turned."""
    bank = _bank(dictionary)
    highest = 0.0
    for first in range(0, len(bank), 4):
        others = bank[first : first + 4] @ bank.T
        others[:, first : first + 4] = 0
        highest = max(highest, float(others.max()))
    return highest


@cache
def _frame(dictionary: str) -> Single:
    """Return what all patterns have in common, the black border, normalised: (n * n,)."""
    mean = _bank(dictionary).mean(axis=0)
    return np.asarray(mean / np.linalg.norm(mean), dtype=np.float32)


def homographies(quads: Single) -> Single:
    """Return the maps, (n, 3, 3), of the unit square's corners (0,0), (1,0), (1,1), (0,1) to each quad's."""
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
    """Return the best match of each quad in each (picture, quads (k, 4, 2)), one picture after the other.

    Correlation (n,), id (n,), corners (n, 4, 2) from the printed tag's top-left. A quad is tried a little larger, too:
    a border's outermost dark pixels lie inside its edge. `among` are the ids it may be, where not all.
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


def framing(pictures: Sequence[tuple[NDArray[np.uint8], Single]], dictionary: str) -> Single:
    """Return how much each quad in each (picture, quads) looks like a bare black border: the correlation, (n,)."""
    return np.asarray(_modules(pictures, dictionary) @ _frame(dictionary))


def likenesses(picture: NDArray[np.uint8], quads: Single, ids: Sequence[int], dictionary: str) -> Single:
    """Return how much each quad, from the printed tag's top-left, looks like the tag of its id: correlations, (n,)."""
    rows = _bank(dictionary)[4 * np.asarray(ids, dtype=np.intp)]
    return np.asarray(np.einsum("ij,ij->i", _modules([(picture, quads)], dictionary), rows))


def _modules(pictures: Sequence[tuple[NDArray[np.uint8], Single]], dictionary: str) -> Single:
    """Return the values at the modules' middles of each quad in each (picture, quads), (n, m), normalised."""
    quads = np.concatenate([each for _, each in pictures] or [np.zeros((0, 4, 2), dtype=np.float32)])
    side = patterns(dictionary).shape[1]
    mapped = _centres(side) @ homographies(quads).transpose(0, 2, 1)
    values = _sampled(pictures, mapped[..., :2] / mapped[..., 2:])
    values -= values.mean(axis=1, keepdims=True)
    values /= np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-3)
    return values


def _centres(side: int) -> Single:
    """Return the middles of a tag's modules, (side * side, 3), homogeneous, on the unit square."""
    places = (np.arange(side, dtype=np.float32) + 0.5) / side
    return np.stack([*np.meshgrid(places, places), np.ones((side, side), dtype=np.float32)], axis=-1).reshape(-1, 3)


def _sampled(pictures: Sequence[tuple[NDArray[np.uint8], Single]], at_px: Single) -> Single:
    """Return the pictures' values, (n, m), at the places (n, m, 2) of their quads."""
    values = np.empty(at_px.shape[:2], dtype=np.float32)
    first = 0
    for picture, quads in pictures:
        rows = slice(first, first + len(quads))
        first += len(quads)
        if len(quads):
            x, y = at_px[rows, :, 0].copy(), at_px[rows, :, 1].copy()
            values[rows] = cv2.remap(picture, x, y, cv2.INTER_LINEAR)
    return values
