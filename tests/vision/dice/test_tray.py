"""The tray: rectified, calibrated, kept in a file that is refused when it is broken."""

from __future__ import annotations

import base64
import copy
import json
import re
import struct
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.network import EDGE_PX
from vision.dice.tray import (
    OVERHANG,
    PlayersDice,
    Tray,
    TrayError,
    calibrate_tray,
    load_tray,
    parse_tray,
    tray_document,
)
from vision.dice.view import FlatDie

CORNERS = np.array([[90.0, 60.0], [560.0, 80.0], [600.0, 420.0], [50.0, 400.0]])
DIE_PX = 32.0


def pictures(level: float = 120.0, count: int = 4) -> list[NDArray[np.uint8]]:
    rng = np.random.default_rng(0)
    ground = np.full((480, 640, 3), level) + rng.normal(0, 4, (480, 640, 3))
    return [np.clip(ground + rng.normal(0, 2, ground.shape), 0, 255).astype(np.uint8) for _ in range(count)]


def png_of_size(side: int) -> bytes:
    """A PNG whose header claims a picture of that side."""
    png = cv2.imencode(".png", np.zeros((8, 8, 3), np.uint8))[1].tobytes()
    header = b"IHDR" + struct.pack(">II", side, side) + png[24:29]
    return png[:12] + header + struct.pack(">I", zlib.crc32(header)) + png[33:]


@pytest.fixture(scope="module")
def tray() -> Tray:
    colours = (PlayersDice(player="A", lab=(80.0, 180.0, 160.0)), PlayersDice(player="B", lab=(200.0, 128.0, 128.0)))
    return calibrate_tray(pictures(), CORNERS, DIE_PX, colours)


def test_a_corner_of_the_tray_is_a_corner_of_the_view(tray: Tray) -> None:
    height, width = tray.empty.shape[:2]
    seen = cv2.perspectiveTransform(CORNERS[None].astype(np.float64), tray.onto)[0]
    assert np.allclose(seen, np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5, atol=1e-3)


def test_a_die_in_the_view_is_as_long_as_the_network_wants_it(tray: Tray) -> None:
    middle = CORNERS.mean(axis=0)
    ends = cv2.perspectiveTransform(np.array([[middle, middle + np.array([DIE_PX, 0])]]), tray.onto)[0]
    assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(EDGE_PX, rel=0.12)


@pytest.mark.parametrize("die_px", [16.0, 48.0, 90.0])
def test_a_mark_in_the_picture_is_found_where_the_homography_says(die_px: float) -> None:
    image = np.zeros((900, 1200, 3), np.uint8)
    at = (431.0, 388.0)
    cv2.circle(image, (431, 388), round(die_px / 4), (255, 255, 255), -1, cv2.LINE_AA)
    corners = np.array([[100.0, 80.0], [1100.0, 120.0], [1050.0, 800.0], [160.0, 820.0]])
    empty = [np.full_like(image, 90), np.full_like(image, 90)]
    calibrated = calibrate_tray(empty, corners, die_px)
    view = calibrated.view(image)[..., 0].astype(np.float64)
    gy, gx = np.mgrid[0 : view.shape[0], 0 : view.shape[1]]
    found = np.array([(gx * view).sum(), (gy * view).sum()]) / view.sum()
    expected = cv2.perspectiveTransform(np.array([[at]]), calibrated.onto)[0, 0]
    assert np.linalg.norm(found - expected) < 0.6


def test_the_noise_is_measured(tray: Tray) -> None:
    assert 0.5 <= tray.noise <= 2.5


def test_a_file_gives_the_same_tray_back(tray: Tray, tmp_path: Path) -> None:
    path = tmp_path / "tray.json"
    path.write_text(json.dumps(tray_document(tray)))
    again = load_tray(path)
    assert np.array_equal(again.empty, tray.empty)
    assert np.array_equal(again.corners_px, tray.corners_px)
    assert (again.die_px, again.noise, again.stir, again.colours, again.picture_px) == (
        tray.die_px,
        tray.noise,
        tray.stir,
        tray.colours,
        tray.picture_px,
    )


def test_a_file_gives_the_dice_back_that_lay_flat(tray: Tray) -> None:
    flat = (FlatDie(31.5, 200.25, (0.1, -0.2)), FlatDie(8.0, 9.0, (0.0, 0.0)))
    document = json.loads(json.dumps(tray_document(replace(tray, flat=flat))))
    assert parse_tray(document).flat == flat


