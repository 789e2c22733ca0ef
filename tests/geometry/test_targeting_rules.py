"""Targeting lines by the rules: cover, obscured, what touches, what stands how high, and what never changes."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypedDict, Unpack

import numpy as np
import pytest

from geometry.base import LINE_HALF_WIDTH, MM_PER_INCH, Base, BaseShape
from geometry.targeting.line_rules import LineRules
from geometry.terrain import Part
from tests.geometry.duel import ROUND, SHOOTER, TARGET, R, wall
from tests.geometry.single_duel import CROSSING, crossed_portion, crossings, least_covered, targeting

KT21 = LineRules(obscured_beyond_target=2.0)


FRONT = TARGET.x - R


class Asked(TypedDict, total=False):
    rules: LineRules
    ceiling: float


def has_clean_shot(*parts: Part, shooter: Base = SHOOTER, target: Base = TARGET, **more: Unpack[Asked]) -> bool:
    return targeting(shooter, target, parts, (), **more).clean is not None


@pytest.mark.parametrize(("reach", "clean"), [(0.5, False), (1.0, False), (1.0 + 2e-6, True), (1.3, True)])
def test_h24_08_cover_is_given_within_one_inch_of_the_target(reach: float, clean: bool) -> None:
    assert has_clean_shot(wall("T", FRONT - reach - 0.2, 9, FRONT - reach, 13)) is clean


@pytest.mark.parametrize(("gap", "clean"), [(1.7, True), (2.0, True), (2.0 + 2e-6, False), (2.3, False)])
def test_h24_08_no_cover_within_two_inches(gap: float, clean: bool) -> None:
    target = Base(ROUND, 5 + gap + 2 * R, 11)
    part = wall("T", target.x - R - 0.6, 9, target.x - R - 0.4, 13)
    assert has_clean_shot(part, target=target) is clean


def test_h24_06_one_point_of_the_base_is_enough() -> None:
    """A barricade that ends short of the middle is avoided by drawing lines from the other side of the base."""
    big = Base(BaseShape.from_mm(60), 5, 11)
    target = Base(ROUND, 5 + 3 + R + 30 / MM_PER_INCH, 11)
    front = target.x - R
    assert has_clean_shot(wall("T", front - 0.7, 11.35, front - 0.5, 13.5), shooter=big, target=target)
    assert not has_clean_shot(wall("T", front - 0.7, 10.8, front - 0.5, 13.5), shooter=big, target=target)


@pytest.mark.parametrize(
    ("part", "clean"),
    [
        (wall("behind", TARGET.x + R, 9, TARGET.x + R + 0.2, 13), True),
        (wall("behind, in by a hair", TARGET.x + R - 0.01, 9, TARGET.x + R + 0.2, 13), True),
        (wall("beside", 3, 11 + R, 20, 11 + R + 0.2), True),
        (wall("beside, in by a hair", 3, 11 + R - 0.01, 20, 11 + R + 0.2), True),
        (wall("in front", FRONT - 0.2, 9, FRONT, 13), False),
        (wall("in front, in by a hair", FRONT - 0.2, 9, FRONT + 0.01, 13), False),
    ],
)
def test_terrain_that_touches_the_target_covers_only_from_where_it_faces(part: Part, clean: bool) -> None:
    assert has_clean_shot(part) is clean


def test_terrain_that_touches_the_shooter_from_behind_covers_nothing() -> None:
    near = Base(ROUND, 5 + 2.5 + 2 * R, 11)
    behind = wall("T", 5 - R - 0.3, 9, 5 - R, 13)
    answer = targeting(SHOOTER, near, [behind], [behind], rules=CROSSING)
    assert answer.clean is not None


def test_a_line_that_only_touches_is_a_crossing() -> None:
    """Level, equal bases: the border of clean shots is a tangent half a millimetre off the barricade's corner."""
    shooter, target = SHOOTER, TARGET
    edge = 11 - R  # lines from the lowest point of one base to the lowest of the other run along y = 11 - R
    top_of_wall = edge - LINE_HALF_WIDTH

    def covered_from_lowest_point(y: float) -> bool:
        answer = targeting(shooter, target, [wall("T", FRONT - 0.7, 8, FRONT - 0.5, y)], (), probe=(5, 11 - R))
        assert answer.probe is not None
        return answer.probe.in_cover

    assert covered_from_lowest_point(top_of_wall + 1e-9)
    assert not covered_from_lowest_point(top_of_wall - 1e-9)


def test_walls_that_share_an_edge_leave_no_crack() -> None:
    halves = (wall("L", FRONT - 0.7, 8, FRONT - 0.5, 11), wall("R", FRONT - 0.7, 11, FRONT - 0.5, 14))
    assert not has_clean_shot(*halves)
    far = (wall("L", 9, 8, 9.2, 11), wall("R", 9, 11, 9.2, 14))
    assert targeting(SHOOTER, TARGET, (), far).clean is None


