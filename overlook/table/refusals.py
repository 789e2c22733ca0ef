"""Why something was not taken, as a player is told: with names, and without what only the program knows."""

from __future__ import annotations

from overlook.table.judging_context import reason
from overlook.table.session import TableSession
from overlook.table.step_words import plain
from referee.game.intents import Answer, Intent
from referee.rules.errors import RefereeError

ANSWERED = "That question is not asked any more: look at what is asked now."


def refusal(intent: Intent, fault: RefereeError, table: TableSession) -> str:
    """Return in one sentence why an intent was not taken."""
    if isinstance(intent, Answer) and all(one.id != intent.prompt for one in table.game.prompts):
        return ANSWERED
    words = reason(fault)
    return plain(f"{words[:1].lower()}{words[1:]}", table.state)
