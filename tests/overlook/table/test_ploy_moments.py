"""A ploy tied to a moment by its text is refused outside it, with the reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlook.table.offers.prompts import nothing_to_work_on
from referee.game.card import PloyCard, PloyTime
from referee.game.state import GameState
from tests.referee.game.armed_game import fight, shoot
from tests.referee.game.conftest import GameDriver

RETALIATES = "Use it when a friendly operative retaliates: it resolves one of its successes first."
FIGHTS = "Use it when a friendly operative fights: its first strike does 1 damage more."
SHOOTS = "Use this firefight ploy when a friendly WAYFARER operative is shooting. Re-roll one die."
FALLS = "When a friend falls, another moves up to 2 inches."
DOWN = "Use it when a friendly operative is incapacitated: another within 6 inches moves up to 2 inches."


def offered(game: GameDriver, player: str, text: str, when: PloyTime = PloyTime.FIREFIGHT) -> bool:
    why = nothing_to_work_on(game.state, player, PloyCard("Trick", when, text=text))
    assert why is None or why.code == "offer-ploy-no-effect"
    return why is None


@pytest.mark.parametrize("text", [RETALIATES, FIGHTS, SHOOTS, FALLS, DOWN])
def test_a_ploy_tied_to_a_moment_is_refused_before_it(armed: GameDriver, text: str) -> None:
    armed.activate("A1")
    assert not offered(armed, "p1", text)
    assert not offered(armed, "p2", text)


def test_fighting_and_retaliating_are_different_moments(armed: GameDriver) -> None:
    fight(armed)
    assert offered(armed, "p1", FIGHTS)
    assert not offered(armed, "p2", FIGHTS)
    assert offered(armed, "p2", RETALIATES)
    assert not offered(armed, "p1", RETALIATES)
    assert not offered(armed, "p1", SHOOTS)


def test_a_shot_is_its_shooters_moment_until_its_dice_are_done(armed: GameDriver) -> None:
    shoot(armed, "mortar")
    assert offered(armed, "p1", SHOOTS)
    assert not offered(armed, "p2", SHOOTS)
    armed("answer", prompt=armed.prompt("dice:").id, dice=[1, 1], onward=True)
    while armed.state.sequence is not None:
        prompt = armed.prompt("dice:")
        armed("answer", prompt=prompt.id, dice=[1] * prompt.dice, onward=True)
    assert not offered(armed, "p1", SHOOTS)


@pytest.mark.parametrize("text", [FALLS, DOWN])
def test_a_fall_is_a_moment_of_its_side_until_the_next_step(armed: GameDriver, text: str) -> None:
    armed("declare_damage", operative="B1", amount=9)
    shoot(armed, "mortar")
    armed("answer", prompt=armed.prompt("dice:").id, dice=[6, 6], onward=True)
    while armed.state.sequence is not None:
        prompt = armed.prompt("dice:")
        armed("answer", prompt=prompt.id, dice=[1] * prompt.dice, onward=True)
    assert armed.state.operative("B1").wounds == 0
    assert offered(armed, "p2", text)
    assert not offered(armed, "p1", text)
    armed.end("A1")
    armed.activate("B2")
    assert not offered(armed, "p2", text)


@given(st.sampled_from([PloyTime.STRATEGY, PloyTime.ANY]), st.sampled_from([RETALIATES, FIGHTS, SHOOTS, DOWN]))
def test_only_firefight_ploys_are_tied_to_moments(when: PloyTime, text: str) -> None:
    assert nothing_to_work_on(GameState(edition="kt24"), "p1", PloyCard("Trick", when, text=text)) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Until the end of the turning point, friendly operatives regain D3 wounds.",
        "Use it when an enemy operative is incapacitated: gain 1 CP.",
        "A friend that is activated regains D3 wounds.",
    ],
)
def test_a_ploy_whose_text_names_no_moment_is_always_offered(armed: GameDriver, text: str) -> None:
    assert offered(armed, "p1", text)
