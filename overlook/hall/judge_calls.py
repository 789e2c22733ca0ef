"""Calls for a judge: their log on disk, and the service behind the page.

Calls are not in the game's journal, because a call is not an event of the game: undo would withdraw it, replays would
show its private text, tables being set up have no journal yet, and older programs could not open the game. They are not
written directly to the outbox, because a lost outbox is rebuilt from what the table keeps. So calls have a separate
log. The relay copies it to the same outbox with the same mark, as a separate game (`venue/protocol.py`).
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import time
from collections import deque
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from messages.message import Message
from overlook.atomic_files import find_unused_path, sync_folder
from overlook.table.service import TableService
from referee.game.consent import SeatScope
from venue.protocol import (
    CALLED,
    WITHDRAWN,
    CallId,
    CallWithdrawn,
    JudgeCalled,
    JudgeState,
    UnnumberedGameMessage,
    plain_line,
)
from web.contract.base import Severity
from web.contract.permissions import JUDGE_CALL_SCOPES
from web.contract.requests import Accepted, Outcome, Refused
from web.contract.table.judge_call import MOST_WORDS, AskedJudge, JudgeView, State

if TYPE_CHECKING:
    from venue.publisher import Publisher


FILE = "judge-calls.jsonl"


class JudgeCallEntry(BaseModel):
    """One line of the log: event, time, and a seal over this line and all before it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    v: Literal[1] = 1
    kind: Literal["judge_called", "judge_withdrawn"]
    at: AwareDatetime
    data: dict[str, Any]
    seal: Annotated[str, Field(min_length=8, max_length=64)]

    @property
    def call(self) -> str:
        """Id of the call."""
        return str(self.data.get("call", ""))


class CallLog:
    """The log's open file. Only one writer at a time; `facts` may be read from any thread.

    An incomplete last line is overwritten; a damaged file is renamed and a new one begun. `fault` describes what may
    be missing, None if nothing is. Raises `OSError` if the disk fails; then nothing was added.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._whole = 0
        """Length in bytes of the valid, complete lines."""
        self.fault: Message | None = None
        self.facts: tuple[JudgeCallEntry, ...] = self._read()

    @property
    def game(self) -> str:
        """Name of this log in the hall, empty while there are no calls."""
        return f"judge-{self.facts[0].seal[:8]}" if self.facts else ""

    @property
    def open(self) -> JudgeCallEntry | None:
        """The last call, unless it was withdrawn."""
        last = self.facts[-1] if self.facts else None
        return last if last is not None and last.kind == CALLED else None

    def knows(self, call: CallId) -> bool:
        """Return whether a call was made here."""
        return any(one.kind == CALLED and one.call == call for one in self.facts)

    def add(self, about: JudgeCalled | CallWithdrawn, at: AwareDatetime) -> None:
        """Append a call or withdrawal; it is on disk on return."""
        before = self.facts[-1].seal if self.facts else ""
        kind = CALLED if isinstance(about, JudgeCalled) else WITHDRAWN
        said = {"kind": kind, "at": at, "data": about.model_dump(mode="json"), "seal": "0" * 8}
        unsealed = JudgeCallEntry.model_validate(said)
        fact = unsealed.model_copy(update={"seal": _seal(before, unsealed)})
        self._write(fact.model_dump_json().encode() + b"\n")
        self.facts = (*self.facts, fact)

    def _write(self, line: bytes) -> None:
        """Write after the last complete line, overwriting remains of a failed write."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        new = not self._path.exists()
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.ftruncate(file, self._whole)
            try:
                _all_at(file, line, self._whole)
                os.fsync(file)
            except OSError:
                os.ftruncate(file, self._whole)
                raise
        finally:
            os.close(file)
        if new:
            sync_folder(self._path.parent)
        self._whole += len(line)

    def _read(self) -> tuple[JudgeCallEntry, ...]:
        try:
            whole = self._path.read_bytes()
        except FileNotFoundError:
            return ()
        except OSError as fault:
            return self._put_aside(fault.strerror or str(fault))
        end = whole.rfind(b"\n") + 1
        facts, before = [], ""
        try:
            for line in whole[:end].splitlines():
                fact = JudgeCallEntry.model_validate_json(line)
                if fact.seal != _seal(before, fact):
                    raise ValueError(f"{self._path}: {fact.seal}")
                facts.append(fact)
                before = fact.seal
        except ValueError:
            return self._put_aside(Message.of("judge-log-changed"))
        if end < len(whole):
            self.fault = Message.of("judge-log-cut-off", file=self._path.name)
        self._whole = end
        return tuple(facts)

    def _put_aside(self, why: Message | str) -> tuple[JudgeCallEntry, ...]:
        aside = find_unused_path(self._path)
        self.fault = Message.of("judge-log-replaced", why=why, file=self._path.name, aside=aside.name)
        try:
            self._path.replace(aside)
        except OSError as fault:
            self.fault = Message.of("judge-log-stuck", why=why, file=self._path.name, fault=fault.strerror or fault)
        return ()

    def lacks(self, known: int) -> None:
        """Record that the hub has received more calls than the log has, or other ones."""
        self.fault = self.fault or Message.of(
            "judge-log-short", file=self._path.name, lines=len(self.facts), known=known
        )

    def messages(self, after: int) -> list[UnnumberedGameMessage]:
        """Return the hall's messages for the lines after the first `after`."""
        facts = self.facts
        game = f"judge-{facts[0].seal[:8]}" if facts else ""
        return [
            UnnumberedGameMessage(
                game=game, sequence=number, cause=number, kind=one.kind, data=one.data, seal=one.seal, at=one.at
            )
            for number, one in enumerate(facts[after:], after + 1)
        ]


