"""`Camera` protocol, capture time, pacing, frame buffers."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from threading import Event
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame


class Capability(StrEnum):
    """What a camera can do, or what its pictures are.

    `LIVE`: time passes whether or not it is read. `FINITE`: its pictures come to an end. `RESTLESS`: its own noise
    makes every picture differ from the last, so that equal pictures mean a fault. `SENSOR_TIME`: `captured_s` comes
    from the sensor, not from the picture's arrival. `HOLD`: exposure, gain, white balance and focus can be held.
    """

    LIVE = "live"
    FINITE = "finite"
    RESTLESS = "restless"
    SENSOR_TIME = "sensor_time"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class CameraIdentity:
    """Which camera this is: `id` stays the same from day to day and keys the lens file, `name` is for people.

    `spec` is how it was asked for, without a password.
    """

    id: str
    name: str
    spec: str


@dataclass(frozen=True, slots=True)
class CameraMode:
    """How a camera gives its pictures: (width, height), pictures a second where that is known, and the format."""

    size_px: tuple[int, int]
    fps: float | None
    pixel_format: str

    def __str__(self) -> str:
        rate = "" if self.fps is None else f"@{self.fps:g}"
        return f"{self.size_px[0]}x{self.size_px[1]}{rate} {self.pixel_format}"


@dataclass(frozen=True, slots=True)
class Exposure:
    """What the sensor was set to for a picture; None where the camera does not say.

    `focus` is in dioptres where the lens can move.
    """

    exposure_s: float | None = None
    gain: float | None = None
    focus: float | None = None


class Camera(Protocol):
    """A source of frames. One thread opens it, reads it and closes it; `close` may also come from another.

    Every method raises `CameraError` in one line that says what, where and what to do.
    """

    @property
    def identity(self) -> CameraIdentity:
        """Which camera this is; known before it is open."""
        ...

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What it can do."""
        ...

    @property
    def mode(self) -> CameraMode:
        """How it gives its pictures, as read back from the open camera; `CameraError` while it is closed."""
        ...

    def open(self) -> None:
        """Take the device and start it; nothing when it is open."""
        ...

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come, waiting for each.

        Ends when the camera is closed, and by itself only for a `FINITE` one. Raises `CameraError` when the camera is
        lost.
        """
        ...

    def close(self) -> None:
        """Give the device back; nothing when it is closed."""
        ...


class Holding(Protocol):
    """A camera that can hold its settings (`Capability.HOLD`)."""

    def hold(self, held: bool) -> None:
        """Keep exposure, gain, white balance and focus as they are now, or let the camera choose again."""
        ...

    @property
    def exposure(self) -> Exposure:
        """What the sensor was set to for the last picture."""
        ...


def holding(camera: Camera) -> Holding | None:
    """Return a camera as one that holds its settings, None when it cannot.

    What is held is lost when the camera is closed: hold it again each time that it runs.
    """
    return cast(Holding, camera) if Capability.HOLD in camera.capabilities else None


_OURS_ALONE = 2
"""References to a picture while it is counted, where it is in the pool's list and nowhere else."""


class PicturePool:
    """The pictures of one camera, uint8 (h, w, 3). One thread at a time asks.

    Whoever holds a picture, a part of it or its bytes keeps it as it is; of those that nobody holds one is kept for
    the next, the others go back to the machine.
    """

    def __init__(self) -> None:
        self._pictures: list[NDArray[np.uint8]] = []

    def picture(self, size_px: tuple[int, int]) -> NDArray[np.uint8]:
        """Return a picture (width, height) to write into: its content is whatever it was."""
        shape = (size_px[1], size_px[0], 3)
        free = [at for at in range(len(self._pictures)) if sys.getrefcount(self._pictures[at]) <= _OURS_ALONE]
        again = next((self._pictures[at] for at in free if self._pictures[at].shape == shape), None)
        held = [one for at, one in enumerate(self._pictures) if at not in free]
        given = np.empty(shape, np.uint8) if again is None else again
        self._pictures = [*held, given]
        return given


def utc_at(monotonic_s: float) -> datetime:
    """Return the wall clock's UTC at a moment of the monotonic clock."""
    ago_s = time.monotonic() - monotonic_s
    return datetime.now(UTC) - timedelta(seconds=ago_s)


def monotonic_from_boot(boot_ns: int) -> float:
    """Return the monotonic time in seconds of a moment given in nanoseconds since boot, sleep included."""
    asleep_ns = time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()
    return (boot_ns - asleep_ns) / 1e9


class Pacer:
    """Due times `1 / fps` apart. One that cannot be met is left out, so that a slow source never falls behind.

    Raises `ValueError` unless fps > 0.
    """

    def __init__(self, fps: float) -> None:
        if not fps > 0:
            raise ValueError(f"{fps!r} frames a second: expected more than 0")
        self._period_s = 1 / fps
        self._due_s: float | None = None

    def next_due(self, work_s: float = 0.0) -> float:
        """Return the next due time on the monotonic clock that leaves `work_s` from now."""
        earliest = time.monotonic() + work_s
        if self._due_s is None:
            self._due_s = earliest
            return earliest
        due = self._due_s + self._period_s
        if due < earliest:
            due += self._period_s * -(-(earliest - due) // self._period_s)
        self._due_s = due
        return due

    @staticmethod
    def wait_until(due_s: float, stop: Event) -> bool:
        """Wait until a due time; return False as soon as `stop` is set."""
        return not stop.wait(max(0.0, due_s - time.monotonic()))
