"""Systematic errors of all tags in an image: a drifted lens, a distorted mat, and unexplained residuals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.errors import RigError
from calibration.pose.bundle_adjustment import TagObservations
from calibration.rig import BoardPose, CameraModel, project_with_jacobians
from calibration.tag_geometry import Pose2D

Array = NDArray[np.float64]

FOCAL, CENTRE, BEND = 0.002, 0.0022, 0.015
"""Usual sizes of lens drift: of the focal length, of the centre relative to the image width, and of k1."""

ASPECT, STRETCH, BOW_MM = 0.0012, 0.002, 1.0
"""Usual sizes of other errors: non-square pixels, which look like a stretched mat, and the mat itself: stretched or
sheared by this share, bowed by this much from edge to middle.
"""

SIZES = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Multiples of these sizes that are compared."""

ERRATIC_MM = (0.0, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0)
"""Sizes of unexplained residuals, per tag and axis, that are compared."""

LEAST_SCALE = 0.004
"""Deviation of the board's apparent size, in both directions, from which mat or lens do not belong to their files."""

ROWS = (0.08, 0.25)
"""Correlation lengths, as parts of the image height, of shaken rolling-shutter rows: each is a third of the unexplained
residuals; the last third is independent for each tag.
"""

USUALLY_NONE = 0.9
"""Prior probability that the lens has not drifted, and the same for the mat and for unexplained residuals. The rest is
distributed over the sizes, with less for larger ones.
"""

_DRIFTS, _SHAPES = 4, 7
_OF_DRIFT, _OF_SHAPE = slice(-_DRIFTS - _SHAPES, -_SHAPES), slice(-_SHAPES, None)
_RIDGE = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class SystematicError:
    """Camera and pose corrected by the tags' common residuals, with the remaining uncertainty.

    - `camera`, `pose`: corrected. The camera's covariance is that of its intrinsics now, the pose's is conditional on
      the intrinsics, and `pose_by_intrinsics`, (6, 4 + k), is the derivative of the pose by them.
    - `erratic_px`: standard deviation, per axis, of residuals that are unexplained, or may be caused by shaking.
    - `lens`, `shape`, `erratic`: probabilities of a drifted lens, a wrong mat or aspect, and unexplained residuals;
      `sound`: probability that none of these is the case.
    - `drift`: (focal length, centre x and y, k1), as multiples of the usual sizes.
    - `deform`: (aspect, stretch along x and y, shear, bow along x and y, twist), likewise.
    - `bow_mm2`: (3, 3), second moment of the mat's bow (see `lift_mm`) on a board of `size_mm`.
    - `evidence`: log evidence of the tags' residuals for this lens.
    - `terrain_mm`: mean height of the terrain's tags, 0 without any.
    """

    camera: CameraModel
    pose: BoardPose
    pose_by_intrinsics: Array
    erratic_px: float
    lens: float
    shape: float
    erratic: float
    sound: float
    drift: Array
    deform: Array
    bow_mm2: Array
    size_mm: tuple[float, float]
    evidence: float
    terrain_mm: float = 0.0

    @property
    def scale(self) -> float:
        """Share by which the board looks too large or too small relative to the terrain on it; 0 if it does not.

        Both a mat printed at another scale and another crop of the sensor look like this.
        """
        across, up = (float(share) for share in self.deform[1:3] * STRETCH)
        return (across + up) / 2 if across * up > 0 and min(abs(across), abs(up)) > LEAST_SCALE else 0.0

    def astray_mm(self, x_mm: float, y_mm: float) -> Array:
        """Return the error of a position, (2,), if the cause is not a scaled mat, as was assumed."""
        stretch = self.deform[1:3] * STRETCH * (self.scale != 0)
        return np.asarray(stretch * (np.array([x_mm, y_mm]) - np.array(self.size_mm) / 2))

    def leaning_mm(self, x_mm: float, y_mm: float, z_mm: float) -> Array:
        """Return the error of a position at that height, (2,), if the cause is another crop: its parallax differs.

        The amount follows from the terrain, whose tags, `terrain_mm` high, look smaller or larger than the board's.
        """
        if not self.scale or self.terrain_mm <= 0:
            return np.zeros(2)
        return np.asarray(self.scale * z_mm / self.terrain_mm * (np.array([x_mm, y_mm]) - self.pose.camera_mm[:2]))

    def lift_mm(self, x_mm: float, y_mm: float) -> float:
        """Return the standard deviation of the mat's height at a position, mm."""
        shape = _bows(np.array([[x_mm, y_mm]]), self.size_mm)[0]
        return float(np.sqrt(max(shape @ self.bow_mm2 @ shape, 0.0)))


