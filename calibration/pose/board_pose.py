"""Board registration: inlier tags, check of the conditioning, errors for bad input, and detection of camera motion."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, ThingTag
from calibration.errors import RegistrationError
from calibration.pose.bundle_adjustment import BundleResult, TagObservations, adjust_bundle, robust_adjust
from calibration.pose.initial_pose import LEAST_KEPT, FirstPose, pose_from_all_tags, ransac_poses
from calibration.pose.systematic_errors import SystematicError, estimate_systematic_error
from calibration.rig import BoardPose, CameraModel, project, project_with_jacobians
from calibration.tag_geometry import Pose2D, board_corners, rough_pose
from calibration.tags import DEFAULT_TOLERANCE, TagSighting, Tolerance, exceeds

Array = NDArray[np.float64]

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
    fit = _fit_of_all(camera, tags) or _fit_of_most(camera, tags)
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