def test_a_concave_part_casts_the_shadow_of_its_pieces() -> None:
    corner = Part("L", "L", ((9, 11), (11, 11), (11, 11.3), (9.3, 11.3), (9.3, 13), (9, 13)), 0, 3)
    pieces = (wall("a", 9, 11, 11, 11.3), wall("b", 9, 11.3, 9.3, 13))
    for y in np.linspace(8, 14, 25):
        shooter = SHOOTER.at(5, float(y))
        whole = targeting(shooter, TARGET, (), [corner])
        split = targeting(shooter, TARGET, (), pieces)
        assert (whole.clean is None) == (split.clean is None)


def test_h24_09_the_part_of_heavy_terrain_within_an_inch_of_either_base_is_ignored() -> None:
    obscures = {
        "between": wall("T", 9, 9, 9.2, 13),
        "near the shooter, whole": wall("T", 5 + R + 0.6, 9.8, 5 + R + 0.8, 12.2),
        "near the shooter, reaching beyond": wall("T", 5 + R + 0.5, 9.8, 5 + R + 2.5, 12.2),
        "near the target, whole": wall("T", FRONT - 0.8, 9.8, FRONT - 0.6, 12.2),
        "near the target, reaching beyond": wall("T", FRONT - 2, 9.8, FRONT - 0.4, 12.2),
        "from one to the other": wall("T", 5 + R + 0.2, 9.8, FRONT - 0.2, 12.2),
    }
    found = {name: targeting(SHOOTER, TARGET, (), [part]).clean is None for name, part in obscures.items()}
    assert found == {
        "between": True,
        "near the shooter, whole": False,
        "near the shooter, reaching beyond": True,
        "near the target, whole": False,
        "near the target, reaching beyond": True,
        "from one to the other": True,
    }


@pytest.mark.parametrize(("beyond", "clean"), [(1.0, True), (1.0 + 1e-4, False)])
def test_h24_09_exactly_one_inch_is_within(beyond: float, clean: bool) -> None:
    front = 5 + R
    thick = Part(
        "T",
        "T",
        ((front + 0.5, 10.999), (front + beyond, 10.999), (front + beyond, 11.001), (front + 0.5, 11.001)),
        0,
        3,
    )
    answer = targeting(SHOOTER, TARGET, (), [thick], probe=(5, 11))
    assert answer.probe is not None
    assert answer.probe.clean is clean


def test_h21_04_obscuring_points_are_more_than_two_inches_from_the_target() -> None:
    part = wall("T", FRONT - 1.8, 9, FRONT - 1.6, 13)
    assert targeting(SHOOTER, TARGET, (), [part], rules=KT21).clean is not None
    assert targeting(SHOOTER, TARGET, (), [part]).clean is None


@pytest.mark.parametrize(
    ("bottom", "top", "counts"),
    [(0, 0.5, True), (-1, 0.0, False), (1.0, 3.0, True), (1.6, 3.0, False), (5, 6, False)],
)
def test_level_lines_meet_what_rises_above_the_bases_and_begins_below_the_heads(
    bottom: float, top: float, counts: bool
) -> None:
    part = wall("T", FRONT - 0.7, 8, FRONT - 0.5, 14, top=top, bottom=bottom)
    assert has_clean_shot(part, ceiling=1.6) is not counts


@pytest.mark.parametrize(("top", "obscured"), [(1.4, False), (2.6, True)])
def test_h24_06_lines_between_heights_are_three_dimensional(top: float, obscured: bool) -> None:
    """From 3 inches up the lines are about 2 inches high over a wall a third of the way."""
    wall_part = wall("T", 8, 9, 8.4, 13, top=top)
    answer = targeting(SHOOTER.at(5, 11, 3.0), TARGET, (), [wall_part])
    assert (answer.clean is None) is obscured


def test_a_floor_that_lines_start_on_or_end_on_is_not_crossed_by_its_surface() -> None:
    platform = wall("P", 4, 10, 6, 12, top=3.0)
    below = wall("F", FRONT - 0.5, 9, 16, 13, top=0.0, bottom=-1.0)
    assert has_clean_shot(below, shooter=SHOOTER.at(5, 11, 3.0), rules=CROSSING)
    from_the_edge = Base(ROUND, 5.5, 11, 3.0)
    assert targeting(from_the_edge, TARGET, [platform], [], rules=CROSSING).clean is not None


def test_lines_from_below_come_up_through_the_floor_the_target_stands_on() -> None:
    platform = wall("P", FRONT - 2, 8, FRONT + 4, 14, top=3.0)
    answer = targeting(SHOOTER, TARGET.at(TARGET.x, 11, 3.0), [platform], [])
    assert answer.clean is None
    small = wall("P", FRONT - 0.1, 10.3, FRONT + 3, 11.7, top=3.0)
    answer = targeting(SHOOTER, TARGET.at(TARGET.x, 11, 3.0), [small], [small])
    assert answer.clean is None
    assert answer.cover_only is not None


