"""MQTT topics and messages between tables and hub.

| topic | retained | sender | message |
|---|---|---|---|
| `overlook/v1/T/presence` | yes | the table, and the broker as its last will | `Presence` |
| `overlook/v1/T/state` | yes | the table | `TableState`, the newest only |
| `overlook/v1/T/said` | no | the table | `GameMessage`: every event and ruling, numbered without gaps |
| `overlook/v1/T/have` | yes | the hub | `Ack`: the number up to which it has stored them |
| `overlook/v1/T/assigned` | yes | the hub | `Assigned`: a pairing of an event's round |
| `overlook/v1/T/judge` | yes | the hub | `JudgeAnswer`: state of the table's last call for a judge |

Messages are JSON, sent at QoS 1.

Calls for a judge travel as events of a separate game: a `GameMessage` with one of `KINDS` as `kind`, and `JudgeCalled`
or `CallWithdrawn` as `data`. So they arrive once and in order like all events, and a hub without support for calls
stores them as events of a game without a result.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from messages.message import Message as CodedMessage
from referee.rules.ruling import Verdict
from venue.errors import VenueError, fault_in

CALLED = "judge_called"
WITHDRAWN = "judge_withdrawn"
KINDS = (CALLED, WITHDRAWN)
MOST_WORDS = 120
MOST_RULING = 200
MOST_NAME = 64
MOST_LINK = 200
PRIVATE = frozenset({"words"})
"""Fields of a call that only the organiser may read."""


def plain_line(text: object, most: int) -> object:
    """Return a text as one printable line of at most `most` characters; other values are returned unchanged."""
    if not isinstance(text, str):
        return text
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())[:most].rstrip()


def _link(text: object) -> object:
    if not isinstance(text, str):
        return text
    sound = text.startswith(("http://", "https://")) and text.isprintable() and not set(text) & set(" <>\"'\\")
    return text if sound and len(text) <= MOST_LINK else ""


CallId = Annotated[str, Field(min_length=8, max_length=24, pattern=r"^[A-Za-z0-9_-]+$")]
CallWords = Annotated[str, BeforeValidator(lambda text: plain_line(text, MOST_WORDS)), Field(max_length=MOST_WORDS)]
CallRuling = Annotated[str, BeforeValidator(lambda text: plain_line(text, MOST_RULING)), Field(max_length=MOST_RULING)]
CallerName = Annotated[str, BeforeValidator(lambda text: plain_line(text, MOST_NAME)), Field(max_length=MOST_NAME)]
CallLink = Annotated[str, BeforeValidator(_link), Field(max_length=MOST_LINK)]
"""A web address; any other text becomes empty."""


class JudgeCalled(BaseModel):
    """A judge is called: by whom, with what words, the table's last ruling and where it can be looked at.

    `player` is the seat that called, empty for the table's own screen. Words that are too long are cut.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    call: CallId
    by: CallerName = ""
    player: CallerName = ""
    words: CallWords = ""
    ruling: CallRuling = ""
    link: CallLink = ""


class CallWithdrawn(BaseModel):
    """Who called needs no judge any more."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    call: CallId
    by: CallerName = ""


MOST_BYTES = 256_000
MOST = 2**31 - 1
"""Largest integer in a message, which fits an integer column of every supported database."""

Count = Annotated[int, Field(ge=-MOST, le=MOST)]
FromOne = Annotated[int, Field(ge=1, le=MOST)]
Short = Annotated[str, Field(max_length=64, pattern=r"^[^\x00-\x1f]*$")]
GameName = Annotated[str, Field(max_length=128, pattern=r"^[^\x00-\x1f]*$")]

DEMONSTRATION = "Demonstration"
"""Title of the demonstration. Tables up to 0.2.0 mark it in no other way."""

_M = TypeVar("_M", bound="Message")


class Message(BaseModel):
    """Base of every message, with the version of the protocol."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    v: Literal[1] = 1

    def to_bytes(self) -> bytes:
        """Return the message's payload."""
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


class Ending(StrEnum):
    """How a game ended: played to its end, by concession, early by agreement of both, or without being played.

    `DRAW` is a game played to its end that nobody won. A game that ended early (`TIME_OUT`) may also be a draw.
    """

    PLAYED = "played"
    DRAW = "draw"
    CONCESSION = "concession"
    TIME_OUT = "time-out"
    NO_SHOW = "no-show"
    BYE = "bye"


class TableState(Message):
    """A table's game in short. `winner` is a side's player, None for a draw or an open game.

    `conceded_by` is the player who conceded. `ending` is how an ended game ended, None from tables up to 0.2.0.
    `practice` marks games that never count: the demonstration, and games of the simulated tables. `match` is the
    `Assigned.match` that the game was played for, empty for a game played for none, None if the table does not know
    (tables up to 0.2.0 never do).
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
    ending: Ending | None = None
    practice: bool = False
    match: Short | None = None
    trouble: tuple[str, ...] = ()
    last_ruling: str = ""
    at: AwareDatetime

    @model_validator(mode="before")
    @classmethod
    def _mark_demonstration(cls, data: Any) -> Any:
        """Set `practice` for the demonstration of a table that does not send it."""
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
    def message(self) -> CodedMessage:
        """Return the pairing as a message."""
        one, other = self.players
        played = [text for text in (self.mission, self.killzone) if text]
        if not played:
            return CodedMessage.of("hall-pairing", round=self.round, one=one, other=other)
        return CodedMessage.of("hall-pairing-played", round=self.round, one=one, other=other, played=played)


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
    """A message in a table's outbox: `GameMessage` before it is numbered.

    `game` is a name that no other game has, `sequence` the event's number in it, `cause` that of the intent that led to
    it. `seal` identifies the event with all earlier ones of its game, so that a repeated event has the same seal. It is
    an HMAC under a key of the table, so that nobody can find a secret choice by trying its values. `result` is the
    state of the game if this event ended it, or reversed its end.
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
        raise VenueError("hall-message-too-long", topic=where, size=len(payload), most=MOST_BYTES)
    try:
        return kind.model_validate_json(payload)
    except ValidationError as error:
        first = error.errors()[0]
        field, fault = ".".join(map(str, first["loc"])), fault_in(first)
        if not field:
            raise VenueError("hall-message-unreadable", topic=where, fault=fault) from error
        raise VenueError("hall-message-invalid", topic=where, field=field, fault=fault) from error


ROOT = "overlook/v1"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


class MessageKind(StrEnum):
    """Kind of message: the last level of a topic."""

    PRESENCE = "presence"
    STATE = "state"
    SAID = "said"
    HAVE = "have"
    ASSIGNED = "assigned"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic of one table."""

    table: str
    what: MessageKind

    def __str__(self) -> str:
        return f"{ROOT}/{self.table}/{self.what}"


def table_name(text: str) -> str:
    """Return a table's name; `VenueError` if it cannot be part of a topic, a user name and a file name."""
    if not _NAME.fullmatch(text):
        raise VenueError("hall-table-name", table=text)
    return text


def read_topic(text: str) -> Topic:
    """Return the table and the kind of message of a topic; `VenueError` for any other topic."""
    head, _, what = text.rpartition("/")
    root, _, table = head.rpartition("/")
    if root != ROOT or what not in set(MessageKind):
        raise VenueError("hall-topic-unknown", topic=text, root=ROOT, kinds=list(MessageKind))
    return Topic(table_name(table), MessageKind(what))


def of_all_tables(what: MessageKind) -> str:
    """Return the subscription to one kind of message from every table."""
    return f"{ROOT}/+/{what}"
