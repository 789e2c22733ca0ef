"""Secret choices: what of the log may be shown before they are revealed (rules A24-04, A24-08, A24-10, B21-05)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.events.score import Sealed
from referee.game.intents import Seal
from referee.game.journal_entry import JournalEntry
from referee.game.state import GameState

VEIL = "sealed"
TELLING = ("value", "choice")


def redact_secrets(events: Sequence[JournalEntry], state: GameState) -> tuple[JournalEntry, ...]:
    """Return the events of one intent as everybody may see them: a choice that is still secret is "sealed".

    `state` is what stands now: what was revealed since is shown. An answer that seals a choice is veiled with it.
    """
    secret = [event for event in events if event.kind in (Seal.kind, Sealed.kind) and _hidden(event, state)]
    if not secret:
        return tuple(events)
    causes = {event.cause for event in secret}
    return tuple(_veil(event) if event in secret or event.sequence in causes else event for event in events)


def _hidden(event: JournalEntry, state: GameState) -> bool:
    side = state.sides.get(str(event.data.get("player")))
    return side is None or event.data.get("topic") not in side.revealed


def _veil(event: JournalEntry) -> JournalEntry:
    data = {key: VEIL if key in TELLING and value is not None else value for key, value in event.data.items()}
    return event.model_copy(update={"data": data})
