"""Default answers and won roll-offs lead from the set-up to the first activation of the intended player."""

from __future__ import annotations

import pytest

from overlook.simulated.demonstration import set_up
from overlook.table.games.new_game import MOST, default_choice, default_dice, is_opened
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace
from referee.game.engine.game import Game
from referee.game.intents import Answer
from simulation.scene.example_table import example_catalogue, example_poses


@pytest.mark.parametrize("first", ["p1", "p2"])
@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_the_battle_opens_and_the_right_player_begins(edition: str, first: str) -> None:
    game, poses = Game(ruleset_of(edition).flow), example_poses()
    places = {name: BoardPlace.of(where) for name, where in poses.operatives.items()}
    markers = {name: BoardPlace.of(where) for name, where in poses.markers.items()}
    game.submit(set_up(example_catalogue(), places, markers, key="setup"))
    assert not is_opened(game.state)
    for number in range(MOST):
        if is_opened(game.state):
            break
        prompt = game.prompts[0]
        choice, dice = default_choice(prompt, first), default_dice(prompt, first)
        assert (choice is None) == bool(dice)
        game.submit(Answer(id=f"open-{number}", prompt=prompt.id, choice=choice, dice=dice))
    assert is_opened(game.state)
    assert game.state.turn == first