def estimate_systematic_error(
    camera: CameraModel,
    pose: BoardPose,
    terrain: Mapping[str, Pose2D],
    tags: TagObservations,
    size_mm: tuple[float, float],
) -> SystematicError:
    """Return the systematic errors of lens and mat for tags on a board of `size_mm`, from the pose that fits them best.

    Residuals of the tags' centres are explained by drift of focal length, aspect, centre and k1, by the lens's own
    covariance, by a mat that is stretched, sheared or bowed, and by unexplained residuals. The size of each is not
    assumed, but averaged over by its evidence (MacKay, "Bayesian interpolation", 1992). Raises
    `numpy.linalg.LinAlgError` if the tags leave the pose undetermined.
    """
    problem = _Problem.of(camera, pose, terrain, tags, size_mm)
    px_per_mm = float(camera.camera_matrix[0, 0] / max(pose.camera_mm[2], 1.0))
    erratic = np.array(ERRATIC_MM) * px_per_mm
    evidence, means, spreads = problem.weighed(erratic)
    most = float(evidence.max())
    total = most + float(np.log(np.exp(evidence - most).sum()))
    share = np.exp(evidence - total)
    mean = np.einsum("lme,lmei->i", share, means)
    spread = np.einsum("lme,lmeij->ij", share, spreads + means[..., :, None] * means[..., None, :])
    spread = spread - np.outer(mean, mean)
    return _applied(camera, pose, problem, mean, spread, share, erratic, size_mm, total)


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """Residuals of the tags' centres, (2n,), and their derivatives by all unknowns: pose, pieces, lens, mat.

    `noise` is (2n, 2n); `erratic`, of the same shape, is the correlation of unexplained residuals. The columns are 6
    for the pose, 3 for each piece, those of `lens_basis`, (4 + k, m), and those of the mat.
    """

    miss: Array
    noise: Array
    erratic: Array
    columns: Array
    on_board: NDArray[np.bool_]
    pieces: int
    lens_basis: Array
    terrain_mm: float

    @classmethod
    def of(
        cls,
        camera: CameraModel,
        pose: BoardPose,
        terrain: Mapping[str, Pose2D],
        tags: TagObservations,
        size_mm: tuple[float, float],
    ) -> _Problem:
        laid = tags.laid(terrain)
        pixels, by_pose, by_lens, by_point = project_with_jacobians(camera, pose, laid.corners.reshape(-1, 3))
        noise = tags.spread(by_point, laid.motions).reshape(-1, 4, 2, 4, 2).mean(axis=(1, 3))
        middle = by_point.reshape(-1, 4, 2, 3).mean(axis=1)
        basis = _lens_basis(camera)
        columns = [by_pose.reshape(-1, 4, 2, 6).mean(axis=1)]
        for name in terrain:
            mine = np.array([carrier == name for carrier in tags.carriers])
            ways = laid.ways @ np.eye(4)[:, [0, 1, 3]]
            columns.append(np.where(mine[:, None, None], (by_point.reshape(-1, 4, 2, 3) @ ways).mean(axis=1), 0.0))
        columns.append((by_lens.reshape(-1, 4, 2, by_lens.shape[2]).mean(axis=1)) @ basis)
        on_board = np.array([carrier is None for carrier in tags.carriers])
        shifts = _mat_motions(laid.corners.mean(axis=1)[:, :2], size_mm)
        columns.append(np.where(on_board[:, None, None], middle @ shifts, 0.0))
        miss = (tags.seen - pixels.reshape(-1, 4, 2)).mean(axis=1)
        whole = np.concatenate(columns, axis=2).reshape(miss.size, -1)
        apart = np.eye(len(tags))[:, None, :, None]
        alone = np.asarray((noise[:, :, None, :] * apart).reshape(miss.size, miss.size), dtype=np.float64)
        alike = np.asarray(
            np.kron(_erratic(tags.seen[..., 1].mean(axis=1) / camera.size_px[1]), np.eye(2)), dtype=np.float64
        )
        heights = laid.corners[~on_board, :, 2]
        terrain_mm = float(heights.mean()) if heights.size else 0.0
        return cls(miss.ravel(), alone, alike, whole, on_board, len(terrain), basis, terrain_mm)

    def excess_px2(self) -> float:
        """Return the mean squared residual of board tags, per axis, beyond noise, with the best pose and k1.

        Shaking never looks like a change of k1, but usually somewhat like drift of the other parameters.
        """
        on_board = np.repeat(self.on_board, 2)
        of_bend = self.columns.shape[1] - _SHAPES - 1
        known = self.columns[on_board][:, [*range(6), of_bend]]
        basis, _ = np.linalg.qr(known / np.linalg.norm(known, axis=0))
        left = np.eye(len(known)) - basis @ basis.T
        miss, noise = self.miss[on_board], self.noise[np.ix_(on_board, on_board)]
        freedom = max(len(known) - known.shape[1], 1)
        return float(max(0.0, miss @ left @ miss - (left * noise).sum()) / freedom)

    @property
    def free(self) -> int:
        """Number of unknowns without a prior: pose and pieces."""
        return 6 + 3 * self.pieces

    def weighed(self, erratic_px: Array) -> tuple[Array, Array, Array]:
        """Return log evidence (l, m, e), mean (l, m, e, i) and covariance of the unknowns, by sizes of lens, mat and
        rest.
        """
        sizes = np.array(SIZES)
        shape = (len(sizes), len(sizes), len(erratic_px))
        unknowns = self.columns.shape[1]
        scale = np.ones((len(sizes), len(sizes), unknowns))
        scale[:, :, _OF_DRIFT] = sizes[:, None, None]
        scale[:, :, _OF_SHAPE] = sizes[None, :, None]
        known = np.zeros(unknowns)
        known[self.free :] = 1.0
        evidence, means = np.zeros(shape), np.zeros((*shape, unknowns))
        spreads = np.zeros((*shape, unknowns, unknowns))
        for index, erratic in enumerate(erratic_px):
            noise = self.noise + erratic**2 * self.erratic
            pulls = np.linalg.solve(noise, self.columns).T
            information, pull = pulls @ self.columns, pulls @ self.miss
            # The units of pose and pieces differ by orders of magnitude.
            even = np.where(known > 0, 1.0, 1 / np.sqrt(np.maximum(np.diag(information), _RIDGE)))
            by = scale * even
            normal = by[..., :, None] * information * by[..., None, :] + np.diag(known + _RIDGE)
            inverse = np.linalg.inv(normal)
            pulled = by * pull
            found = (inverse @ pulled[..., None])[..., 0]
            left = float(self.miss @ np.linalg.solve(noise, self.miss)) - (pulled * found).sum(axis=-1)
            logs = np.linalg.slogdet(noise)[1] + np.linalg.slogdet(normal)[1]
            evidence[..., index] = -(logs + left) / 2
            means[:, :, index] = by * found
            spreads[:, :, index] = by[..., :, None] * inverse * by[..., None, :]
        for axis, of in enumerate((sizes, sizes, np.array(ERRATIC_MM))):
            prior = np.append(USUALLY_NONE, (1 - USUALLY_NONE) / of[1:] / (1 / of[1:]).sum())
            evidence += np.log(prior).reshape([-1 if k == axis else 1 for k in range(3)])
        return evidence, means, spreads


