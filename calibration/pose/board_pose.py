"""Board registration: a robust initial pose, inlier tags, conditioning, errors, and detection of camera motion."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, ThingTag
from calibration.errors import RegistrationError
from calibration.pose.bundle_adjustment import BundleResult, TagObservations, adjust_bundle, robust_adjust
from calibration.pose.systematic_errors import SystematicError, estimate_systematic_error
from calibration.rig import BoardPose, CameraModel, project, project_with_jacobians
from calibration.tag_geometry import Pose2D, board_corners, rough_pose
from calibration.tags import DEFAULT_TOLERANCE, TagSighting, Tolerance, exceeds

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


MAX_OPEN_MM = 4.0
"""Largest standard deviation of the board's floor, at its worst visible point, at which things can be placed."""

FEW_TAGS = 6
"""Number of board tags below which half of that is allowed: a moved tag may go unnoticed, and all is less certain."""

_GRID = (9, 7)
_SAME_RAY = 1e-2


def check_pose_conditioning(camera: CameraModel, fit: BundleResult, size_mm: tuple[float, float], tags: int) -> None:
    """Raise `RegistrationError` if a pose from these board tags leaves the floor in the image too uncertain.

    Terrain in the fit may reduce the uncertainty. The stated covariance includes the excess residuals of tags twice, by
    lower weights and by larger errors; here they are included once.
    """
    floor = _floor_in_picture(camera, fit.pose, size_mm)
    if fit.pose.covariance is None or not len(floor):
        return
    weight = float(np.mean(1 / np.sqrt(1 + fit.chi2 / 4)))
    open_mm = float(_sigmas_mm(camera, fit.pose, fit.pose.covariance * weight, floor).max())
    most_mm = MAX_OPEN_MM if tags >= FEW_TAGS else MAX_OPEN_MM / 2
    if exceeds(open_mm, most_mm):
        raise RegistrationError("board-pose-uncertain", tags=tags, sigma=open_mm, most=most_mm)


def _floor_in_picture(camera: CameraModel, pose: BoardPose, size_mm: tuple[float, float]) -> Array:
    """Return points of the board's floor that are in the image, (n, 3) mm."""
    x, y = (np.linspace(0, size, count) for size, count in zip(size_mm, _GRID, strict=True))
    floor = np.pad(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2), ((0, 0), (0, 1)))
    there = floor @ pose.rotation.T + pose.tvec_mm
    pixels = project(camera, pose, floor)
    shown = ((pixels >= 0) & (pixels < camera.size_px)).all(axis=1) & (there[:, 2] > 0)
    bent = np.abs(camera.rays(pixels) - there[:, :2] / there[:, 2:]).max(axis=1) > _SAME_RAY
    return np.asarray(floor[shown & ~bent])


def _sigmas_mm(camera: CameraModel, pose: BoardPose, covariance: Array, floor: Array) -> Array:
    """Return the standard deviations, (n,) mm, of floor points in the worst direction, for a pose's covariance."""
    pinhole = CameraModel(camera.size_px, camera.camera_matrix, np.zeros(5))
    _, by_pose, _, by_point = project_with_jacobians(pinhole, pose, floor)
    shifts = np.linalg.solve(by_point[:, :, :2], by_pose)
    spread = shifts @ covariance @ shifts.transpose(0, 2, 1)
    return np.asarray(np.sqrt(np.linalg.eigvalsh(spread)[:, -1]))


DISPLACED_MM = 1.5
"""Residual of a board tag's centre, on the board, above which it was moved, unless noise explains it."""

