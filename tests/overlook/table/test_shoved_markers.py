"""Markers as they are judged: where the game has them, and of the kind that it has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geometry.placement import Placement
from geometry.table import Marker
from overlook.table.observation.accepted_position import accepted_position
from referee.editions.registry import edition_of, ruleset_of
from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat
from referee.game.engine.game import Game
from referee.game.intents import SetUp
from referee.game.judging.position import table_of
from referee.game.state import MarkerState


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
@pytest.mark.parametrize("kind", ["objective", "mission", "engage ready"])
def test_a_marker_that_the_table_calls_something_else_is_controlled_as_the_game_has_it(edition: str, kind: str) -> None:
    game = Game(ruleset_of(edition).flow)
    cards = (Card("A1", "p1", "One", 2, 6.0, 4, 10), Card("B1", "p2", "Two", 2, 6.0, 4, 10))
    places = {"A1": BoardPlace(5.0, 5.0), "B1": BoardPlace(25.0, 3.0)}
    objective = MarkerState("M1", "objective", 40 / 25.4, BoardPlace(6.0, 5.0))
    seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
    game.submit(SetUp(id="s", seats=seats, operatives=cards, places=places, markers=(objective,), free=True))
    seen = replace(table_of(game.state), markers={"M1": Marker("M1", kind, 40 / 25.4, Placement("M1", 6.0, 5.0, 0.0))})
    position = accepted_position(edition_of(edition), game.state, seen)
    assert position.table.markers["M1"].kind == "objective"
    assert edition_of(edition).markers.control(position, "M1").controller == "p1"
