"""Who may be activated now, as the pages are told it."""

from __future__ import annotations

import pytest

from overlook.table.activations import Activations, activations
from referee.game.errors import RefusedError
from referee.game.game import Game
from referee.game.intents import SetUp
from referee.rules.position import Order
from tests.referee.game.conftest import FLOW, PLACES, SEATS, TEAMS, Hands

BOTH = tuple(Order)


@pytest.fixture
def hands() -> Hands:
    return Hands(Game(FLOW))


@pytest.fixture
def free(hands: Hands) -> Hands:
    hands.typed(SetUp, seats=SEATS, operatives=TEAMS, places=PLACES, free=True)
    return hands


def told(hands: Hands) -> dict[str, tuple[Order, ...]]:
    return {one.operative: one.orders for one in activations(FLOW, hands.game.timeline)}


def test_nobody_is_before_the_firefight(hands: Hands) -> None:
    assert told(hands) == {}
    hands.to_gambits()
    assert told(hands) == {}


def test_the_ready_operatives_of_whose_turn_it_is_are_with_either_order(hands: Hands) -> None:
    hands.to_firefight(initiative="p1")
    assert told(hands) == {"A1": BOTH, "A2": BOTH, "A3": BOTH}
    hands.pass_activation("A1")
    assert told(hands) == {"B1": BOTH, "B2": BOTH, "B3": BOTH}
    hands.pass_activation("B2")
    assert told(hands) == {"A2": BOTH, "A3": BOTH}


def test_nobody_is_while_another_is_at_work(hands: Hands) -> None:
    hands.to_firefight()
    hands.activate("A1")
    assert told(hands) == {}


def test_in_free_play_everybody_who_stands_is_whose_turn_it_ever_was(free: Hands) -> None:
    free.pass_activation("A1")
    free("declare_damage", operative="B2", amount=10)
    assert set(told(free)) == {"A1", "A2", "A3", "B1", "B3"}


def test_whoever_is_told_is_taken_and_whoever_is_not_is_refused(hands: Hands) -> None:
    hands.to_firefight()
    hands.pass_activation("A3", "conceal")
    may = {(name, order) for name, orders in told(hands).items() for order in orders}
    for card in TEAMS:
        for order in Order:
            if (card.id, order) in may:
                hands.activate(card.id, order)
                hands("undo")
            else:
                with pytest.raises(RefusedError):
                    hands.activate(card.id, order)


def test_it_is_worked_out_once_for_each_state_of_the_game(hands: Hands) -> None:
    hands.to_firefight()
    known = Activations()
    first = known.of(FLOW, hands.game.timeline)
    assert known.of(FLOW, hands.game.timeline) is first
    hands.activate("A1")
    assert known.of(FLOW, hands.game.timeline) == ()
