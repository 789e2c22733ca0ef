"""A running table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.overlook.live import LiveTable


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """The program on the simulated table, with the demonstration game."""
    table = LiveTable(tmp_path_factory.mktemp("table")).start()
    yield table
    table.stop()
