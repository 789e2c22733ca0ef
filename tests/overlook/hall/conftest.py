"""A real broker for a real table, and a table from which a judge is called."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.rules.ruling import Threshold
from tests.overlook.hall.calling import Called, Play
from tests.venue.conftest import Mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    running = Mosquitto(tmp_path).start()
    yield running
    running.kill()


@pytest.fixture
def at_table(first_activation: TableSession, tmp_path: Path) -> Callable[[Play], None]:
    def play(scene: Play) -> None:
        async def run() -> None:
            await scene(Called(tmp_path, TableService(first_activation, Threshold())))

        asyncio.run(run())

    return play
