"""The 2024 shooting sequence, each rule by its row in the rules matrix, with dice that lie fixed."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from referee.editions.kt24.dice import DICE as KT24
from referee.rules.dice.shot import Hits
from referee.rules.dice.step import CRIT, FAIL, NORMAL, DiceChoice, DiceStepName, grades
from referee.rules.errors import IllegalError
from tests.codes import coded
from tests.referee.rules.dice.building import account_of, shot, weapon

account = partial(account_of, KT24)


def test_e24_05_a_6_is_always_critical_and_a_1_always_fails() -> None:
    found = account([6, 1, 2, 3], [1, 1, 1], weapon(4, 2))
    assert found.classes == ("C", "F", "N", "N")
    assert account([6, 5, 4, 3], [1, 1, 1], weapon(4, 6)).classes == ("C", "F", "F", "F")
    assert grades(1) == (0, FAIL, NORMAL, NORMAL, NORMAL, NORMAL, CRIT)


def test_e24_06_obscured_costs_one_success_and_every_critical() -> None:
    found = account([6, 6, 4, 1], [1, 1, 1], weapon(4, 3), obscured=True)
    assert found.hits == Hits(0, 2)


def test_e24_06_obscured_goes_before_the_rules_that_live_on_criticals() -> None:
    arm = weapon(4, 3, (3, 5), punishing=True, rending=True, severe=True, devastating=3, piercing_crits=2)
    found = account([6, 5, 4, 1], [1, 1, 1], arm, obscured=True)
    assert (found.hits, found.at_once, found.collected) == (Hits(0, 2), 0, 3)


def test_e24_06_obscured_leaves_nothing_of_one_success() -> None:
    assert account([6, 1, 1, 1], [1, 1, 1], weapon(4, 3), obscured=True).hits == Hits(0, 0)


def test_e24_07_attack_rerolls_end_before_defence_dice_are_rolled() -> None:
    names = [stage.name for stage in KT24.shot(shot(weapon())).stages]
    assert names.index(DiceStepName.RETAIN) < names.index(DiceStepName.DEFENCE_DICE)
    assert names.index(DiceStepName.ATTACK_REROLL) < names.index(DiceStepName.DEFENCE_ROLL)


def test_e24_08_a_cover_save_is_one_of_three_dice_kept_unrolled() -> None:
    found = account([5, 5, 5, 5], [1, 4], weapon(4, 3), cover=((1, 0),))
    assert (found.collected, found.kept, found.to_roll, found.saves) == (3, Hits(0, 1), 2, Hits(0, 2))


def test_e24_08_the_defender_may_roll_all_dice_instead() -> None:
    walk = KT24.shot(shot(weapon(2, 3), cover=((1, 0),))).begin().enter([5, 4])
    decision = walk.decision
    assert decision is not None
    assert [choice.numbers for choice in decision.choices] == [(1, 0), (0, 0)]
    roll = walk.choose(DiceChoice("retain", "cover save", (0, 0))).roll
    assert roll is not None
    assert roll[:3] == ("defender", 3, ((6, 1), (5, 2), (3, 3)))


def test_h24_11_an_improved_cover_save_is_a_critical_or_one_more() -> None:
    walk = KT24.shot(shot(weapon(2, 3), cover=((0, 1), (2, 0)))).begin().enter([5, 4])
    decision = walk.decision
    assert decision is not None
    assert [choice.numbers for choice in decision.choices] == [(0, 1), (2, 0), (0, 0)]


@pytest.mark.parametrize(
    ("piercing", "cover", "kept", "rolled"),
    [(2, (2, 0), (1, 0), 0), (3, (1, 0), (0, 0), 0), (1, (2, 0), (2, 0), 0), (2, (0, 1), (0, 1), 0)],
)
def test_e24_08_no_more_dice_are_kept_than_piercing_leaves(
    piercing: int, cover: tuple[int, int], kept: tuple[int, int], rolled: int
) -> None:
    found = account([5, 5, 5, 5], [1] * rolled, weapon(4, 3, piercing=piercing), cover=(cover,))
    assert (found.kept.normals, found.kept.crits, found.to_roll) == (*kept, rolled)


def test_e24_09_two_normals_block_a_critical() -> None:
    assert account([6, 1, 1, 1], [4, 5, 1], weapon(4, 3)).damage == 0


def test_e24_09_every_save_that_can_block_must() -> None:
    walk = played_to_block(attack=[6, 5, 1, 1], defence=[4, 4, 4])
    with pytest.raises(IllegalError, check=coded("roll-choice-refused", stage="block")):
        walk.choose(DiceChoice("block", "", (0, 0, 0, 0)))
    with pytest.raises(IllegalError, check=coded("roll-choice-refused", stage="block")):
        walk.choose(DiceChoice("block", "", (0, 0, 0, 1)))
    assert walk.choose(DiceChoice("block", "", (0, 0, 1, 1))).state.harm == 0


def played_to_block(attack: list[int], defence: list[int]) -> Any:
    return KT24.shot(shot(weapon(4, 3))).begin().enter(attack).enter(defence)


def test_e24_10_every_unblocked_success_does_its_damage() -> None:
    assert account([6, 5, 1, 1], [1, 1, 1], weapon(4, 3, (3, 7))).damage == 10


def test_e24_14_devastating_comes_before_blocking_and_the_die_still_hits() -> None:
    walk = KT24.shot(shot(weapon(4, 3, (3, 4), devastating=2, stun=True))).begin().enter([6, 1, 1, 1])
    assert [(effect.kind, effect.amount) for effect in walk.effects] == [("damage", 2), ("apl", -1)]
    assert walk.enter([1, 1, 1]).state.harm == 6
