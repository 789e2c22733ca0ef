"""Going on by the defaults: what nobody wants to be asked is not asked, and what must be asked still is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.editions.kt24.dice import DICE as KT24
from referee.game.dice.dice_actions import Onward, StopAt
from referee.rules.dice.attack_facts import PendingInput
from referee.rules.dice.step import PASS, DiceChoice, DiceStepName, Side
from tests.referee.game.armed_game import armed, fight, shoot
from tests.referee.game.conftest import GameDriver
from tests.referee.rules.dice.building import shot, weapon

__all__ = ["armed"]


def test_a_shot_takes_two_answers_when_both_let_it_go_on(armed: GameDriver) -> None:
    shoot(armed, "mortar")
    armed("answer", prompt=armed.prompt("dice:").id, dice=[4, 1], onward=True)
    assert (armed.prompt("dice:").owner, armed.prompt("dice:").dice) == ("p2", 3)
    armed("answer", prompt=armed.prompt("dice:").id, dice=[5, 2, 1], onward=True)
    assert armed.state.sequence is None
    assert armed.state.operative("B1").wounds == 10


def test_without_it_everything_is_asked(armed: GameDriver) -> None:
    shoot(armed, "mortar")
    armed.answer("dice:", dice=(4, 1))
    assert "re-roll" in str(armed.prompt("dice:").question)
    assert armed.prompt("dice:").owner == "p1"


def test_one_undo_takes_back_all_that_went_on(armed: GameDriver) -> None:
    shoot(armed, "mortar")
    before = armed.state
    armed("answer", prompt=armed.prompt("dice:").id, dice=[4, 1], onward=True)
    armed("undo")
    assert armed.state == before


def test_a_fight_asks_for_the_first_strike_and_then_goes_on_to_its_end(armed: GameDriver) -> None:
    fight(armed)
    armed("answer", prompt=armed.prompt("dice:").id, dice=[5, 5, 1], onward=True)
    armed("answer", prompt=armed.prompt("dice:").id, dice=[5, 1], onward=True)
    first = armed.prompt("dice:")
    assert (first.owner, first.default) == ("p1", "strike:normal")
    armed("answer", prompt=first.id, choice=first.default, onward=True)
    other = armed.prompt("dice:")
    assert other.owner == "p2"
    armed("answer", prompt=other.id, choice=other.default, onward=True)
    assert armed.state.sequence is None


@given(
    st.sampled_from(list(DiceStepName)),
    st.sampled_from(["p1", "p2"]),
    st.integers(0, 1),
    st.dictionaries(st.sampled_from(["p1", "p2"]), st.sampled_from(list(StopAt))),
)
@settings(deadline=None)
def test_a_roll_the_next_target_a_doubt_and_a_strike_are_never_passed_over_unasked(
    stage: DiceStepName, player: str, dice: int, until: dict[str, StopAt]
) -> None:
    pending = PendingInput(player, Side.ATTACKER, stage, "B1", dice, (PASS,), PASS)
    taken = Onward(until).answer(pending)
    may = not dice and player in until and stage not in (DiceStepName.TARGET, DiceStepName.DOUBT)
    may = may and (stage is not DiceStepName.RESOLVE or until[player] is StopAt.END)
    assert taken == (PASS if may else None)


def test_an_answer_without_it_ends_it() -> None:
    asked = PendingInput("p1", Side.ATTACKER, DiceStepName.ATTACK_ROLL, "B1", 4)
    onward = Onward().after(asked, asked=True)
    assert onward.until == {"p1": StopAt.STRIKES}
    assert Onward.of(onward.to_data()) == onward
    assert onward.after(asked, asked=False) == Onward()
    struck = PendingInput("p1", Side.ATTACKER, DiceStepName.RESOLVE, "B1", 0, (DiceChoice("strike", "crit"),))
    assert onward.after(struck, asked=True).until == {"p1": StopAt.END}


def test_a_roll_says_what_its_faces_count_as_where_that_is_all_that_matters(armed: GameDriver) -> None:
    shoot(armed, "mortar")
    grades = {grade.counts_as: grade.faces for grade in armed.prompt("dice:").grades}
    assert grades == {"crit": (6,), "success": (5, 4, 3), "fail": (2, 1)}


@pytest.mark.parametrize(
    ("rules", "known"),
    [
        ({}, True),
        ({"lethal": 5}, True),
        ({"rending": True}, True),
        ({"reroll": "balanced"}, True),
        ({"reroll": "relentless"}, True),
        ({"reroll": "ceaseless"}, False),
    ],
)
def test_only_a_rule_that_asks_for_a_face_asks_for_every_die(rules: dict[str, Any], known: bool) -> None:
    roll = KT24.shot(shot(weapon(4, 3, **rules))).begin().roll
    assert roll is not None
    assert roll.worth is not None
    assert roll.by_face is not known
