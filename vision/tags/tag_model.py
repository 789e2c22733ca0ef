"""Tag model: homography to modules, texture with derivatives, and blur."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import patterns

Array = NDArray[np.float64]
Single = NDArray[np.float32]

_IN_FOCUS_PX = 0.7
_TEXELS_A_STEP = 1.5
_FINE = 4
_A_LITTLE = 0.05


@dataclass(frozen=True, slots=True)
class Blur:
    """Blur of an image: sigma of the lens's Gaussian, motion during the exposure, and radius of a defocus disc.

    Unlike a Gaussian, the disc of a defocused point has a sharp edge; modelled as a Gaussian, it makes tags look
    larger.
    """

    lens_px: float = _IN_FOCUS_PX
    moved_px: tuple[float, float] = (0.0, 0.0)
    disc_px: float = 0.0

    @property
    def motion_px(self) -> float:
        """Length of the motion."""
        return float(np.hypot(*self.moved_px))

    @property
    def soft_px(self) -> float:
        """Standard deviation of the lens blur in any direction, without motion."""
        return float(np.hypot(self.lens_px, self.disc_px / 2))

    @property
    def beyond_sharp_px(self) -> float:
        """Standard deviation of the blur beyond a sharp lens's, along an average direction."""
        lens = max(self.soft_px**2 - _IN_FOCUS_PX**2, 0.0)
        return float(np.sqrt(lens + self.motion_px**2 / 24))

    @property
    def reach_px(self) -> float:
        """Distance over which intensity spreads to a point, beyond that of a sharp lens."""
        return max(0.0, 1.5 * (self.lens_px - _IN_FOCUS_PX)) + self.disc_px + self.motion_px / 2

    @property
    def spread_px(self) -> float:
        """Width of a blurred point: three standard deviations of the lens, combined with the length of the motion."""
        return float(np.hypot(3 * self.soft_px, self.motion_px))


SHARP = Blur()
"""Blur of a lens in focus and a table at rest."""


def pixel_steps(homography: Array, half_px: float) -> Array:
    """Return a pixel's steps in modules, (2, 2); the homography maps offsets in units of `half_px` to modules."""
    h = homography / homography[2, 2]
    return np.asarray((h[:2, :2] - np.outer(h[:2, 2], h[2, :2])) / half_px)


def blurred(texture: Single, texels: int, slope: Array, blur: Blur) -> Single:
    """Return a tag's texture, drawn with the lens's Gaussian, with the rest of the blur applied.

    `slope` are a pixel's steps in modules. The last of four channels is the derivative by the logarithm of the variance
    of the whole lens blur.
    """
    along = slope @ np.asarray(blur.moved_px)
    moved = motion_blurred(texture, texels, (float(along[0]), float(along[1])))
    if not blur.disc_px:
        return moved
    steps = slope * texels * blur.disc_px
    seen = _through_disc(moved, steps)
    if seen.shape[2] > 1:
        wider, narrower = (_through_disc(moved[..., :1], steps * (1 + by)) for by in (_A_LITTLE, -_A_LITTLE))
        seen[..., -1:] += (wider - narrower) / np.float32(4 * _A_LITTLE)
    return seen


def _through_disc(texture: Single, steps: Array) -> Single:
    """Return a texture blurred by the ellipse that `steps`, (2, 2) texels, make of the unit disc.

    An ellipse of less than a quarter of a texel leaves it unchanged.
    """
    reach = int(np.ceil(np.linalg.norm(steps, axis=1).max())) + 1
    grid = (np.arange((2 * reach + 1) * _FINE) + 0.5) / _FINE - reach - 0.5
    u, v = np.meshgrid(grid, grid)
    back = np.linalg.inv(steps) @ np.stack([u.ravel(), v.ravel()])
    inside = (np.square(back).sum(axis=0) <= 1).reshape(2 * reach + 1, _FINE, 2 * reach + 1, _FINE).mean(axis=(1, 3))
    if not inside.any():
        return texture.copy()
    kernel = (inside / inside.sum()).astype(np.float32)
    seen = cv2.filter2D(texture, -1, kernel, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32).reshape(texture.shape)


def motion_blurred(texture: Single, texels: int, way: tuple[float, float]) -> Single:
    """Return a tag's texture, all channels, under motion along `way`, in modules, during the exposure."""
    length = float(np.hypot(*way)) * texels
    steps = int(np.ceil(length / _TEXELS_A_STEP)) + 1
    if steps < 2:
        return texture
    total = np.zeros_like(texture)
    size = (texture.shape[1], texture.shape[0])
    for share in (np.arange(steps) + 0.5) / steps - 0.5:
        shift = np.array([[1, 0, share * way[0] * texels], [0, 1, share * way[1] * texels]], dtype=np.float32)
        moved = cv2.warpAffine(texture, shift, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        total += moved.reshape(texture.shape)
    return np.asarray(total / np.float32(steps))


def square(side: float) -> Array:
    """Return the corners (4, 2) of a tag `side` modules wide: top-left, top-right, bottom-right, bottom-left."""
    return np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float64)


def inverse_homography(homography: Single, x: Single, y: Single) -> tuple[Single, Single, Single]:
    """Return u, v and 1 / w for homographies (t, 3, 3) and points (t, ...)."""
    h = homography.reshape(homography.shape[0], 9, *([1] * (x.ndim - 1)))
    inverse: Single = np.float32(1) / (h[:, 6] * x + h[:, 7] * y + h[:, 8])
    return (h[:, 0] * x + h[:, 1] * y + h[:, 2]) * inverse, (h[:, 3] * x + h[:, 4] * y + h[:, 5]) * inverse, inverse


