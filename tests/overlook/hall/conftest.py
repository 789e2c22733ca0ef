"""A real broker for a real table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.venue.conftest import Mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    running = Mosquitto(tmp_path).start()
    yield running
    running.kill()
