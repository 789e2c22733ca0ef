"""`overlook print`: sheets that a real renderer draws with every tag in its exact millimetres, nothing across one."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.catalogue import load_catalogue
from calibration.lens.target import detect_target, load_target
from calibration.pose.accuracy import PLATE
from calibration.tags import dictionary_size, modules
from referee.records.files.roster_file import EXAMPLES
from simulation.scene.example_table import example_catalogue
from tests.overlook import commands
from vision.dice.tray_calibration import RIM_TAGS
from vision.intensity import ResponseCurve
from vision.tags.detector import Detector

DPI = 300
PX_MM = DPI / 25.4
DOT_MM = 1 / PX_MM
"""The renderer draws whole dots: nothing can be measured closer on its pages (the PDF's own numbers: test_sheets)."""


def overlook(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return commands.overlook(*words, folder=folder)


def printed(folder: Path, *words: str, paper: str = "A4") -> list[np.ndarray]:
    """Print a sheet and return its pages as pdftoppm draws them at 300 dots an inch, grey."""
    if shutil.which("pdftoppm") is None:
        pytest.fail("pdftoppm is missing: apt-get install poppler-utils")
    done = overlook(folder, "print", *words, "--out", "sheet.pdf", "--paper", paper)
    assert done.returncode == 0, done.stderr
    assert "100 %" in done.stderr
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", "sheet.pdf", "page"], cwd=folder, check=True, timeout=120)
    pages = []
    for path in sorted(folder.glob("page*.pgm")):
        page = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        assert page is not None
        pages.append(np.asarray(page, dtype=np.uint8))
        path.unlink()
    size_mm = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}[paper]
    assert all(np.allclose(np.array(page.shape[::-1]) / PX_MM, size_mm, atol=0.2) for page in pages)
    return pages


def tags_on(pages: list[np.ndarray], name: str = PLATE.dictionary) -> dict[int, tuple[int, np.ndarray]]:
    """Page and corners (mm from the page's top left) of every tag, as our own camera work measures them; each once."""
    found: dict[int, tuple[int, np.ndarray]] = {}
    everything = frozenset(range(dictionary_size(name)))
    for number, page in enumerate(pages):
        half = np.asarray(cv2.pyrDown(page), dtype=np.uint8)
        eye = Detector(name, everything, (half.shape[1], half.shape[0]), ResponseCurve.gamma(1.0))
        detection = eye.detect(half)
        assert not detection.duplicates
        for sighting in detection.sightings:
            assert sighting.id not in found
            found[sighting.id] = number, (sighting.corners_px * 2 + 0.5) / PX_MM
    return found


def sides(corners: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1))


def assert_white_around(page: np.ndarray, corners_mm: np.ndarray) -> None:
    """Nothing is printed in the white that a tag needs: one module around it."""
    module = float(sides(corners_mm).mean()) / modules(PLATE.dictionary)
    middle = corners_mm.mean(axis=0)
    out = corners_mm + (corners_mm - middle) / np.linalg.norm(corners_mm - middle, axis=1, keepdims=True) * module
    mask = np.zeros_like(page)
    cv2.fillConvexPoly(mask, np.round(out * PX_MM).astype(np.int32), 255)
    near = corners_mm + (corners_mm - middle) / np.linalg.norm(corners_mm - middle, axis=1, keepdims=True) * 0.25
    cv2.fillConvexPoly(mask, np.round(near * PX_MM).astype(np.int32), 0)
    assert page[mask > 0].min() > 250


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("team", ["saltglass", "thistledown"])
def test_a_roster_gets_tags_on_tabs_that_stand_where_its_catalogue_says(tmp_path: Path, paper: str, team: str) -> None:
    with (EXAMPLES / f"{team}.toml").open("rb") as file:
        (tmp_path / "team.toml").write_bytes(file.read())
    words = ("tags", "--roster", "team.toml", "--player", "p1", "--save", "things.json")
    pages = printed(tmp_path, *words, paper=paper)
    things = load_catalogue(tmp_path / "things.json")
    assert {entry.player for entry in things.operatives} == {"p1"}
    found = tags_on(pages)
    sizes = {tag.id: tag.size_mm for entry in things.operatives for tag in entry.tags}
    assert set(found) == set(sizes)
    assert len(sizes) >= 5
    for tag_id, (number, corners) in found.items():
        np.testing.assert_allclose(sides(corners), sizes[tag_id], atol=DOT_MM)
        assert_white_around(pages[number], corners)


