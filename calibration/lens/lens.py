"""Lens calibration: intrinsics with covariance from views of a target, or an error that names the bad views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import LensError, RigError
from calibration.lens.target import MIN_CORNERS, Target, TargetView, has_enough_corners
from calibration.rig import BoardPose, CameraModel, project_with_jacobians
from calibration.tags import exceeds

Array = NDArray[np.float64]

USUAL_BOW_MM = 0.3
"""Prior standard deviation of the bend of a sheet on stiff board, from its middle to its edge."""

PARTS = 5
"""Number of groups of views for the jackknife."""

_LENS = 9
_ITERATIONS = 12
_RAYLEIGH_MEDIAN = 1.1774
_LEAST_NOISE_PX = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    """Lens (fx, fy, cx, cy, k1, k2, p1, p2, k3), (9,), with its covariance, (9, 9), and each view's pose and error.

    `bow_mm` is the bend of the sheet along its two sides and its twist, from its middle to its edge.
    """

    lens: Array
    covariance: Array
    bow_mm: Array
    poses: tuple[BoardPose, ...]
    errors: tuple[float, ...]


def fit_lens(
    views: Sequence[TargetView], target: Target, lens: Array, poses: Sequence[BoardPose], bow_mm: Array | None = None
) -> LensFit:
    """Return the lens refined from one nearby, with every view weighted by its own noise and outliers downweighted.

    Corner accuracy differs several times between views; with equal weights the worst would dominate. The bend of the
    sheet is fitted with the lens, because otherwise it would be absorbed by the focal length. Gauss-Newton with each
    view's pose eliminated (Schur complement). Raises `RigError` or `numpy.linalg.LinAlgError` if there is no solution.
    """
    corners = target.corners_mm
    shapes = _bows(corners)
    bow = np.zeros(3) if bow_mm is None else bow_mm
    poses = list(poses)
    prior = np.diag([0.0] * _LENS + [USUAL_BOW_MM**-2] * 3)
    for _ in range(_ITERATIONS):
        camera = camera_of(views[0].size_px, lens)
        information, pull = prior.copy(), -prior @ np.concatenate([lens, bow])
        bent = corners + np.pad((shapes @ bow)[:, None], ((0, 0), (2, 0)))
        steps: list[tuple[Array, Array, Array]] = []
        errors: list[float] = []
        for view, pose in zip(views, poses, strict=True):
            pixels, by_pose, by_lens, by_point = project_with_jacobians(camera, pose, bent[view.ids])
            miss = view.corners_px - pixels
            length = np.linalg.norm(miss, axis=1)
            errors.append(float(np.sqrt(np.mean(length**2))))
            sigma = max(float(np.median(length)) / _RAYLEIGH_MEDIAN, _LEAST_NOISE_PX)
            weight = np.repeat(1 / np.sqrt(1 + (length / (2 * sigma)) ** 2), 2) / sigma**2
            by_bow = by_point[:, :, 2:] * shapes[view.ids][:, None, :]
            a = np.concatenate([by_lens, by_bow], axis=2).reshape(miss.size, -1)
            b = by_pose.reshape(miss.size, -1)
            inner = np.linalg.inv(b.T @ (weight[:, None] * b))
            across = a.T @ (weight[:, None] * b)
            own = b.T @ (weight * miss.ravel())
            information += a.T @ (weight[:, None] * a) - across @ inner @ across.T
            pull += a.T @ (weight * miss.ravel()) - across @ inner @ own
            steps.append((np.asarray(inner, dtype=np.float64), own, across))
        step = np.linalg.solve(information, pull)
        lens, bow = lens + step[:_LENS], bow + step[_LENS:]
        for index, (inner, own, across) in enumerate(steps):
            move = inner @ (own - across.T @ step)
            poses[index] = BoardPose(poses[index].rvec + move[:3], poses[index].tvec_mm + move[3:])
        if np.abs(step[:4]).max() < 1e-4:
            break
    covariance = np.asarray(np.linalg.inv(information)[:_LENS, :_LENS], dtype=np.float64)
    return LensFit(lens, covariance, bow, tuple(poses), tuple(errors))


def disagreement(views: Sequence[TargetView], target: Target, fit: LensFit) -> float:
    """Return the squared spread of lenses from groups of views, relative to the fit's covariance.

    Near 1 if they differ by noise alone. Each group is left out once (delete-group jackknife: Shao and Wu, 1989).
    """
    parts = min(PARTS, len(views))
    lenses = []
    for part in range(parts):
        kept = [k for k in range(len(views)) if k % parts != part]
        lenses.append(
            fit_lens([views[k] for k in kept], target, fit.lens, [fit.poses[k] for k in kept], fit.bow_mm).lens
        )
    apart = np.array(lenses) - np.mean(lenses, axis=0)
    return float((apart * np.linalg.solve(fit.covariance, apart.T).T).sum()) * (parts - 1) / parts / _LENS


def camera_of(size_px: tuple[int, int], lens: Array) -> CameraModel:
    """Return the camera with a lens (9,); raises `RigError` for impossible values."""
    fx, fy, cx, cy = lens[:4]
    return CameraModel(size_px, np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]]), lens[4:])


def _bows(corners_mm: Array) -> Array:
    """Return the heights of points of a sheet bent by 1 mm, (n, 3): along x, along y, and twisted."""
    middle = (corners_mm.max(axis=0) + corners_mm.min(axis=0)) / 2
    half = np.maximum((corners_mm.max(axis=0) - corners_mm.min(axis=0)) / 2, 1e-9)
    u, v, _ = ((corners_mm - middle) / half).T
    return np.column_stack([u**2, v**2, u * v])


MIN_VIEWS = 8
WANTED_VIEWS = 14
"""Least number of usable views: with fewer, the lens and the poses of the sheet cannot be separated; 14 are good."""

MAX_BLUR_PX = 2.5
"""Edge spread above which a view is out of focus or shaken."""

BLUR_RATIO = 1.8
"""Edge spread, as a multiple of the set's median, above which a view is blurred."""

