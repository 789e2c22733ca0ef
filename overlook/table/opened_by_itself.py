"""That a battle's opening was answered by the program, for who comes to the table and was asked nothing."""

from __future__ import annotations

from overlook.table.opening import is_opened
from referee.game.engine.timeline import Timeline
from referee.game.intents import Answer

ANSWERED = "ready"
"""What the ids of answers begin with that nobody gave."""

WORDS = "Answered for you: roll-offs, drop zones, equipment, scouting, strategy. Set-up asks them."


def opened_by_itself(timeline: Timeline) -> str:
    """Return in words that nobody answered the opening, until somebody is activated; empty where somebody did.

    It is read from the journal, so that it is said as well after a restart.
    """
    state = timeline.state
    if state.turning_point != 1 or state.activations or state.acting or not is_opened(state) or state.ended:
        return ""
    answers = (step.intent for step in timeline.steps() if isinstance(step.intent, Answer))
    return WORDS if any(one.id.startswith(f"{ANSWERED}-") for one in answers) else ""
