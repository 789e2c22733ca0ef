"""`Snapshot`: everything that a page shows, with notices, health, camera, tray and scoring."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from messages.message import Message
from web.contract.base import BY_ID, VERSION, HealthState, Inches, Name, Severity, View
from web.contract.table.available_actions import MenuView, OffersView
from web.contract.table.board_views import GhostView, MovingView, RulingView, TableView
from web.contract.table.game_views import ClockView, CombatView, GameView, KeptFallView, PromptView


class NoticeView(View):
    """One line for the banner, worst first in the snapshot; `message` is that of `sentence`, null if it has no code."""

    id: Name
    severity: Severity
    sentence: Name
    message: Message | None = None


class HealthView(View):
    """State of a part of the machine (camera, board, panel, journal, ...); `message` is null if it has no code."""

    part: Name
    state: HealthState
    sentence: Name
    message: Message | None = None


class CameraView(View):
    """The camera. `size_px` is (width, height) of the space of all `*_px` points.

    `view_px` is the part of the picture worth showing, the board with a margin: (left, top, width, height).
    """

    id: str = ""
    size_px: tuple[int, int] | None = None
    view_px: tuple[float, float, float, float] | None = None
    fps: Inches | None = None
    latency_ms: Annotated[float, Field(ge=0)] | None = None
    state: HealthState = HealthState.OK


class HeldView(View):
    """Control of an objective marker.

    `player` controls it; null if nobody does. `why` gives the reason, and `message` is its message.
    """

    marker: Name
    player: str | None = None
    why: Name
    message: Message | None = None


class OpView(View):
    """What a player may score from one op now: `vp` as the table counts it, `why` in words.

    `counted` is false where only the players know it; `scored` are the points it has in all. `message` is
    the message of `why`, null if it has no code, `label_message` that of `label`.
    """

    player: Name
    op: Name
    label: Name
    vp: Annotated[int, Field(ge=0)] = 0
    why: Name
    counted: bool = False
    scored: Annotated[int, Field(ge=0)] = 0
    message: Message | None = None
    label_message: Message | None = None


class ScoringView(View):
    """The scoring of one turning point: what the camera and the game know, as proposals to confirm or correct."""

    turning_point: Annotated[int, Field(ge=1)]
    held: tuple[HeldView, ...] = ()
    ops: tuple[OpView, ...] = ()


class RequestView(View):
    """One player's open request to the other: `sentence` is exactly what would change, `message` its message.

    `by` has asked and `asked` is asked; `to` is "referee" once the request was passed on. `screen` is whether the
    table's screen may answer, because the asked phone is away.
    """

    id: Name
    kind: Name
    by: Name
    asked: Name
    to: Name
    sentence: Name
    message: Message | None = None
    screen: bool = False


Pixel = Annotated[int, Field(ge=-100_000, le=100_000)]


class LyingDieView(View):
    """A die of a roll: its value, null when it lies on no face; `doubt` says why it is not believed.

    `box` is its place in the roll's picture: left, top, width, height.
    """

    value: Annotated[int, Field(ge=1, le=6)] | None
    doubt: str = ""
    box: tuple[Pixel, Pixel, Pixel, Pixel]


class ReadView(View):
    """What the tray says to one question. `why` says why it is not believed; empty when one word is enough.

    `message` is the message of `why`.

    `key` names its dice: another one as soon as one of them is thrown again or read otherwise.
    """

    prompt: Name
    key: str = ""
    dice: tuple[LyingDieView, ...]
    why: str = ""
    message: Message | None = None


class TrayView(View):
    """The tray. `roll` names the picture of what lies there (`/api/rolls/{roll}.jpg`), null when nothing does.

    `fault` says why nothing can be read and what to do, `message` is its message.
    """

    phase: Literal["empty", "rolling", "hand", "settled"]
    fault: str = ""
    message: Message | None = None
    roll: str | None = None
    reads: tuple[ReadView, ...] = ()


class Snapshot(View):
    """State of the table for every page at one moment. `revision` grows with every change while the program runs.

    `requests` are the open ones of players, `phones` the seats that have a phone and can be asked.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "version": 1,
                    "revision": 42,
                    "table": {
                        "board": {"width": 30.0, "depth": 22.0, "outline_px": None},
                        "operatives": [
                            {
                                "id": "a2",
                                "player": "p1",
                                "label": "A2",
                                "name": "Leader",
                                "x": 10.25,
                                "y": 6.5,
                                "base": [1.26, 1.26],
                                "head": 1.4,
                                "state": "seen",
                                "order": "engage",
                            }
                        ],
                        "terrain": [],
                        "markers": [],
                        "flags": {"hand_in_view": False, "settled": True},
                    },
                    "game": {"edition": "kt24", "title": "Friendly", "turning_point": 1, "phase": "firefight"},
                    "prompts": [],
                    "rulings": [],
                    "ghosts": [],
                    "notices": [],
                    "health": [{"part": "camera", "state": "ok", "sentence": "30 frames a second"}],
                    "camera": {"id": "cm3", "size_px": [1280, 720], "fps": 30.0, "latency_ms": 84.0, "state": "ok"},
                }
            ]
        }
    )

    version: Literal[1] = VERSION
    revision: Annotated[int, Field(ge=1)]
    table: TableView
    game: GameView
    prompts: tuple[PromptView, ...] = ()
    rulings: Annotated[tuple[RulingView, ...], BY_ID] = ()
    ghosts: tuple[GhostView, ...] = ()
    moving: Annotated[tuple[MovingView, ...], Field(max_length=1)] = ()
    notices: tuple[NoticeView, ...] = ()
    health: tuple[HealthView, ...] = ()
    camera: CameraView = CameraView()
    offers: Annotated[tuple[OffersView, ...], Field(max_length=1)] = ()
    menu: Annotated[tuple[MenuView, ...], Field(max_length=1)] = ()
    tray: Annotated[tuple[TrayView, ...], Field(max_length=1)] = ()
    clock: ClockView = ClockView()
    combat: Annotated[tuple[CombatView, ...], Field(max_length=1)] = ()
    scoring: Annotated[tuple[ScoringView, ...], Field(max_length=1)] = ()
    falls: tuple[KeptFallView, ...] = ()
    requests: tuple[RequestView, ...] = ()
    phones: tuple[Name, ...] = ()
