"""What the lens wizard says of views: how far collecting them is, which of them are better left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.first_run.lens_wizard import describe_leans, describe_progress, largest_good_px


@pytest.mark.parametrize(
    ("errors_px", "largest_px"),
    [
        ((), 0.25),
        ((0.01,), 0.25),
        ((0.05, 0.06, 5.0), 0.25),
        ((0.2, 0.1, 0.3), 0.6),
        ((0.2, 0.1, 0.3, 9.0), 0.9),
    ],
)
def test_a_view_is_bad_beyond_three_times_the_usual_error_and_never_below_a_quarter_pixel(
    errors_px: tuple[float, ...], largest_px: float
) -> None:
    assert largest_good_px(errors_px) == pytest.approx(largest_px)


@given(st.integers(0, 40), st.integers(1, 40))
def test_more_than_is_wanted_is_no_riddle(number: int, wanted: int) -> None:
    few, enough = (
        Message.of("lens-progress", number=number, wanted=wanted),
        Message.of("lens-progress-enough", number=number),
    )
    assert describe_progress(number, wanted) == (few if number < wanted else enough)


def test_ways_that_the_sheet_was_held_in_are_counted_alike() -> None:
    flat, left = describe_leans({"flat": 1, "left": 3})
    assert (flat.code, flat["progress"]) == ("lens-lean-flat", describe_progress(1, 2))
    assert (left.code, left["progress"]) == ("lens-lean-left", describe_progress(3, 2))
