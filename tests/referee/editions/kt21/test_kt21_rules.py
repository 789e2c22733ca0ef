"""The 2021 edition behind the same ports (rules D21-*, H21-*, I21-*, L21-02, C21-04)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from geometry.placement import Placement
from geometry.table import Marker
from referee.editions.kt21.edition import KT21
from referee.editions.kt21.movement import PRICES
from referee.rules.judgement import Attempt, Leg, Move, MoveJudgement, Shot, ShotJudgement, Violation
from referee.rules.ports.actions import judge_attempt

FAR = 14.26


def judge(position: Any, action: str, *path: tuple[float, float]) -> MoveJudgement:
    return KT21.judge_move(position, Move("A1", action, tuple((x, y, 0.0) for x, y in path)))


def shot(position: Any, *rules: str) -> ShotJudgement:
    return KT21.judge_shot(position, Shot("A1", "B1", KT21.read_rules(rules)))


@pytest.mark.parametrize(
    ("lengths", "price"), [([2.4, 3.4], 5.8), ([0.4], 1.0), ([0.4, 0.4], 2.0), ([6.2], 6.2), ([0.0, 2.5], 2.5)]
)
def test_d21_01_only_increments_under_an_inch_are_raised_to_one(lengths: list[float], price: float) -> None:
    assert PRICES.distance_cost([Leg(length) for length in lengths]) == pytest.approx(price)


@pytest.mark.parametrize(
    ("rises", "price"), [([1.5], 2), ([3.0], 3), ([1.0, 1.0], 4), ([-2.0], 0), ([-3.0], 2), ([-4.5], 4)]
)
def test_i21_04_and_05_short_climbs_count_two_and_drops_fall_in_steps_of_two(rises: list[float], price: float) -> None:
    assert PRICES.vertical_cost([Leg(0.0, rise) for rise in rises]) == price


def test_d21_01_what_is_seven_inches_in_2024_is_five_point_eight_here(build: Any, stand: Any) -> None:
    judged = judge(build(stand("A1", 5, 11)), "Normal Move", (5, 11), (7.4, 11), (10.8, 11))
    assert judged.legal
    assert judged.charged == pytest.approx(5.8)


def test_d21_03_nobody_moves_over_a_base_friend_or_foe(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11), stand("A2", 8, 11))
    assert judge(position, "Normal Move", (5, 11), (11, 11)).violations == (Violation.THROUGH_BASE,)


def test_d21_04_a_charge_may_slide_out_of_reach_as_long_as_it_ends_in_it(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11), stand("B1", 9, 12.9))
    assert judge(position, "Charge", (5, 11), (7.6, 11.4)).legal
    passing = judge(position, "Charge", (5, 11), (12.5, 11))
    assert Violation.LEFT_CONTROL_RANGE in passing.violations


def test_d21_07_a_pass_may_be_repeated_and_a_dash_may_not(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11))
    assert judge_attempt(KT21, position, Attempt("A1", "Pass", performed=("Pass", "Pass"))).holds
    assert not judge_attempt(KT21, position, Attempt("A1", "Dash", performed=("Dash",))).holds


def test_g21_07_a_heavy_weapon_goes_with_a_dash_only(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11))
    heavy = KT21.read_rules(["Heavy"])
    assert judge_attempt(KT21, position, Attempt("A1", "Shoot", weapon_rules=heavy, performed=("Dash",))).holds
    assert not judge_attempt(
        KT21, position, Attempt("A1", "Shoot", weapon_rules=heavy, performed=("Normal Move",))
    ).holds


@pytest.mark.parametrize(
    ("x0", "x1", "obscured"),
    [(9.4, 9.6, True), (6.2, 6.4, False), (12.0, 12.2, False), (11.3, 11.5, True), (6.2, 9.0, True)],
)
def test_h21_04_obscured_by_a_crossing_two_inches_off_unless_the_shooter_is_at_it(
    build: Any, stand: Any, box: Any, x0: float, x1: float, obscured: bool
) -> None:
    wall = box("T", x0, 9.8, x1, 12.2, z=(0, 1))
    judged = shot(build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[wall]))
    assert judged.obscured.holds is obscured
    assert judged.modifiers.in_line_of_sight is not obscured


def test_h21_03_another_base_gives_cover(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11), stand("B1", FAR, 11), stand("B2", FAR - 1.9, 11), concealed=["B1"])
    judged = shot(position)
    assert judged.in_cover.holds
    assert not judged.modifiers.in_line_of_sight
    assert judged.cover_saves == 1
    assert shot(position, "Indirect").modifiers.in_line_of_sight


def test_i21_01_a_vantage_point_overcomes_light_cover_two_inches_below(build: Any, stand: Any, box: Any) -> None:
    deck = box("P", 3, 9, 6.2, 13, z=(0, 3), traits="Light Vantage")
    low = box("T", 12.93, 9.8, 13.13, 12.2, z=(0, 1), traits="Light")
    tall = box("T", 12.93, 9.8, 13.13, 12.2, z=(0, 1), traits="Heavy")
    seen = shot(build(stand("A1", 5, 11, 3), stand("B1", FAR, 11), walls=[deck, low], concealed=["B1"]))
    assert (seen.modifiers.treated_as_order, seen.modifiers.in_line_of_sight, seen.cover_saves) == ("engage", True, 1)
    hidden = shot(build(stand("A1", 5, 11, 3), stand("B1", FAR, 11), walls=[deck, tall], concealed=["B1"]))
    assert (hidden.modifiers.treated_as_order, hidden.modifiers.in_line_of_sight) == ("conceal", False)


def test_l21_02_objectives_are_held_by_apl_within_two_inches_of_their_centre(build: Any, stand: Any) -> None:
    marker = Marker("M", "objective", 40 / 25.4, Placement("M", 15, 11))
    position = build(stand("A1", 12.47, 11), stand("B1", 17.93, 11), markers=[marker])
    assert KT21.markers.control(position, "M").controller == "p1"
    carried = Marker("M", "objective", 40 / 25.4, Placement("M", 15, 11), carried_by="B1")
    assert KT21.markers.control(build(stand("B1", 3, 3), markers=[carried]), "M").controller == "p2"


def test_l21_02_it_is_the_total_apl_that_counts_through_walls_too_and_a_tie_is_nobodys(
    build: Any, stand: Any, box: Any
) -> None:
    marker = Marker("M", "objective", 40 / 25.4, Placement("M", 15, 11))
    two = (stand("A1", 13, 11), stand("A2", 15, 13))
    strong = stand("B1", 17, 11)

    def held(apl: int, *, walls: Any = ()) -> tuple[str | None, int]:
        position = build(*two, strong, markers=[marker], walls=walls)
        status = {key: replace(one, apl=apl if key == "B1" else 2) for key, one in position.status.items()}
        control = KT21.markers.control(replace(position, status=status), "M")
        return control.controller, control.apl["p1"]

    assert [held(3), held(4), held(5)] == [("p1", 4), (None, 4), ("p2", 4)]
    between = box("W", 14, 9, 14.2, 12.9)
    assert held(3, walls=[between]) == ("p1", 4), "near, though nobody sees it"
