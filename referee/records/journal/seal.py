"""A digest over an event and all before it: a row that was changed or lost is found."""

from __future__ import annotations

import hashlib
import json

from referee.game.journal_entry import JournalEntry


def first_seal() -> str:
    """Return the seal before the first event."""
    return hashlib.blake2b(b"overlook journal", digest_size=16).hexdigest()


def seal(before: str, event: JournalEntry) -> str:
    """Return the seal of an event that follows one with the seal `before`: 32 hexadecimal digits."""
    record = [event.sequence, event.id, event.cause, event.schema_version, event.edition, event.kind, event.data]
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.blake2b((before + text).encode(), digest_size=16).hexdigest()
