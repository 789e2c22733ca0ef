"""Which open proposals have nothing left to ask: what they are about has gone on, or stands elsewhere by now."""

from __future__ import annotations

from collections.abc import Mapping

from overlook.table.displaced import ELSEWHERE_IN
from overlook.table.seen_table import SeenTable
from referee.game.engine.timeline import Timeline
from referee.game.events import activations, decisions
from referee.game.state import OpenProposal


def is_turned_back(proposal: OpenProposal, away: Mapping[str, str]) -> bool:
    """Return whether the hatch that a proposal is about stands again as the game has it."""
    thing = proposal.readings[0].data.get("thing") if proposal.readings else None
    return proposal.id.startswith("proposal:leaf-") and thing not in away


def is_over(proposal: OpenProposal, timeline: Timeline) -> bool:
    """Return whether a proposal is about an action of an operative that is at work no longer."""
    acting = timeline.state.acting
    reading = proposal.readings[0] if proposal.readings else None
    if reading is None or reading.intent != "act":
        return False
    interrupted = timeline.state.activation
    return proposal.operative not in {one.operative for one in (acting, interrupted) if one is not None}


def is_left(proposal: OpenProposal, seen: SeenTable) -> bool:
    """Return whether the operative that a proposal is about stands elsewhere by now."""
    found = seen.table.operatives.get(proposal.operative)
    return found is not None and proposal.to is not None and proposal.to.distance_to(found.placement) > ELSEWHERE_IN


def is_overtaken(proposal: OpenProposal, timeline: Timeline) -> bool:
    """Return whether its operative has done something else since an action of it was asked about."""
    reading = proposal.readings[0] if proposal.readings else None
    if reading is None or reading.intent != "act" or proposal.to is not None:
        return False
    for step in timeline.steps():
        if any(isinstance(each, decisions.Proposed) and each.proposal == proposal.id for each in step.events):
            return False
        done = (each for each in step.events if isinstance(each, activations.ActionPerformed))
        if any(each.operative == proposal.operative for each in done):
            return True
    return False