MAX_RMS_PX = 0.6
"""Error of a view above which it does not fit the lens of the others."""

OUTLYING = 3.0
"""Error of a view, as a multiple of the set's median, above which it does not fit the others."""

MIN_TILT_DEG = 12.0
MIN_TILTED_VIEWS = 4
MIN_COVERAGE = 0.5
"""Least share of the image, in 6 x 4 cells, that the corners of all views must cover."""

MAX_BOW_MM = 1.0
"""Largest bend of the sheet, from its middle to its edge, at which it can be used."""

BY_CHANCE = 2.0
"""Largest disagreement between groups of views (squared, relative to noise) that may be chance."""

MAX_FOCAL_SIGMA, MAX_CENTRE_SIGMA = 0.003, 0.004
"""Largest accepted standard deviations: of the focal length, and of the centre relative to the width."""


@dataclass(frozen=True, slots=True)
class ViewError:
    """Error of one view: rms in px, tilt of the sheet relative to the camera, number of corners, and edge spread."""

    name: str
    rms_px: float
    tilt_deg: float
    corners: int
    blur_px: float


@dataclass(frozen=True, slots=True, eq=False)
class LensCalibration:
    """Camera model with the covariance of its parameters, and each view's error. `coverage` is 0 to 1."""

    camera: CameraModel
    views: tuple[ViewError, ...]
    rms_px: float
    coverage: float


@dataclass(frozen=True, slots=True, eq=False)
class _Solution:
    matrix: Array
    distortion: Array
    poses: tuple[BoardPose, ...]
    errors: tuple[float, ...]
    rms: float


def calibrate(
    views: Sequence[TargetView],
    target: Target,
    *,
    camera_id: str = "camera",
    mode: str | None = None,
    focus: float | None = None,
) -> LensCalibration:
    """Return the camera that took the views: pinhole with k1, k2, p1, p2, k3 (OpenCV's model), all free.

    Raises `LensError`, naming views, if image sizes differ, fewer than `MIN_VIEWS` show the sheet, views are blurred or
    do not fit the lens of the others, too few are tilted, they leave most of the image uncovered, the sheet was bent,
    or groups of views disagree.
    """
    _refuse_sizes(views)
    _refuse_unusable(views, target)
    _refuse_blurred(views)
    solution = _solve(views, target)
    _refuse_strangers(views, target, solution)
    try:
        solution, covariance = _weighed(views, target, solution)
    except (np.linalg.LinAlgError, RigError):
        raise LensError("lens-views-unsolvable", views=len(views)) from None
    tilts = [_tilt_deg(pose) for pose in solution.poses]
    _refuse_flat(views, tilts)
    coverage = coverage_of(views)
    if coverage < MIN_COVERAGE:
        raise LensError("lens-views-coverage", covered=coverage, least=MIN_COVERAGE)
    camera = CameraModel(
        views[0].size_px,
        solution.matrix,
        solution.distortion,
        camera_id,
        rms_px=solution.rms,
        views=len(views),
        covariance=covariance,
        mode=mode,
        focus=focus,
    )
    _refuse_open(camera, covariance)
    errors = tuple(
        ViewError(view.name, error, tilt, len(view.ids), view.blur_px)
        for view, error, tilt in zip(views, solution.errors, tilts, strict=True)
    )
    return LensCalibration(camera, errors, solution.rms, coverage)


