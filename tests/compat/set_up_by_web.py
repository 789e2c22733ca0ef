"""A table set up half way through the page's own requests, so that its draft lies on disk."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import httpx

from tests.compat import by_hand
from tests.overlook.live import LiveTable

KEYS = itertools.count(1)
CARD = {"id": "deck", "outline": [[-2, -1], [2, -1], [2, 1], [-2, 1]], "bottom": 0, "top": 1.18, "traits": ["Light"]}


def asked(table: LiveTable, kind: str, **fields: Any) -> None:
    """Ask something of the set-up, which must be taken."""
    key = {"Idempotency-Key": f"compat-{next(KEYS):06d}"}
    answer = httpx.post(f"{table.url}api/setup", json={"wish": {"kind": kind, **fields}}, headers=key, timeout=60)
    assert answer.status_code == 200, f"{kind}: {answer.text}"


def set_up(folder: Path) -> None:
    """Set a table up in that data folder and stop before its game begins."""
    table = LiveTable(folder, "--set-up").start()
    try:
        asked(table, "start_afresh")
        asked(table, "team_file", player="p1", source="lamp.toml", text=by_hand.TEAM.format(edition="2024"))
        bases = [{"name": "Grub", "base_mm": 25.0}, {"name": "Ogre", "base_mm": 60.0, "short_mm": 35.0}]
        asked(table, "team_typed", player="p2", name="By hand", bases=bases)
        asked(table, "tags_for", player="p2", first=80, tag_mm=24.0)
        asked(table, "match", operative="b2", tag=85)
        asked(table, "base_size", operative="b1", long_mm=28.5)
        asked(table, "library_file", source="landing.toml", text=by_hand.LIBRARY)
        asked(table, "pick_piece", library="landing", piece="gate")
        asked(table, "pick_piece", library="landing", piece="stage")
        asked(table, "keep_piece", id="stage")
        asked(table, "edit_piece", id="stage", name="Old stage", parts=[CARD])
        asked(table, "piece_owner", id="gate", owner="p2")
        text = by_hand.MISSION.format(edition="2024", killzone="volkus")
        asked(table, "mission_file", source="ferry.toml", text=text)
        asked(table, "swap_sides")
        asked(table, "declare_marker", what="smoke", x=4.5, y=6.25, diameter_mm=20.0, owner="p1")
        asked(table, "ask", operative="b1")
        asked(table, "go", step="markers")
    finally:
        table.stop()
