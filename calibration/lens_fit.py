"""A lens and the sheet's bow from views, each weighed by its own noise, and how far parts of the views disagree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel, project_with_jacobians
from calibration.target import BoardView, Target

Array = NDArray[np.float64]

USUAL_BOW_MM = 0.3
"""How far a sheet on stiff board is bent, from its middle to its edge: standard deviation before it is measured."""

PARTS = 5
"""Parts of the views, each of which is left out once."""

_LENS = 9
_ITERATIONS = 12
_RAYLEIGH_MEDIAN = 1.1774
_LEAST_NOISE_PX = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    """A lens (fx, fy, cx, cy, k1, k2, p1, p2, k3), (9,), with its covariance, (9, 9), and each view's pose and error.

    `bow_mm` is how far the sheet is bent along its two sides and twisted, from its middle to its edge.
    """

    lens: Array
    covariance: Array
    bow_mm: Array
    poses: tuple[BoardPose, ...]
    errors: tuple[float, ...]


def fit_lens(
    views: Sequence[BoardView], target: Target, lens: Array, poses: Sequence[BoardPose], bow_mm: Array | None = None
) -> LensFit:
    """Return the lens, from one nearby, with every view weighed by its own noise, strays held down.

    Views differ several times in how exactly their corners are found; least squares over all alike lets the worst
    rule. The sheet's bow is fitted with the lens: unnoticed it passes for focal length. Gauss-Newton with each view's
    pose eliminated (Schur complement). Raises `RigError` or `numpy.linalg.LinAlgError` where no lens can be.
    """
    corners = target.corners_mm
    shapes = _bows(corners)
    bow = np.zeros(3) if bow_mm is None else bow_mm
    poses = list(poses)
    prior = np.diag([0.0] * _LENS + [USUAL_BOW_MM**-2] * 3)
    for _ in range(_ITERATIONS):
        camera = camera_of(views[0].size_px, lens)
        information, pull = prior.copy(), -prior @ np.concatenate([lens, bow])
        bent = corners + np.pad((shapes @ bow)[:, None], ((0, 0), (2, 0)))
        steps: list[tuple[Array, Array, Array]] = []
        errors: list[float] = []
        for view, pose in zip(views, poses, strict=True):
            pixels, by_pose, by_lens, by_point = project_with_jacobians(camera, pose, bent[view.ids])
            miss = view.corners_px - pixels
            length = np.linalg.norm(miss, axis=1)
            errors.append(float(np.sqrt(np.mean(length**2))))
            sigma = max(float(np.median(length)) / _RAYLEIGH_MEDIAN, _LEAST_NOISE_PX)
            weight = np.repeat(1 / np.sqrt(1 + (length / (2 * sigma)) ** 2), 2) / sigma**2
            by_bow = by_point[:, :, 2:] * shapes[view.ids][:, None, :]
            a = np.concatenate([by_lens, by_bow], axis=2).reshape(miss.size, -1)
            b = by_pose.reshape(miss.size, -1)
            inner = np.linalg.inv(b.T @ (weight[:, None] * b))
            across = a.T @ (weight[:, None] * b)
            own = b.T @ (weight * miss.ravel())
            information += a.T @ (weight[:, None] * a) - across @ inner @ across.T
            pull += a.T @ (weight * miss.ravel()) - across @ inner @ own
            steps.append((np.asarray(inner, dtype=np.float64), own, across))
        step = np.linalg.solve(information, pull)
        lens, bow = lens + step[:_LENS], bow + step[_LENS:]
        for index, (inner, own, across) in enumerate(steps):
            move = inner @ (own - across.T @ step)
            poses[index] = BoardPose(poses[index].rvec + move[:3], poses[index].tvec_mm + move[3:])
        if np.abs(step[:4]).max() < 1e-4:
            break
    covariance = np.asarray(np.linalg.inv(information)[:_LENS, :_LENS], dtype=np.float64)
    return LensFit(lens, covariance, bow, tuple(poses), tuple(errors))


def disagreement(views: Sequence[BoardView], target: Target, fit: LensFit) -> float:
    """Return the square of how far lenses from parts of the views lie apart, over what the fit's covariance says.

    Near 1 where noise alone divides them. Each part is left out once (delete-group jackknife: Shao and Wu, 1989).
    """
    parts = min(PARTS, len(views))
    lenses = []
    for part in range(parts):
        kept = [k for k in range(len(views)) if k % parts != part]
        lenses.append(
            fit_lens([views[k] for k in kept], target, fit.lens, [fit.poses[k] for k in kept], fit.bow_mm).lens
        )
    apart = np.array(lenses) - np.mean(lenses, axis=0)
    return float((apart * np.linalg.solve(fit.covariance, apart.T).T).sum()) * (parts - 1) / parts / _LENS


def camera_of(size_px: tuple[int, int], lens: Array) -> CameraModel:
    """Return the camera with a lens (9,); raises `RigError` for one that cannot be."""
    fx, fy, cx, cy = lens[:4]
    return CameraModel(size_px, np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]]), lens[4:])


def _bows(corners_mm: Array) -> Array:
    """Return how high points of a sheet lie that is bent by 1 mm, (n, 3): along x, along y, and twisted."""
    middle = (corners_mm.max(axis=0) + corners_mm.min(axis=0)) / 2
    half = np.maximum((corners_mm.max(axis=0) - corners_mm.min(axis=0)) / 2, 1e-9)
    u, v, _ = ((corners_mm - middle) / half).T
    return np.column_stack([u**2, v**2, u * v])
