"""Free play: moves and rulings end to end, with no stages, no turns and no dice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat
from referee.game.intents import Act, SetUp
from referee.game.judging.position import attempt_of, position_of, table_of
from referee.game.record import RefusedError
from tests.codes import coded
from tests.referee.game.conftest import GameDriver


@pytest.fixture
def free(
    driver: GameDriver, seats: tuple[Seat, ...], teams: tuple[Card, ...], places: dict[str, BoardPlace]
) -> GameDriver:
    driver.typed(SetUp, seats=seats, operatives=teams, places=places, free=True)
    return driver


def test_any_operative_is_activated_at_any_time(free: GameDriver) -> None:
    for operative in ("B2", "A1", "A1", "B2", "A3"):
        free.pass_activation(operative)
    assert free.state.activations == 5


def test_actions_keep_their_price_and_their_restrictions(free: GameDriver) -> None:
    free.activate("A1", "conceal")
    with pytest.raises(RefusedError):
        free.act("A1", "Charge")
    free.act("A1", "Reposition", to=BoardPlace(8, 8), charged=5.0)
    free.act("A1", "Dash", to=BoardPlace(10, 8), charged=2.0)
    with pytest.raises(RefusedError, check=coded("refusal-ap-short", cost=1, left=0)):
        free.act("A1", "Pick Up Marker", marker="M1")


def test_damage_is_declared_and_the_fallen_are_removed(free: GameDriver) -> None:
    free.activate("A1")
    free.act("A1", "Shoot", target="B1", weapon="bolter", results=({"operative": "B1", "amount": 10},))
    assert not free.state.operative("B1").on_board
    free.end("A1")
    free.activate("B2")


def test_one_at_a_time_even_so(free: GameDriver) -> None:
    free.activate("A1")
    with pytest.raises(RefusedError, check=coded("refusal-other-active", active="A1")):
        free.activate("B1")


def test_a_guard_interrupts_nobody(
    driver: GameDriver, seats: tuple[Seat, ...], teams: tuple[Card, ...], places: dict[str, BoardPlace]
) -> None:
    driver.typed(SetUp, seats=seats, operatives=teams, places=places, free=True, killzone="gallowdark")
    driver.activate("A1")
    driver.act("A1", "Guard")
    driver.end("A1")
    driver.activate("B1")
    driver.act("B1", "Dash")
    driver.act("B1", "Shoot")


def test_the_judge_gets_the_table_with_the_games_facts(free: GameDriver) -> None:
    free.activate("A1", "engage")
    free("declare_damage", operative="B1", amount=7)
    free("remove_operative", operative="B3")
    position = position_of(free.state)
    assert set(position.status) == {"A1", "A2", "A3", "B1", "B2"}
    assert position.status["B1"].wounds == 3
    assert position.table.operative("A1").placement.x == 5.0
    assert "B3" not in table_of(free.state).operatives


def test_a_base_that_the_game_does_not_know_or_that_has_fallen_is_left_out(free: GameDriver) -> None:
    seen = table_of(free.state)
    free("remove_operative", operative="B3")
    stranger = replace(seen.operatives["A1"], id="Z9")
    position = position_of(free.state, replace(seen, operatives={**seen.operatives, "Z9": stranger}))
    assert set(position.table.operatives) == {"A1", "A2", "A3", "B1", "B2"}


def test_the_judge_gets_what_the_activation_has_seen(free: GameDriver) -> None:
    free.activate("A1")
    free.act("A1", "Dash")
    free.act("A1", "Shoot", weapon="stubber", target="B1")
    attempt = attempt_of(free.state, Act(id="x", operative="A1", action="Reposition"))
    assert attempt.performed == ("Dash", "Shoot")
    assert [use.rule for used in attempt.weapons_used for use in used] == ["heavy"]
    other = attempt_of(free.state, Act(id="x", operative="A2", action="Shoot", weapon="heavy bolter"))
    assert other.performed == ()
    assert other.weapon_rules[0].rule == "heavy"
