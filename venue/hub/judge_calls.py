"""Calls for a judge in an event: recorded, answered, listed and exported."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from venue.errors import EventRefusedError, VenueError
from venue.hub.event_journal import EventJournal
from venue.hub.http import csv_text
from venue.hub.store import Store
from venue.protocol import (
    CALLED,
    KINDS,
    PRIVATE,
    CallWithdrawn,
    GameMessage,
    JudgeAnswer,
    JudgeCalled,
    JudgeState,
    table_name,
)
from venue.tournament import commands
from venue.tournament.state import JudgeCall

CALLS_HEAD = ("table", "called_by", "since", "state", "words", "ruling", "link", "judge", "answer", "ended", "call")


class OpenCallView(BaseModel):
    """A table that waits for a judge, as everybody sees it; `state` is `waiting` or `coming`."""

    model_config = ConfigDict(frozen=True)

    table: str
    by: str
    since: AwareDatetime
    state: str
    ruling: str
    link: str


class CallView(OpenCallView):
    """A call as the organiser sees it, with its words; `state` also `answered`, `withdrawn` or `replaced`."""

    call: str
    words: str
    judge: str
    answer: str
    ended_at: AwareDatetime | None


def open_calls(calls: Iterable[JudgeCall]) -> tuple[OpenCallView, ...]:
    """Return the open calls, the one that waits longest first."""
    waiting = sorted((one for one in calls if one.open), key=lambda one: (one.since, one.table))
    return tuple(
        OpenCallView(table=one.table, by=one.by, since=one.since, state=one.state, ruling=one.ruling, link=one.link)
        for one in waiting
    )


def calls_view(calls: Iterable[JudgeCall]) -> list[CallView]:
    """Return all calls for the organiser: open ones first, by waiting time, then the others, newest first."""
    ordered = sorted(calls, key=lambda one: (one.open, one.since), reverse=True)
    waiting = [one for one in reversed(ordered) if one.open]
    return [
        CallView(
            table=one.table,
            by=one.by,
            since=one.since,
            state=one.state,
            ruling=one.ruling,
            link=one.link,
            call=one.call,
            words=one.words,
            judge=one.judge,
            answer=one.answer,
            ended_at=one.ended_at,
        )
        for one in (*waiting, *(one for one in ordered if not one.open))
    ]


def calls_csv(calls: Sequence[CallView]) -> str:
    """Return every call as CSV, the oldest first."""
    rows = [
        (
            *(one.table, one.by, one.since.isoformat(), one.state, one.words, one.ruling, one.link, one.judge),
            *(one.answer, one.ended_at.isoformat() if one.ended_at is not None else "", one.call),
        )
        for one in sorted(calls, key=lambda one: (one.since, one.table))
    ]
    return csv_text(CALLS_HEAD, rows)


def without_words(said: GameMessage) -> GameMessage:
    """Return a message for the public: a call for a judge without its words."""
    if said.kind not in KINDS:
        return said
    return said.model_copy(update={"data": {key: one for key, one in said.data.items() if key not in PRIVATE}})


Answer = Callable[[str, JudgeAnswer], None]
LOOK_BACK = 1000
"""Number of messages that are read again, because another hub's transaction may become visible late."""

BELIEVED = timedelta(hours=6)
"""Largest plausible age of a call by its table's clock; an older call counts from its arrival."""

NOBODY = "the table's screen"
STATES = {"answered": JudgeState.ANSWERED, "waiting": JudgeState.WAITING, "coming": JudgeState.COMING}


class JudgeDesk:
    """Calls of one event: records each in the event's journal once, and sends its state back to the table.

    A call that another event of the database has recorded belongs to that event. `answer` sends a message to a table.
    Thread-safe.
    """

    def __init__(self, journal: EventJournal, store: Store, answer: Answer) -> None:
        self._journal = journal
        self._store = store
        self._answer = answer
        self._after = 0
        self._told: dict[str, JudgeAnswer] = {}
        self._lock = threading.Lock()

    def ingest(self) -> None:
        """Record new calls and withdrawals of tables, each once."""
        with self._lock:
            newest, heard = self._store.said_since(self._after, KINDS)
            for table, message in heard:
                self._take(table, message)
            self._after = max(self._after, newest - LOOK_BACK)

    def _take(self, table: str, message: GameMessage) -> None:
        """Store a call or withdrawal; malformed or outdated ones are ignored."""
        with contextlib.suppress(ValidationError, EventRefusedError):
            if message.kind == CALLED:
                called = JudgeCalled.model_validate(message.data)
                key = f"called/{table}/{called.call}"
                if not self._journal.knows(key) and not self._journal.known_to_another(key):
                    self._journal.keep(_call(table, called, message.at), key)
            else:
                gone = CallWithdrawn.model_validate(message.data)
                key = f"gone/{table}/{gone.call}"
                if not self._journal.knows(key):
                    by, now = gone.by or NOBODY, datetime.now(UTC)
                    self._journal.keep(commands.WithdrawCall(table=table, call=gone.call, at=now, by=by), key)

    def answers(self) -> Mapping[str, JudgeAnswer]:
        """Return the answer for each table's last call, including a call that was undone."""
        # Read the commands first: the event may then be newer than they are, but never lacks one of their calls.
        done = self._journal.acts
        standing = {(one.table, one.call): one for one in self._journal.event.calls}
        found: dict[str, JudgeAnswer] = {}
        for act in done:
            if isinstance(act, commands.CallJudge):
                with contextlib.suppress(VenueError):
                    found[table_name(act.table)] = _answer(act.call, standing.get((act.table, act.call)))
        return found

    def publish(self) -> None:
        """Send each table its answer if that has changed."""
        with self._lock:
            for table, answer in self.answers().items():
                before = self._told.get(table)
                if before is None or before.model_copy(update={"at": answer.at}) != answer:
                    self._answer(table, answer)
                    self._told[table] = answer


def _call(table: str, called: JudgeCalled, at: datetime) -> commands.CallJudge:
    now = datetime.now(UTC)
    return commands.CallJudge(
        table=table,
        call=called.call,
        words=called.words,
        ruling=called.ruling,
        link=called.link,
        at=at if now - BELIEVED <= at <= now else now,
        by=called.by or NOBODY,
    )


def _answer(call: str, standing: JudgeCall | None) -> JudgeAnswer:
    """Return the answer to a call; a call that was undone has ended."""
    state = STATES.get(standing.state, JudgeState.ENDED) if standing is not None else JudgeState.ENDED
    words = standing.answer if standing is not None else ""
    return JudgeAnswer(call=call, state=state, words=words, at=datetime.now(UTC))
