"""The starter kit as it is printed: every tag once, of its size, whatever paper there is."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.pose.accuracy import PLATE
from calibration.tags import DEFAULT_TOLERANCE
from messages.message import Message
from overlook.first_run.starter_kit import starter_kit, starter_kit_catalogue
from overlook.image_files import read_picture
from overlook.setup.tags import KIT_TABS

DPI = 150


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_every_tag_of_the_kit_is_printed_once_and_in_its_size(tmp_path: Path, paper: str) -> None:
    (tmp_path / "kit.pdf").write_bytes(starter_kit(paper))
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", "kit.pdf", "page"], cwd=tmp_path, check=True)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12))
    things = starter_kit_catalogue()
    wanted = things.tag_sizes_mm
    found: Counter[int] = Counter()
    for page in sorted(tmp_path.glob("page*.png")):
        corners, ids, _ = detector.detectMarkers(read_picture(page))
        for quad, id_ in zip(corners, [] if ids is None else ids.ravel(), strict=True):
            found[int(id_)] += 1
            side_px = np.linalg.norm(quad[0] - np.roll(quad[0], 1, axis=0), axis=1).mean()
            assert abs(side_px / DPI * 25.4 - wanted[int(id_)]) < 0.35
    assert found == Counter(dict.fromkeys(wanted, 1))


def test_it_has_the_boards_tags_tabs_for_every_base_and_nothing_of_the_verify_plate() -> None:
    things = starter_kit_catalogue()
    assert len(things.board.tags) == 16
    assert Counter(one.base_mm for one in things.operatives) == {base: 2 * number for base, number in KIT_TABS.items()}
    assert set(KIT_TABS) == {28.0, 32.0, 40.0, 50.0}
    assert not things.tag_ids & PLATE.ids


def test_its_first_page_asks_to_measure_what_no_camera_can_see(tmp_path: Path) -> None:
    (tmp_path / "kit.pdf").write_bytes(starter_kit("A4"))
    text = subprocess.run(
        ["pdftotext", "-l", "1", "kit.pdf", "-"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert str(Message.of("sheet-kit-centred", most=2 * DEFAULT_TOLERANCE.mount_mm)) in text.stdout
