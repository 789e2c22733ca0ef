"""Prerequisites of a table (camera, lens, catalogue, data folder), and the choices made on the first run's page."""

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
from messages.message import Message
from overlook.atomic_files import SECRET_MODE, write_digested
from overlook.lenient_settings import NO_CAMERA
from overlook.settings import CameraSettings, Settings
from simulation.scene.example_table import example_catalogue
from web.contract.setup.startup import FirstStep

FOLDER = "first-run"
NAME = "choices.json"
Ruler = Annotated[float, Field(ge=90, le=110)]


class Choices(BaseModel):
    """Choices made on the page. `instead_of` is the settings' camera at that time: if it changes, the settings win.

    `own_rig` and `kit_board` replace the lens file and catalogue named in the settings. `step` is the current step of
    the page, `done` the steps that users have confirmed; `finished` is set once the table may play.
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
        """Return the choices with some steps no longer done."""
        return self.model_copy(update={"done": tuple(step for step in self.done if step not in steps)})


class ChoicesStore:
    """File of one table's choices. If it cannot be read, `fault` is the reason and the first run starts again."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER
        self.fault: Message | None = None
        self._path = self.folder / NAME
        self.choices = self._read()

    def _read(self) -> Choices:
        try:
            return Choices.model_validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return Choices()
        except (OSError, ValidationError, DigestError) as fault:
            self.fault = (
                Message.of("first-choices-unreadable", file=self._path.name, reason=fault.strerror or fault)
                if isinstance(fault, OSError)
                else Message.of("first-choices-damaged", file=self._path.name)
            )
            return Choices()

    def keep(self, choices: Choices) -> None:
        """Replace the choices and write them to disk; raises `OSError` and changes nothing if that fails."""
        write_digested(self._path, choices.model_dump_json(indent=1), mode=SECRET_MODE)
        self.choices, self.fault = choices, None


def camera_chosen(settings: CameraSettings, choices: Choices) -> CameraSettings:
    """Return the effective camera: the page's choice, unless the settings' camera was changed since."""
    if choices.source is None or choices.instead_of != settings.source:
        return settings
    size_px = choices.size_px or settings.size_px
    return settings.model_copy(update={"source": choices.source, "size_px": size_px})


def with_choices(settings: Settings, choices: Choices) -> Settings:
    """Return the settings with the page's choice of camera."""
    return settings.model_copy(update={"camera": camera_chosen(settings.camera, choices)})


OWN_RIG = "rig.json"
SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class MissingPart:
    """A missing or damaged prerequisite: the part, a sentence with what to do, and the step that fixes it."""

    part: str
    sentence: Message
    step: FirstStep | None = None


@dataclass(frozen=True, slots=True)
class Equipped:
    """A table's lens and catalogue, None if missing, and the list of all missing prerequisites."""

    rig: Rig | None = None
    catalogue: Catalogue | None = None
    lacks: tuple[MissingPart, ...] = field(default=())


def kit_catalogue() -> Catalogue:
    """Return the catalogue of the starter kit's board, the default for tables without a catalogue."""
    return example_catalogue().bare


def own_rig(settings: Settings) -> Path:
    """Return the path of the lens calibration made on the page."""
    return settings.data.folder / OWN_RIG


def check_prerequisites(settings: Settings, choices: Choices) -> Equipped:
    """Return a table's lens, catalogue and missing prerequisites; the simulated table needs only its data folder."""
    source = camera_chosen(settings.camera, choices).source
    lacks = list(_folder(settings.data.folder))
    if source == SIMULATED:
        return Equipped(lacks=tuple(lacks))
    if source == NO_CAMERA:
        lacks.append(MissingPart("camera", Message.of("first-camera-missing"), FirstStep.CAMERA))
    rig, without = _rig(settings, choices)
    catalogue, unknown = _catalogue(settings, choices)
    lacks += [each for each in (without, unknown) if each is not None]
    if not lacks and choices.begun and not choices.finished:
        lacks.append(MissingPart("first run", Message.of("first-unfinished"), choices.step))
    return Equipped(rig, catalogue, tuple(lacks))


def _folder(folder: Path) -> list[MissingPart]:
    """Return the problem of the data folder if games cannot be stored there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        unmade = Message.of("first-folder-cannot-be-made", folder=folder, fault=fault.strerror or fault)
        return [MissingPart("data", unmade)]
    closed = next((each for each in (folder, folder / "games") if each.exists() and not _may_write(each)), None)
    if closed is None:
        return []
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return [MissingPart("data", Message.of("first-disk-read-only", folder=folder))]
    return [MissingPart("data", Message.of("first-folder-closed", folder=closed))]


def _may_write(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)


def _rig(settings: Settings, choices: Choices) -> tuple[Rig | None, MissingPart | None]:
    named = settings.camera.rig if not choices.own_rig else None
    path = named or own_rig(settings)
    if named is None and not path.exists():
        return None, MissingPart("lens", Message.of("first-lens-missing"), FirstStep.LENS)
    try:
        return load_rig(path), None
    except (CalibrationError, OSError) as fault:
        return None, MissingPart("lens", Message.of("first-lens-refused", fault=fault), FirstStep.LENS)


def _catalogue(settings: Settings, choices: Choices) -> tuple[Catalogue | None, MissingPart | None]:
    path = settings.camera.catalogue
    if path is None or choices.kit_board:
        return kit_catalogue(), None
    try:
        return load_catalogue(path), None
    except (CalibrationError, OSError) as fault:
        refused = Message.of("first-catalogue-refused", fault=fault)
        return None, MissingPart("board", refused, FirstStep.PRINT)