def coverage_of(views: Sequence[TargetView]) -> float:
    """Return the share of the image's 6 x 4 cells that contain a corner of any view."""
    cells: set[tuple[int, int]] = set()
    for view in views:
        grid = np.floor(view.corners_px / np.array(view.size_px) * [6, 4]).astype(int)
        cells.update((int(x), int(y)) for x, y in grid)
    return len(cells) / 24


def view_errors(views: Sequence[TargetView], target: Target) -> tuple[float, ...]:
    """Return each view's error, rms in px, for the lens that fits all of them; for use while views are being collected.

    Raises `LensError` if no lens can be fitted.
    """
    return _solve(views, target).errors


def _names(views: Sequence[TargetView]) -> list[str]:
    return [view.name for view in views]


def _refuse_sizes(views: Sequence[TargetView]) -> None:
    sizes = {view.size_px for view in views}
    if len(sizes) > 1:
        common = max(sizes, key=lambda size: sum(view.size_px == size for view in views))
        odd = [view for view in views if view.size_px != common]
        raise LensError("lens-views-sizes", views=_names(odd), width=common[0], height=common[1])


def _refuse_unusable(views: Sequence[TargetView], target: Target) -> None:
    empty = [view for view in views if not has_enough_corners(view, target)]
    usable = len(views) - len(empty)
    if usable < MIN_VIEWS:
        if empty:
            raise LensError(
                "lens-views-few-empty", usable=usable, least=MIN_VIEWS, wanted=WANTED_VIEWS, views=_names(empty)
            )
        raise LensError("lens-views-few", usable=usable, least=MIN_VIEWS, wanted=WANTED_VIEWS)
    if empty:
        raise LensError("lens-views-empty", views=_names(empty), least=MIN_CORNERS)


def _refuse_blurred(views: Sequence[TargetView]) -> None:
    usual = float(np.median([view.blur_px for view in views]))
    blurred = [view for view in views if view.blur_px > max(BLUR_RATIO * usual, 1.2) or view.blur_px > MAX_BLUR_PX]
    if blurred:
        widest = max(view.blur_px for view in blurred)
        raise LensError("lens-views-blurred", views=_names(blurred), widest=widest, usual=usual)


def _refuse_strangers(views: Sequence[TargetView], target: Target, solution: _Solution) -> None:
    """Raise `LensError` if views do not fit the rest: the worst are set aside until the others agree on a lens."""
    kept = list(range(len(views)))
    while _worst(solution.errors) and len(kept) > MIN_VIEWS // 2:
        kept.pop(int(np.argmax(solution.errors)))
        solution = _solve([views[k] for k in kept], target)
    strangers = [view for index, view in enumerate(views) if index not in kept]
    if _worst(solution.errors):
        raise LensError("lens-views-disagree", rms=solution.rms, most=MAX_RMS_PX)
    if strangers:
        raise LensError("lens-views-outliers", views=_names(strangers))


def _worst(errors: Sequence[float]) -> bool:
    worst, usual = float(np.max(errors)), float(np.median(errors))
    return exceeds(worst, MAX_RMS_PX) or exceeds(worst, max(OUTLYING * usual, 0.25))


