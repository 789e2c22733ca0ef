"""What tests of a watched tray share."""

from __future__ import annotations

import pytest

from tests.vision.dice.trays import felt, taken
from tests.vision.dice.watched_tray import CORNERS, read_by_colour
from vision.dice import tray_tracker as eye_module
from vision.dice.tray import Tray, calibrate_tray


@pytest.fixture(scope="module")
def tray() -> Tray:
    return calibrate_tray([taken(felt(), k) for k in range(100, 106)], CORNERS, 40.0)


@pytest.fixture
def squares_are_read_by_their_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stands in for the network, so that these tests are about the tracker: a square's colour is its value."""
    monkeypatch.setattr(eye_module, "read_view", read_by_colour)
