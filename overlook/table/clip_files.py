"""A clip as a file: a zip with its frames as JPEG and `clip.json`, which says what is drawn over them."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from web.contract.errors import UnknownError
from web.contract.table.recordings import ClipView

VIEW = "clip.json"
MOST_FRAMES = 100
MOST_BYTES = 8 << 20
"""No frame of ours is nearly as large: a file that says so is not one of ours, or is damaged."""

UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, KeyError, ValueError, RuntimeError)
"""What `zipfile` raises for an archive that was damaged, that lacks a file, or that it cannot read."""


@dataclass(frozen=True, slots=True)
class Clip:
    """The frames of one moment, and what is drawn over them."""

    view: ClipView
    jpegs: tuple[bytes, ...]

    @property
    def moment(self) -> int:
        """Which frame is that of the ruling or the fall itself: frames may have followed."""
        times_s = self.view.times_s
        return max((at for at, time_s in enumerate(times_s) if time_s <= 0), default=len(times_s) - 1)

    def still(self) -> Clip:
        """Return the frame of the moment alone."""
        at = self.moment
        return Clip(self.view.model_copy(update={"times_s": self.view.times_s[at : at + 1]}), self.jpegs[at : at + 1])


def write_clip(path: Path, clip: Clip) -> None:
    """Write a clip, whole or not at all; raises `OSError`."""
    part = path.with_suffix(".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as file:
        parts = {VIEW: json.dumps(clip.view.model_dump(mode="json")).encode()}
        parts |= {_frame(number): jpeg for number, jpeg in enumerate(clip.jpegs)}
        for name, data in parts.items():
            # `writestr` would take the time of day, which a ZIP can hold from 1980 on.
            with file.open(name, "w") as into:
                into.write(data)
    part.replace(path)


def read_view(path: Path) -> ClipView:
    """Return what a clip's file says of it; raises `UnknownError` where there is none or it cannot be read."""
    try:
        return ClipView.model_validate_json(_read(path, VIEW))
    except ValidationError as fault:
        raise UnknownError(
            f"The frames of event {path.stem} cannot be read: {fault.error_count()} faults in {path.name}"
        ) from fault


def read_frame(path: Path, frame: int) -> bytes:
    """Return one frame of it; raises as `read_view` does."""
    return _read(path, _frame(frame))


def read_clip(path: Path) -> Clip:
    """Return all of it; raises as `read_view` does."""
    view = read_view(path)
    if len(view.times_s) > MOST_FRAMES:
        raise _damaged(path, f"it says that it has {len(view.times_s)} frames")
    return Clip(view, tuple(read_frame(path, frame) for frame in range(len(view.times_s))))


def length(path: Path) -> int:
    """Return how many frames a clip's file has; none where it cannot be read."""
    try:
        with zipfile.ZipFile(path) as file:
            return sum(name.endswith(".jpg") for name in file.namelist())
    except (*UNREADABLE, OSError):
        return 0


def _frame(number: int) -> str:
    return f"{number:03d}.jpg"


def _read(path: Path, name: str) -> bytes:
    try:
        with zipfile.ZipFile(path) as file:
            if name not in file.namelist() and VIEW in file.namelist():
                raise UnknownError(f"Of event {path.stem} there is no such frame as {name}")
            if file.getinfo(name).file_size > MOST_BYTES:
                raise _damaged(path, f"{name} is larger than {MOST_BYTES} bytes")
            return file.read(name)
    except FileNotFoundError as fault:
        raise UnknownError(f"No frames were kept of event {path.stem}") from fault
    except OSError as fault:
        raise _damaged(path, fault.strerror or str(fault)) from fault
    except UNREADABLE as fault:
        raise _damaged(path, "it is damaged") from fault


def _damaged(path: Path, why: str) -> UnknownError:
    return UnknownError(f"The frames of event {path.stem} cannot be read: {path.name}: {' '.join(why.split())}")
