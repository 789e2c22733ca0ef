"""Secret choices: what of the log may leave the table before they are revealed (rules A24-04, A24-08, A24-10, B21-05).

Whatever sends entries to somebody else takes `PublicEntry`, and `redact_secrets` alone makes those. The outlets are
listed in `tests/overlook/outlets.py`, whose test finds one that is missing there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NewType

from referee.game.events.score import Sealed
from referee.game.events.setting import EquipmentChosen
from referee.game.events.words import FaultLogged, Proposed
from referee.game.intents import ChooseEquipment, Seal
from referee.game.journal_entry import JournalEntry
from referee.game.timeline import Timeline

PublicEntry = NewType("PublicEntry", JournalEntry)
"""An entry as everybody may see it."""

REDACTED = "sealed"
NO_EQUIPMENT: dict[str, Any] = {"options": [], "weapons": [], "supplies": {}}
SECRET_KINDS = frozenset({Seal.kind, Sealed.kind, ChooseEquipment.kind, EquipmentChosen.kind})


def redact_secrets(entries: Sequence[JournalEntry], timeline: Timeline) -> tuple[PublicEntry, ...]:
    """Return whole intents with what followed from them, without the choices that nobody has been shown.

    `timeline` is the game as it stands, with these entries. A sealed choice becomes "sealed", equipment becomes none,
    and the intent takes the same form however it was made: an answer that can only mean "none" would tell.
    """
    secret = {entry.cause for entry in entries if entry.kind in SECRET_KINDS} - timeline.revealed
    chosen = {
        entry.cause: entry
        for entry in entries
        if entry.cause in secret and entry.kind in (Sealed.kind, EquipmentChosen.kind)
    }
    return tuple(
        PublicEntry(_redacted(entry, chosen.get(entry.cause)) if entry.cause in secret else entry) for entry in entries
    )


def has_secrets(entries: Sequence[JournalEntry], timeline: Timeline) -> bool:
    """Return whether entries hold a choice that nobody has been shown; `timeline` is the game as it stands."""
    return any(entry.kind in SECRET_KINDS and entry.cause not in timeline.revealed for entry in entries)


def _redacted(entry: JournalEntry, chosen: JournalEntry | None) -> JournalEntry:
    """Return an entry of a secret choice without it; `chosen` is the event that made the choice, where one did."""
    if entry.is_intent:
        return _intent(entry, chosen or entry)
    if entry.kind == Sealed.kind:
        return _with(entry, value=REDACTED)
    if entry.kind == EquipmentChosen.kind:
        return _with(entry, **NO_EQUIPMENT)
    if entry.kind == Proposed.kind:
        readings = [_reading(data) for data in entry.data["data"]]
        return _with(entry, data=readings, question=REDACTED, because=[])
    if entry.kind == FaultLogged.kind:
        return _with(entry, finding={**entry.data["finding"], "means": REDACTED})
    return entry


def _intent(entry: JournalEntry, choice: JournalEntry) -> JournalEntry:
    said = {"by": entry.data.get("by"), "player": choice.data.get("player")}
    if choice.kind in (Sealed.kind, Seal.kind):
        topic = {"topic": choice.data.get("topic"), "value": REDACTED}
        return entry.model_copy(update={"kind": Seal.kind, "data": {**said, **topic}})
    return entry.model_copy(update={"kind": ChooseEquipment.kind, "data": {**said, "options": []}})


def _reading(data: dict[str, Any]) -> dict[str, Any]:
    hidden: dict[str, Any] = {"value": REDACTED, "options": []}
    return {key: hidden.get(key, value) for key, value in data.items()}


def _with(entry: JournalEntry, **fields: Any) -> JournalEntry:
    return entry.model_copy(update={"data": {**entry.data, **fields}})
