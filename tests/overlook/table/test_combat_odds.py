"""Odds of a roll and how rare its result was, against enumerated dice."""

from __future__ import annotations

import itertools
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

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
    assert f"{float(average):.1f} wounds on average" in promise.before


def test_the_result_is_shown_beside_the_promised_odds() -> None:
    promise = OddsBeforeRoll({0: Fraction(1, 2), 3: Fraction(1, 4), 7: Fraction(1, 4)}, 7)
    assert promise.before == "25 % to take it out, 2.5 wounds on average"
    assert promise.after(7) == "The odds of that were 25 %: 7 wounds, 2.5 on average"
    assert promise.after(3) == "3 wounds, 2.5 on average: as many or more 50 % of the time"
    assert promise.after(0) == "Nothing came through, as it does 50 % of the time: 2.5 on average"
    assert OddsBeforeRoll({1: Fraction(1)}, 2).after(1) == "1 wound, 1.0 on average: as many or more 100 % of the time"
