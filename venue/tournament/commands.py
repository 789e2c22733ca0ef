"""What can be done to an event: one JSON document each, with who did it; the event is what they come to, in order."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    model_serializer,
)

from venue.protocol import MOST_WORDS, CallId, CallLink, CallRuling, GameName, Short

MOST_POINTS = 999
MOST_ROUNDS = 20
MOST_ENTRANTS = 1024

Line = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f]*$")]
Name = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f]*$")]
Id = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]
Words = Annotated[str, Field(max_length=MOST_WORDS, pattern=r"^[^\x00-\x1f]*$")]
Points = Annotated[int, Field(strict=True, ge=0, le=MOST_POINTS)]
TableGame = Annotated[str, Field(max_length=256, pattern=r"^[^\x00-\x1f]*$")]
RoundNumber = Annotated[int, Field(strict=True, ge=1, le=MOST_ROUNDS)]


class Act(BaseModel):
    """What every act has: when it was done and by whom."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: AwareDatetime
    by: Name


class SetUp(Act):
    """The event begins, or its rules are changed: rounds, what a result and a bye are worth, the tables in their order.

    `bye_vp` are the victory points for and against of a bye.
    """

    kind: Literal["set_up"] = "set_up"
    title: Name
    rounds: RoundNumber = 5
    win: Points = 3
    draw: Points = 1
    loss: Points = 0
    bye_vp: tuple[Points, Points] = (0, 0)
    tables: Annotated[tuple[Short, ...], Field(max_length=MOST_ENTRANTS)] = ()


class Enter(Act):
    """Somebody takes part, also after rounds were played. `code` is what signs for them."""

    kind: Literal["enter"] = "enter"
    entrant: Id
    name: Name
    team: Short = ""
    club: Short = ""
    code: Annotated[str, Field(max_length=64)] = ""


class Drop(Act):
    """Somebody takes part no more from the next round on; `why` is said."""

    kind: Literal["drop"] = "drop"
    entrant: Id
    why: Line


class Return(Act):
    """Somebody who had dropped takes part again from the next round on."""

    kind: Literal["return"] = "return"
    entrant: Id
    why: Line


class Seating(BaseModel):
    """Two entrants at a table; `second` is None for a bye, which has no table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    table: Short
    first: Id
    second: Id | None


class StartRound(Act):
    """A round begins with its pairings, its mission and killzone, and how long it takes.

    `before` are the games that the hub had heard of by then, as `table/game`: they belong to no match of this round.
    """

    kind: Literal["start_round"] = "start_round"
    round: RoundNumber
    seatings: Annotated[tuple[Seating, ...], Field(min_length=1, max_length=MOST_ENTRANTS)]
    mission: Short = ""
    killzone: Short = ""
    before: Annotated[tuple[TableGame, ...], Field(max_length=100_000)] = ()
    minutes: Annotated[int, Field(strict=True, ge=1, le=600)] = 150


class TableSays(Act):
    """A table's game of this round has ended so: victory points of the first and of the second.

    `winner` is set if the points do not show who won (a concession), `undecided` if the table does not report a winner
    that can be. Both are left out of the JSON otherwise: hubs up to 0.2.0 read every other report.
    """

    kind: Literal["table_says"] = "table_says"
    round: RoundNumber
    table: Short
    game: GameName
    points: tuple[Points, Points]
    winner: Id | None = None
    undecided: bool = False

    @model_serializer(mode="wrap")
    def _leave_out_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        left_out = {"winner": None, "undecided": False}
        found: dict[str, Any] = handler(self)
        return {name: value for name, value in found.items() if name not in left_out or value != left_out[name]}


class Sign(Act):
    """An entrant signs how the game ended: victory points of the first and of the second of its seating."""

    kind: Literal["sign"] = "sign"
    round: RoundNumber
    entrant: Id
    points: tuple[Points, Points]


class Confirm(Act):
    """The organiser takes what both have signed, or what one of them and the table say, for the result."""

    kind: Literal["confirm"] = "confirm"
    round: RoundNumber
    table: Short


class Correct(Act):
    """The organiser says how a game ended, whatever was signed; `winner` where points do not say it (a concession)."""

    kind: Literal["correct"] = "correct"
    round: RoundNumber
    entrant: Id
    points: tuple[Points, Points]
    winner: Id | None = None
    why: Line


class Reseat(Act):
    """The organiser pairs the running round otherwise, while none of the games that change has a result."""

    kind: Literal["reseat"] = "reseat"
    round: RoundNumber
    seatings: Annotated[tuple[Seating, ...], Field(min_length=1, max_length=MOST_ENTRANTS)]
    why: Line


class Rename(Act):
    """An entrant's name, team or club was wrong."""

    kind: Literal["rename"] = "rename"
    entrant: Id
    name: Name
    team: Short = ""
    club: Short = ""
    why: Line


class Clock(Act):
    """The round's clock is paused, or goes on."""

    kind: Literal["clock"] = "clock"
    running: bool


class CallJudge(Act):
    """A judge is called to a table, by the table itself or by the organiser for it; `by` is who calls.

    `words` are for the organiser alone; `ruling` is the table's last one, `link` where it can be looked at.
    """

    kind: Literal["call_judge"] = "call_judge"
    table: Annotated[Short, Field(min_length=1)]
    call: CallId
    words: Words = ""
    ruling: CallRuling = ""
    link: CallLink = ""


class WithdrawCall(Act):
    """Who called a judge needs none any more."""

    kind: Literal["withdraw_call"] = "withdraw_call"
    table: Short
    call: CallId


class JudgeComing(Act):
    """Who does this is on the way to a table that called."""

    kind: Literal["judge_coming"] = "judge_coming"
    table: Short
    call: CallId


class JudgeAnswered(Act):
    """A call was answered; `words` go to the table."""

    kind: Literal["judge_answered"] = "judge_answered"
    table: Short
    call: CallId
    words: Words = ""


class Undo(Act):
    """An act is taken back: the one of that number, the last that stands where none is given."""

    kind: Literal["undo"] = "undo"
    number: Annotated[int, Field(strict=True, ge=1)] | None = None
    why: Line


AnyAct = Annotated[
    SetUp
    | Enter
    | Drop
    | Return
    | StartRound
    | TableSays
    | Sign
    | Confirm
    | Correct
    | Reseat
    | Rename
    | Clock
    | CallJudge
    | WithdrawCall
    | JudgeComing
    | JudgeAnswered
    | Undo,
    Field(discriminator="kind"),
]
ACT: TypeAdapter[AnyAct] = TypeAdapter(AnyAct)
"""Reads an act of any kind."""
