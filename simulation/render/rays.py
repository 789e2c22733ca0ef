"""Rays of every pixel of a camera, from lens and pose, and the projection from the board to the image."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rig import Rig, project
from simulation.errors import SceneError

Floats = NDArray[np.float32]

_BORDER_PX = 1
"""Rays are stored for one pixel beyond the image, so that those between pixels can be interpolated at its edge."""

_BAND_ROWS = 64
MOST_AT_ONCE = 4
"""Largest number of threads that draw; no more than there are cores."""


@dataclass(frozen=True, slots=True)
class Rect:
    """Rectangle of pixels: columns x0 to x1 and rows y0 to y1, ends excluded."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.x1 - self.x0

    @property
    def height(self) -> int:
        """Number of rows."""
        return self.y1 - self.y0

    @property
    def rows_columns(self) -> tuple[slice, slice]:
        """Index of these pixels in an image."""
        return slice(self.y0, self.y1), slice(self.x0, self.x1)

    def meets(self, other: Rect) -> bool:
        """Return whether the two share a pixel."""
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1

    def cut(self, other: Rect) -> Rect | None:
        """Return the pixels that both contain, None without any."""
        if not self.meets(other):
            return None
        return Rect(max(self.x0, other.x0), max(self.y0, other.y0), min(self.x1, other.x1), min(self.y1, other.y1))

    def tiles(self, side_px: int) -> Iterator[Rect]:
        """Yield tiles of at most `side_px` by `side_px` that cover this rectangle."""
        for y0 in range(self.y0, self.y1, side_px):
            for x0 in range(self.x0, self.x1, side_px):
                yield Rect(x0, y0, min(x0 + side_px, self.x1), min(y0 + side_px, self.y1))

    def bands(self, rows: int) -> Iterator[Rect]:
        """Yield bands as wide as this rectangle, of at most that many rows, that cover it."""
        for y0 in range(self.y0, self.y1, rows):
            yield Rect(self.x0, y0, self.x1, min(y0 + rows, self.y1))

    def hull(self, other: Rect) -> Rect:
        """Return the smallest rectangle around both."""
        return Rect(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))


def merged(rects: list[Rect]) -> list[Rect]:
    """Return disjoint rectangles that cover the given ones."""
    done: list[Rect] = []
    waiting = list(rects)
    while waiting:
        rect = waiting.pop()
        met = [other for other in done if other.meets(rect)]
        if met:
            for other in met:
                done.remove(other)
                rect = rect.hull(other)
            waiting.append(rect)
        else:
            done.append(rect)
    return done


def in_parallel(draw: Callable[[Rect], None], rects: Iterable[Rect]) -> None:
    """Draw disjoint rectangles in parallel, with one thread per core, up to `MOST_AT_ONCE`."""
    with ThreadPoolExecutor(min(os.cpu_count() or 1, MOST_AT_ONCE), thread_name_prefix="drawing") as threads:
        for _ in threads.map(draw, rects):
            pass


