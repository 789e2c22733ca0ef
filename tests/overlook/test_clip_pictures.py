"""Clips have a frame of every look at a table, and of a table at rest no second one of what was looked at before."""

from __future__ import annotations

from datetime import UTC, datetime

import cv2
import numpy as np
import pytest

from geometry.table import Table
from overlook.app.camera_loop import WIDTH_PX, ClipPictures
from overlook.table.observation.seen_table import SeenTable, table_of
from simulation import example_catalogue
from vision.frame import Frame


@pytest.fixture(scope="module")
def table() -> Table:
    return table_of(example_catalogue(), operatives={}, terrain={}, markers={})


def seen(table: Table, code: int, *, as_before: bool) -> SeenTable:
    """A picture of one grey, as the eye took it."""
    image = np.full((720, 1280, 3), code, np.uint8)
    return SeenTable(Frame(image, 0.0, datetime.now(UTC), "test"), table, as_before=as_before)


def shown(pictures: ClipPictures, one: SeenTable) -> float:
    """The grey that a clip shows after that picture."""
    pictures.follow(one)
    image = cv2.imdecode(np.frombuffer(pictures.jpeg_of(one.frame), np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape[1] == WIDTH_PX
    return float(image.mean())


def test_every_picture_that_was_looked_at_is_shown_as_it_is(table: Table) -> None:
    pictures = ClipPictures()
    greys = [shown(pictures, seen(table, code, as_before=False)) for code in (50, 90, 200)]
    assert greys == pytest.approx([50, 90, 200], abs=2)


def test_a_picture_of_what_was_looked_at_is_not_encoded_again(table: Table) -> None:
    pictures = ClipPictures()
    greys = [shown(pictures, seen(table, code, as_before=code != 50)) for code in (50, 51, 53)]
    assert greys == pytest.approx([50, 50, 50], abs=1)


def test_a_look_between_two_frames_of_a_clip_is_not_passed_over(table: Table) -> None:
    pictures = ClipPictures()
    shown(pictures, seen(table, 50, as_before=False))
    pictures.follow(seen(table, 120, as_before=False))
    assert shown(pictures, seen(table, 121, as_before=True)) == pytest.approx(121, abs=2)
