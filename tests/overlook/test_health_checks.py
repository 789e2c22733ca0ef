"""What the health page says of a table in play: how long a picture takes, the rig's sentinel, the doctor's focus."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import cv2
import numpy as np
import pytest

from messages.message import Message
from overlook.app.table_vision import FrameObserver
from overlook.maintenance.machine_checks import Check, Health
from overlook.maintenance.table_checks import health_checks
from overlook.table.observation.seen_table import SeenTable
from simulation.scene.example_table import example_catalogue, example_poses, example_rig
from tests.drawn import drawer
from vision.frame import Frame

CATALOGUE, RIG = example_catalogue(), example_rig((1280, 720))


@pytest.fixture(scope="module")
def seen() -> SeenTable:
    image = drawer(RIG).picture(example_poses(), seed=1)
    return FrameObserver(CATALOGUE, RIG).look(Frame(image, 0.0, datetime.now(UTC), "test"))


def told(seen: SeenTable) -> dict[str, Check]:
    return {check.part: check for check in health_checks(seen, CATALOGUE)}


def test_a_table_that_is_well_says_so_in_three_lines(seen: SeenTable) -> None:
    checks = told(seen)
    assert {part: check.health for part, check in checks.items()} == dict.fromkeys(
        ("stages", "sentinel", "focus"), Health.OK
    )
    assert {one["stage"]: one["ms"] for one in checks["stages"].sentence["stages"]} == seen.took_ms


def test_a_camera_that_moved_is_told_by_the_sentinel(seen: SeenTable) -> None:
    assert told(replace(seen, pose=None))["sentinel"].health is Health.TROUBLE


def test_a_soft_picture_is_told_with_what_mends_it(seen: SeenTable) -> None:
    soft = replace(seen.frame, image=np.asarray(cv2.GaussianBlur(seen.frame.image, (0, 0), 3), dtype=np.uint8))
    check = told(replace(seen, frame=soft))["focus"]
    assert check.health is not Health.OK
    assert check.mend == Message.of("check-fix-focus-lost")


def test_a_board_that_is_lost_is_no_word_on_focus_or_rig(seen: SeenTable) -> None:
    assert set(told(replace(seen, problem=Message.stored("fewer than four tags")))) == {"stages"}
