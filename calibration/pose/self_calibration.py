"""Self-calibration: the lens of a single photograph, estimated from the board's own tags, with covariance.

Maximum a posteriori over lens and pose (Gauss-Newton). A view at a right angle cannot separate the focal length from
the height (Sturm and Maybank, "On plane-based camera calibration", 1999): there the prior decides, and the covariance
says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.errors import RegistrationError, RigError
from calibration.pose.board_pose import pose_from_all_tags, ransac_poses
from calibration.pose.bundle_adjustment import TagObservations, robust_adjust
from calibration.rig import BoardPose, CameraModel, project_with_jacobians
from calibration.tags import DEFAULT_TOLERANCE, TagSighting, Tolerance

Array = NDArray[np.float64]

LEAST_TAGS = 6
"""Least number of board tags: with fewer, a displaced tag would pass for a property of the lens."""

MAX_FOCAL_SIGMA = 0.08
"""Largest relative standard deviation of the focal length at which heights can be told."""

FRAME_DIAGONAL_MM = 43.27
"""Diagonal of the 36 mm x 24 mm frame to which EXIF's `FocalLengthIn35mmFilm` refers (CIPA DC-008)."""

_KNOWN, _UNKNOWN = 0.05, 0.35
"""Prior relative deviation of the focal length: stated in whole millimetres by the camera, or not stated."""

_USUAL_FOCAL = 0.8
"""Focal length of a phone's main camera, in widths of the image."""

_ASPECT, _CENTRE = 0.001, 0.01
_DISTORTION = (0.08, 0.12, 0.0005, 0.0005, 0.08)
"""Prior deviations of k1, k2, p1, p2, k3 of a camera that corrects its own images."""

MOST_SURPRISE = 45.0
"""Largest chi-square of the lens by its prior, of nine values: one photograph in a million exceeds it."""

_STARTS = (1.0, 0.75, 1.35)
_ITERATIONS = 40


@dataclass(frozen=True, slots=True)
class FocalPrior:
    """Expected focal length in pixels, and its relative standard deviation."""

    focal_px: float
    sigma: float

    @classmethod
    def of(cls, size_px: tuple[int, int], focal_35mm: float | None) -> FocalPrior:
        """Return the prior for an image, with the camera's own statement in EXIF if it has one."""
        if focal_35mm is None:
            return cls(_USUAL_FOCAL * max(size_px), _UNKNOWN)
        return cls(focal_35mm * float(np.hypot(*size_px)) / FRAME_DIAGONAL_MM, _KNOWN)


def self_calibrate(
    size_px: tuple[int, int],
    catalogue: Catalogue,
    sightings: Sequence[TagSighting],
    prior: FocalPrior,
    tolerance: Tolerance = DEFAULT_TOLERANCE,
) -> CameraModel:
    """Return the camera of one photograph of `size_px`, with the covariance of its nine intrinsics.

    Raises `RegistrationError` with fewer than `LEAST_TAGS` board tags, if they do not fit the board, if the view leaves
    the focal length too uncertain, or if the lens is none that a camera has.
    """
    seen = {sighting.id: sighting for sighting in sightings}
    board = [(tag, seen[tag.id]) for tag in catalogue.board.tags if tag.id in seen]
    if len(board) < LEAST_TAGS:
        raise RegistrationError("board-tags-few", seen=len(board), all=len(catalogue.board.tags), least=LEAST_TAGS)
    tags = TagObservations.on_board(board, tolerance)
    with np.errstate(all="ignore"), robust_adjust(tags):
        fits = [fit for share in _STARTS for fit in _fits(size_px, tags, prior, share)]
        if not fits:
            raise np.linalg.LinAlgError
        best = min(fits, key=lambda fit: fit.cost)
    if best.surprise > MOST_SURPRISE:
        raise RegistrationError("board-photo-foreign")
    focal = float(best.lens[:2].mean())
    sigma = float(np.sqrt(best.covariance[:2, :2].mean())) / focal
    if not sigma <= MAX_FOCAL_SIGMA:
        raise RegistrationError("board-photo-flat", sigma=sigma)
    return CameraModel(size_px, _matrix(best.lens), best.lens[4:], covariance=best.covariance)


