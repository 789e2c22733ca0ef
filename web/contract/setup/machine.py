"""Views, requests and port of the machine page: settings, back-up, restore, update, power."""

from __future__ import annotations

from enum import StrEnum, auto
from pathlib import Path
from typing import Annotated, Literal, Protocol

from pydantic import AwareDatetime, ConfigDict, Field, FiniteFloat

from messages.message import Message
from web.contract.base import LenientView
from web.contract.table.snapshot import HealthView

Count = Annotated[int, Field(ge=0, le=2**53)]


class BringState(StrEnum):
    """How far a file is that was brought, until what is in it is put in place."""

    NONE = "none"
    COMING = "coming"
    CHECKING = "checking"
    READY = "ready"
    PLACING = "placing"


class UploadView(LenientView):
    """A file being uploaded, by its `number`, and how much of it has arrived.

    `line` is the progress, or the result of the last upload; `message` is its code.
    """

    state: BringState = BringState.NONE
    line: str = ""
    message: Message | None = None
    number: Count = 0
    name: str = ""
    size_bytes: Count = 0
    come_bytes: Count = 0


RestoreState = BringState
"""Progress of a back-up that is uploaded to be restored."""


class RestoreView(UploadView):
    """The back-up that is brought, by its `number`: how much of it has come, and what is in it once it is verified.

    `line` says what is done with it or what became of the last one. `games_here` is how many games the table has now.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"state": "coming", "number": 7, "name": "a.backup", "size_bytes": 900, "come_bytes": 512, "line": ""}
            ]
        }
    )

    program: str = ""
    made: AwareDatetime | None = None
    files: Count = 0
    games: Count = 0
    unpacked_bytes: Count = 0
    games_here: Count = 0


class BringCopy(LenientView):
    """Say that a back-up is to come, with its size; its parts go to /api/machine/upload. One before is forgotten."""

    kind: Literal["bring"]
    name: Annotated[str, Field(min_length=1, max_length=120)]
    size_bytes: Annotated[int, Field(ge=1, le=2**53)]


class DropCopy(LenientView):
    """Forget the back-up that was brought; nothing of the table's was touched."""

    kind: Literal["drop"]


class PlaceCopy(LenientView):
    """Put the back-up in place that was shown under this number: what is there is put aside, never deleted."""

    kind: Literal["place"]
    number: Count


class PowerWish(StrEnum):
    """What to end or restart: the program or the machine."""

    STOP = "stop"
    RESTART = "restart"
    REBOOT = "reboot"
    SHUT_DOWN = "shut_down"


class PowerView(LenientView):
    """One of these actions, and the reason if it is unavailable at this table; empty if it is available."""

    wish: PowerWish
    why_not: str = ""
    message: Message | None = None


class AskPower(LenientView):
    """End the program or the machine. Games are saved; a battle continues after the next start."""

    kind: Literal["power"]
    what: PowerWish


class ChangeView(LenientView):
    """Changes of one version, from its changelog."""

    version: str
    text: str


class UpdateView(UploadView):
    """The installed version and the uploaded one: `version` and its `changes` once its file is verified.

    `why_not` says why this table takes none from a page, `no_index` why none from the network; both empty where it may.
    `at_work` says that the system builds or tries one now, `said` what became of the last one. `before` is the version
    that can be gone back to, empty where there is none.
    """

    plays: str = ""
    before: str = ""
    version: str = ""
    changes: tuple[ChangeView, ...] = ()
    at_work: bool = False
    said: str = ""
    why_not: str = ""
    why_not_message: Message | None = None
    no_index: str = ""
    no_index_message: Message | None = None
    playing: bool = False


class BringRelease(LenientView):
    """Say that a release's file is to come, with its size; its parts go to /api/machine/update."""

    kind: Literal["bring"]
    name: Annotated[str, Field(min_length=1, max_length=120)]
    size_bytes: Annotated[int, Field(ge=1, le=2**53)]


class FetchRelease(LenientView):
    """Fetch the newest release from the index that the settings file names."""

    kind: Literal["fetch"]


class DropRelease(LenientView):
    """Forget the release that was brought; nothing of the table's was touched."""

    kind: Literal["drop"]


