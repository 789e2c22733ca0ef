"""Moving, engaging and climbing in 2021 (rules A21-02, A21-05, D21-02 to D21-09, I21-02 to I21-06, N21-01, N21-02)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from geometry.measure import wholly_within, within
from geometry.placement import Placement
from geometry.table import Marker
from referee.editions.kt21.edition import KT21
from referee.rules.dice.rule_parser import read_rules
from referee.rules.judgement import Attempt, Move, MoveJudgement, Violation
from referee.rules.ports.actions import judge_attempt
from referee.rules.position import Exemption, Order, Status
from referee.rules.sight.control_range import helping
from referee.rules.weapon import RuleUse

R32 = 32 / 25.4 / 2


def judge(
    position: Any, action: str, *path: tuple[float, float] | tuple[float, float, float], **given: Any
) -> MoveJudgement:
    way = tuple((at[0], at[1], at[2] if len(at) == 3 else 0.0) for at in path)
    return KT21.judge_move(position, Move("A1", action, way, **given))


def faults(position: Any, action: str, **given: Any) -> list[str]:
    return [fault.rule for fault in judge_attempt(KT21, position, Attempt("A1", action, **given)).faults]


@pytest.mark.parametrize(
    ("text", "inches"),
    [("Rng [TRI]", 1), ("Rng ⬤", 2), ("Rng ■", 3), ("Rng ⬟", 6), ("Rng 3⬤", 6), ("Rng 2[PENT]", 12)],
)
def test_a21_01_a_gauge_is_its_inches_and_a_number_before_it_multiplies(text: str, inches: float) -> None:
    assert read_rules(KT21.rule_book, text).rules == (RuleUse("range", inches),)


def test_a21_02_within_counts_the_nearest_part_of_a_base_and_wholly_within_all_of_it(stand: Any) -> None:
    one, other = stand("A1", 10, 10).base, stand("B1", 13, 10).base
    gap = 3 - 2 * R32
    assert within(one, other, gap)
    assert not within(one, other, gap - 0.01)
    assert wholly_within(one, other, gap + 2 * R32)
    assert not wholly_within(one, other, gap + 2 * R32 - 0.01)


def test_a21_05_engagement_range_is_an_inch_where_either_sees_the_other(build: Any, stand: Any, box: Any) -> None:
    for x, wall, engaged in (
        (12.25, None, True),
        (12.27, None, False),
        (12.25, (0, 5), False),
        (12.25, (0, 0.4), True),
    ):
        walls = [] if wall is None else [box("T", 11.0, 8, 11.2, 12, z=wall)]
        position = build(stand("A1", 10, 10), stand("B1", x, 10), walls=walls)
        assert KT21.engagement.engaged(position, "A1", "B1").holds is engaged


@pytest.mark.parametrize(("move", "wounds", "now"), [(6, 8, 6), (6, 4, 6), (6, 3, 4), (5, 3, 4), (4, 1, 4)])
def test_d21_02_and_l21_01_the_injured_move_two_less_but_never_below_four(move: int, wounds: int, now: int) -> None:
    status = Status(Order.ENGAGE, 2, move, wounds, 8)
    found = KT21.stats.effective(status, 3)
    assert (found.move, found.injured, found.hit) == (now, wounds < 4, 4 if wounds < 4 else 3)


def test_d21_05_fall_back_starts_by_an_enemy_may_cross_its_reach_and_ends_outside(build: Any, stand: Any) -> None:
    position = build(stand("A1", 10, 10), stand("B1", 12, 10))
    assert judge(position, "Fall Back", (10, 10), (10, 6)).legal
    assert Violation.ENDS_IN_CONTROL_RANGE in judge(position, "Fall Back", (10, 10), (10.2, 10)).violations
    assert faults(build(stand("A1", 10, 10)), "Fall Back") == ["A21-05"]
    for before in ("Normal Move", "Charge"):
        assert faults(position, "Fall Back", performed=(before,)) == ["D21-05"]
    assert KT21.action("Fall Back").cost_ap == 2


def test_d21_06_a_dash_goes_three_inches_not_from_an_enemy_nor_after_a_charge(build: Any, stand: Any) -> None:
    position = build(stand("A1", 10, 10), stand("B1", 20, 10))
    assert judge(position, "Dash", (10, 10), (13, 10)).legal
    assert judge(position, "Dash", (10, 10), (13.1, 10)).violations == (Violation.TOO_FAR,)
    assert faults(position, "Dash", performed=("Charge",)) == ["D21-06"]
    assert faults(build(stand("A1", 10, 10), stand("B1", 12, 10)), "Dash") == ["A21-05"]


@pytest.mark.parametrize(
    ("height", "enemy", "legal"),
    [(6, (8.2, 10), True), (4.0, (8.2, 10), True), (7.6, (8.2, 10), False), (6, (8.2, 13), False)],
)
def test_i21_04_a_dash_may_finish_the_climb_of_a_fall_back(
    build: Any, stand: Any, box: Any, height: float, enemy: tuple[float, float], *, legal: bool
) -> None:
    """The climb and 1.5 inches on top cost at most 6 and 3 inches; without an enemy near there is no Fall Back."""
    deck = box("P", 10 + R32, 8, 16, 12, z=(0, height), traits="Light Vantage")
    position = build(stand("A1", 10, 10), stand("B1", *enemy), walls=[deck])
    path = ((10.0, 10.0, 0.0), (10.0, 10.0, height), (11.5, 10.0, height))
    judged = KT21.judge_move(position, Move("A1", "Fall Back", path, then="Dash"))
    assert judged.legal is legal


def test_d21_06_a_dash_may_go_on_with_a_climb(build: Any, stand: Any, box: Any) -> None:
    deck = box("P", 10 + R32, 8, 16, 12, z=(0, 2), traits="Light Vantage")
    climb = judge(build(stand("A1", 10, 10), walls=[deck]), "Dash", (10, 10), (10, 10, 2), (10.9, 10, 2))
    assert Violation.DASH_CLIMB not in climb.violations


@pytest.mark.parametrize(
    ("action", "near", "concealed", "wrong"),
    [
        ("Shoot", False, False, []),
        ("Shoot", False, True, ["D21-09"]),
        ("Shoot", True, False, ["A21-05"]),
        ("Fight", True, True, []),
        ("Fight", False, False, ["A21-05"]),
    ],
)
def test_d21_09_shots_are_not_concealed_nor_engaged_and_fights_are_engaged(
    build: Any, stand: Any, action: str, near: bool, concealed: bool, wrong: list[str]
) -> None:
    enemy = stand("B1", 12 if near else 20, 10)
    position = build(stand("A1", 10, 10), enemy, concealed=["A1"] if concealed else [])
    assert faults(position, action) == wrong


def test_f21_02_a_friend_supports_who_is_engaged_with_that_enemy_and_no_other(build: Any, stand: Any) -> None:
    ring = (stand("A1", 10, 10), stand("B1", 12, 10), stand("A2", 12, 12), stand("A3", 13.9, 10))
    position = build(*ring, stand("B2", 15.8, 10))
    assert helping(KT21, position, "A1", "B1") == ("A2",), "A3 is engaged with B2 as well"


def test_i21_02_traversing_costs_two_inches_and_does_not_end_on_top(build: Any, stand: Any, box: Any) -> None:
    wall = box("T", 12, 8, 12.5, 12, z=(0, 1), traits="Light Traversable")
    over = judge(build(stand("A1", 10, 10), walls=[wall]), "Normal Move", (10, 10), (14, 10))
    assert (over.legal, over.charged) == (True, 6.0)
    assert not judge(build(stand("A1", 10, 10), walls=[wall]), "Normal Move", (10, 10), (12.2, 10)).legal


@pytest.fixture
def two_decks(build: Any, stand: Any, box: Any) -> Any:
    """Two platforms three inches up, `gap` inches apart; A1 stands on the first."""

    def made(gap: float, traits: str = "Light Vantage", *others: Any) -> Any:
        one = box("P", 4, 8, 10, 12, z=(0, 3), traits=traits)
        two = box("Q", 10 + gap, 8, 16 + gap, 12, z=(0, 3), traits=traits)
        return build(stand("A1", 9.2, 10, 3), *others, walls=[one, two])

    return made


def test_i21_03_a_jump_spans_three_inches_and_counts_its_length_alone(two_decks: Any) -> None:
    near = judge(two_decks(2.9), "Normal Move", (9.2, 10, 3), (13.7, 10, 3))
    assert (near.legal, near.vertical) == (True, 0.0)
    assert near.charged == pytest.approx(4.5)
    far = judge(two_decks(3.2), "Normal Move", (9.2, 10, 3), (14.0, 10, 3))
    assert far.violations == (Violation.JUMP_TOO_FAR,)


@pytest.mark.parametrize(
    ("rise", "legal"), [(1.9, True), (2.0, True), (2.1, False), (-1.9, True), (-2.0, True), (-2.1, False)]
)
def test_i21_03_a_jump_goes_two_inches_up_or_down_at_most_and_its_height_costs_nothing(
    build: Any, stand: Any, box: Any, rise: float, legal: bool
) -> None:
    here = box("P", 4, 8, 10, 12, z=(0, 3), traits="Light Vantage")
    there = box("Q", 12, 8, 18, 12, z=(0, 3 + rise), traits="Light Vantage")
    position = build(stand("A1", 9.2, 10, 3), walls=[here, there])
    jumped = judge(position, "Normal Move", (9.2, 10, 3), (13, 10, 3 + rise))
    assert jumped.charged == pytest.approx(3.8)
    assert jumped.vertical == 0.0
    assert jumped.violations == (() if legal else (Violation.JUMP_TOO_FAR,))
    assert [fault.rule for fault in jumped.ruling.faults] == ([] if legal else ["I21-03"])


def test_i21_03_nobody_jumps_instead_of_climbing_or_dropping_within_an_inch(build: Any, stand: Any, box: Any) -> None:
    for rise, price in ((2.1, 2.1), (-4.0, 4.0)):
        here = box("P", 4, 8, 10, 12, z=(0, 5), traits="Light Vantage")
        there = box("Q", 10.9, 8, 16, 12, z=(0, 5 + rise), traits="Light Vantage")
        position = build(stand("A1", 9.37, 10, 5), walls=[here, there])
        position = replace(position, status={"A1": replace(position.status["A1"], move=12.0)})
        stepped = judge(position, "Normal Move", (9.37, 10, 5), (12, 10, 5 + rise))
        assert stepped.violations == ()
        assert stepped.vertical == pytest.approx(price)


def test_i21_03_who_climbs_and_fails_a_jump_in_one_go_stays_on_top_of_what_it_climbed(
    build: Any, stand: Any, box: Any
) -> None:
    near, far = (box(name, x, 8, x + 4, 12, z=(0, 2), traits="Light Vantage") for name, x in (("P", 4), ("Q", 10)))
    position = build(stand("A1", 3.3, 10), walls=[near, far])
    position = replace(position, status={"A1": replace(position.status["A1"], move=12.0)})
    jumped = judge(position, "Normal Move", (3.3, 10, 0), (11, 10, 2))
    assert jumped.legal
    assert jumped.jump_from == pytest.approx((8 - R32, 10, 2), abs=1e-6)


def test_d21_01_a_move_over_the_edge_of_the_board_is_refused_by_the_edition_s_own_rule(build: Any, stand: Any) -> None:
    over = judge(build(stand("A1", 3, 10)), "Normal Move", (3, 10), (0.2, 10))
    assert over.violations == (Violation.BOARD_EDGE,)
    assert [fault.rule for fault in over.ruling.faults] == ["D21-01"]


def test_i21_03_who_fails_a_jump_stays_where_its_base_last_stands_whole(two_decks: Any) -> None:
    jumped = judge(two_decks(2.0), "Normal Move", (9.2, 10, 3), (13, 10, 3))
    assert jumped.jump_from == pytest.approx((10 - two_decks(2.0).table.operative("A1").base.radius, 10, 3), abs=1e-6)
    assert judge(two_decks(2.0), "Normal Move", (9.2, 10, 3), (9.2, 9, 3)).jump_from is None


def test_n21_01_a_move_ends_on_the_floor_or_on_a_vantage_point(two_decks: Any) -> None:
    assert judge(two_decks(2.0), "Normal Move", (9.2, 10, 3), (13, 10, 3)).legal
    barred = judge(two_decks(2.0, "Heavy"), "Normal Move", (9.2, 10, 3), (13, 10, 3))
    assert Violation.NOT_CARRIED in barred.violations
    assert "N21-01" in [fault.rule for fault in barred.ruling.faults]


def test_n21_02_neither_jump_nor_climb_nor_drop_that_cannot_end_where_it_can_be_placed(
    two_decks: Any, stand: Any, build: Any, box: Any
) -> None:
    occupied = judge(two_decks(2.0, "Light Vantage", stand("B1", 13.2, 10, 3)), "Charge", (9.2, 10, 3), (13, 10, 3))
    assert Violation.BASE_OVERLAP in occupied.violations
    hanging = judge(two_decks(2.0), "Normal Move", (9.2, 10, 3), (12.2, 10, 3))
    assert Violation.NOT_CARRIED in hanging.violations
    deck = box("P", 4, 8, 10, 12, z=(0, 2), traits="Light Vantage")
    below = build(stand("A1", 9.2, 10, 2), stand("A2", 10.8, 10), walls=[deck])
    dropped = judge(below, "Normal Move", (9.2, 10, 2), (10.9, 10, 2), (10.9, 10, 0))
    assert Violation.BASE_OVERLAP in dropped.violations, "an operative in the way bars a drop"


def test_i21_06_who_flies_pays_for_level_travel_alone_and_ends_on_nobody(build: Any, stand: Any, box: Any) -> None:
    wall = box("T", 12, 8, 12.5, 12, z=(0, 3), traits="Heavy")
    deck = box("P", 14, 8, 18, 12, z=(0, 3), traits="Light Vantage")
    walking = build(stand("A1", 10, 10), stand("A2", 13.3, 10), walls=[wall, deck])
    flying = replace(
        walking, status={**walking.status, "A1": replace(walking.status["A1"], exempt=frozenset({Exemption.FLY}))}
    )
    up = ((10, 10), (10, 10, 3), (15.5, 10, 3))
    assert not judge(walking, "Normal Move", *up).legal
    flown = judge(flying, "Normal Move", *up)
    assert (flown.legal, flown.charged, flown.vertical) == (True, 5.5, 0.0)
    assert judge(flying, "Normal Move", (10, 10), (14.9 - 0.02, 10)).violations != ()
    assert Violation.BASE_OVERLAP in judge(flying, "Normal Move", (10, 10), (13.2, 10)).violations


def test_d21_01_a_normal_move_enters_reach_only_where_a_friend_holds_it_and_never_ends_there(
    build: Any, stand: Any
) -> None:
    alone = build(stand("A1", 10, 10), stand("B1", 13, 12))
    held = build(stand("A1", 10, 10), stand("B1", 13, 12), stand("A2", 13, 13.4))
    past = ((10, 10), (15.9, 10))
    assert judge(alone, "Normal Move", *past).violations == (Violation.ENTERS_CONTROL_RANGE,)
    assert judge(held, "Normal Move", *past).legal
    assert judge(held, "Normal Move", (10, 10), (13, 10)).violations == (Violation.ENDS_IN_CONTROL_RANGE,)
    assert faults(build(stand("A1", 10, 10), stand("B1", 12, 10)), "Normal Move") == ["A21-05"]


def test_d21_04_a_charge_goes_two_inches_farther_ends_in_reach_and_is_not_done_concealed_or_engaged(
    build: Any, stand: Any
) -> None:
    position = build(stand("A1", 10, 10), stand("B1", 20, 10))
    assert judge(position, "Charge", (10, 10), (18, 10)).legal
    assert judge(position, "Charge", (10, 10), (18.2, 10)).violations == (Violation.TOO_FAR,)
    assert judge(position, "Charge", (10, 10), (17, 10)).violations == (Violation.MUST_FINISH_IN_CONTROL_RANGE,)
    assert faults(build(stand("A1", 10, 10), stand("B1", 20, 10), concealed=["A1"]), "Charge") == ["D21-04"]
    assert faults(build(stand("A1", 10, 10), stand("B1", 12, 10)), "Charge") == ["A21-05"]


def test_d21_08_a_token_is_picked_up_from_an_inch_where_it_is_controlled_by_who_is_free(build: Any, stand: Any) -> None:
    def wrong(x: float, *others: Any, **given: Any) -> list[str]:
        token = Marker("M", "objective", 40 / 25.4, Placement("M", x, 10))
        position = build(stand("A1", 10, 10), *others, markers=[token])
        return faults(position, "Pick Up", target="M", **given)

    touching = 10 + R32 + 20 / 25.4
    assert wrong(touching + 0.99) == []
    assert wrong(touching + 1.01) == ["D21-08"], "within two inches of its centre, so controlled, but not within one"
    held = stand("B1", touching + 2.5, 10)
    assert wrong(touching + 0.9, held) == ["D21-08"], "as much APL on either side: nobody controls it"
    assert wrong(touching + 0.9, carrying=True) == ["D21-08"]
    assert wrong(touching + 0.9, engaged=True) == ["A21-05"]


def test_d21_08_a_token_that_somebody_carries_is_not_picked_up(build: Any, stand: Any) -> None:
    token = Marker("M", "objective", 40 / 25.4, Placement("M", 10.5, 10), carried_by="A2")
    position = build(stand("A1", 10, 10), stand("A2", 25, 20), markers=[token])
    assert faults(position, "Pick Up", target="M") == ["D21-08"]


def test_d21_08_how_far_a_token_is_has_the_error_of_the_distance_and_a_line_to_draw(build: Any, stand: Any) -> None:
    """The token lies due east: what is uncertain is its x (0.3) and the operative's (0.4), not how far north it is."""
    unsure = Placement("token", 13, 10, covariance=np.diag([0.3**2, 2.0**2, 0, 0]))
    token = Marker("token", "objective", 40 / 25.4, unsure)
    position = build(stand("A1", 10, 10, sigma=0.4), markers=[token])
    ruling = judge_attempt(KT21, position, Attempt("A1", "Pick Up", "token"))
    (near,) = (one for one in ruling.findings if one.measured > 0 and one.sigma > 0)
    assert near.rule == "D21-08"
    assert near.sigma == pytest.approx(0.5)
    assert near.witness is not None
    assert near.witness.things == ("A1", "token")


