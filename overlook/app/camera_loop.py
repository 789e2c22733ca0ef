"""Helpers of the camera loop: clip frames, exposure lock, frame rate, and when a frame is worth publishing."""

from __future__ import annotations

import asyncio

from hardware.cameras.camera import Camera, exposure_lock_of
from hardware.errors import HardwareError
from overlook.image_files import jpeg
from overlook.table.observation.seen_table import SeenTable
from overlook.table.service import TableService
from vision.frame import Frame
from web.contract.base import HealthState

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
