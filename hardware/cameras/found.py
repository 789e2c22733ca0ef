"""The cameras that are plugged into this machine now."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

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
