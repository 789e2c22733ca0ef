"""What a tag looks like through a blurred lens: its pattern and derivatives, in closed form."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.tags import patterns

MARGIN_MODULES = 2
"""White modules drawn around the black square; beyond them the white goes on."""

PIXEL_VARIANCE = 1 / 12
"""Variance in square pixels of a pixel's own square area, which blurs on top of the lens."""

TEXELS = ((8, 5.7), (16, 11.4), (24, math.inf))
"""Texels a module, of tags with fewer pixels a module than that: an edge in focus is wide enough to lie between two."""

_STEP = 1.12

_erf = np.vectorize(math.erf, otypes=[float])
"""The error function: scipy's would bring 25 MB and a fifth of a second to every start for a few thousand numbers."""


def bucket(px_per_module: float) -> int:
    """Return the step of a geometric ladder of scales; within a step one texture serves."""
    return round(float(np.log(px_per_module) / np.log(_STEP)))


@lru_cache(maxsize=256)
def texture(dictionary: str, tag_id: int, step: int, blur_px: float) -> NDArray[np.float32]:
    """Return a tag as seen at one scale: float32 (n, n, 4) of brightness, its slopes along u and v, and d/d(blur).

    u runs right and v down over the printed tag in modules, the black square from 0 to its number of modules; texel
    (row, column) is at u = (column + 0.5) / texels - `MARGIN_MODULES`. Brightness is 0 black, 1 white. The last
    channel is the derivative by the logarithm of the blur's variance. `blur_px` is the Gaussian sigma of the lens.
    """
    scale = _STEP**step
    pattern = patterns(dictionary)[tag_id]
    side = pattern.shape[0]
    texels = next(texels for texels, reach in TEXELS if scale < reach)
    sigma = float(np.sqrt(blur_px**2 + PIXEL_VARIANCE)) / scale
    place = (np.arange((side + 2 * MARGIN_MODULES) * texels) + 0.5) / texels - MARGIN_MODULES
    edge = (place[:, None] - np.arange(side + 1)[None]) / sigma
    bell = np.exp(-(edge**2) / 2) / np.sqrt(2 * np.pi)
    step_response = 0.5 * (1 + _erf(edge / np.sqrt(2)))
    box = step_response[:, :-1] - step_response[:, 1:]
    slope = (bell[:, :-1] - bell[:, 1:]) / sigma
    bend = (-edge * bell)[:, :-1] / sigma**2 + (edge * bell)[:, 1:] / sigma**2
    black = 1 - pattern.astype(np.float64)
    channels = np.empty((place.size, place.size, 4), dtype=np.float32)
    channels[..., 0] = 1 - box @ black @ box.T
    channels[..., 1] = -(box @ black @ slope.T)
    channels[..., 2] = -(slope @ black @ box.T)
    channels[..., 3] = -(box @ black @ bend.T + bend @ black @ box.T) * sigma**2 / 2
    channels.setflags(write=False)
    return channels
