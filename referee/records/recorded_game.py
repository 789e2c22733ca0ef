"""Recorded games, read from a journal, JSON lines or notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from referee.editions.registry import ruleset_of
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.game import Game
from referee.game.engine.timeline import with_opened_choices
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalError
from referee.records.journal.journal import Journal
from referee.records.journal.reading import from_lines, read_journal, to_lines
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
    """A recorded game: its edition, its flow, every event, and its format."""

    edition: Edition
    flow: BattleFlow
    events: tuple[JournalEntry, ...]
    form: Form

    def game(self) -> Game:
        """Return the game in its last state."""
        return Game(self.flow, self.events)

    def text(self, form: Form) -> str:
        """Return the game as notation or JSON lines."""
        if form is Form.NOTATION:
            return to_notation(self.game().timeline, self.edition, self.flow)
        return to_lines(self.events)


def read_game(path: Path) -> Recorded:
    """Return the game of a file in any format.

    Raises a `RefereeError` or `JournalError` with one line that names the file, the position in it and the fault.
    """
    if not path.is_file():
        raise JournalError("journal-no-game", file=path)
    with path.open("rb") as stream:
        start = stream.read(len(SQLITE))
    if start == SQLITE:
        return _of_events(path, with_opened_choices(read_journal(path)), Form.JOURNAL)
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
    return _of_events(path, with_opened_choices(events), Form.LINES)


def _of_events(path: Path, events: tuple[JournalEntry, ...], form: Form) -> Recorded:
    if not events:
        raise MalformedError("journal-no-events", file=path)
    try:
        rules = ruleset_of(events[0].edition)
        Game(rules.flow, events)
    except RefereeError as error:
        raise MalformedError("file-fault", file=path, fault=error) from error
    return Recorded(rules.edition, rules.flow, events, form)


def _of_notation(text: str) -> Recorded:
    tag = EDITION_TAG.search(text)
    if tag is None:
        first = next((line for line in text.splitlines() if line.strip()), "")
        raise MalformedError("journal-no-edition", found=first[:40])
    rules = ruleset_of(tag.group(1))
    game = Game(rules.flow)
    play_notation(text, rules.edition, game)
    return Recorded(rules.edition, rules.flow, game.log, Form.NOTATION)


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
