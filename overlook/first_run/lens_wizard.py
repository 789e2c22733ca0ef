"""The lens calibration wizard and the file of its views."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from calibration.errors import LensError
from calibration.files import read_undigested
from calibration.lens.lens import MAX_BLUR_PX, WANTED_VIEWS
from calibration.lens.target import Target, TargetView, detect_target
from calibration.lens.wizard import (
    COLUMNS,
    ROWS,
    WANTED_CELLS,
    WANTED_OF_EACH_LEAN,
    CaptureFeedback,
    ViewCollector,
)
from calibration.rig import Rig, rig_bytes
from hardware.async_bridge import LatestValueChannel, call_threadsafe
from hardware.cameras.camera import Camera, exposure_lock_of
from hardware.cameras.supervisor import CameraReport, CameraState, Supervisor
from messages.message import Message
from overlook.atomic_files import write_file, write_json
from overlook.image_files import jpeg
from vision.frame import Frame
from web.api.calibration import create_wizard_app
from web.contract.errors import UnknownError
from web.contract.setup.calibration import TakenViewView, WizardView
from web.contract.streams import LatestValue, Picture
from web.server.server import Server
from web.server.settings import WebSettings

NAME = "lens-views.json"


class LensViews:
    """File with the views of one camera in one mode; views of other cameras or modes are ignored."""

    def __init__(self, folder: Path, camera: str) -> None:
        self._path = folder / NAME
        self._camera = camera

    def read(self, size_px: tuple[int, int]) -> tuple[TargetView, ...]:
        """Return the stored views for frames of that size; empty if the file is damaged or of another camera."""
        try:
            kept = json.loads(read_undigested(self._path))
            if kept["camera"] != self._camera or tuple(kept["size_px"]) != size_px:
                return ()
            return tuple(
                TargetView(
                    str(one["name"]),
                    size_px,
                    np.array(one["ids"], dtype=np.int64),
                    np.array(one["corners_px"], dtype=np.float64).reshape(-1, 2),
                    float(one["blur_px"]),
                )
                for one in kept["views"]
            )
        except (OSError, ValueError, KeyError, TypeError):
            return ()

    def keep(self, views: Sequence[TargetView], size_px: tuple[int, int]) -> None:
        """Write these views, replacing all others; raises `OSError`."""
        shown = [
            {
                "name": view.name,
                "ids": view.ids.tolist(),
                "corners_px": view.corners_px.tolist(),
                "blur_px": view.blur_px,
            }
            for view in views
        ]
        write_json(self._path, {"version": 1, "camera": self._camera, "size_px": list(size_px), "views": shown})


T = TypeVar("T")

JPEG_QUALITY = 80
LEANS = {
    "flat": "lens-lean-flat",
    "left": "lens-lean-left",
    "right": "lens-lean-right",
    "up": "lens-lean-up",
    "down": "lens-lean-down",
}
GOOD_PX = 0.25
"""Reprojection error in px up to which a view is always good."""

BAD_TIMES = 3.0
"""Limit of a view's reprojection error, as a multiple of the median error."""


