"""How far places are from each other, declared or seen."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.placement import Placement
from referee.game.board_place import BoardPlace

INCHES = st.floats(-40, 40, allow_nan=False)
SPOT = st.tuples(INCHES, INCHES, INCHES)
Spot = tuple[float, float, float]


def apart(one: Spot, other: Spot) -> float:
    """Return the distance by Pythagoras, in decimal figures."""
    squares = ((Decimal(a) - Decimal(b)) ** 2 for a, b in zip(one, other, strict=True))
    return float(sum(squares, Decimal(0)).sqrt())


@given(SPOT, SPOT)
def test_places_and_placements_are_as_far_apart_as_their_centres(one: Spot, other: Spot) -> None:
    expected = pytest.approx(apart(one, other), abs=1e-9)
    assert BoardPlace(*one).distance_to(BoardPlace(*other)) == expected
    assert BoardPlace(*one).distance_to(Placement("b1", *other)) == expected
    assert Placement("a1", *one).distance_to(Placement("b1", *other)) == expected


def test_how_a_thing_is_turned_does_not_count() -> None:
    assert BoardPlace(3, 4, rotation_deg=10).distance_to(BoardPlace(0, 0, rotation_deg=200)) == 5
