"""The dice tray at the table: its camera, its calibration, and the loop that reads it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.async_bridge import LatestValueChannel
from hardware.cameras.camera import Camera
from hardware.cameras.supervisor import CameraReport, CameraState, Supervisor
from hardware.errors import CameraSpecError
from messages.message import Message
from overlook.atomic_files import write_json
from overlook.camera_sources import camera_from_spec
from overlook.console import NewFaults, log
from overlook.image_files import jpeg
from overlook.settings import Settings
from overlook.simulated.demonstration import Demonstration
from overlook.table.service import TableService
from overlook.table.tray.dice_on_tray import CALIBRATED
from overlook.table.tray.roll_assignments import DiceRollAssignments
from overlook.table.tray.roll_storage import store_beside
from vision.dice.detector import find_scale
from vision.dice.reader import read_dice
from vision.dice.tray import Tray, TrayError, load_tray, tray_document
from vision.dice.tray_calibration import tray_of_pictures
from vision.dice.tray_tracker import TrayReading, TrayTracker
from vision.frame import Frame
from web.contract.base import HealthState
from web.contract.errors import ServiceUnavailableError
from web.contract.setup.calibration import Corners, TrayCalibrationView
from web.contract.streams import LatestValue

Image = NDArray[np.uint8]
EMPTY_PICTURES = 6
SHOWN = (60, 220, 255)
PATIENCE_S = 10.0
QUALITY = 80
UNSEEN = Message.of("tray-no-dice")


@dataclass
class Draft:
    """The images taken so far for a calibration."""

    empty: list[Image] = field(default_factory=list)
    dice: dict[str, Image] = field(default_factory=dict)
    result: Message | None = None


class TrayCalibration:
    """Calibrates the tray from images of its camera, step by step.

    `look(count)` returns the next images, `seats` the players whose dice are calibrated separately; `use` starts
    reading with the new calibration.
    """

    def __init__(
        self,
        out: Path,
        look: Callable[[int], Awaitable[list[Image]]],
        seats: Callable[[], tuple[tuple[str, str], ...]],
        use: Callable[[Tray], None],
    ) -> None:
        self._out, self._look, self._seats, self._use = out, look, seats, use
        self._draft = Draft()

    def view(self) -> TrayCalibrationView:
        """Return which images have been taken, and the result of the last step."""
        seats = tuple((player, name, player in self._draft.dice) for player, name in self._seats())
        result = self._draft.result
        said = "" if result is None else str(result)
        return TrayCalibrationView(empty=bool(self._draft.empty), seats=seats, said=said, message=result)

    async def picture(self, corners: Corners) -> bytes:
        """Return the newest image as JPEG with the corners marked so far."""
        (image,) = await self._pictures(1)
        drawn = image.copy()
        points = np.array(corners, dtype=np.int32).reshape(-1, 1, 2)
        if len(corners):
            cv2.polylines(drawn, [points], len(corners) == 4, SHOWN, max(2, image.shape[1] // 320))
            for x, y in corners:
                cv2.circle(drawn, (round(x), round(y)), max(4, image.shape[1] // 120), SHOWN, -1)
        return jpeg(drawn, quality=QUALITY)

    async def size_px(self) -> tuple[int, int]:
        """Return (width, height) of the images."""
        (image,) = await self._pictures(1)
        return image.shape[1], image.shape[0]

    async def empty(self, corners: Corners) -> None:
        """Take images of the empty tray; if dice are found in it, the result asks to remove them."""
        pictures = await self._pictures(EMPTY_PICTURES)
        lying = len((await asyncio.to_thread(read_dice, _inside(pictures[0], corners))).sure)
        if lying:
            self._draft.result = Message.of("tray-empty-dice", dice=lying)
            return
        self._draft.empty = pictures
        self._draft.result = Message.of("tray-empty-done")

    async def dice(self, corners: Corners, player: str) -> None:
        """Take an image of one player's dice in the tray."""
        (picture,) = await self._pictures(1)
        if await asyncio.to_thread(find_scale, _inside(picture, corners)) is None:
            self._draft.result = UNSEEN
            return
        self._draft.dice[player] = picture
        self._draft.result = Message.of("tray-dice-done")

    async def save(self, corners: Corners) -> None:
        """Compute the calibration, save it and start using it; errors are shown as the result of the step."""
        draft = self._draft
        try:
            tray = await asyncio.to_thread(tray_of, draft.empty, draft.dice, corners)
            await asyncio.to_thread(write_json, self._out, tray_document(tray))
        except TrayError as fault:
            draft.result = fault.message
        except OSError as fault:
            draft.result = Message.of("tray-not-written", file=self._out.name, fault=fault.strerror or fault)
        else:
            self._use(tray)
            names = dict(self._seats())
            hard = [names.get(player, player) for player in await asyncio.to_thread(hardly_read, tray, draft.dice)]
            draft.result = (
                Message.of("tray-saved-unsure", die=tray.die_px, players=hard)
                if hard
                else Message.of("tray-saved", die=tray.die_px)
            )

    async def _pictures(self, count: int) -> list[Image]:
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._look(count)
        except TimeoutError:
            raise ServiceUnavailableError("tray-camera-silent") from None