def largest_good_px(errors_px: Sequence[float]) -> float:
    """Return the largest acceptable reprojection error in px among views with these errors."""
    usual_px = sorted(errors_px)[len(errors_px) // 2] if errors_px else 0.0
    return max(GOOD_PX, BAD_TIMES * usual_px)


def describe_progress(number: int, wanted: int) -> Message:
    """Return the progress of collecting; more than the wanted number reads as "enough"."""
    if number < wanted:
        return Message.of("lens-progress", number=number, wanted=wanted)
    return Message.of("lens-progress-enough", number=number)


def describe_leans(leans: Mapping[str, int]) -> tuple[Message, ...]:
    """Return how often the sheet was held in each direction."""
    return tuple(
        Message.of(LEANS[lean], progress=describe_progress(number, WANTED_OF_EACH_LEAN))
        for lean, number in leans.items()
    )


class LensService:
    """Calibrates the lens of one camera with one target. All work on frames and views runs in one thread.

    With `kept`, each view is stored at once, and stored views are reloaded at the start.
    """

    def __init__(self, camera: Camera, target: Target, out: Path, kept: LensViews | None = None) -> None:
        self._camera = camera
        self._kept = kept
        self._target = target
        self._out = out
        self._wizard: ViewCollector | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="wizard")
        self._pictures: LatestValue[Picture] = LatestValue()
        self._looked: CaptureFeedback | None = None
        self._problem: Message | None = None
        self._saved: Message | None = None

    def state(self) -> WizardView:
        """Return the wizard's view."""
        wizard, looked = self._wizard, self._looked
        taken = () if wizard is None else wizard.taken
        view = None if looked is None else looked.view
        seen = view is not None and len(view.ids) > 0
        views, cells = (
            describe_progress(len(taken), WANTED_VIEWS),
            describe_progress(0 if wizard is None else len(wizard.cells), WANTED_CELLS),
        )
        so_far = Message.of("lens-so-far", views=views, cells=cells)
        ways = () if wizard is None else describe_leans(wizard.leans)
        advice = Message.of("lens-advice-show") if looked is None else looked.advice
        most_px = largest_good_px([each.rms_px for each in taken if each.rms_px is not None])
        return WizardView(
            camera=self._camera.identity.name,
            mode="" if wizard is None else f"{wizard.size_px[0]} x {wizard.size_px[1]}",
            size_px=(16, 9) if wizard is None else wizard.size_px,
            picture=self._pictures.number,
            corners_px=() if view is None else tuple((float(x), float(y)) for x, y in view.corners_px),
            grid=(COLUMNS, ROWS),
            cells=() if wizard is None else tuple(sorted(wizard.cells)),
            cells_so_far=str(cells),
            cells_so_far_message=cells,
            leans={} if wizard is None else wizard.leans,
            leans_wanted=WANTED_OF_EACH_LEAN,
            ways=tuple(map(str, ways)),
            way_messages=ways,
            blur_px=view.blur_px if view is not None and seen else None,
            blur_limit_px=MAX_BLUR_PX,
            tilt_deg=None if looked is None else looked.tilt_deg,
            lean=None if looked is None else looked.lean,
            still=looked is not None and looked.still,
            advice=str(advice),
            advice_message=advice,
            views=tuple(
                TakenViewView(
                    name=each.view.name,
                    rms_px=each.rms_px,
                    tilt_deg=each.tilt_deg,
                    lean=each.lean,
                    blur_px=each.view.blur_px,
                    bad=each.rms_px is not None and each.rms_px > most_px,
                )
                for each in taken
            ),
            views_so_far=str(views),
            views_so_far_message=views,
            so_far=str(so_far),
            so_far_message=so_far,
            enough=wizard is not None and wizard.enough,
            problem=None if self._problem is None else str(self._problem),
            saved=None if self._saved is None else str(self._saved),
            saved_message=self._saved,
            message=self._problem or advice,
        )

    async def drop(self, name: str) -> None:
        """Discard a view."""
        wizard = self._wizard
        if wizard is None or all(each.view.name != name for each in wizard.taken):
            raise UnknownError("lens-view-unknown", view=name)
        await self._in_turn(lambda: wizard.remove(name))
        await self._in_turn(self._keep)

    async def finish(self) -> Message | None:
        """Compute the lens calibration and save it; return why that failed, else None."""
        try:
            self._saved = await self._in_turn(self._find)
        except LensError as fault:
            return fault.message
        except OSError as fault:
            return Message.of("lens-file-not-written", file=self._out, fault=fault.strerror or fault)
        return None

    async def picture(self) -> Picture:
        """Return the newest image, waiting for the first."""
        _, picture = await self._pictures.after(max(0, self._pictures.number - 1))
        return picture

    async def run(self, listening: socket.socket, web: WebSettings, ready: Callable[[], None]) -> None:
        """Serve until the server shuts down (Ctrl-C, SIGTERM)."""
        frames: LatestValueChannel[Frame] = LatestValueChannel()
        loop = asyncio.get_running_loop()

        def reported(report: CameraReport) -> None:
            call_threadsafe(loop, self._report, report)

        supervisor = Supervisor(self._camera, frames.put, reported)
        app = create_wizard_app(self, web)
        server = Server(app)
        supervisor.start()
        watching = asyncio.create_task(self._watch(frames))
        try:
            ready()
            await server.serve(sockets=[listening])
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching
            await asyncio.to_thread(supervisor.stop)
            self.close()

    def _report(self, report: CameraReport) -> None:
        self._problem = None if report.state in {CameraState.RUNNING, CameraState.ENDED} else report.message

    async def _watch(self, frames: LatestValueChannel[Frame]) -> None:
        async for frame in frames:
            await self.look(frame)

    async def look(self, frame: Frame) -> Picture:
        """Detect the sheet in a frame; return the frame as the newest image."""
        shown = Picture(self._pictures.number + 1, await self._in_turn(partial(self._take, frame)))
        self._pictures.publish(shown)
        return shown

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _take(self, frame: Frame) -> bytes:
        """Detect the sheet in a frame, take a view if it is wanted, and return the frame as JPEG."""
        if self._wizard is None or self._wizard.size_px != frame.size_px:
            self._wizard = ViewCollector(self._target, frame.size_px)
            if self._kept is not None:
                self._wizard.restore(self._kept.read(frame.size_px))
        self._looked = self._wizard.observe(detect_target("now", frame.image, self._target))
        if self._looked.took:
            self._keep()
        return jpeg(frame.image, quality=JPEG_QUALITY)

    def _keep(self) -> None:
        if self._kept is None or self._wizard is None:
            return
        try:
            self._kept.keep([each.view for each in self._wizard.taken], self._wizard.size_px)
        except OSError as fault:
            self._problem = Message.of("lens-views-not-kept", fault=fault.strerror or fault)

    def _find(self) -> Message:
        """Compute the lens calibration, save it, and return the result."""
        if self._wizard is None:
            raise LensError("lens-no-image")
        device = exposure_lock_of(self._camera)
        found = self._wizard.calibrate(
            camera_id=self._camera.identity.id,
            mode=str(self._camera.mode),
            focus=None if device is None else device.exposure.focus,
        )
        self._out.parent.mkdir(parents=True, exist_ok=True)
        write_file(self._out, rig_bytes(Rig(found.camera)))
        return Message.of(
            "lens-found",
            residual=float(found.rms_px),
            views=len(found.views),
            coverage=float(found.coverage),
            file=self._out.name,
        )

    async def _in_turn(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
