"""Where a table's messages go, version 1: `overlook/v1/<table>/<what>`.

| topic | retained | who writes | what |
|---|---|---|---|
| `overlook/v1/T/presence` | yes | the table, and the broker as its last will | `Presence` |
| `overlook/v1/T/state` | yes | the table | `TableState`, the newest only |
| `overlook/v1/T/said` | no | the table | `Said`: every event and ruling, numbered without holes |
| `overlook/v1/T/have` | yes | the hub | `Have`: up to which number it keeps them |
| `overlook/v1/T/assigned` | yes | the hub | `Assigned`: who plays there in an event's round, and what |
| `overlook/v1/T/judge` | yes | the hub | `JudgeAnswer`: what becomes of the judge that the table called last |

Everything is JSON, at QoS 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from venue.errors import VenueError

ROOT = "overlook/v1"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


class MessageKind(StrEnum):
    """The last part of a topic."""

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
    """Return a table's name; `VenueError` for one that would not make a topic, a user and a file name alike."""
    if not _NAME.fullmatch(text):
        raise VenueError(f"table {text!r}: expected up to 32 of a-z, 0-9, '-' and '_', for example 'table-07'")
    return text


def read_topic(text: str) -> Topic:
    """Return the table and what of a topic; `VenueError` for a topic that is none of ours."""
    head, _, what = text.rpartition("/")
    root, _, table = head.rpartition("/")
    if root != ROOT or what not in set(MessageKind):
        raise VenueError(f"topic {text!r}: expected {ROOT}/TABLE/ and one of {', '.join(MessageKind)}")
    return Topic(table_name(table), MessageKind(what))


def of_all_tables(what: MessageKind) -> str:
    """Return the subscription to one kind of message of every table."""
    return f"{ROOT}/+/{what}"
