"""What a table lacks before it can play: its camera, the lens, what carries which tag, a folder for its games."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from calibration.catalogue import Catalogue, load_catalogue
from calibration.errors import CalibrationError
from calibration.rig import Rig, load_rig
from overlook.first_run.choices import Choices, camera_chosen
from overlook.salvage import NO_CAMERA
from overlook.settings import Settings
from simulation.scene.example_table import example_catalogue
from web.contract.setup.startup import FirstStep

OWN_RIG = "rig.json"
SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that is missing or damaged: what, in a sentence that says what to do, and the step that mends it."""

    part: str
    sentence: str
    step: FirstStep | None = None


@dataclass(frozen=True, slots=True)
class Equipped:
    """The lens and the catalogue that a table has, None for one that is missing, and everything that it lacks."""

    rig: Rig | None = None
    catalogue: Catalogue | None = None
    lacks: tuple[Lack, ...] = field(default=())


def kit_catalogue() -> Catalogue:
    """Return what the starter kit's board carries: what a table stands on that has no catalogue of its own."""
    return example_catalogue().bare


def own_rig(settings: Settings) -> Path:
    """Return where this table keeps the lens that its page has found."""
    return settings.data.folder / OWN_RIG


def equipped(settings: Settings, choices: Choices) -> Equipped:
    """Return what a table with a camera of its own has and lacks; the simulated one lacks at most a folder."""
    source = camera_chosen(settings.camera, choices).source
    lacks = list(_folder(settings.data.folder))
    if source == SIMULATED:
        return Equipped(lacks=tuple(lacks))
    if source == NO_CAMERA:
        lacks.append(Lack("camera", "No camera is chosen: choose one of those that are plugged in", FirstStep.CAMERA))
    rig, without = _rig(settings, choices)
    catalogue, unknown = _catalogue(settings, choices)
    lacks += [each for each in (without, unknown) if each is not None]
    if not lacks and choices.begun and not choices.finished:
        lacks.append(Lack("first run", "The first run is not finished: go on where it was left", choices.step))
    return Equipped(rig, catalogue, tuple(lacks))


def _folder(folder: Path) -> list[Lack]:
    """Return that games cannot be kept, where they cannot."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        return [Lack("data", f"The data folder {folder} cannot be made ({fault.strerror}): {_MEND_FOLDER}")]
    closed = next((each for each in (folder, folder / "games") if each.exists() and not _may_write(each)), None)
    if closed is None:
        return []
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return [Lack("data", f"The disk of the data folder {folder} is read-only, games cannot be kept: {_MEND_DISK}")]
    return [Lack("data", f"The data folder {closed} cannot be written: {_MEND_FOLDER}")]


def _may_write(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)


_MEND_FOLDER = "give it to the user that runs the table, or name another as data.folder"
_MEND_DISK = "mend the disk or mount it to be written, the table then opens by itself"


def _rig(settings: Settings, choices: Choices) -> tuple[Rig | None, Lack | None]:
    named = settings.camera.rig if not choices.own_rig else None
    path = named or own_rig(settings)
    if named is None and not path.exists():
        return None, Lack("lens", "The camera's lens is not known: find it with the lens sheet", FirstStep.LENS)
    try:
        return load_rig(path), None
    except (CalibrationError, OSError) as fault:
        return None, Lack("lens", f"The lens file does not hold: {fault}. Find the lens again", FirstStep.LENS)


def _catalogue(settings: Settings, choices: Choices) -> tuple[Catalogue | None, Lack | None]:
    path = settings.camera.catalogue
    if path is None or choices.kit_board:
        return kit_catalogue(), None
    try:
        return load_catalogue(path), None
    except (CalibrationError, OSError) as fault:
        said = f"The catalogue does not hold: {fault}. Mend it, or take the starter kit's board"
        return None, Lack("board", said, FirstStep.PRINT)
