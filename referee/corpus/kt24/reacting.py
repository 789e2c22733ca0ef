"""Acting out of turn, 2024 (rules C24-14 to C24-18, K24-08 to K24-10)."""

from __future__ import annotations

from referee.corpus.common import Got, weapon_rules
from referee.corpus.questions import Question
from referee.editions.kt24 import reactions
from referee.editions.kt24.reactions import GuardFacts, ReactionFacts


def _counteract_allowed(question: Question) -> Got:
    action = question.ask("action", question.fact("action"))
    facts = ReactionFacts(
        own_ready=int(question.fact("own_ready", 0)),
        opponent_ready=int(question.fact("opp_ready", 0)),
        order=question.order_of("by"),
        already=bool(question.fact("already", False)),
        interrupted_on_guard=bool(question.fact("guard_interrupted", False)),
        action=None if action is None else str(action),
    )
    return {"allowed": reactions.counteract(question.edition, question.operative("by"), facts).holds}


def _guard_interrupt(question: Question) -> Got:
    by, enemy = question.operative("by"), question.operative("enemy")
    facts = GuardFacts(
        on_guard=by in question.fact("on_guard", ()),
        enemy_action_finished=bool(question.fact("enemy_action_finished", False)),
        interrupts_used=int(question.fact("interrupts_used_this_enemy_activation", 0)),
        order=question.order_of("by"),
        weapon_rules=weapon_rules(question),
    )
    judged = reactions.guard_interrupt(
        question.edition, question.position, by, enemy, str(question.need("action")), facts
    )
    got = {
        "allowed": judged.ruling.holds,
        "target": enemy,
        "hit_worsened_by": judged.hit_worsened_by,
        "cannot_counteract": judged.ruling.holds,
    }
    if judged.point_blank:
        got["cannot_retaliate_until"] = "end of the interrupted activation"
    return got


def _guard_status(question: Question) -> Got:
    by = question.operative("by")
    stands = reactions.still_on_guard(
        was_on_guard=by in question.fact("on_guard", ()),
        enemy_ended_action_in_reach=bool(question.fact("enemy_ended_action_in_control_range", False)),
        interrupted=bool(question.fact("interrupted", False)),
        acted=bool(question.fact("performed_this_activation", ())),
        order=question.order_of("by"),
    )
    return {"on_guard": stands}


REACTING = {
    "counteract_allowed": _counteract_allowed,
    "guard_interrupt": _guard_interrupt,
    "guard_status": _guard_status,
}
