"""The machine's page: what a table runs on and is set to, and what its referee may do about it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from web.contract.machine_views import HealthView

Value = bool | int | float | str | tuple[str, ...] | dict[str, str] | None
"""What a setting says: lists by their entries in words, names with what each stands for; None for nothing."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SettingKind(StrEnum):
    """How a setting is written down on the page."""

    SWITCH = "switch"
    NUMBER = "number"
    TEXT = "text"
    SECRET = "secret"  # noqa: S105 - the name of a kind
    CHOICE = "choice"
    LIST = "list"
    NAMES = "names"


class SettingView(_Frozen):
    """One setting: `name` as in the file ("camera.fps"), what it does, what holds now and what the file says.

    Of a secret is said whether there is one, as true or false. `changed` says that it was set on this page; `locked`
    why it cannot be, empty where it can.
    """

    name: str
    description: str
    kind: SettingKind
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    value: Value = None
    in_file: Value = None
    changed: bool = False
    locked: str = ""


class SettingsSection(_Frozen):
    """A section of the settings, as in the file."""

    name: str
    title: str
    settings: tuple[SettingView, ...]


class CopyState(StrEnum):
    """How far a back-up is."""

    NONE = "none"
    WRITING = "writing"
    READY = "ready"


class CopyView(_Frozen):
    """The back-up that can be downloaded: how far it is, in words, and what it is called once it is ready."""

    state: CopyState = CopyState.NONE
    line: str = ""
    name: str = ""


class MachineView(_Frozen):
    """What stands on the machine's page. `lines` are the last ones said, the newest last."""

    program: str
    system: str
    running_s: Annotated[float, Field(ge=0)]
    addresses: tuple[str, ...]
    parts: tuple[HealthView, ...]
    lines: tuple[str, ...]
    sections: tuple[SettingsSection, ...]
    copy_made: CopyView = CopyView()
    playing: bool = False


class SettingChange(_Frozen):
    """A setting as it is to be; with `as_in_file` the page's word is taken back and the file's holds again."""

    name: Annotated[str, Field(max_length=80)]
    value: Value = None
    as_in_file: bool = False


class ChangeSettings(_Frozen):
    """Set some settings, all or none, and build the table anew with them. A game that is on goes on."""

    kind: Literal["settings"]
    changes: Annotated[tuple[SettingChange, ...], Field(min_length=1, max_length=200)]


class MakeCopy(_Frozen):
    """Write a back-up that can be downloaded."""

    kind: Literal["backup"]


class BuildAnew(_Frozen):
    """Close the table and open it again: devices are looked for anew, a game that is on goes on."""

    kind: Literal["anew"]


class AskedMachine(_Frozen):
    """What the page asks for."""

    wish: Annotated[ChangeSettings | MakeCopy | BuildAnew, Field(discriminator="kind")]


class MachinePort(Protocol):
    """The machine behind the page; every method is called on the event loop and must not block it."""

    async def view(self) -> MachineView:
        """Return everything that the page shows now."""
        ...

    async def do(self, asked: AskedMachine) -> str | None:
        """Return why a wish was not fulfilled, None when it was."""
        ...

    async def report(self) -> str:
        """Return the report for whoever mends the program; no secret is in it."""
        ...

    def copy_file(self) -> Path | None:
        """Return the back-up that is ready, None where none is."""
        ...
