"""Secret choices: what of the log may be shown before they are revealed (rules A24-04, A24-08, A24-10, B21-05)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.events.score import Sealed
from referee.game.events.setting import EquipmentChosen
from referee.game.intents import ChooseEquipment, Seal
from referee.game.journal_entry import JournalEntry
from referee.game.state import GameState

REDACTED = "sealed"
TELLING = ("value", "choice")
EQUIPMENT = ("options", "weapons", "supplies")
"""What says which equipment somebody has chosen."""


def redact_secrets(entries: Sequence[JournalEntry], state: GameState) -> tuple[JournalEntry, ...]:
    """Return the entries of one intent as everybody may see them: a choice that is still secret is "sealed".

    `state` is what stands now: what was revealed since is shown. An answer that seals a choice is redacted with it.
    """
    secret = [entry for entry in entries if entry.kind in (Seal.kind, Sealed.kind) and _hidden(entry, state)]
    if not secret:
        return tuple(entries)
    causes = {entry.cause for entry in secret}
    return tuple(_redacted(entry) if entry in secret or entry.sequence in causes else entry for entry in entries)


def redact_equipment(entries: Sequence[JournalEntry], state: GameState) -> tuple[JournalEntry, ...]:
    """Return a whole log without the equipment of who chose first, until everybody has chosen (A24-04).

    For those who look at a game as it stands; what is kept of it has all.
    """
    if not state.chosen or state.sides.keys() <= state.chosen:
        return tuple(entries)
    chosen = (ChooseEquipment.kind, EquipmentChosen.kind)
    return tuple(_without_equipment(entry) if entry.kind in chosen else entry for entry in entries)


def _without_equipment(entry: JournalEntry) -> JournalEntry:
    data = {key: type(value)() if key in EQUIPMENT else value for key, value in entry.data.items()}
    return entry.model_copy(update={"data": data})


def _hidden(entry: JournalEntry, state: GameState) -> bool:
    side = state.sides.get(str(entry.data.get("player")))
    return side is None or entry.data.get("topic") not in side.revealed


def _redacted(entry: JournalEntry) -> JournalEntry:
    data = {key: REDACTED if key in TELLING and value is not None else value for key, value in entry.data.items()}
    return entry.model_copy(update={"data": data})
