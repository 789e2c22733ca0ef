"""When the table's program stops, everything it holds is let go of."""

from __future__ import annotations

import signal
from pathlib import Path

import httpx
import pytest

from hardware.cameras.supervisor import Supervisor
from hardware.errors import CameraError
from hardware.panel import NullPanel
from messages.message import Message
from overlook.table.recordings.clips import Clips
from tests.overlook.first_run.running import Running
from tests.overlook.played_table import Table, played

STUCK = """
import sys
from hardware.cameras.supervisor import Supervisor
from hardware.errors import CameraError
from overlook.cli.main import main

stop = Supervisor.stop

def stuck(supervisor, timeout_s=10.0):
    stop(supervisor, timeout_s)
    raise CameraError("the camera is not let go of; pull its plug")

Supervisor.stop = stuck
sys.exit(main())
"""


def test_a_camera_that_is_not_let_go_of_leaves_nothing_else_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop, close, closed = Supervisor.stop, Clips.close, []

    def stuck(supervisor: Supervisor) -> None:
        stop(supervisor)
        raise CameraError(Message.stored("the camera is not let go of; pull its plug"))

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
    played(tmp_path, play, panel=Panel(Message.stored("none here")))
    assert closed == ["panel", "clips"]


@pytest.mark.nightly
def test_a_camera_that_is_not_let_go_of_keeps_no_program_from_ending_and_no_table_from_opening_anew(
    tmp_path: Path,
) -> None:
    with Running(tmp_path, "--data", str(tmp_path / "data"), program=("-c", STUCK, "run")) as table:
        table.until("it plays", lambda: table.page("/api/snapshot").status_code == 200)
        httpx.post(f"{table.url}/api/machine", json={"wish": {"kind": "anew"}}, timeout=60)
        table.until("it is built anew", lambda: str(Message.of("start-again")) in table.said)
        table.until("it plays again", lambda: table.page("/api/snapshot").status_code == 200)
        table.process.send_signal(signal.SIGINT)
        assert table.process.wait(60) == 0, table.said
        assert "cannot be opened" not in table.said
