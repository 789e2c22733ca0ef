"""The camera loop: frames and reports of the table's camera, on their way through vision to the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from hardware.async_bridge import LatestValueChannel, call_threadsafe
from hardware.cameras.camera import Camera, exposure_lock_of
from hardware.cameras.supervisor import CameraReport, CameraState, Supervisor
from hardware.errors import HardwareError
from messages.message import Message
from overlook.app.program import Failed, Loop
from overlook.app.table_vision import TableVision
from overlook.console import NewFaults, log, without_addresses
from overlook.image_files import jpeg
from overlook.maintenance.table_checks import EVERY_S, health_checks
from overlook.table.observation.seen_table import SeenTable
from overlook.table.recordings.clips import BufferedFrame
from overlook.table.service import TableService
from vision.frame import Frame
from web.contract.base import HealthState
from web.contract.table.snapshot import CameraView

WIDTH_PX = 960


class ClipPictures:
    """Encodes frames for clips; while the table is at rest, one JPEG per close look serves for all its frames.

    The event loop calls `follow` and the image thread `jpeg_of`, never at the same time.
    """

    def __init__(self) -> None:
        self._encoded: bytes | None = None

    def follow(self, seen: SeenTable) -> None:
        """Forget the encoded frame if the observer has looked closely again, since the image may have changed."""
        if not seen.as_before:
            self._encoded = None

    def jpeg_of(self, frame: Frame) -> bytes:
        """Return the newest frame as JPEG, at most `WIDTH_PX` wide."""
        if self._encoded is None:
            self._encoded = jpeg(frame.image, WIDTH_PX / frame.size_px[0])
        return self._encoded


HOLD_EVERY_S = 1.0


class GameExposureLock:
    """Locks the camera's exposure during a game and releases it after; cameras without a lock are left alone."""

    def __init__(self, service: TableService, camera: Camera) -> None:
        self._service, self._camera = service, camera
        self._held = False

    def camera_lost(self) -> None:
        """Record that the camera has failed: after a restart it holds no lock."""
        self._held = False

    async def keep(self) -> None:
        """Check every `HOLD_EVERY_S` whether a game is in progress, until cancelled."""
        while True:
            await self._look()
            await asyncio.sleep(HOLD_EVERY_S)

    async def _look(self) -> None:
        state = self._service.table.state
        wanted = state.begun and not state.ended and self._service.camera.state is HealthState.OK
        holder = exposure_lock_of(self._camera)
        if holder is None or wanted == self._held:
            return
        try:
            await asyncio.to_thread(holder.hold, wanted)
            self._held = wanted
            self._service.clear_health("exposure")
        except HardwareError as fault:
            self._service.report_health("exposure", HealthState.TROUBLE, fault.message)


class Rate:
    """Frame rate over the last frames, per second."""

    def __init__(self, over: int = 20) -> None:
        self._times: list[float] = []
        self._over = over

    def count(self, now_s: float) -> float:
        """Add a frame taken at `now_s` and return the rate."""
        self._times = [*self._times[-self._over :], now_s]
        span_s = self._times[-1] - self._times[0]
        return (len(self._times) - 1) / span_s if span_s > 0 else 0.0


SHOWN_EVERY_S = 0.5
"""A table at rest is still published at this interval, because averaged positions and the frame rate change slowly."""


class IdlePublishThrottle:
    """Decides whether a frame is worth publishing; call it for every frame, after the table has processed it."""

    def __init__(self) -> None:
        self._before: SeenTable | None = None
        self._stood: object = None
        self._shown_s = float("-inf")

    def is_news(self, seen: SeenTable, happened: object, now_s: float) -> bool:
        """Return whether to publish the current state.

        False if the table is at rest as in the frame before, all observations except exact positions are equal,
        `happened` (which changes with every event of the game) is equal, and the last publication was within
        `SHOWN_EVERY_S`. `now_s` is a monotonic time.
        """
        before, self._before = self._before, seen
        stood, self._stood = self._stood, happened
        rests = before is not None and stood == happened and _says(before) == _says(seen) and seen.table.settled
        if rests and now_s - self._shown_s < SHOWN_EVERY_S:
            return False
        self._shown_s = now_s
        return True


def _says(seen: SeenTable) -> tuple[object, ...]:
    """Return all observations of a frame except exact positions, which do not change while settled."""
    there = seen.table
    return (
        there.settled,
        there.hand_in_view,
        there.camera_moved,
        seen.states,
        seen.levels,
        seen.paths,
        seen.warnings,
        seen.problem,
        id(seen.pose),
        there.markers.keys(),
        tuple((part.id, part.state) for part in there.terrain),
    )


