"""Camera by its specification, cameras plugged in, camera that may be plugged in later."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from hardware.cameras.camera import Camera, CameraIdentity, CameraMode, Capability, Exposure, holding
from hardware.cameras.opencv import SUFFIXES, ImageCamera, RtspCamera, V4l2Camera, VideoFileCamera
from hardware.cameras.picamera import PicameraCamera
from hardware.errors import CameraError, CameraSpecError
from simulation.cameras.table_camera import SimulatedCamera
from simulation.scene.example_table import example_rig
from simulation.scene.scene import Scene
from vision.frame import Frame

SYSTEM = Path("/sys/class/video4linux")
PI_DRIVERS = ("pispbe", "rpi-", "bcm2835-", "unicam", "rp1-cfe")
"""Device nodes of a Raspberry Pi's own camera parts and codecs: no camera that can be read from by itself."""

_NAMED = re.compile(r"picamera:\d{1,3}|v4l2:/dev/video\d{1,4}")


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A camera that is there: the line that names it in the settings, and its name for people."""

    source: str
    name: str


def found_cameras(system: Path = SYSTEM) -> tuple[FoundCamera, ...]:
    """Return every camera that can be asked for: a Pi's own first, then USB cameras by their device."""
    return (*_of_the_pi(), *_of_usb(system))


def could_be_found(source: str) -> bool:
    """Whether a line names a camera as those are named that are plugged in: no file and no address."""
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
    except Exception:  # libcamera raises what its pipelines raise; a table without one is no fault
        return ()
    usb = ("usb", "uvc")
    return tuple(
        FoundCamera(f"picamera:{one['Num']}", str(one.get("Model", "camera")))
        for one in known
        if not any(word in str(one.get("Id", "")).lower() for word in usb)
    )


KINDS = "simulated, picamera[:NUMBER], v4l2:/dev/video0, rtsp://..., or a picture, folder or video file"


def camera_from_spec(
    spec: str, *, size_px: tuple[int, int] | None = None, fps: float | None = None, scene: Scene | None = None
) -> Camera:
    """Return the camera that `spec` names, not opened yet.

    `size_px` and `fps` are what it is asked for, where it can be asked; `scene` is what the simulated camera shows (the
    example table unless given). Raises `CameraSpecError` for a spec that names no camera.
    """
    kind, _, rest = spec.partition(":")
    match kind.lower():
        case "simulated" if not rest:
            return SimulatedCamera(scene, example_rig(size_px or (1280, 720)), fps=fps or 10.0)
        case "picamera" if not rest or rest.isdecimal():
            return PicameraCamera(int(rest or 0), size_px=size_px, fps=fps)
        case "v4l2" if rest:
            return V4l2Camera(rest, size_px=size_px, fps=fps)
        case "rtsp" | "rtsps":
            return RtspCamera(spec)
    path = Path(spec).expanduser()
    if not spec or not path.exists():
        raise CameraSpecError(f"camera {spec!r}: no such camera or file; expected {KINDS}")
    if path.is_dir() or path.suffix.lower() in SUFFIXES:
        return ImageCamera(path, fps=fps or 5.0)
    return VideoFileCamera(path)


def open_camera(
    spec: str, *, size_px: tuple[int, int] | None = None, fps: float | None = None, scene: Scene | None = None
) -> Camera:
    """Return the camera that `spec` names, open. Raises `CameraSpecError`, and `CameraError` when it does not open."""
    camera = camera_from_spec(spec, size_px=size_px, fps=fps, scene=scene)
    camera.open()
    return camera


class LateCamera:
    """A camera by its spec, found or not; `make` is tried at every opening until it finds one.

    Opened in vain it raises `CameraError` with the finder's own line, so that a supervisor tries again.
    """

    def __init__(self, spec: str, make: Callable[[], Camera]) -> None:
        self._spec, self._make = spec, make
        self._found: Camera | None = None

    @property
    def identity(self) -> CameraIdentity:
        """Which camera this is: by its spec alone until it is found."""
        return CameraIdentity("camera", "camera", self._spec) if self._found is None else self._found.identity

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What it can do; nothing until it is found."""
        return frozenset() if self._found is None else self._found.capabilities

    @property
    def mode(self) -> CameraMode:
        """How it gives its pictures; `CameraError` while it is closed."""
        return self._there().mode

    def open(self) -> None:
        """Find the device, take it and start it."""
        if self._found is None:
            try:
                self._found = self._make()
            except CameraSpecError as fault:
                raise CameraError(str(fault)) from fault
        self._found.open()

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come."""
        return self._there().frames()

    def close(self) -> None:
        """Give the device back; it is looked for anew when it is opened again."""
        found, self._found = self._found, None
        if found is not None:
            found.close()

    def hold(self, held: bool) -> None:
        """Keep exposure and focus as they are now, or let the camera choose again."""
        holder = holding(self._there())
        if holder is not None:
            holder.hold(held)

    @property
    def exposure(self) -> Exposure:
        """What the sensor was set to for the last picture."""
        holder = holding(self._there())
        return Exposure() if holder is None else holder.exposure

    def _there(self) -> Camera:
        if self._found is None:
            raise CameraError(f"{self._spec}: the camera is not open; open it first")
        return self._found


def camera_when_there(
    spec: str, shown: str, *, size_px: tuple[int, int] | None = None, fps: float | None = None
) -> Camera:
    """Return the camera that `spec` names, or one that is looked for until there is such a one.

    `shown` is the spec as people may read it, without a password.
    """
    try:
        return camera_from_spec(spec, size_px=size_px, fps=fps)
    except CameraSpecError:
        return LateCamera(shown, lambda: camera_from_spec(spec, size_px=size_px, fps=fps))
