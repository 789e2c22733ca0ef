"""How a picture is blurred: a lens out of focus makes discs of points, a camera or a table that moved makes lines."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Single = NDArray[np.float32]

_IN_FOCUS_PX = 0.7
_TEXELS_A_STEP = 1.5
_FINE = 4
_A_LITTLE = 0.05


@dataclass(frozen=True, slots=True)
class Blur:
    """The lens's Gaussian sigma, the way that things went while the shutter was open, and the radius of a point's disc.

    The light of a point out of focus ends at a rim, as a Gaussian's does not: taken for one, it makes tags look larger.
    """

    lens_px: float = _IN_FOCUS_PX
    moved_px: tuple[float, float] = (0.0, 0.0)
    disc_px: float = 0.0

    @property
    def motion_px(self) -> float:
        """Return how far things went."""
        return float(np.hypot(*self.moved_px))

    @property
    def soft_px(self) -> float:
        """Return the standard deviation, along any direction, of what the lens alone makes of a point."""
        return float(np.hypot(self.lens_px, self.disc_px / 2))

    @property
    def beyond_sharp_px(self) -> float:
        """Return the standard deviation, along a usual direction, of what blurs edges more than a sharp lens does."""
        lens = max(self.soft_px**2 - _IN_FOCUS_PX**2, 0.0)
        return float(np.sqrt(lens + self.motion_px**2 / 24))

    @property
    def reach_px(self) -> float:
        """Return how far light comes from on its way to a point, farther than through a sharp lens."""
        return max(0.0, 1.5 * (self.lens_px - _IN_FOCUS_PX)) + self.disc_px + self.motion_px / 2

    @property
    def spread_px(self) -> float:
        """Return how wide a point becomes: of a lens its standard deviation thrice, of motion its length."""
        return float(np.hypot(3 * self.soft_px, self.motion_px))


SHARP = Blur()
"""What a lens in focus leaves of a table at rest."""


def by_pixel(homography: Array, half_px: float) -> Array:
    """Return a pixel's steps, (2, 2), in modules of a tag; the homography maps `half_px` from its centre to modules."""
    h = homography / homography[2, 2]
    return np.asarray((h[:2, :2] - np.outer(h[:2, 2], h[2, :2])) / half_px)


def blurred(texture: Single, texels: int, slope: Array, blur: Blur) -> Single:
    """Return a tag's texture, drawn with the lens's own sigma, as it looks under the rest of a blur.

    `slope` are a pixel's steps in modules. The last of four channels is the derivative by the logarithm of the
    variance of all that the lens does.
    """
    along = slope @ np.asarray(blur.moved_px)
    moved = smeared(texture, texels, (float(along[0]), float(along[1])))
    if not blur.disc_px:
        return moved
    steps = slope * texels * blur.disc_px
    seen = _through_disc(moved, steps)
    if seen.shape[2] > 1:
        wider, narrower = (_through_disc(moved[..., :1], steps * (1 + by)) for by in (_A_LITTLE, -_A_LITTLE))
        seen[..., -1:] += (wider - narrower) / np.float32(4 * _A_LITTLE)
    return seen


def _through_disc(texture: Single, steps: Array) -> Single:
    """Return a texture whose every point became the ellipse that `steps`, (2, 2) texels, make of the unit disc.

    An ellipse of less than a quarter of a texel leaves it as it was.
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


def smeared(texture: Single, texels: int, way: tuple[float, float]) -> Single:
    """Return a tag's texture, all channels, as it looks when it moves along `way`, in modules, while it is seen."""
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