def apply_homography(homographies: Array, points: Array) -> Array:
    """Return points (n, 2) mapped by homographies (t, 3, 3), shape (t, n, 2)."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ homographies.transpose(0, 2, 1)
    return np.asarray(mapped[..., :2] / mapped[..., 2:])


def corners_by_homography(h: Array, corners: Array, square: Array) -> Array:
    """Return the derivative, (t, 8, 8), of corners by the first eight entries of the H that map them to the square."""
    x, y = corners[..., 0], corners[..., 1]
    u, v = square[:, 0], square[:, 1]
    flat = h.reshape(-1, 9)[:, :, None]
    by_place = np.stack(
        [
            flat[:, 0] - u * flat[:, 6],
            flat[:, 1] - u * flat[:, 7],
            flat[:, 3] - v * flat[:, 6],
            flat[:, 4] - v * flat[:, 7],
        ],
        axis=-1,
    ).reshape(*x.shape, 2, 2)
    by_entry = np.zeros((*x.shape, 2, 8))
    by_entry[..., 0, 0], by_entry[..., 0, 1], by_entry[..., 0, 2] = x, y, 1
    by_entry[..., 1, 3], by_entry[..., 1, 4], by_entry[..., 1, 5] = x, y, 1
    by_entry[..., 0, 6], by_entry[..., 0, 7] = -u * x, -u * y
    by_entry[..., 1, 6], by_entry[..., 1, 7] = -v * x, -v * y
    return np.asarray(-np.linalg.solve(by_place, by_entry).reshape(-1, 8, 8), dtype=np.float64)


MARGIN_MODULES = 2
"""White modules drawn around the black square; white is repeated beyond them."""

PIXEL_VARIANCE = 1 / 12
"""Variance of the square area of a pixel, in square pixels, which adds to the lens blur."""

TEXELS = ((8, 5.7), (16, 11.4), (24, 18.0), (48, math.inf))
"""Texels per module, for tags up to that many pixels per module: an edge in focus is wide enough to interpolate."""

_LARGEST_KEPT = 24

_STEP = 1.12

_erf = np.vectorize(math.erf, otypes=[float])
"""Error function. Importing scipy's would cost 25 MB and 0.2 s at every start, for a few thousand values."""


def quantise_scale(px_per_module: float) -> int:
    """Return the step of a geometric series of scales; all scales of a step share one texture."""
    return round(float(np.log(px_per_module) / np.log(_STEP)))


def texture(dictionary: str, tag_id: int, step: int, blur_px: float) -> NDArray[np.float32]:
    """Return a tag's texture at one scale: float32 (n, n, 4) of brightness, its slopes along u and v, and d/d(blur).

    u runs right and v down over the printed tag in modules, the black square from 0 to its number of modules; texel
    (row, column) is at u = (column + 0.5) / texels - `MARGIN_MODULES`. Brightness is 0 for black, 1 for white. The last
    channel is the derivative by the logarithm of the blur's variance. `blur_px` is the Gaussian sigma of the lens.
    """
    texels = next(texels for texels, reach in TEXELS if _STEP**step < reach)
    draw = _kept_texture if texels <= _LARGEST_KEPT else _large_texture
    return draw(dictionary, tag_id, step, blur_px, texels)


def _texture(dictionary: str, tag_id: int, step: int, blur_px: float, texels: int) -> NDArray[np.float32]:
    pattern = patterns(dictionary)[tag_id]
    box, slope, bend, sigma = _profiles(pattern.shape[0], step, blur_px, texels)
    black = 1 - pattern.astype(np.float64)
    channels = np.empty((len(box), len(box), 4), dtype=np.float32)
    channels[..., 0] = 1 - box @ black @ box.T
    channels[..., 1] = -(box @ black @ slope.T)
    channels[..., 2] = -(slope @ black @ box.T)
    channels[..., 3] = -(box @ black @ bend.T + bend @ black @ box.T) * sigma**2 / 2
    channels.setflags(write=False)
    return channels


@lru_cache(maxsize=32)
def _profiles(side: int, step: int, blur_px: float, texels: int) -> tuple[Array, Array, Array, float]:
    """Return each module's share in the texels of one axis, (n, side), its first two derivatives, and the blur."""
    sigma = float(np.sqrt(blur_px**2 + PIXEL_VARIANCE)) / _STEP**step
    place = (np.arange((side + 2 * MARGIN_MODULES) * texels) + 0.5) / texels - MARGIN_MODULES
    edge = (place[:, None] - np.arange(side + 1)[None]) / sigma
    bell = np.exp(-(edge**2) / 2) / np.sqrt(2 * np.pi)
    step_response = 0.5 * (1 + _erf(edge / np.sqrt(2)))
    box = step_response[:, :-1] - step_response[:, 1:]
    slope = (bell[:, :-1] - bell[:, 1:]) / sigma
    bend = (-edge * bell)[:, :-1] / sigma**2 + (edge * bell)[:, 1:] / sigma**2
    return box, slope, bend, sigma


_kept_texture = lru_cache(maxsize=256)(_texture)
_large_texture = lru_cache(maxsize=16)(_texture)
"""Textures of large tags, 5 MB each."""
