"""The table's session, which remembers why the last intent was refused."""

from __future__ import annotations

from overlook.table.session import TableSession
from referee.game.errors import RefusedError
from referee.game.intents import Intent
from referee.game.journal_entry import JournalEntry
from referee.rules.ruling import Finding


class HeardSession(TableSession):
    """A session like any other; `refused` are the findings of what was refused since they were asked for last."""

    refused: tuple[Finding, ...] = ()

    def submit(self, intent: Intent) -> tuple[JournalEntry, ...]:
        """Return the events of an intent once they are on disk; what is wrong with it is remembered, and raised."""
        try:
            return super().submit(intent)
        except RefusedError as refusal:
            self.refused = (*self.refused, *refusal.findings)
            raise

    def take_refused(self) -> tuple[Finding, ...]:
        """Return the findings of what was refused, and forget them."""
        found, self.refused = self.refused, ()
        return found
