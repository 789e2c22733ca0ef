"""The running programs: the web server with its background tasks, for the first run and for the table."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from calibration.catalogue import Catalogue
from calibration.rig import Rig
from hardware.async_bridge import LatestValueChannel, call_threadsafe
from hardware.cameras.camera import Camera
from hardware.cameras.supervisor import CameraReport, CameraState, Supervisor
from hardware.errors import HardwareError
from hardware.panel import Panel
from hardware.voice import Voice, VoiceSettings
from messages.message import Message
from overlook.app.camera_loop import ClipPictures, GameExposureLock, IdlePublishThrottle, Rate
from overlook.app.housekeeping import (
    checkpoint_wal_periodically,
    keep_giving_back,
    publish_clock_loop,
    watch_disk,
    watch_encryption,
)
from overlook.app.panel_and_voice import call_aloud, drive_panel_lights, spelled, take_presses
from overlook.app.table_vision import FrameObserver, MountStore
from overlook.app.tray import TrayWatch
from overlook.console import NewFaults, log, without_addresses
from overlook.first_run.service import FirstRunService
from overlook.hall.hall import Hall
from overlook.image_files import jpeg as encode
from overlook.machine.service import MachineService
from overlook.maintenance.retention import Allowance, Pruned, keep_pruned
from overlook.maintenance.table_checks import EVERY_S, health_checks
from overlook.setup.service import SetupService
from overlook.simulated.demonstration import Demonstration
from overlook.simulated.lobby import LobbyService
from overlook.table.observation.seen_table import SeenTable
from overlook.table.recordings.archive import TableArchive
from overlook.table.recordings.clips import BufferedFrame
from overlook.table.service import TableService
from vision.frame import Frame
from web.app import Ports, create_app, create_first_run_app
from web.auth.sessions import Sessions
from web.contract.base import HealthState
from web.contract.setup.machine import MachinePort
from web.contract.setup.startup import LobbyPort
from web.contract.table.snapshot import CameraView
from web.server.server import Server
from web.server.settings import WebSettings
from web.server.tls import TlsListener
from web.stream.director import Director

LOOK_AGAIN_S = 2.0
"""Interval at which `is_fixed` is checked, for example after a file's owner was changed."""


class FirstRunProgram:
    """Serves the first run of a table and the machine's page. `camera` is None until one is chosen."""

    def __init__(
        self,
        service: FirstRunService,
        camera: Camera | None,
        web: WebSettings,
        sessions: Sessions,
        machine: MachinePort | None = None,
        lobby: LobbyPort | None = None,
    ) -> None:
        self._service, self._camera = service, camera
        self._app = create_first_run_app(Ports(first_run=service, machine=machine, lobby=lobby), web, sessions)

    async def run(
        self,
        listening: socket.socket,
        ready: Callable[[], None],
        is_fixed: Callable[[], bool] = lambda: False,
        *,
        encrypted: TlsListener | None = None,
    ) -> bool:
        """Serve until the table has to be built again (True) or the server shuts down (False).

        `is_fixed` returns whether the fault that kept the table from opening is gone; called every `LOOK_AGAIN_S` in a
        thread.
        """
        server = Server(self._app, encrypted=encrypted)
        frames: LatestValueChannel[Frame] = LatestValueChannel()
        loop = asyncio.get_running_loop()

        def reported(report: CameraReport) -> None:
            call_threadsafe(loop, self._service.camera_report, report)

        supervisor = None if self._camera is None else Supervisor(self._camera, frames.put, reported)
        if supervisor is not None:
            supervisor.start()
        anew = asyncio.create_task(self._anew(server, is_fixed))
        watching = asyncio.create_task(self._watch(frames))
        try:
            ready()
            await server.serve(sockets=[listening])
        finally:
            await server.hang_up()
            asked = anew.done() and not anew.cancelled()
            for task in (anew, watching):
                task.cancel()
            await asyncio.gather(anew, watching, return_exceptions=True)
            if supervisor is not None:
                try:
                    await asyncio.to_thread(supervisor.stop)
                except HardwareError:
                    log.exception("the camera is not let go of")
            self._service.close()
        return asked

    async def _anew(self, server: Server, is_fixed: Callable[[], bool]) -> None:
        """Stop the server when the table has to be built again."""
        while not self._service.restart_requested.is_set():
            try:
                await asyncio.wait_for(self._service.restart_requested.wait(), LOOK_AGAIN_S)
            except TimeoutError:
                if await asyncio.to_thread(is_fixed):
                    break
        server.should_exit = True

    async def _watch(self, frames: LatestValueChannel[Frame]) -> None:
        async for frame in frames:
            try:
                await self._service.take(frame)
            except Exception:  # a faulty frame must not end the first run
                log.exception("a picture could not be looked at")