def test_two_teams_share_no_tag_and_none_with_the_board_or_the_plate(tmp_path: Path) -> None:
    for team, player, catalogue in (("saltglass", "p1", None), ("thistledown", "p2", "one.json")):
        with (EXAMPLES / f"{team}.toml").open("rb") as file:
            (tmp_path / f"{team}.toml").write_bytes(file.read())
        given = () if catalogue is None else ("--catalogue", catalogue)
        save = "one.json" if catalogue is None else "both.json"
        words = ("--roster", f"{team}.toml", "--player", player, *given, "--save", save, "--out", "x.pdf")
        assert overlook(tmp_path, "print", "tags", *words).returncode == 0
    both = load_catalogue(tmp_path / "both.json")
    assert {entry.player for entry in both.operatives} == {"p1", "p2"}
    assert not both.tag_ids & PLATE.ids
    assert both.board == example_catalogue().board


@pytest.mark.parametrize("tag_mm", [12.0, 18.0])
def test_the_trays_rim_gets_four_tags_that_nothing_else_has(tmp_path: Path, tag_mm: float) -> None:
    (page,) = printed(tmp_path, "tray", "--tag-mm", str(tag_mm))
    found = tags_on([page])
    assert set(found) == set(RIM_TAGS)
    assert not set(RIM_TAGS) & (PLATE.ids | example_catalogue().tag_ids)
    for _, corners in found.values():
        np.testing.assert_allclose(sides(corners), tag_mm, atol=DOT_MM)
        assert_white_around(page, corners)


def test_the_board_is_printed_in_exact_millimetres(tmp_path: Path) -> None:
    pages = printed(tmp_path, "board")
    board = example_catalogue().board
    found = tags_on(pages)
    assert set(found) == {tag.id for tag in board.tags}
    for tag in board.tags:
        number, corners = found[tag.id]
        np.testing.assert_allclose(sides(corners), tag.size_mm, atol=DOT_MM)
        assert_white_around(pages[number], corners)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_verify_plate_is_exact_over_its_whole_width(tmp_path: Path, paper: str) -> None:
    pages = printed(tmp_path, "verify", paper=paper)
    found = tags_on(pages)
    assert set(found) == set(PLATE.ids)
    first = found[PLATE.first_id][1].mean(axis=0)
    for tag_id, (number, corners) in found.items():
        offset = (corners.mean(axis=0) - first) * [1, -1]
        meant = PLATE.centre_mm(tag_id) - PLATE.centre_mm(PLATE.first_id)
        assert np.abs(offset - meant).max() < DOT_MM
        assert_white_around(pages[number], corners)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_charuco_sheet_comes_with_the_target_that_it_is(tmp_path: Path, paper: str) -> None:
    (page,) = printed(tmp_path, "charuco", paper=paper)
    target = load_target(tmp_path / "sheet.target.json")
    seen = detect_target("sheet", np.asarray(cv2.GaussianBlur(page, (0, 0), 1.0), dtype=np.uint8), target)
    assert len(seen.ids) == (target.squares[0] - 1) * (target.squares[1] - 1)
    found = tags_on([page], target.dictionary)
    meant = np.asarray(target.board().getObjPoints(), dtype=np.float64)
    assert set(found) >= set(range(len(meant)))
    centres = np.array([found[k][1].mean(axis=0) for k in range(len(meant))])
    true = meant.mean(axis=1)[:, :2]
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    assert np.abs(apart - np.linalg.norm(true[:, None] - true[None], axis=2)).max() < DOT_MM


def test_the_ruler_is_100_mm_long(tmp_path: Path) -> None:
    (page,) = printed(tmp_path, "verify")
    band = page[-round(19 * PX_MM) : -round(13.5 * PX_MM)] < 128
    columns = np.flatnonzero(band.sum(axis=0) > 3.2 * PX_MM)
    assert (columns[-1] - columns[0]) / PX_MM == pytest.approx(100, abs=0.15)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tags", "--out", "x.pdf"), "nothing to print"),
        (("verify", "--out", "x.txt"), "a name that ends in .pdf"),
        (("verify", "--out", "x.pdf", "--paper", "A3"), "A4 or Letter"),
        (("charuco", "--out", "x.pdf", "--target", "none.json"), "none.json"),
        (("tags", "--out", "x.pdf", "--roster", "none.toml"), "none.toml"),
        (("charuco", "--out", "x.pdf", "--target", "large.json"), "does not fit on A4"),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_line(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    large = {"squares": [11, 8], "square_mm": 40, "marker_mm": 30, "dictionary": "DICT_5X5_100"}
    (tmp_path / "large.json").write_text(json.dumps(large))
    done = overlook(tmp_path, "print", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr
    assert not (tmp_path / "x.pdf").exists()
