"""Displacement: what else the tags of a thing may mean than that it stands on a level as catalogued.

Each hypothesis has its own fit and a cost in chi-square, the misfit of the tags plus that of the assumption: the thing
is held in the air, its tags have another size, or its base is tilted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose.board_pose import Registration
from calibration.pose.pose_fit import PoseFit, SeenTags, corner_precision, fit_pose, fit_raised
from calibration.rig import CameraModel, project
from calibration.tag_geometry import Pose2D, corners_in_object_frame
from calibration.tags import Tolerance

Array = NDArray[np.float64]


class Cause(StrEnum):
    """Reason why the tags of a thing are not where the catalogue says."""

    LIFTED = "lifted"
    SIZE = "size"
    TILTED = "tilted"


COSTS = {Cause.LIFTED: 16.0, Cause.SIZE: 16.0, Cause.TILTED: 25.0}
"""Cost of each assumption, in chi-square: the misfit from which it is more probable than that nothing is wrong.

Tags that stand as catalogued exceed them once in 16,000 (one free number) and in 60,000 (three).
"""

FREE_SIZE = 0.3
"""Spread of the size of tags that were printed in another size, as a fraction."""

UPRIGHT = np.zeros(2)

TILT_SIGMA = np.radians(15.0)
"""Spread of the tilt of a base, around each axis."""

CLEAN_RESIDUAL = 0.05
"""Photometric misfit of a clean tag. In renders with reflections and covered tags the misfit of tags that stand as
catalogued grows with its square beyond that.
"""

MAX_TILT = np.radians(50.0)
_TILTS = (0.1, 0.35)
_SAME_TILT = 0.02
_STEPS = 15
_ENOUGH_MM = 1e-3
_DELTAS = (1e-2, 1e-2, 1e-4, 1e-4, 1e-4)


@dataclass(frozen=True, slots=True, eq=False)
class Displacement:
    """One hypothesis: its cause, cost in chi-square, the fit of the thing under it, and the `tilt` of its base."""

    cause: Cause
    cost: float
    fit: PoseFit
    tilt_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """Reason why a thing's place is uncertain: its tags are more probably displaced than where the catalogue says.

    - `cause`: the most probable one. Tags of a thing that is lifted look as tags do that are larger.
    - `raise_mm`: apparent height of the tags above the level, negative if they look too small.
    - `size_ratio`: apparent size on the level relative to the catalogue.
    - `tilt_deg`: tilt of the base if that is the cause.
    """

    cause: Cause
    raise_mm: float
    size_ratio: float
    tilt_deg: float = 0.0


def _overstated(fit: PoseFit) -> float:
    """Return the factor, at least 1, by which the misfit overstates: misfit that no hypothesis explains."""
    return max(1.0, (fit.chi2 - fit.excess) / max(fit.dof - 3, 1))


def _shape_overstated(fit: PoseFit, tags: SeenTags) -> float:
    """Return the same for the shape of the tags: a covered edge or a reflection bends a tag more than it scales it."""
    spoilt = max(sighting.residual for _, sighting in tags) / CLEAN_RESIDUAL
    return max(_overstated(fit), spoilt**2)


def displacements(
    camera: CameraModel,
    registration: Registration,
    tags: SeenTags,
    half_axes_mm: tuple[float, float],
    stands: PoseFit,
    tolerance: Tolerance,
    spare: float,
    plain: PoseFit | None = None,
) -> Iterator[Displacement]:
    """Yield the hypotheses on the level of `stands` whose cost is at most `spare` above that of the fit `plain`.

    `plain` is the fit of a thing that stands as catalogued on its most probable level, by default `stands`. `cost` is
    relative to it, so that hypotheses on several levels can be compared.
    """
    plain = stands if plain is None else plain
    by_size, by_shape = _overstated(plain), _shape_overstated(plain, tags)
    overstated = {Cause.LIFTED: by_size, Cause.SIZE: by_size, Cause.TILTED: by_shape}

    def weighed(cause: Cause, left: float) -> float:
        """Return the misfit that a cause explains if this is `left`, less the part that spoilt tags overstate."""
        return (plain.chi2 - left) / overstated[cause]

    def reached(cause: Cause) -> bool:
        return COSTS[cause] - weighed(cause, stands.chi2 - stands.excess) < spare

    def found(cause: Cause, fit: PoseFit, tilt: Array = UPRIGHT) -> Displacement:
        prior = float(tilt @ tilt) / TILT_SIGMA**2
        cost = COSTS[cause] + prior - weighed(cause, fit.chi2)
        return Displacement(cause, cost, fit, float(np.degrees(np.hypot(*tilt))))

    if reached(Cause.LIFTED) and stands.raise_mm > 0:
        yield found(Cause.LIFTED, _at_unsure_height(fit_raised(camera, registration, tags, stands, tolerance)))
    if reached(Cause.SIZE):
        loose = replace(tolerance, size_ratio=FREE_SIZE)
        yield found(Cause.SIZE, fit_pose(camera, registration, tags, stands.pose.z, loose))
    if reached(Cause.TILTED):
        for tilt, fit in tilted_fits(camera, registration, tags, half_axes_mm, stands, tolerance):
            yield found(Cause.TILTED, fit, tilt)


def _at_unsure_height(held: PoseFit) -> PoseFit:
    """Return the fit of a held thing with the uncertainty of its height in its covariance."""
    return replace(held, covariance=held.covariance + np.outer(held.by_height, held.by_height) * held.raise_sigma_mm**2)


def tilted_fits(
    camera: CameraModel,
    registration: Registration,
    tags: SeenTags,
    half_axes_mm: tuple[float, float],
    stands: PoseFit,
    tolerance: Tolerance,
) -> list[tuple[Array, PoseFit]]:
    """Return the fits of a base that is tilted over the lowest point of its rim: tilt (2,), radians, and pose.

    A single tag often leaves two tilts possible, towards the camera and away from it; each is a fit of its own.
    """
    view = _View(camera, registration, tags, half_axes_mm, stands.pose.z, tolerance)
    found: list[tuple[Array, PoseFit]] = []
    for start in _starts(stands):
        tilted = view.settled(start)
        if tilted is None or any(np.abs(tilted[0] - tilt).max() < _SAME_TILT for tilt, _ in found):
            continue
        tilt, pose, covariance, chi2 = tilted
        apart = covariance + stands.covariance
        found.append((tilt, replace(stands, pose=pose, covariance=apart, chi2=chi2, levels=())))
    return found


def _starts(stands: PoseFit) -> Iterator[Array]:
    """Yield starting values (x, y, angle, tilt around x, tilt around y) around a fit."""
    pose = stands.pose
    for size in _TILTS:
        for towards in np.arange(4) * np.pi / 2:
            yield np.array([pose.x, pose.y, pose.angle, size * np.cos(towards), size * np.sin(towards)])


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """Tags of one thing, seen by a camera, as functions of its place and tilt."""

    camera: CameraModel
    registration: Registration
    tags: SeenTags
    half_axes_mm: tuple[float, float]
    level_mm: float
    tolerance: Tolerance

    def settled(self, start: Array) -> tuple[Array, Pose2D, Array, float] | None:
        """Return tilt, pose, covariance (4, 4) and chi-square of the best fit from a start; None if it has none."""
        values = start.copy()
        prior = np.diag([0.0, 0.0, 0.0, 1.0, 1.0]) / TILT_SIGMA**2
        precision = corner_precision(self.camera, self.registration, self.tags, self._pose(values), self.tolerance)
        for _ in range(_STEPS):
            miss, slopes = self._miss(values), self._slopes(values)
            normal = slopes.T @ precision @ slopes + prior
            step = np.linalg.solve(normal, slopes.T @ precision @ miss - prior @ values)
            values = values + step
            if np.abs(values[3:]).max() > MAX_TILT:
                return None
            if np.abs(step[:2]).max() < _ENOUGH_MM:
                break
        miss = self._miss(values)
        spread = np.zeros((4, 4))
        order = [0, 1, 3]
        spread[np.ix_(order, order)] = np.linalg.inv(normal)[:3, :3]
        return values[3:], self._pose(values), spread, float(miss @ precision @ miss)

    def _pose(self, values: Array) -> Pose2D:
        """Return the pose of the underside's centre, raised by the tilt."""
        long, short = self.half_axes_mm
        angle, lean_x, lean_y = values[2], values[3], values[4]
        # Height of the rim's points above the centre is linear in their position, so that its extremes are exact.
        across = np.array(
            [-lean_y * np.cos(angle) + lean_x * np.sin(angle), lean_y * np.sin(angle) + lean_x * np.cos(angle)]
        )
        size = float(np.hypot(lean_x, lean_y))
        rise = np.sin(size) / size if size else 1.0
        raised = rise * float(np.hypot(across[0] * long, across[1] * short))
        return Pose2D(float(values[0]), float(values[1]), self.level_mm + raised, float(angle))

    def _miss(self, values: Array) -> Array:
        """Return the corners' offsets from where they would be, (8 n,) pixels."""
        seen_by, board = self.registration.measured_by(self.camera)
        pose = self._pose(values)
        lean = np.asarray(cv2.Rodrigues(np.array([values[3], values[4], 0.0]))[0], dtype=np.float64)
        at = np.array([pose.x, pose.y, pose.z])
        own = np.concatenate([corners_in_object_frame(tag) for tag, _ in self.tags])
        points = (pose.carry(own) - at) @ lean.T + at
        seen = np.concatenate([sighting.corners_px for _, sighting in self.tags])
        return np.asarray((seen - project(seen_by, board, points)).ravel())

    def _slopes(self, values: Array) -> Array:
        """Return the derivatives of the corners by the values, (8 n, 5)."""
        columns = []
        for index, delta in enumerate(_DELTAS):
            step = np.zeros(5)
            step[index] = delta
            columns.append((self._miss(values - step) - self._miss(values + step)) / (2 * delta))
        return np.column_stack(columns)
