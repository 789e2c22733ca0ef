"""What a table lacks before it can play, and what was chosen on the page."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.catalogue import Catalogue, load_catalogue
from calibration.errors import CalibrationError
from calibration.files import DigestError, read_undigested
from calibration.rig import Rig, load_rig
from overlook.atomic_files import SECRET_MODE, write_digested
from overlook.lenient_settings import NO_CAMERA
from overlook.settings import CameraSettings, Settings
from simulation.scene.example_table import example_catalogue
from web.contract.setup.startup import FirstStep

FOLDER = "first-run"
NAME = "choices.json"
Ruler = Annotated[float, Field(ge=90, le=110)]


class Choices(BaseModel):
    """What was chosen. `instead_of` is what the settings named as camera then: once they name another, they are newer.

    `rig` and `catalogue` are what stands in place of a lens file or a catalogue that the settings name; `step` is where
    the page was left, `done` what people have said is done; `finished` once the table may play.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = 1
    source: str | None = None
    instead_of: str = ""
    size_px: tuple[int, int] | None = None
    own_rig: bool = False
    kit_board: bool = False
    step: FirstStep = FirstStep.CAMERA
    done: tuple[FirstStep, ...] = ()
    ruler_mm: Ruler = 100.0
    plate_mm: Annotated[float, Field(ge=0, le=30)] = 0.2
    begun: bool = False
    finished: bool = False

    def with_done(self, step: FirstStep) -> Choices:
        """Return the choices with a step done."""
        return self if step in self.done else self.model_copy(update={"done": (*self.done, step)})

    def without(self, *steps: FirstStep) -> Choices:
        """Return the choices with some steps to be done again."""
        return self.model_copy(update={"done": tuple(step for step in self.done if step not in steps)})


class ChoicesStore:
    """The file of one table's choices. One that cannot be read is put aside and said; the table begins anew."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER
        self.fault = ""
        self._path = self.folder / NAME
        self.choices = self._read()

    def _read(self) -> Choices:
        try:
            return Choices.model_validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return Choices()
        except (OSError, ValidationError, DigestError) as fault:
            why = fault.strerror if isinstance(fault, OSError) else "it is damaged"
            self.fault = f"{self._path}: {why}: what was chosen on the first run's page is asked for again"
            return Choices()

    def keep(self, choices: Choices) -> None:
        """Make choices those that stand, on disk before anything is done by them; raises `OSError`."""
        write_digested(self._path, choices.model_dump_json(indent=1), mode=SECRET_MODE)
        self.choices, self.fault = choices, ""


def camera_chosen(settings: CameraSettings, choices: Choices) -> CameraSettings:
    """Return the camera that is used: the one chosen on the page, unless the settings have named another since."""
    if choices.source is None or choices.instead_of != settings.source:
        return settings
    size_px = choices.size_px or settings.size_px
    return settings.model_copy(update={"source": choices.source, "size_px": size_px})


def with_choices(settings: Settings, choices: Choices) -> Settings:
    """Return the settings of a table with what its page has chosen."""
    return settings.model_copy(update={"camera": camera_chosen(settings.camera, choices)})


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
