"""A camera holds its exposure while a game is on, and again when it comes back; one that refuses is said."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.cameras.camera import Capability
from hardware.errors import CameraError
from messages.message import Message
from overlook.app import camera_loop
from overlook.app.camera_loop import GameExposureLock
from simulation.cameras.table_camera import SimulatedCamera
from web.contract.base import HealthState

LOOK_S = 0.001
REFUSAL = CameraError("camera-not-open", camera="simulated")


class HeldCamera(SimulatedCamera):
    """Writes down what it is told to hold; does nothing of the kind while it `refuses`."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[bool] = []
        self.refuses = False

    @property
    def capabilities(self) -> frozenset[Capability]:
        return super().capabilities | {Capability.HOLD}

    def hold(self, held: bool) -> None:
        if self.refuses:
            raise REFUSAL
        self.told.append(held)


class Said:
    """What a service is told, and the game and the camera that it knows."""

    def __init__(self) -> None:
        self.table = SimpleNamespace(state=SimpleNamespace(begun=False, ended=False))
        self.camera = SimpleNamespace(state=HealthState.OK)
        self.lines: dict[str, Message] = {}

    def report_health(self, part: str, _state: HealthState, line: Message) -> None:
        self.lines[part] = line

    def clear_health(self, part: str) -> None:
        self.lines.pop(part, None)


def test_it_is_held_from_the_first_turn_to_the_last_and_anew_by_a_camera_that_was_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(camera_loop, "HOLD_EVERY_S", LOOK_S)
    camera, said = HeldCamera(), Said()
    service: Any = said
    hold = GameExposureLock(service, camera)

    async def until(told: list[bool]) -> None:
        async with asyncio.timeout(30):
            while camera.told != told:
                await asyncio.sleep(LOOK_S)

    async def play() -> None:
        task = asyncio.create_task(hold.keep())
        said.table.state.begun = True
        await until([True])
        hold.camera_lost()
        await until([True, True])
        camera.refuses, said.table.state.ended = True, True
        async with asyncio.timeout(30):
            while said.lines.get("exposure") != REFUSAL.message:
                await asyncio.sleep(LOOK_S)
        camera.refuses = False
        await until([True, True, False])
        async with asyncio.timeout(30):
            while said.lines:
                await asyncio.sleep(LOOK_S)
        task.cancel()

    asyncio.run(play())
