"""A lens from views of a sheet: as exact as stated, or refused with the bad views by name."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.catalogue import load_catalogue
from calibration.errors import LensError
from calibration.lens import lens
from calibration.lens.lens import MIN_VIEWS, USUAL_BOW_MM, LensFit, calibrate, fit_lens, view_errors
from calibration.lens.target import Target, TargetView, detect_target, has_enough_corners, load_target, parse_target
from calibration.rig import BoardPose, CameraModel, Rig, parse_rig, project
from messages.message import Message
from tests.calibration.random_views import MODES, around, random_lens
from tests.depth import at_night, depth
from vision.tracking.photograph import locate

TARGET = Target((11, 8), 25.0, 18.5, "DICT_5X5_100")
SIZE = (2304, 1296)
TRUE = np.array([1775.0, 1774.0, 1160.0, 640.0, 0.052, -0.128, 0.0007, -0.0005, 0.041])


def camera(lens: np.ndarray = TRUE) -> CameraModel:
    matrix = np.array([[lens[0], 0, lens[2]], [0, lens[1], lens[3]], [0, 0, 1]])
    return CameraModel(SIZE, matrix, lens[4:])


def view(
    name: str, pose: BoardPose, rng: np.random.Generator, noise_px: float = 0.05, of: CameraModel | None = None
) -> TargetView:
    pixels = project(of or camera(), pose, TARGET.corners_mm)
    inside = ((pixels > 5) & (pixels < np.array(SIZE) - 5)).all(axis=1)
    ids = np.flatnonzero(inside)
    return TargetView(name, SIZE, ids, pixels[ids] + rng.normal(0, noise_px, (len(ids), 2)), 0.8)


def pose(rng: np.random.Generator, tilt_deg: float, spot: tuple[float, float]) -> BoardPose:
    turn = rng.uniform(0, 2 * np.pi)
    tilt = np.radians(tilt_deg)
    around = cv2.Rodrigues(np.array([np.cos(turn) * tilt, np.sin(turn) * tilt, 0]))[0]
    rotation = around @ cv2.Rodrigues(np.array([0, 0, rng.uniform(-0.4, 0.4)]))[0] @ np.diag([1.0, -1, -1])
    middle = np.array([137.5, 100, 0])
    depth = rng.uniform(380, 520)
    at = np.array([(spot[0] - 0.5) * depth * 0.9, (spot[1] - 0.5) * depth * 0.5, depth])
    return BoardPose(np.ravel(cv2.Rodrigues(rotation)[0]), at - rotation @ middle)


def good_views(seed: int = 0, count: int = 14, noise_px: float = 0.05) -> list[TargetView]:
    rng = np.random.default_rng(seed)
    spots = [(x, y) for x in (0.2, 0.5, 0.8) for y in (0.2, 0.5, 0.8)]
    return [
        view(f"v{k}.jpg", pose(rng, 10 + 30 * (k % 3) / 2, spots[k % len(spots)]), rng, noise_px) for k in range(count)
    ]


def test_the_lens_is_found_as_exactly_as_stated() -> None:
    chi2 = []
    for seed in range(depth(4, 12)):
        found = calibrate(good_views(seed), TARGET).camera
        lens = np.concatenate([found.camera_matrix[[0, 1, 0, 1], [0, 1, 2, 2]], found.dist_coeffs])
        assert found.covariance is not None
        off = lens - TRUE
        chi2.append(off @ np.linalg.solve(found.covariance, off))
        assert np.abs(off[:4]).max() < 2
    assert 0.5 * 9 < np.mean(chi2) < 1.6 * 9


def first_pose(view: TargetView) -> BoardPose:
    _, rvec, tvec = cv2.solvePnP(TARGET.corners_mm[view.ids], view.corners_px, camera().camera_matrix, TRUE[4:])
    return BoardPose(np.ravel(rvec), np.ravel(tvec))


def bent(bow_mm: np.ndarray) -> np.ndarray:
    u, v = (TARGET.corners_mm[:, 0] - 137.5) / 112.5, (TARGET.corners_mm[:, 1] - 100) / 75
    heights = np.column_stack([u * u, v * v, u * v]) @ bow_mm
    return np.asarray(TARGET.corners_mm + np.column_stack([u * 0, u * 0, heights]))


def information_of_all(views: list[TargetView], fit: LensFit) -> np.ndarray:
    """Return the normal matrix over the lens, the sheet's bow and every pose, by differences and with nothing left out.

    Each view is weighed by its own noise, a corner that misses by more than that counts less.
    """
    whole = np.diag([0.0] * 9 + [USUAL_BOW_MM**-2] * 3 + [0.0] * 6 * len(views))
    for k, (view, pose) in enumerate(zip(views, fit.poses, strict=True)):

        def pixels(unknown: np.ndarray, view: TargetView = view) -> np.ndarray:
            lens, bow, rvec, tvec = np.split(unknown, [9, 12, 15])
            return project(camera(lens), BoardPose(rvec, tvec), bent(bow)[view.ids])

        at = np.concatenate([fit.lens, fit.bow_mm, pose.rvec, pose.tvec_mm])
        steps = np.diag([1e-2] * 4 + [1e-5] * 5 + [1e-3] * 3 + [1e-6] * 3 + [1e-3] * 3)
        slopes = [(pixels(at + step) - pixels(at - step)).ravel() / (2 * step.sum()) for step in steps]
        miss = np.linalg.norm(view.corners_px - pixels(at), axis=1)
        sigma = np.median(miss) / np.sqrt(2 * np.log(2))
        weight = np.repeat(1 / np.sqrt(1 + (miss / (2 * sigma)) ** 2), 2) / sigma**2
        own = np.r_[0:12, 12 + 6 * k : 18 + 6 * k]
        whole[np.ix_(own, own)] += np.array(slopes) * weight @ np.array(slopes).T
    return whole


@pytest.mark.parametrize("seed", [1, *at_night(2)])
def test_stated_error_of_a_lens_allows_for_every_pose_and_for_a_bent_sheet(seed: int) -> None:
    views = good_views(seed, count=9)
    fit = fit_lens(views, TARGET, TRUE, [first_pose(view) for view in views])
    expected = np.linalg.inv(information_of_all(views, fit))[:9, :9]
    spread = np.sqrt(np.diag(expected))
    assert fit.covariance / np.outer(spread, spread) == pytest.approx(expected / np.outer(spread, spread), abs=0.01)


def test_each_view_s_error_is_told() -> None:
    views = good_views()
    result = calibrate(views, TARGET, camera_id="cm3", mode="2304x1296", focus=3.2)
    assert [v.name for v in result.views] == [v.name for v in views]
    assert all(0.03 < v.rms_px < 0.15 for v in result.views)
    assert result.camera.views == 14
    assert (result.camera.id, result.camera.mode, result.camera.focus) == ("cm3", "2304x1296", 3.2)


def test_a_noisier_view_hardly_pulls_the_others() -> None:
    rng = np.random.default_rng(3)
    views = good_views(3)
    noisy = replace(views[4], corners_px=views[4].corners_px + rng.normal(0, 0.15, views[4].corners_px.shape))
    clean = calibrate(views, TARGET).camera.camera_matrix
    pulled = calibrate([*views[:4], noisy, *views[5:]], TARGET).camera.camera_matrix
    assert np.abs(clean - pulled).max() < 0.5


def few(views: list[TargetView]) -> list[TargetView]:
    return views[: MIN_VIEWS - 1]


def flat(views: list[TargetView]) -> list[TargetView]:
    rng = np.random.default_rng(1)
    return [view(v.name, pose(rng, 3, (0.2 + 0.05 * k, 0.5)), rng) for k, v in enumerate(views)]


def blurred(views: list[TargetView]) -> list[TargetView]:
    return [*views[:5], replace(views[5], blur_px=2.4), *views[6:]]


def another_lens(views: list[TargetView]) -> list[TargetView]:
    rng = np.random.default_rng(2)
    zoomed = camera(TRUE * [1.15, 1.15, 1, 1, 1, 1, 1, 1, 1])
    return [*views[:5], view("v5.jpg", pose(rng, 25, (0.4, 0.5)), rng, of=zoomed), *views[6:]]


def hardly_seen(views: list[TargetView]) -> list[TargetView]:
    return [*views[:5], replace(views[5], ids=views[5].ids[:5], corners_px=views[5].corners_px[:5]), *views[6:]]


def one_row(views: list[TargetView]) -> list[TargetView]:
    stretched = np.column_stack([np.linspace(100, 900, 20), np.linspace(100, 400, 20)])
    return [*views[:5], replace(views[5], ids=views[5].ids[:20], corners_px=stretched), *views[6:]]


def one_spot_of_the_picture(views: list[TargetView]) -> list[TargetView]:
    return [*views[:5], replace(views[5], corners_px=np.full_like(views[5].corners_px, 500.0)), *views[6:]]


def other_size(views: list[TargetView]) -> list[TargetView]:
    return [*views[:5], replace(views[5], size_px=(1920, 1080)), *views[6:]]


def one_spot(views: list[TargetView]) -> list[TargetView]:
    rng = np.random.default_rng(2)
    far = [pose(rng, 25, (0.5, 0.5)) for _ in views]
    return [view(v.name, BoardPose(p.rvec, p.tvec_mm * [1, 1, 4]), rng) for v, p in zip(views, far, strict=True)]


@pytest.mark.parametrize(
    ("spoil", "code", "args"),
    [
        (few, "lens-views-few", {"usable": 7, "least": 8}),
        (flat, "lens-views-flat", {"all": 14}),
        (blurred, "lens-views-blurred", {"views": ("v5.jpg",), "widest": 2.4}),
        (another_lens, "lens-views-outliers", {"views": ("v5.jpg",)}),
        (hardly_seen, "lens-views-empty", {"views": ("v5.jpg",)}),
        (one_row, "lens-views-empty", {"views": ("v5.jpg",)}),
        (one_spot_of_the_picture, "lens-views-empty", {"views": ("v5.jpg",)}),
        (other_size, "lens-views-sizes", {"views": ("v5.jpg",), "width": 2304, "height": 1296}),
        (one_spot, "lens-views-coverage", {}),
    ],
)
def test_a_bad_set_is_refused_and_the_bad_views_named(
    spoil: Callable[[list[TargetView]], list[TargetView]], code: str, args: dict[str, Any]
) -> None:
    with pytest.raises(LensError) as refusal:
        calibrate(spoil(good_views()), TARGET)
    message = refusal.value.message
    assert message.code == code
    assert {name: round(value, 1) if isinstance(value := message[name], float) else value for name in args} == args


def test_one_row_of_a_long_sheet_says_too_little_though_it_has_corners_enough() -> None:
    long = Target((22, 8), 12.5, 9.0, "DICT_5X5_100")
    pixels = project(camera(), pose(np.random.default_rng(0), 20, (0.5, 0.5)), long.corners_mm)
    for ids, enough in ((np.arange(21), False), (np.arange(0, 147, 21), False), (np.arange(42), True)):
        bowed = pixels[ids] + np.random.default_rng(1).normal(0, 0.05, (len(ids), 2))
        assert has_enough_corners(TargetView("v", SIZE, ids, bowed, 0.8), long) is enough


def test_views_that_no_lens_fits_are_refused_while_they_are_collected() -> None:
    views = [replace(v, corners_px=np.full_like(v.corners_px, 500.0)) for v in good_views()]
    with pytest.raises(LensError) as refusal:
        view_errors(views, TARGET)
    assert refusal.value.message == Message.of("lens-views-unsolvable", views=14)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(depth(1, 2)))
def test_any_lens_is_found_from_views_turned_and_tilted_to_all_sides(mode: str, seed: int) -> None:
    rng = np.random.default_rng([seed, 5])
    lens, noise_px = random_lens(rng, mode), rng.uniform(0.05, 0.25)
    size = np.array(lens.size_px)
    views: list[TargetView] = []
    while len(views) < 14:
        depth = 275 / rng.uniform(0.4, 0.9) * lens.fx / size[0]
        way, tilt = rng.uniform(0, 2 * np.pi), np.radians(12 + 30 * (len(views) % 3) / 2)
        rotation = around((np.cos(way), np.sin(way), 0), tilt) @ np.diag([1.0, -1, -1])
        rotation = rotation @ around((0, 0, 1), rng.uniform(0, 2 * np.pi))
        spot = (rng.uniform(0.1, 0.9, 2) * size - [lens.cx, lens.cy]) / [lens.fx, lens.fy]
        points = TARGET.corners_mm @ rotation.T + np.append(spot, 1) * depth - rotation @ np.array([137.5, 100, 0])
        pixels = lens.pixels(points)
        ids = np.flatnonzero(((pixels > 5) & (pixels < size - 6)).all(axis=1))
        if len(ids) >= 30 and points[:, 2].min() > 30 and not lens.bends_back(points[ids]):
            noisy = pixels[ids] + rng.normal(0, noise_px, (len(ids), 2))
            views.append(TargetView(f"v{len(views)}", lens.size_px, ids, noisy, 0.8))
    found = calibrate(views, TARGET).camera
    assert found.covariance is not None
    off = np.concatenate([found.camera_matrix[[0, 1, 0, 1], [0, 1, 2, 2]], found.dist_coeffs]) - [
        *(lens.fx, lens.fy, lens.cx, lens.cy),
        *(lens.k1, lens.k2, lens.p1, lens.p2, lens.k3),
    ]
    assert off @ np.linalg.solve(found.covariance, off) < 30
    assert np.abs(off[:4]).max() < 0.002 * lens.fx


def test_the_sheet_is_seen_in_a_picture() -> None:
    board = TARGET.board().generateImage((1100, 800), marginSize=0)
    corners = np.array([[250, 120], [1050, 180], [1000, 640], [210, 600]], dtype=np.float32)
    warp = cv2.getPerspectiveTransform(np.array([[0, 0], [1100, 0], [1100, 800], [0, 800]], dtype=np.float32), corners)
    image = cv2.warpPerspective(board, warp, (1280, 720), borderValue=200)
    sharp = detect_target("sheet", np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8), TARGET)
    assert len(sharp.ids) == 70
    expected = cv2.perspectiveTransform(
        (TARGET.corners_mm[sharp.ids, :2] * 4 - 0.5).reshape(-1, 1, 2).astype(np.float32), warp
    ).reshape(-1, 2)
    assert np.abs(sharp.corners_px - expected).mean() < 0.3
    soft = detect_target("sheet", np.asarray(cv2.GaussianBlur(image, (0, 0), 2.2), np.uint8), TARGET)
    assert soft.blur_px > 1.7 * sharp.blur_px
    assert len(detect_target("nothing", np.full((200, 200, 3), 90, np.uint8), TARGET).ids) == 0


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"squares": [2, 8]}, Message.of("lens-target-squares", columns=2, rows=8)),
        ({"marker_mm": 30}, Message.of("lens-target-marker", marker=30.0, square=25.0)),
        ({"dictionary": "DICT_X"}, Message.of("lens-target-dictionary", found="DICT_X")),
        ({"square_mm": "wide"}, "square_mm"),
        ({"square_mm": math.nan}, "square_mm"),
        ({"marker_mm": math.nan}, "marker_mm"),
    ],
)
def test_an_impossible_target_is_refused(change: dict[str, object], fault: Message | str) -> None:
    data = {"squares": [11, 8], "square_mm": 25, "marker_mm": 18.5, "dictionary": "DICT_5X5_100"}
    assert parse_target(data) == TARGET
    with pytest.raises(LensError) as error:
        parse_target(data | change)
    found = error.value.message["fault"]
    assert (found["field"] if isinstance(fault, str) else found) == fault


def bent_sheet(seed: int, bow_mm: float) -> list[TargetView]:
    """Views of a sheet that is bent along its length by so much, from its middle to its edges."""
    rng = np.random.default_rng(seed)
    corners = TARGET.corners_mm.copy()
    corners[:, 2] = bow_mm * ((corners[:, 0] - 137.5) / 112.5) ** 2
    views = []
    for k in range(14):
        pixels = project(
            camera(), pose(rng, 10 + 30 * (k % 3) / 2, (0.2 + 0.3 * (k % 3), 0.2 + 0.3 * (k // 3 % 3))), corners
        )
        ids = np.flatnonzero(((pixels > 5) & (pixels < np.array(SIZE) - 5)).all(axis=1))
        views.append(TargetView(f"v{k}.jpg", SIZE, ids, pixels[ids] + rng.normal(0, 0.05, (len(ids), 2)), 0.8))
    return views


def sheared(seed: int, most_px: float) -> list[TargetView]:
    """Views by a rolling shutter while the sheet moved: each sheared by its own amount from top to bottom."""
    rng = np.random.default_rng(seed + 50)
    return [
        replace(v, corners_px=v.corners_px + (v.corners_px[:, 1:] / SIZE[1] - 0.5) * rng.normal(0, most_px, 2))
        for v in good_views(seed)
    ]


def off_and_sigma(views: list[TargetView]) -> tuple[np.ndarray, np.ndarray] | None:
    try:
        found = calibrate(views, TARGET).camera
    except LensError:
        return None
    assert found.covariance is not None
    lens = np.concatenate([found.camera_matrix[[0, 1, 0, 1], [0, 1, 2, 2]], found.dist_coeffs])
    return np.abs(lens - TRUE)[:4], np.sqrt(np.diag(found.covariance))[:4]


def test_a_sheet_that_is_bent_a_little_costs_no_focal_length() -> None:
    found = [one for seed in range(5) if (one := off_and_sigma(bent_sheet(seed, 0.5))) is not None]
    assert len(found) >= 3
    for off, _ in found:
        assert off[:2].max() < 0.0008 * TRUE[0]


@pytest.mark.parametrize("most_px", [1.0, 3.0])
def test_views_that_contradict_each_other_are_refused_or_leave_the_lens_as_unsure_as_it_is(most_px: float) -> None:
    for seed in range(5):
        found = off_and_sigma(sheared(seed, most_px))
        if found is not None:
            assert (found[0] < 3.5 * found[1]).all(), seed


def test_a_sheet_that_is_bent_far_is_refused() -> None:
    for seed in range(3):
        with pytest.raises(LensError) as error:
            calibrate(bent_sheet(seed, 2.5), TARGET)
        assert error.value.message.code in {"lens-sheet-bent", "lens-views-outliers", "lens-views-disagree"}


@pytest.mark.data
@pytest.mark.parametrize("mode", ["1080", "2304"])
def test_rendered_views_give_a_lens_that_places_as_well_as_the_true_one(shared_data: Path, mode: str) -> None:
    folder = shared_data / "renders" / "lens"
    target = load_target(folder / "target.json")
    views = []
    for path in sorted(folder.glob(f"*_{mode}n_*.jpg")):
        image = cv2.imread(str(path))
        assert image is not None
        views.append(detect_target(path.name, np.asarray(image, np.uint8), target))
    own = calibrate(views, target).camera
    errors: dict[str, list[float]] = {"own": [], "true": []}
    for name in ("s40", "s42", "s44"):
        scenes = shared_data / "renders" / "scenes"
        truth = json.loads((scenes / f"{name}_{mode}.truth.json").read_text())
        catalogue = load_catalogue(scenes / f"{name}_{mode}.catalogue.json")
        image = cv2.imread(str(scenes / f"{name}_{mode}.jpg"))
        assert image is not None
        for label, used in (("own", own), ("true", parse_rig(truth["rig"]).camera)):
            reading = locate(np.asarray(image, np.uint8), Rig(used), catalogue)
            for true in truth["operatives"]:
                if true["id"] in reading.operatives:
                    at = reading.operatives[true["id"]].placement
                    errors[label].append(
                        float(np.hypot(at.x * 25.4 - true["pos_mm"][0], at.y * 25.4 - true["pos_mm"][1]))
                    )
    added = np.percentile(errors["own"], 95) - np.percentile(errors["true"], 95)
    print(f"\n{mode}: calibrated lens adds {added:+.4f} mm to the p95 of {np.percentile(errors['true'], 95):.3f}")
    assert added <= 0.05


@pytest.mark.parametrize("variance", [-1.0, math.nan, math.inf])
def test_a_lens_whose_error_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch, variance: float) -> None:
    def fitted(*args: Any) -> LensFit:
        fit = fit_lens(*args)
        covariance = fit.covariance.copy()
        covariance[0, 0] = variance
        return replace(fit, covariance=covariance)

    monkeypatch.setattr(lens, "fit_lens", fitted)
    monkeypatch.setattr(lens, "disagreement", lambda *_: 1.0)
    with pytest.raises(LensError):
        calibrate(good_views(), TARGET)


def test_parts_of_the_views_that_disagree_by_no_number_are_not_taken_for_agreement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lens, "disagreement", lambda *_: math.nan)
    with pytest.raises(LensError):
        calibrate(good_views(), TARGET)
