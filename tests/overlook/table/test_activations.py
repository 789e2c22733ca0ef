"""Which operatives can be activated now, with which orders."""

from __future__ import annotations

import pytest

from overlook.table.offers.prompts import activations
from overlook.table.offers.table_facts import FactsMemo
from referee.game.engine.game import Game
from referee.game.intents import SetUp
from referee.game.record import RefusedError
from referee.rules.position import Order
from tests.referee.game.conftest import FLOW, PLACES, SEATS, TEAMS, GameDriver
from web.contract.table.game_views import ActivationView

BOTH = tuple(Order)


@pytest.fixture
def driver() -> GameDriver:
    return GameDriver(Game(FLOW))


@pytest.fixture
def free(driver: GameDriver) -> GameDriver:
    driver.typed(SetUp, seats=SEATS, operatives=TEAMS, places=PLACES, free=True)
    return driver


def told(driver: GameDriver) -> dict[str, tuple[Order, ...]]:
    return {one.operative: one.orders for one in activations(FLOW, driver.game.timeline)}


def test_nobody_can_be_activated_before_the_firefight(driver: GameDriver) -> None:
    assert told(driver) == {}
    driver.to_gambits()
    assert told(driver) == {}


def test_ready_operatives_of_the_player_in_turn_can_be_activated_with_either_order(driver: GameDriver) -> None:
    driver.to_firefight(initiative="p1")
    assert told(driver) == {"A1": BOTH, "A2": BOTH, "A3": BOTH}
    driver.pass_activation("A1")
    assert told(driver) == {"B1": BOTH, "B2": BOTH, "B3": BOTH}
    driver.pass_activation("B2")
    assert told(driver) == {"A2": BOTH, "A3": BOTH}


def test_nobody_can_be_activated_during_an_activation(driver: GameDriver) -> None:
    driver.to_firefight()
    driver.activate("A1")
    assert told(driver) == {}


def test_in_free_play_everybody_standing_can_be_activated(free: GameDriver) -> None:
    free.pass_activation("A1")
    free("declare_damage", operative="B2", amount=10)
    assert set(told(free)) == {"A1", "A2", "A3", "B1", "B3"}


def test_exactly_the_listed_activations_are_accepted(driver: GameDriver) -> None:
    driver.to_firefight()
    driver.pass_activation("A3", "conceal")
    may = {(name, order) for name, orders in told(driver).items() for order in orders}
    for card in TEAMS:
        for order in Order:
            if (card.id, order) in may:
                driver.activate(card.id, order)
                driver("undo")
            else:
                with pytest.raises(RefusedError):
                    driver.activate(card.id, order)


def test_activations_are_computed_once_for_each_state(driver: GameDriver) -> None:
    driver.to_firefight()
    memo = FactsMemo()

    def known() -> tuple[ActivationView, ...]:
        timeline = driver.game.timeline
        return memo.get("activations", timeline, lambda: activations(FLOW, timeline))

    first = known()
    assert known() is first
    driver.activate("A1")
    assert known() == ()
