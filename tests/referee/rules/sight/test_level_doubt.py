"""A camera's doubt about heights takes nobody off the floor: cover and obscured are as sure as without it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.base import BaseShape
from geometry.placement import Placement
from geometry.table import Board, Operative, Table
from geometry.terrain import Part
from referee.editions.registry import edition_of
from referee.rules.judgement import Shot
from referee.rules.position import Order, Position, Status
from referee.rules.ruling import Ruling

LEVEL = 0.0079


def judged(edition: str, y: float, wall: float, level: float) -> tuple[Ruling, Ruling]:
    covariance = np.diag([0.007**2, 0.004**2, level**2, 0.3**2])
    corners = ((wall, 8.0), (wall + 0.4, 8.0), (wall + 0.4, 14.0), (wall, 14.0))
    part = Part("w", "w", corners, 0.0, 1.0, frozenset({"heavy"}), covariance=np.diag([1e-5, 1e-5, level**2, 0.01]))
    places = {"a": (3.0, y), "b": (26.0, 11.0)}
    shape = BaseShape.from_mm(32)
    people = {
        name: Operative(name, f"p{name}", shape, 1.4, Placement(name, *place, 0.0, 0.0, covariance))
        for name, place in places.items()
    }
    table = Table(Board(30.0, 22.0), people, (part,))
    unhurt = Status(Order.ENGAGE, apl=2, move=6, wounds=1, start_wounds=1)
    shot = edition_of(edition).judge_shot(Position(table, dict.fromkeys(people, unhurt)), Shot("a", "b"))
    return shot.in_cover, shot.obscured


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
@given(st.floats(9.5, 12.5), st.floats(6.0, 23.0))
@settings(max_examples=15)
def test_what_is_sure_in_plan_is_sure_whatever_the_camera_says_of_heights(edition: str, y: float, wall: float) -> None:
    without, doubted = judged(edition, y, wall, 0.0), judged(edition, y, wall, LEVEL)
    assert [one.p_yes for one in doubted] == pytest.approx([one.p_yes for one in without], abs=0.05)