def test_c21_04_overwatch_is_for_engage_orders_out_of_reach_and_for_weapons_that_allow_it(
    build: Any, stand: Any
) -> None:
    far, near = stand("B1", 20, 10), stand("B1", 12, 10)
    assert faults(build(stand("A1", 10, 10), far), "Overwatch") == []
    assert faults(build(stand("A1", 10, 10), far, concealed=["A1"]), "Overwatch") == ["C21-04"]
    assert faults(build(stand("A1", 10, 10), near), "Overwatch") == ["A21-05"]
    for rule, wrong in (("Blast 2", ["C21-04"]), ("Unwieldy", ["C21-04"]), ("Torrent 2", [])):
        given = {"weapon_rules": KT21.read_rules([rule])}
        assert faults(build(stand("A1", 10, 10), far), "Overwatch", **given) == wrong
    assert KT21.action("Overwatch").cost_ap == 0


def test_g21_12_a_silent_weapon_shoots_with_a_conceal_order(build: Any, stand: Any) -> None:
    position = build(stand("A1", 10, 10), stand("B1", 20, 10), concealed=["A1"])
    assert faults(position, "Shoot", weapon_rules=KT21.read_rules(["Silent"])) == []
    assert faults(position, "Shoot", weapon_rules=KT21.read_rules(["Heavy"])) == ["D21-09"]


