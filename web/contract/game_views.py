"""How a game stands: sides, teams, whose turn it is, the clock."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.game.card import PloyTime
from referee.rules.position import Order
from web.contract.colour import ink_on
from web.contract.views import Colour, Name, View

Edge = Literal["", "left", "right", "far", "near"]
"""Of the board, as the camera sees it; empty where none is known."""


class SeatView(View):
    """One player's side. `ink` is the text colour that reads on `colour`.

    `edge` is the board's edge that its models stand nearest to, against the others; empty where nobody is seen.
    """

    player: Name
    name: Name
    team: str = ""
    colour: Colour
    cp: Annotated[int, Field(ge=0)] = 0
    vp: Annotated[int, Field(ge=0)] = 0
    edge: Edge = ""
    ink: Colour = Field(default_factory=lambda known: ink_on(known["colour"]))


class AbsentView(View):
    """An operative of the game that stands nowhere on the board, and may be put there by hand."""

    id: Name
    player: Name
    name: Name


class MemberView(View):
    """One operative of a team, on the board or not: `out` when it is incapacitated or removed."""

    id: Name
    player: Name
    name: Name
    wounds: Annotated[int, Field(ge=0)]
    start_wounds: Annotated[int, Field(ge=1)]
    order: Order
    ready: bool
    out: bool = False
    weapons: tuple[str, ...] = ()


class KeptFallView(View):
    """Frames kept of an operative's fall: how many, and the number by which they are asked for (a ClipView)."""

    operative: Name
    clip: Annotated[int, Field(ge=1)]
    clip_of: Annotated[int, Field(ge=1)]


class ActivationView(View):
    """An operative that may be activated now, and with which orders."""

    operative: Name
    orders: Annotated[tuple[Order, ...], Field(min_length=1)]


class PloyView(View):
    """A ploy that stands on a player's card; `why` says why it cannot be used now, empty where it can."""

    player: Name
    name: Name
    when: PloyTime
    cost: Annotated[int, Field(ge=0)]
    text: str = ""
    why: str = ""


class SecretOptionView(View):
    """One card that a player may choose from in secret; `text` says what it asks."""

    name: Name
    text: str = ""


class SecretView(View):
    """A choice that a player makes in secret, and may make (`chosen` is false) or reveal now; `label` is what it is.

    `options` are the cards there are to choose from, as both players may read them; none where no list has any.
    """

    player: Name
    topic: Name
    label: Name
    chosen: bool = False
    options: tuple[SecretOptionView, ...] = ()


class GameView(View):
    """How the game stands. `undo` and `redo` say in words what they would take back or put back; null when nothing.

    `turn` is whose turn it is where players alternate, `signed` who has signed the result off. `number` is that of the
    recorded game, for `/api/games/{number}`; 0 when it is not recorded. `absent` are operatives that stand nowhere yet,
    `activations` those that may be activated now, `roster` everybody of both teams; `secrets` are what players may
    choose in secret or reveal now, never what was chosen; `opening` says that nobody was asked before the first
    activation, while it is still to come; `ploys` are those on their cards.
    """

    number: Annotated[int, Field(ge=0)] = 0

    edition: Name
    title: Name
    turning_point: Annotated[int, Field(ge=0)] = 0
    phase: str = ""
    initiative: str | None = None
    active: str | None = None
    seats: tuple[SeatView, ...] = ()
    undo: str | None = None
    redo: str | None = None
    begun: bool = True
    free: bool = False
    over: bool = False
    winner: str | None = None
    turn: str | None = None
    signed: tuple[str, ...] = ()
    absent: tuple[AbsentView, ...] = ()
    activations: tuple[ActivationView, ...] = ()
    roster: tuple[MemberView, ...] = ()
    secrets: tuple[SecretView, ...] = ()
    ploys: tuple[PloyView, ...] = ()
    opening: str = ""


class ClockSeatView(View):
    """One player's thinking time used, whole seconds."""

    player: Name
    used_s: Annotated[int, Field(ge=0)]


class ClockView(View):
    """The chess clock and the round's timer, whole seconds; `on` names the player whose time runs."""

    running: bool = False
    on: str | None = None
    seats: tuple[ClockSeatView, ...] = ()
    round_s: Annotated[int, Field(ge=0)] = 0
    limit_s: Annotated[int, Field(ge=0)] = 0
