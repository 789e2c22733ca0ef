"""What people have chosen on the first run's page, kept beside the games: a pulled plug finds it again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.files import DigestError, read_undigested
from overlook.settings import CameraSettings, Settings
from overlook.writing import SECRET_MODE, write_digested
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
