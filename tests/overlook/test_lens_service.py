"""What the lens wizard says of views: which of them are better left out."""

from __future__ import annotations

import pytest

from overlook.lens_service import largest_good_px


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
