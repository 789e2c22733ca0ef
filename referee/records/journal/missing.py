"""What a journal has not although it was acknowledged, by the file that says where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.game.journal_entry import JournalEntry
from referee.records.journal.database import how_to_mend
from referee.records.journal.errors import JournalDamagedError
from referee.records.journal.seal import first_seal, seal
from referee.records.journal.tail import End, beside, read_end


def missing_after(path: Path, events: Sequence[JournalEntry], end: End | None) -> str:
    """Return which acknowledged events a journal has not, in a sentence; empty where it has all that is known of."""
    if end is None or (end.sequence == 0 and not events):
        return ""
    if end.sequence > len(events):
        lost = from_to(len(events) + 1, end.sequence)
        return f"{path}: {lost} missing: the {len(events)} before can be read; look for a backup with more"
    running = first_seal()
    for event in events[: end.sequence]:
        running = seal(running, event)
    if end.sequence and running != end.seal:
        return f"{path}: is not the game that was played here up to event {end.sequence}: it was replaced by another"
    return ""


def require_only_begun(path: Path) -> None:
    """Raise `JournalDamagedError` for a file without a journal in it, unless it was only about to be made."""
    end = read_end(beside(path))
    if end is None or end.sequence > 0:
        kept = f"its {end.sequence} events are missing" if end is not None else "whatever was in it is missing"
        raise JournalDamagedError(f"{path}: is empty: {kept}; look for a backup{how_to_mend(path)}")


def from_to(first: int, last: int) -> str:
    """Return which events, as a sentence begins: "event 7 is", "events 7 to 9 are"."""
    return f"event {last} is" if first == last else f"events {first} to {last} are"
