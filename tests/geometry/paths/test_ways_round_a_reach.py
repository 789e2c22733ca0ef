"""Ways round the reach of a base where short increments cost an inch (D21-01), against ways of equal turns."""

from __future__ import annotations

import math

import pytest

from geometry.base import Base, BaseShape
from geometry.paths import Scene, StandingBody, cheapest_path
from geometry.paths.pricing import RaisedToOne, Tariff
from geometry.table import Board
from tests.geometry.paths.building import ROUND

PRICED = Tariff(increments=RaisedToOne(), climbs=None, drops=None)
REACH = BaseShape.from_mm(82.8)
"""As wide as a 32 mm base with an inch around it."""

KEEP = (ROUND.long + REACH.long) / 2
NEAR = 0.05
"""Inches that the way found may be dearer than the best one whose turns are equal."""


def price_of_equal_turns(start: float, target: float, turn: float) -> float:
    """Return the price of the cheapest way along tangents that turns everywhere alike; ends by distance and angle."""
    first, last = math.sqrt(start**2 - KEEP**2), math.sqrt(target**2 - KEEP**2)
    bend = turn - math.acos(KEEP / start) - math.acos(KEEP / target)
    prices = []
    for turns in range(1, 9):
        side = KEEP * math.tan(bend / turns / 2)
        legs = [first + side, *[2 * side] * (turns - 1), side + last]
        prices.append(sum(max(1.0, leg) for leg in legs))
    return min(prices)


@pytest.mark.parametrize(("start", "target", "turn"), [(3.112, 2.818, 2.801), (2.9, 3.4, 2.65)])
def test_d21_01_a_way_round_a_reach_is_about_as_cheap_as_one_of_equal_turns(
    start: float, target: float, turn: float
) -> None:
    scene = Scene(Base(ROUND, 0, 0), 1.4, blockers={"B": StandingBody(Base(REACH, 15, 11), 1.4)}, board=Board(30, 22))
    end = (15 - target * math.cos(turn), 11 + target * math.sin(turn), 0.0)
    found = cheapest_path(scene, (15 - start, 11.0, 0.0), end, tariff=PRICED, allowance=10.0)
    assert found.path is not None
    assert found.price <= price_of_equal_turns(start, target, turn) + NEAR
