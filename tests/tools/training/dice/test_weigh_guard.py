"""The guard is weighed on what it has not seen, and made stricter until no such source is believed too often."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tools.training.dice.weigh_guard import (
    MOST_WRONG,
    Case,
    JudgedDie,
    case_of,
    kept,
    reliability,
    stricter,
    strictness,
    weights_of,
)
from vision.dice.acceptance import CERTAIN_COUNTED, LookWeights, NameWeights, Weights
from vision.dice.detections import DetectedDie

pytestmark = pytest.mark.nightly


def die(value: int, x: float, confidence: float = 0.9, against: float = 0.05) -> DetectedDie:
    return DetectedDie(value, x, 0.0, 40.0, confidence, 0.02, 0.01, (0.0, 0.0), against=against)


def judged(confidence: float, against: float, *, right: bool) -> JudgedDie:
    """A die of which the closer look says as much as both looks together."""
    return JudgedDie(confidence, against, confidence, confidence, against, right)


def drawn(seed: int, count: int = 400) -> list[Case]:
    """Rolls of one die that is wrong the oftener the less sure it is, half of them without a count."""
    rng = np.random.default_rng(seed)
    cases = []
    for number in range(count):
        confidence = rng.uniform(0.5, 0.97)
        right = rng.random() > (1 - confidence) ** 1.5
        beside = rng.choice([0.0, 0.3])
        counted = bool(number % 2)
        fits = counted or beside == 0 or rng.random() < 0.7
        seen = (judged(confidence, 1 - confidence, right=bool(right)),)
        cases.append(Case("drawn", str(number), counted, False, seen, float(beside), bool(fits), bool(right and fits)))
    return cases


def test_a_case_knows_which_dice_are_right_and_what_lies_beside_them() -> None:
    found = [die(5, 0), die(2, 100), die(4, 200, 0.2)]
    case = case_of(("s", "a.jpg"), found, Counter([5, 3]), counted=True, spoiled=False)
    assert case is not None
    assert [seen.right for seen in case.dice] == [True, False]
    assert case.beside == pytest.approx(0.2)
    assert (case.number_right, case.exact) == (True, False)


def test_a_value_that_lies_there_once_is_right_once() -> None:
    case = case_of(("s", "a.jpg"), [die(5, 0), die(5, 100)], Counter([5, 3]), counted=True, spoiled=False)
    assert case is not None
    assert [seen.right for seen in case.dice] == [True, False]


def test_a_roll_that_is_unsure_anyway_is_none_of_the_guards() -> None:
    assert case_of(("s", "a.jpg"), [die(5, 0)], Counter([5, 3]), counted=True, spoiled=False) is None
    assert case_of(("s", "a.jpg"), [], Counter([5]), counted=True, spoiled=False) is None


def test_weights_say_that_sure_dice_with_nothing_beside_them_are_right() -> None:
    weights = weights_of(drawn(1))
    sure, faint = (Case("", "", True, False, (judged(c, 1 - c, right=True),), 0.0, True, True) for c in (0.97, 0.55))
    assert sure.chance(weights) > 0.97
    assert faint.chance(weights) < 0.92
    alone = replace(sure, counted=False)
    assert alone.chance(weights) > replace(alone, beside=0.3).chance(weights)


def test_it_is_made_stricter_until_a_source_left_out_is_wrong_in_one_of_two_hundred_at_most() -> None:
    trusting = Weights(
        LookWeights(8.0, 1.0, 0.0), NameWeights(0.0, 0.0, 0.0, 0.0), alone=9.0, another=0.0, familiar=0.0
    )
    seen = [judged(0.6, 0.3, right=k % 5 > 0) for k in range(50)]
    wrong = [Case("s", str(k), True, False, (die,), 0.0, True, die.right) for k, die in enumerate(seen)]
    dice, number = strictness([(trusting, wrong)])
    accepted = [case for case in wrong if case.accepted(stricter(trusting, dice, number))]
    assert (dice, number) > strictness([(trusting, [case for case in wrong if case.exact])])
    assert sum(not case.exact for case in accepted) <= MOST_WRONG * len(accepted)


def test_numbers_that_are_wrong_where_nobody_counted_make_no_die_less_sure() -> None:
    trusting = Weights(
        LookWeights(8.0, 1.0, 0.0), NameWeights(0.0, 0.0, 0.0, 0.0), alone=9.0, another=0.0, familiar=0.0
    )
    seen = (judged(0.9, 0.1, right=True),)
    cases = [Case("s", str(k), False, False, seen, 0.0, k % 5 > 0, k % 5 > 0) for k in range(50)]
    dice, number = strictness([(trusting, cases)])
    assert number > dice
    counted = replace(cases[0], counted=True)
    assert counted.chance(stricter(trusting, dice, number)) >= CERTAIN_COUNTED


def test_reliability_counts_every_roll_once() -> None:
    cases, weights = drawn(2), weights_of(drawn(3))
    counts = [each.split(": ")[1].split("/") for each in reliability(cases, weights).split("  ")]
    assert sum(int(there) for _, there in counts) == len(cases)
    assert sum(int(exact) for exact, _ in counts) == sum(case.exact for case in cases)


def test_cases_that_were_kept_are_the_same_again(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    assert kept(file, tmp_path, (), 1) == []
    assert kept(file, tmp_path, ("no such source",), 1) == []