class TakeRelease(LenientView):
    """Build the release that was shown under this number beside the one that plays, and go on with it."""

    kind: Literal["take"]
    number: Count


class GoBack(LenientView):
    """Return to the previous release. Games and settings are unchanged."""

    kind: Literal["back"]


class AskedUpdate(LenientView):
    """Request of the page."""

    wish: Annotated[
        BringRelease | FetchRelease | DropRelease | TakeRelease | GoBack,
        Field(discriminator="kind"),
    ]


Value = bool | int | FiniteFloat | str | tuple[str, ...] | dict[str, str] | None
"""Value of a setting: lists as texts, names as a mapping, None if not set."""


class SettingKind(StrEnum):
    """How a setting is written down on the page."""

    SWITCH = auto()
    NUMBER = auto()
    TEXT = auto()
    SECRET = auto()
    CHOICE = auto()
    LIST = auto()
    NAMES = auto()


class SettingView(LenientView):
    """One setting: `name` as in the file ("camera.fps"), what it does, what holds now and what the file says.

    Of a secret is said whether there is one, as true or false. `changed` says that it was set on this page; `locked`
    why it cannot be, empty where it can. Both texts have their messages beside them.
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
    description_message: Message | None = None
    locked_message: Message | None = None


class SettingsSection(LenientView):
    """A section of the settings, as in the file."""

    name: str
    title: str
    settings: tuple[SettingView, ...]
    message: Message | None = None


class CopyState(StrEnum):
    """How far a back-up is."""

    NONE = "none"
    WRITING = "writing"
    READY = "ready"


class CopyView(LenientView):
    """The back-up that can be downloaded: how far it is, in words, and what it is called once it is ready."""

    state: CopyState = CopyState.NONE
    line: str = ""
    message: Message | None = None
    name: str = ""


class MachineView(LenientView):
    """State of the machine's page. `lines` are the last log lines, the newest last.

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
    message: Message | None = None


class SettingChange(LenientView):
    """A new value of a setting; with `as_in_file` the value of the settings file is used again."""

    name: Annotated[str, Field(max_length=80)]
    value: Value = None
    as_in_file: bool = False


class ChangeSettings(LenientView):
    """Change settings, all or none, and reopen the table with them. A game continues."""

    kind: Literal["settings"]
    changes: Annotated[tuple[SettingChange, ...], Field(min_length=1, max_length=200)]


class MakeCopy(LenientView):
    """Write a back-up that can be downloaded."""

    kind: Literal["backup"]


class BuildAnew(LenientView):
    """Close the table and open it again. Devices are searched for again; a game continues."""

    kind: Literal["anew"]


class AskedMachine(LenientView):
    """Request of the page."""

    wish: Annotated[
        ChangeSettings | MakeCopy | BuildAnew | BringCopy | DropCopy | PlaceCopy | AskPower,
        Field(discriminator="kind"),
    ]


class MachinePort(Protocol):
    """The machine behind the page; methods are called on the event loop and must not block it."""

    async def view(self) -> MachineView:
        """Return everything that the page shows now."""
        ...

    async def do(self, asked: AskedMachine) -> Message | None:
        """Carry out a request; return the reason on failure, None on success."""
        ...

    async def take(self, number: int, offset: int, part: bytes) -> Message | None:
        """Store a part of the uploaded back-up from byte `offset` on; return the reason on failure, None on success."""
        ...

    def restoring(self) -> RestoreView:
        """Return the progress of the uploaded back-up."""
        ...

    def update_view(self) -> UpdateView:
        """Return the running version, and the progress of the uploaded one."""
        ...

    async def update(self, asked: AskedUpdate) -> Message | None:
        """Carry out or start a request about versions; return the reason on failure, None on success."""
        ...

    async def take_release(self, number: int, offset: int, part: bytes) -> Message | None:
        """Store a part of the uploaded release, as `take` does for a back-up."""
        ...

    async def report(self) -> str:
        """Return the report for support; it contains no secrets."""
        ...

    def copy_file(self) -> Path | None:
        """Return the finished back-up, or None."""
        ...