def tray_of(empty: list[Image], dice: dict[str, Image], corners: Corners) -> Tray:
    """Return the tray calibrated from these images; raises `TrayError`."""
    outline = np.array(corners, dtype=np.float64)
    if not dice:
        raise TrayError("tray-no-dice-shown")
    edges = [edge for edge in (find_scale(_inside(picture, corners)) for picture in dice.values()) if edge is not None]
    if not edges:
        raise TrayError(UNSEEN)
    return tray_of_pictures(empty, outline, float(np.median(edges)), dice)


def hardly_read(tray: Tray, dice: Mapping[str, Image]) -> tuple[str, ...]:
    """Return the players for whom fewer than half of the dice in their calibration image are read reliably."""
    readings = {player: read_dice(picture, tray=tray) for player, picture in dice.items()}
    return tuple(player for player, reading in readings.items() if 2 * len(reading.sure) < max(1, len(reading.dice)))


def _inside(picture: Image, corners: Corners) -> Image:
    """Return the part of an image that contains the tray; the whole image if fewer than four corners are marked."""
    if len(corners) < 4:
        return picture
    outline = np.array(corners, dtype=np.float64)
    low, high = np.floor(outline.min(axis=0)).astype(int), np.ceil(outline.max(axis=0)).astype(int)
    part = picture[max(0, low[1]) : high[1], max(0, low[0]) : high[0]]
    return part if part.size else picture


TABLE = "table"
NAME = "tray.json"


@dataclass(frozen=True, slots=True)
class TrayHardware:
    """The tray of a table. `camera` is None if the table's camera sees it, `ledger` None if dice are not read.

    `trouble` is the reason dice are not read, None if reading is off. `watched` is false if no camera sees a tray.
    `calibrate` calibrates a tray that has no ledger yet.
    """

    ledger: DiceRollAssignments | None = None
    camera: Camera | None = None
    trouble: Message | None = None
    watched: bool = True
    calibrate: Callable[[], Tray] | None = None


def file_of(settings: Settings) -> Path:
    """Return the path of the tray's calibration."""
    return settings.tray.file or settings.data.folder / NAME


def tray_at(settings: Settings, demonstration: Demonstration | None) -> TrayHardware:
    """Return the tray of the settings, or the demonstration's own. Errors are returned as `trouble`."""
    wanted = settings.tray
    if not wanted.enabled:
        return TrayHardware(watched=False)
    if demonstration is not None:
        dice = demonstration.dice
        ledger = None if dice.tray is None else DiceRollAssignments(dice.tray, jpeg)
        return TrayHardware(ledger, dice.camera, calibrate=dice.calibrate if dice.waits else None)
    try:
        other = wanted.source != TABLE
        camera = camera_from_spec(wanted.source, size_px=wanted.size_px, fps=wanted.fps) if other else None
    except CameraSpecError as fault:
        return TrayHardware(trouble=Message.of("tray-by-hand", fault=fault), watched=False)
    try:
        path = file_of(settings)
        if path.exists() or wanted.file is not None:
            return TrayHardware(DiceRollAssignments(load_tray(path), jpeg, store=store_beside(path)), camera)
    except TrayError as fault:
        return TrayHardware(None, camera, Message.of("tray-by-hand", fault=fault))
    return TrayHardware(None, camera, None if camera is None else Message.of("tray-not-calibrated"))


PART = "tray"
GIVES = (CameraState.OPENING, CameraState.RUNNING, CameraState.DARK, CameraState.ENDED)
WATCHED = Message.of("tray-read")
UNREAD = Message.of("tray-unread")


