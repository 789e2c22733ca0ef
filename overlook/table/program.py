"""The program that runs one table: camera, eye, game, panel and web, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import structlog
import uvicorn

from calibration.catalogue import Catalogue
from calibration.rig import Rig
from hardware.cameras.camera import Camera, holding
from hardware.cameras.newest import Newest
from hardware.cameras.supervisor import CameraReport, CameraState, Supervisor
from hardware.errors import HardwareError
from hardware.panel.panel import DARK, NO, UNSURE, WAITING, YES, Panel, Signal, panel_events
from overlook.demo.player import Demonstration
from overlook.table.eye import Eye, Seen
from overlook.table.lessons import Lessons
from overlook.table.service import TableDesk
from referee.rules.ruling import Verdict
from vision.frame import Frame
from web.app import create_app
from web.intents import Button
from web.obs import Obs, ObsSettings
from web.sessions import Sessions
from web.settings import WebSettings
from web.views import CameraView, HealthState

log = structlog.get_logger()

JPEG_QUALITY = 82
HOLD_EVERY_S = 1.0
LESSONS_EVERY_S = 60.0
SIGNALS = {Verdict.YES: YES, Verdict.NO: NO, Verdict.TOO_CLOSE: UNSURE}
WELL = {CameraState.RUNNING: HealthState.OK, CameraState.OPENING: HealthState.TROUBLE}


class Program:
    """One running table with everything around it."""

    def __init__(
        self,
        desk: TableDesk,
        catalogue: Catalogue,
        rig: Rig,
        camera: Camera,
        panel: Panel,
        web: WebSettings,
        demonstration: Demonstration | None,
        certificate: Path | None = None,
        lessons: Lessons | None = None,
        sessions: Sessions | None = None,
        obs: ObsSettings | None = None,
    ) -> None:
        self._desk = desk
        self._lessons = lessons
        self._eye = Eye(catalogue, rig, lessons.read() if lessons is not None else None)
        self._held = False
        self._obs = obs
        self._camera = camera
        self._panel = panel
        self._app = create_app(desk, web, desk.adviser, certificate, sessions)
        self._demonstration = demonstration
        self._image_thread = ThreadPoolExecutor(1, thread_name_prefix="eye")
        self._rate = Rate()

    async def run(self, listening: socket.socket, ready: Callable[[], None]) -> None:
        """Serve until the web server is told to stop (Ctrl-C, SIGTERM); then close everything in order."""
        frames: Newest[Frame] = Newest()
        loop = asyncio.get_running_loop()

        def reported(report: CameraReport) -> None:
            loop.call_soon_threadsafe(self._camera_report, report)

        supervisor = Supervisor(self._camera, frames.put, reported)
        server = uvicorn.Server(uvicorn.Config(self._app, log_level="warning", timeout_graceful_shutdown=2))
        if self._panel.missing:
            self._desk.report("panel", HealthState.OK, "none at this table: the page has its buttons")
        supervisor.start()
        works = {
            "eye": self._watch(frames),
            "panel": self._listen_to_panel(),
            "light": self._light(),
            "clock": self._desk.tick(),
            "hold": self._hold(),
            "lessons": self._keep_lessons(),
        }
        if self._obs is not None and self._obs.enabled:
            works["obs"] = Obs(self._obs, self._desk, self._desk.report).run()
        if self._demonstration is not None:
            works["demonstration"] = self._demonstration.play(self._desk)
        tasks = [asyncio.create_task(work, name=name) for name, work in works.items()]
        for task in tasks:
            task.add_done_callback(self._ended)
        try:
            ready()
            await server.serve(sockets=[listening])
        finally:
            for connection in list(server.server_state.connections):
                connection.transport.abort()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.to_thread(supervisor.stop)
            self._image_thread.shutdown(wait=True, cancel_futures=True)
            self._panel.close()
            if self._lessons is not None:
                self._lessons.keep(self._eye.book)

    async def _hold(self) -> None:
        """Hold the camera's exposure and focus while a game is on: what changes them moves every corner."""
        while True:
            state = self._desk.table.state
            wanted = state.begun and state.stage != "ended" and self._desk.camera.state is HealthState.OK
            holder = holding(self._camera)
            if holder is not None and wanted != self._held:
                try:
                    await asyncio.to_thread(holder.hold, wanted)
                    self._held = wanted
                except HardwareError as fault:
                    self._desk.report("exposure", HealthState.TROUBLE, str(fault))
            await asyncio.sleep(HOLD_EVERY_S)

    async def _keep_lessons(self) -> None:
        while self._lessons is not None:
            await asyncio.sleep(LESSONS_EVERY_S)
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._image_thread, self._lessons.keep, self._eye.book)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Say it when a part of the program has failed; the others go on."""
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            log.error("a part of the program has stopped", part=task.get_name(), exc_info=fault)
            self._desk.report("program", HealthState.LOST, f"{task.get_name().strip('_')} has stopped: {fault}")
            self._desk.publish()

    async def _watch(self, frames: Newest[Frame]) -> None:
        loop = asyncio.get_running_loop()
        async for frame in frames:
            seen = await loop.run_in_executor(self._image_thread, self._eye.look, frame)
            await self._desk.change(lambda seen=seen: self._desk.table.take(seen))  # type: ignore[misc]
            if self._desk.picture_wanted:
                jpeg = await loop.run_in_executor(self._image_thread, encoded, frame)
                self._desk.show_picture(jpeg)
            self._note(seen, loop.time())
            self._desk.publish()

    def _note(self, seen: Seen, now_s: float) -> None:
        fps = self._rate.count(now_s)
        latency_ms = max(0.0, (now_s - seen.frame.captured_s) * 1000)
        self._desk.camera = CameraView(
            id=seen.frame.camera_id,
            size_px=seen.frame.size_px,
            fps=round(fps, 1),
            latency_ms=round(latency_ms, 1),
            state=self._desk.camera.state,
        )
        if seen.problem is not None:
            self._desk.report("board", HealthState.LOST, seen.problem)
        else:
            self._desk.report("board", HealthState.OK, "the board is found")

    def _camera_report(self, report: CameraReport) -> None:
        state = WELL.get(report.state, HealthState.LOST)
        if state is not HealthState.OK:
            self._held = False
        self._desk.camera = self._desk.camera.model_copy(update={"state": state})
        self._desk.report("camera", state, report.message)
        self._desk.publish()

    async def _listen_to_panel(self) -> None:
        async for event in panel_events(self._panel):
            with contextlib.suppress(ValueError):
                await self._desk.press(Button(event.action.value), key=f"panel-{event.at_s:.6f}")

    async def _light(self) -> None:
        shown: Signal | None = None
        async for _ in self._desk.changes(None):
            snapshot = self._desk.snapshot()
            signal = DARK
            if snapshot.prompts:
                signal = WAITING
            elif snapshot.rulings:
                signal = SIGNALS[snapshot.rulings[0].verdict]
            if signal != shown:
                self._panel.show(signal)
                shown = signal


class Rate:
    """Pictures a second, over the last ones."""

    def __init__(self, over: int = 20) -> None:
        self._times: list[float] = []
        self._over = over

    def count(self, now_s: float) -> float:
        """Return the rate with one more picture."""
        self._times = [*self._times[-self._over :], now_s]
        span_s = self._times[-1] - self._times[0]
        return (len(self._times) - 1) / span_s if span_s > 0 else 0.0


def encoded(frame: Frame) -> bytes:
    """Return a frame as JPEG."""
    _, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return bytes(data.tobytes())