_FAR = 96.0
_BEYOND_NOISE = 9.0
_HARDLY_NOISE = 4.0
_MIDDLE_BEYOND_NOISE = 16.0
_LEAST_NOISE = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class TagResiduals:
    """Residuals of the board's tags for a pose, each (n,).

    `chi2` and `middle_chi2` are the squared residuals of corners and centre relative to their covariance, usually 1;
    `off_mm` is the distance of the centre on the board.
    """

    chi2: Array
    middle_chi2: Array
    off_mm: Array

    @property
    def none_moved(self) -> bool:
        """Whether noise alone explains every tag's residual."""
        return not ((self.chi2 > _BEYOND_NOISE) | (self.middle_chi2 > _BEYOND_NOISE)).any()

    def unexplained(self, usual: float) -> float:
        """Return the pose's total residual; that of a moved tag is limited to what noise could cause.

        `usual` is the usual `chi2` due to noise.
        """
        return float(np.minimum(self.chi2, _HARDLY_NOISE * usual).sum())

    def in_place(self, kept: Sequence[int]) -> tuple[int, ...]:
        """Return the tags that are at their places, for a pose fitted to the tags `kept`.

        A tag was moved if its corner residual is far above those of the kept tags, or if its centre is off by clearly
        more than theirs and by `DISPLACED_MM`. If all tags are slightly off, none of them is rejected.
        """
        corners, middles = (float(np.median(chi2[list(kept)])) for chi2 in (self.chi2, self.middle_chi2))
        usual = max(_LEAST_NOISE, min(corners, max(1.0, middles)))
        far = self.chi2 > _FAR * max(1.0, corners)
        clear = self.middle_chi2 > _MIDDLE_BEYOND_NOISE * usual
        return tuple(int(k) for k in np.flatnonzero(~(far | clear & (self.off_mm > DISPLACED_MM))))


def tag_residuals(camera: CameraModel, pose: BoardPose, tags: TagObservations) -> TagResiduals:
    """Return the residuals of the board's tags for a pose; its covariance, if any, counts as noise.

    Raises `RegistrationError` if they cannot be calculated.
    """
    pixels, by_pose, _, by_point = project_with_jacobians(camera, pose, tags.own.reshape(-1, 3))
    spread = tags.spread(by_point, tags.motions)
    if pose.covariance is not None:
        by_pose = by_pose.reshape(-1, 8, 6)
        spread = spread + by_pose @ pose.covariance @ by_pose.transpose(0, 2, 1)
    miss = (tags.seen - pixels.reshape(-1, 4, 2)).reshape(-1, 8, 1)
    middle = miss.reshape(-1, 4, 2).mean(axis=1)[..., None]
    middle_spread = spread.reshape(-1, 4, 2, 4, 2).mean(axis=(1, 3))
    by_place = by_point.reshape(-1, 4, 2, 3)[..., :2].mean(axis=1)
    with robust_adjust(tags):
        off_mm = np.linalg.norm(np.linalg.solve(by_place, middle)[..., 0], axis=1)
        chi2, middle_chi2 = _chi2(miss, spread), _chi2(middle, middle_spread)
        if not (np.isfinite(off_mm) & (chi2 >= 0) & (middle_chi2 >= 0)).all():
            # In comparisons, NaN or a negative square would pass as a tag at its place.
            raise np.linalg.LinAlgError
        return TagResiduals(chi2, middle_chi2, off_mm)


def _chi2(miss: Array, spread: Array) -> Array:
    return np.asarray((miss.transpose(0, 2, 1) @ np.linalg.solve(spread, miss)).ravel() / miss.shape[1])


MIN_BOARD_TAGS = 4
"""Least number of board tags: with fewer, a wrong one cannot be detected."""

MAX_RESIDUAL_MM = 0.6
"""Largest rms residual of the board tags, on the board; above, the lens or board differs from its file."""

SOUND = 0.5
"""Probability of a sound lens and mat from which a rotated image is not considered."""

TURNED_EVIDENCE = 5.0
"""Log evidence by which a rotated image must be more probable than an upright one."""

OPPOSITE_DEG = 150.0
"""Rotation relative to the rig's stored pose above which one of the two is upside down."""

_ROUNDS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """Board pose with the data it is based on.

    `terrain` has the pose of every visible terrain part. `ignored` are board tags that are not at their printed places.
    `pose_by_intrinsics`, (6, 4 + k), is the derivative of the fitted pose by the intrinsics. `misfit` is the systematic
    error of all tags; `turned` is whether the image is rotated by 180 degrees relative to the lens file.
    """

    pose: BoardPose
    terrain: Mapping[str, Pose2D] = field(default_factory=dict)
    ignored: tuple[int, ...] = ()
    pose_by_intrinsics: Array = field(default_factory=lambda: np.zeros((6, 9)))
    misfit: SystematicError | None = None
    turned: bool = False

    def measured_by(self, camera: CameraModel) -> tuple[CameraModel, BoardPose]:
        """Return the camera and pose for measurements, corrected by the misfit if there is one.

        `camera` and `pose` without correction reproduce the board's floor in the image, even if they are wrong.
        """
        return (camera, self.pose) if self.misfit is None else (self.misfit.camera, self.misfit.pose)