def test_i21_04_what_is_climbed_is_within_an_inch(build: Any, stand: Any, box: Any) -> None:
    def climbed(away: float) -> MoveJudgement:
        deck = box("P", 10 + R32 + away, 8, 18, 12, z=(0, 2), traits="Light Vantage")
        on_top = 10 + 2 * R32 + away
        return judge(build(stand("A1", 10, 10), walls=[deck]), "Normal Move", (10, 10), (10, 10, 2), (on_top, 10, 2))

    assert climbed(0.95).legal
    away = climbed(1.05)
    assert away.violations == (Violation.CLIMB_HEIGHT,)
    assert [fault.rule for fault in away.ruling.faults] == ["I21-04"]


def test_i21_05_a_drop_is_six_inches_at_most_but_for_who_flies(build: Any, stand: Any, box: Any) -> None:
    def dropped(height: float, *, fly: bool = False, far: float = 20.0) -> MoveJudgement:
        deck = box("P", 4, 8, 10, 12, z=(0, height), traits="Light Vantage")
        position = build(stand("A1", 9.3, 10, height), walls=[deck])
        status = replace(position.status["A1"], move=far, exempt=frozenset({Exemption.FLY} if fly else ()))
        position = replace(position, status={"A1": status})
        return judge(position, "Normal Move", (9.3, 10, height), (10.7, 10, height), (10.7, 10, 0))

    assert dropped(6.0).legal
    deep = dropped(6.1)
    assert deep.violations == (Violation.DROP_HEIGHT,)
    assert [fault.rule for fault in deep.ruling.faults] == ["I21-05"]
    assert dropped(6.1, fly=True).legal
    assert dropped(4.0, far=5.4).legal
    assert dropped(4.0, far=5.3).violations == (Violation.TOO_FAR,), "1.4 and four down"


@pytest.mark.parametrize(("height", "found"), [(5.9, True), (6.1, False)])
def test_i21_05_no_way_is_found_down_a_deeper_drop(
    build: Any, stand: Any, box: Any, height: float, found: bool
) -> None:
    deck = box("P", 4, 8, 10, 12, z=(0, height), traits="Light Vantage")
    position = build(stand("A1", 9.3, 10, height), walls=[deck])
    position = replace(position, status={"A1": replace(position.status["A1"], move=20.0)})
    way = KT21.movement.search(KT21, position, "A1", "Normal Move").find_path((11.5, 10, 0))
    assert (way.path is not None) is found


def test_d21_01_no_normal_move_follows_a_fall_back_or_a_charge(build: Any, stand: Any) -> None:
    position = build(stand("A1", 10, 10), stand("B1", 20, 10))
    for before in ("Fall Back", "Charge"):
        assert faults(position, "Normal Move", performed=(before,)) == ["D21-01"]
    assert faults(position, "Normal Move", performed=("Dash",)) == []