@pytest.mark.parametrize(("version", "unknown"), [(1, ("stir", "flat")), (2, ("flat",))])
def test_a_file_of_an_older_version_is_still_read(tray: Tray, version: int, unknown: tuple[str, ...]) -> None:
    flat = replace(tray, flat=(FlatDie(31.5, 200.25, (0.1, -0.2)),))
    document = {key: value for key, value in tray_document(flat).items() if key not in unknown} | {"version": version}
    again = parse_tray(document)
    assert (again.noise, again.stir, again.flat) == (tray.noise, 0.0 if version == 1 else tray.stir, ())


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"version": 4}, "version"),
        ({"flat": [[1, 2, 3, 0]]}, "flat[0][2]"),
        ({"flat": [[1, 2, 0]]}, "flat[0]"),
        ({"stir": -1}, "stir"),
        ({"version": "1"}, "version"),
        ({"picture_px": [640]}, "picture_px"),
        ({"picture_px": [0, 480]}, "picture_px[0]"),
        ({"corners_px": [[0, 0], [1, 1], [2, 2]]}, "corners_px"),
        ({"corners_px": [[90, 60], [50, 400], [600, 420], [560, 80]]}, "corners_px"),
        ({"corners_px": [[x + 3000, y] for x, y in CORNERS.tolist()]}, "corners_px: [[3090.0, 60.0]"),
        ({"picture_px": [560, 480]}, "[600.0, 420.0]] lies outside the picture of 560 x 480"),
        ({"die_px": 0}, "die_px"),
        ({"die_px": 300}, "die_px"),
        ({"die_px": "nan"}, "die_px"),
        ({"noise": -1}, "noise"),
        ({"empty_png": "bm8="}, "empty_png"),
        ({"empty_png": "%%%"}, "empty_png"),
        ({"empty_png": base64.b64encode(png_of_size(100_000)).decode()}, "empty_png"),
        ({"colours": [{"player": "A", "lab": [1, 2]}]}, "colours[0].lab"),
        ({"colours": [{"player": "A", "lab": [1, 2, 3]}] * 2}, "colours"),
        ({"colour": []}, "colour"),
    ],
)
def test_a_broken_file_is_refused_by_its_field(tray: Tray, change: dict[str, Any], field: str) -> None:
    document = copy.deepcopy(tray_document(tray)) | change
    with pytest.raises(TrayError, match=r"tray\.json") as refused:
        parse_tray(document, "tray.json")
    assert field in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("field", ["version", "picture_px", "corners_px", "die_px", "noise", "empty_png"])
def test_a_missing_field_is_named(tray: Tray, field: str) -> None:
    document = {key: value for key, value in tray_document(tray).items() if key != field}
    with pytest.raises(TrayError, match=field):
        parse_tray(document)


def test_no_file_and_no_json_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "half.json").write_text('{"version": 1,')
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "long.json").write_text("9" * 5000)
    for name in ("half.json", "none.json", "deep.json", "long.json"):
        with pytest.raises(TrayError, match=name):
            load_tray(tmp_path / name)


def test_a_picture_of_another_size_is_refused(tray: Tray) -> None:
    with pytest.raises(TrayError, match="800 x 600"):
        tray.view(np.zeros((600, 800, 3), np.uint8))


@pytest.mark.parametrize(("level", "word"), [(3, "dark"), (255, "over-exposed")])
def test_a_dark_or_blown_picture_says_so(tray: Tray, level: int, word: str) -> None:
    reason = tray.unusable(np.full_like(tray.empty, level))
    assert reason is not None
    assert word in reason
    assert tray.unusable(tray.empty) is None


@pytest.mark.parametrize(
    ("shift", "outside"), [((3000, 3000), 4), ((-300, 0), 2), ((0, 200), 2), ((150, 0), 2), ((-120, -90), 1)]
)
def test_a_tray_outside_the_picture_is_not_calibrated(shift: tuple[float, float], outside: int) -> None:
    corners = CORNERS + np.array(shift)
    with pytest.raises(TrayError, match="lies outside the picture of 640 x 480") as refused:
        calibrate_tray(pictures(), corners, DIE_PX)
    assert len(re.findall(r"\[-?\d", str(refused.value))) == outside


def test_a_corner_of_the_tray_may_be_cut_off_by_the_picture() -> None:
    corners = CORNERS - np.array([50.0 + 640 * OVERHANG, 0])
    assert calibrate_tray(pictures(), corners, DIE_PX).corners_px == pytest.approx(corners)


@pytest.mark.parametrize(("level", "word"), [(4.0, "dark"), (255.0, "over-exposed")])
def test_a_tray_is_not_calibrated_in_bad_light(level: float, word: str) -> None:
    with pytest.raises(TrayError, match=word):
        calibrate_tray(pictures(level), CORNERS, DIE_PX)


def test_a_tray_is_not_calibrated_with_a_hand_in_one_picture() -> None:
    taken = pictures()
    taken[1][100:400, 100:500] = 20
    with pytest.raises(TrayError, match="differ"):
        calibrate_tray(taken, CORNERS, DIE_PX)


def test_a_tray_is_not_calibrated_while_something_small_moves_in_it() -> None:
    taken = pictures()
    for k, picture in enumerate(taken):
        picture[200:230, 200 + 40 * k : 230 + 40 * k] = 250
    with pytest.raises(TrayError, match="differ"):
        calibrate_tray(taken, CORNERS, DIE_PX)


def test_one_picture_does_not_show_the_noise() -> None:
    with pytest.raises(TrayError, match="at least 2"):
        calibrate_tray(pictures(count=1), CORNERS, DIE_PX)
