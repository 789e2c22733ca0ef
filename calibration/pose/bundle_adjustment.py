"""Bundle adjustment of board pose and terrain to all tags' corners: robust Gauss-Newton with covariance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import BoardTag, ThingTag
from calibration.errors import RegistrationError, RigError
from calibration.rig import BoardPose, CameraModel, project_with_jacobians
from calibration.tag_geometry import Pose2D, corner_jacobians, corners_in_object_frame
from calibration.tags import TagSighting, Tolerance

Array = NDArray[np.float64]

_ITERATIONS = 20
FINEST_PX = 1e-4
"""Standard deviation added to every corner, px, so that none is exact."""


@dataclass(frozen=True, slots=True, eq=False)
class TerrainPose:
    """Tags on the board: `corners` (n, 4, 3) mm, and `motions` (n, 4, 3, 4), their derivatives by print or mount
    errors.

    `ways`, (n, 4, 3, 4), are their derivatives by x, y, z (mm) and angle (radians) of their piece; 0 for board tags.
    """

    corners: Array
    motions: Array
    ways: Array


@dataclass(frozen=True, slots=True, eq=False)
class TagObservations:
    """Tags of the adjustment: seen corners, nominal corners, and the piece that carries each tag (None: the board).

    `seen` is (n, 4, 2) px with its covariance `noise` (n, 8, 8); `own` are the corners, (n, 4, 3) mm, in the carrier's
    frame; `motions`, (n, 4, 3, 4), are their derivatives by print or mount errors with standard deviations `sigmas`,
    (n, 4).
    """

    seen: Array
    noise: Array
    own: Array
    motions: Array
    sigmas: Array
    carriers: tuple[str | None, ...]

    @classmethod
    def on_board(cls, board: Sequence[tuple[BoardTag, TagSighting]], tolerance: Tolerance) -> TagObservations:
        """Return the board's own tags."""
        tags = [
            (ThingTag(id=tag.id, size_mm=tag.size_mm, offset_mm=(*tag.centre_mm, 0.0), angle_deg=tag.angle_deg), seen)
            for tag, seen in board
        ]
        sigmas = (tolerance.print_mm, tolerance.print_mm, 0.0, tolerance.size_ratio)
        return cls._of([(None, tag, seen) for tag, seen in tags], sigmas)

    @classmethod
    def on_terrain(cls, tags: Sequence[tuple[str, ThingTag, TagSighting]], tolerance: Tolerance) -> TagObservations:
        """Return the tags of pieces of terrain, each with its piece."""
        turn = float(np.radians(tolerance.mount_deg))
        return cls._of(tags, (tolerance.mount_mm, tolerance.mount_mm, turn, tolerance.size_ratio))

    @classmethod
    def _of(
        cls, tags: Sequence[tuple[str | None, ThingTag, TagSighting]], sigmas: tuple[float, float, float, float]
    ) -> TagObservations:
        return cls(
            np.array([sighting.corners_px for _, _, sighting in tags]).reshape(-1, 4, 2),
            np.array([sighting.covariance_px for _, _, sighting in tags]).reshape(-1, 8, 8),
            np.array([corners_in_object_frame(tag) for _, tag, _ in tags]).reshape(-1, 4, 3),
            np.array([corner_jacobians(tag) for _, tag, _ in tags]).reshape(-1, 4, 3, 4),
            np.tile(sigmas, (len(tags), 1)),
            tuple(piece for piece, _, _ in tags),
        )

    def __len__(self) -> int:
        return len(self.seen)

    def __getitem__(self, kept: Sequence[int]) -> TagObservations:
        """Return some of the tags, by index."""
        at = list(kept)
        carriers = tuple(self.carriers[k] for k in at)
        return TagObservations(self.seen[at], self.noise[at], self.own[at], self.motions[at], self.sigmas[at], carriers)

    def __add__(self, more: TagObservations) -> TagObservations:
        return TagObservations(
            np.concatenate([self.seen, more.seen]),
            np.concatenate([self.noise, more.noise]),
            np.concatenate([self.own, more.own]),
            np.concatenate([self.motions, more.motions]),
            np.concatenate([self.sigmas, more.sigmas]),
            self.carriers + more.carriers,
        )

    def laid(self, terrain: Mapping[str, Pose2D]) -> TerrainPose:
        """Return the tags on the board, for these poses of the pieces."""
        corners, motions = self.own.copy(), self.motions.copy()
        ways = np.zeros((len(self), 4, 3, 4))
        for name, pose in terrain.items():
            at = [k for k, carrier in enumerate(self.carriers) if carrier == name]
            own = self.own[at].reshape(-1, 3)
            corners[at] = pose.carry(own).reshape(-1, 4, 3)
            motions[at] = pose.turned(self.motions[at].reshape(-1, 3, 4)).reshape(-1, 4, 3, 4)
            ways[at] = pose.motions(own).reshape(-1, 4, 3, 4)
        return TerrainPose(corners, motions, ways)

    def spread(self, by_point: Array, motions: Array) -> Array:
        """Return the covariance of the corners in the image, (n, 8, 8): noise plus print or mount errors."""
        loose = (by_point.reshape(-1, 4, 2, 3) @ motions).reshape(-1, 8, 4) * self.sigmas[:, None]
        return np.asarray(self.noise + loose @ loose.transpose(0, 2, 1) + FINEST_PX**2 * np.eye(8))


