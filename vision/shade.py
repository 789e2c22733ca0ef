"""Light that changes at a line across a tag: the edge of a shadow is found and evened out before the tag is fitted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.solver import Patch

Array = NDArray[np.float64]
Single = NDArray[np.float32]

BETTER = 0.6
"""Share of the misfit that two lights may leave of what one leaves, for a shadow's edge to be there."""

LEAST_PIXELS = 16
"""Pixels on either side of the edge that say how light it is there."""

FAINTEST = 0.08
"""Light in the shadow, as a fraction of that beside it, in which a tag can still be fitted."""

_TURNS = 12
_OFFSETS = 15
_PENUMBRA_PX = 1.1
_MOST_EDGES = 2


def evened(patch: Patch, pattern: Single) -> Patch | None:
    """Return a patch in one light, where lines across it part two, and None where no line does.

    `pattern` is the tag's brightness, 0 to 1, expected at each pixel. For every line the light of both sides is fitted
    with a black and a white of its own; the best line's darker side is brought to the lighter one's, and what lies in
    the half shadow is left out.
    """
    found, shade = patch, pattern
    for _ in range(_MOST_EDGES):
        split = _split(found, shade)
        if split is None:
            break
        found, shade = split
    return None if found is patch else found


def _split(patch: Patch, pattern: Single) -> tuple[Patch, Single] | None:
    x, y = patch.x.astype(np.float64), patch.y.astype(np.float64)
    shade, light = pattern.astype(np.float64), patch.light.astype(np.float64)
    turns = 2 * np.pi * np.arange(_TURNS) / (2 * _TURNS)
    offsets = np.linspace(-1.15, 1.15, _OFFSETS)
    across = np.cos(turns)[:, None] * x + np.sin(turns)[:, None] * y
    sums = np.stack([np.ones_like(shade), shade, shade**2, light, light * shade, light**2])
    beyond = np.concatenate([(line > offsets[:, None]).astype(np.float64) @ sums.T for line in across])
    whole = sums.sum(axis=1)
    sides = np.stack([beyond, whole - beyond])
    black, white, misfit = _levels(sides)
    _, _, one = _levels(whole[None])
    usable = (sides[..., 0] >= LEAST_PIXELS).all(axis=0) & (white > 0).all(axis=0)
    usable &= white.min(axis=0) > FAINTEST * white.max(axis=0)
    total = np.where(usable, misfit.sum(axis=0), np.inf)
    k = int(total.argmin())
    if not total[k] < BETTER * one[0]:
        return None
    darker = int(white[1, k] < white[0, k])
    away = across[k // _OFFSETS] - offsets[k % _OFFSETS]
    dark = (away > 0) if darker == 0 else (away <= 0)
    lit = 1 - darker
    even = np.where(dark, (light - black[darker, k]) * white[lit, k] / white[darker, k] + black[lit, k], light)
    keep = np.abs(away) * patch.half > _PENUMBRA_PX
    evened_patch = replace(patch, x=patch.x[keep], y=patch.y[keep], light=even[keep].astype(np.float32))
    return evened_patch, pattern[keep]


def _levels(sums: Array) -> tuple[Array, Array, Array]:
    """Return black, white less black, and what they leave, of sums over pixels, (..., 6)."""
    count, shade, square, light, both, energy = np.moveaxis(sums, -1, 0)
    spread = square - shade**2 / np.maximum(count, 1)
    white = (both - shade * light / np.maximum(count, 1)) / np.maximum(spread, 1e-6)
    black = (light - white * shade) / np.maximum(count, 1)
    misfit = energy - light**2 / np.maximum(count, 1) - white**2 * spread
    return black, np.where(spread > 0.5, white, 0.0), misfit
