"""Secret choices: what of the log may be shown before they are revealed (rules A24-04, A24-08, A24-10, B21-05)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.events.score import Sealed
from referee.game.intents import Seal
from referee.game.journal_entry import JournalEntry
from referee.game.state import GameState

REDACTED = "sealed"
TELLING = ("value", "choice")


def redact_secrets(entries: Sequence[JournalEntry], state: GameState) -> tuple[JournalEntry, ...]:
    """Return the entries of one intent as everybody may see them: a choice that is still secret is "sealed".

    `state` is what stands now: what was revealed since is shown. An answer that seals a choice is redacted with it.
    """
    secret = [entry for entry in entries if entry.kind in (Seal.kind, Sealed.kind) and _hidden(entry, state)]
    if not secret:
        return tuple(entries)
    causes = {entry.cause for entry in secret}
    return tuple(_redacted(entry) if entry in secret or entry.sequence in causes else entry for entry in entries)


def _hidden(entry: JournalEntry, state: GameState) -> bool:
    side = state.sides.get(str(entry.data.get("player")))
    return side is None or entry.data.get("topic") not in side.revealed


def _redacted(entry: JournalEntry) -> JournalEntry:
    data = {key: REDACTED if key in TELLING and value is not None else value for key, value in entry.data.items()}
    return entry.model_copy(update={"data": data})
