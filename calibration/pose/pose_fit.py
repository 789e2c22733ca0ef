"""Pose fit: one thing's pose from its tags at a given height, and a tag's height from its apparent size."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import ThingTag
from calibration.errors import CalibrationError
from calibration.pose.board_pose import Registration
from calibration.pose.bundle_adjustment import FINEST_PX
from calibration.rig import BoardPose, CameraModel, project_with_jacobians
from calibration.tag_geometry import Pose2D, corner_jacobians, corners_in_object_frame, rough_pose
from calibration.tags import DEFAULT_TOLERANCE, RimSighting, TagSighting, Tolerance
from geometry.contributions import Cause

Array = NDArray[np.float64]

_RAISES = 5
_LEAST_ROOM_MM = 1.0
_LEAST_SHRINK = 0.2


SeenTags = Sequence[tuple[ThingTag, TagSighting]]
"""Tags of one thing that are seen, each with its sighting."""


@dataclass(frozen=True, slots=True, eq=False)
class PoseFit:
    """Pose of a thing fitted at one height.

    - `covariance`: 4x4 over (x, y, z, angle) in mm and radians.
    - `chi2`: misfit of the tags over `dof` degrees of freedom, including the printed size, which shows a wrong height.
    - `excess`: part of `chi2` that a free height, size and tilt of the tags would explain. The rest shows how far the
      stated errors of the corners hold.
    - `raise_mm`: apparent height of the tags above the assumed one by their size and spacing, with `raise_sigma_mm`.
    - `mount`: (2, 2) mm^2, the part of the covariance of (x, y) due to the tags' mounts, in the thing's frame.
    - `by_height`: derivative of (x, y, z, angle) by the height at which the thing is, (4,).
    - `levels`: other possible levels of the thing: probability and offset, (4,) mm and radians.
    - `errors`: `covariance` by cause, (4, 4) each.

    Raises `CalibrationError` for values that are not finite, or a height of zero uncertainty, because comparisons would
    treat them as a good fit.
    """

    pose: Pose2D
    covariance: Array
    chi2: float
    dof: int
    raise_mm: float
    raise_sigma_mm: float
    mount: Array = field(default_factory=lambda: np.zeros((2, 2)))
    levels: tuple[tuple[float, Array], ...] = ()
    excess: float = 0.0
    by_height: Array = field(default_factory=lambda: np.zeros(4))
    errors: Mapping[Cause, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        numbers = (self.pose.x, self.pose.y, self.pose.z, self.pose.angle, self.chi2, self.raise_mm)
        finite = all(map(math.isfinite, numbers)) and np.isfinite(self.covariance).all()
        if not (finite and 0 < self.raise_sigma_mm < math.inf):
            raise CalibrationError(
                "board-fit-not-finite",
                pose=str(self.pose),
                chi2=self.chi2,
                raised=self.raise_mm,
                sigma=self.raise_sigma_mm,
            )


def fit_pose(
    camera: CameraModel,
    registration: Registration,
    tags: Sequence[tuple[ThingTag, TagSighting]],
    z_mm: float,
    tolerance: Tolerance,
    rim: RimSighting | None = None,
) -> PoseFit:
    """Return the pose at height `z_mm` that fits the tags best, with covariance.

    Each tag's mount error (shift, rotation, printed size) is a nuisance parameter with the tolerance's standard
    deviations. This combines several tags of one thing with the right weights, and includes the effect of a rotation
    over the lever of a tab. The errors of level, board pose and intrinsics are added. A rim, if seen, gives the base's
    position independent of tag mounts.
    """
    camera, pose = registration.measured_by(camera)
    thing_pose = rough_pose(camera, pose, tags, z_mm)
    for _ in range(6):
        rows = len(tags) * 8 + (0 if rim is None else 2)
        jacobian, miss = np.zeros((rows, 4)), np.zeros(rows)
        precision, noise = np.zeros((rows, rows)), np.zeros((rows, rows))
        mounting = np.zeros((rows, 4 * len(tags)))
        leaning = np.zeros((rows, 2))
        by_pose, by_lens = np.zeros((rows, 6)), np.zeros((rows, 4 + camera.dist_coeffs.size))
        for index, (tag, sighting) in enumerate(tags):
            block = slice(8 * index, 8 * index + 8)
            own = corners_in_object_frame(tag)
            pixels, pose_part, lens_part, by_point = project_with_jacobians(camera, pose, thing_pose.carry(own))
            loose = _mount_errors(tag, thing_pose, by_point, tolerance)
            mounting[block, 4 * index : 4 * index + 4] = loose
            jacobian[block] = (by_point @ thing_pose.motions(own)).reshape(8, 4)
            leaning[block] = (by_point @ thing_pose.leaning(own)).reshape(8, 2)
            noise[block, block] = sighting.covariance_px + FINEST_PX**2 * np.eye(8)
            precision[block, block] = np.linalg.inv(noise[block, block] + loose @ loose.T)
            miss[block] = (sighting.corners_px - pixels).ravel()
            by_pose[block], by_lens[block] = pose_part.reshape(8, 6), lens_part.reshape(8, -1)
        if rim is not None:
            pixels, pose_part, lens_part, by_point = project_with_jacobians(
                camera, pose, thing_pose.carry(np.zeros((1, 3)))
            )
            jacobian[-2:] = by_point[0] @ thing_pose.motions(np.zeros((1, 3)))[0]
            precision[-2:, -2:] = np.linalg.inv(rim.covariance_px)
            miss[-2:] = rim.centre_px - pixels[0]
            by_pose[-2:], by_lens[-2:] = pose_part[0], lens_part[0]
        flat = jacobian[:, [0, 1, 3]]
        cofactor = np.asarray(np.linalg.inv(flat.T @ precision @ flat), dtype=np.float64)
        gain = cofactor @ flat.T @ precision
        step = gain @ miss
        thing_pose = Pose2D(thing_pose.x + step[0], thing_pose.y + step[1], thing_pose.z, thing_pose.angle + step[2])
        if np.abs(step[:2]).max() < 1e-4 and abs(step[2]) < 1e-6:
            break
    chi2 = float(miss @ precision @ miss)
    full = np.linalg.inv(jacobian.T @ precision @ jacobian)
    free = np.column_stack([jacobian, leaning])
    pull = free.T @ precision @ miss
    follows = _Follows(gain, jacobian[:, 2], by_pose, by_lens)
    across, along, turning = -gain @ jacobian[:, 2]
    errors = _errors_by_cause(camera, registration, thing_pose, follows, tolerance)
    errors[Cause.PIXEL], errors[Cause.MOUNTING] = _spread(gain @ noise @ gain.T), _spread(_squared(gain @ mounting))
    if rim is not None:
        errors[Cause.RIM] = _spread(gain[:, -2:] @ rim.covariance_px @ gain[:, -2:].T)
    return PoseFit(
        pose=thing_pose,
        covariance=sum(errors.values(), np.zeros((4, 4))),
        chi2=chi2,
        dof=len(miss) - 3,
        raise_mm=float((full @ (jacobian.T @ precision @ miss))[2]),
        raise_sigma_mm=float(np.sqrt(full[2, 2])),
        mount=_of_mounting(gain @ mounting, thing_pose.angle),
        excess=float(pull @ np.linalg.lstsq(free.T @ precision @ free, pull)[0]),
        by_height=np.array([across, along, 1.0, turning]),
        errors=errors,
    )


def corner_precision(
    camera: CameraModel, registration: Registration, tags: SeenTags, at: Pose2D, tolerance: Tolerance
) -> Array:
    """Return the inverse covariance of the tags' corners at a pose, (8 n, 8 n) per square pixel: pixels and mounts."""
    camera, pose = registration.measured_by(camera)
    precision = np.zeros((8 * len(tags), 8 * len(tags)))
    for index, (tag, sighting) in enumerate(tags):
        block = slice(8 * index, 8 * index + 8)
        _, _, _, by_point = project_with_jacobians(camera, pose, at.carry(corners_in_object_frame(tag)))
        precision[block, block] = _precision(sighting, _mount_errors(tag, at, by_point, tolerance))
    return precision


