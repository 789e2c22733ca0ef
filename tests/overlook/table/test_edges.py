"""The edge of the board nearest to a player's models, by which a phone turns its board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.base import BaseShape
from geometry.placement import Placement
from geometry.table import Operative, Table
from overlook.table.views.board_view import edges_of

SHAPE = BaseShape.from_mm((32, 32))
ACROSS = {"left": "right", "right": "left", "near": "far", "far": "near"}
SPOTS = st.tuples(st.floats(1, 29), st.floats(1, 21))


def table(**spots: tuple[str, float, float]) -> Table:
    return Table(
        operatives={
            name: Operative(name, player, SHAPE, 1.4, Placement(name, x, y)) for name, (player, x, y) in spots.items()
        }
    )


@pytest.mark.parametrize(
    ("own", "edge"), [((15, 2), "near"), ((15, 20), "far"), ((2, 11), "left"), ((28, 11), "right")]
)
def test_a_player_at_an_edge_has_it_and_the_other_the_opposite_one(own: tuple[float, float], edge: str) -> None:
    x, y = own
    found = edges_of(table(a1=("p1", x, y), b1=("p2", 30 - x, 22 - y)))
    assert found == {"p1": edge, "p2": ACROSS[edge]}


@given(SPOTS, SPOTS)
def test_two_players_are_never_turned_to_the_same_edge(one: tuple[float, float], other: tuple[float, float]) -> None:
    found = edges_of(table(a1=("p1", *one), b1=("p2", *other)))
    assert one == other or found["p2"] == ACROSS[found["p1"]]


def test_no_edge_is_assigned_while_only_one_team_is_seen() -> None:
    assert edges_of(table(a1=("p1", 3, 3), a2=("p1", 9, 3))) == {}
    assert edges_of(table()) == {}