@dataclass(frozen=True, slots=True, eq=False)
class _LensFit:
    """Lens (9,) with covariance (9, 9), the cost of tags and prior together, and the chi-square by the prior."""

    lens: Array
    covariance: Array
    cost: float
    surprise: float


def _matrix(lens: Array) -> Array:
    return np.array([[lens[0], 0.0, lens[2]], [0.0, lens[1], lens[3]], [0.0, 0.0, 1.0]])


def _fits(size_px: tuple[int, int], tags: TagObservations, prior: FocalPrior, share: float) -> list[_LensFit]:
    """Return a fit from each pose that the board may have if the focal length is a share of the expected one."""
    focal = share * prior.focal_px
    middle = (np.array(size_px) - 1) / 2
    camera = CameraModel(size_px, _matrix(np.array([focal, focal, *middle])), np.zeros(5))
    corners = tags.own[..., :2]
    starts = pose_from_all_tags(camera, corners, tags.seen) or ransac_poses(camera, corners, tags.seen)
    found = []
    for start in starts:
        try:
            found.append(_fitted(size_px, tags, prior, start.pose, focal))
        except (np.linalg.LinAlgError, RigError, cv2.error):
            continue
    return found


def _fitted(
    size_px: tuple[int, int], tags: TagObservations, prior: FocalPrior, pose: BoardPose, focal: float
) -> _LensFit:
    middle = (np.array(size_px) - 1) / 2
    expected = np.array([prior.focal_px, prior.focal_px, *middle, 0, 0, 0, 0, 0])
    lens = np.array([focal, focal, *middle, 0, 0, 0, 0, 0])
    spread = np.diag(np.square([0, 0, *(2 * [_CENTRE * max(size_px)]), *_DISTORTION]).astype(np.float64))
    spread[:2, :2] = (prior.sigma * prior.focal_px) ** 2 + np.diag(2 * [(_ASPECT * prior.focal_px) ** 2])
    known = np.linalg.inv(spread)
    cost = np.inf
    for _ in range(_ITERATIONS):
        camera = CameraModel(size_px, _matrix(lens), lens[4:])
        laid = tags.laid({})
        pixels, by_pose, by_lens, by_point = project_with_jacobians(camera, pose, laid.corners.reshape(-1, 3))
        precision = np.linalg.inv(tags.spread(by_point, laid.motions))
        miss = (tags.seen - pixels.reshape(-1, 4, 2)).reshape(-1, 8, 1)
        chi2 = (miss.transpose(0, 2, 1) @ precision @ miss).ravel() / 8
        jacobian = np.concatenate([by_pose, by_lens], axis=2).reshape(len(tags), 8, -1)
        pulls = jacobian.transpose(0, 2, 1) @ (precision / np.sqrt(1 + chi2 / 4)[:, None, None])
        normal, pull = (pulls @ jacobian).sum(axis=0), (pulls @ miss).sum(axis=0).ravel()
        normal[6:, 6:] += known
        pull[6:] += known @ (expected - lens)
        surprise = float((expected - lens) @ known @ (expected - lens))
        before, cost = cost, float(64 * (np.sqrt(1 + chi2 / 4) - 1).sum()) + surprise
        step = np.linalg.solve(normal, pull)
        pose = BoardPose(pose.rvec + step[:3], pose.tvec_mm + step[3:6])
        lens = lens + step[6:]
        if abs(before - cost) < 1e-6 * max(cost, 1.0):
            break
    covariance = np.linalg.inv(normal)[6:, 6:] * max(1.0, float(chi2.mean()))
    return _LensFit(lens, np.asarray((covariance + covariance.T) / 2, dtype=np.float64), cost, surprise)
