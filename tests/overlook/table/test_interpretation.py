"""Faults of a move are in a player's words, not in the program's."""

from __future__ import annotations

import pytest

from geometry.placement import Placement
from overlook.table.moves.move_classification import FAULTS, MoveCandidate
from referee.game.board_place import BoardPlace
from referee.game.intents import Act
from referee.rules.judgement import MoveJudgement, Violation
from referee.rules.ruling import Fact, Ruling

JARGON = ("precondition", "violation", "control range", "overlap", "carried", "_")


@pytest.mark.parametrize("violation", Violation)
def test_every_fault_of_a_move_has_plain_words(violation: Violation) -> None:
    ruling = Ruling.of("a1 may Dash there", Fact.declared("D24-01", False, "it does not"))
    judgement = MoveJudgement(ruling, 2.5, 0.0, 3.0, (violation,))
    place = BoardPlace.of(Placement("a1", 4.0, 5.0))
    act = Act(id="reading", operative="a1", action="Dash", to=place, path=(), charged=2.5)
    label = MoveCandidate("Dash", judgement, act).label
    assert label == f'Dash, 2.5" of 3": {FAULTS[violation]}'
    assert not [word for word in JARGON if word in label]


def test_no_two_faults_have_the_same_words() -> None:
    assert len(set(FAULTS.values())) == len(FAULTS) == len(Violation)
