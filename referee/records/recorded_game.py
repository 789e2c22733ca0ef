"""Recorded games, read from a journal, JSON lines or notation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from referee.editions.registry import ruleset_of
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.game import Game
from referee.game.engine.timeline import fold_all, intent_of, redact_secrets, with_opened_choices
from referee.game.intents import Branch
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalError
from referee.records.journal.journal import Journal
from referee.records.journal.reading import from_lines, read_journal, to_lines
from referee.records.journal.tail import first_seal, seal
from referee.records.notation.notation import play_notation, to_notation
from referee.rules.errors import MalformedError, RefereeError
from referee.rules.ports.edition import Edition

SQLITE = b"SQLite format 3\0"
EDITION_TAG = re.compile(r'^\[Edition "?([^"\]\s]+)"?\]', re.MULTILINE)


class Form(StrEnum):
    """Format of a recorded game."""

    NOTATION = "notation"
    LINES = "lines"
    JOURNAL = "journal"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded game: its edition, its flow, every event, and its format.

    `stored` are the events as the file has them: choices that were opened later are still commitments there.
    """

    edition: Edition
    flow: BattleFlow
    events: tuple[JournalEntry, ...]
    form: Form
    stored: tuple[JournalEntry, ...]

    def game(self) -> Game:
        """Return the game in its last state."""
        return Game(self.flow, self.events)

    def branch(self, sequence: int, parent: str) -> tuple[JournalEntry, ...]:
        """Return the entries of a game that goes on after that event, which ends with its whole step.

        The last entry names the parent: `parent`, the event's number and its seal. Choices that were secret then are
        left out. Raises `MalformedError` if there is no such event.
        """
        if not 0 < sequence <= len(self.stored):
            raise MalformedError("entry-branch-event", game=parent, events=len(self.stored), event=sequence)
        kept = self.stored[: step_end(self.stored, sequence)]
        running = first_seal()
        for entry in kept:
            running = seal(running, entry)
        public, last = redact_secrets(kept, fold_all(kept)), len(kept)
        noted = Branch(id=f"branch-{last}", parent=parent, sequence=last, seal=running)
        game = Game(self.flow, public)
        return (*public, *game.submit(noted))

    def text(self, form: Form) -> str:
        """Return the game as notation or JSON lines."""
        if form is Form.NOTATION:
            return to_notation(self.game().timeline, self.edition, self.flow)
        return to_lines(self.events)


def step_end(entries: Sequence[JournalEntry], sequence: int) -> int:
    """Return the number of the last event that followed from the same intent as the event with this number."""
    later = (entry.sequence for entry in entries[sequence:] if entry.is_intent)
    return next(later, len(entries) + 1) - 1


def branch_of(entries: Sequence[JournalEntry]) -> Branch | None:
    """Return the last note that a game goes on from another one; None if it does not."""
    noted = (intent_of(entry) for entry in reversed(entries) if entry.kind == Branch.kind)
    return next((intent for intent in noted if isinstance(intent, Branch)), None)


def read_game(path: Path) -> Recorded:
    """Return the game of a file in any format.

    Raises a `RefereeError` or `JournalError` with one line that names the file, the position in it and the fault.
    """
    if not path.is_file():
        raise JournalError("journal-no-game", file=path)
    with path.open("rb") as stream:
        start = stream.read(len(SQLITE))
    if start == SQLITE:
        return _of_events(path, read_journal(path), Form.JOURNAL)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise MalformedError("journal-no-text", file=path, reason=error.reason, byte=error.start) from error
    try:
        if not text.lstrip().startswith("{"):
            return _of_notation(text)
        events = from_lines(text)
    except RefereeError as error:
        raise MalformedError("file-fault", file=path, fault=error) from error
    return _of_events(path, events, Form.LINES)


def _of_events(path: Path, stored: tuple[JournalEntry, ...], form: Form) -> Recorded:
    if not stored:
        raise MalformedError("journal-no-events", file=path)
    events = with_opened_choices(stored)
    try:
        rules = ruleset_of(events[0].edition)
        Game(rules.flow, events)
    except RefereeError as error:
        raise MalformedError("file-fault", file=path, fault=error) from error
    return Recorded(rules.edition, rules.flow, events, form, stored)


def _of_notation(text: str) -> Recorded:
    tag = EDITION_TAG.search(text)
    if tag is None:
        first = next((line for line in text.splitlines() if line.strip()), "")
        raise MalformedError("journal-no-edition", found=first[:40])
    rules = ruleset_of(tag.group(1))
    game = Game(rules.flow)
    play_notation(text, rules.edition, game)
    return Recorded(rules.edition, rules.flow, game.log, Form.NOTATION, game.log)


def write_journal(path: Path, events: tuple[JournalEntry, ...]) -> None:
    """Write a game as a new journal; raises `JournalError` if the file exists, and then nothing is written."""
    if path.exists():
        raise JournalError("journal-file-exists", file=path)
    try:
        with Journal.open(path) as journal:
            journal.append(events)
    finally:
        path.with_name(path.name + ".lock").unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text to a temporary file and rename it, so that no partial file remains; refuses to overwrite."""
    if path.exists():
        raise JournalError("journal-file-exists", file=path)
    beside = path.with_name(path.name + ".part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)