def _mount_errors(tag: ThingTag, at: Pose2D, by_point: Array, tolerance: Tolerance) -> Array:
    """Return the shifts of a tag's corners, (8, 4) pixels, by one sigma of each mount error."""
    sigmas = np.array([tolerance.mount_mm, tolerance.mount_mm, np.radians(tolerance.mount_deg), tolerance.size_ratio])
    return np.asarray((by_point @ at.turned(corner_jacobians(tag))).reshape(8, 4) * sigmas)


def _precision(sighting: TagSighting, mounting: Array) -> Array:
    return np.asarray(np.linalg.inv(sighting.covariance_px + mounting @ mounting.T + FINEST_PX**2 * np.eye(8)))


def fit_raised(
    camera: CameraModel,
    registration: Registration,
    tags: Sequence[tuple[ThingTag, TagSighting]],
    fit: PoseFit,
    tolerance: Tolerance,
) -> PoseFit:
    """Return the fit at the apparent height of the tags, by their size and spacing, from a fit at another height.

    Gauss-Newton on the height. Apparent size is inversely proportional to the distance from the camera, so large upward
    steps are shortened and never reach the camera.
    """
    _, pose = registration.measured_by(camera)
    highest = float(pose.camera_mm[2]) - max(tag.offset_mm[2] for tag, _ in tags)
    for _ in range(_RAISES):
        room = max(highest - fit.pose.z, _LEAST_ROOM_MM)
        step = fit.raise_mm / max(1 + fit.raise_mm / room, _LEAST_SHRINK)
        fit = fit_pose(camera, registration, tags, fit.pose.z + step, tolerance)
        if abs(step) < fit.raise_sigma_mm / 10:
            break
    return fit


