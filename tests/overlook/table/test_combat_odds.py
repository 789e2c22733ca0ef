"""Odds of a roll and how rare its result was, against enumerated dice."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.table.offers.odds import CombatOdds, OddsBeforeRoll
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.flow import flow
from referee.rules.dice.attack_facts import ShootingFacts, TargetFacts
from referee.rules.dice.shooting import ShootingSequence
from referee.rules.dice.shot import Defender
from referee.rules.weapon import Weapon, WeaponType

NORMAL, CRITICAL = 3, 4
HITS_ON = 4


def shot(dice: int) -> tuple[ShootingSequence, TargetFacts]:
    """Return a shot against somebody who saves nothing."""
    weapon = Weapon(name="rifle", type=WeaponType.RANGED, atk=dice, hit=HITS_ON, damage=(NORMAL, CRITICAL))
    target = TargetFacts(id="B1", player="p2", defender=Defender(dice=0, save=4))
    facts = ShootingFacts(shooter="A1", player="p1", weapon=weapon, targets=(target,))
    return ShootingSequence.begin(flow(KT24).dice_actions.rules, facts), target


def counted(dice: int, wounds: int) -> dict[int, Fraction]:
    """Return how likely each loss is, by counting every roll."""
    found: dict[int, Fraction] = {}
    for faces in itertools.product(range(1, 7), repeat=dice):
        harm = sum(CRITICAL if face == 6 else NORMAL if face >= HITS_ON else 0 for face in faces)
        lost = min(harm, wounds)
        found[lost] = found.get(lost, Fraction(0)) + Fraction(1, 6**dice)
    return found


@given(st.integers(1, 4), st.integers(1, 16))
def test_promised_odds_match_an_enumeration_of_all_rolls(dice: int, wounds: int) -> None:
    action, target = shot(dice)
    promise = CombatOdds().of_shot(action, target, wounds)
    expected = counted(dice, wounds)
    assert {lost: chance for lost, chance in promise.lost.items() if chance} == expected
    average = sum(lost * chance for lost, chance in expected.items())
    assert promise.before["damage"] == pytest.approx(float(average))


def test_the_result_is_shown_beside_the_promised_odds() -> None:
    promise = OddsBeforeRoll({0: Fraction(1, 2), 3: Fraction(1, 4), 7: Fraction(1, 4)}, 7)
    assert promise.before == Message.of("chance-attack", down=0.25, damage=2.5)
    assert promise.after(7) == Message.of("chance-result-down", damage=7, average=2.5, chance=0.25)
    assert promise.after(3) == Message.of("chance-result", damage=3, average=2.5, chance=0.5)
    assert promise.after(0) == Message.of("chance-result-none", average=2.5, chance=0.5)
    sure = OddsBeforeRoll({1: Fraction(1)}, 2).after(1)
    assert sure == Message.of("chance-result", damage=1, average=1.0, chance=1.0)
