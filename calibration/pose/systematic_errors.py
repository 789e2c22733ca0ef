"""What the tags of a picture miss by together: a lens that drifted, a mat not as printed, and what nothing explains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.errors import RigError
from calibration.pose.bundle_adjustment import Tags
from calibration.rig import BoardPose, CameraModel, project_with_jacobians
from calibration.tag_geometry import Pose2D

Array = NDArray[np.float64]

FOCAL, CENTRE, BEND = 0.002, 0.0022, 0.015
"""Usual sizes of a lens's drift: of its focal length, of its centre against the picture's width, and of k1."""

ASPECT, STRETCH, BOW_MM = 0.0012, 0.002, 1.0
"""Usual sizes of what else is not as it should be: pixels that are no squares, which look like a stretched mat, and the
mat: stretched or sheared by this share, bowed by this much from edge to middle."""

SIZES = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Multiples of these that are weighed against each other."""

ERRATIC_MM = (0.0, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0)
"""Sizes of a miss that no lens and no mat explains, per tag and axis, that are weighed against each other."""

LEAST_SCALE = 0.004
"""How much too large or small the board may look, both ways, before mat or lens are taken for another's."""

ROWS = (0.08, 0.25)
"""Parts of the picture's height over which the rows of a rolling shutter are shaken alike: two of the three thirds of
the erratic misses; in the last third each tag misses by itself."""

USUALLY_NONE = 0.9
"""How probable it is, before a picture is seen, that the lens did not drift; the same for mat and erratic misses.
Of the rest the larger is the rarer: probability falls with size."""

_DRIFTS, _SHAPES = 4, 7
_OF_DRIFT, _OF_SHAPE = slice(-_DRIFTS - _SHAPES, -_SHAPES), slice(-_SHAPES, None)
_RIDGE = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Misfit:
    """A camera and a pose corrected by what the tags miss together, and what is left in doubt.

    The covariance of `camera` is that of its intrinsics now, the covariance of `pose` is given the intrinsics, and
    `pose_by_intrinsics`, (6, 4 + k), is how the pose follows them. `erratic_px` is the standard deviation, per axis,
    of what nothing explains, or only what shaking may look like. `lens`, `shape` and `erratic` say how probable it is
    that the lens drifted, that mat or aspect are not as their files say, and that tags miss without a cause; `sound`,
    that none of it is the case.
    `drift` (focal length, centre x and y, k1) and `deform` (aspect, stretch along x and y, shear, bow along x and y,
    twist) say by how much, as multiples of what is usual. `bow_mm2`, (3, 3), is the second moment of the mat's bow (see
    `lift_mm`) on a board of `size_mm`. `evidence` is the logarithm of how probable the tags' misses are with this lens,
    `terrain_mm` the mean height of the terrain's tags, 0 where none is seen.
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
        """Return by which share the board looks too large, or too small, for the terrain on it; 0 where it does not.

        A mat that was printed scaled looks so, and so does a picture of another crop of the sensor.
        """
        across, up = (float(share) for share in self.deform[1:3] * STRETCH)
        return (across + up) / 2 if across * up > 0 and min(abs(across), abs(up)) > LEAST_SCALE else 0.0

    def astray_mm(self, x_mm: float, y_mm: float) -> Array:
        """Return how far, (2,), a place is off if it is not the mat that is scaled, as it was taken to be."""
        stretch = self.deform[1:3] * STRETCH * (self.scale != 0)
        return np.asarray(stretch * (np.array([x_mm, y_mm]) - np.array(self.size_mm) / 2))

    def leaning_mm(self, x_mm: float, y_mm: float, z_mm: float) -> Array:
        """Return how far, (2,), a place so high is off if the picture is of another crop: it leans by more or less.

        By how much is known from the terrain, whose tags, `terrain_mm` high, look smaller or larger than the board's.
        """
        if not self.scale or self.terrain_mm <= 0:
            return np.zeros(2)
        return np.asarray(self.scale * z_mm / self.terrain_mm * (np.array([x_mm, y_mm]) - self.pose.camera_mm[:2]))

    def lift_mm(self, x_mm: float, y_mm: float) -> float:
        """Return the standard deviation of the mat's height at a place, mm."""
        shape = _bows(np.array([[x_mm, y_mm]]), self.size_mm)[0]
        return float(np.sqrt(max(shape @ self.bow_mm2 @ shape, 0.0)))


def find_misfit(
    camera: CameraModel,
    pose: BoardPose,
    terrain: Mapping[str, Pose2D],
    tags: Tags,
    size_mm: tuple[float, float],
) -> Misfit:
    """Return what tags on a board of `size_mm` say of the lens and the mat, from the pose that fits them best.

    Misses of the tags' middles are explained by a drift of focal length, aspect, centre and k1, by what the lens's own
    covariance leaves open, by a mat that is stretched, sheared or bowed, and by misses without a cause. How large each
    may be is not assumed but averaged over, by its evidence (MacKay, "Bayesian interpolation", 1992). Raises
    `numpy.linalg.LinAlgError` for tags that leave the pose open.
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
    """The misses of the tags' middles, (2n,), and how they follow each unknown: pose, pieces, lens, mat.

    `noise` is (2n, 2n), `erratic`, of the same shape, how misses without a cause go together. The columns are 6 of the
    pose, 3 of each piece, those of `lens_basis`, (4 + k, m), and last those of the mat.
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
        tags: Tags,
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
        """Return the mean square, per axis, by which board tags miss, more than noise, the best pose and k1 there are.

        No shaking looks like a change of k1, but most of it looks somewhat like a drift of the rest.
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
        """How many of the unknowns nothing is known of beforehand: pose and pieces."""
        return 6 + 3 * self.pieces

    def weighed(self, erratic_px: Array) -> tuple[Array, Array, Array]:
        """Return log evidence (l, m, e), mean (l, m, e, i) and covariance of the unknowns by sizes of lens, mat, e."""
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
            # Unknowns of pose and pieces differ in unit by orders of magnitude.
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
    """Return how misses without a cause go together in tags at these rows (parts of the height), (n, n)."""
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
) -> Misfit:
    """Return what the unknowns, with mean and covariance, make of camera and pose."""
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
    return Misfit(
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
    """Return the unit changes of the intrinsics, (4 + k, m): what the calibration left open, drifts, the aspect."""
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
    """Return how points of the mat, (n, 3, 6) mm, move: stretched along x, along y, sheared, and bowed three ways."""
    along = places_mm - np.array(size_mm) / 2
    motions = np.zeros((len(along), 3, _SHAPES - 1))
    motions[:, 0, 0], motions[:, 1, 1], motions[:, 0, 2] = STRETCH * along[:, 0], STRETCH * along[:, 1], along[:, 1]
    motions[:, 0, 2] *= STRETCH
    motions[:, 2, 3:] = BOW_MM * _bows(places_mm, size_mm)
    return motions


def _bows(places_mm: Array, size_mm: tuple[float, float]) -> Array:
    """Return how high a mat that is bowed by 1 mm lies, (n, 3): along x, along y, and twisted."""
    u, v = (2 * places_mm / np.array(size_mm) - 1).T
    return np.column_stack([-(u**2), -(v**2), u * v])