SideWork = Callable[[TableService], Coroutine[Any, Any, None]]

MOUNTS_EVERY_S = 60.0
HEALTH_OF_CAMERA = {CameraState.RUNNING: HealthState.OK, CameraState.OPENING: HealthState.TROUBLE}


class Program:
    """One table with its web server and background tasks."""

    def __init__(
        self,
        *,
        service: TableService,
        catalogue: Catalogue,
        rig: Rig,
        camera: Camera,
        panel: Panel,
        web: WebSettings,
        demonstration: Demonstration | None = None,
        certificate: Path | None = None,
        mount_store: MountStore | None = None,
        sessions: Sessions | None = None,
        beside: Mapping[str, SideWork] | None = None,
        on_air: Director | None = None,
        voice: VoiceSettings | None = None,
        hall: Hall | None = None,
        archive: TableArchive | None = None,
        tray: TrayWatch | None = None,
        setup: SetupService | None = None,
        allowance: Allowance | None = None,
        first_run: FirstRunService | None = None,
        machine: MachineService | None = None,
        lobby: LobbyService | None = None,
        pairing: Callable[[], None] | None = None,
        failed: Callable[[str, BaseException], None] = lambda _part, _fault: None,
    ) -> None:
        self._failed = failed
        self._allowance = allowance
        self._archive = archive
        self._first_run = first_run
        self._machine = machine
        self._pairing = pairing
        self._tray = tray
        self._service = service
        self._hall = hall
        self._mount_store = mount_store
        self._setup = setup
        self._catalogue, self._rig = catalogue, rig
        self._observer = FrameObserver(catalogue, rig, mount_store.read() if mount_store is not None else None)
        if mount_store is not None and mount_store.fault:
            service.report_health("mounts", HealthState.TROUBLE, mount_store.fault)
        self._beside = beside or {}
        self._spoken = voice
        self._voice = Voice(voice) if voice is not None and voice.enabled else None
        self._sessions = sessions
        self._camera, self._web = camera, web
        self._exposure = GameExposureLock(service, camera)
        self._panel = panel
        calibration = tray.calibration if tray is not None else None
        ports = Ports(
            table=service,
            advisor=service.advisor,
            certificate=certificate,
            archive=archive,
            tray=calibration,
            setup=setup,
            first_run=first_run,
            machine=machine,
            judge=hall.judge if hall is not None else None,
            lobby=lobby,
            on_air=on_air,
        )
        self._app = create_app(ports, web, sessions)
        self._demonstration = demonstration
        self._image_thread = ThreadPoolExecutor(1, thread_name_prefix="eye")
        self._clip_pictures = ClipPictures()
        self._rate = Rate()
        self._at_rest = IdlePublishThrottle()
        self._next_round_s = 0.0
        self._faults = NewFaults()

    async def run(
        self, listening: socket.socket, ready: Callable[[], None], encrypted: TlsListener | None = None
    ) -> bool:
        """Serve until the web server shuts down (Ctrl-C, SIGTERM); then close everything in order.

        Return whether to build the table again, after a change of settings or to return to its first run.
        """
        frames: LatestValueChannel[Frame] = LatestValueChannel()
        loop = asyncio.get_running_loop()

        def reported(report: CameraReport) -> None:
            call_threadsafe(loop, self._camera_report, report)

        supervisor = Supervisor(self._camera, frames.put, reported)
        server = Server(self._app, encrypted=encrypted)
        if self._panel.missing:
            self._service.report_health("panel", HealthState.OK, Message.of("panel-none"))
        supervisor.start()
        works = self._works(frames)
        if encrypted is not None:
            works["encryption"] = watch_encryption(self._service, encrypted.encryption, self._web)
        if self._machine is not None:
            works["machine"] = self._leave_for(self._machine.restart_requested, server)
        tasks = [asyncio.create_task(work, name=name) for name, work in works.items()]
        for task in tasks:
            task.add_done_callback(self._ended)
        try:
            ready()
            await server.serve(sockets=[listening])
        finally:
            await server.hang_up()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._close(supervisor)
        return self._machine is not None and self._machine.restart_requested.is_set()

    async def _leave_for(self, again: asyncio.Event, server: Server) -> None:
        await again.wait()
        server.should_exit = True

    async def _close(self, supervisor: Supervisor) -> None:
        """Close camera, voice, panel and open files, each even if closing another fails."""
        async with AsyncExitStack() as closing:
            if self._mount_store is not None:
                closing.callback(self._mount_store.keep, self._observer.mounts)
            if self._service.clips is not None:
                closing.callback(self._service.clips.close)
            if self._archive is not None:
                closing.callback(self._archive.close)
            closing.callback(self._panel.close)
            closing.callback(self._image_thread.shutdown, wait=True, cancel_futures=True)
            if self._first_run is not None:
                closing.callback(self._first_run.close)
            if self._voice is not None:
                closing.push_async_callback(self._voice.hush)
            closing.push_async_callback(self._let_go, supervisor)

    async def _let_go(self, supervisor: Supervisor) -> None:
        """Close the camera; a failure is only reported, so that the program can end or open the table again."""
        try:
            await asyncio.to_thread(supervisor.stop)
        except HardwareError as fault:
            self._failed("camera", fault)

    def _works(self, frames: LatestValueChannel[Frame]) -> dict[str, Coroutine[Any, Any, None]]:
        """Return the background tasks by name."""
        works: dict[str, Coroutine[Any, Any, None]] = {
            "eye": self._watch(frames),
            "panel": take_presses(self._service, self._panel, self._say_pin),
            "light": drive_panel_lights(self._service, self._panel),
            "clock": publish_clock_loop(self._service),
            "disk": watch_disk(self._service, self._service.table.games.folder),
            "hold": self._exposure.keep(),
            "mounts": self._keep_mounts(),
            "checkpoints": checkpoint_wal_periodically(self._service),
            "memory": keep_giving_back(),
        }
        works |= {name: work(self._service) for name, work in self._beside.items()}
        if self._allowance is not None:
            works["retention"] = keep_pruned(self._allowance, _made_room)
        if self._voice is not None and self._spoken is not None:
            works["voice"] = call_aloud(self._service, self._voice, self._spoken)
        if self._hall is not None:
            works["hall"] = self._hall.run(self._service)
        if self._tray is not None:
            works["tray"] = self._tray.run()
        if self._demonstration is not None:
            works["demonstration"] = self._demonstration.play(self._service)
        return works

    async def _keep_mounts(self) -> None:
        while self._mount_store is not None:
            await asyncio.sleep(MOUNTS_EVERY_S)
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._image_thread, self._mount_store.keep, self._observer.mounts)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Report a background task that has failed; the others continue."""
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            log.error("a part of the program has stopped: %s", task.get_name(), exc_info=fault)
            self._failed(task.get_name(), fault)
            stopped = Message.of("health-part-stopped", part=task.get_name().strip("_"), fault=fault)
            self._service.report_health("program", HealthState.LOST, stopped)
            self._service.publish()

    async def _watch(self, frames: LatestValueChannel[Frame]) -> None:
        async for frame in frames:
            try:
                await self._look_at(frame)
            except Exception as fault:  # no frame may stop the camera loop: continue with the next one
                self._report_missed(fault)

    def _report_missed(self, fault: Exception) -> None:
        """Report a frame that could not be processed; each kind of fault is logged once."""
        if self._faults.is_new(fault):
            log.error("a frame could not be looked at", exc_info=fault)
        self._failed("eye", fault)
        self._service.report_health("board", HealthState.LOST, Message.of("health-image-failed", fault=fault))
        try:
            self._service.publish()
        except Exception as unshown:  # the camera loop continues even if its report cannot be shown
            if self._faults.is_new(unshown, "shown"):
                log.error("a fault of the eye could not be shown", exc_info=unshown)
            self._failed("eye", unshown)

    async def _look_at(self, frame: Frame) -> None:
        loop = asyncio.get_running_loop()
        if self._tray is not None:
            self._tray.take_frame(frame)
        self._look_for_what_is_set_up()
        first = self._service.table.seen is None
        if first:  # the first look takes longest: show the frame before it
            await self._show(frame)
        seen = await loop.run_in_executor(self._image_thread, self._observer.look, frame)
        fault = await self._service.take(seen)
        if fault is not None:
            self._failed("eye", fault)
        await self._keep_frame(seen)
        if not first:
            await self._show(frame)
        if self._setup is not None:
            self._setup.take(seen, loop.time())
        if self._first_run is not None:
            await self._first_run.take(frame)
        self._note(seen, loop.time())
        if loop.time() >= self._next_round_s:
            self._next_round_s = loop.time() + EVERY_S
            for check in await loop.run_in_executor(self._image_thread, health_checks, seen, self._catalogue):
                state = HealthState.TROUBLE if check.mend else HealthState.OK
                self._service.report_health(check.part, state, check.line)
        if self._at_rest.is_news(seen, self._service.table.facts().offers_key, loop.time()):
            self._service.publish()

    async def _show(self, frame: Frame) -> None:
        """Encode the frame and hand it to the pages, if any of them waits for one."""
        if self._service.picture_wanted:
            jpeg = await asyncio.get_running_loop().run_in_executor(self._image_thread, encode, frame.image)
            self._service.show_picture(jpeg)

    async def _keep_frame(self, seen: SeenTable) -> None:
        """Add the frame to the clip buffer, which takes a few frames per second."""
        clips, captured_s = self._service.clips, seen.frame.captured_s
        self._clip_pictures.follow(seen)
        if clips is not None and clips.buffer.wants(captured_s):
            loop = asyncio.get_running_loop()
            jpeg = await loop.run_in_executor(self._image_thread, self._clip_pictures.jpeg_of, seen.frame)
            clips.put(BufferedFrame(captured_s, jpeg))

    def _look_for_what_is_set_up(self) -> None:
        """Replace the observer if the set-up has changed the catalogue; the new one starts without a known pose."""
        if self._setup is None or self._setup.catalogue is self._catalogue:
            return
        self._catalogue = self._setup.catalogue
        if self._mount_store is not None:
            self._mount_store.keep(self._observer.mounts)
            self._mount_store = self._mount_store.of(self._catalogue)
        self._observer = FrameObserver(
            self._catalogue, self._rig, self._mount_store.read() if self._mount_store is not None else None
        )

    def _note(self, seen: SeenTable, now_s: float) -> None:
        fps = self._rate.count(now_s)
        latency_ms = max(0.0, (now_s - seen.frame.captured_s) * 1000)
        self._service.camera = CameraView(
            id=seen.frame.camera_id,
            size_px=seen.frame.size_px,
            fps=round(fps, 1),
            latency_ms=round(latency_ms, 1),
            state=self._service.camera.state,
        )
        if seen.problem is not None:
            self._service.report_health("board", HealthState.LOST, seen.problem)
        else:
            self._service.report_health("board", HealthState.OK, Message.of("health-board-found"))

    def _camera_report(self, report: CameraReport) -> None:
        if self._tray is not None:
            self._tray.take_frame(report)
        state = HEALTH_OF_CAMERA.get(report.state, HealthState.LOST)
        if self._first_run is not None:
            self._first_run.camera_report(report)
        if report.fault is not None:
            self._failed("camera", report.fault)
        if state is not HealthState.OK:
            self._exposure.camera_lost()
        self._service.camera = self._service.camera.model_copy(update={"state": state})
        self._service.report_health("camera", state, without_addresses(report.message))
        self._service.publish()

    async def _say_pin(self) -> bool:
        """Allow a claim and announce the PIN, for the person at the panel; return whether either was done."""
        if self._pairing is not None:
            self._pairing()
        if self._voice is None or self._sessions is None or self._voice.missing is not None:
            return self._pairing is not None
        await self._voice.say(spelled(self._sessions.pin()[0]))
        return True


def _made_room(pruned: Pruned) -> None:
    log.info(
        "old pictures made room: %d files, %d bytes; %d bytes are left",
        pruned.files,
        pruned.removed_bytes,
        pruned.left_bytes,
    )
