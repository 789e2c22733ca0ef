"""An operative that a rule removes and sets up again: no move, no correction (rules K24-08, C24-15)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.game.board_place import BoardPlace
from referee.game.record import RefusedError
from tests.codes import coded
from tests.referee.game.conftest import PLACES, GameDriver, MakeCard
from tests.referee.game.refused import rules


def set_up_again(driver: GameDriver, operative: str, x: float, y: float, z: float = 0.0, **given: Any) -> None:
    driver("set_up_again", operative=operative, place={"x": x, "y": y, "z": z}, **given)


@pytest.fixture
def on_guard(close_quarters: GameDriver) -> GameDriver:
    close_quarters.activate("A1")
    close_quarters.act("A1", "Guard")
    close_quarters.end("A1")
    return close_quarters


def test_k24_08_an_operative_that_is_set_up_again_is_no_longer_on_guard(on_guard: GameDriver) -> None:
    set_up_again(on_guard, "A1", 6.0, 8.0)
    assert not on_guard.state.operative("A1").on_guard
    assert on_guard.state.operative("A1").place == BoardPlace(6.0, 8.0)


def test_k24_08_it_is_no_longer_on_guard_even_where_it_stood(on_guard: GameDriver) -> None:
    set_up_again(on_guard, "A1", PLACES["A1"].x, PLACES["A1"].y)
    assert not on_guard.state.operative("A1").on_guard


def test_k24_08_a_corrected_place_ends_no_guard(on_guard: GameDriver) -> None:
    on_guard("declare_place", operative="A1", place={"x": 6.0, "y": 8.0})
    assert on_guard.state.operative("A1").on_guard


def test_k24_08_a_guard_of_others_goes_on(on_guard: GameDriver) -> None:
    set_up_again(on_guard, "A2", 6.0, 8.0)
    assert on_guard.state.operative("A1").on_guard


def counteracting(firefight: GameDriver) -> BoardPlace:
    """B1 counteracts; p1 has A3 ready."""
    for gone in ("B2", "B3"):
        firefight("remove_operative", operative=gone)
    firefight.pass_activation("A1")
    firefight.pass_activation("B1")
    firefight.pass_activation("A2")
    firefight("react", operative="B1")
    return PLACES["B1"]


@pytest.mark.parametrize(("by", "allowed"), [(1.9, True), (2.0, True), (2.1, False), (9.0, False)])
def test_c24_15_in_a_counteraction_it_is_set_up_wholly_within_two_inches(
    firefight: GameDriver, by: float, allowed: bool
) -> None:
    """Bases of one size: the far side of the new place is as far from the old base as the centres are apart."""
    at = counteracting(firefight)
    if allowed:
        set_up_again(firefight, "B1", at.x + by, at.y)
        assert firefight.state.operative("B1").place == BoardPlace(at.x + by, at.y)
        return
    with pytest.raises(RefusedError) as refused:
        set_up_again(firefight, "B1", at.x + by, at.y)
    assert rules(refused) == ["C24-15"]


def test_c24_15_another_operative_is_set_up_anywhere_during_a_counteraction(firefight: GameDriver) -> None:
    counteracting(firefight)
    set_up_again(firefight, "A1", 25.0, 10.0)
    assert firefight.state.operative("A1").place == BoardPlace(25.0, 10.0)


def test_c24_15_in_its_activation_it_is_set_up_anywhere(firefight: GameDriver) -> None:
    firefight.activate("A1")
    set_up_again(firefight, "A1", 25.0, 10.0)
    firefight.act("A1", "Dash")
    assert firefight.acting.spent == 1, "it is no action"


def test_c24_15_a_set_up_uses_no_inches_of_the_move(firefight: GameDriver) -> None:
    at = counteracting(firefight)
    set_up_again(firefight, "B1", at.x + 2.0, at.y)
    firefight.act("B1", "Dash", charged=2.0)


def test_c24_15_an_oval_base_is_measured_to_its_far_end(driver: GameDriver, make_card: MakeCard) -> None:
    """A base of 60 x 35 mm that turns by 90 degrees on the spot: its end is 12.5 mm beyond the old side."""
    cards = [make_card(name, "p1" if name.startswith("A") else "p2") for name in ("A1", "A2", "A3")]
    cards += [make_card("B1", "p2", base_mm=(60.0, 35.0))]
    places = {name: PLACES[name] for name in ("A1", "A2", "A3", "B1")}
    driver.to_firefight(operatives=tuple(cards), places=places)
    driver.pass_activation("A1")
    driver.pass_activation("B1")
    driver.pass_activation("A2")
    driver("react", operative="B1")
    at = places["B1"]
    turned = {"x": at.x, "y": at.y + 1.4, "rotation_deg": 90.0}
    driver("set_up_again", operative="B1", place=turned)
    driver("undo", by="referee")
    with pytest.raises(RefusedError) as refused:
        driver("set_up_again", operative="B1", place={**turned, "y": at.y + 1.6})
    assert rules(refused) == ["C24-15"]


def test_an_operative_that_is_off_the_killzone_is_not_set_up_again(firefight: GameDriver) -> None:
    firefight("remove_operative", operative="A1")
    with pytest.raises(RefusedError, check=coded("refusal-not-standing", operative="A1")):
        set_up_again(firefight, "A1", 25.0, 10.0)


def test_another_players_operative_is_not_set_up_again(firefight: GameDriver) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-not-yours")):
        set_up_again(firefight, "B1", 25.0, 10.0, by="p1")


def test_undo_takes_a_set_up_back_with_the_guard(on_guard: GameDriver) -> None:
    set_up_again(on_guard, "A1", 6.0, 8.0)
    on_guard("undo", by="referee")
    assert on_guard.state.operative("A1").on_guard
    assert on_guard.state.operative("A1").place == PLACES["A1"]


def test_a_set_up_before_the_firefight_is_taken(driver: GameDriver) -> None:
    driver.to_gambits()
    set_up_again(driver, "A1", 6.0, 8.0)
    assert driver.state.operative("A1").place == BoardPlace(6.0, 8.0)