def _erratic(rows: Array) -> Array:
    """Return the correlation of unexplained residuals of tags at these rows (parts of the height), (n, n)."""
    apart = rows[:, None] - rows[None, :]
    shaken = sum(np.exp(-np.square(apart / reach) / 2) for reach in ROWS)
    return np.asarray((np.eye(len(rows)) + shaken) / (1 + len(ROWS)))


def _applied(
    camera: CameraModel,
    pose: BoardPose,
    problem: _Problem,
    mean: Array,
    spread: Array,
    share: Array,
    erratic_px: Array,
    size_mm: tuple[float, float],
    evidence: float,
) -> SystematicError:
    """Return camera and pose corrected by the unknowns' mean and covariance."""
    free, basis = problem.free, problem.lens_basis
    lens = slice(free, free + basis.shape[1])
    change = basis @ mean[lens]
    fx, fy, cx, cy = change[:4]
    matrix = camera.camera_matrix + np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 0]])
    of_lens = basis @ spread[lens, lens] @ basis.T
    across = spread[:6, lens] @ basis.T
    by_lens = across @ np.linalg.pinv(of_lens, hermitian=True)
    given = spread[:6, :6] - by_lens @ across.T
    try:
        seen = replace(
            camera,
            camera_matrix=matrix,
            dist_coeffs=camera.dist_coeffs + change[4:],
            covariance=(of_lens + of_lens.T) / 2,
        )
    except RigError:
        raise np.linalg.LinAlgError from None
    sound = float(share[0, 0, 0])
    bow = spread[-3:, -3:] + np.outer(mean[-3:], mean[-3:])
    return SystematicError(
        camera=seen,
        pose=BoardPose(pose.rvec + mean[:3], pose.tvec_mm + mean[3:6], (given + given.T) / 2),
        pose_by_intrinsics=np.asarray(by_lens),
        erratic_px=float(np.sqrt(share.sum(axis=(0, 1)) @ erratic_px**2 + (1 - sound) * problem.excess_px2())),
        lens=1 - float(share[0].sum()),
        shape=1 - float(share[:, 0].sum()),
        erratic=1 - float(share[:, :, 0].sum()),
        sound=sound,
        drift=mean[_OF_DRIFT],
        deform=mean[_OF_SHAPE],
        bow_mm2=np.asarray(bow * BOW_MM**2),
        size_mm=size_mm,
        evidence=evidence,
        terrain_mm=problem.terrain_mm,
    )