def register(
    camera: CameraModel,
    catalogue: Catalogue,
    sightings: Sequence[TagSighting],
    tolerance: Tolerance = DEFAULT_TOLERANCE,
    was: BoardPose | None = None,
) -> Registration:
    """Return the board's pose from the board tags and terrain among the sightings.

    Gauss-Newton on all corners with soft-L1 loss, each tag weighted by its own covariance and the accuracy of its print
    or mount; board tags not at their printed places are left out. Terrain adds the height, which a flat board does not
    determine. `was` is the rig's stored pose, used to recognise an image rotated by 180 degrees relative to it or to
    the lens file.

    Raises `RegistrationError` with fewer than `MIN_BOARD_TAGS` board tags, if half of them do not fit one plane, or if
    they leave the board's position too uncertain.
    """
    seen = {s.id: s for s in sightings}
    board = [(tag, seen[tag.id]) for tag in catalogue.board.tags if tag.id in seen]
    need = min(MIN_BOARD_TAGS, len(catalogue.board.tags))
    if len(board) < max(need, 1):
        raise RegistrationError("board-tags-few", seen=len(board), all=len(catalogue.board.tags), least=need)
    tags = TagObservations.on_board(board, tolerance)
    fit = _without_one_moved(camera, _fit_of_all(camera, tags) or _fit_of_most(camera, tags), tags)
    _refuse_nonsense(camera, catalogue, fit, tags)
    last = fit.adjustment
    poses, terrain = _terrain(camera, last.pose, catalogue, seen, tolerance)
    if poses:
        last = adjust_bundle(camera, last.pose, poses, tags[fit.kept] + terrain)
    check_pose_conditioning(camera, last, catalogue.board.size_mm, len(tags))
    away_px = _away_px(camera, last.pose, tags[fit.kept])
    misfit, turned = _misfit(camera, last, tags[fit.kept] + terrain, catalogue.board.size_mm, was)
    return Registration(
        pose=replace(last.pose, residual_px=float(np.sqrt(np.mean(np.square(away_px)) * 2)), references=len(fit.kept)),
        terrain=last.terrain,
        ignored=tuple(tag.id for k, (tag, _) in enumerate(board) if k not in fit.kept),
        pose_by_intrinsics=last.pose_by_intrinsics,
        misfit=misfit,
        turned=turned,
    )


def _misfit(
    camera: CameraModel, fit: BundleResult, tags: TagObservations, size_mm: tuple[float, float], was: BoardPose | None
) -> tuple[SystematicError, bool]:
    """Return the systematic error of the tags, and whether the image is upside down relative to the lens file."""
    with robust_adjust(tags):
        found = estimate_systematic_error(camera, fit.pose, fit.terrain, tags, size_mm)
        opposite = was is not None and _turn_deg(was, fit.pose) > OPPOSITE_DEG
        if found.sound > SOUND and not opposite:
            return found, False
        other = camera.turned()
        again = adjust_bundle(other, fit.pose, fit.terrain, tags)
        rival = estimate_systematic_error(other, again.pose, again.terrain, tags, size_mm)
        more = rival.evidence - found.evidence
        # A shaken camera may by chance fit better when rotated, so nothing else may be wrong then.
        turned = more > 0 if opposite else more > TURNED_EVIDENCE and rival.sound > SOUND
        return (rival, True) if turned else (found, False)


