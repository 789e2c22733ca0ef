"""The camera above the simulated dice tray, live, with faults on command."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.cameras.camera import CameraIdentity, CameraMode, Capability
from hardware.cameras.timing import Pacer, utc_at
from hardware.errors import CameraError
from hardware.simulated.tray import SimulatedTray, TrayDie
from vision.frame import Frame

ROLLING_FRAMES = 5


class SimulatedTrayCamera:
    """A camera above a tray into which dice are thrown by `throw`, from any thread."""

    def __init__(self, tray: SimulatedTray, *, fps: float = 8.0) -> None:
        self.tray = tray
        self._fps = fps
        self._closed = threading.Event()
        self._closed.set()
        self._unplugged = threading.Event()
        self._light = 1.0
        self._lock = threading.Lock()
        self._lying: tuple[TrayDie, ...] = ()
        self._rolling: deque[NDArray[np.uint8]] = deque()

    @property
    def identity(self) -> CameraIdentity:
        """Which camera this is."""
        return CameraIdentity("simulated-tray", "simulated dice tray", "simulated tray")

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What it can do."""
        return frozenset({Capability.LIVE, Capability.RESTLESS})

    @property
    def mode(self) -> CameraMode:
        """How it gives its pictures; known while it is closed too."""
        return CameraMode(self.tray.size_px, self._fps, "BGR888")

    @property
    def lying(self) -> tuple[TrayDie, ...]:
        """The dice in the tray, where they lie or will come to lie."""
        return self._lying

    def throw(self, dice: Sequence[TrayDie], *, keep: Sequence[TrayDie] = ()) -> None:
        """Let these dice roll in beside those that stay; all others are taken out first."""
        with self._lock:
            self._lying = (*keep, *dice)
            self._rolling = deque(self.tray.rolling(dice, keep, ROLLING_FRAMES))

    def clear(self) -> None:
        """Take all dice out."""
        self.throw(())

    def light(self, by: float) -> None:
        """Multiply the light: 0 switches it off, 1 is as it was calibrated."""
        self._light = by

    def unplug(self) -> None:
        """Pull the cable: `frames` and `open` raise `CameraError` until `plug`."""
        self._unplugged.set()

    def plug(self) -> None:
        """Put the cable back."""
        self._unplugged.clear()

    def open(self) -> None:
        """Start; `CameraError` while unplugged."""
        self._require_plugged()
        self._closed.clear()

    def close(self) -> None:
        """End `frames`."""
        self._closed.set()

    def frames(self) -> Iterator[Frame]:
        """Yield frames at their due times; `CameraError` when unplugged."""
        pacer = Pacer(self._fps)
        while True:
            due_s = pacer.next_due(0.0)
            picture = self._picture()
            if not pacer.wait_until(due_s, self._closed):
                return
            self._require_plugged()
            yield Frame(picture, due_s, utc_at(due_s), self.identity.id, str(self.mode))

    def _picture(self) -> NDArray[np.uint8]:
        with self._lock:
            shown = self._rolling.popleft() if self._rolling else self.tray.picture(self._lying)
        if self._light == 1.0:
            return shown
        return np.asarray(np.clip(shown * self._light, 0, 255), dtype=np.uint8)

    def _require_plugged(self) -> None:
        if self._unplugged.is_set():
            raise CameraError("the dice tray: the camera is unplugged; plug it in again")
