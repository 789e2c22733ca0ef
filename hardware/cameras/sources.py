"""Camera sources: create a camera from its specification, list connected cameras, and wait for missing ones."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from hardware.cameras.camera import Camera, CameraIdentity, CameraMode, Capability, Exposure, exposure_lock_of
from hardware.cameras.opencv import LOOP, SUFFIXES, ImageCamera, RtspCamera, V4l2Camera, VideoFileCamera
from hardware.cameras.picamera import PicameraCamera
from hardware.errors import CameraError, CameraSpecError
from messages.message import Message
from vision.frame import Frame

log = logging.getLogger("overlook.hardware.cameras")

SYSTEM = Path("/sys/class/video4linux")
PI_DRIVERS = ("pispbe", "rpi-", "bcm2835-", "unicam", "rp1-cfe")
"""Drivers of a Raspberry Pi's camera parts and codecs, whose device nodes are not separate cameras."""

_NAMED = re.compile(r"picamera:\d{1,3}|v4l2:/dev/video\d{1,4}")


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """Connected camera: its specification for the settings, and its name for people."""

    source: str
    name: str


def found_cameras(system: Path = SYSTEM) -> tuple[FoundCamera, ...]:
    """Return all connected cameras: a Pi's cameras first, then USB cameras by their device."""
    return (*_of_the_pi(), *_of_usb(system))


def is_local_device_spec(source: str) -> bool:
    """Return whether a specification has the form of those of connected cameras: no file and no address."""
    return _NAMED.fullmatch(source) is not None


def _of_usb(system: Path) -> tuple[FoundCamera, ...]:
    found = []
    for folder in sorted(system.glob("video*"), key=lambda path: (len(path.name), path.name)):
        try:
            name = (folder / "name").read_text(errors="replace").strip()
            index = (folder / "index").read_text().strip()
        except OSError:
            continue
        # The other nodes of a device carry its metadata.
        if index == "0" and not name.startswith(PI_DRIVERS):
            found.append(FoundCamera(f"v4l2:/dev/{folder.name}", name or folder.name))
    return tuple(found)


def _of_the_pi() -> tuple[FoundCamera, ...]:
    if find_spec("picamera2") is None:
        return ()
    try:
        known = import_module("picamera2").Picamera2.global_camera_info()
    except Exception:  # libcamera's pipelines raise various exceptions; a table without a Pi camera is no fault
        return ()
    usb = ("usb", "uvc")
    return tuple(
        FoundCamera(f"picamera:{one['Num']}", str(one.get("Model", "camera")))
        for one in known
        if not any(word in str(one.get("Id", "")).lower() for word in usb)
    )


ENTRY_POINTS = "overlook.cameras"
"""Entry point group of plug-ins; each one names a `CameraKind`."""


@dataclass(frozen=True, slots=True)
class CameraRequest:
    """Requested mode, for cameras that have a choice: size in pixels, frames per second."""

    size_px: tuple[int, int] | None = None
    fps: float | None = None


@dataclass(frozen=True, slots=True)
class CameraKind:
    """Kind of camera specification, such as `v4l2:/dev/video0`.

    `usage` is its syntax or a message that describes it, for errors. `make` returns the camera for a specification, not
    opened yet, or None if it is of another kind.
    """

    usage: str | Message
    make: Callable[[str, CameraRequest], Camera | None]


def _picamera(spec: str, request: CameraRequest) -> Camera | None:
    kind, _, number = spec.partition(":")
    if kind.lower() != "picamera" or (number and not number.isdecimal()):
        return None
    return PicameraCamera(int(number or 0), size_px=request.size_px, fps=request.fps)


def _v4l2(spec: str, request: CameraRequest) -> Camera | None:
    kind, _, device = spec.partition(":")
    if kind.lower() != "v4l2" or not device:
        return None
    return V4l2Camera(device, size_px=request.size_px, fps=request.fps)


def _rtsp(spec: str, _: CameraRequest) -> Camera | None:
    return RtspCamera(spec) if spec.partition(":")[0].lower() in {"rtsp", "rtsps"} else None


