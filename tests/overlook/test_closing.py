"""When the table's program stops, everything it holds is let go of."""

from __future__ import annotations

import asyncio
import signal
import socket
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from hardware.cameras.supervisor import Supervisor
from hardware.errors import CameraError
from hardware.panel import NullPanel
from messages.message import Message
from overlook.app.program import Loop, Program
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


class Recorded:
    """A service that records its start and its end."""

    def __init__(self, name: str, record: list[str], restart: asyncio.Event | None = None) -> None:
        self.name, self._record, self._restart = name, record, restart

    async def run(self) -> None:
        self._record.append(f"run {self.name}")
        if self._restart is not None:
            self._restart.set()
        await asyncio.Event().wait()

    async def stop(self) -> None:
        self._record.append(f"stop {self.name}")
        if self._restart is not None:
            raise CameraError(Message.stored("stuck"))


def test_services_start_in_order_and_all_stop_in_reverse_order_even_if_one_cannot() -> None:
    record: list[str] = []

    async def run() -> None:
        restart = asyncio.Event()
        services = (Recorded("files", record), Recorded("camera", record, restart), Recorded("clock", record))
        program = Program(FastAPI(), services, restart=restart)
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            await program.run(listening, lambda: record.append("ready"))

    with pytest.raises(CameraError, match="stuck"):
        asyncio.run(run())
    starts, stops = record[:4], record[4:]
    assert starts == ["ready", "run files", "run camera", "run clock"]
    assert stops == ["stop clock", "stop camera", "stop files"]


def test_a_service_that_fails_is_reported_and_the_others_go_on() -> None:
    failed: list[str] = []

    async def run() -> bool:
        restart = asyncio.Event()

        async def fails() -> None:
            raise ValueError("broken")

        async def asks_later() -> None:
            while not failed:
                await asyncio.sleep(0.01)
            restart.set()

        services = (Loop("broken", fails), Loop("later", asks_later))
        program = Program(FastAPI(), services, restart=restart, failed=lambda part, _: failed.append(part))
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            return await asyncio.wait_for(program.run(listening, lambda: None), 30.0)

    assert asyncio.run(run())
    assert failed == ["broken"]


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