def _all_at(file: int, line: bytes, at: int) -> None:
    """Write a whole line, in several parts if a nearly full disk requires it."""
    while line:
        written = os.pwrite(file, line, at)
        line, at = line[written:], at + written


def _seal(before: str, fact: JudgeCallEntry) -> str:
    said = f"{before}|{fact.model_dump_json(exclude={'seal'})}"
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


ANY = "any"
NOTICE = "judge"
SCREEN = "the table's screen"
ANSWERED_S = 180.0
"""How long phones and the table's page show the judge's answer; the page /judge continues to show it."""

FORGOTTEN = timedelta(hours=12)
"""Age after which a call that is answered, or unknown to the hub, is no longer shown."""

MOST_CALLS, WITHIN_S = 6, 300.0
"""Limit of calls in a period, so that repeated calls and withdrawals do not flood the organiser's desk."""

NO_DESK = Message.of("judge-no-desk")
MESSAGES: Mapping[State, Message] = {
    "kept": Message.of("judge-kept"),
    "waiting": Message.of("judge-waiting"),
    "coming": Message.of("judge-coming"),
    "answered": Message.of("judge-answered"),
}
STATES: Mapping[JudgeState, State] = {
    JudgeState.WAITING: "waiting",
    JudgeState.COMING: "coming",
    JudgeState.ANSWERED: "answered",
    JudgeState.ENDED: "none",
}


