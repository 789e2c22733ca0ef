"""Exposure and focus of a camera, held while a game is on: what changes them moves every corner."""

from __future__ import annotations

import asyncio

from hardware.cameras.camera import Camera, holding
from hardware.errors import HardwareError
from overlook.table.service import TableService
from web.contract.base import HealthState

HOLD_EVERY_S = 1.0


class ExposureHold:
    """Tells one camera to hold and to let go; a camera that cannot is left alone."""

    def __init__(self, service: TableService, camera: Camera) -> None:
        self._service, self._camera = service, camera
        self._held = False

    def lost(self) -> None:
        """Hear that the camera is not well: one that comes back holds nothing."""
        self._held = False

    async def keep(self) -> None:
        """Look again and again whether a game is on."""
        while True:
            await self._look()
            await asyncio.sleep(HOLD_EVERY_S)

    async def _look(self) -> None:
        state = self._service.table.state
        wanted = state.begun and not state.ended and self._service.camera.state is HealthState.OK
        holder = holding(self._camera)
        if holder is None or wanted == self._held:
            return
        try:
            await asyncio.to_thread(holder.hold, wanted)
            self._held = wanted
            self._service.withdraw("exposure")
        except HardwareError as fault:
            self._service.report("exposure", HealthState.TROUBLE, str(fault))
