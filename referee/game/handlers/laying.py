"""Whether an action that sets up a marker says under which name and where."""

from __future__ import annotations

from referee.game.intent_handler import condition
from referee.game.intents import Act
from referee.game.state import GameState
from referee.rules.ruling import Finding, RuleId


def laying_findings(state: GameState, act: Act, rule: RuleId, *, what: str) -> tuple[Finding, ...]:
    """Return whether the marker has a name of its own and a place; `what` it is, and which `rule` sets it up."""
    new = act.marker is not None and act.marker not in state.markers
    taken = f", not {act.marker}" if act.marker is not None else ""
    return (
        condition(rule, new, f"the {what} needs a marker of its own{taken}"),
        condition(rule, act.marker_to is not None, f"say where the {what} lies"),
    )