def test_a_small_difference_in_height_changes_little() -> None:
    rng = np.random.default_rng(5)
    for _ in range(60):
        x, y, w, h = rng.uniform(6.5, 12), rng.uniform(9, 12), rng.uniform(0.2, 1.5), rng.uniform(0.2, 1.5)
        part = wall("T", x, y, x + w, y + h)
        level = targeting(SHOOTER, TARGET, [part], [part])
        slant = targeting(SHOOTER.at(5, 11, 1e-4), TARGET, [part], [part])
        for name in ("clean", "cover_only", "obscured_only"):
            ours, theirs = getattr(level, name), getattr(slant, name)
            if ours is not None and ours.room > 0.05:
                assert theirs is not None, (part, name)
        assert (level.clean is None) <= (slant.clean is None or slant.clean.room < 0.05)


def test_an_almost_round_oval_answers_like_a_round_base() -> None:
    oval = BaseShape(ROUND.long, ROUND.long * (1 - 1e-9))
    rng = np.random.default_rng(6)
    for _ in range(80):
        x, y, w, h = rng.uniform(6.5, 12), rng.uniform(9, 12), rng.uniform(0.2, 1.5), rng.uniform(0.2, 1.5)
        part = wall("T", x, y, x + w, y + h)
        for z in (0.0, 3.0):
            shooter, target = SHOOTER.at(5, 11, z), TARGET
            plain = targeting(shooter, target, [part], [part])
            other = targeting(replace(shooter, shape=oval), replace(target, shape=oval), [part], [part])
            for name in ("clean", "cover_only", "obscured_only"):
                one, two = getattr(plain, name), getattr(other, name)
                if (one is None) != (two is None):
                    assert (one or two).room < 0.02, (part, z, name)


def test_best_point_follows_the_preference_and_ties_are_listed() -> None:
    """Cover on one side, obscured on the other: which is the lesser evil is the caller's."""
    big = Base(BaseShape.from_mm(50), 5, 11)
    cover, heavy = wall("C", FRONT - 0.7, 11.5, FRONT - 0.5, 14), wall("H", 9, 7, 9.3, 10.95)
    answer = targeting(big, TARGET, [cover], [heavy])
    assert answer.clean is None
    assert answer.best_point().cover == (cover,)
    assert answer.best_point(least_covered).obscuring == (heavy,)
    assert answer.cover_only in answer.tied()
    assert answer.obscured_only in answer.tied(least_covered)
    assert {place.in_cover for place in answer.tied()} == {True}


def test_h24_07_intervening_and_wholly_intervening() -> None:
    narrow, broad = wall("N", 9, 10.9, 9.2, 11.1), wall("B", 10, 9, 10.2, 13)
    aside = wall("A", 9, 14, 9.2, 16)
    found = crossings(SHOOTER, (5, 11), TARGET, [narrow, broad, aside])
    assert found.intervening == (narrow, broad)
    assert found.wholly == (broad,)
    assert found.all_blocked
    assert not crossings(SHOOTER, (5, 11), TARGET, [narrow]).all_blocked
    left, right = wall("L", 9, 9, 9.2, 11), wall("R", 9, 11, 9.2, 13)
    both = crossings(SHOOTER, (5, 11), TARGET, [left, right])
    assert both.wholly == ()
    assert both.all_blocked


def test_the_crossed_portion_knows_its_distances() -> None:
    portion = crossed_portion(SHOOTER, (5 + R, 11), TARGET, wall("T", 9, 9, 9.2, 13))
    assert portion is not None
    assert portion.from_shooter == pytest.approx(9 - 5 - R, abs=1e-3)
    assert portion.from_target == pytest.approx(FRONT - 9.2, abs=1e-3)
    assert crossed_portion(SHOOTER, (5, 11), TARGET, wall("T", 9, 13, 9.2, 15)) is None


@pytest.mark.parametrize("field", ["cover_reach", "cover_beyond", "obscured_beyond_shooter", "obscured_beyond_target"])
def test_rules_refuse_what_is_no_number(field: str) -> None:
    with pytest.raises(ValueError, match="NaN"):
        LineRules(**{field: math.nan})


def test_rules_refuse_a_negative_width() -> None:
    with pytest.raises(ValueError, match="half_width"):
        LineRules(half_width=-0.1)


def test_no_terrain_at_all() -> None:
    answer = targeting(SHOOTER, TARGET, (), ())
    assert answer.clean is not None
    assert math.hypot(answer.clean.point[0] - 5, answer.clean.point[1] - 11) <= R + 1e-9
