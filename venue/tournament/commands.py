"""Commands that change an event, one JSON document each. An event's state is the fold of its commands."""

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

from venue.protocol import MOST_WORDS, CallId, CallLink, CallRuling, Ending, GameName, Short

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


class TournamentCommand(BaseModel):
    """Base of every command: when it was given, and by whom."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: AwareDatetime
    by: Name


class SetUp(TournamentCommand):
    """Start the event, or change its rules: rounds, points for a result and a bye, tables in order.

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


class AddEntrant(TournamentCommand):
    """Add an entrant, possibly after rounds were played. `code` authorises the entrant's signatures."""

    kind: Literal["enter"] = "enter"
    entrant: Id
    name: Name
    team: Short = ""
    club: Short = ""
    code: Annotated[str, Field(max_length=64)] = ""


class DropEntrant(TournamentCommand):
    """Withdraw an entrant from the next round on; `why` is the reason."""

    kind: Literal["drop"] = "drop"
    entrant: Id
    why: Line


class ReinstateEntrant(TournamentCommand):
    """Bring back an entrant who had dropped, from the next round on."""

    kind: Literal["return"] = "return"
    entrant: Id
    why: Line


class PairingAtTable(BaseModel):
    """Two entrants at a table; `second` is None for a bye, which has no table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    table: Short
    first: Id
    second: Id | None


class StartRound(TournamentCommand):
    """Start a round with its pairings, mission, killzone and length.

    `before` are the games that the hub knew by then, as `table/game`: they belong to no match of this round. Without
    `running` the round is published and its clock starts later.
    """

    kind: Literal["start_round"] = "start_round"
    round: RoundNumber
    seatings: Annotated[tuple[PairingAtTable, ...], Field(min_length=1, max_length=MOST_ENTRANTS)]
    mission: Short = ""
    killzone: Short = ""
    before: Annotated[tuple[TableGame, ...], Field(max_length=100_000)] = ()
    minutes: Annotated[int, Field(strict=True, ge=1, le=600)] = 150
    running: bool = True


class ReportResult(TournamentCommand):
    """Record how a table reports the end of a game of this round: victory points of the first and the second entrant.

    `winner` is set if the points do not show who won (a concession), `undecided` if the table reports a winner that is
    not possible. `ending` is set if the winner and the points do not show it: a game that ended early. Default values
    are left out of the JSON, so that hubs up to 0.2.0 can read all other reports.
    """

    kind: Literal["table_says"] = "table_says"
    round: RoundNumber
    table: Short
    game: GameName
    points: tuple[Points, Points]
    winner: Id | None = None
    undecided: bool = False
    ending: Ending | None = None

    @model_serializer(mode="wrap")
    def _leave_out_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        left_out = {"winner": None, "undecided": False, "ending": None}
        found: dict[str, Any] = handler(self)
        return {name: value for name, value in found.items() if name not in left_out or value != left_out[name]}


class Sign(TournamentCommand):
    """Sign a game's result for an entrant: victory points of the first and the second entrant of the seating."""

    kind: Literal["sign"] = "sign"
    round: RoundNumber
    entrant: Id
    points: tuple[Points, Points]


class Confirm(TournamentCommand):
    """Accept the result that both entrants signed, or that one of them signed and the table reports."""

    kind: Literal["confirm"] = "confirm"
    round: RoundNumber
    table: Short


class Correct(TournamentCommand):
    """Set a game's result regardless of signatures; `winner` if the points do not show it (a concession).

    `ending` is how the game ended; without it the winner and the points show that. A no-show needs a `winner`.
    """

    kind: Literal["correct"] = "correct"
    round: RoundNumber
    entrant: Id
    points: tuple[Points, Points]
    winner: Id | None = None
    ending: Literal["played", "draw", "concession", "time-out", "no-show"] | None = None
    why: Line


class ChangePairing(TournamentCommand):
    """Change the pairings of the current round; refused if an affected game has a result."""

    kind: Literal["reseat"] = "reseat"
    round: RoundNumber
    seatings: Annotated[tuple[PairingAtTable, ...], Field(min_length=1, max_length=MOST_ENTRANTS)]
    why: Line


class Rename(TournamentCommand):
    """Correct an entrant's name, team or club."""

    kind: Literal["rename"] = "rename"
    entrant: Id
    name: Name
    team: Short = ""
    club: Short = ""
    why: Line


class Clock(TournamentCommand):
    """Pause or resume the round's clock."""

    kind: Literal["clock"] = "clock"
    running: bool


class CallJudge(TournamentCommand):
    """Call a judge to a table, by the table or by the organiser for it; `by` is the caller.

    `words` are for the organiser only; `ruling` is the table's last one, `link` an address that shows it.
    """

    kind: Literal["call_judge"] = "call_judge"
    table: Annotated[Short, Field(min_length=1)]
    call: CallId
    words: Words = ""
    ruling: CallRuling = ""
    link: CallLink = ""


class WithdrawCall(TournamentCommand):
    """Withdraw a call for a judge."""

    kind: Literal["withdraw_call"] = "withdraw_call"
    table: Short
    call: CallId


class JudgeComing(TournamentCommand):
    """Note that the judge (`by`) is on the way to a table."""

    kind: Literal["judge_coming"] = "judge_coming"
    table: Short
    call: CallId


class JudgeAnswered(TournamentCommand):
    """Answer a call; `words` go to the table."""

    kind: Literal["judge_answered"] = "judge_answered"
    table: Short
    call: CallId
    words: Words = ""


class TakeBackRound(TournamentCommand):
    """Take back the round begun last, with its reports, signatures, results and clock."""

    kind: Literal["take_back_round"] = "take_back_round"
    round: RoundNumber
    why: Line


class Undo(TournamentCommand):
    """Reverse a command: that of the given number, else the last one in force."""

    kind: Literal["undo"] = "undo"
    number: Annotated[int, Field(strict=True, ge=1)] | None = None
    why: Line


AnyAct = Annotated[
    SetUp
    | AddEntrant
    | DropEntrant
    | ReinstateEntrant
    | StartRound
    | ReportResult
    | Sign
    | Confirm
    | Correct
    | ChangePairing
    | Rename
    | Clock
    | CallJudge
    | WithdrawCall
    | JudgeComing
    | JudgeAnswered
    | TakeBackRound
    | Undo,
    Field(discriminator="kind"),
]
ACT: TypeAdapter[AnyAct] = TypeAdapter(AnyAct)
"""Validates a command of any kind."""
