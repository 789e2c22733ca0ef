"""Optimal play against an independent minimax, and what it must be worth."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.editions.kt21.dice import DICE as KT21
from referee.editions.kt24.dice import DICE as KT24
from referee.rules.dice.dice_rules import killing, wounding
from referee.rules.dice.fight import FightSetup, FightSide, RerollAlternately
from referee.rules.dice.odds import mean
from referee.rules.dice.step import Side
from tests.depth import depth
from tests.referee.rules.dice import oracle
from tests.referee.rules.dice.building import bout, shot, weapon

Hand = tuple[int, int]


def minimax(dmg: tuple[Hand, Hand], hands: tuple[Hand, Hand], wounds: Hand, empty_block: bool, goal: str) -> int:
    """Best play of a fight whose dice lie there, written from the rules alone."""

    @cache
    def value(one: Hand, two: Hand, left: Hand, turn: int) -> int:
        hand, foe = (two, one) if turn else (one, two)
        if min(left) <= 0 or not sum(one) + sum(two):
            lost = (wounds[0] - left[0], wounds[1] - left[1])
            return {"kill": int(left[1] == 0), "wound": lost[1], "trade": lost[1] - lost[0]}[goal]
        if not sum(hand):
            return value(one, two, left, 1 - turn)
        found = []
        for kind in (0, 1):
            if not hand[kind]:
                continue
            spent = (hand[0] - (kind == 0), hand[1] - (kind == 1))
            damage = dmg[turn][1 - kind]
            struck = (
                left[0] if not turn else max(0, left[0] - damage),
                max(0, left[1] - damage) if not turn else left[1],
            )
            options = [(spent, foe, struck)]
            if kind == 0 and foe[0]:
                options.append((spent, (foe[0] - 1, foe[1]), left))
            if foe[1]:
                options.append((spent, (foe[0], foe[1] - 1), left))
            if empty_block and not sum(foe):
                options.append((spent, foe, left))
            for own, other, after in options:
                pair = (other, own) if turn else (own, other)
                found.append(value(*pair, after, 1 - turn))
        return max(found) if turn == 0 else min(found)

    return value(*hands, wounds, 0)


def trading(setup: FightSetup, wounds: tuple[int, int]) -> int:
    """Return the wounds that the defender lost more than the attacker."""
    return wounding(setup, wounds) - (setup.attacker.wounds - wounds[0])


GOALS = {"kill": killing, "wound": wounding, "trade": trading}
FIGHTER = st.fixed_dictionaries(
    {"atk": st.integers(1, 3), "hit": st.integers(2, 5), "dmg": st.sampled_from([(2, 3), (3, 5), (4, 3)])}
)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(("rules", "empty_block"), [(KT24, True), (KT21, False)], ids=["2024", "2021"])
@settings(max_examples=12, deadline=None)
@given(one=FIGHTER, two=FIGHTER, wounds=st.tuples(st.integers(2, 9), st.integers(2, 9)))
def test_a_fight_at_its_best_is_worth_what_minimax_over_every_roll_gives(
    goal: str, rules: Any, empty_block: bool, one: dict[str, Any], two: dict[str, Any], wounds: Hand
) -> None:
    expected = Fraction(0)
    for (a, an, _), chance in oracle.volley(one).items():
        for (b, bn, _), other in oracle.volley(two).items():
            best = minimax((one["dmg"], two["dmg"]), ((a, an), (b, bn)), wounds, empty_block, goal)
            expected += chance * other * best
    found = rules.best_fight(bout(weapon(**one), weapon(**two), wounds), GOALS[goal])
    assert found.value == expected
    assert sum(found.odds.values()) == 1


def test_a_reroll_is_taken_exactly_when_it_pays() -> None:
    arm = weapon(1, 4, (2, 9), balanced=True)
    found = KT24.best_shot(shot(arm, 0))
    keep = {1: 0, 2: 0, 3: 0, 4: 2, 5: 2, 6: 9}
    again = Fraction(sum(keep.values()), 6)
    assert found.value == sum(max(Fraction(worth), again) for worth in keep.values()) / 6
    assert mean(found.odds) == found.value


def test_playing_for_the_kill_is_worth_the_kill_chance() -> None:
    found = KT24.best_shot(shot(weapon(2, 4, (2, 5), balanced=True), 1), wounds=4)
    assert found.value == sum(chance for damage, chance in found.odds.items() if damage >= 4)


def test_ceaseless_at_its_best_by_trying_every_value() -> None:
    """Two dice, one value may be re-rolled die by die: against trying every way."""
    worth = {1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 4}
    again = Fraction(sum(worth.values()), 6)
    expected = Fraction(0)
    for pair in itertools.product(range(1, 7), repeat=2):
        stay = sum(worth[face] for face in pair)
        gains = [
            sum((max(Fraction(0), again - worth[face]) for face in pair if face == value), Fraction(0))
            for value in set(pair)
        ]
        expected += Fraction(stay + max(gains), 36)
    assert KT24.best_shot(shot(weapon(2, 5, (1, 4), ceaseless=True), 0)).value == expected


@settings(max_examples=25, deadline=None)
@given(
    atk=st.integers(1, 3),
    hit=st.integers(3, 6),
    save=st.integers(3, 6),
    rules=st.fixed_dictionaries(
        {},
        optional={
            "reroll": st.sampled_from(["balanced", "relentless", "ceaseless"]),
            "rending": st.just(True),
            "punishing": st.just(True),
        },
    ),
)
def test_best_play_is_never_worth_less_to_the_attacker_than_the_standard_policy(
    atk: int, hit: int, save: int, rules: dict[str, Any]
) -> None:
    setup = shot(weapon(atk, hit, (3, 5), **rules), 2, save)
    assert KT24.best_shot(setup).value >= mean(KT24.shot_odds(setup))


@settings(max_examples=15, deadline=None)
@given(one=FIGHTER, two=FIGHTER, goal=st.sampled_from(list(GOALS)))
def test_a_defender_that_cannot_retaliate_is_worth_more_to_the_attacker(
    one: dict[str, Any], two: dict[str, Any], goal: str
) -> None:
    facing = KT24.best_fight(bout(weapon(**one), weapon(**two), (7, 7)), GOALS[goal]).value
    alone = KT24.best_fight(bout(weapon(**one), None, (7, 7)), GOALS[goal]).value
    assert alone >= facing


def test_optional_lifting_is_declined_where_a_critical_hurts_less() -> None:
    setup = shot(weapon(2, 3, (5, 3), rending=True), 0)
    declined = sum(
        Fraction(sum({"C": 3, "N": 5, "F": 0}[oracle.grade(face, 3)] for face in pair), 36)
        for pair in itertools.product(range(1, 7), repeat=2)
    )
    assert KT24.best_shot(setup).value == declined
    assert mean(KT24.shot_odds(setup)) < declined


def test_g21_10_the_better_of_save_and_invulnerable_save_is_chosen() -> None:
    strong = shot(weapon(2, 3), 2, 2, ward=6)
    assert KT21.best_shot(strong).value == KT21.best_shot(shot(weapon(2, 3), 2, 2)).value
    pierced = shot(weapon(2, 3, ap=2), 2, 2, ward=5)
    assert KT21.best_shot(pierced).value == KT21.best_shot(shot(weapon(2, 3), 2, 5)).value


def test_where_nothing_is_at_stake_the_default_is_taken() -> None:
    found = KT24.best_fight(bout(weapon(1, 2, (3, 3)), None, (10, 20)))
    assert found.value == 0
    assert found.odds == {(10, 17): Fraction(5, 6), (10, 20): Fraction(1, 6)}


REROLLING = st.fixed_dictionaries(
    {"atk": st.integers(1, 3), "hit": st.integers(2, 5), "dmg": st.sampled_from([(2, 3), (3, 5), (4, 3)])},
    optional={
        "reroll": st.sampled_from(["balanced", "ceaseless", "relentless", "ceaseless+balanced"]),
        "rending": st.just(True),
        "accurate": st.just(1),
        "lethal": st.just(5),
    },
)


@pytest.mark.nightly
@settings(max_examples=depth(25, 30), deadline=None)
@given(
    one=REROLLING,
    two=st.none() | REROLLING,
    wounds=st.tuples(st.integers(2, 7), st.integers(2, 7)),
    goal=st.sampled_from(list(GOALS)),
    points=st.sampled_from([(0, 0), (1, 0), (0, 1)]),
    initiative=st.sampled_from(list(Side)),
)
def test_f24_05_rerolls_worked_out_over_hands_are_worth_what_trying_every_choice_gives(
    one: dict[str, Any], two: dict[str, Any] | None, wounds: Hand, goal: str, points: Hand, initiative: Side
) -> None:
    setup = FightSetup(
        FightSide(weapon(**one), wounds[0], points[0]),
        FightSide(weapon(**two) if two is not None else None, wounds[1], points[1]),
        initiative=initiative,
    )
    by_hands = KT24.best_fight(setup, GOALS[goal])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RerollAlternately, "optimal", lambda stage, worth: None)
        by_trying = KT24.best_fight(setup, GOALS[goal])
    assert by_hands.value == by_trying.value
    assert sum(by_hands.odds.values()) == 1
    paid = sum(chance * GOALS[goal](setup, left) for left, chance in by_hands.odds.items())
    assert paid == by_hands.value, "the odds are those of the play that is worth it"


def test_numbers_too_large_for_machine_words_are_worked_out_without_bounds() -> None:
    setup = bout(weapon(2, 3, (3, 4), relentless=True), weapon(2, 4, (3, 4), ceaseless=True), (6, 6))
    small = KT24.best_fight(setup, trading)
    huge = KT24.best_fight(setup, lambda setup, left: 10**30 * trading(setup, left))
    assert huge.value == 10**30 * small.value
    assert huge.odds == small.odds
