"""Which tag a quadrilateral is in a blurred picture: its light against patterns blurred as the picture is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import patterns
from vision.blur import Array, Blur, Single
from vision.decode import framing, homographies

MOST_QUADS = 160
"""Quads that are compared; in a blurred picture a tag's frame is what is left best."""

LEAST_FRAME = 0.15
"""Correlation with a bare black border, blurred as the picture is, below which a quadrilateral is not compared: blur
as wide as a module leaves little of the border, and the code's own blacks run into it."""

LEAST_MATCH = 0.8
"""Correlation below which a quadrilateral is no tag, its own blur being allowed for."""

RIVAL = 0.5
"""Share of the variance left by the next tag of the dictionary that a match may leave itself."""

_A_MODULE = 2
_GROWTHS_PX = (0.0, 0.7, 1.4)
_STEPS = 9


def decode_blurred(
    pictures: Sequence[tuple[NDArray[np.uint8], Single, float]], dictionary: str, among: Collection[int], blur: Blur
) -> tuple[Single, NDArray[np.intp], Single]:
    """Return the best match of each quad in each (picture, quads (k, 4, 2), scale), as `decode` does.

    A picture's pixels are `scale` of those that `blur` counts. Each quad has its own patterns, for blur along one way
    looks different on tags that lie differently. Only the `MOST_QUADS` that look most like a frame are compared with
    `among`, and a match is none unless it leaves less than `RIVAL` of what the next tag of the dictionary does: blurred
    patterns are all a little alike. What is no match has a correlation of -1.
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
    """Return what is black of every tag of a dictionary, turned four ways, (ids * 4, modules)."""
    plain = patterns(dictionary)
    turned = np.stack([np.rot90(plain, -k, axes=(1, 2)) for k in range(4)], axis=1)
    return np.asarray(1 - turned.reshape(len(plain) * 4, -1), dtype=np.float64)


def _read(
    picture: NDArray[np.uint8], quad: Single, dictionary: str, wanted: NDArray[np.bool_], blur: Blur, scale: float
) -> tuple[float, int, Single] | None:
    """Return the correlation, id and corners of the wanted tag that one quad shows, None where it may be another."""
    black = _black(dictionary)
    side = patterns(dictionary).shape[1]
    centre = quad.mean(axis=0)
    spokes = quad - centre
    lengths = np.linalg.norm(spokes, axis=1, keepdims=True)
    mixed = _mixed(homographies(quad[None])[0], side, blur, scale)
    frame = _normal(-mixed @ black.mean(axis=0))
    grown = [
        np.asarray(centre + spokes * (1 + growth * np.sqrt(2) / lengths), dtype=np.float32) for growth in _GROWTHS_PX
    ]
    values = np.array([_normal(_sampled(picture, each, side)) for each in grown])
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
    """Return how much of each module each sample shows, (samples, modules)."""
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
    from scipy.special import ndtr  # 25 MB, for pictures that are blurred alone

    edges = (np.arange(side + 1) - place[..., None]) / sigma
    return np.asarray(np.diff(ndtr(edges), axis=-1))


def _sampled(picture: NDArray[np.uint8], quad: Single, side: int) -> Array:
    places = (np.arange(side * _A_MODULE, dtype=np.float32) + 0.5) / (side * _A_MODULE)
    u, v = np.meshgrid(places, places)
    mapped = np.stack([u, v, np.ones_like(u)], axis=-1).reshape(-1, 3) @ homographies(quad[None])[0].T
    x, y = mapped[:, 0] / mapped[:, 2], mapped[:, 1] / mapped[:, 2]
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR), dtype=np.float64).ravel()


def _normal(values: Array) -> Array:
    """Return values, or each column of them, less their mean and of length one."""
    less = values - values.mean(axis=0)
    return np.asarray(less / np.maximum(np.linalg.norm(less, axis=0), 1e-6))
