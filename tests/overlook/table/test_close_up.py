"""A close-up of a ruling contains everything that is drawn of it, and only the board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlook.table.recordings.archive import LEAST, crop_to_ruling
from tests.overlook.films.made_clips import ruling, view
from web.contract.table.recordings import ClipOutlineView, ClipView

BOARD = (60.0, 20.0, 840.0, 500.0)
Dots = list[tuple[float, float]]
dots = st.lists(st.tuples(st.floats(60, 900), st.floats(20, 520)), min_size=1, max_size=6)


def drawn(points: Dots, *, board: tuple[float, float, float, float] | None = BOARD) -> ClipView:
    judged = ruling()
    stroke = judged.findings[0].witness[0].model_copy(update={"points_px": tuple(points)})
    finding = judged.findings[0].model_copy(update={"witness": (stroke,)})
    about = judged.model_copy(update={"findings": (finding,)})
    return view((0.0,), ruling=about, named=(), view_px=board, size_px=(960, 540))


@given(dots)
def test_a_close_up_contains_all_drawn_points_within_the_board(points: Dots) -> None:
    found = crop_to_ruling(drawn(points))
    assert found is not None
    left, top, width, height = found
    for x, y in points:
        assert left - 1e-6 <= x <= left + width + 1e-6
        assert top - 1e-6 <= y <= top + height + 1e-6
    assert BOARD[0] - 1e-6 <= left <= left + width <= BOARD[0] + BOARD[2] + 1e-6
    assert BOARD[1] - 1e-6 <= top <= top + height <= BOARD[1] + BOARD[3] + 1e-6
    assert width / height == pytest.approx(BOARD[2] / BOARD[3])


def test_a_close_up_magnifies_a_short_move_up_to_three_times() -> None:
    near = crop_to_ruling(drawn([(400.0, 200.0), (430.0, 220.0)]))
    whole = crop_to_ruling(drawn([(60.0, 20.0), (900.0, 520.0)]))
    assert near is not None
    assert near[2] == pytest.approx(LEAST * BOARD[2])
    assert near[0] + near[2] / 2 == pytest.approx(415.0)
    assert whole == pytest.approx(BOARD)


def test_a_close_up_contains_the_named_bases() -> None:
    base = ClipOutlineView(
        name="Granny Sorrel", colour="#d9462f", outline_px=((100.0, 40.0), (140.0, 40.0), (120.0, 80.0))
    )
    found = crop_to_ruling(drawn([(400.0, 200.0)]).model_copy(update={"named": (base,)}))
    assert found is not None
    assert found[0] <= 100
    assert found[0] + found[2] >= 400


def test_without_drawn_points_there_is_no_close_up_and_without_a_board_the_whole_frame() -> None:
    assert crop_to_ruling(view((0.0,), ruling=None, named=())) is None
    assert crop_to_ruling(drawn([(0.0, 0.0), (960.0, 540.0)], board=None)) == pytest.approx((0.0, 0.0, 960.0, 540.0))
