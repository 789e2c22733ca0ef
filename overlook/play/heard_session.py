"""The table's session, which remembers why the last intent was refused."""

from __future__ import annotations

from typing import Any

from overlook.table.session import TableSession
from referee.game.intents import Intent
from referee.game.journal_entry import JournalEntry
from referee.game.record import RefusedError
from referee.rules.ruling import Finding


class HeardSession(TableSession):
    """A session like any other that remembers the findings of what was refused since they were asked for last."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._refused: list[Finding] = []

    def submit(self, intent: Intent) -> tuple[JournalEntry, ...]:
        """Return the events of an intent once they are on disk; what is wrong with it is remembered, and raised."""
        try:
            return super().submit(intent)
        except RefusedError as refusal:
            self._refused.extend(refusal.findings)
            raise

    def take_refused(self) -> tuple[Finding, ...]:
        """Return the findings of what was refused, and forget them."""
        found = tuple(self._refused)
        self._refused.clear()
        return found