@dataclass(frozen=True, slots=True, eq=False)
class BundleResult:
    """Pose with covariance, poses of the terrain, and each tag's misfit `chi2` (n,): per corner, usually 1.

    `pose_by_intrinsics`, (6, 4 + k), is the derivative of the pose by the intrinsics.
    """

    pose: BoardPose
    terrain: Mapping[str, Pose2D]
    chi2: Array
    pose_by_intrinsics: Array


def adjust_bundle(
    camera: CameraModel, pose: BoardPose, terrain: Mapping[str, Pose2D], tags: TagObservations
) -> BundleResult:
    """Return the poses of camera and terrain that fit the tags' corners best, starting from poses nearby.

    Each tag is weighted by its own covariance and the accuracy of its print or mount, with soft-L1 loss. Raises
    `RegistrationError` if the tags leave a motion undetermined, or the fit diverges.
    """
    with np.errstate(all="ignore"), robust_adjust(tags):
        return _adjusted(camera, pose, dict(terrain), tags)


@contextmanager
def robust_adjust(tags: TagObservations) -> Iterator[None]:
    """Turn unsolvable linear algebra into a `RegistrationError` about the tags."""
    try:
        yield
    except (np.linalg.LinAlgError, RigError):
        raise RegistrationError("board-pose-unsolvable", tags=len(tags)) from None


def _adjusted(camera: CameraModel, pose: BoardPose, terrain: dict[str, Pose2D], tags: TagObservations) -> BundleResult:
    column = {name: 6 + 3 * index for index, name in enumerate(terrain)}
    places = {name: [k for k, carrier in enumerate(tags.carriers) if carrier == name] for name in terrain}
    jacobian = np.zeros((len(tags), 8, 6 + 3 * len(terrain)))
    for _ in range(_ITERATIONS):
        laid = tags.laid(terrain)
        pixels, by_pose, by_lens, by_point = project_with_jacobians(camera, pose, laid.corners.reshape(-1, 3))
        jacobian[:, :, :6] = by_pose.reshape(-1, 8, 6)
        for name, at in places.items():
            parts = by_point.reshape(-1, 4, 2, 3)[at] @ laid.ways[at][..., [0, 1, 3]]
            jacobian[at, :, column[name] : column[name] + 3] = parts.reshape(-1, 8, 3)
        precision = np.linalg.inv(tags.spread(by_point, laid.motions))
        miss = (tags.seen - pixels.reshape(-1, 4, 2)).reshape(-1, 8, 1)
        chi2 = (miss.transpose(0, 2, 1) @ precision @ miss).ravel() / 8
        if not (chi2 >= 0).all():
            raise np.linalg.LinAlgError
        pulls = jacobian.transpose(0, 2, 1) @ (precision / np.sqrt(1 + chi2 / 4)[:, None, None])
        normal = (pulls @ jacobian).sum(axis=0)
        step = np.asarray(np.linalg.solve(normal, (pulls @ miss).sum(axis=0)), dtype=np.float64).ravel()
        pose = BoardPose(pose.rvec + step[:3], pose.tvec_mm + step[3:6])
        for name, first in column.items():
            s = terrain[name]
            terrain[name] = Pose2D(s.x + step[first], s.y + step[first + 1], s.z, s.angle + step[first + 2])
        if np.abs(step[:3]).max() < 1e-8 and np.abs(step[3:6]).max() < 1e-5:
            break
    inverse = np.asarray(np.linalg.inv(normal), dtype=np.float64)
    lens = (pulls @ by_lens.reshape(len(tags), 8, -1)).sum(axis=0)
    covariance = inverse[:6, :6] * max(1.0, float(chi2.mean()))
    return BundleResult(BoardPose(pose.rvec, pose.tvec_mm, covariance), terrain, chi2, -(inverse @ lens)[:6])