class JudgeCallService:
    """One open call at a time, from the log and the hub's answers. Call all methods except `show` on the event loop.

    `address` is the address of the table's pages for other machines, "http://name:port", empty if there is none; it is
    used in the organiser's link to the replay.
    """

    def __init__(self, log: CallLog, publisher: Publisher, service: TableService, address: str = "") -> None:
        self.log = log
        self._publisher = publisher
        self._service = service
        self._address = address
        self._lock = asyncio.Lock()
        self._made: deque[float] = deque(maxlen=MOST_CALLS)
        self._shown: Message | None = None
        self._answered: tuple[str, float] | None = None
        self._called: tuple[str, float] | None = None
        self._began = (datetime.now(UTC), time.monotonic())

    def view(self, player: str) -> JudgeView:
        """Return the view for a seat, or "any"; only the caller sees the text of the call."""
        fact = self.log.open
        state = self._state(fact)
        no_desk = NO_DESK if self._publisher.calls_answered is False else None
        if fact is None or state == "none":
            return JudgeView(why_not=str(no_desk or ""), why_not_message=no_desk)
        called, answer = JudgeCalled.model_validate(fact.data), self._publisher.judge
        told = answer.words if answer is not None and state == "answered" else ""
        message = self._message(state)
        return JudgeView(
            state=state,
            sentence=str(message),
            message=message,
            by=called.by,
            since=fact.at,
            words=called.words if player == (called.player or ANY) else "",
            answer=told,
            why_not=str(no_desk or "") if state == "answered" else "",
            why_not_message=no_desk if state == "answered" else None,
            may_withdraw=state != "answered" and _not_theirs(player, called) is None,
        )

    def _state(self, fact: JudgeCallEntry | None) -> State:
        if fact is None:
            return "none"
        answer = self._publisher.judge
        state = STATES[answer.state] if answer is not None and answer.call == fact.call else "kept"
        return "none" if state in {"kept", "answered"} and self._age(fact) > FORGOTTEN else state

    def _age(self, fact: JudgeCallEntry) -> timedelta:
        """Return the age of a call, robust against changes of the wall clock.

        For a call from before this start it is a lower bound, from the present wall clock or the one at the start.
        """
        if self._called is not None and self._called[0] == fact.call:
            return timedelta(seconds=time.monotonic() - self._called[1])
        began, began_s = self._began
        steady = began + timedelta(seconds=time.monotonic() - began_s)
        return min(abs(datetime.now(UTC) - fact.at), abs(steady - fact.at))

    def _message(self, state: State) -> Message:
        if state == "kept" and self._publisher.calls_answered is False:
            return Message.of("judge-kept-no-desk")
        return MESSAGES[state]

    async def do(self, asked: AskedJudge, *, player: str, key: str) -> Outcome:
        """Make or withdraw a call, on disk on return; return whether that was accepted."""
        async with self._lock:
            try:
                refused = await (self._call(asked.words, player, key) if asked.do == "call" else self._withdraw(player))
            except OSError as fault:
                refused = Message.of("judge-not-saved", fault=fault.strerror or fault)
                return Refused.of(refused)
        self.show()
        return Accepted() if refused is None else Refused.of(refused)

    async def _call(self, words: str, player: str, key: str) -> Message | None:
        call = hashlib.blake2b(key.encode(), digest_size=8).hexdigest()
        if self.log.knows(call):
            return None
        now, standing = time.monotonic(), self.view(player)
        if standing.open:
            return Message.of("judge-already-called", by=standing.by)
        if self._publisher.calls_answered is False:
            return NO_DESK
        if len(self._made) == MOST_CALLS and now - self._made[0] < WITHIN_S:
            return Message.of("judge-called-often", times=MOST_CALLS)
        ruling, link = self._last_ruling()
        about = JudgeCalled(
            call=call,
            by=self._name(player),
            player="" if player == ANY else player,
            words=str(plain_line(words, MOST_WORDS)),
            ruling=ruling,
            link=link,
        )
        await asyncio.to_thread(self.log.add, about, datetime.now(UTC))
        self._made.append(now)
        self._called = (call, now)
        return None

    async def _withdraw(self, player: str) -> Message | None:
        fact = self.log.open
        if fact is None or not self.view(player).open:
            return Message.of("judge-nothing-to-withdraw")
        called = JudgeCalled.model_validate(fact.data)
        if (refused := _not_theirs(player, called)) is not None:
            return refused
        about = CallWithdrawn(call=called.call, by=self._name(player))
        await asyncio.to_thread(self.log.add, about, datetime.now(UTC))
        return None

    def _name(self, player: str) -> str:
        side = self._service.table.state.sides.get(player)
        return str(plain_line(side.seat.name, 64)) if side is not None else SCREEN

    def _last_ruling(self) -> tuple[str, str]:
        """Return the sentence of the last valid ruling, and the link to its replay."""
        last = next((one for one in self._service.snapshot().rulings if not one.taken_back), None)
        if last is None:
            return "", ""
        at = f"{self._address}/replay#{self._service.table.number}/{last.sequence}" if self._address else ""
        return last.sentence, at

    def show(self) -> None:
        """Publish the state of the call as a notice on phones and the table's page, if it has changed."""
        notice = self._notice()
        if notice == self._shown:
            return
        self._shown = notice
        if notice is not None:
            severity = Severity.INFO if self._publisher.calls_answered is not False else Severity.CAUTION
            self._service.notify(NOTICE, severity, notice)
        else:
            self._service.clear_notice(NOTICE)
        self._service.publish()

    def _notice(self) -> Message | None:
        view, fact = self.view(ANY), self.log.open
        if view.state != "answered" or fact is None:
            return view.message
        if self._answered is None or self._answered[0] != fact.call:
            self._answered = (fact.call, time.monotonic())
        if time.monotonic() - self._answered[1] > ANSWERED_S:
            return None
        return Message.of("judge-answered-words") if view.answer else view.message


def _not_theirs(player: str, called: JudgeCalled) -> Message | None:
    """Return why a seat may not withdraw a call, None if it may: its own call, or any from the table's screen."""
    if JUDGE_CALL_SCOPES["withdraw"] is not SeatScope.OWN or player in (ANY, called.player):
        return None
    return Message.of("judge-not-yours", by=called.by)
