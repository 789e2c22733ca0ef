"""Where things may stand: how causes pull what is measured, and draws that have the covariances they are drawn from."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry.base import BaseShape
from geometry.measure import gap, gap_to_part
from geometry.placement import Placement
from geometry.position_errors import apart_limit, gap_limit, gap_sigma, measured_limit, moved, sample_positions
from geometry.table import Operative
from geometry.terrain import Part

COVARIANCE = np.diag([0.006**2, 0.008**2, 0.002**2, 0.4**2])
COMMON = np.diag([0.005**2, 0.005**2, 0.0, 0.0])


def operative(name: str, x: float, y: float, mm: float | tuple[float, float] = 32.0, turn: float = 30.0) -> Operative:
    placement = Placement(name, x, y, 0.0, turn, COVARIANCE)
    return Operative(name, "p1", BaseShape.from_mm(mm), 1.4, placement, head_sigma=0.04)


def wall() -> Part:
    covariance = np.diag([0.008**2, 0.004**2, 0.0, 0.15**2])
    corners = ((8.0, 3.0), (8.4, 3.0), (8.4, 9.0), (8.0, 9.0))
    return Part("w", "w", corners, 0.0, 3.0, covariance=covariance, pivot=(8.2, 4.0))


@pytest.mark.parametrize("mm", [32.0, (75.0, 42.0)])
def test_a_gaps_limit_has_the_sigma_of_the_gap(mm: float | tuple[float, float]) -> None:
    a, b = operative("a", 5, 5, mm), operative("b", 9, 6)
    limit = gap_limit(a, b, 3.0)
    assert limit.margin == pytest.approx(3.0 - gap(a.base, b.base))
    assert limit.sigma == pytest.approx(gap_sigma(a, b))


def test_what_all_places_share_cancels_between_two_and_not_at_an_edge() -> None:
    a, b = operative("a", 5, 5), operative("b", 9, 5)
    own = math.sqrt(2 * (0.006**2 - 0.005**2))
    assert gap_limit(a, b, 3.0, COMMON).sigma == pytest.approx(own, rel=1e-3)
    edge = measured_limit((operative("a", 0.64, 5),), (), COMMON, lambda bases, parts: bases[0].x - bases[0].radius)
    assert edge.sigma == pytest.approx(0.006)


def test_slopes_of_a_distance_to_terrain_are_what_drawing_finds() -> None:
    one, part = operative("a", 7.3, 6, 25.0), wall()
    limit = measured_limit((one,), (part,), None, lambda bases, parts: gap_to_part(bases[0], parts[0]))
    found = sample_positions((one,), (part,), None, 1024)
    sample = [gap_to_part(found.base(one, row), found.terrain((part,), row)[0]) for row in range(1024)]
    assert limit.sigma == pytest.approx(np.std(sample), rel=0.05)
    assert limit.margin == pytest.approx(np.mean(sample), abs=1e-3)


def test_overlap_goes_on_as_a_limit_through_touching() -> None:
    a, deep = operative("a", 5, 5), operative("b", 6.2, 5)
    assert apart_limit(a, deep).margin == pytest.approx(1.2 - 32 / 25.4)
    assert apart_limit(a, deep).sigma == pytest.approx(0.006 * math.sqrt(2))


def test_draws_have_the_covariance_and_share_what_is_common() -> None:
    a, b = operative("a", 5, 5), operative("b", 9, 5)
    found = sample_positions((a, b), (), COMMON, 2048)
    both = np.column_stack([found.shifts["a"][:, 0], found.shifts["b"][:, 0]])
    spread = np.cov(both.T)
    assert spread[0, 0] == pytest.approx(0.006**2, rel=0.1)
    assert spread[0, 1] == pytest.approx(0.005**2, rel=0.1)
    assert np.std(found.heads["a"]) == pytest.approx(0.04, rel=0.05)


def test_a_part_turns_about_its_pivot() -> None:
    part = moved(wall(), np.array([0.5, -0.25, 0.1, 90.0]))
    assert part.outline[0] == pytest.approx((8.7 + 1.0, 3.75 - 0.2))
    assert (part.bottom, part.top) == pytest.approx((0.1, 3.1))
    assert part.exact


def test_an_upright_error_parts_nothing_from_what_carries_it_and_raises_or_lowers_the_head() -> None:
    raised = np.diag([0.0, 0.0, 0.008**2, 0.0])
    one = Operative("a", "p1", BaseShape.from_mm(32), 1.4, Placement("a", 5.0, 5.0, 1.0, 0.0, raised))
    part = Part("w", "w", ((4.0, 4.0), (6.0, 4.0), (6.0, 6.0), (4.0, 6.0)), 0.0, 1.0, covariance=raised)
    found = sample_positions((one,), (part,), None, 256)
    assert {found.base(one, row).z for row in range(256)} == {1.0}
    assert {(each.bottom, each.top) for row in range(256) for each in found.terrain((part,), row)} == {(0.0, 1.0)}
    assert np.std([found.head(one, row) for row in range(256)]) == pytest.approx(0.008, rel=0.1)
