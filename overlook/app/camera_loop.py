"""From frames to published snapshots: look, judge, keep frames, report."""

from __future__ import annotations

import asyncio

from hardware.cameras.camera import Camera, holding
from hardware.errors import HardwareError
from overlook.image_files import jpeg
from overlook.table.observation.seen_table import SeenTable
from overlook.table.service import TableService
from vision.frame import Frame
from web.contract.base import HealthState

WIDTH_PX = 960


class ClipPictures:
    """Encodes frames for clips, one of each close look at a table at rest, every one of a table that is not.

    The event loop tells of every picture, the image thread encodes; not both at a time.
    """

    def __init__(self) -> None:
        self._encoded: bytes | None = None

    def follow(self, seen: SeenTable) -> None:
        """Take in what the eye makes of the newest picture: what it looked at closely may show something else."""
        if not seen.as_before:
            self._encoded = None

    def jpeg_of(self, frame: Frame) -> bytes:
        """Return the newest picture as JPEG, at most `WIDTH_PX` wide."""
        if self._encoded is None:
            self._encoded = jpeg(frame.image, WIDTH_PX / frame.size_px[0])
        return self._encoded


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


class Rate:
    """Pictures a second, over the last ones."""

    def __init__(self, over: int = 20) -> None:
        self._times: list[float] = []
        self._over = over

    def count(self, now_s: float) -> float:
        """Return the rate with one more picture."""
        self._times = [*self._times[-self._over :], now_s]
        span_s = self._times[-1] - self._times[0]
        return (len(self._times) - 1) / span_s if span_s > 0 else 0.0


SHOWN_EVERY_S = 0.5
"""So often a table at rest is shown anew all the same: places are averaged, and the pace of pictures wanders."""


class AtRest:
    """Tells whether a picture has news for whoever looks, told of every picture after the table has taken it."""

    def __init__(self) -> None:
        self._before: SeenTable | None = None
        self._stood: object = None
        self._shown_s = float("-inf")

    def is_news(self, seen: SeenTable, happened: object, now_s: float) -> bool:
        """Return whether to show what stands now.

        Not where the table rests as it rested, the eye says the same of it in words, and `happened`, which is equal
        while nothing happens in the game, is what it was, unless that was shown `SHOWN_EVERY_S` ago. `now_s` is a
        monotonic clock's.
        """
        before, self._before = self._before, seen
        stood, self._stood = self._stood, happened
        rests = before is not None and stood == happened and _says(before) == _says(seen) and seen.table.settled
        if rests and now_s - self._shown_s < SHOWN_EVERY_S:
            return False
        self._shown_s = now_s
        return True


def _says(seen: SeenTable) -> tuple[object, ...]:
    """Return everything that a picture says but where exactly things stand, which rests while they are settled."""
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
