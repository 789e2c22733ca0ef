"""Every die rolled at a table is read from its journals once, for the player who answered with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from overlook.simulated.demonstration import set_up
from overlook.table.games.games import Games
from overlook.table.recordings.dice_log import CountedDice, DiceLog, RolledDice, fairness_view, rolled_in
from overlook.table.tray.dice_on_tray import LAY_THERE
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace
from referee.game.engine.game import Game
from referee.game.intents import Answer, ObservedDie, ObserveRoll, Undo
from referee.records.journal.reading import Written, read_written
from referee.rules.dice.fairness import CountedRoll, fairness
from simulation import example_catalogue, example_poses
from tests.referee.game.armed_game import fight
from tests.referee.game.conftest import GameDriver


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    kept = Games(tmp_path)
    yield kept
    kept.close()


def begun(games: Games) -> Game:
    catalogue, poses = example_catalogue(), example_poses()
    places = {name: BoardPlace.of(where) for name, where in poses.operatives.items()}
    markers = {name: BoardPlace.of(where) for name, where in poses.markers.items()}
    game = games.begin(ruleset_of("kt24").flow)
    game.submit(set_up(catalogue, places, markers, key="setup"))
    return game


def roll(game: Game, key: str, face: int) -> None:
    game.submit(Answer(id=key, prompt=game.prompts[0].id, dice=(face,)))


def told(games: Games) -> list[RolledDice]:
    return [each for each in DiceLog(games).read() if isinstance(each, RolledDice)]


def fell(games: Games) -> list[tuple[str, tuple[int, ...]]]:
    return [(each.player, each.faces) for each in told(games)]


def test_dice_are_counted_for_the_seat_that_rolled_them(games: Games) -> None:
    game = begun(games)
    roll(game, "one", 5)
    roll(game, "two", 2)
    assert fell(games) == [("Blue", (5,)), ("Red", (2,))]


def test_a_roll_that_was_taken_back_and_entered_anew_counts_once(games: Games) -> None:
    game = begun(games)
    roll(game, "one", 5)
    game.submit(Undo(id="undo"))
    roll(game, "again", 6)
    assert fell(games) == [("Blue", (6,))]


def test_both_rolls_of_a_tie_count(games: Games) -> None:
    game = begun(games)
    for key, face in (("a", 3), ("b", 3), ("c", 4), ("d", 1)):
        roll(game, key, face)
    assert [faces for _, faces in fell(games)] == [(3,), (3,), (4,), (1,)]


def test_dice_read_by_the_tray_and_entered_dice_are_told_apart(games: Games) -> None:
    game = begun(games)
    game.submit(ObserveRoll(id="roll-1", dice=(ObservedDie(value=5),), prompts=(game.prompts[0].id,)))
    roll(game, "one", 5)
    roll(game, "two", 2)
    assert [each.seen for each in told(games)] == [True, False]


def test_dice_that_were_corrected_do_not_count_as_read_by_the_tray(games: Games) -> None:
    game = begun(games)
    mine = ObservedDie(value=3, player="p1", doubt="faint"), ObservedDie(value=None, player="p1", doubt="cocked")
    dice = (*mine, ObservedDie(value=5, player="p2"))
    prompts = tuple(prompt.id for prompt in game.prompts)
    game.submit(ObserveRoll(id="roll-1", dice=dice, prompts=prompts))
    roll(game, "one", 3)
    roll(game, "two", 5)
    assert [each.seen for each in told(games)] == [False, True]


def test_dice_of_others_and_used_dice_do_not_count_as_read(games: Games) -> None:
    game = begun(games)
    dice = (ObservedDie(value=5, player="p1"), ObservedDie(value=2, player="p2"))
    game.submit(ObserveRoll(id="roll-1", dice=dice, prompts=(game.prompts[0].id,)))
    roll(game, "one", 2)
    roll(game, "two", 2)
    assert [each.seen for each in told(games)] == [False, True], "each by the own die, whoever was asked"
    game = begun(games)
    kept = (ObservedDie(value=5, kept=True, taken="one"), ObservedDie(value=2))
    game.submit(ObserveRoll(id="roll-1", dice=kept[1:]))
    roll(game, "one", 2)
    roll(game, "two", 2)
    game.submit(ObserveRoll(id="roll-2", dice=kept))
    assert [each.seen for each in told(games)][2:] == [True, False], "a die is read once"


def test_dice_that_lay_there_when_something_was_taken_back_are_read_by_the_tray(games: Games) -> None:
    game = begun(games)
    game.submit(ObserveRoll(id="roll-1", dice=(ObservedDie(value=5, taken=LAY_THERE),)))
    roll(game, "one", 5)
    assert [each.seen for each in told(games)] == [True]


def test_dice_that_were_counted_are_told_by_how_many_succeeded_and_on_how_many_faces(armed: GameDriver) -> None:
    fight(armed)
    armed("answer", prompt=armed.prompt("dice:").id, dice=[6, 4, 1], counted=True, onward=True)
    at = datetime(2026, 3, 6, 20, tzinfo=UTC)
    counted = [
        each for each in rolled_in([Written(one, at, "") for one in armed.game.log]) if isinstance(each, CountedDice)
    ]
    assert [each.roll for each in counted] == [CountedRoll(dice=3, successes=2, faces=4)]
    (player,) = fairness_view(counted).players
    assert player.counted is not None
    assert (player.counted.dice, player.counted.successes, player.counted.expected) == (3, 2, 2.0)
    assert "2 successes. Fair dice would give 2.0." in player.counted.sentence


def test_a_broken_game_is_left_out_of_the_rolls_of_all_games(games: Games) -> None:
    for number in range(3):
        roll(begun(games), f"one-{number}", 1 + number)
    every = DiceLog(games)
    assert [each.faces for each in every.read() if isinstance(each, RolledDice)] == [(1,), (2,), (3,)]
    games.close()
    games.path(2).write_bytes(b"no journal at all")
    assert [each.faces for each in every.read() if isinstance(each, RolledDice)] == [(1,), (3,)]


def test_rolls_after_midnight_belong_to_the_evening_before(games: Games) -> None:
    roll(begun(games), "one", 5)
    written = read_written(games.path(games.number))
    for hour, day in ((23, 6), (2, 5), (6, 6)):
        at = datetime(2026, 3, 6, hour, tzinfo=datetime.now(UTC).astimezone().tzinfo)
        (found,) = rolled_in([replace(each, at=at) for each in written])
        assert found.evening.day == day


def test_the_fairness_page_shows_the_test_and_the_dice_that_it_needs() -> None:
    day = datetime(2026, 3, 6, tzinfo=UTC).date()
    loaded = [RolledDice("Ann", day, (6, 6, 6, 1, 2), seen=True) for _ in range(20)]
    fair = [RolledDice("Bob", day, (1, 2, 3, 4, 5, 6), seen=False) for _ in range(4)]
    view = fairness_view([*loaded, *fair])
    ann, bob = view.players
    assert ann.all.counts == (20, 20, 0, 0, 0, 60)
    assert ann.all.seen == 100
    assert ann.all.p == fairness([6] * 60 + [1, 2] * 20).p_value
    assert "Unusual" in ann.all.sentence
    assert bob.all.p is None
    assert "too few" in bob.all.sentence
    assert [evening.of for evening in ann.evenings] == ["2026-03-06"]
    assert "1604 dice" in view.needed


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ((1, 2, 3, 4, 5, 6), "60 dice. Nothing unusual: 100 of 100 tables"),
        ((6, 6, 6, 6, 6, 1), "60 dice. Unusual: fewer than 1 of 100 tables"),
    ],
)
def test_the_fairness_page_explains_the_test_in_plain_words(faces: tuple[int, ...], sentence: str) -> None:
    day = datetime(2026, 3, 6, tzinfo=UTC).date()
    (ann,) = fairness_view([RolledDice("Ann", day, faces, seen=True)] * 10).players
    assert ann.all.sentence == f"{sentence} with fair dice would show as large a difference."
