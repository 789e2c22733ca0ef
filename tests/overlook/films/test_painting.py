"""What is burnt in stands where it was ruled and nowhere else; what is said was told to everybody, and has room."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from overlook.app.films import BAND_PX, STILL_WIDTH_PX, WIDTH_PX, FilmPainter, Films, caption
from overlook.table.recordings.recorded_game import RulingOutcome
from referee.rules.ruling import Verdict
from tests.overlook.films.made_clips import FRAME_PX, LINE_PX, PRIVATE, SIZE_PX, fall, ruling, told, view
from web.camera.drawing import AMBER, GREEN, RED, Font, LabelPainter
from web.contract.table.recordings import ClipView

PLAIN = 120
SURE = 6
"""A grey level that JPEG keeps of an even grey."""


def painted(kept: ClipView, frame: int = 0, standing: RulingOutcome = RulingOutcome.STANDS) -> NDArray[np.uint8]:
    grey = np.full((FRAME_PX[1], FRAME_PX[0], 3), PLAIN, np.uint8)
    return FilmPainter(kept, caption(kept, standing)).paint(frame, cv2.imencode(".jpg", grey)[1].tobytes())


def touched(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return where a picture, without its band, is not plain grey."""
    band = round(BAND_PX * min(1.0, picture.shape[1] / WIDTH_PX) / 2) * 2
    return np.asarray(np.any(np.abs(picture[band:].astype(int) - PLAIN) > SURE, axis=2))


@settings(max_examples=30, deadline=None)
@given(st.floats(0, 900), st.floats(0, 400), st.floats(200, 1000), st.floats(200, 600), st.floats(0.05, 0.95))
def test_a_line_is_drawn_where_it_is_in_whatever_part_of_the_picture_is_shown(
    left: float, top: float, width: float, height: float, share: float
) -> None:
    kept = view((0.0,), named=(), view_px=(left, top, width, height))
    drawn = touched(painted(kept))
    grown = drawn.shape[1] / width
    (x0, y0), (x1, y1) = LINE_PX
    x, y = (x0 + share * (x1 - x0) - left) * grown, (y0 + share * (y1 - y0) - top) * grown
    if not (10 < x < drawn.shape[1] - 10 and 10 < y < drawn.shape[0] - 10):
        return
    # The part begins and ends at whole pixels of the frame, each of them so large in the film.
    off = 9 + round(grown * SIZE_PX[0] / FRAME_PX[0])
    near = drawn[max(0, round(y) - off) : round(y) + off, max(0, round(x) - off) : round(x) + off]
    assert near.any()


def test_nothing_is_touched_but_what_is_drawn() -> None:
    drawn = touched(painted(view((0.0,))))
    scale = drawn.shape[1] / SIZE_PX[0]
    ends = np.asarray(LINE_PX) * scale
    rows, columns = np.nonzero(drawn)
    along = ends[1] - ends[0]
    places = np.stack([columns, rows], axis=1) - ends[0]
    share = np.clip(places @ along / (along @ along), 0, 1)
    away = np.linalg.norm(places - share[:, None] * along, axis=1)
    assert away.max() < 130, "the base with its name, and the length beside the line's end"
    assert np.median(away) < 60
    assert not touched(painted(view((0.0,), named=(), ruling=None))).any()


@pytest.mark.parametrize(("frame", "come"), [(0, 0.0), (1, 0.25), (3, 1.0)])
def test_how_far_it_has_come_is_a_line_above_the_picture(frame: int, come: float) -> None:
    band = painted(view((-4.0, -3.0, -1.0, 0.0)), frame)[BAND_PX - 1]
    amber = np.all(np.abs(band.astype(int) - AMBER) < 8, axis=1)
    assert amber.mean() == pytest.approx(come, abs=0.01)