def _refuse_flat(views: Sequence[TargetView], tilts: Sequence[float]) -> None:
    tilted = sum(tilt >= MIN_TILT_DEG for tilt in tilts)
    if tilted < MIN_TILTED_VIEWS:
        flat = [view for view, tilt in zip(views, tilts, strict=True) if tilt < MIN_TILT_DEG]
        raise LensError(
            "lens-views-flat",
            tilted=tilted,
            all=len(views),
            degrees=MIN_TILT_DEG,
            least=MIN_TILTED_VIEWS,
            views=_names(flat),
        )


def _tilt_deg(pose: BoardPose) -> float:
    """Return the angle between the sheet's normal and the optical axis, degrees; 0 leaves the focal length open."""
    return float(np.degrees(np.arccos(np.clip(abs(pose.rotation[2, 2]), 0, 1))))


def _solve(views: Sequence[TargetView], target: Target) -> _Solution:
    corners = target.corners_mm
    objects = [corners[view.ids].astype(np.float32).reshape(-1, 1, 3) for view in views]
    images = [view.corners_px.astype(np.float32).reshape(-1, 1, 2) for view in views]
    width, height = views[0].size_px
    start = np.array([[width, 0, width / 2], [0, width, height / 2], [0, 0, 1]], dtype=np.float64)
    try:
        rms, matrix, distortion, rvecs, tvecs = cv2.calibrateCamera(
            objects, images, (width, height), start, np.zeros(5)
        )
    except cv2.error:
        raise LensError("lens-views-unsolvable", views=len(views)) from None
    poses = tuple(BoardPose(np.ravel(r), np.ravel(t)) for r, t in zip(rvecs, tvecs, strict=True))
    camera = _Plain(np.asarray(matrix, dtype=np.float64), np.ravel(distortion).astype(np.float64)[:5])
    errors = tuple(
        float(np.sqrt(np.mean(np.sum((camera.project(pose, corners[view.ids]) - view.corners_px) ** 2, axis=1))))
        for pose, view in zip(poses, views, strict=True)
    )
    return _Solution(camera.matrix, camera.distortion, poses, errors, float(rms))


@dataclass(frozen=True, slots=True, eq=False)
class _Plain:
    """Intrinsics during the fit, when values may still be impossible."""

    matrix: Array
    distortion: Array

    def project(self, pose: BoardPose, points: Array) -> Array:
        pixels, _ = cv2.projectPoints(points.reshape(-1, 1, 3), pose.rvec, pose.tvec_mm, self.matrix, self.distortion)
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)


def _weighed(views: Sequence[TargetView], target: Target, solution: _Solution) -> tuple[_Solution, Array]:
    """Return the solution with every view weighted by its own noise, and its covariance (9, 9), or raise `LensError`.

    The covariance is scaled up if groups of views disagree by more than noise explains.
    """
    lens = np.concatenate([solution.matrix[[0, 1, 0, 1], [0, 1, 2, 2]], solution.distortion])
    fit = fit_lens(views, target, lens, solution.poses)
    bow_mm = float(np.abs(fit.bow_mm).max())
    if exceeds(bow_mm, MAX_BOW_MM):
        raise LensError("lens-sheet-bent", bent=bow_mm, most=MAX_BOW_MM)
    apart = disagreement(views, target, fit)
    covariance = fit.covariance * (apart if exceeds(apart, BY_CHANCE) else 1.0)
    if not np.isfinite(covariance).all():
        raise np.linalg.LinAlgError
    camera = camera_of(views[0].size_px, fit.lens)
    rms = float(np.sqrt(np.mean(np.square(fit.errors))))
    return _Solution(camera.camera_matrix, camera.dist_coeffs, fit.poses, fit.errors, rms), covariance


def _refuse_open(camera: CameraModel, covariance: Array) -> None:
    """Raise `LensError` if the views leave the lens too uncertain for measurements."""
    variances = np.diag(covariance)
    sigmas = np.sqrt(np.where(variances >= 0, variances, np.nan))
    focal, centre = float((sigmas[:2] / np.diag(camera.camera_matrix)[:2]).max()), float(sigmas[2:4].max())
    if exceeds(focal, MAX_FOCAL_SIGMA) or exceeds(centre, MAX_CENTRE_SIGMA * camera.size_px[0]):
        raise LensError(
            "lens-views-uncertain",
            focal=focal,
            most_focal=MAX_FOCAL_SIGMA,
            centre=centre,
            most_centre=MAX_CENTRE_SIGMA * camera.size_px[0],
        )
