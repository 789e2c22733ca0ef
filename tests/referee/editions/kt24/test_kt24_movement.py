"""Moves, 2024: price, enemies, terrain (rules D24-01 to D24-09, I24-01 to I24-06, C24-15)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.corpus.runner import answers_of
from referee.corpus.scenario import Question
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.movement import PRICES
from referee.rules.judgement import Leg, Move, MoveJudgement, Violation
from referee.rules.ruling import Verdict


def judge(position: Any, action: str, *path: tuple[float, ...], **more: Any) -> MoveJudgement:
    places = tuple((place[0], place[1], place[2] if len(place) > 2 else 0.0) for place in path)
    return KT24.judge_move(position, Move("A1", action, places, **more))


@pytest.mark.parametrize(
    ("lengths", "price"),
    [([6.0], 6), ([6.2], 7), ([0.5, 2.75], 4), ([1.5] * 4, 8), ([0.4] * 3, 3), ([2, 4], 6), ([0.0, 3.0], 3)],
)
def test_i24_01_every_increment_is_rounded_up_by_itself(lengths: list[float], price: float) -> None:
    assert PRICES.distance_cost([Leg(length) for length in lengths]) == price


@given(st.lists(st.floats(0, 8), min_size=1, max_size=6))
def test_i24_01_a_price_is_whole_and_never_below_the_way(lengths: list[float]) -> None:
    price = PRICES.distance_cost([Leg(length) for length in lengths])
    assert price == int(price)
    assert sum(lengths) - 1e-6 * len(lengths) <= price < sum(lengths) + len(lengths) + 1e-6


@pytest.mark.parametrize(
    ("rises", "price"),
    [([1.0], 2), ([2.4], 3), ([3.0], 3), ([1.0, 1.0], 2), ([1.0, 0.4], 2), ([2.5, 2.5], 6), ([-2.0], 0), ([-4.0], 2)],
)
def test_i24_02_and_03_climbs_cost_two_at_least_and_two_inches_of_drop_are_free(
    rises: list[float], price: float
) -> None:
    assert PRICES.vertical_cost([Leg(0.0, rise) for rise in rises]) == price


@pytest.mark.parametrize(
    ("action", "heights", "may"),
    [
        ("Reposition", [0, 3.0], True),
        ("Reposition", [0, 3.01], False),
        ("Reposition", [0, 3.0, 6.0], True),
        ("Reposition", [4.0, 0], True),
        ("Dash", [0, 1.0], False),
        ("Dash", [2.0, 0], True),
    ],
)
def test_i24_02_and_d24_04_a_climb_goes_three_inches_high_and_a_dash_climbs_nothing(
    build: Any, stand: Any, action: str, heights: list[float], may: bool
) -> None:
    question = Question("T", "vertical_cost", KT24, build(stand("A1", 5, 5)), {"action": action, "heights": heights})
    assert answers_of(KT24.id)["vertical_cost"](question)["allowed"] is may


def test_j24_05_one_climb_by_ladder_counts_an_inch_once_an_action() -> None:
    assert PRICES.climb_cost(2.8, ladder=True) == 1
    assert PRICES.climb_cost(2.8, ladder=True, ladder_used=True) == 3
    assert PRICES.vertical_cost([Leg(1, 2.8, ladder=True), Leg(1, 2.8, ladder=True)]) == 4


def test_d24_01_a_reposition_may_not_go_farther_than_move(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11))
    assert judge(position, "Reposition", (5, 11), (11, 11)).legal
    long = judge(position, "Reposition", (5, 11), (11.2, 11))
    assert (long.charged, long.violations) == (7, (Violation.TOO_FAR,))


def test_d24_01_too_close_to_call_when_the_camera_errs_more_than_the_room_left(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11))
    assert judge(position, "Reposition", (5, 11), (10.99, 11), sigma=0.02).ruling.verdict() is Verdict.TOO_CLOSE
    assert judge(position, "Reposition", (5, 11), (11.01, 11), sigma=0.02).ruling.verdict() is Verdict.TOO_CLOSE
    assert judge(position, "Reposition", (5, 11), (10.9, 11), sigma=0.01).ruling.verdict() is Verdict.YES
    assert judge(position, "Reposition", (5, 11), (11.1, 11), sigma=0.01).ruling.verdict() is Verdict.NO


def test_d24_02_a_reposition_may_not_enter_control_range_unless_a_friend_holds_it(build: Any, stand: Any) -> None:
    enemy, friend = stand("B1", 10, 12.7), stand("A2", 10, 14.5)
    way = ((5, 11), (14, 11))
    alone = build(stand("A1", 5, 11), enemy)
    held = build(stand("A1", 5, 11), enemy, friend)
    assert Violation.ENTERS_CONTROL_RANGE in judge(alone, "Reposition", *way).violations
    assert Violation.ENTERS_CONTROL_RANGE not in judge(held, "Reposition", *way).violations
    ends = judge(held, "Reposition", (5, 11), (10, 11))
    assert ends.violations == (Violation.ENDS_IN_CONTROL_RANGE,)


def test_d24_02_a_wall_between_takes_control_range_away(build: Any, stand: Any, box: Any) -> None:
    screen = box("W", 3, 11.83, 15, 11.98)
    position = build(stand("A1", 5, 11), stand("B1", 10, 12.86), walls=[screen])
    assert judge(position, "Reposition", (5, 11), (11, 11)).legal


def test_d24_04_a_dash_goes_three_inches_and_does_not_climb(build: Any, stand: Any, box: Any) -> None:
    ledge = box("V", 8, 9, 12, 13, z=(0, 2), traits="Light Vantage")
    position = build(stand("A1", 7.2, 11), walls=[ledge])
    assert Violation.TOO_FAR in judge(position, "Dash", (7.2, 11), (4.1, 11)).violations
    assert Violation.DASH_CLIMB in judge(position, "Dash", (7.2, 11), (8.8, 11, 2)).violations
    assert judge(position, "Reposition", (7.2, 11), (8.8, 11, 2)).legal


def test_d24_06_fall_back_needs_an_enemy_and_may_not_end_by_one(build: Any, stand: Any) -> None:
    position = build(stand("A1", 6.3, 11), stand("B1", 8, 11))
    assert judge(position, "Fall Back", (6.3, 11), (6.3, 7.2)).legal
    assert Violation.ENDS_IN_CONTROL_RANGE in judge(position, "Fall Back", (6.3, 11), (6.3, 10)).violations
    alone = build(stand("A1", 6.3, 11))
    assert judge(alone, "Fall Back", (6.3, 11), (6.3, 8)).violations == (Violation.PRECONDITION,)


def test_d24_07_a_charge_must_end_by_an_enemy_and_stays_with_who_it_came_near(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11), stand("B1", 12, 12.9), stand("B2", 18, 11))
    assert judge(position, "Charge", (5, 11), (11, 11.9)).legal
    missed = judge(position, "Charge", (5, 11), (9, 11))
    assert Violation.MUST_FINISH_IN_CONTROL_RANGE in missed.violations
    left = judge(build(stand("A1", 8, 11), stand("B1", 11, 12.9), stand("B2", 16.5, 11)), "Charge", (8, 11), (15, 11))
    assert Violation.LEFT_CONTROL_RANGE in left.violations


@pytest.mark.parametrize(
    ("action", "inches"), [("Reposition", 6), ("Dash", 3), ("Fall Back", 6), ("Charge", 8), ("Move With Barricade", 4)]
)
def test_d24_01_to_07_each_move_carries_an_operative_so_many_inches(
    build: Any, stand: Any, action: str, inches: float
) -> None:
    position = build(stand("A1", 5, 11))
    just, too_far = (judge(position, action, (5, 11), (5 + inches + over, 11)) for over in (0, 0.01))
    assert (just.allowance, just.charged, too_far.charged) == (inches, inches, inches + 1)
    assert Violation.TOO_FAR not in just.violations
    assert Violation.TOO_FAR in too_far.violations


def test_d24_08_no_charge_with_a_conceal_order(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11), stand("B1", 12, 11), concealed=["A1"])
    assert judge(position, "Charge", (5, 11), (10, 11)).violations[0] is Violation.PRECONDITION


def test_h24_15_bases_go_through_friends_but_not_enemies_and_end_on_nobody(build: Any, stand: Any) -> None:
    friends = build(stand("A1", 5, 11), stand("A2", 8, 11))
    assert judge(friends, "Reposition", (5, 11), (11, 11)).legal
    assert judge(friends, "Reposition", (5, 11), (7.5, 11)).violations == (Violation.BASE_OVERLAP,)
    enemies = build(stand("A1", 6, 11), stand("B1", 8, 11))
    assert Violation.THROUGH_ENEMY_BASE in judge(enemies, "Charge", (6, 11), (10, 11)).violations


def test_h24_15_bases_go_neither_through_terrain_nor_over_the_edge(build: Any, stand: Any, box: Any) -> None:
    position = build(stand("A1", 5, 11), walls=[box("W", 7, 11.5, 7.3, 15)])
    assert Violation.THROUGH_TERRAIN in judge(position, "Reposition", (5, 11), (9, 11)).violations
    edge = judge(build(stand("A1", 3, 11)), "Reposition", (3, 11), (0.4, 11))
    assert Violation.BOARD_EDGE in edge.violations


def test_i24_05_only_the_centre_passes_through_accessible_terrain_for_an_inch_more(
    build: Any, stand: Any, box: Any
) -> None:
    door = box("D", 7, 10.6, 7.2, 11.4, z=(0, 2.5), traits="Accessible Heavy")
    walls = [door, box("WU", 7, 11.4, 7.2, 16), box("WD", 7, 6, 7.2, 10.6)]
    through = judge(build(stand("A1", 5, 11), walls=walls), "Reposition", (5, 11), (9, 11))
    assert (through.legal, through.charged) == (True, 5)
    beside = judge(build(stand("A1", 5, 11.6), walls=walls), "Reposition", (5, 11.6), (9, 11.6))
    assert Violation.THROUGH_TERRAIN in beside.violations


def test_i24_06_razor_wire_costs_an_inch_more(build: Any, stand: Any, box: Any) -> None:
    wire = box("RW", 7, 8, 7.3, 14, z=(0, 0.8), traits="Exposed Obstructive")
    crossed = judge(build(stand("A1", 5, 11), walls=[wire]), "Reposition", (5, 11), (9, 11))
    assert (crossed.legal, crossed.charged) == (True, 5)


def test_c24_15_a_counteraction_moves_two_inches_and_still_rounds(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11))
    assert judge(position, "Reposition", (5, 11), (7, 11), counteracting=True).legal
    turned = judge(position, "Reposition", (5, 11), (6.5, 11), (6.9, 11), counteracting=True)
    assert (turned.legal, turned.charged) == (False, 3)


def test_every_fault_of_a_move_is_named_in_the_order_it_is_met(build: Any, stand: Any, box: Any) -> None:
    position = build(stand("A1", 5, 11), stand("B1", 14, 11), walls=[box("W", 7, 9, 7.3, 13)])
    judged = judge(position, "Reposition", (5, 11), (12.4, 11))
    assert judged.violations == (Violation.THROUGH_TERRAIN, Violation.ENTERS_CONTROL_RANGE, Violation.TOO_FAR)
    assert {finding.rule for finding in judged.ruling.faults} >= {"H24-15", "D24-02", "D24-01"}


def test_d24_04_a_dash_drops_and_jumps(build: Any, stand: Any, box: Any) -> None:
    """From a platform of two inches, whose height is free, and over a gap of one to the next."""
    decks = [box("P", 4, 9, 8, 13, z=(0, 2), traits="Light Vantage"), box("Q", 9, 9, 13, 13, z=(0, 2), traits="Light")]
    position = build(stand("A1", 7.2, 11, 2), walls=decks[:1])
    assert judge(position, "Dash", (7.2, 11, 2), (9.2, 11, 2), (9.2, 11, 0)).legal
    across = build(stand("A1", 7.2, 11, 2), walls=decks)
    assert judge(across, "Dash", (7.2, 11, 2), (10.0, 11, 2)).legal
