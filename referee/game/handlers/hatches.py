"""Hatches that are operated: opened when closed, closed when open (rules K24-07, K21-02)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.events import Event, calls
from referee.game.handlers.acting import ActionHook
from referee.game.intent_handler import condition
from referee.game.intents import Act
from referee.game.state import GameState
from referee.rules.edition import ActionSpec
from referee.rules.moves.hatchways import OPERATE_HATCH
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class Hatches(ActionHook):
    """Operating a hatch opens a closed one and closes an open one (K24-07, K21-02); the judge says whether it may.

    `Act.thing` is the hatch; how it stood comes from earlier actions, or from the judge in `Evidence.stands`.
    """

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether a hatch is named."""
        if spec.name != OPERATE_HATCH:
            return ()
        return (condition(spec.rule, act.thing is not None, "say which hatch is operated"),)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the hatch turned."""
        if spec.name != OPERATE_HATCH or act.thing is None:
            return ()
        stands = state.openings.get(act.thing, act.evidence.stands or "closed")
        return (calls.OpeningTurned(opening=act.thing, now="closed" if stands == "open" else "open"),)
