"""A table that is asked to stop closes what it has opened, and says good-bye."""

from __future__ import annotations

import signal
from pathlib import Path

import httpx
import pytest

from tests.overlook.live_table import LiveTable


@pytest.mark.parametrize("how", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_the_table_ends_well_however_it_is_asked_to_stop(tmp_path: Path, how: signal.Signals) -> None:
    table = LiveTable(tmp_path, from_nothing=True).start()
    table.until(lambda now: len(now["table"]["operatives"]) == 12, within_s=120)
    assert table.stop(how) == 0, table.said
    assert (tmp_path / "mounting.json").is_file(), "what was learnt of the camera's mounting is kept at the end"
    assert not [line for line in table.said if "terminate" in line or "Traceback" in line]


def test_whoever_looks_on_is_cut_off_without_a_word(tmp_path: Path) -> None:
    table = LiveTable(tmp_path).start()
    with (
        httpx.stream("GET", f"{table.url}camera.mjpg", timeout=60) as pictures,
        httpx.stream("GET", f"{table.url}api/live", timeout=60) as news,
    ):
        assert next(pictures.iter_bytes(1000))
        assert next(news.iter_bytes(1000))
        assert table.stop(signal.SIGINT) == 0, table.said
    assert not [line for line in table.said if "ERROR" in line or "Traceback" in line or "Cancel" in line], table.said
