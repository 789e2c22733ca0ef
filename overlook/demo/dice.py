"""The demonstration's dice: thrown into the simulated tray, read by the camera, confirmed as a player would."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence

from overlook.demo.tray import throw
from overlook.table.service import TableService
from referee.game.intents import Answer
from referee.game.prompt import Prompt
from simulation.cameras.tray_camera import SimulatedTrayCamera
from vision.dice.tray import Tray
from web.contract.requests import Refused

PATIENCE_S = 8.0
LOOK_S = 1.0
"""How long a reading stands before it is confirmed: somebody looks at it."""

TICK_S = 0.1
MOST_QUESTIONS = 30


class DemonstrationDice:
    """Rolls what the script wants. Where the tray does not read it in time, the roll is entered by hand.

    Without a `tray` whoever watches it calls `calibrate` first, which sets it; rolls wait for that.
    """

    def __init__(
        self,
        camera: SimulatedTrayCamera | None = None,
        tray: Tray | None = None,
        calibrating: Callable[[], Tray] | None = None,
    ) -> None:
        self.camera, self.tray, self._calibrating = camera, tray, calibrating

    @property
    def waits(self) -> bool:
        """Whether the tray is still to be calibrated."""
        return self.tray is None and self._calibrating is not None

    def calibrate(self) -> Tray:
        """Calibrate the tray, once, and return it."""
        assert self._calibrating is not None
        if self.tray is None:
            self.tray = self._calibrating()
        return self.tray

    async def resolve(self, service: TableService, faces: Mapping[str, Sequence[int]], key: str) -> None:
        """Answer everything until the dice of an action are resolved; `faces` are what each player rolls, in order."""
        left = {player: list(rolled) for player, rolled in faces.items()}
        for _ in range(MOST_QUESTIONS):
            prompt = next(iter(service.table.game.prompts), None)
            if service.table.state.sequence is None or prompt is None:
                return
            if prompt.choices:
                await service.do(Answer(id=service.table.new_id(key), prompt=prompt.id, choice=prompt.default))
            else:
                mine = left.setdefault(prompt.owner, [])
                rolled = tuple(mine.pop(0) if mine else 1 for _ in range(prompt.dice))
                await self.roll(service, [(prompt, rolled)], key)

    async def roll(self, service: TableService, rolls: Sequence[tuple[Prompt, tuple[int, ...]]], key: str) -> None:
        """Throw the dice of these questions at once, and confirm what the tray reads."""
        await self._watched(service)
        if self.camera is not None:
            throw(self.camera, [(prompt.owner, faces) for prompt, faces in rolls])
            await self._read(service, {prompt.id: sorted(faces) for prompt, faces in rolls})
        for prompt, faces in rolls:
            read = next((read for read in service.table.reads if read.prompt == prompt.id and read.whole), None)
            dice = faces if read is None else read.sure
            outcome = await service.do(Answer(id=service.table.new_id(key), prompt=prompt.id, dice=dice))
            if isinstance(outcome, Refused):
                service.report_script(f"left out: a roll for {prompt.id}: {outcome.sentence}")

    async def _watched(self, service: TableService) -> None:
        """Wait until the tray is watched, where it is to be; a while at most."""
        give_up_s = time.monotonic() + PATIENCE_S
        while self._calibrating is not None and service.table.ledger is None and time.monotonic() < give_up_s:
            await asyncio.sleep(TICK_S)

    async def _read(self, service: TableService, wanted: Mapping[str, list[int]]) -> None:
        """Wait until the tray has read everything, and somebody has looked; a while at most."""
        give_up_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < give_up_s:
            whole = {read.prompt: sorted(read.sure) for read in service.table.reads if read.whole}
            if whole.keys() >= wanted.keys():
                await asyncio.sleep(LOOK_S)
                return
            await asyncio.sleep(TICK_S)
