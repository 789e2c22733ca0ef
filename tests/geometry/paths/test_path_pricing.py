"""What increments, climbs and drops cost (rules I24-01 to I24-03, D21-01, I21-04, I21-05)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from geometry.base import EXACT_TOLERANCE, Base, BaseShape
from geometry.paths import Area, Passage, PathFacts, path_facts, price_path
from geometry.paths.pricing import Climbs, Drops, Exact, Increments, Per, RaisedToOne, RoundedUp, Tariff, WholeSteps
from geometry.terrain import Part

ROUND = BaseShape.from_mm(32)
LEVEL_2021 = Tariff(
    increments=RaisedToOne(),
    climbs=Climbs(increments=Exact(), least_per=Per.EACH, highest=math.inf),
    drops=Drops(increments=WholeSteps(), free=0.0),
)


def box(name: str, x0: float, y0: float, x1: float, y1: float, bottom: float = 0.0, top: float = 5.0) -> Part:
    return Part(name, name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top)


def walk(*lengths: float) -> PathFacts:
    x = 5.0
    path = [(x, 11.0, 0.0)]
    for length in lengths:
        x += length
        path.append((x, 11.0, 0.0))
    return path_facts(Base(ROUND, 0, 0), 1.6, path)


@pytest.mark.parametrize(
    ("increments", "lengths", "price"),
    [
        (RoundedUp(), [6.2], 7),
        (RoundedUp(), [6.0000001], 6),
        (RoundedUp(), [6.00001], 7),
        (RoundedUp(), [1.5, 1.5, 1.5, 1.5], 8),
        (RoundedUp(), [0.4, 0.4, 0.4], 3),
        (RaisedToOne(), [2.4, 3.4], 5.8),
        (RaisedToOne(), [0.4, 0.4, 0.4], 3),
        (RaisedToOne(), [1.0, 1.2], 2.2),
        (Exact(), [0.4, 0.4], 0.8),
    ],
)
def test_i24_01_and_d21_01_every_increment_has_its_price(
    increments: Increments, lengths: list[float], price: float
) -> None:
    assert price_path(walk(*lengths), Tariff(increments=increments)).total == pytest.approx(price)


@pytest.mark.parametrize(
    ("climbs", "heights", "price"),
    [
        (Climbs(), [3.0], 3),
        (Climbs(), [2.4], 3),
        (Climbs(), [1.0], 2),
        (Climbs(), [0.5, 0.5], 2),
        (Climbs(), [1.0, 2.2], 4),
        (Climbs(least_per=Per.EACH), [0.5, 0.5], 4),
        (Climbs(increments=Exact(), least_per=Per.EACH), [1.5], 2),
        (Climbs(increments=Exact(), least_per=Per.EACH), [2.5], 2.5),
        (Climbs(), [], 0),
    ],
)
def test_i24_02_a_climb_counts_two_inches_at_least(climbs: Climbs, heights: list[float], price: float) -> None:
    assert climbs.price(heights) == pytest.approx(price)


def test_j24_05_one_climb_of_an_action_goes_by_ladder() -> None:
    assert Climbs().price([2.8], [True]) == 1
    assert Climbs().price([2.8, 2.2], [True, True]) == 1 + 3
    assert Climbs().price([1.0, 2.8], [True, True]) == 1 + 2


@pytest.mark.parametrize(
    ("drops", "heights", "price"),
    [
        (Drops(), [4.0], 2),
        (Drops(), [2.0], 0),
        (Drops(), [1.5, 1.5], 1),
        (Drops(free_per=Per.EACH), [1.5, 1.5], 0),
        (Drops(), [2.3], 1),
        (Drops(increments=WholeSteps(), free=0.0), [2.0], 0),
        (Drops(increments=WholeSteps(), free=0.0), [3.0], 2),
        (Drops(increments=WholeSteps(), free=0.0), [4.0], 4),
    ],
)
def test_i24_03_and_i21_05_part_of_a_drop_is_free(drops: Drops, heights: list[float], price: float) -> None:
    assert drops.price(heights) == pytest.approx(price)


def test_c24_125_a_whole_path_with_a_climb() -> None:
    facts = path_facts(Base(ROUND, 0, 0), 1.6, [(7.2, 11, 0), (8.8, 11, 3)], parts=[box("V", 8, 9, 12, 13, 0, 3)])
    bill = price_path(facts, Tariff())
    assert (bill.vertical, bill.total, bill.forbidden) == (3, 5, False)
    assert price_path(facts, Tariff(climbs=None)).forbidden
    assert price_path(facts, Tariff(climbs=Climbs(highest=2.9))).forbidden
    down = path_facts(Base(ROUND, 0, 0), 1.6, [(8.8, 11, 3), (7.2, 11, 0)], parts=[box("V", 8, 9, 12, 13, 0, 3)])
    assert price_path(down, Tariff()).vertical == 1
    assert price_path(down, Tariff(drops=None)).forbidden
    assert price_path(down, LEVEL_2021).total == pytest.approx(1.6 + 2)


def test_a_climb_where_nothing_is_near_is_forbidden() -> None:
    assert price_path(path_facts(Base(ROUND, 0, 0), 1.6, [(3, 3, 0), (5, 3, 2)]), Tariff()).forbidden


def test_i24_05_i21_02_and_i24_06_passages_traverses_and_wire_come_on_top() -> None:
    parts = [box("D", 7, 9, 7.2, 13), box("B", 9, 9, 9.5, 13, 0, 1), box("L", 5.5, 9, 5.6, 13)]
    facts = path_facts(
        Base(ROUND, 0, 0),
        1.6,
        [(4, 11, 0), (12, 11, 0)],
        parts=parts,
        ways={"D": Passage.CENTRE, "B": Passage.TRAVERSE, "L": Passage.OPEN},
        areas={"wire": Area(parts[0].polygon, 1.0)},
    )
    bill = price_path(facts, Tariff(area=0.5))
    assert bill.surcharges == 1 + 2 + 0.5
    assert bill.total == 8 + 3.5


@given(st.floats(0, 40), st.floats(0, 40))
@example(EXACT_TOLERANCE, EXACT_TOLERANCE)
@example(3 + EXACT_TOLERANCE, 2 + EXACT_TOLERANCE)
def test_the_searches_may_rely_on_every_strategy(one: float, other: float) -> None:
    """Two increments cost at least as much as one of both lengths, as surely as lengths are told apart."""
    together = max(0.0, one + other - EXACT_TOLERANCE)
    for increments in (RoundedUp(), RaisedToOne(), Exact()):
        longer, whole, first, second = increments.prices(np.array([one + other, together, one, other]))
        assert increments.prices(np.zeros(1))[0] == 0
        assert whole <= first + second + 1e-6
        assert first <= longer + 1e-9