def _file(spec: str, request: CameraRequest) -> Camera | None:
    loop, named = spec.startswith(LOOP), spec.removeprefix(LOOP)
    path = Path(named).expanduser()
    if not named or not path.exists():
        return None
    if path.is_dir() or path.suffix.lower() in SUFFIXES:
        return ImageCamera(path, fps=request.fps or 5.0, loop=loop)
    return VideoFileCamera(path, loop=loop)


DEVICE_KINDS = (
    CameraKind("picamera[:NUMBER]", _picamera),
    CameraKind("v4l2:/dev/video0", _v4l2),
    CameraKind("rtsp://...", _rtsp),
)
FILES = CameraKind(Message.of("camera-usage-file"), _file)


def camera_kinds(*first: CameraKind) -> tuple[CameraKind, ...]:
    """Return every kind of camera: those given, devices, those of installed plug-ins, files.

    A plug-in that cannot be loaded is logged and left out.
    """
    return (*first, *DEVICE_KINDS, *_plugged_in(), FILES)


def _plugged_in() -> Iterator[CameraKind]:
    for point in entry_points(group=ENTRY_POINTS):
        try:
            kind = point.load()
        except Exception:
            log.exception("camera plug-in %s cannot be loaded", point.value)
            continue
        if isinstance(kind, CameraKind):
            yield kind
        else:
            log.error("camera plug-in %s is no CameraKind", point.value)


def camera_from_spec(spec: str, request: CameraRequest, kinds: Sequence[CameraKind]) -> Camera:
    """Return the camera for the specification `spec`, not opened yet.

    Raises `CameraSpecError` if it is of no known kind.
    """
    for kind in kinds:
        camera = kind.make(spec, request)
        if camera is not None:
            return camera
    raise CameraSpecError("camera-unknown", camera=spec, usages=[kind.usage for kind in kinds])


class HotplugCamera:
    """Camera that may not be connected yet; each `open` calls `make` until the camera is found.

    If it is not found, `open` raises `CameraError` with the message of `make`, so that a supervisor tries again.
    """

    def __init__(self, spec: str, make: Callable[[], Camera]) -> None:
        self._spec, self._make = spec, make
        self._found: Camera | None = None

    @property
    def identity(self) -> CameraIdentity:
        """Identity, from the specification alone until the camera is found."""
        return CameraIdentity("camera", "camera", self._spec) if self._found is None else self._found.identity

    @property
    def capabilities(self) -> frozenset[Capability]:
        """Capabilities; none until the camera is found."""
        return frozenset() if self._found is None else self._found.capabilities

    @property
    def mode(self) -> CameraMode:
        """Mode of the camera; `CameraError` while it is closed."""
        return self._there().mode

    def open(self) -> None:
        """Find, open and start the device."""
        if self._found is None:
            try:
                self._found = self._make()
            except CameraSpecError as fault:
                raise CameraError(fault.message) from fault
        self._found.open()

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they arrive."""
        return self._there().frames()

    def close(self) -> None:
        """Release the device; the next `open` searches for it again."""
        found, self._found = self._found, None
        if found is not None:
            found.close()

    def hold(self, held: bool) -> None:
        """Lock exposure and focus at their current values, or return them to automatic."""
        holder = exposure_lock_of(self._there())
        if holder is not None:
            holder.hold(held)

    @property
    def exposure(self) -> Exposure:
        """Sensor settings of the last frame."""
        holder = exposure_lock_of(self._there())
        return Exposure() if holder is None else holder.exposure

    def _there(self) -> Camera:
        if self._found is None:
            raise CameraError("camera-not-open", camera=self._spec)
        return self._found


def camera_or_hotplug(spec: str, shown: str, request: CameraRequest, kinds: Sequence[CameraKind]) -> Camera:
    """Return the camera for `spec`, or a `HotplugCamera` that searches for it.

    `shown` is `spec` without a password, for display.
    """
    try:
        return camera_from_spec(spec, request, kinds)
    except CameraSpecError:
        return HotplugCamera(shown, lambda: camera_from_spec(spec, request, kinds))
