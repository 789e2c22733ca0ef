"""The calls for a judge of one table, on disk: one line of JSON each, durable before it counts.

Why not in the game's journal: a call is no fact of the game. Undo would take it back, a replay would show its private
words, a table that is being set up has no journal yet, and a program of before would not open the game. Why not
straight into the outbox: that is filled anew from what the table keeps when it is lost. So calls have a log of their
own, which the relay copies into the same outbox, under the same mark, as a game of its own (`venue/protocol.py`).
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from overlook.writing import free_aside, sync_folder
from venue.protocol import CALLED, WITHDRAWN, CallId, CallWithdrawn, JudgeCalled, UnnumberedGameMessage

FILE = "judge-calls.jsonl"


class CallFact(BaseModel):
    """One line: what happened, when, and the seal, which stands for it and all before it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    v: Literal[1] = 1
    kind: Literal["judge_called", "judge_withdrawn"]
    at: AwareDatetime
    data: dict[str, Any]
    seal: Annotated[str, Field(min_length=8, max_length=64)]

    @property
    def call(self) -> str:
        """The call that it is about."""
        return str(self.data.get("call", ""))


class CallLog:
    """The log's file, opened. One writer at a time; `facts` may be read from any thread.

    A last line that a pulled plug has cut is written over; what is none of ours, or cannot be read, is put aside, and a
    new one begun. `fault` says in one line what of it is missing, empty where nothing is known to be.
    Raises `OSError` when the disk fails; then nothing was added.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._whole = 0
        """Bytes of the file that are whole lines of ours."""
        self.fault = ""
        self.facts: tuple[CallFact, ...] = self._read()

    @property
    def game(self) -> str:
        """The name under which the hall knows this log, empty while nothing was ever called."""
        return f"judge-{self.facts[0].seal[:8]}" if self.facts else ""

    @property
    def open(self) -> CallFact | None:
        """The call that was made last, unless it was taken back."""
        last = self.facts[-1] if self.facts else None
        return last if last is not None and last.kind == CALLED else None

    def knows(self, call: CallId) -> bool:
        """Whether a call was made here."""
        return any(one.kind == CALLED and one.call == call for one in self.facts)

    def add(self, about: JudgeCalled | CallWithdrawn, at: AwareDatetime) -> None:
        """Keep one more, on disk when this returns."""
        before = self.facts[-1].seal if self.facts else ""
        kind = CALLED if isinstance(about, JudgeCalled) else WITHDRAWN
        said = {"kind": kind, "at": at, "data": about.model_dump(mode="json"), "seal": "0" * 8}
        unsealed = CallFact.model_validate(said)
        fact = unsealed.model_copy(update={"seal": _seal(before, unsealed)})
        self._write(fact.model_dump_json().encode() + b"\n")
        self.facts = (*self.facts, fact)

    def _write(self, line: bytes) -> None:
        """Write behind the last whole line, whatever a disk that failed has left there."""
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

    def _read(self) -> tuple[CallFact, ...]:
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
                fact = CallFact.model_validate_json(line)
                if fact.seal != _seal(before, fact):
                    raise ValueError(f"{self._path}: {fact.seal} does not follow from what stands before it")
                facts.append(fact)
                before = fact.seal
        except ValueError:
            return self._put_aside("it is not as it was written")
        if end < len(whole):
            self.fault = f"the last line of {self._path.name} was cut off: a call for a judge may be missing"
        self._whole = end
        return tuple(facts)

    def _put_aside(self, why: str) -> tuple[CallFact, ...]:
        aside = free_aside(self._path)
        self.fault = f"the calls for a judge cannot be read ({why}): {self._path.name} stands as {aside.name}"
        try:
            self._path.replace(aside)
        except OSError as fault:
            self.fault = f"the calls for a judge cannot be read ({why}), nor put aside ({fault.strerror})"
        return ()

    def lacks(self, known: int) -> None:
        """Note that the hall has been told of more calls than there are, or of others."""
        self.fault = self.fault or (
            f"{self._path.name} has {len(self.facts)} lines of calls for a judge, the hall was told of {known}: "
            "what is missing is at the organiser's desk"
        )

    def messages(self, after: int) -> list[UnnumberedGameMessage]:
        """Return what the hall is told of what follows the first so many."""
        facts = self.facts
        game = f"judge-{facts[0].seal[:8]}" if facts else ""
        return [
            UnnumberedGameMessage(
                game=game, sequence=number, cause=number, kind=one.kind, data=one.data, seal=one.seal, at=one.at
            )
            for number, one in enumerate(facts[after:], after + 1)
        ]


def _all_at(file: int, line: bytes, at: int) -> None:
    """Write all of a line, which a nearly full disk takes in pieces or not at all."""
    while line:
        written = os.pwrite(file, line, at)
        line, at = line[written:], at + written


def _seal(before: str, fact: CallFact) -> str:
    said = f"{before}|{fact.model_dump_json(exclude={'seal'})}"
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()
