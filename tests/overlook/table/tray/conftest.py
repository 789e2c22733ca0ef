"""Tables with a tray: whose dice are alike, and told apart by colour."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.overlook.table.tray.ledgers import BLUE, RED, Hall, Player


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    opened = Hall(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def plain(hall: Hall) -> Player:
    return hall.begun()


@pytest.fixture
def coloured(hall: Hall) -> Player:
    return hall.begun(RED, BLUE)
