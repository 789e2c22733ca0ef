"""A plain photograph: where nothing can be seen the reading says so, and says what to do."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.reader import read_dice


@pytest.mark.parametrize(("level", "word"), [(3, "too dark"), (255, "over-exposed"), (128, "no dice seen")])
@pytest.mark.parametrize("die_px", [None, 40.0])
def test_a_picture_that_shows_nothing_is_unsure_and_says_why(level: int, word: str, die_px: float | None) -> None:
    reading = read_dice(np.full((300, 400, 3), level, np.uint8), die_px=die_px)
    assert (reading.call, reading.dice) == ("unsure", ())
    assert word in (reading.why or "")
