"""What lies in the tray, said to the question that waits: whose dice, how many, which of them are believed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.table.tray.dice_on_tray import DiceOnTray, read_for
from referee.game.intents import ObservedDie
from referee.game.prompt import Choice, Prompt, Topic

BOTH = frozenset({"p1", "p2"})
NOBODY: frozenset[str] = frozenset()
dice = st.builds(
    ObservedDie,
    value=st.integers(1, 6),
    player=st.sampled_from(["p1", "p2"]),
    doubt=st.sampled_from(["", "", "faint"]),
)


STRANGE = Message.of("dice-object", x=1, y=2)


def on_tray(*lying: ObservedDie, why: Message | None = None) -> DiceOnTray:
    return DiceOnTray.of("roll-1", lying, why=why)


def shows(value: int | None, player: str | None = None, doubt: str = "") -> ObservedDie:
    return ObservedDie(value=value, player=player, doubt=doubt)


def asks(number: int, owner: str = "p1") -> Prompt:
    return Prompt(id=f"roll-for-{owner}", topic=Topic.DICE, owner=owner, question=Message.stored("Roll"), dice=number)


@given(st.lists(dice, max_size=12))
def test_two_players_dice_in_one_throw_are_each_ones_own(lying: list[ObservedDie]) -> None:
    thrown = on_tray(*lying)
    mine, yours = (set(thrown.free(player, BOTH, NOBODY)) for player in ("p1", "p2"))
    assert mine | yours == set(range(len(lying)))
    assert not mine & yours
    assert all(lying[number].player == "p1" for number in mine)


@given(st.lists(dice, max_size=12), st.sets(st.integers(0, 11)))
def test_dice_that_an_answer_took_are_free_again_when_it_is_undone(lying: list[ObservedDie], some: set[int]) -> None:
    before = on_tray(*lying)
    after = before.taking(some, "answer-1")
    assert set(after.free("p1", NOBODY, {"answer-1"})) == set(range(len(lying))) - some
    assert after.free("p1", NOBODY, NOBODY) == before.free("p1", NOBODY, NOBODY)


@given(st.lists(dice, min_size=1, max_size=12))
def test_a_reading_is_whole_only_when_every_die_is_believed_and_none_is_missing(lying: list[ObservedDie]) -> None:
    for wanted in range(1, 14):
        read = read_for(asks(wanted), on_tray(*lying), known=NOBODY, standing=NOBODY)
        assert read is not None
        assert read.whole == (wanted == len(lying) and not any(die.doubt for die in lying))
        assert len(read.sure) <= wanted
        if read.whole:
            assert list(read.sure) == [die.value for die in lying]


@pytest.mark.parametrize(
    ("lying", "wanted", "why"),
    [
        ((shows(3), shows(4)), 3, Message.of("tray-roll-missing", seen=2, wanted=3)),
        ((shows(3), shows(4), shows(5)), 2, Message.of("tray-roll-too-many", seen=3, wanted=2)),
        ((shows(3), shows(None, doubt="cocked")), 2, Message.of("tray-roll-cocked", cocked=1, seen=2)),
        ((shows(3), shows(6, doubt="two values")), 2, Message.of("tray-roll-doubtful", doubtful=1, seen=2)),
    ],
)
def test_the_reason_tells_what_is_wrong(lying: tuple[ObservedDie, ...], wanted: int, why: Message) -> None:
    read = read_for(asks(wanted), on_tray(*lying), known=NOBODY, standing=NOBODY)
    assert read is not None
    assert read.why == why


def test_a_cocked_die_has_no_value_and_is_never_among_the_sure() -> None:
    read = read_for(asks(2), on_tray(shows(3), shows(None, doubt="cocked")), known=NOBODY, standing=NOBODY)
    assert read is not None
    assert read.sure == (3,)


def test_something_strange_in_the_tray_makes_the_whole_roll_doubtful() -> None:
    read = read_for(asks(1), on_tray(shows(3), why=STRANGE), known=NOBODY, standing=NOBODY)
    assert read is not None
    assert read.why == STRANGE


def test_the_same_dice_believed_and_not_are_two_readings() -> None:
    both = on_tray(shows(3)), on_tray(shows(3), why=STRANGE)
    keys = [read.key for each in both if (read := read_for(asks(1), each, known=NOBODY, standing=NOBODY)) is not None]
    assert len(set(keys)) == len(both)


def test_a_die_of_no_known_colour_may_be_anybodys() -> None:
    thrown = on_tray(shows(3, "p1"), shows(4, None, doubt="owner"), shows(5, "p2"))
    assert thrown.free("p1", BOTH, NOBODY) == (0, 1)
    assert thrown.free("p2", BOTH, NOBODY) == (1, 2)


def test_a_roll_that_is_anybodys_takes_every_colour() -> None:
    assert on_tray(shows(3, "p1"), shows(5, "p2")).free("any", BOTH, NOBODY) == (0, 1)


def test_a_question_with_choices_is_not_answered_by_dice() -> None:
    choosing = Prompt(
        id="x",
        topic=Topic.ACTIVATION,
        owner="p1",
        question=Message.stored("?"),
        choices=(Choice(key="a", label=Message.stored("A")),),
    )
    assert read_for(choosing, on_tray(shows(3)), known=NOBODY, standing=NOBODY) is None


def test_an_empty_tray_offers_no_reading() -> None:
    assert read_for(asks(2), on_tray(), known=NOBODY, standing=NOBODY) is None
    taken = on_tray(shows(3)).taking({0}, "answer-1")
    assert read_for(asks(2), taken, known=NOBODY, standing={"answer-1"}) is None


@given(st.lists(dice, min_size=1, max_size=12), st.integers(1, 13), st.sampled_from([None, Message.of("tray-unread")]))
def test_no_die_is_filled_in_where_nobody_knows_which_are_meant(
    lying: list[ObservedDie], wanted: int, why: Message | None
) -> None:
    read = read_for(asks(wanted), on_tray(*lying, why=why), known=NOBODY, standing=NOBODY)
    assert read is not None
    if why or len(lying) > wanted:
        assert read.given == ()
    else:
        assert list(read.given) == [die.value for die in lying if not die.doubt]
