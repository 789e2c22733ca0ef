"""The machine's page: what a table runs on and is set to, and what its referee may do about it."""

from __future__ import annotations

from enum import StrEnum, auto
from pathlib import Path
from typing import Annotated, Literal, Protocol

from pydantic import Field, FiniteFloat

from web.contract.machine_views import HealthView
from web.contract.power import AskPower, PowerView
from web.contract.restoring import BringCopy, DropCopy, PlaceCopy, RestoreView
from web.contract.updating import AskedUpdate, UpdateView
from web.contract.views import ClosedModel

Value = bool | int | FiniteFloat | str | tuple[str, ...] | dict[str, str] | None
"""What a setting says: lists by their entries in words, names with what each stands for; None for nothing."""


class SettingKind(StrEnum):
    """How a setting is written down on the page."""

    SWITCH = auto()
    NUMBER = auto()
    TEXT = auto()
    SECRET = auto()
    CHOICE = auto()
    LIST = auto()
    NAMES = auto()


class SettingView(ClosedModel):
    """One setting: `name` as in the file ("camera.fps"), what it does, what holds now and what the file says.

    Of a secret is said whether there is one, as true or false. `changed` says that it was set on this page; `locked`
    why it cannot be, empty where it can.
    """

    name: str
    description: str
    kind: SettingKind
    choices: tuple[str, ...] = ()
    least: FiniteFloat | None = None
    most: FiniteFloat | None = None
    value: Value = None
    in_file: Value = None
    changed: bool = False
    locked: str = ""


class SettingsSection(ClosedModel):
    """A section of the settings, as in the file."""

    name: str
    title: str
    settings: tuple[SettingView, ...]


class CopyState(StrEnum):
    """How far a back-up is."""

    NONE = "none"
    WRITING = "writing"
    READY = "ready"


class CopyView(ClosedModel):
    """The back-up that can be downloaded: how far it is, in words, and what it is called once it is ready."""

    state: CopyState = CopyState.NONE
    line: str = ""
    name: str = ""


class MachineView(ClosedModel):
    """What stands on the machine's page. `lines` are the last ones said, the newest last.

    `notice` says which secrets the last change of settings has erased, empty if none.
    """

    program: str
    system: str
    running_s: Annotated[float, Field(ge=0)]
    addresses: tuple[str, ...]
    parts: tuple[HealthView, ...]
    lines: tuple[str, ...]
    sections: tuple[SettingsSection, ...]
    copy_made: CopyView = CopyView()
    restoring: RestoreView = RestoreView()
    powers: tuple[PowerView, ...] = ()
    playing: bool = False
    notice: str = ""


class SettingChange(ClosedModel):
    """A setting as it is to be; with `as_in_file` the page's word is taken back and the file's holds again."""

    name: Annotated[str, Field(max_length=80)]
    value: Value = None
    as_in_file: bool = False


class ChangeSettings(ClosedModel):
    """Set some settings, all or none, and build the table anew with them. A game that is on goes on."""

    kind: Literal["settings"]
    changes: Annotated[tuple[SettingChange, ...], Field(min_length=1, max_length=200)]


class MakeCopy(ClosedModel):
    """Write a back-up that can be downloaded."""

    kind: Literal["backup"]


class BuildAnew(ClosedModel):
    """Close the table and open it again: devices are looked for anew, a game that is on goes on."""

    kind: Literal["anew"]


class AskedMachine(ClosedModel):
    """What the page asks for."""

    wish: Annotated[
        ChangeSettings | MakeCopy | BuildAnew | BringCopy | DropCopy | PlaceCopy | AskPower,
        Field(discriminator="kind"),
    ]


class MachinePort(Protocol):
    """The machine behind the page; every method is called on the event loop and must not block it."""

    async def view(self) -> MachineView:
        """Return everything that the page shows now."""
        ...

    async def do(self, asked: AskedMachine) -> str | None:
        """Return why a wish was not fulfilled, None when it was."""
        ...

    async def take(self, number: int, offset: int, part: bytes) -> str | None:
        """Take a part of the back-up that is brought under a number, from a byte on; return why not, None when done."""
        ...

    def restoring(self) -> RestoreView:
        """Return how far the back-up is that is brought."""
        ...

    def update_view(self) -> UpdateView:
        """Return which version plays, and how far the one is that is brought."""
        ...

    async def update(self, asked: AskedUpdate) -> str | None:
        """Return why a wish about another version was not fulfilled, None when it was or has begun to be."""
        ...

    async def take_release(self, number: int, offset: int, part: bytes) -> str | None:
        """Take a part of the release that is brought, as `take` does of a back-up."""
        ...

    async def report(self) -> str:
        """Return the report for whoever mends the program; no secret is in it."""
        ...

    def copy_file(self) -> Path | None:
        """Return the back-up that is ready, None where none is."""
        ...