def _lens_basis(camera: CameraModel) -> Array:
    """Return the unit changes of the intrinsics, (4 + k, m): the calibration's covariance, the drifts, the aspect."""
    fx, fy = camera.camera_matrix[0, 0], camera.camera_matrix[1, 1]
    drift = np.zeros((4 + camera.dist_coeffs.size, _DRIFTS + 1))
    drift[:2, 0] = FOCAL * fx, FOCAL * fy
    drift[2, 1] = drift[3, 2] = CENTRE * camera.size_px[0]
    drift[4, 3] = BEND
    drift[:2, 4] = ASPECT * fx, -ASPECT * fy
    if camera.covariance is None:
        return drift
    values, vectors = np.linalg.eigh(camera.covariance)
    return np.concatenate([vectors * np.sqrt(np.maximum(values, 0.0)), drift], axis=1)


def _mat_motions(places_mm: Array, size_mm: tuple[float, float]) -> Array:
    """Return the motions of points of the mat, (n, 3, 6) mm: stretched along x and y, sheared, and bowed three ways."""
    along = places_mm - np.array(size_mm) / 2
    motions = np.zeros((len(along), 3, _SHAPES - 1))
    motions[:, 0, 0], motions[:, 1, 1], motions[:, 0, 2] = STRETCH * along[:, 0], STRETCH * along[:, 1], along[:, 1]
    motions[:, 0, 2] *= STRETCH
    motions[:, 2, 3:] = BOW_MM * _bows(places_mm, size_mm)
    return motions


def _bows(places_mm: Array, size_mm: tuple[float, float]) -> Array:
    """Return the heights of a mat that is bowed by 1 mm, (n, 3): along x, along y, and twisted."""
    u, v = (2 * places_mm / np.array(size_mm) - 1).T
    return np.column_stack([-(u**2), -(v**2), u * v])
