"""Watches the tray: pictures of its own camera, or of the table's, one at a time, until the program ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.async_bridge import Newest
from hardware.cameras.camera import Camera
from hardware.cameras.supervisor import CameraReport, CameraState, Supervisor
from overlook.drawing.jpeg import jpeg
from overlook.log import NewFaults, log
from overlook.table.service import TableService
from overlook.table.tray.dice_answers import CALIBRATED
from overlook.table.tray.example_store import store_beside
from overlook.table.tray.ledger import TrayLedger
from overlook.tray_calibration import TrayCalibration
from vision.dice.tray import Tray
from vision.dice.tray_tracker import TrayReading, TrayTracker
from vision.frame import Frame
from web.contract.base import HealthState
from web.contract.streams import Broadcast as Latest

PART = "tray"
GIVES = (CameraState.OPENING, CameraState.RUNNING, CameraState.DARK)
WATCHED = "dice are read"
UNREAD = "the tray's picture could not be read: enter the roll by hand"


class TrayWatch:
    """Reads the tray's pictures in a thread of its own; nothing of the game waits for it.

    `failed` is told, in any thread, of faults of the camera's driver. `camera` is the tray's own; without one the tray
    is a part of the picture of the table's camera. `out` is where a calibration made at the table is written.
    `calibrate` calibrates an empty tray, in a thread, once the table has shown a picture: nobody waits for dice before.
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
        self._shown: Latest[Frame] = Latest()
        self._news: Newest[Frame | CameraReport] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tray")
        self._last: TrayReading | None = None
        self._faults = NewFaults()
        self.calibration = None if out is None else TrayCalibration(out, self.look, self._seats, self.use)
        if service.table.ledger is not None:
            self._tracker = TrayTracker(service.table.ledger.tray)

    def use(self, tray: Tray) -> None:
        """Read this tray from the next picture on; the dice that lie there were for calibrating it."""
        self._tracker, self._last = TrayTracker(tray), None
        self._service.table.ledger = TrayLedger(tray, jpeg, lying=CALIBRATED, store=self._store)

    async def look(self, count: int) -> list[NDArray[np.uint8]]:
        """Return the next pictures that come."""
        found: list[NDArray[np.uint8]] = []
        number = self._shown.number
        while len(found) < count:
            number, frame = await self._shown.after(number)
            found.append(frame.image)
        return found

    def _seats(self) -> tuple[tuple[str, str], ...]:
        sides = self._service.table.state.sides
        return tuple((player, side.seat.name) for player, side in sides.items()) or (("p1", "Blue"), ("p2", "Red"))

    def offer(self, news: Frame | CameraReport) -> None:
        """Look at what comes from the table's camera, where the tray is a part of its picture."""
        if self._camera is None and self._news is not None:
            self._news.put(news)

    async def run(self) -> None:
        """Watch until cancelled."""
        news: Newest[Frame | CameraReport] = Newest()
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
                except Exception as fault:  # no frame may stop the tray: the next one is looked at as usual
                    self._report(fault, "a picture of the tray could not be looked at")
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
        """Have the table know that a picture of the tray was not read."""
        if self._tracker is None:
            return
        try:
            await self._told(self._tracker.blind(UNREAD))
        except Exception as fault:  # the tray goes on though the table cannot take this in either
            self._report(fault, "a picture of the tray that was not read could not be reported")

    async def _calibrated(self, calibrate: Callable[[], Tray]) -> None:
        await self._service.picture(0)
        tray = await asyncio.get_running_loop().run_in_executor(self._thread, calibrate)
        self._tracker = TrayTracker(tray)
        self._service.table.ledger = TrayLedger(tray, jpeg)

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
        await self._service.change(lambda: self._service.table.take_tray(told))
        ledger = self._service.table.ledger
        trouble = told.fault or ("" if ledger is None else ledger.unkept or ledger.learned.fault)
        self._service.report(PART, HealthState.TROUBLE if trouble else HealthState.OK, trouble or WATCHED)
        self._service.publish()