def _turn_deg(one: BoardPose, other: BoardPose) -> float:
    """Return the rotation between two poses of one board, degrees."""
    return float(np.degrees(np.linalg.norm(cv2.Rodrigues(one.rotation.T @ other.rotation)[0])))


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Pose from the board alone, the tags it is based on, and the residuals of all tags."""

    adjustment: BundleResult
    kept: tuple[int, ...]
    misses: TagResiduals

    @classmethod
    def of(cls, camera: CameraModel, adjustment: BundleResult, kept: tuple[int, ...], tags: TagObservations) -> _Fit:
        return cls(adjustment, kept, tag_residuals(camera, replace(adjustment.pose, covariance=None), tags))


def _fit_of_all(camera: CameraModel, tags: TagObservations) -> _Fit | None:
    """Return the pose on which all board tags agree, if there is one."""
    everything = tuple(range(len(tags)))
    found = []
    for start in pose_from_all_tags(camera, tags.own[:, :, :2], tags.seen):
        with suppress(RegistrationError):
            found.append(_Fit.of(camera, adjust_bundle(camera, start.pose, {}, tags), everything, tags))
    fit = _best(found) if found else None
    return fit if fit and fit.misses.none_moved and fit.misses.in_place(everything) == everything else None


def _fit_of_most(camera: CameraModel, tags: TagObservations) -> _Fit:
    """Return the pose from the board tags that are at their places; the others were moved."""
    found = []
    for start in ransac_poses(camera, tags.own[:, :, :2], tags.seen):
        with suppress(RegistrationError):
            found.append(_settled(camera, tags, start))
    if found:
        fit = _best(found)
        away_px = np.linalg.norm(_away_px(camera, fit.adjustment.pose, tags).mean(axis=1), axis=1)
        sides_px = np.linalg.norm(tags.seen - np.roll(tags.seen, 1, axis=1), axis=2).mean(axis=1)
        if 2 * int((away_px < sides_px / 2).sum()) >= len(tags):
            return fit
    raise RegistrationError("board-pose-none", tags=len(tags))


def _settled(camera: CameraModel, tags: TagObservations, start: FirstPose) -> _Fit:
    """Return the pose from the tags at their places, refined from a first pose; with too few tags it stops refining."""
    kept = start.kept
    adjustment = adjust_bundle(camera, start.pose, {}, tags[kept])
    for _ in range(_ROUNDS):
        before, kept = kept, tag_residuals(camera, adjustment.pose, tags).in_place(kept)
        if kept == before or len(kept) < LEAST_KEPT:
            break
        adjustment = adjust_bundle(camera, adjustment.pose, {}, tags[kept])
    return _Fit.of(camera, adjustment, kept, tags)


def _without_one_moved(camera: CameraModel, fit: _Fit, tags: TagObservations) -> _Fit:
    """Return the fit without its worst tag, if it is refused with that tag and agrees twice as well without it.

    Corners that claim much less noise than they have hide a moved tag: all tags disagree then.
    """
    before_mm = _residual_mm(fit)
    if not exceeds(before_mm, MAX_RESIDUAL_MM) or len(fit.kept) <= LEAST_KEPT:
        return fit
    worst = max(fit.kept, key=lambda tag: fit.misses.off_mm[tag])
    kept = tuple(tag for tag in fit.kept if tag != worst)
    try:
        other = _Fit.of(camera, adjust_bundle(camera, fit.adjustment.pose, {}, tags[kept]), kept, tags)
    except RegistrationError:
        return fit
    return other if _residual_mm(other) < min(before_mm / 2, MAX_RESIDUAL_MM) else fit


def _best(fits: Sequence[_Fit]) -> _Fit:
    """Return the fit with the smallest total residual."""
    usual = max(1.0, min(float(np.median(fit.misses.chi2)) for fit in fits))
    return min(fits, key=lambda fit: fit.misses.unexplained(usual))


def _away_px(camera: CameraModel, pose: BoardPose, tags: TagObservations) -> Array:
    """Return the residuals of tags' corners for a pose, (n, 4, 2) px."""
    return tags.seen - project(camera, pose, tags.own.reshape(-1, 3)).reshape(-1, 4, 2)


