"""Pictures of tags whose corners are known: drawn by supersampling, blurred in light, noisy, sRGB-coded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from calibration.tags import dictionary

DICTIONARY = "DICT_ARUCO_MIP_36h12"
SUPER = 8


@dataclass(frozen=True)
class Drawing:
    """How a sheet of tags is photographed."""

    blur_px: float = 0.6
    noise: float = 0.012
    white: float = 0.7
    black: float = 0.03
    ground: float = 0.25
    margin_modules: float = 1.5

    def draw(
        self, size_px: tuple[int, int], tags: Mapping[int, np.ndarray] | Sequence[tuple[int, np.ndarray]], seed: int = 0
    ) -> np.ndarray:
        """Return a BGR picture with tags at the given corners, (4, 2) px each, OpenCV's pixel convention."""
        width, height = size_px
        light = np.full((height, width), self.ground, dtype=np.float32)
        for tag_id, corners in tags.items() if isinstance(tags, Mapping) else tags:
            self._lay(light, tag_id, np.asarray(corners, dtype=np.float64))
        noisy = light[..., None] + self.noise * _noise((height, width, 3), seed) * np.sqrt(light[..., None] + 0.05)
        clipped = np.clip(noisy, 0, 1)
        codes = np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * clipped ** (1 / 2.4) - 0.055)
        picture: np.ndarray = np.round(codes * 255).astype(np.uint8)
        return picture

    def _lay(self, light: np.ndarray, tag_id: int, corners: np.ndarray) -> None:
        low, share, mean = _drawn_tag(self, tag_id, corners.tobytes())
        high = low + share.shape[::-1]
        x0, y0 = (int(v) for v in np.maximum(low, 0))
        x1, y1 = min(int(high[0]), light.shape[1]), min(int(high[1]), light.shape[0])
        window = (slice(y0 - low[1], y1 - low[1]), slice(x0 - low[0], x1 - low[0]))
        light[y0:y1, x0:x1] = light[y0:y1, x0:x1] * (1 - share[window]) + mean[window]

    def tag(self, tag_id: int, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the window of a tag and its paper: its top-left pixel, each pixel's covered share and its light."""
        modules = dictionary(DICTIONARY).markerSize + 2
        cell = 24
        tag = cv2.aruco.generateImageMarker(dictionary(DICTIONARY), tag_id, modules * cell).astype(np.float32) / 255
        pad = round(self.margin_modules * cell)
        paper = np.pad(self.black + tag * (self.white - self.black), pad, constant_values=self.white)
        longest = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()
        reach = max(12.0, 1.5 * self.margin_modules * longest / modules)
        low = np.floor(corners.min(axis=0) - reach).astype(int)
        high = np.ceil(corners.max(axis=0) + reach).astype(int)
        fine = ((corners - low + 0.5) * SUPER - 0.5).astype(np.float32)
        n = modules * cell
        source = np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float32) + pad - 0.5
        warp = cv2.getPerspectiveTransform(source, fine)
        shape = tuple(int(v) for v in (high - low) * SUPER)
        lit = cv2.warpPerspective(paper, warp, shape, flags=cv2.INTER_LINEAR)
        covered = cv2.warpPerspective(np.ones_like(paper), warp, shape, flags=cv2.INTER_NEAREST)
        blocks = (shape[1] // SUPER, SUPER, shape[0] // SUPER, SUPER)
        share, mean = (self._blurred(fine).reshape(blocks).mean(axis=(1, 3)) for fine in (covered, lit * covered))
        return low, share, mean

    def _blurred(self, fine: np.ndarray) -> np.ndarray:
        """Return what a lens makes of it, before pixels gather its light."""
        return cv2.GaussianBlur(fine, (0, 0), self.blur_px * SUPER, borderType=cv2.BORDER_REPLICATE)


@lru_cache(maxsize=512)
def _drawn_tag(drawing: Drawing, tag_id: int, corners: bytes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return `drawing.tag`: many pictures show the same tags."""
    return drawing.tag(tag_id, np.frombuffer(corners).reshape(4, 2))


@lru_cache(maxsize=4)
def _noise(shape: tuple[int, ...], seed: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape)


def tag_corners(centre: tuple[float, float], side_px: float, angle_deg: float, tilt: float = 0.0) -> np.ndarray:
    """Corners of a tag: top-left, top-right, bottom-right, bottom-left, a little in perspective by `tilt`."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side_px / 2
    angle = np.radians(angle_deg)
    turned = square @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners: np.ndarray = turned / (1 + tilt * turned[:, :1] / side_px) + centre
    return corners