class TrayWatch:
    """Reads the tray's frames in a separate thread, so that the game never waits for it.

    `failed` receives faults of the camera's driver, from any thread. `camera` is the tray's own; without one the tray
    is part of the table camera's frames. `out` is the path for a calibration made at the table. `calibrate` calibrates
    an empty tray in a thread, after the table has shown its first frame so that start-up does not wait for dice.
    """

    def __init__(
        self,
        service: TableService,
        failed: Callable[[str, BaseException], None],
        camera: Camera | None = None,
        out: Path | None = None,
        *,
        calibrate: Callable[[], Tray] | None = None,
    ) -> None:
        self._calibrate = calibrate
        self._service, self._failed, self._camera = service, failed, camera
        self._store = None if out is None else store_beside(out)
        self._tracker: TrayTracker | None = None
        self._shown: LatestValue[Frame] = LatestValue()
        self._news: LatestValueChannel[Frame | CameraReport] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tray")
        self._last: TrayReading | None = None
        self._faults = NewFaults()
        self.calibration = None if out is None else TrayCalibration(out, self.look, self._seats, self.use_calibration)
        if service.table.ledger is not None:
            self._tracker = TrayTracker(service.table.ledger.tray)

    def use_calibration(self, tray: Tray) -> None:
        """Read the tray with a new calibration from the next frame on; dice in it count as left from calibrating."""
        self._tracker, self._last = TrayTracker(tray), None
        self._service.table.ledger = DiceRollAssignments(tray, jpeg, lying=CALIBRATED, store=self._store)

    async def look(self, count: int) -> list[NDArray[np.uint8]]:
        """Return the next images."""
        found: list[NDArray[np.uint8]] = []
        number = self._shown.number
        while len(found) < count:
            number, frame = await self._shown.after(number)
            found.append(frame.image)
        return found

    def _seats(self) -> tuple[tuple[str, str], ...]:
        sides = self._service.table.state.sides
        return tuple((player, side.seat.name) for player, side in sides.items()) or (("p1", "Blue"), ("p2", "Red"))

    def take_frame(self, news: Frame | CameraReport) -> None:
        """Process a frame or report of the table's camera, if it also sees the tray."""
        if self._camera is None and self._news is not None:
            self._news.put(news)

    async def run(self) -> None:
        """Read the tray until cancelled."""
        news: LatestValueChannel[Frame | CameraReport] = LatestValueChannel()
        self._news = news

        def reported(report: CameraReport) -> None:
            if report.fault is not None:
                self._failed(PART, report.fault)
            news.put(report)

        supervisor = None if self._camera is None else Supervisor(self._camera, news.put, reported)
        if self._calibrate is not None:
            await self._calibrated(self._calibrate)
        if supervisor is not None:
            supervisor.start()
        try:
            async for each in news:
                try:
                    await self._look(each)
                except Exception as fault:  # no frame may stop the tray: continue with the next one
                    self._report(fault, "tray image failed")
                    await self._tell_unread()
        finally:
            if supervisor is not None:
                await asyncio.to_thread(supervisor.stop)
            self._thread.shutdown(wait=True, cancel_futures=True)

    def _report(self, fault: Exception, what: str) -> None:
        if self._faults.is_new(fault):
            log.error(what, exc_info=fault)
        self._failed(PART, fault)

    async def _tell_unread(self) -> None:
        """Report to the table that a frame of the tray could not be read."""
        if self._tracker is None:
            return
        try:
            await self._told(self._tracker.blind(UNREAD))
        except Exception as fault:  # the tray goes on even if the table cannot process the report
            self._report(fault, "tray report failed")

    async def _calibrated(self, calibrate: Callable[[], Tray]) -> None:
        await self._service.picture(0)
        tray = await asyncio.get_running_loop().run_in_executor(self._thread, calibrate)
        self._tracker = TrayTracker(tray)
        self._service.table.ledger = DiceRollAssignments(tray, jpeg)

    async def _look(self, news: Frame | CameraReport) -> None:
        if isinstance(news, Frame):
            self._shown.publish(news)
        tracker, ledger = self._tracker, self._service.table.ledger
        if tracker is None or ledger is None:
            return
        loop = asyncio.get_running_loop()
        if isinstance(news, Frame):
            tracker.expected = ledger.expected(self._service.table.game)
            tracker.trusted = not ledger.misread
            tracker.learn(ledger.learned.examples)
            told = await loop.run_in_executor(self._thread, tracker.observe, news)
            if tracker is self._tracker:
                await self._told(told)
        elif news.state not in GIVES:
            await self._told(await loop.run_in_executor(self._thread, tracker.lost))

    async def _told(self, told: TrayReading) -> None:
        last = self._last
        if told.roll is None and last is not None and (told.phase, told.fault) == (last.phase, last.fault):
            return
        self._last = told
        await self._service.run_exclusive(lambda: self._service.table.take_tray(told))
        ledger = self._service.table.ledger
        trouble = told.fault or (None if ledger is None else ledger.unkept or ledger.learned.fault)
        self._service.report_health(PART, HealthState.TROUBLE if trouble else HealthState.OK, trouble or WATCHED)
        self._service.publish()
