"""A tray's file gives the tray back, whatever version wrote it, and is refused when it is broken."""

from __future__ import annotations

import base64
import copy
import json
import struct
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from messages.message import Message
from tests.vision.bombs import png
from tests.vision.dice.trays import CORNERS, DIE_PX, pictures
from vision.dice.detections import FlatDie
from vision.dice.pips import Pips
from vision.dice.tray import (
    RIM_PX,
    ROOM_TINT,
    PlayersDice,
    Tray,
    TrayError,
    calibrate_tray,
    floor_of,
    load_tray,
    parse_tray,
    tray_document,
)


def png_of_size(side: int) -> bytes:
    """A PNG whose header claims a picture of that side."""
    png = cv2.imencode(".png", np.zeros((8, 8, 3), np.uint8))[1].tobytes()
    header = b"IHDR" + struct.pack(">II", side, side) + png[24:29]
    return png[:12] + header + struct.pack(">I", zlib.crc32(header)) + png[33:]


@pytest.fixture(scope="module")
def tray() -> Tray:
    pips = Pips(axis=(0.004, -0.01, 0.0), spacing=0.25, radius=0.08, misfit=1.25, shown=(1, 4, 6))
    colours = (
        PlayersDice(player="A", lab=(80.0, 180.0, 160.0), pips=pips),
        PlayersDice(player="B", lab=(200.0, 128.0, 128.0)),
    )
    return replace(calibrate_tray(pictures(), CORNERS, DIE_PX, colours), shadow_tint=0.41)


def test_a_file_gives_the_same_tray_back(tray: Tray, tmp_path: Path) -> None:
    path = tmp_path / "tray.json"
    path.write_text(json.dumps(tray_document(tray)))
    again = load_tray(path)
    assert np.array_equal(again.empty, tray.empty)
    assert np.array_equal(again.corners_px, tray.corners_px)
    assert again.shadow_tint == 0.41
    assert (again.die_px, again.noise, again.stir, again.colours, again.picture_px) == (
        tray.die_px,
        tray.noise,
        tray.stir,
        tray.colours,
        tray.picture_px,
    )


def test_a_tray_of_before_has_no_rim_in_its_views(tray: Tray) -> None:
    assert parse_tray(json.loads(json.dumps(tray_document(tray)))).rim_px == RIM_PX
    document = tray_document(replace(tray, rim_px=0, empty=floor_of(tray.empty, RIM_PX))) | {"version": 5}
    del document["rim_px"], document["shadow_tint"]
    before = parse_tray(json.loads(json.dumps(document)))
    assert (before.rim_px, before.shadow_tint) == (0, ROOM_TINT)
    assert before.view(pictures()[0]).shape == before.empty.shape == floor_of(tray.empty, RIM_PX).shape


def test_pips_of_a_file_of_before_know_neither_what_they_leave_unexplained_nor_what_they_have_shown(tray: Tray) -> None:
    document = json.loads(json.dumps(tray_document(tray)))
    document["version"] = 4
    for name in ("misfit", "shown"):
        del document["colours"][0]["pips"][name]
    pips = parse_tray(document).colours[0].pips
    assert pips is not None
    assert (pips.misfit, pips.shown) == (0.0, ())


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
        ({"version": 8}, "version"),
        ({"shadow_tint": 1.5}, "shadow_tint"),
        ({"rim_px": -8}, "rim_px"),
        ({"flat": [[1, 2, 3, 0]]}, "flat[0][2]"),
        ({"flat": [[1, 2, 0]]}, "flat[0]"),
        ({"stir": -1}, "stir"),
        ({"version": "1"}, "version"),
        ({"picture_px": [640]}, "picture_px"),
        ({"picture_px": [0, 480]}, "picture_px[0]"),
        ({"corners_px": [[0, 0], [1, 1], [2, 2]]}, "corners_px"),
        ({"corners_px": [[90, 60], [50, 400], [600, 420], [560, 80]]}, "corners_px"),
        ({"corners_px": [[x + 3000, y] for x, y in CORNERS.tolist()]}, "corners_px: [[3090.0, 60.0]"),
        ({"picture_px": [560, 480]}, "[600.0, 420.0]] is outside the image of 560 x 480"),
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
    with pytest.raises(TrayError) as refused:
        parse_tray(document, "tray.json")
    line = str(refused.value)
    assert line.startswith("tray.json: ")
    assert field in line
    assert "\n" not in line


@pytest.mark.parametrize("field", ["version", "picture_px", "corners_px", "die_px", "noise", "empty_png"])
def test_a_missing_field_is_named(tray: Tray, field: str) -> None:
    document = {key: value for key, value in tray_document(tray).items() if key != field}
    with pytest.raises(TrayError) as error:
        parse_tray(document)
    assert error.value.message["fault"] == Message.of("file-field-missing", field=field)


def test_no_file_and_no_json_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "half.json").write_text('{"version": 1,')
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "long.json").write_text("9" * 5000)
    for name in ("half.json", "none.json", "deep.json", "long.json"):
        with pytest.raises(TrayError) as error:
            load_tray(tmp_path / name)
        assert error.value.message["file"] == str(tmp_path / name)


def test_a_picture_of_a_tray_that_would_take_much_memory_is_never_decoded(
    tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = tray_document(tray)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it is decoded"))
    for side in (9000, 16384):
        document["empty_png"] = base64.b64encode(png(side, side // 2)).decode()
        with pytest.raises(TrayError) as error:
            parse_tray(document)
        fault = error.value.message["fault"]
        assert (fault["width"], fault["height"]) == (side, side // 2)
