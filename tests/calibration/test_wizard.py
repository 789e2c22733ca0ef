"""The wizard takes views by itself when they add something, says what is wanted, and ends with the lens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.errors import LensError
from calibration.lens.lens import WANTED_VIEWS
from calibration.lens.target import Target, TargetView, detect_target
from calibration.lens.wizard import LEANS, WANTED_CELLS, WANTED_OF_EACH_LEAN, ViewCollector
from calibration.rig import project
from messages.message import Message
from simulation import example_rig
from simulation.cameras.sheet_camera import HOLD_S, MOVE_S, SHOWS, ShownSheet

TARGET = Target((11, 8), 25.0, 18.5, "DICT_5X5_100")
CAMERA = example_rig((1280, 720)).camera
SHEET = ShownSheet(TARGET, CAMERA)
NOISE_PX = 0.06


def seen(t_s: float, seed: int = 0) -> TargetView:
    """The target's corners at a time, projected exactly and with noise; only those in the picture."""
    pixels = project(CAMERA, SHEET.pose_at(t_s), TARGET.corners_mm)
    pixels = pixels + np.random.default_rng(seed).normal(0, NOISE_PX, pixels.shape)
    inside = ((pixels > 2) & (pixels < np.array(CAMERA.size_px) - 3)).all(axis=1)
    ids = np.flatnonzero(inside).astype(np.int64)
    return TargetView("now", CAMERA.size_px, ids, pixels[inside], 1.0)


def held(show: int) -> float:
    return show * (HOLD_S + MOVE_S) + 0.3


def looks() -> Iterator[TargetView]:
    times = np.arange(0, len(SHOWS) * (HOLD_S + MOVE_S), 0.2)
    return (seen(float(t), k) for k, t in enumerate(times))


def test_it_takes_each_way_of_showing_once_and_ends_with_the_lens() -> None:
    wizard = ViewCollector(TARGET, CAMERA.size_px)
    took = [looked for view in looks() if (looked := wizard.observe(view)).took]
    assert WANTED_VIEWS <= len(wizard.taken) <= len(SHOWS)
    assert len(took) == len(wizard.taken)
    assert wizard.enough
    assert len(wizard.cells) >= WANTED_CELLS
    assert min(wizard.leans.values()) >= WANTED_OF_EACH_LEAN
    assert set(wizard.leans) == set(LEANS)
    assert all(each.rms_px is not None and each.rms_px < 0.2 for each in wizard.taken)
    found = wizard.calibrate(camera_id="c", mode="m", focus=1.5).camera
    np.testing.assert_allclose(found.camera_matrix, CAMERA.camera_matrix, atol=2.0)
    assert (found.id, found.mode, found.focus) == ("c", "m", 1.5)
    points = np.array([[40.0, 30.0, 700.0], [-300.0, 150.0, 700.0], [350.0, -180.0, 700.0]])
    pose = replace(SHEET.pose_at(0), rvec=np.zeros(3), tvec_mm=np.zeros(3))
    assert np.abs(project(found, pose, points) - project(CAMERA, pose, points)).max() < 0.6


def test_nothing_is_taken_while_it_moves_or_twice_in_one_place() -> None:
    wizard = ViewCollector(TARGET, CAMERA.size_px)
    for k in range(4):
        assert not wizard.observe(seen(HOLD_S + 0.15 * k, k)).took
    for k in range(12):
        wizard.observe(seen(held(1), 10 + k))
    assert len(wizard.taken) == 1


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        ({"blur_px": 4.0}, "lens-advice-blurred"),
        ({"ids": np.arange(3), "corners_px": np.ones((3, 2))}, "lens-advice-whole-sheet"),
        ({"ids": np.arange(20), "corners_px": np.linspace([100, 100], [900, 300], 20)}, "lens-advice-whole-sheet"),
    ],
)
def test_views_that_say_little_are_not_taken_and_it_says_why(change: dict[str, Any], advice: str) -> None:
    wizard = ViewCollector(TARGET, CAMERA.size_px)
    for k in range(6):
        looked = wizard.observe(replace(seen(held(2), k), **change))
        assert not looked.took
        assert looked.advice.code == advice


def test_it_asks_for_what_is_lacking() -> None:
    wizard = ViewCollector(TARGET, CAMERA.size_px)
    assert wizard.next_hint() == Message.of("lens-advice-place", row="top", column="left")
    for view in looks():
        if not wizard.enough:
            wizard.observe(view)
    assert wizard.next_hint().code == "lens-advice-enough"
    for each in [each for each in wizard.taken if each.lean == "left"]:
        wizard.remove(each.view.name)
    assert not wizard.enough
    assert wizard.next_hint().code == "lens-advice-left"


def test_a_bad_view_shows_and_can_be_left_out() -> None:
    wizard = ViewCollector(TARGET, CAMERA.size_px)
    for number in range(8):
        for k in range(4):
            view = seen(held(number), 10 * number + k)
            if number == 6:
                bent = np.sin(view.corners_px[:, :1] / 90) * [0, 6.0]
                view = replace(view, corners_px=view.corners_px + bent)
            wizard.observe(view)
    worst = max(wizard.taken, key=lambda each: each.rms_px or 0)
    assert worst.view.name == "view 7"
    others = [each.rms_px or 0 for each in wizard.taken if each is not worst]
    assert (worst.rms_px or 0) > 3 * float(np.median(others))
    wizard.remove(worst.view.name)
    assert max(each.rms_px or 0 for each in wizard.taken) < 0.2
    assert len({each.view.name for each in wizard.taken}) == len(wizard.taken) == 7


def test_without_views_there_is_no_lens() -> None:
    with pytest.raises(LensError) as error:
        ViewCollector(TARGET, CAMERA.size_px).calibrate(camera_id="c")
    assert error.value.message.code == "lens-views-none"


@pytest.mark.parametrize("show", [0, 2, 9])
def test_the_drawn_sheet_is_where_its_pose_says(show: int) -> None:
    found = detect_target("drawn", SHEET.picture(held(show), seed=show), TARGET)
    assert len(found.ids) >= 50
    meant = project(CAMERA, SHEET.pose_at(held(show)), TARGET.corners_mm[found.ids])
    assert np.abs(found.corners_px - meant).mean(axis=0).max() < 0.1


@pytest.mark.parametrize("show", [k for k, each in enumerate(SHOWS) if max(abs(each.tip_deg), abs(each.turn_deg)) > 20])
def test_a_lean_names_the_edge_that_is_nearer(show: int) -> None:
    pose = SHEET.pose_at(held(show))
    wizard = ViewCollector(TARGET, CAMERA.size_px)
    lean = wizard.observe(seen(held(show))).lean
    columns, rows = (number * TARGET.square_mm for number in TARGET.squares)
    edges = {"left": (0, rows / 2), "right": (columns, rows / 2), "up": (columns / 2, 0), "down": (columns / 2, rows)}
    depth = {name: float((pose.rotation @ [x, y, 0] + pose.tvec_mm)[2]) for name, (x, y) in edges.items()}
    assert lean == min(depth, key=lambda name: depth[name])
