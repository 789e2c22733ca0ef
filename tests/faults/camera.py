"""A camera that stalls, gives garbage or pictures of another size, over a table that is played on all the while."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sys
import threading
import time
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from overlook.hall.hall import Hall
from overlook.hall.outbox_relay import OutboxRelay, open_outbox
from referee.rules.ruling import Threshold
from simulation.cameras.table_camera import SimulatedCamera
from tests.faults.account import Account, caught_up, differing, journals, shown_as_folded
from tests.faults.stand import PATIENCE_S, TABLE
from tests.overlook.played_table import Table, played
from tests.venue.conftest import Mosquitto
from tests.venue.hall import Hub
from venue.mqtt import Broker
from venue.publisher import Publisher
from vision.frame import Frame
from web.contract.requests import Accepted
from web.contract.table.snapshot import Snapshot

SIZES = ((640, 360), (1920, 1080), (1280, 721), (16, 16), (1, 1))


class Trouble(StrEnum):
    """What a camera may do wrong."""

    STALL = "stall"
    NOISE = "noise"
    TORN = "torn"
    GREY = "grey"
    SIZE = "size"
    SHAPE = "shape"
    DRIVER = "driver"


class TroubledCamera(SimulatedCamera):
    """The simulated table's camera; from `begin` on it does one thing wrong until `end`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.chance = np.random.default_rng(7)
        self._trouble: Trouble | None = None
        self._well = threading.Event()
        self._well.set()

    def begin(self, trouble: Trouble) -> None:
        """Do this wrong from the next picture on."""
        self._trouble = trouble
        self._well.clear()

    def end(self) -> None:
        """Work again."""
        self._trouble = None
        self._well.set()

    def frames(self) -> Iterator[Frame]:
        """Yield pictures, spoilt while there is trouble."""
        before: NDArray[np.uint8] | None = None
        for frame in super().frames():
            image = self._spoilt(frame.image, before)
            before = frame.image
            yield Frame(image, frame.captured_s, frame.captured_utc, frame.camera_id)

    def _spoilt(self, image: NDArray[np.uint8], before: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
        match self._trouble:
            case Trouble.STALL:
                while not self._well.wait(0.05):
                    if self._closed.is_set():
                        break
            case Trouble.NOISE:
                return self.chance.integers(0, 256, image.shape, dtype=np.uint8)
            case Trouble.TORN if before is not None:
                line = int(self.chance.integers(1, image.shape[0]))
                return np.concatenate([image[line:], before[:line]])
            case Trouble.GREY:
                return np.ascontiguousarray(image[:, :, 1])
            case Trouble.SIZE:
                size = SIZES[int(self.chance.integers(len(SIZES)))]
                return np.asarray(cv2.resize(image, size), dtype=np.uint8)
            case Trouble.SHAPE:
                return np.zeros((4, 4, 5), dtype=np.uint8)
            case Trouble.DRIVER:
                raise RuntimeError("the driver has lost its buffers")
        return image


class TroubledTable(Table):
    """A table in this process under such a camera."""

    camera_of = TroubledCamera


def disturb_camera(folder: Path, times: int, seed: int) -> Account:
    """Let the camera do each thing wrong in turn, while players go on with their word."""
    account, chance = Account("camera"), random.Random(seed)
    broker = Mosquitto(folder).start()
    data = folder / "table"

    async def play(table: Table) -> None:
        outbox = open_outbox(data)
        publisher = Publisher(TABLE, Broker("127.0.0.1", broker.port), outbox)
        link = OutboxRelay(table.games, outbox, Threshold())
        hall = asyncio.create_task(Hall("127.0.0.1", outbox, link, publisher).run(table.service))
        hub = Hub(folder, broker.port).start()
        await table.begun()
        camera = table.camera
        assert isinstance(camera, TroubledCamera)
        troubles = itertools.cycle(Trouble)
        try:
            for _ in range(times):
                trouble = next(troubles)
                camera.begin(trouble)
                end_s = time.monotonic() + chance.uniform(0.5, 3.0)
                while time.monotonic() < end_s:
                    outcome = await table.say(chance.choice(("undo", "redo")))
                    account.acknowledged += isinstance(outcome, Accepted)
                    account.refused += not isinstance(outcome, Accepted)
                    await asyncio.sleep(0.02)
                if trouble is Trouble.STALL:
                    account.unsaid += not await _said(table)
                camera.end()
                await _settled(table, data, folder / "hub.sqlite", account)
        finally:
            hall.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await hall
            hub.close()

    played(data, play, make=TroubledTable)
    broker.kill()
    account.events = sum(map(len, journals(data)))
    return account


async def _said(table: Table) -> bool:
    """Whether the table soon says that no picture comes."""
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        lines = (one.message for one in table.service.snapshot().health if one.part == "camera")
        if any(line is not None and line.code == "camera-stalled" for line in lines):
            return True
        await asyncio.sleep(0.1)
    return False


async def _settled(table: Table, data: Path, database: Path, account: Account) -> None:
    """Wait until the table sees again and the hub has everything; note what is not so."""
    began_s = time.monotonic()
    cost: tuple[int, int, int, int] = (1, 0, 0, 0)
    seen = False
    while (any(cost) or not seen) and time.monotonic() - began_s < PATIENCE_S:
        await asyncio.sleep(0.1)
        now = table.service.snapshot()
        seen = sees(now)
        if not seen or not caught_up(data, database, TABLE):
            continue
        games = journals(data)
        shown = shown_as_folded(games[-1], now.game.model_dump(mode="json"))
        cost = (*differing(games, database, TABLE), int(not shown))
    account.times += 1
    print(f"camera {account.times}: well after {time.monotonic() - began_s:.1f} s", file=sys.stderr, flush=True)
    account.slowest_s = max(account.slowest_s, time.monotonic() - began_s)
    account.missing, account.twice = account.missing + cost[0], account.twice + cost[1]
    account.disordered, account.state_differs = account.disordered + cost[2], account.state_differs + cost[3]
    account.unsaid += not seen
    if any(cost) or not seen:
        health = {one.part: one.sentence for one in table.service.snapshot().health}
        account.notes.append(f"camera {account.times}: {cost}, sees again: {seen}; {health}")


def sees(now: Snapshot) -> bool:
    """Whether a table says that its eye works and sees all twelve."""
    parts = {one.part: one.state.value for one in now.health}
    return parts.get("camera") == "ok" and "program" not in parts and len(now.table.operatives) == 12
