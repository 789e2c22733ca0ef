"""A tray holds what lies between its walls."""

from __future__ import annotations

import numpy as np
import pytest

from tools.training.dice.traced.lying import random_tray

OUTSIDE = [(5.1, 0, 0.5), (-5.1, 0, 0.5), (0, 4.1, 0.5), (0, -4.1, 0.5), (0, 0, -3.0), (0, 0, 3.0)]
INSIDE = [(4.9, 3.9, 0.5), (-4.9, -3.9, 0.5), (0, 0, 1.5)]


@pytest.mark.parametrize("seed", range(6))
def test_what_lies_between_the_walls_is_held(seed: int) -> None:
    tray = random_tray(np.random.default_rng(seed), 10, 8)
    assert all(tray.holds(np.array(place)) for place in INSIDE)
    assert not any(tray.holds(np.array(place)) for place in OUTSIDE)
    assert tray.wall > 0
    assert tray.thick > 0
    assert tray.draft >= 0
    assert {tuple(corner) for corner in np.abs(tray.floor_corners)} == {(5.0, 4.0, 0.0)}
