"""What every camera is to the rest of the program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, cast

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
