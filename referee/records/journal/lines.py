"""A game as JSON lines: a header that says how many events follow, then one event a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from referee.game.journal_entry import JournalEntry
from referee.records.journal.seal import first_seal, seal
from referee.rules.errors import MalformedError

FORMAT = "overlook game"
VERSION = 1


def to_lines(events: Sequence[JournalEntry]) -> str:
    """Return the events as JSON lines, the header first. The header's seal is that of the last event."""
    running = first_seal()
    for event in events:
        running = seal(running, event)
    header = {"format": FORMAT, "version": VERSION, "events": len(events), "seal": running}
    records = [header, *(event.model_dump(mode="json") for event in events)]
    return "".join(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records)


def from_lines(text: str | Iterable[str]) -> tuple[JournalEntry, ...]:
    """Return the events that JSON lines hold.

    Raises `MalformedError` that names the line and what is wrong with it: not JSON, not an event, out of order, cut
    off, or changed since it was written.
    """
    lines = text.splitlines() if isinstance(text, str) else [line.rstrip("\n") for line in text]
    header = _header(lines[0] if lines else "")
    events = tuple(_event(number, line) for number, line in enumerate(lines[1:], 2) if line.strip())
    running = first_seal()
    for expected, event in enumerate(events, 1):
        if event.sequence != expected:
            raise MalformedError(f"line {expected + 1}: event {event.sequence} follows {expected - 1}")
        running = seal(running, event)
    if len(events) != header["events"]:
        raise MalformedError(f"line {len(lines)}: {len(events)} events of {header['events']}: the rest was cut off")
    if running != header["seal"]:
        raise MalformedError("line 1: the seal does not fit: an event was changed since the file was written")
    return events


def _header(line: str) -> dict[str, object]:
    try:
        header = json.loads(line)
    except json.JSONDecodeError as error:
        raise MalformedError(f"line 1: expected the header of a game, found {line[:40]!r}") from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise MalformedError(f"line 1: expected the header of a game, found {line[:40]!r}")
    if header.get("version") != VERSION:
        raise MalformedError(f"line 1: version {header.get('version')!r}: this program reads {VERSION}")
    return header


def _event(number: int, line: str) -> JournalEntry:
    try:
        return JournalEntry.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise MalformedError(
            f"line {number}: {where + ': ' if where else ''}{first['msg']}, in {line[:40]!r}"
        ) from error
