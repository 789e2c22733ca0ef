"""The table's own troubles are found through a few pictures of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.rig import save_rig
from overlook.camera_sources import camera_from_spec
from overlook.maintenance import table_checks
from overlook.maintenance.machine_checks import Health
from referee.game.journal_entry import JournalEntry
from referee.records.journal.journal import Journal
from simulation import example_catalogue, example_poses, example_rig
from tests.drawn import drawer


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    return drawer(example_rig()).picture(example_poses(), seed=3)


def test_a_good_picture_finds_the_board_and_everybody(picture: np.ndarray) -> None:
    found, sharp, sizes, *rest = table_checks.board(picture, example_rig(), example_catalogue())
    assert found.health is Health.OK
    assert sharp.health is Health.OK
    assert (found.sentence["seen"], found.sentence["all"]) == (16, 16)
    assert sizes.sentence["count"] == 12
    assert not rest


def test_a_board_that_is_out_of_view_is_trouble(picture: np.ndarray) -> None:
    (check,) = table_checks.board(np.full_like(picture, 90), example_rig(), example_catalogue())
    assert check.health is Health.TROUBLE


def test_a_mirrored_print_is_said(picture: np.ndarray) -> None:
    (check,) = table_checks.board(np.ascontiguousarray(picture[:, ::-1]), example_rig(), example_catalogue())
    assert check.sentence.code == "board-mirrored"


def test_a_board_that_is_mostly_covered_is_a_caution(picture: np.ndarray) -> None:
    covered = picture.copy()
    covered[:, : picture.shape[1] * 5 // 8] = 60
    found = table_checks.board(covered, example_rig(), example_catalogue())[0]
    assert found.health is Health.CAUTION


@pytest.mark.parametrize(
    ("gain", "health"), [(0.15, Health.TROUBLE), (1.0, Health.OK), (4.0, Health.CAUTION)], ids=["dark", "good", "burnt"]
)
def test_light_is_judged_by_the_picture(picture: np.ndarray, gain: float, health: Health) -> None:
    assert table_checks.light(np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)).health is health


@pytest.mark.parametrize(
    ("wanted_px", "chosen", "health"),
    [((1280, 720), True, Health.OK), ((1920, 1080), True, Health.CAUTION), ((1920, 1080), False, Health.OK)],
)
def test_another_size_than_was_asked_for_is_said(wanted_px: tuple[int, int], chosen: bool, health: Health) -> None:
    check = table_checks.mode(wanted_px, (1280, 720), chosen)
    assert check.health is health
    assert (check.sentence["width"], check.sentence["height"]) == (1280, 720)
    assert bool(check.mend) == (health is not Health.OK)


def test_a_lens_file_of_another_mode_is_trouble(tmp_path: Path) -> None:
    rig = example_rig((1280, 720))
    now = datetime.now(UTC)
    assert table_checks.lens(rig, (1920, 1080), None, now).health is Health.TROUBLE
    save_rig(rig, tmp_path / "rig.json")
    assert table_checks.lens(rig, (1280, 720), tmp_path / "rig.json", now).health is Health.OK
    assert (
        table_checks.lens(rig, (1280, 720), tmp_path / "rig.json", now + timedelta(days=200)).health is Health.CAUTION
    )


def test_a_camera_that_is_not_there_is_trouble_with_its_name() -> None:
    camera = camera_from_spec("v4l2:/dev/video97", size_px=(640, 480), fps=5)
    checks, frame = table_checks.check_camera_frames(camera, 5)
    assert frame is None
    assert [check.health for check in checks] == [Health.TROUBLE]
    assert any("/dev/video97" in text for text in checks[0].sentence.texts)


def test_a_damaged_game_is_named_with_what_to_do(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games" / "0001.game") as journal:
        journal.append([JournalEntry(sequence=1, id="e1", cause=1, edition="kt24", kind="note", data={})])
    assert table_checks.games(tmp_path).health is Health.OK
    (tmp_path / "games" / "0002.game").write_bytes(b"not a game" * 500)
    check = table_checks.games(tmp_path)
    assert check.health is Health.TROUBLE
    assert "0002.game" in str(check.sentence)
    assert check.mend is not None
    assert check.mend["game"].endswith("0002.game")
