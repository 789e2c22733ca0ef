"""Views, requests and ports of the first run and the lobby."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, Protocol

from pydantic import ConfigDict, Field

from messages.message import Message
from web.contract.base import HealthState, LenientView, Name, Point, View
from web.contract.setup.calibration import WizardView
from web.contract.streams import Picture


class FirstStep(StrEnum):
    """The steps of a first run, in their order."""

    CAMERA = "camera"
    PICTURE = "picture"
    PRINT = "print"
    LENS = "lens"
    BOARD = "board"
    VERIFY = "verify"


class LackView(View):
    """One part that is missing or damaged, and the step that repairs it; none if it is repaired elsewhere."""

    part: Name
    sentence: str
    step: FirstStep | None = None
    message: Message | None = None


class FirstRunStepView(View):
    """One step: whether it is done, and how it stands in a line."""

    name: FirstStep
    title: str
    done: bool
    line: str = ""
    message: Message | None = None


class CameraChoiceView(View):
    """An available camera: its source for the settings, and its name."""

    source: Name
    name: str
    chosen: bool = False


class VerdictView(View):
    """One check of the live frame, and what to do if it fails.

    `message` and `remedy` are the codes of `sentence` and `mend`.
    """

    part: Name
    state: HealthState
    sentence: str
    mend: str = ""
    message: Message | None = None
    remedy: Message | None = None


class SeenTagView(View):
    """A board tag in the picture: its corners, and how far it lies from where the board's fit expects it, px.

    `miss_px` is drawn from the tag's centre, `EXAGGERATED` times as long as it is.
    """

    id: int
    corners_px: tuple[Point, ...]
    miss_px: Point = (0.0, 0.0)
    left_out: bool = False


class BoardFoundView(View):
    """The detected board in one line, and its tags."""

    line: str
    tags: tuple[SeenTagView, ...] = ()
    message: Message | None = None


class PlaceView(View):
    """A place where the verify plate was measured: its number, and its line."""

    number: int
    line: str
    x: float
    y: float
    message: Message | None = None


class FirstRunView(View):
    """Everything that the page shows now. `picture` counts the pictures seen.

    `camera` is empty where none is chosen, `camera_line` says how it is, by its name; `kit_board` says that the table
    stands on the starter kit's board, `certificate` how exact it was measured to be. These texts and `board_problem`
    have their messages beside them.
    """

    version: Literal[1] = 1
    step: FirstStep
    steps: tuple[FirstRunStepView, ...]
    lacks: tuple[LackView, ...] = ()
    cameras: tuple[CameraChoiceView, ...] = ()
    camera: str
    camera_state: HealthState
    camera_line: str
    size_px: tuple[int, int]
    wanted_px: tuple[int, int]
    picture: int
    verdicts: tuple[VerdictView, ...] = ()
    lens: WizardView | None = None
    board: BoardFoundView | None = None
    board_problem: str = ""
    places: tuple[PlaceView, ...] = ()
    places_wanted: int
    certificate: str = ""
    ruler_mm: float
    plate_mm: float
    kit_board: bool = False
    ready: bool = False
    playing: bool = False
    camera_line_message: Message | None = None
    board_problem_message: Message | None = None
    certificate_message: Message | None = None


class Choose(LenientView):
    """Use that camera, with frames of that size."""

    kind: Literal["choose"]
    source: Annotated[str, Field(min_length=1, max_length=300)]
    size_px: tuple[Annotated[int, Field(ge=320, le=9152)], Annotated[int, Field(ge=240, le=6944)]] | None = None


class Turn(LenientView):
    """Go to that step; with `done`, the one that is left is done."""

    kind: Literal["turn"]
    step: FirstStep
    done: bool = False


class Ruler(LenientView):
    """The printed 100 mm line measures so many, and the verify plate on its card is so thick."""

    kind: Literal["ruler"]
    ruler_mm: Annotated[float, Field(ge=90, le=110)]
    plate_mm: Annotated[float, Field(ge=0, le=30)] = 0.2


class KitBoard(LenientView):
    """Stand on the starter kit's board, whatever catalogue the settings name."""

    kind: Literal["kit_board"]


class DropView(LenientView):
    """Leave a view of the lens sheet out."""

    kind: Literal["drop_view"]
    name: Annotated[str, Field(max_length=64)]


class FindLens(LenientView):
    """Find the lens from the views."""

    kind: Literal["find_lens"]


class TakePlace(LenientView):
    """Measure the verify plate where it lies."""

    kind: Literal["take_place"]


class DropPlace(LenientView):
    """Leave a place of the verify plate out."""

    kind: Literal["drop_place"]
    number: Annotated[int, Field(ge=1)]


class Certify(LenientView):
    """Make the certificate from the places measured."""

    kind: Literal["certify"]


class Finish(LenientView):
    """Go to the table: the first run is done."""

    kind: Literal["finish"]


class Again(LenientView):
    """Come back to the first run from a table that plays: another camera, another lens."""

    kind: Literal["again"]


Wish = Annotated[
    Choose | Turn | Ruler | KitBoard | DropView | FindLens | TakePlace | DropPlace | Certify | Finish | Again,
    Field(discriminator="kind"),
]


class AskedFirst(LenientView):
    """Request of the page."""

    wish: Wish


class FirstRunPort(Protocol):
    """The first run behind the page; methods are called on the event loop and must not block it."""

    def view(self) -> FirstRunView:
        """Return everything that the page shows now."""
        ...

    async def do(self, wish: Wish) -> Message | None:
        """Carry out a request; return the reason on failure, None on success."""
        ...

    async def picture(self) -> Picture:
        """Return the newest frame, waiting for the first."""
        ...

    def kit(self, paper: str) -> bytes:
        """Return the starter kit as a PDF."""
        ...

    def sheet(self, name: str, paper: str) -> bytes:
        """Return one of the sheets as a PDF: board, charuco or verify."""
        ...


class LobbyWish(StrEnum):
    """Mode of this table.

    WATCH is the demonstration, PLAY a ready game on the simulated table, SET_UP an empty simulated table, CONTINUE the
    game that was left, CAMERA the choice of a real camera.
    """

    WATCH = "watch"
    PLAY = "play"
    SET_UP = "set_up"
    CONTINUE = "continue"
    CAMERA = "camera"


class LobbyView(LenientView):
    """The mode of this table, the modes that this device may choose, and the game that can be continued.

    `laying` says in a sentence that a ready game is being laid, empty when none is; `message` is that sentence.
    `opened` counts how often the program has opened a table: another number is another table.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        json_schema_extra={"examples": [{"runs": "demonstration", "wishes": ["play", "set_up", "camera"]}]},
    )

    runs: Literal["demonstration", "simulated", "camera"]
    wishes: tuple[LobbyWish, ...] = ()
    kept: str = ""
    laying: str = ""
    message: Message | None = None
    opened: int = 0


class AskedLobby(LenientView):
    """The body of a request: what is to run."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra={"examples": [{"wish": "play"}]})

    wish: LobbyWish


class LobbyPort(Protocol):
    """Choice of what runs at this table; methods are called on the event loop."""

    def view(self) -> LobbyView:
        """Return what runs now, and what can be started instead."""
        ...

    def do(self, wish: LobbyWish) -> Message | None:
        """Reopen the table with something else; return the reason on failure, None on success."""
        ...
