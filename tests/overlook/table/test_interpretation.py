"""Faults of a move are in a player's words, not in the program's."""

from __future__ import annotations

import pytest

from geometry.placement import Placement
from messages.message import Message
from overlook.table.moves.move_classification import MoveCandidate
from referee.game.board_place import BoardPlace
from referee.game.intents import Act
from referee.rules.judgement import MoveJudgement, Violation
from referee.rules.ruling import Fact, Ruling

stored = Message.stored

JARGON = ("precondition", "violation", "overlap", "carried", "_")


@pytest.mark.parametrize("violation", Violation)
def test_every_fault_of_a_move_has_plain_words(violation: Violation) -> None:
    label = label_of(violation)
    assert label == Message.of("reading-move-note", action="Dash", charged=2.5, allowed=3.0, note=fault(violation))
    assert not [word for word in JARGON if word in str(fault(violation))]


def fault(violation: Violation) -> Message:
    return Message.of("reading-fault", fault=violation)


def label_of(violation: Violation) -> Message:
    ruling = Ruling.of(stored("a1 may Dash there"), Fact.declared("D24-01", False, stored("it does not")))
    judgement = MoveJudgement(ruling, 2.5, 0.0, 3.0, (violation,))
    place = BoardPlace.of(Placement("a1", 4.0, 5.0))
    act = Act(id="reading", operative="a1", action="Dash", to=place, path=(), charged=2.5)
    return MoveCandidate("Dash", judgement, act).label


def test_no_two_faults_have_the_same_words() -> None:
    assert len({str(fault(violation)) for violation in Violation}) == len(Violation)
