"""Which dice were thrown for a question, and how often: what lies there before it is asked is no roll for it."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.table.tray.dice_on_tray import RollQuestionIndex
from overlook.table.views.attack_dice import worded_prompts
from referee.game.intents import Undo
from tests.overlook.table.tray.ledgers import BLUE, FIRST, RED, SECOND, Hall, Player, die
from vision.dice.acceptance import DieDoubt, empty_reading
from vision.dice.tray_tracker import TrayPhase

FIRST_AGAIN = f"{FIRST}:1"
faces = st.lists(st.integers(1, 6), min_size=4, max_size=4)


def asked(player: Player, prompt: str) -> str:
    return next(str(one.question) for one in worded_prompts(player.table.facts()) if one.id == prompt)


def tie_with_a_six_thrown_too_early(player: Player) -> None:
    """Have both type a four; the first player throws a six before the tie is known."""
    player.enter(0, 4)
    player.lay(die(6, 60, "p1"))
    player.enter(0, 4)


def test_a_die_thrown_before_it_was_asked_for_is_no_roll_and_the_question_says_so(coloured: Player) -> None:
    tie_with_a_six_thrown_too_early(coloured)
    (read,) = coloured.table.facts().suggestions
    assert (read.prompt, read.dice, read.given, read.whole) == (FIRST_AGAIN, (), (), False)
    assert read.why == Message.of("tray-roll-early", seen=0, wanted=1, early=1)
    coloured.phase(TrayPhase.ROLLING)
    coloured.lay(die(2, 200, "p1"))
    assert coloured.said() == {FIRST_AGAIN: (2,)}


def test_a_die_thrown_beside_one_that_lay_there_is_the_roll(coloured: Player) -> None:
    tie_with_a_six_thrown_too_early(coloured)
    coloured.lay(die(6, 60, "p1"), die(2, 200, "p1"))
    assert coloured.said() == {FIRST_AGAIN: (2,)}


def test_a_restart_makes_no_roll_of_a_die_that_was_thrown_too_early(hall: Hall, coloured: Player) -> None:
    tie_with_a_six_thrown_too_early(coloured)
    coloured.lay(die(6, 60, "p1"), die(3, 200, "p2"))
    again = hall.opened(RED, BLUE)
    again.lay(die(6, 60, "p1"), die(3, 200, "p2"))
    assert again.said() == {f"{SECOND}:1": (3,)}


def test_a_restart_forgets_no_roll_whose_dice_were_looked_at_again(hall: Hall, coloured: Player) -> None:
    coloured.lay(
        die(6, 60, "p1", DieDoubt.FAINT), die(3, 200, "p2"), why=Message.of("dice-doubtful", doubtful=1, dice=2)
    )
    coloured.lay(die(6, 60, "p1"), die(3, 200, "p2"))
    again = hall.opened(RED, BLUE)
    again.lay(die(6, 60, "p1"), die(3, 200, "p2"))
    assert again.said() == {FIRST: (6,), SECOND: (3,)}


def test_a_second_throw_is_told_in_the_question_and_noted_with_the_answer(coloured: Player) -> None:
    coloured.lay(die(1, 60, "p1"))
    assert "thrown" not in asked(coloured, FIRST)
    coloured.phase(TrayPhase.EMPTY)
    coloured.lay(die(6, 200, "p1"))
    assert asked(coloured, FIRST).endswith("(thrown twice: 1, then 6)")
    assert "thrown" not in asked(coloured, SECOND)
    key = coloured.enter(0, 6)
    (noted,) = [event for event in coloured.table.game.log if event.id == key]
    assert noted.data["thrown"] == [[1], [6]]
    coloured.table.submit(Undo(id="undo"))
    assert asked(coloured, FIRST).endswith("(thrown twice: 1, then 6)")


def test_the_same_answer_sent_again_is_the_same_though_more_was_thrown_since(coloured: Player) -> None:
    coloured.lay(die(1, 60, "p1"))
    coloured.phase(TrayPhase.EMPTY)
    coloured.lay(die(6, 200, "p1"))
    answer = coloured.answer(0, 6)
    assert coloured.table.submit(answer) == coloured.table.submit(answer)


def test_dice_that_answer_one_question_are_no_throw_for_another(plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.phase(TrayPhase.EMPTY)
    plain.lay(die(3, 200))
    assert "thrown" not in asked(plain, SECOND)


def test_a_cocked_die_that_is_thrown_again_is_no_second_throw(coloured: Player) -> None:
    coloured.lay(die(None, 60, "p1", DieDoubt.COCKED), why=Message.of("dice-cocked", cocked=1, dice=1))
    coloured.phase(TrayPhase.EMPTY)
    coloured.lay(die(6, 200, "p1"))
    assert "thrown" not in asked(coloured, FIRST)


def test_a_book_that_hides_the_dice_for_a_while_is_no_second_throw(coloured: Player) -> None:
    coloured.lay(die(6, 60, "p1"))
    coloured.tell(empty_reading(Message.stored("a book")))
    coloured.lay(die(6, 60, "p1"))
    assert "thrown" not in asked(coloured, FIRST)


@given(st.lists(faces, min_size=1, max_size=6))
def test_whole_rolls_of_new_dice_are_told_one_after_another_unless_they_show_the_same(rolls: list[list[int]]) -> None:
    thrown = RollQuestionIndex()
    for number, roll in enumerate(rolls):
        thrown.see("q", {f"{number}.{k}": value for k, value in enumerate(roll)})
    told = [sorted(rolls[0])]
    for roll in rolls[1:]:
        told += [sorted(roll)] if Counter(roll) != Counter(told[-1]) else []
    assert list(map(list, thrown.of("q"))) == (told if len(told) > 1 else [])


@given(faces, st.permutations(range(4)))
def test_dice_that_are_thrown_one_by_one_are_one_throw(roll: list[int], order: list[int]) -> None:
    thrown = RollQuestionIndex()
    for so_far in range(1, 5):
        thrown.see("q", {str(k): roll[k] for k in order[:so_far]})
    assert thrown.of("q") == ()


@given(faces, st.integers(0, 3))
def test_a_die_that_is_taken_out_of_a_roll_is_told(roll: list[int], out: int) -> None:
    thrown = RollQuestionIndex()
    thrown.see("q", {str(k): value for k, value in enumerate(roll)})
    thrown.see("q", {str(k): value for k, value in enumerate(roll) if k != out})
    assert [len(each) for each in thrown.of("q")] == [4, 3]


@given(faces, st.integers(0, 3))
def test_a_die_that_was_not_seen_for_a_moment_is_no_throw(roll: list[int], lost: int) -> None:
    thrown = RollQuestionIndex()
    whole = {str(k): value for k, value in enumerate(roll)}
    thrown.see("q", whole)
    thrown.see("q", {name: value for name, value in whole.items() if name != str(lost)})
    thrown.see("q", {("new" if name == str(lost) else name): value for name, value in whole.items()})
    assert thrown.of("q") == ()
