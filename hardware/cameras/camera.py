"""Camera protocol, with capture times, frame pacing and image buffers for its implementations."""

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
    """Capability of a camera, or property of its frames.

    - `LIVE`: time passes whether or not frames are read.
    - `FINITE`: the frames come to an end.
    - `LOOPS`: recorded frames are repeated from the first after the last.
    - `RESTLESS`: sensor noise makes every frame different, so equal frames mean a fault.
    - `SENSOR_TIME`: `captured_s` comes from the sensor, not from the frame's arrival.
    - `HOLD`: exposure, gain, white balance and focus can be locked.
    """

    LIVE = "live"
    FINITE = "finite"
    LOOPS = "loops"
    RESTLESS = "restless"
    SENSOR_TIME = "sensor_time"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class CameraIdentity:
    """Identity of a camera: `id` is permanent and keys the lens file, `name` is for people.

    `spec` is the specification it was opened with, without a password.
    """

    id: str
    name: str
    spec: str


@dataclass(frozen=True, slots=True)
class CameraMode:
    """Mode of a camera: (width, height), frames per second if known, and the pixel format."""

    size_px: tuple[int, int]
    fps: float | None
    pixel_format: str

    def __str__(self) -> str:
        rate = "" if self.fps is None else f"@{self.fps:g}"
        return f"{self.size_px[0]}x{self.size_px[1]}{rate} {self.pixel_format}"


@dataclass(frozen=True, slots=True)
class Exposure:
    """Sensor settings of a frame; None if the camera does not report them.

    `focus` is in dioptres if the lens can move.
    """

    exposure_s: float | None = None
    gain: float | None = None
    focus: float | None = None


class Camera(Protocol):
    """Source of frames. One thread opens, reads and closes it; `close` may also be called from another thread.

    Every method raises `CameraError`.
    """

    @property
    def identity(self) -> CameraIdentity:
        """Identity, known before the camera is open."""
        ...

    @property
    def capabilities(self) -> frozenset[Capability]:
        """Capabilities of the camera."""
        ...

    @property
    def mode(self) -> CameraMode:
        """Mode as read back from the open camera; `CameraError` while it is closed."""
        ...

    def open(self) -> None:
        """Open and start the device; does nothing if it is open."""
        ...

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they arrive.

        Ends when the camera is closed, and by itself only for a `FINITE` one. Raises `CameraError` if the camera is
        lost.
        """
        ...

    def close(self) -> None:
        """Release the device; does nothing if it is closed."""
        ...


class ExposureLock(Protocol):
    """Camera that can lock its settings (`Capability.HOLD`)."""

    def hold(self, held: bool) -> None:
        """Lock exposure, gain, white balance and focus at their current values, or return them to automatic."""
        ...

    @property
    def exposure(self) -> Exposure:
        """Sensor settings of the last frame."""
        ...


def exposure_lock_of(camera: Camera) -> ExposureLock | None:
    """Return a camera as one that can lock its settings, None if it cannot.

    The lock is lost when the camera is closed: set it again each time the camera starts.
    """
    return cast(ExposureLock, camera) if Capability.HOLD in camera.capabilities else None


_OURS_ALONE = 2
"""Reference count of an image that only the pool's list and the count itself refer to."""


class FrameBufferPool:
    """Pool of image buffers of one camera, uint8 (h, w, 3), for requests from one thread at a time.

    A buffer is not reused as long as anything refers to the image, a part of it or its bytes. One free buffer is kept
    for the next image; the others are released.
    """

    def __init__(self) -> None:
        self._pictures: list[NDArray[np.uint8]] = []

    def acquire(self, size_px: tuple[int, int]) -> NDArray[np.uint8]:
        """Return a buffer (width, height) to write into, with undefined content."""
        shape = (size_px[1], size_px[0], 3)
        free = [at for at in range(len(self._pictures)) if sys.getrefcount(self._pictures[at]) <= _OURS_ALONE]
        again = next((self._pictures[at] for at in free if self._pictures[at].shape == shape), None)
        held = [one for at, one in enumerate(self._pictures) if at not in free]
        given = np.empty(shape, np.uint8) if again is None else again
        self._pictures = [*held, given]
        return given


def utc_at(monotonic_s: float) -> datetime:
    """Return the UTC wall-clock time for a time of the monotonic clock."""
    ago_s = time.monotonic() - monotonic_s
    return datetime.now(UTC) - timedelta(seconds=ago_s)


def monotonic_from_boot(boot_ns: int) -> float:
    """Return the monotonic time in seconds for a time in nanoseconds since boot, including sleep."""
    asleep_ns = time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()
    return (boot_ns - asleep_ns) / 1e9


class Pacer:
    """Due times `1 / fps` apart; missed ones are skipped, so that a slow source never falls behind.

    Raises `ValueError` unless fps > 0.
    """

    def __init__(self, fps: float) -> None:
        if not fps > 0:
            raise ValueError(f"fps={fps!r}: expected > 0")
        self._period_s = 1 / fps
        self._due_s: float | None = None

    def next_due(self, work_s: float = 0.0) -> float:
        """Return the next due time on the monotonic clock that is at least `work_s` from now."""
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
