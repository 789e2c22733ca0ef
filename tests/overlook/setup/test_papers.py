"""What a set-up prints, where there is nothing to print."""

from __future__ import annotations

import pytest

from hardware.simulated import example_catalogue
from overlook.setup.papers import marker_sheet
from overlook.setup.things import bare_of
from web.errors import UnknownError

BARE = bare_of(example_catalogue())


def test_without_markers_the_sheet_says_what_to_do() -> None:
    with pytest.raises(UnknownError, match="pick a mission first"):
        marker_sheet(BARE, BARE, "A4")
