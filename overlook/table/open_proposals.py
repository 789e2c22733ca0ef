"""Which open proposals have nothing left to ask: what they are about has gone on, or stands elsewhere by now."""

from __future__ import annotations

from collections.abc import Mapping

from overlook.table.interpretation import ELSEWHERE
from overlook.table.seen_table import SeenTable
from referee.game.board_place import BoardPlace
from referee.game.events import activations, words
from referee.game.state import OpenProposal
from referee.game.timeline import Timeline


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
    by = reading.data.get("operative")
    interrupted = timeline.state.activation
    return by not in {one.operative for one in (acting, interrupted) if one is not None}


def is_left(proposal: OpenProposal, seen: SeenTable) -> bool:
    """Return whether the operative that a proposal is about stands elsewhere by now."""
    data: Mapping[str, object] = proposal.readings[0].data if proposal.readings else {}
    mover, to = data.get("operative"), data.get("to")
    if not isinstance(to, dict) or mover not in seen.table.operatives:
        return False
    aim = BoardPlace(float(to["x"]), float(to["y"]), float(to["z"]))
    return aim.distance_to(seen.table.operatives[str(mover)].placement) > ELSEWHERE


def is_overtaken(proposal: OpenProposal, timeline: Timeline) -> bool:
    """Return whether its operative has done something else since an action of it was asked about."""
    reading = proposal.readings[0] if proposal.readings else None
    if reading is None or reading.intent != "act" or reading.data.get("to") is not None:
        return False
    for step in timeline.steps():
        if any(isinstance(each, words.Proposed) and each.proposal == proposal.id for each in step.events):
            return False
        done = (each for each in step.events if isinstance(each, activations.ActionPerformed))
        if any(each.operative == reading.data.get("operative") for each in done):
            return True
    return False