def _terrain(
    camera: CameraModel,
    pose: BoardPose,
    catalogue: Catalogue,
    seen: Mapping[int, TagSighting],
    tolerance: Tolerance,
) -> tuple[dict[str, Pose2D], TagObservations]:
    poses: dict[str, Pose2D] = {}
    found: list[tuple[str, ThingTag, TagSighting]] = []
    for piece, parts in catalogue.pieces.items():
        tags = [(tag, seen[tag.id]) for part in parts for tag in part.tags if tag.id in seen]
        if tags:
            poses[piece] = rough_pose(camera, pose, tags, 0.0)
            found += [(piece, tag, sighting) for tag, sighting in tags]
    return poses, TagObservations.on_terrain(found, tolerance)


def _residual_mm(fit: _Fit) -> float:
    """Return the rms distance of the fitted tags' centres from their places, mm."""
    return float(np.sqrt(np.mean(np.square(fit.misses.off_mm[list(fit.kept)]))))


def _turned_residual_mm(camera: CameraModel, tags: TagObservations) -> float:
    """Return the same for all board tags if the image is rotated by 180 degrees."""
    turned = camera.turned()
    best = np.inf
    for start in pose_from_all_tags(turned, tags.own[:, :, :2], tags.seen):
        with suppress(RegistrationError):
            fit = _Fit.of(turned, adjust_bundle(turned, start.pose, {}, tags), tuple(range(len(tags))), tags)
            best = min(best, _residual_mm(fit))
    return best


def _refuse_nonsense(camera: CameraModel, catalogue: Catalogue, fit: _Fit, tags: TagObservations) -> None:
    """Raise `RegistrationError` if the fitted pose is impossible."""
    if fit.adjustment.pose.camera_mm[2] <= 0:
        raise RegistrationError("board-mirrored")
    least = min(MIN_BOARD_TAGS, len(catalogue.board.tags))
    if len(fit.kept) < max(least, len(tags) / 2):
        needed = math.ceil(max(least, len(tags) / 2))
        raise RegistrationError("board-tags-disagree", agreeing=len(fit.kept), tags=len(tags), least=needed)
    # Centres only, since a print of another size leaves them unchanged.
    middles = _away_px(camera, fit.adjustment.pose, tags[fit.kept]).mean(axis=1)
    residual_px = float(np.sqrt(np.mean(np.square(middles)) * 2))
    residual_mm = _residual_mm(fit)
    if exceeds(residual_mm, MAX_RESIDUAL_MM):
        turned_mm = _turned_residual_mm(camera, tags)
        if turned_mm < residual_mm / 2:
            raise RegistrationError("board-rotated", residual=residual_mm, rotated=turned_mm)
        raise RegistrationError("board-residual", residual=residual_mm, pixels=residual_px, most=MAX_RESIDUAL_MM)


MOVED_MM = 0.35
"""Shift of the board relative to the camera above which placements would be wrong by more than their stated error."""

MIN_WITNESSES = 3
"""Least number of board tags for detecting motion, since one may itself have been pushed."""


@dataclass(frozen=True, slots=True)
class CameraMotion:
    """Motion of the camera according to the board tags of one image.

    `moved` is None with fewer than `MIN_WITNESSES` tags. `shift_mm` is the distance of the board from its pose: the
    median over the tags; `shift_px` is the same in the image.
    """

    moved: bool | None
    shift_mm: float
    shift_px: float
    witnesses: int


def camera_motion(
    camera: CameraModel, pose: BoardPose, catalogue: Catalogue, sightings: Sequence[TagSighting]
) -> CameraMotion:
    """Return whether the board tags have moved relative to the pose.

    The median over the tags ignores single tags that are hidden by a hand or pushed by a player.
    """
    seen = {sighting.id: sighting for sighting in sightings}
    shifts = [
        float(np.linalg.norm((project(camera, pose, board_corners(tag)) - seen[tag.id].corners_px).mean(axis=0)))
        for tag in catalogue.board.tags
        if tag.id in seen
    ]
    if len(shifts) < min(MIN_WITNESSES, len(catalogue.board.tags)):
        return CameraMotion(None, 0.0, 0.0, len(shifts))
    shift_px = float(np.median(shifts))
    shift_mm = shift_px * float(pose.camera_mm[2]) / float(camera.camera_matrix[0, 0])
    return CameraMotion(shift_mm > MOVED_MM, shift_mm, shift_px, len(shifts))
