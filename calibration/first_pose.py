"""A board pose to start from: right whichever fifth of the board's tags lies elsewhere, however few are in view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import BoardTag
from calibration.errors import RegistrationError
from calibration.rig import BoardPose, CameraModel, project
from calibration.sighting import TagSighting
from calibration.things import board_corners

Array = NDArray[np.float64]

LEAST_KEPT = 4
"""Tags that are believed at least: fewer fit a homography whatever they show."""

TWINS = 1.5
"""How much worse, as a multiple of its misfit, the other pose of a plane may be before it is out of the question."""

_STARTS = 8
_FINALISTS = 2
_STEPS = 5
_HORIZON = 1e-9
_FARTHEST = 1e6


@dataclass(frozen=True, slots=True, eq=False)
class FirstPose:
    """A pose, the tags (their places in what was given) that it was fitted to, and how badly they fit, px (rms)."""

    pose: BoardPose
    kept: tuple[int, ...]
    misfit_px: float


@dataclass(frozen=True, slots=True, eq=False)
class _Tags:
    """All tags seen: corners on the board (n, 4, 2) mm, in the picture (n, 4, 2) px, rays (n, 4, 2), sides (n,) px."""

    board: Array
    pixels: Array
    rays: Array
    sides: Array

    def flat(self, kept: NDArray[np.intp]) -> tuple[Array, Array]:
        points = self.board[kept].reshape(-1, 2)
        return np.column_stack([points, np.zeros(len(points))]), self.pixels[kept].reshape(-1, 2)


def first_poses(camera: CameraModel, board: Sequence[tuple[BoardTag, TagSighting]]) -> tuple[FirstPose, ...]:
    """Return the pose that most board tags agree on; behind it the mirrored one, where it explains them as well.

    Homographies through every two tags are tried; what the best of them leave unexplained is set aside as long as that
    makes the rest agree better (least trimmed squares: Rousseeuw and Van Driessen 2006), a third of the tags at most.
    A plane has two poses that look nearly alike (Collins and Bartoli 2014); both are refined in the picture. No chance
    is involved. Raises `RegistrationError` when half of the tags lie elsewhere than the best pose has them.
    """
    pixels = np.stack([sighting.corners_px for _, sighting in board])
    tags = _Tags(
        np.stack([board_corners(tag)[:, :2] for tag, _ in board]),
        pixels,
        camera.rays(pixels.reshape(-1, 2)).reshape(-1, 4, 2),
        np.array([sighting.side_px for _, sighting in board]),
    )
    count = max(min(LEAST_KEPT, len(board)), len(board) - len(board) // 3)
    fits = sorted(
        (_settled(camera, tags, pose, kept) for kept in _agreeing(tags, count) for pose in _both(camera, tags, kept)),
        key=lambda fit: fit.misfit_px,
    )
    if not fits or 2 * _explained(camera, tags, fits[0].pose) < len(board):
        raise RegistrationError(
            f"{len(board)} board tags seen, but no camera pose explains half of them: "
            "the lens file or the catalogue's board is not the one in the picture"
        )
    return tuple(fit for fit in fits if fit.misfit_px <= TWINS * fits[0].misfit_px)


def _agreeing(tags: _Tags, count: int) -> list[NDArray[np.intp]]:
    """Return sets of `count` tags that fit one homography well: the best of all tried, best first."""
    number = len(tags.board)
    if count == number:
        return [np.arange(number)]
    moments = _moments(tags)
    pairs = np.array(list(combinations(range(number), 2)))
    misses = _misses(tags, _homographies(moments[pairs].sum(axis=1)))
    starts = np.argsort(np.partition(misses, count - 1, axis=1)[:, :count].sum(axis=1), kind="stable")[:_STARTS]
    kept = np.argpartition(misses[starts], count - 1, axis=1)[:, :count]
    for _ in range(_STEPS):
        misses = _misses(tags, _homographies(moments[kept].sum(axis=1)))
        kept = np.sort(np.argpartition(misses, count - 1, axis=1)[:, :count], axis=1)
    trimmed = np.take_along_axis(misses, kept, axis=1).sum(axis=1)
    found: list[NDArray[np.intp]] = []
    for index in np.argsort(trimmed, kind="stable"):
        if not any(np.array_equal(kept[index], other) for other in found):
            found.append(kept[index])
    return found[:_FINALISTS]


def _moments(tags: _Tags) -> Array:
    """Return what each tag adds to the normal equations of a homography from the board to the rays, (n, 9, 9)."""
    points = np.concatenate([_spread(tags.board), np.ones((*tags.board.shape[:2], 1))], axis=2)
    rays = _spread(tags.rays)
    rows = np.zeros((*tags.board.shape[:2], 2, 9))
    rows[:, :, 0, 0:3] = rows[:, :, 1, 3:6] = points
    rows[:, :, :, 6:9] = -rays[..., None] * points[:, :, None]
    rows = rows.reshape(len(points), 8, 9)
    return np.asarray(rows.transpose(0, 2, 1) @ rows)


def _spread(points: Array) -> Array:
    """Return points moved and scaled so that they lie around zero at about one, as linear equations like them."""
    middle = points.mean(axis=(0, 1))
    return np.asarray((points - middle) / np.abs(points - middle).mean())


def _homographies(moments: Array) -> Array:
    """Return the homography that each (k, 9, 9) of normal equations asks for, (k, 3, 3)."""
    return np.linalg.eigh(moments)[1][:, :, 0].reshape(-1, 3, 3)


def _misses(tags: _Tags, homographies: Array) -> Array:
    """Return how far each homography puts each tag from where it was seen: (k, n), mean squares, no unit."""
    points = np.concatenate([_spread(tags.board), np.ones((*tags.board.shape[:2], 1))], axis=2).reshape(-1, 3)
    met = points @ homographies.transpose(0, 2, 1)
    away = np.where(np.abs(met[..., 2:]) < _HORIZON, np.inf, met[..., :2] / np.where(met[..., 2:] == 0, 1, met[..., 2:]))
    misses = np.square(away - _spread(tags.rays).reshape(-1, 2)).sum(axis=2)
    return np.asarray(np.minimum(misses, _FARTHEST).reshape(len(homographies), -1, 4).mean(axis=2))


def _both(camera: CameraModel, tags: _Tags, kept: NDArray[np.intp]) -> list[BoardPose]:
    """Return the two poses of a plane that the kept tags leave, those before the camera."""
    points, _ = tags.flat(kept)
    count, rvecs, tvecs, _ = cv2.solvePnPGeneric(
        points, tags.rays[kept].reshape(-1, 2), np.eye(3), None, flags=cv2.SOLVEPNP_IPPE
    )
    poses = [BoardPose(rvecs[k], tvecs[k]) for k in range(count)]
    return [pose for pose in poses if (points @ pose.rotation.T + pose.tvec_mm)[:, 2].min() > 0]


def _settled(
    camera: CameraModel, tags: _Tags, pose: BoardPose, kept: NDArray[np.intp]
) -> FirstPose:
    """Return the pose that fits the tags best that agree best with it."""
    for _ in range(_STEPS):
        rvec, tvec = cv2.solvePnPRefineLM(
            *tags.flat(kept), camera.camera_matrix, camera.dist_coeffs, pose.rvec.copy(), pose.tvec_mm.copy()
        )
        pose = BoardPose(rvec, tvec)
        points, _ = tags.flat(np.arange(len(tags.board)))
        misses = np.square(project(camera, pose, points).reshape(-1, 4, 2) - tags.pixels).sum(axis=(1, 2))
        best = np.sort(np.argpartition(misses, len(kept) - 1)[: len(kept)])
        if np.array_equal(best, kept):
            break
        kept = best
    return FirstPose(pose, tuple(int(k) for k in kept), float(np.sqrt(misses[kept].mean() / 4)))


def _explained(camera: CameraModel, tags: _Tags, pose: BoardPose) -> int:
    """Return how many tags lie, by half their side, where a pose has them."""
    points, _ = tags.flat(np.arange(len(tags.board)))
    middles = project(camera, pose, points).reshape(-1, 4, 2).mean(axis=1)
    return int((np.linalg.norm(middles - tags.pixels.mean(axis=1), axis=1) < tags.sides / 2).sum())