class CameraService:
    """Runs a camera in its thread: the newest frame goes to `take`, one at a time, its reports go to `report`.

    `failed` receives the fault of a camera that cannot be released; the program goes on without it.
    """

    name = "eye"

    def __init__(
        self,
        camera: Camera,
        take: Callable[[Frame], Awaitable[None]],
        report: Callable[[CameraReport], None],
        failed: Failed,
    ) -> None:
        self._camera, self._take, self._report, self._failed = camera, take, report, failed
        self._supervisor: Supervisor | None = None

    async def run(self) -> None:
        """Open the camera and hand its frames on, until cancelled."""
        frames: LatestValueChannel[Frame] = LatestValueChannel()
        loop = asyncio.get_running_loop()

        def reported(report: CameraReport) -> None:
            call_threadsafe(loop, self._report, report)

        self._supervisor = Supervisor(self._camera, frames.put, reported)
        self._supervisor.start()
        async for frame in frames:
            await self._take(frame)

    async def stop(self) -> None:
        """Close the camera; a failure is only reported, so that the program can end or open the table again."""
        if self._supervisor is None:
            return
        try:
            await asyncio.to_thread(self._supervisor.stop)
        except HardwareError as fault:
            self._failed("camera", fault)


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraListeners:
    """Parts of the program that follow the table's camera.

    `reports` receive its reports; `before` each frame before vision, `seen` what vision saw at a time in seconds, and
    `after` the frame once the table has processed it.
    """

    reports: Sequence[Callable[[CameraReport], None]] = ()
    before: Sequence[Callable[[Frame], None]] = ()
    seen: Sequence[Callable[[SeenTable, float], None]] = ()
    after: Sequence[Callable[[Frame], Awaitable[None]]] = ()


MOUNTS_EVERY_S = 60.0
HEALTH_OF_CAMERA = {
    CameraState.RUNNING: HealthState.OK,
    CameraState.ENDED: HealthState.OK,
    CameraState.OPENING: HealthState.TROUBLE,
}


class CameraLoop:
    """Service of the table's camera: passes each frame through vision, in a thread, to table, pages and clips."""

    name = CameraService.name

    def __init__(
        self,
        service: TableService,
        camera: Camera,
        vision: TableVision,
        listeners: CameraListeners,
        failed: Failed,
    ) -> None:
        self._service, self._vision, self._listeners, self._failed = service, vision, listeners, failed
        self._camera = CameraService(camera, self._take, self._report, failed)
        self._exposure = GameExposureLock(service, camera)
        self._image_thread = ThreadPoolExecutor(1, thread_name_prefix="eye")
        self._clip_pictures = ClipPictures()
        self._rate = Rate()
        self._at_rest = IdlePublishThrottle()
        self._next_round_s = 0.0
        self._faults = NewFaults()

    async def run(self) -> None:
        """Open the camera and process its frames, until cancelled."""
        await self._camera.run()

    async def stop(self) -> None:
        """Close the camera and end the image thread."""
        try:
            await self._camera.stop()
        finally:
            self._image_thread.shutdown(wait=True, cancel_futures=True)

    def mounts(self) -> Loop:
        """Service that saves the mount estimates every `MOUNTS_EVERY_S`, and once more at the end."""
        return Loop("mounts", self._keep_mounts, self._vision.keep_mounts)

    def exposure(self) -> Loop:
        """Service that locks the camera's exposure during a game."""
        return Loop("hold", self._exposure.keep)

    async def _keep_mounts(self) -> None:
        while True:
            await asyncio.sleep(MOUNTS_EVERY_S)
            await asyncio.get_running_loop().run_in_executor(self._image_thread, self._vision.keep_mounts)

    async def _take(self, frame: Frame) -> None:
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
        for hand_on in self._listeners.before:
            hand_on(frame)
        first = self._service.table.seen is None
        if first:  # the first look takes longest: show the frame before it
            await self._show(frame)
        seen = await loop.run_in_executor(self._image_thread, self._vision.look, frame)
        fault = await self._service.take(seen)
        if fault is not None:
            self._failed("eye", fault)
        await self._keep_frame(seen)
        if not first:
            await self._show(frame)
        for follow in self._listeners.seen:
            follow(seen, loop.time())
        for follow_frame in self._listeners.after:
            await follow_frame(frame)
        self._note(seen, loop.time())
        if loop.time() >= self._next_round_s:
            self._next_round_s = loop.time() + EVERY_S
            for check in await loop.run_in_executor(self._image_thread, health_checks, seen, self._vision.catalogue):
                state = HealthState.TROUBLE if check.mend else HealthState.OK
                self._service.report_health(check.part, state, check.line)
        if self._at_rest.is_news(seen, self._service.table.facts().offers_key, loop.time()):
            self._service.publish()

    async def _show(self, frame: Frame) -> None:
        """Encode the frame and hand it to the pages, if any of them waits for one."""
        if self._service.picture_wanted:
            loop = asyncio.get_running_loop()
            self._service.show_picture(await loop.run_in_executor(self._image_thread, jpeg, frame.image))

    async def _keep_frame(self, seen: SeenTable) -> None:
        """Add the frame to the clip buffer, which takes a few frames per second."""
        clips, captured_s = self._service.clips, seen.frame.captured_s
        self._clip_pictures.follow(seen)
        if clips is not None and clips.buffer.wants(captured_s):
            loop = asyncio.get_running_loop()
            picture = await loop.run_in_executor(self._image_thread, self._clip_pictures.jpeg_of, seen.frame)
            clips.put(BufferedFrame(captured_s, picture))

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

    def _report(self, report: CameraReport) -> None:
        for hand_on in self._listeners.reports:
            hand_on(report)
        state = HEALTH_OF_CAMERA.get(report.state, HealthState.LOST)
        if report.fault is not None:
            self._failed("camera", report.fault)
        if state is not HealthState.OK:
            self._exposure.camera_lost()
        self._service.camera = self._service.camera.model_copy(update={"state": state})
        self._service.report_health("camera", state, without_addresses(report.message))
        self._service.publish()
