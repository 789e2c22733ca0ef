"""Mines that go off by themselves after what brought an operative near, and are taken back with it (rule J24-07)."""

from __future__ import annotations

from collections.abc import Callable

from overlook.table.judging_context import JudgingContext
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
    """Return what follows from an intent that was taken because a mine lies there; None where nothing does.

    `timeline` is what stands now, `context` asks for what can be judged.
    """
    if SpringMine not in flow.handlers:
        return None
    undone, past = timeline.undone, timeline.past
    with_it = undone is not None and isinstance(undone.step.intent, SpringMine)
    if isinstance(intent, Undo):
        return Undo(id=new_id("undo"), by=intent.by) if with_it and past is not None else None
    if isinstance(intent, Redo):
        return Redo(id=new_id("redo"), by=intent.by) if with_it else None
    if past is None or past.intent.id != intent.id or isinstance(intent, SetUp | SpringMine):
        return None
    state = timeline.state
    lie = any(one.kind in edition.set_up.markers and one.place is not None for one in state.markers.values())
    asked = context() if lie and not (state.ended or state.sequence is not None or state.tests) else None
    found = None if asked is None else edition.movement.mine_set_off(edition, asked.position)
    if found is None:
        return None
    mine, operative = found
    return SpringMine(id=new_id("spring"), by=CAMERA, marker=mine, operative=operative)
