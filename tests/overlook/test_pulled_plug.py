"""kill -9 in the middle of the demonstration: each start goes on with every event that the page had shown."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

from referee.records.journal.reading import read_journal
from tests.overlook.live_table import LiveTable

KILLS = 10
AWAITED_S = 90.0
"""A plug is pulled soon after the page has shown something that it had not: on a busy machine that may take so long."""


def rulings(now: dict[str, Any]) -> set[int]:
    """Return the numbers of the events that a page's rulings come from."""
    return {int(one["id"].removeprefix("r").partition("-")[0]) for one in now["rulings"] if one["id"].startswith("r")}


def facts(now: dict[str, Any]) -> frozenset[str]:
    """Return what a page shows of what has happened."""
    game = now["game"]
    said = {f"ruling {number}" for number in rulings(now)} | {f"{game['phase']} of {game['turning_point']}"}
    return frozenset(said | ({f"{game['active']} is active"} if game["active"] is not None else set()))


def shows_more_than(known: frozenset[str], table: LiveTable) -> dict[str, Any]:
    """Return what a table shows as soon as something is new."""
    return table.until(lambda now: bool(facts(now) - known), within_s=AWAITED_S)


@pytest.mark.nightly
def test_pulled_plugs_lose_nothing_that_was_shown(tmp_path: Path) -> None:
    chance = random.Random(20261121)
    game = tmp_path / "games" / "0001.game"
    shown: set[int] = set()
    known: frozenset[str] = frozenset()
    before = 0
    for _ in range(KILLS):
        table = LiveTable(tmp_path).start()
        try:
            last = shows_more_than(known, table)
            end_s = time.monotonic() + chance.uniform(0.0, 2.0)
            while time.monotonic() < end_s:
                last = table.snapshot()
                shown |= rulings(last)
                known |= facts(last)
                time.sleep(0.05)
            shown |= rulings(last)
            known |= facts(last)
        finally:
            table.kill()
        events = read_journal(game)
        assert len(events) >= before
        before = len(events)
        assert shown <= {event.sequence for event in events}
        if last["game"]["active"] is not None:
            assert any(event.kind == "activate" for event in events)
    again = LiveTable(tmp_path).start()
    try:
        assert len(read_journal(game)) >= before
        back = again.until(lambda now: now["game"]["phase"] != "", within_s=60)
        assert back["game"]["title"] == "Demonstration"
    finally:
        again.kill()
    assert shown