@pytest.mark.parametrize(
    ("kept", "standing", "heading", "colour"),
    [
        (view((0.0,)), RulingOutcome.STANDS, "Too close to call", AMBER),
        (view((0.0,), ruling=ruling(Verdict.YES)), RulingOutcome.CHALLENGED, "Yes · challenged", GREEN),
        (view((0.0,), ruling=ruling(Verdict.NO)), RulingOutcome.UPHELD, "No · challenged, and it stands", RED),
        (view((0.0,), ruling=ruling(Verdict.YES)), RulingOutcome.TAKEN_BACK, "Yes · taken back", GREEN),
        (view((0.0,), falls=(fall(),)), RulingOutcome.STANDS, "Incapacitated: Seeker Burdock", RED),
        (view((0.0,), falls=(fall(),)), RulingOutcome.TAKEN_BACK, "Incapacitated: Seeker Burdock · taken back", RED),
    ],
)
def test_the_heading_says_the_call_and_what_became_of_it(
    kept: ClipView, standing: RulingOutcome, heading: str, colour: tuple[int, int, int]
) -> None:
    said = caption(kept, standing)
    assert (said.heading, said.colour) == (heading, colour)
    assert PRIVATE not in said.heading + said.words, "notes and advice are for those at the table"
    assert said.words


@settings(max_examples=40, deadline=None)
@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Co", "Cn")), max_size=300))
def test_whatever_a_name_is_the_words_stay_above_the_picture_and_inside_the_margins(words: str) -> None:
    kept = view((-1.0, 0.0), ruling=ruling(claim=f"A {words}"), named=())
    picture = painted(kept, 1)
    band = picture[: BAND_PX - 8]
    bright = np.any(band > 100, axis=2)
    assert bright.any()
    columns = np.nonzero(bright.any(axis=0))[0]
    rows = np.nonzero(bright.any(axis=1))[0]
    assert columns[-1] < picture.shape[1] - 12
    assert rows[-1] < band.shape[0]


@given(st.text("abcdefgh ", max_size=200), st.integers(80, 900), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_lines_are_no_wider_than_there_is_room_and_only_the_last_is_cut(words: str, width: int, most: int) -> None:
    type_ = Font(24)
    rows = type_.lines(words, width, most)
    assert len(rows) <= most
    assert all(type_.width(row) <= width for row in rows)
    if not any(row.endswith("…") for row in rows):
        assert " ".join(rows) == " ".join(words.split())


@given(st.lists(st.tuples(st.floats(0, 800), st.floats(0, 600)), min_size=2, max_size=4, unique=True))
@settings(max_examples=40, deadline=None)
def test_labels_of_a_few_things_hide_none_of_each_other(places: list[tuple[float, float]]) -> None:
    labels = LabelPainter((800, 600), Font(24))
    picture = np.zeros((600, 800, 3), np.uint8)
    for place in places:
        labels.paint(picture, "A1 Leader", place, 20.0)
    boxes = labels._taken
    for number, one in enumerate(boxes):
        assert 0 <= one[0] < one[2] <= 800
        assert 0 <= one[1] < one[3] <= 600
        assert not any(
            one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
            for other in boxes[:number]
        )


def test_a_tall_part_is_no_higher_than_it_may_be() -> None:
    picture = painted(view((0.0,), view_px=(0.0, 0.0, 300.0, 1080.0)))
    assert picture.shape[0] <= 1280 + BAND_PX
    assert picture.shape[1] < WIDTH_PX
    assert picture.shape[0] % 2 == picture.shape[1] % 2 == 0


def test_the_still_is_the_moment_itself_and_not_what_followed(tmp_path: Path, artifacts: Path) -> None:
    clip = told(tmp_path, (-0.2, 0.0, 0.2, 0.4), falls=(fall(),), ruling=None, named=())
    jpeg = Films().still(clip)
    assert len(jpeg) < 150_000
    picture = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    assert picture.shape[1] == STILL_WIDTH_PX
    red = np.all(np.abs(picture[round(BAND_PX * 0.75) - 3].astype(int) - RED) < 40, axis=1)
    assert red.mean() == pytest.approx(1 / 3, abs=0.02)
    cv2.imwrite(str(artifacts / "clip-shot-down.png"), painted(clip.clip.view, 1))
