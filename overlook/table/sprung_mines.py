"""What follows by itself: mines go off after what brought an operative near, and are taken back with it (J24-07)."""

from __future__ import annotations

from collections.abc import Callable

from overlook.table.judging_context import JudgingContext
from overlook.table.taking_back import goes_with
from referee.game.battle_flow import BattleFlow
from referee.game.intents import CAMERA, Intent, Redo, SetUp, SpringMine, Undo
from referee.game.timeline import Timeline
from referee.rules.edition import Edition


def follows(
    intent: Intent,
    timeline: Timeline,
    *,
    flow: BattleFlow,
    edition: Edition,
    context: Callable[[], JudgingContext | None],
    new_id: Callable[[str], str],
) -> Intent | None:
    """Return what follows from an intent that was taken, because a mine lies there or undo takes more along, or None.

    `timeline` is what stands now, `context` asks for what can be judged.
    """
    if isinstance(intent, Undo | Redo):
        return goes_with(intent, timeline, new_id)
    past = timeline.past
    if (
        SpringMine not in flow.handlers
        or past is None
        or past.intent.id != intent.id
        or isinstance(intent, SetUp | SpringMine)
    ):
        return None
    state = timeline.state
    lie = any(one.kind in edition.set_up.markers and one.place is not None for one in state.markers.values())
    asked = context() if lie and not (state.ended or state.sequence is not None or state.tests) else None
    found = None if asked is None else edition.movement.mine_set_off(edition, asked.position)
    if found is None:
        return None
    mine, operative = found
    return SpringMine(id=new_id("spring"), by=CAMERA, marker=mine, operative=operative)
