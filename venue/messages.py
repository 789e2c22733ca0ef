"""What tables and hub say to each other: one JSON document a message, with a version."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, model_validator

from referee.rules.ruling import Verdict
from venue.errors import VenueError
from venue.judge_calls import CallId, CallWords

MOST_BYTES = 256_000
MOST = 2**31 - 1
"""The largest whole number in a message: every database that the hub may keep its messages in has room for it."""

Count = Annotated[int, Field(ge=-MOST, le=MOST)]
FromOne = Annotated[int, Field(ge=1, le=MOST)]
Short = Annotated[str, Field(max_length=64, pattern=r"^[^\x00-\x1f]*$")]
GameName = Annotated[str, Field(max_length=128, pattern=r"^[^\x00-\x1f]*$")]

DEMONSTRATION = "Demonstration"
"""Title of the demonstration. Tables up to 0.2.0 mark it in no other way."""

_M = TypeVar("_M", bound="Message")


class Message(BaseModel):
    """What every message has: the version of this catalogue."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    v: Literal[1] = 1

    def to_bytes(self) -> bytes:
        """Return it as it goes over the wire."""
        return self.model_dump_json().encode()


class Presence(Message):
    """Whether a table is there. The broker says `online` false for it when it is lost."""

    online: bool
    program: str = ""


class Side(BaseModel):
    """One player at a table."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    player: str
    name: str
    colour: str = "#888888"
    cp: Count = 0
    vp: Count = 0


class TableState(Message):
    """A table's game in short. `winner` is a side's player, None for a draw or an open game.

    `conceded_by` is the player who conceded. `practice` marks games that never count: the demonstration, and games of
    the simulated tables. `match` is the `Assigned.match` that the game was played for, empty for a game played for
    none, None if the table does not know (tables up to 0.2.0 never do).
    """

    title: str
    edition: str
    game: GameName = ""
    phase: str = ""
    turning_point: Count = 0
    initiative: str | None = None
    active: str | None = None
    sides: tuple[Side, ...] = ()
    ended: bool = False
    winner: str | None = None
    conceded_by: str | None = None
    practice: bool = False
    match: Short | None = None
    trouble: tuple[str, ...] = ()
    last_ruling: str = ""
    at: AwareDatetime

    @model_validator(mode="before")
    @classmethod
    def _mark_demonstration(cls, data: Any) -> Any:
        """Mark the demonstration of a table that knows no `practice`."""
        if isinstance(data, dict) and data.get("title") == DEMONSTRATION:
            return {**data, "practice": True}
        return data


class Assigned(Message):
    """Who plays at a table in an event's round, and what; the first of `players` is its player 1.

    `match` identifies this pairing at this table in this round of this event; the table returns it with the result.
    It is empty from hubs up to 0.2.0. `left_s` is how much of the round was left at `at`; it runs while `running`.
    """

    event: Short
    round: FromOne
    match: Short = ""
    players: tuple[Short, Short]
    teams: tuple[Short, Short] = ("", "")
    mission: Short = ""
    killzone: Short = ""
    left_s: Annotated[float, Field(allow_inf_nan=False)] = 0.0
    running: bool = True
    at: AwareDatetime

    @property
    def sentence(self) -> str:
        """Return it as a table says it."""
        played = ", ".join(text for text in (self.mission, self.killzone) if text)
        return f"round {self.round}, {self.players[0]} against {self.players[1]}" + (f", {played}" if played else "")


class JudgeState(StrEnum):
    """How a call for a judge stands at the hub: heard, somebody comes, answered, or ended otherwise."""

    WAITING = "waiting"
    COMING = "coming"
    ANSWERED = "answered"
    ENDED = "ended"


class JudgeAnswer(Message):
    """What becomes of the judge that a table called last; of another call than that the table takes no notice.

    `words` are the judge's, for the table.
    """

    call: CallId
    state: JudgeState
    words: CallWords = ""
    at: AwareDatetime


class RulingSaid(BaseModel):
    """A ruling, for people: the claim, the verdict, how probable it is, the sentence that decides, and its rule."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    claim: str
    verdict: Verdict
    p_yes: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
    sentence: str = ""
    rule: str = ""


class UnnumberedGameMessage(Message):
    """What a table puts into its outbox: `GameMessage` before it has a number.

    `game` is a name that no other game has, `sequence` the event's number in it, `cause` that of the intent it follows
    from. `seal` stands for the event and all before it in its game: the same event said twice has the same one. It is
    an HMAC under a key of the table, so that nobody can find a secret choice by trying its values. `result` is how the
    game stands where this event ended it, or took its end back.
    """

    game: GameName
    sequence: FromOne
    cause: FromOne = 1
    edition: str = ""
    kind: Short
    data: dict[str, Any] = Field(default_factory=dict)
    rulings: tuple[RulingSaid, ...] = ()
    result: TableState | None = None
    seal: Short = ""
    at: AwareDatetime


class GameMessage(UnnumberedGameMessage):
    """One event of a game, with the rulings that it carried, numbered.

    `stream` names the outbox that numbered it, `number` counts in it from 1 without holes. `oldest` is the first
    number that the table still keeps: what was before it, an earlier hub has.
    """

    stream: Annotated[Short, Field(min_length=8)]
    number: FromOne
    oldest: FromOne = 1


class Ack(Message):
    """Up to which number of a stream the hub keeps what was said: the table may forget it, and goes on after it.

    `judge` says whether somebody at this hub answers calls for a judge.
    """

    stream: str
    number: Annotated[int, Field(ge=0, le=MOST)]
    judge: bool = False


def read_message(kind: type[_M], payload: bytes, where: str) -> _M:
    """Return a message of that kind; `VenueError` names the topic, the field and what was expected."""
    if len(payload) > MOST_BYTES:
        raise VenueError(f"{where}: {len(payload)} bytes: expected {MOST_BYTES} at most")
    try:
        return kind.model_validate_json(payload)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "the whole"
        raise VenueError(f"{where}: {field}: {first['msg']}") from error
