"""Who is left out of a test of a short range is out of it by the test itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.base import BaseShape
from geometry.measure import gap
from geometry.placement import Placement
from geometry.table import Board, Operative, Table
from geometry.visibility.control_range import CONTROL_RANGE
from messages.message import Message
from referee.editions.registry import edition_of
from referee.rules.findings import gap_finding
from referee.rules.position import Order, Position, Status, circles_farther_than, definitely_farther_than

SPOTS = st.tuples(st.floats(0, 30), st.floats(0, 22), st.floats(0, 3), st.floats(-180, 180))
SHAPES = st.sampled_from([BaseShape.from_mm(25), BaseShape.from_mm(32), BaseShape.from_mm((75, 42))])
SIGMAS = st.tuples(*[st.sampled_from([0.0, 1e-4, 0.009, 0.25])] * 3)


@st.composite
def operatives(draw: st.DrawFn, name: str) -> Operative:
    x, y, z, turn = draw(SPOTS)
    own, side, turned = draw(SIGMAS)
    covariance = np.diag([own**2, side**2, 0.0, (60 * turned) ** 2])
    return Operative(name, name, draw(SHAPES), 1.4, Placement(name, x, y, z, turn, covariance))


@given(operatives("a"), operatives("b"), st.sampled_from([1.0, 2.0, 6.0]))
def test_what_is_surely_apart_is_within_reach_with_no_probability_at_all(
    a: Operative, b: Operative, reach: float
) -> None:
    if definitely_farther_than(a, b, reach):
        assert gap_finding("H24-04", Message.stored("near"), a, b, reach).p_yes == 0.0


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
@given(operatives("a"), operatives("b"), st.sampled_from([0.0, 0.3, 0.9]))
def test_who_is_surely_apart_is_not_engaged_whatever_errors_are_in_common(
    edition: str, a: Operative, b: Operative, share: float
) -> None:
    rules = edition_of(edition)
    if definitely_farther_than(a, b, CONTROL_RANGE):
        least = min(float(one.placement.covariance[k, k]) for one in (a, b) for k in (0, 1))
        common = np.diag([share * least, share * least, 0.0, 0.0]) if share * least > 0 else None
        people = {one.id: one for one in (a, b)}
        unhurt = Status(Order.ENGAGE, apl=2, move=6, wounds=1, start_wounds=1)
        position = Position(Table(Board(30.0, 22.0), people, common=common), dict.fromkeys(people, unhurt))
        assert rules.engagement.engaged(position, "a", "b").p_yes == 0.0


@given(operatives("a"), operatives("b"), st.sampled_from([1.0, 2.0, 6.0]))
def test_what_is_clear_of_a_base_is_farther_than_the_reach(a: Operative, b: Operative, reach: float) -> None:
    if circles_farther_than(a.base, b.base, reach):
        assert gap(a.base, b.base) > reach


def test_across_the_table_nobody_is_asked_and_side_by_side_everybody_is() -> None:
    def at(x: float, sigma: float) -> Operative:
        covariance = np.diag([sigma**2, sigma**2, 0.0, 0.0])
        return Operative("a", "a", BaseShape.from_mm(32), 1.4, Placement("a", x, 5.0, covariance=covariance))

    assert definitely_farther_than(at(3, 0.009), at(20, 0.009), 1.0)
    assert not definitely_farther_than(at(3, 0.25), at(20, 0.25), 1.0)
    assert not definitely_farther_than(at(3, 0.0), at(5.2, 0.0), 1.0)
    assert definitely_farther_than(at(3, 0.0), at(5.3, 0.0), 1.0)


def test_a_turn_that_is_unsure_by_half_a_degree_is_no_half_inch_of_doubt() -> None:
    def at(x: float) -> Operative:
        covariance = np.diag([0.009**2, 0.009**2, 0.009**2, 0.5**2])
        return Operative("a", "a", BaseShape.from_mm(32), 1.4, Placement("a", x, 5.0, covariance=covariance))

    assert definitely_farther_than(at(3), at(9), 1.0)
    assert not definitely_farther_than(at(3), at(6), 1.0)
