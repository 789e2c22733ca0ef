"""Initial board poses: robust if up to a fifth of the board's tags are not at their places, even with few in view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel

Array = NDArray[np.float64]
Places = NDArray[np.intp]

LEAST_KEPT = 4
"""Least number of inlier tags: fewer fit a homography even if they disagree."""

TWINS = 3.0
"""Largest residual of a plane's second pose, relative to the first, at which it is still considered."""

STANDS_OUT = 3.0
"""Residual of a tag, relative to the median, above which the pose that fits all tags is not used."""

_STARTS = 8
_STEPS = 5
_FINALISTS = 2
_HORIZON = 1e-9
_FARTHEST = 1e6


@dataclass(frozen=True, slots=True, eq=False)
class FirstPose:
    """Rough pose, the indices of the tags it is based on, and their rms residual in x/z."""

    pose: BoardPose
    kept: tuple[int, ...]
    miss: float


def pose_from_all_tags(camera: CameraModel, corners_mm: Array, corners_px: Array) -> tuple[FirstPose, ...]:
    """Return the pose that fits all tags, and its twin; nothing if a tag stands out.

    Corners are (n, 4, 2): on the board, mm, and in the image. A plane has two poses with nearly equal residuals
    (Collins and Bartoli, "Infinitesimal plane-based pose estimation", 2014); both are returned if both explain the
    tags.
    """
    rays = _rays(camera, corners_px)
    found = _twins(corners_mm, rays, np.arange(len(rays)))
    if found:
        residuals = _misses_of(found[0].pose, corners_mm, rays)
        if residuals.max() > STANDS_OUT * np.median(residuals):
            return ()
    return tuple(found)


def ransac_poses(camera: CameraModel, corners_mm: Array, corners_px: Array) -> tuple[FirstPose, ...]:
    """Return poses from the tags that agree best, corners as in `pose_of_all`; the most probable first.

    Homographies through every two tags are tried. The best of them are refined on the tags that fit them (least trimmed
    squares: Rousseeuw and Van Driessen 2006), leaving out a third of all. The result is deterministic.
    """
    rays = _rays(camera, corners_px)
    count = max(min(LEAST_KEPT, len(rays)), len(rays) - len(rays) // 3)
    found = [first for kept in _agreeing(corners_mm, rays, count) for first in _twins(corners_mm, rays, kept)]
    found.sort(key=lambda first: first.miss)
    return tuple(first for first in found if first.miss <= TWINS * found[0].miss)


def _rays(camera: CameraModel, corners_px: Array) -> Array:
    return camera.rays(corners_px.reshape(-1, 2)).reshape(-1, 4, 2)


def _twins(corners_mm: Array, rays: Array, kept: Places) -> list[FirstPose]:
    """Return the two poses of a plane through the kept tags, the better first, if they are in front of the camera."""
    points = np.pad(corners_mm[kept].reshape(-1, 2), ((0, 0), (0, 1)))
    _, rvecs, tvecs, _ = cv2.solvePnPGeneric(
        points, rays[kept].reshape(-1, 2), np.eye(3), None, flags=cv2.SOLVEPNP_IPPE
    )
    found: list[FirstPose] = []
    for rvec, tvec in zip(rvecs, tvecs, strict=True):
        if np.isfinite(rvec).all() and np.isfinite(tvec).all():
            pose = BoardPose(np.asarray(rvec, dtype=np.float64), np.asarray(tvec, dtype=np.float64))
            if (points @ pose.rotation.T + pose.tvec_mm)[:, 2].min() > 0:
                miss = float(np.sqrt(np.square(_misses_of(pose, corners_mm[kept], rays[kept])).mean()))
                found.append(FirstPose(pose, tuple(int(k) for k in kept), miss))
    found.sort(key=lambda first: first.miss)
    return [first for first in found if first.miss <= TWINS * found[0].miss]


def _misses_of(pose: BoardPose, corners_mm: Array, rays: Array) -> Array:
    """Return the rms residual of each tag for a pose, in x/z, (n,)."""
    seen = np.pad(corners_mm, ((0, 0), (0, 0), (0, 1))) @ pose.rotation.T + pose.tvec_mm
    return np.asarray(np.sqrt(np.square(seen[..., :2] / seen[..., 2:] - rays).sum(axis=2).mean(axis=1)))


def _agreeing(corners_mm: Array, rays: Array, count: int) -> Iterator[Places]:
    """Yield sets of `count` tags that fit one homography well, best first."""
    number = len(rays)
    if count == number:
        yield np.arange(number)
        return
    tags = _Planes.of(corners_mm, rays)
    pairs = np.array(list(combinations(range(number), 2)))
    residuals = tags.tag_residuals(pairs)
    starts = np.argsort(np.partition(residuals, count - 1, axis=1)[:, :count].sum(axis=1), kind="stable")[:_STARTS]
    kept = np.argpartition(residuals[starts], count - 1, axis=1)[:, :count]
    for _ in range(_STEPS):
        residuals = tags.tag_residuals(kept)
        kept = np.sort(np.argpartition(residuals, count - 1, axis=1)[:, :count], axis=1)
    trimmed = np.take_along_axis(residuals, kept, axis=1).sum(axis=1)
    order = np.argsort(trimmed, kind="stable")
    yield from _different(kept[order])[:_FINALISTS]


def _different(sets: Places) -> list[Places]:
    found: list[Places] = []
    for one in sets:
        if not any(np.array_equal(one, other) for other in found):
            found.append(one)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Planes:
    """Tags on two planes, each normalised around zero: `points` (n * 4, 3), `rays` (n * 4, 2).

    `moments`, (n, 9, 9), is each tag's contribution to the normal equations of a homography.
    """

    points: Array
    rays: Array
    moments: Array

    @classmethod
    def of(cls, corners_mm: Array, rays: Array) -> _Planes:
        flat, seen = _spread(corners_mm), _spread(rays)
        points = np.pad(flat, ((0, 0), (0, 0), (0, 1)), constant_values=1.0)
        rows = np.zeros((*flat.shape, 9))
        rows[:, :, 0, 0:3] = rows[:, :, 1, 3:6] = points
        rows[:, :, :, 6:9] = -seen[..., None] * points[:, :, None]
        rows = rows.reshape(-1, 8, 9)
        return cls(points.reshape(-1, 3), seen.reshape(-1, 2), rows.transpose(0, 2, 1) @ rows)

    def tag_residuals(self, sets: Places) -> Array:
        """Return each tag's residual, (k, n), for the homography of each set of tags, (k, m)."""
        homographies = np.linalg.eigh(self.moments[sets].sum(axis=1))[1][:, :, 0].reshape(-1, 3, 3)
        met = self.points @ homographies.transpose(0, 2, 1)
        depth = np.where(np.abs(met[..., 2:]) < _HORIZON, _HORIZON, met[..., 2:])
        residuals = np.square(met[..., :2] / depth - self.rays).sum(axis=2)
        return np.asarray(np.minimum(residuals, _FARTHEST).reshape(len(sets), -1, 4).mean(axis=2))


def _spread(points: Array) -> Array:
    middle = points.mean(axis=(0, 1))
    return np.asarray((points - middle) / max(float(np.abs(points - middle).mean()), 1e-12))
