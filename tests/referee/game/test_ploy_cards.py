"""Ploys that stand on cards are used when their cards say (rules B24-05, B24-09, B21-04, B21-06)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game.card import PloyCard, PloyTime
from referee.game.engine.game import Game
from referee.game.events.battle import PloyUsed
from referee.game.intents import SetUp
from referee.game.record import RefusedError
from referee.rules.errors import MalformedError
from tests.codes import coded
from tests.referee.game import players21
from tests.referee.game.conftest import FLOW, PLACES, SEATS, TEAMS, GameDriver

GAMBIT = PloyCard("Glass Tide", PloyTime.STRATEGY, text="Hold.")
SALT = PloyCard("Salt in the Wound", PloyTime.FIREFIGHT)
WHENEVER = PloyCard("Whenever", PloyTime.ANY, cost=0)
CARDS: dict[str, Any] = {"ploys": {"p1": (GAMBIT, SALT, WHENEVER), "p2": (SALT,)}}


def used(driver: GameDriver | players21.GameDriver, name: str, player: str = "p1", cost: int = 1) -> str | None:
    """Use a ploy and return None, or the rule that says no."""
    try:
        driver("use_ploy", player=player, name=name, cost=cost)
    except RefusedError as refusal:
        return refusal.findings[0].rule
    return None


def test_b24_05_a_strategy_ploy_is_a_gambit_and_b24_09_a_firefight_ploy_is_none(driver: GameDriver) -> None:
    driver.to_gambits(**CARDS)
    assert used(driver, "Salt in the Wound") == "B24-09"
    assert used(driver, "glass tide") is None, "whatever its letters"
    assert used(driver, "salt in the wound", "p2") == "B24-09"
    driver("pass_turn", player="p2")
    assert used(driver, "Whenever", cost=0) is None
    driver("pass_turn", player="p2")
    driver("pass_turn", player="p1")
    assert driver.state.stage == "firefight"
    assert used(driver, "Glass Tide", "p2") is None, "it stands on no card of theirs: they know when they may"
    assert used(driver, "Salt in the Wound") is None
    assert used(driver, "Salt in the Wound") == "B24-07"
    driver.to_next_firefight()
    assert used(driver, "Glass Tide") == "B24-05"
    assert used(driver, "Salt in the Wound") is None


@pytest.mark.parametrize("name", ["glass tide", " Glass  Tide ", "GLASS TIDE\t"])
def test_b24_05_a_ploy_is_stored_under_the_name_on_its_card(driver: GameDriver, name: str) -> None:
    driver.to_gambits(**CARDS)
    assert used(driver, name) is None
    assert [event.name for event in driver.last_step.events if isinstance(event, PloyUsed)] == ["Glass Tide"]
    driver("pass_turn", player="p2")
    assert used(driver, "Glass Tide") == "B24-07"


def test_b24_09_a_blank_behind_its_name_does_not_free_a_ploy_from_its_card(driver: GameDriver) -> None:
    driver.to_gambits(**CARDS)
    assert used(driver, "Salt in the Wound ") == "B24-09"


def test_b21_04_blanks_make_no_other_ploy_in_2021_either() -> None:
    driver = players21.GameDriver()
    driver.set_up(**CARDS)
    driver.answer("mission", "p1")
    assert used(driver, "Glass Tide") is None
    driver("pass_turn", player="p2")
    assert used(driver, " glass  tide") == "B21-04"


def test_b21_04_a_strategic_ploy_before_the_firefight_and_b21_06_a_tactical_one_in_it() -> None:
    driver = players21.GameDriver()
    driver.set_up(**CARDS)
    driver.answer("mission", "p1")
    assert driver.state.stage == "ploys"
    assert used(driver, "Salt in the Wound") == "B21-06"
    assert used(driver, "Glass Tide") is None
    driver.to_firefight()
    assert used(driver, "Glass Tide") == "B21-04"
    assert used(driver, "Salt in the Wound", cost=0) is None


def test_in_free_play_there_are_no_phases_to_keep_to(driver: GameDriver) -> None:
    driver.typed(SetUp, seats=SEATS, operatives=TEAMS, places=PLACES, free=True, **CARDS)
    assert used(driver, "Glass Tide", cost=0) is None
    assert used(driver, "Salt in the Wound", cost=0) is None


@pytest.mark.parametrize(
    ("ploys", "code"),
    [
        ({"p3": (SALT,)}, "refusal-ploys-without-seat"),
        ({"p1": (SALT, PloyCard("SALT IN THE WOUND"))}, "refusal-ploys-twice"),
    ],
)
def test_cards_of_nobody_and_cards_that_stand_twice_are_refused(
    driver: GameDriver, ploys: dict[str, Any], code: str
) -> None:
    with pytest.raises(RefusedError, check=coded(code)):
        driver.to_gambits(ploys=ploys)


@given(name=st.sampled_from(["", "x" * 61]), cost=st.integers(-3, 12))
def test_a_card_without_a_name_or_a_price_is_none(name: str, cost: int) -> None:
    with pytest.raises(MalformedError, check=coded("game-ploy", most_letters=60, most_cp=9)):
        PloyCard(name, cost=cost)


def test_a_game_without_cards_is_written_as_it_was(driver: GameDriver) -> None:
    driver.to_gambits()
    assert not any("ploys" in entry.data for entry in driver.game.log)
    with_cards = GameDriver(Game(FLOW))
    with_cards.to_gambits(**CARDS)
    assert [entry.kind for entry in with_cards.game.log if "ploys" in entry.data] == ["set_up", "game_set_up"]
