"""Views that a stream may show; no other data goes on air.

They contain no question, measurement, menu or open choice, and no pixel coordinates of the camera.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from messages.message import Message
from referee.rules.ruling import Verdict
from web.contract.base import VERSION, Name, View
from web.contract.table.board_views import RulingView, TableView
from web.contract.table.feed import DeltaBase, Deltas
from web.contract.table.game_views import ClockView, CombatView, MemberView, SeatView


class CardKind(StrEnum):
    """Subject of a card. Each kind is a part of the overlay with a separate address."""

    COMBAT = "combat"
    KILL = "kill"
    RULING = "ruling"
    CHALLENGE = "challenge"
    SCORE = "points"
    OBJECTIVE = "objective"
    MODEL = "model"
    TURN = "turn"
    END = "end"


class CardView(View):
    """One thing worth showing: `title` heads the card; `sentence` and `message` are all of it, for captions.

    `title_message` and `detail_message` are null if the text is a name, or has no code.

    `rulings` are those of one action, `combat` the shot or fight as it lies; `player` is whose colour it has.
    `operatives` are the ids of those that it is about, where a combat does not say so. `replay` is the address of the
    seconds before it as frames (a ClipView), empty where none were kept.
    """

    id: Name
    kind: CardKind
    title: Name
    title_message: Message | None = None
    sentence: Name
    message: Message | None = None
    detail: str = ""
    detail_message: Message | None = None
    player: str | None = None
    verdict: Verdict | None = None
    operatives: tuple[str, ...] = ()
    replay: str = ""
    rulings: tuple[RulingView, ...] = ()
    combat: Annotated[tuple[CombatView, ...], Field(max_length=1)] = ()


class CommentaryLineView(View):
    """One sentence of the commentary."""

    id: Name
    kind: CardKind
    sentence: Name
    message: Message | None = None
    player: str | None = None


class AirGameView(View):
    """The score, for a score bug."""

    edition: Name
    title: Name
    turning_point: Annotated[int, Field(ge=0)] = 0
    phase: str = ""
    phase_message: Message | None = None
    initiative: str | None = None
    active: str | None = None
    seats: tuple[SeatView, ...] = ()
    over: bool = False
    winner: str | None = None


class AirView(View):
    """State of the stream at one moment. `card` is on air, `feed` has the last sentences, oldest first."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"revision": 3, "game": {"edition": "kt24", "title": "Kill Team 2024"}}]}
    )

    version: Literal[1] = VERSION
    revision: Annotated[int, Field(ge=1)]
    game: AirGameView
    squads: tuple[MemberView, ...] = ()
    clock: ClockView = ClockView()
    table: TableView = TableView()
    accuracy: str = ""
    accuracy_message: Message | None = None
    card: Annotated[tuple[CardView, ...], Field(max_length=1)] = ()
    feed: tuple[CommentaryLineView, ...] = ()


class AirDeltaBase(DeltaBase):
    """The parts of what is on air that changed since revision `since`; null where nothing did."""


AIR_DELTAS: Deltas[AirView] = Deltas("AirDelta", AirView, base=AirDeltaBase)
AirDelta = AIR_DELTAS.model
"""`DeltaBase` with a field for each part of what is on air."""


class RundownView(View):
    """View of the producer: the card on air, the queue in its order, and the card that is held or pinned."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"revision": 3, "held": True}]})

    revision: Annotated[int, Field(ge=1)]
    on: Annotated[tuple[CardView, ...], Field(max_length=1)] = ()
    queue: tuple[CardView, ...] = ()
    held: bool = False
    pinned: bool = False