def _of_mounting(moves: Array, angle: float) -> Array:
    """Return the covariance of (x, y) in the thing's frame due to the effects of one-sigma mount errors, (3, n)."""
    cos, sin = np.cos(angle), np.sin(angle)
    own = np.array([[cos, sin], [-sin, cos]]) @ moves[:2]
    return np.asarray(own @ own.T)


@dataclass(frozen=True, slots=True, eq=False)
class _Follows:
    """Derivatives of x, y and the angle by the image rows, (3, rows), and of the rows by level, pose and intrinsics."""

    gain: Array
    by_level: Array
    by_pose: Array
    by_lens: Array


def _squared(moves: Array) -> Array:
    return np.asarray(moves @ moves.T)


def _spread(flat: Array) -> Array:
    """Return a covariance over (x, y, angle) as one over (x, y, z, angle)."""
    spread = np.zeros((4, 4))
    spread[np.ix_(_FLAT, _FLAT)] = flat
    return spread


_FLAT = (0, 1, 3)


def _errors_by_cause(
    camera: CameraModel, registration: Registration, at: Pose2D, follows: _Follows, tolerance: Tolerance
) -> dict[Cause, Array]:
    """Return the 4x4 covariances over (x, y, z, angle) due to level, board pose with its misfit, and intrinsics."""
    gain, misfit = follows.gain, registration.misfit
    camera, pose = registration.measured_by(camera)
    pose_part = gain @ follows.by_pose
    level_mm = tolerance.level_mm
    board = np.zeros((3, 3))
    errors: dict[Cause, Array] = {}
    if pose.covariance is not None:
        board += pose_part @ pose.covariance @ pose_part.T
    if camera.covariance is not None:
        by_intrinsics = registration.pose_by_intrinsics if misfit is None else misfit.pose_by_intrinsics
        lens_part = gain @ follows.by_lens + pose_part @ by_intrinsics
        errors[Cause.LENS] = _spread(lens_part @ camera.covariance @ lens_part.T)
    if misfit is not None:
        # Unexplained errors are the same for all tags of one thing.
        shift = gain.reshape(3, -1, 2).sum(axis=1)
        board += misfit.erratic_px**2 * shift @ shift.T
        level_mm = float(np.hypot(level_mm, misfit.lift_mm(at.x, at.y)))
        astray = misfit.astray_mm(at.x, at.y)
        leaning = misfit.leaning_mm(at.x, at.y, at.z)
        board[:2, :2] += np.outer(astray, astray) + np.outer(leaning, leaning)
    errors[Cause.BOARD] = _spread(board)
    along = np.zeros(4)
    along[list(_FLAT)] = -gain @ follows.by_level
    along[2] = 1
    errors[Cause.LEVEL] = np.outer(along, along) * level_mm**2
    return errors


_STEPS = 4
_ENOUGH_MM = 0.05


def tag_height_mm(camera: CameraModel, pose: BoardPose, sighting: TagSighting, size_mm: float) -> tuple[float, float]:
    """Return the height above the board at which a level tag of that size has its apparent size, and its sigma, mm."""
    known = Registration(pose, {}, pose_by_intrinsics=np.zeros((6, 4 + camera.dist_coeffs.size)), ignored=())
    tag = ThingTag(id=sighting.id, size_mm=size_mm, offset_mm=(0.0, 0.0, 0.0))
    z_mm, sigma_mm = 0.0, 0.0
    for _ in range(_STEPS):
        fit = fit_pose(camera, known, [(tag, sighting)], z_mm, DEFAULT_TOLERANCE)
        z_mm, sigma_mm = z_mm + fit.raise_mm, fit.raise_sigma_mm
        if abs(fit.raise_mm) < _ENOUGH_MM:
            break
    return z_mm, sigma_mm
