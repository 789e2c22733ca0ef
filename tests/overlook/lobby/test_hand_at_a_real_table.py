"""With a camera of its own a table has no hand but people's: what a page asks for is refused in one line."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx

from tests.overlook.first_run.running import Running, whole_table


def test_nothing_is_moved_and_nothing_else_runs_at_a_table_with_a_camera(tmp_path: Path) -> None:
    def posted(table: Running, path: str, **wish: Any) -> httpx.Response:
        key = {"Idempotency-Key": f"hand-{time.monotonic_ns()}"}
        return httpx.post(f"{table.url}{path}", json={"wish": wish} if path.endswith("setup") else wish, headers=key)

    whole_table(tmp_path)
    with Running(tmp_path, "--data", str(tmp_path / "data"), settings=tmp_path / "overlook.toml") as table:
        view = table.page("/api/setup").json()
        assert (view["simulated"], view["box"]) == (False, [])
        for wish in ({"kind": "put", "thing": "a1", "x": 3.0, "y": 3.0}, {"kind": "take_off", "thing": "a1"}):
            refused = posted(table, "/api/setup", **wish)
            assert refused.status_code == 409
            assert "by hand" in refused.json()["detail"]
        assert table.page("/api/lobby").json() == {
            "runs": "camera",
            "wishes": [],
            "kept": "",
            "laying": "",
            "message": None,
            "opened": 0,
        }
        for another in ("watch", "play", "set_up", "continue", "camera"):
            refused = posted(table, "/api/lobby", wish=another)
            assert refused.status_code == 409
            assert "its own camera" in refused.json()["detail"]
        assert not (tmp_path / "data" / "simulated").exists()
