"""The game as it stood when the action began that is being resolved: control cannot change during it (rule L24-02)."""

from __future__ import annotations

from referee.game.state import GameState
from referee.game.timeline import Timeline


def before_action(timeline: Timeline) -> GameState:
    """Return what stood before the dice that lie open were asked for; what stands now when none are."""
    state = timeline.state
    if state.sequence is None and not state.tests:
        return state
    settled = (step.before for step in timeline.steps() if step.before.sequence is None and not step.before.tests)
    return next(settled, state)
