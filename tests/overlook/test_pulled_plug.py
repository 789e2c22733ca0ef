"""kill -9 in the middle of the demonstration: each start goes on with every event that the page had shown."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from referee.records.journal.reading import read_journal
from tests.overlook.live_table import LiveTable

KILLS = 20


@pytest.mark.slow
def test_twenty_pulled_plugs_lose_nothing_that_was_shown(tmp_path: Path) -> None:
    chance = random.Random(20261121)
    shown: set[str] = set()
    before = 0
    for _ in range(KILLS):
        table = LiveTable(tmp_path).start()
        try:
            end_s = time.monotonic() + chance.uniform(2.0, 12.0)
            while time.monotonic() < end_s:
                shown |= {ruling["id"] for ruling in table.snapshot()["rulings"] if ruling["id"].startswith("r")}
                time.sleep(0.05)
            last = table.snapshot()
        finally:
            table.kill()
        events = read_journal(tmp_path / "games" / "0001.game")
        assert len(events) >= before
        before = len(events)
        kept = {event.sequence for event in events}
        assert {int(ruling.removeprefix("r").partition("-")[0]) for ruling in shown} <= kept
        if last["game"]["active"] is not None:
            assert any(event.kind == "activate" for event in events)
    again = LiveTable(tmp_path).start()
    try:
        assert len(read_journal(tmp_path / "games" / "0001.game")) >= before
        back = again.until(lambda now: now["game"]["phase"] != "", within_s=60)
        assert back["game"]["title"] == "Demonstration"
    finally:
        again.kill()
    assert shown
