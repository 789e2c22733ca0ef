"""What follows by itself: mines go off after what brought an operative near, and are taken back with it (J24-07)."""

from __future__ import annotations

from collections.abc import Callable

from overlook.table.judging_context import JudgingContext
from overlook.table.taking_back import goes_with
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.timeline import Step, Timeline
from referee.game.events.activations import ActionPerformed
from referee.game.intents import ANY, CAMERA, Intent, Propose, ProposedReading, Redo, SetUp, SpringMine, Undo
from referee.rules.judgement import SetOff
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Verdict


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

    `timeline` is what stands now, `context` asks for what can be judged. Where it is too close to call whether a mine
    goes off, that is asked, once for what brought it about; of a move its player said it already.
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
    lying = {key for key, one in state.markers.items() if one.kind in edition.set_up.markers and one.place is not None}
    asked = context() if lying and not (state.ended or state.sequence is not None or state.tests) else None
    found = None if asked is None else edition.movement.mine_set_off(edition, asked.position)
    if found is None or found.mine not in lying:
        return None
    sprung = SpringMine(id=new_id("spring"), by=CAMERA, marker=found.mine, operative=found.operative)
    match state.policies.threshold.call(found.p):
        case Verdict.YES:
            return sprung
        case Verdict.TOO_CLOSE if _brought_about(past, found):
            return _asked(sprung, new_id("mine"))
    return None


def _brought_about(past: Step, found: SetOff) -> bool:
    """Whether something other than a seen move changed what the mine lies near: a place said, a set-up, an opening."""
    before, after = past.before, past.after
    acted = any(isinstance(each, ActionPerformed) for each in past.events)
    return (
        (not acted and before.operatives[found.operative].place != after.operatives[found.operative].place)
        or before.markers.get(found.mine) != after.markers[found.mine]
        or before.openings != after.openings
    )


def _asked(sprung: SpringMine, id_: str) -> Propose:
    mine, operative = sprung.marker, sprung.operative
    return Propose(
        id=id_,
        by=CAMERA,
        owner=ANY,
        question=f"Does {mine} go off under {operative}? Too close to call: look together",
        readings=(ProposedReading.of(f"{mine} goes off", sprung),),
    )
