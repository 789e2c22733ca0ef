"""A rectangle fitted to the edges of the picture, finer than a pixel: middle, turn, width and depth at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel, project

Array = NDArray[np.float64]
Single = NDArray[np.float32]

WINDOWS_MM = (3.0, 2.0, 1.5, 1.2)
"""How far from the side its edge is looked for, round by round."""

FINE_MM = 0.25
SOFT_MM = 0.8
"""Distance beyond which an edge hardly pulls any more: it is something else's."""

CORNER_MM = 2.0
"""So much at each end of a side is left out: what meets there is not this side's edge."""

_HOLD = np.diag([1e-2, 1e-2, 20.0, 1e-2, 1e-2])


@dataclass(frozen=True, slots=True, eq=False)
class FittedBox:
    """A rectangle: corners (4, 2) in board mm, counter-clockwise.

    `sigma_mm` is how well its edges agree on one side, `support` the share of the outline that shows one.
    """

    corners_mm: Array
    sigma_mm: float
    support: float


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """Edges along one side: how the five unknowns move them (n, 5), how far off, their weights, where was looked."""

    design: Array
    off_mm: Array
    weight: Array
    looked: NDArray[np.bool_]


def fit_box(
    look: Single, hidden: NDArray[np.uint8], camera: CameraModel, pose: BoardPose, top_mm: float, corners_mm: Array
) -> FittedBox:
    """Return the rectangle near `corners_mm` (4, 2) that the edges agree on, at the height `top_mm`.

    `look` is the picture in any three channels, `hidden` where its edges say nothing.
    """
    along, across = corners_mm[1] - corners_mm[0], corners_mm[3] - corners_mm[0]
    angle = float(np.arctan2(along[1], along[0]))
    box = np.array([*corners_mm.mean(axis=0), angle, np.linalg.norm(along), np.linalg.norm(across)])
    spread, share = SOFT_MM, 0.0
    for window_mm in WINDOWS_MM:
        sides = list(_sides(look, hidden, camera, pose, top_mm, box, window_mm))
        design = np.concatenate([side.design for side in sides])
        off = np.concatenate([side.off_mm for side in sides])
        weight = np.concatenate([side.weight for side in sides])
        step = np.zeros(5)
        for _ in range(6):
            agreed = weight / np.square(1 + np.square((off - design @ step) / SOFT_MM))
            normal = (design * agreed[:, None]).T @ design + _HOLD
            step = np.asarray(np.linalg.solve(normal, (design * agreed[:, None]).T @ off), dtype=np.float64)
        limit = np.array([window_mm, window_mm, 0.03, window_mm, window_mm])
        box = box + np.clip(step, -limit, limit)
        missed = off - design @ step
        looked = np.concatenate([side.looked for side in sides])
        near = (np.abs(missed) < SOFT_MM) & (weight > 0.2)
        share = float(near.sum()) / max(1, int(looked.sum()))
        spread = float(1.4826 * np.median(np.abs(missed[near]))) if near.any() else window_mm
    return FittedBox(_corners(box), spread, share)


def _corners(box: Array) -> Array:
    x, y, angle, width, depth = box
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    own = np.array([[-width, -depth], [width, -depth], [width, depth], [-width, depth]]) / 2
    return np.asarray(own @ turn.T + [x, y])


def _sides(
    look: Single,
    hidden: NDArray[np.uint8],
    camera: CameraModel,
    pose: BoardPose,
    top_mm: float,
    box: Array,
    window_mm: float,
) -> Iterator[_Side]:
    """Yield the edges found along each side, within `window_mm` of where the box has it."""
    x, y, angle, width, depth = box
    forward = np.array([np.cos(angle), np.sin(angle)])
    left = np.array([-forward[1], forward[0]])
    offsets = np.arange(-window_mm - 1, window_mm + 1 + 1e-6, FINE_MM)
    for normal, along, half, length, column in (
        (forward, left, width / 2, depth, 3),
        (-forward, left, width / 2, depth, 3),
        (left, forward, depth / 2, width, 4),
        (-left, forward, depth / 2, width, 4),
    ):
        count = max(8, round(length))
        places = (np.arange(count) + 0.5) / count * length - length / 2
        flat = np.array([x, y]) + normal * half + along * places[:, None]
        grid = flat[:, None] + normal * offsets[None, :, None]
        points = np.concatenate([grid, np.full((*grid.shape[:2], 1), top_mm)], axis=2)
        pixels = project(camera, pose, points.reshape(-1, 3)).reshape(count, len(offsets), 2).astype(np.float32)
        shape = np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1])
        strips = cv2.remap(look, *shape, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        covered = cv2.remap(hidden, *shape, cv2.INTER_NEAREST) > 0
        at, off, peak = _peaks(np.asarray(strips, dtype=np.float32), offsets)
        rows = np.arange(count)
        looked = (np.abs(places) < length / 2 - CORNER_MM) & ~covered[rows, at]
        strong = float(np.percentile(peak, 80)) + 1e-6
        design = np.zeros((count, 5))
        design[:, :2] = normal
        design[:, 2] = places * float(normal @ [-along[1], along[0]])
        design[:, column] = 0.5
        yield _Side(design, off, looked * np.clip(peak / strong, 0, 1), looked)


def _peaks(strips: NDArray[np.float32], offsets: Array) -> tuple[NDArray[np.intp], Array, Array]:
    """Return for each strip where its steepest place is: the index, the offset between samples, how steep."""
    smooth = cv2.GaussianBlur(strips, (0, 0), sigmaX=0.42 / FINE_MM, sigmaY=3.0)
    steep = np.abs(np.gradient(smooth, axis=1)).sum(axis=2)
    whole = np.maximum(steep - cv2.blur(steep, (len(offsets) // 2 * 2 + 1, 1)), 0)
    at = whole[:, 2:-2].argmax(axis=1) + 2
    rows = np.arange(len(whole))
    before, peak, after = (whole[rows, at + k].astype(np.float64) for k in (-1, 0, 1))
    bend = before - 2 * peak + after
    shift = np.where(bend < 0, 0.5 * (before - after) / np.minimum(bend, -1e-9), 0)
    return at, offsets[at] + np.clip(shift, -1, 1) * FINE_MM, peak