class CameraRays:
    """One camera above one board, as used by the renderer.

    The camera looks down at everything, so each ray is stored as its drift: its motion in x and y per millimetre of
    descent. A ray reaches the height z at `camera_xy + drift * (camera_z - z)`, and of two surfaces on it the higher
    one is nearer. Raises `SceneError` if the rig has no pose, a pixel looks at the horizon, or the distortion is too
    strong to invert.
    """

    def __init__(self, rig: Rig) -> None:
        if rig.pose is None:
            raise SceneError("simulation-no-pose")
        self.rig = rig
        self.pose = rig.pose
        self.camera_mm = rig.pose.camera_mm
        width, height = rig.camera.size_px
        self.frame = Rect(0, 0, width, height)
        seen = Rect(0, 0, width + 2 * _BORDER_PX, height + 2 * _BORDER_PX)
        self._require_true(seen)
        self._drift: Floats = np.empty((seen.height, seen.width, 2), np.float32)
        in_parallel(self._trace, seen.bands(_BAND_ROWS))

    def _trace(self, band: Rect) -> None:
        """Store the drifts of the rays of some rows."""
        rows, columns = (side.ravel() for side in np.mgrid[band.y0 : band.y1, band.x0 : band.x1] - _BORDER_PX)
        rays = self.rig.camera.rays(np.column_stack([columns, rows]))
        directions = np.concatenate([rays, np.ones((len(rays), 1))], axis=1) @ self.pose.rotation
        if directions[:, 2].max() > -0.2 or self.camera_mm[2] <= 0:
            raise SceneError("simulation-horizon", z=float(self.camera_mm[2]))
        drift = directions[:, :2] / -directions[:, 2:]
        self._drift[band.rows_columns] = drift.reshape(band.height, band.width, 2)

    def _require_true(self, seen: Rect) -> None:
        """Raise `SceneError` unless the rays of a few thousand pixels project back to the same pixels."""
        count = seen.width * seen.height
        rows, columns = np.divmod(np.arange(0, count, max(1, count // 4000)), seen.width)
        pixels = np.column_stack([columns, rows]).astype(np.float64) - _BORDER_PX
        camera = self.rig.camera
        points = np.concatenate([camera.rays(pixels), np.ones((len(pixels), 1))], axis=1).reshape(-1, 1, 3)
        back, _ = cv2.projectPoints(points, np.zeros(3), np.zeros(3), camera.camera_matrix, camera.dist_coeffs)
        error = float(np.abs(np.asarray(back).reshape(-1, 2) - pixels).max())
        if not error < 2e-3:
            width, height = camera.size_px
            coefficients = ", ".join(f"{one:g}" for one in camera.dist_coeffs.ravel())
            raise SceneError(
                "simulation-distortion", coefficients=coefficients, width=width, height=height, error=error
            )

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height) of the image."""
        return self.frame.width, self.frame.height

    def drift(self, rect: Rect, samples: int = 1) -> tuple[Floats, Floats]:
        """Return the drift in x and in y of `samples` x `samples` rays in every pixel of `rect`.

        Both have shape (rect.height * samples, rect.width * samples). The rays are evenly spaced in their pixel;
        between pixel centres they are interpolated, with an error below 1e-4 px.
        """
        block = self._drift[rect.y0 : rect.y1 + 2 * _BORDER_PX, rect.x0 : rect.x1 + 2 * _BORDER_PX]
        if samples > 1:
            height, width = block.shape[:2]
            fine = cv2.resize(block, (width * samples, height * samples), interpolation=cv2.INTER_LINEAR)
            block = np.asarray(fine, np.float32)
        cut = _BORDER_PX * samples
        block = block[cut:-cut, cut:-cut]
        return np.ascontiguousarray(block[..., 0]), np.ascontiguousarray(block[..., 1])

    def ground(self, rect: Rect, z_mm: float, samples: int = 1) -> tuple[Floats, Floats]:
        """Return board x and y in mm at which the rays of `rect` reach the height `z_mm`, shaped as in `drift`."""
        x, y = self.drift(rect, samples)
        fall = np.float32(self.camera_mm[2] - z_mm)
        return x * fall + np.float32(self.camera_mm[0]), y * fall + np.float32(self.camera_mm[1])

    def project(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the pixels, shape (n, 2), of board points of shape (n, 3) in mm."""
        return project(self.rig.camera, self.pose, points_mm)

    def rect_around(self, points_mm: NDArray[np.float64], margin_px: int = 2) -> Rect | None:
        """Return the rectangle of the image that contains the points with a margin, None if all are outside."""
        pixels = self.project(points_mm)
        low, high = np.floor(pixels.min(axis=0)), np.ceil(pixels.max(axis=0))
        limit = 4 * max(self.size_px)
        x0, y0, x1, y1 = np.clip([*low, *high], -limit, limit).astype(int).tolist()
        return Rect(x0 - margin_px, y0 - margin_px, x1 + margin_px + 1, y1 + margin_px + 1).cut(self.frame)

    def pitch_mm(self, z_mm: float) -> float:
        """Return the approximate size of a pixel in mm at the height `z_mm` in the middle of the image."""
        focal = float(self.rig.camera.camera_matrix[0, 0] + self.rig.camera.camera_matrix[1, 1]) / 2
        return float(self.camera_mm[2] - z_mm) / focal
