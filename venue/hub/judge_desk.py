"""The judges' desk of an event at the hub: hears what tables call, tells them what becomes of it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from pydantic import ValidationError

from venue.errors import EventRefusedError, VenueError
from venue.event import acts
from venue.event.journal import EventJournal
from venue.event.tournament import JudgeCall
from venue.hub.store import Store
from venue.judge_calls import CALLED, KINDS, CallWithdrawn, JudgeCalled
from venue.messages import GameMessage, JudgeAnswer, JudgeState
from venue.topics import table_name

Answer = Callable[[str, JudgeAnswer], None]
LOOK_BACK = 1000
"""So many messages are looked through again: what another hub of the database keeps may show after what came later."""

BELIEVED = timedelta(hours=6)
"""How far back a table's clock is believed; a call that waited for the network longer counts from when it came."""

NOBODY = "the table's screen"
STATES = {"answered": JudgeState.ANSWERED, "waiting": JudgeState.WAITING, "coming": JudgeState.COMING}


class JudgeDesk:
    """The calls of one event: each table's into the event's journal, once; what stands of them back to the table.

    A call that another event of the database has heard is that event's. `answer` tells a table. Safe to call from any
    thread.
    """

    def __init__(self, journal: EventJournal, store: Store, answer: Answer) -> None:
        self._journal = journal
        self._store = store
        self._answer = answer
        self._after = 0
        self._told: dict[str, JudgeAnswer] = {}
        self._lock = threading.Lock()

    def hear(self) -> None:
        """Take in what tables have called and withdrawn since, each once however often it is said."""
        with self._lock:
            newest, heard = self._store.said_since(self._after, KINDS)
            for table, message in heard:
                self._take(table, message)
            self._after = max(self._after, newest - LOOK_BACK)

    def _take(self, table: str, message: GameMessage) -> None:
        """Keep what a table said of a call; what is no call, or cannot be any more, is left aside."""
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
                    self._journal.keep(acts.WithdrawCall(table=table, call=gone.call, at=now, by=by), key)

    def answers(self) -> Mapping[str, JudgeAnswer]:
        """Return what each table is to know of the judge that it called last, also of a call that was taken back."""
        # The acts first: the event may be a later one by then, never an earlier one that lacks a call of theirs.
        done = self._journal.acts
        standing = {(one.table, one.call): one for one in self._journal.event.calls}
        found: dict[str, JudgeAnswer] = {}
        for act in done:
            if isinstance(act, acts.CallJudge):
                with contextlib.suppress(VenueError):
                    found[table_name(act.table)] = _answer(act.call, standing.get((act.table, act.call)))
        return found

    def tell(self) -> None:
        """Tell each table what is new to it."""
        with self._lock:
            for table, answer in self.answers().items():
                before = self._told.get(table)
                if before is None or before.model_copy(update={"at": answer.at}) != answer:
                    self._answer(table, answer)
                    self._told[table] = answer


def _call(table: str, called: JudgeCalled, at: datetime) -> acts.CallJudge:
    now = datetime.now(UTC)
    return acts.CallJudge(
        table=table,
        call=called.call,
        words=called.words,
        ruling=called.ruling,
        link=called.link,
        at=at if now - BELIEVED <= at <= now else now,
        by=called.by or NOBODY,
    )


def _answer(call: str, standing: JudgeCall | None) -> JudgeAnswer:
    """Return what a table is told: of a call that does not stand, that it has ended."""
    state = STATES.get(standing.state, JudgeState.ENDED) if standing is not None else JudgeState.ENDED
    words = standing.answer if standing is not None else ""
    return JudgeAnswer(call=call, state=state, words=words, at=datetime.now(UTC))
