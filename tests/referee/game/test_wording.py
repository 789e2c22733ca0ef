"""Events are compared without their sentences, so that a sentence may be said better one day."""

from __future__ import annotations

from messages.message import Message
from referee.game.events import activations, decisions, same_but_for_wording
from referee.rules.ruling import Fact

stored = Message.stored

FAULT = decisions.FaultLogged(finding=Fact.declared("D24-08", False, stored("no enemy may be within control range")))


def test_another_sentence_makes_no_other_event() -> None:
    old = decisions.FaultLogged(finding=Fact.declared("D24-08", False, stored("not while an enemy is in reach")))
    assert old != FAULT
    assert same_but_for_wording((old,), (FAULT,))


def test_another_rule_verdict_kind_or_number_of_events_is_something_else() -> None:
    means = FAULT.finding.means
    rule = decisions.FaultLogged(finding=Fact.declared("D24-06", False, stored(means)))
    verdict = decisions.FaultLogged(finding=Fact.declared("D24-08", True, stored(means)))
    assert not same_but_for_wording((rule,), (FAULT,))
    assert not same_but_for_wording((verdict,), (FAULT,))
    assert not same_but_for_wording((FAULT, FAULT), (FAULT,))
    ended = activations.ActivationEnded(operative="A1")
    assert not same_but_for_wording((ended,), (activations.ReactionEnded(operative="A1"),))
    assert not same_but_for_wording((ended,), (activations.ActivationEnded(operative="A2"),))


def test_what_a_proposal_would_do_counts_though_its_question_does_not() -> None:
    asked = decisions.Proposed(
        proposal="p",
        owner="any",
        question="A1 Dash?",
        labels=("It holds",),
        intents=("act",),
        data=({"action": "Dash"},),
    )
    assert same_but_for_wording((asked,), (asked.model_copy(update={"question": "May A1 dash?", "labels": ("Yes",)}),))
    assert not same_but_for_wording((asked,), (asked.model_copy(update={"data": ({"action": "Charge"},)}),))
