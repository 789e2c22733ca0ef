"""When the table's program stops, everything it holds is let go of."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.cameras.supervisor import Supervisor
from hardware.errors import CameraError
from hardware.panel import NullPanel
from overlook.table.clips import Clips
from tests.overlook.played_table import Table, played


def test_a_camera_that_is_not_let_go_of_leaves_nothing_else_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop, close, closed = Supervisor.stop, Clips.close, []

    def stuck(supervisor: Supervisor) -> None:
        stop(supervisor)
        raise CameraError("the camera is not let go of; pull its plug")

    def kept(clips: Clips) -> None:
        closed.append("clips")
        close(clips)

    class Panel(NullPanel):
        def close(self) -> None:
            closed.append("panel")

    async def play(table: Table) -> None:
        await table.until(lambda now: bool(now.camera.size_px))

    monkeypatch.setattr(Supervisor, "stop", stuck)
    monkeypatch.setattr(Clips, "close", kept)
    played(tmp_path, play, panel=Panel("none here"))
    assert closed == ["panel", "clips"]
