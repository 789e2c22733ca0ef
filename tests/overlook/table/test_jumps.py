"""A seen jump is tested, and a failed one says where the model goes back to (rule I21-03)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geometry.placement import Placement
from geometry.table import Table
from overlook.table.moves.move_classification import classify_move
from referee.editions.registry import edition_of, ruleset_of
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, Seat
from referee.game.engine.game import Game
from referee.game.intents import Activate, Answer, SetUp
from referee.game.judging.position import table_of
from referee.rules.position import Order

DECK_TRAITS = ("Light", "Vantage")
LANDED = BoardPlace(13.2, 10.0, 3.0)


def deck(name: str, x: float) -> RecordedTerrain:
    return RecordedTerrain(name, name, ((x, 8.0), (x + 6, 8.0), (x + 6, 12.0), (x, 12.0)), 0.0, 3.0, DECK_TRAITS)


def two_decks(edition_id: str) -> tuple[Game, Table]:
    """A1 active on one deck; the camera sees it on the other one, two inches off."""
    game = Game(ruleset_of(edition_id).flow)
    cards = (Card("A1", "p1", "One", 2, 6.0, 4, 10), Card("B1", "p2", "Two", 2, 6.0, 4, 10))
    places = {"A1": BoardPlace(9.2, 10.0, 3.0), "B1": BoardPlace(25.0, 3.0, 0.0)}
    seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
    decks = (deck("P", 4.0), deck("Q", 12.0))
    game.submit(SetUp(id="s", seats=seats, operatives=cards, places=places, terrain=decks, free=True))
    game.submit(Activate(id="a", operative="A1", order=Order.ENGAGE))
    table = table_of(game.state)
    landed = replace(table.operative("A1"), placement=Placement("A1", LANDED.x, LANDED.y, LANDED.z))
    return game, replace(table, operatives={**table.operatives, "A1": landed})


@pytest.mark.parametrize(("die", "stays"), [(1, True), (2, False)])
def test_i21_03_a_seen_jump_is_tested_and_a_one_returns_the_model_to_the_edge(die: int, stays: bool) -> None:
    game, seen = two_decks("kt21")
    reading = classify_move(edition_of("kt21"), game.state, seen, mover="A1")[0]
    assert (reading.action, reading.judgement.legal) == ("Normal Move", True)
    game.submit(reading.act.model_copy(update={"id": "move"}))
    prompt = next(one for one in game.prompts if one.dice)
    game.submit(Answer(id="die", prompt=prompt.id, dice=(die,)))
    stands = game.state.operative("A1").place
    assert stands is not None
    assert (stands == LANDED) is not stays
    assert not stays or (stands.x < 10.0 and stands.z == 3.0)


def test_i24_04_a_jump_of_2024_needs_no_test() -> None:
    game, seen = two_decks("kt24")
    reading = classify_move(edition_of("kt24"), game.state, seen, mover="A1")[0]
    assert reading.judgement.legal
    assert reading.act.evidence.jump_from is None
