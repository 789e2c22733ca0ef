"""The tray of a running game: rolls noted as evidence, held until an answer takes their dice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from messages.message import Message
from overlook.table.tray.dice_on_tray import CALIBRATED
from overlook.table.tray.roll_storage import RollPictures
from referee.game.intents import EndBattle, Undo
from tests.overlook.table.tray.ledgers import BLUE, FIRST, RED, SECOND, Hall, Player, die
from vision.dice.acceptance import DieDoubt, RollReading, empty_reading
from vision.dice.tray import PlayersDice
from vision.dice.tray_tracker import TrayPhase

NO_FRAMES = Message.of("tray-no-frames")

BOOK = Message.stored("a book")


def test_a_roll_off_thrown_in_two_colours_at_once_answers_both(coloured: Player) -> None:
    coloured.lay(die(2, 60, "p2"), die(5, 200, "p1"))
    assert coloured.said() == {FIRST: (5,), SECOND: (2,)}
    coloured.enter(0, 5)
    assert coloured.said() == {SECOND: (2,)}


def test_without_colours_two_dice_are_nobodys_until_one_is_taken(plain: Player) -> None:
    plain.lay(die(2, 60), die(5, 200))
    assert plain.said() == {}
    too_many = Message.of("tray-roll-too-many", seen=2, wanted=1)
    assert all(read.why == too_many for read in plain.table.facts().suggestions)


def test_one_die_after_another_goes_to_one_player_after_the_other(plain: Player) -> None:
    plain.lay(die(5, 60))
    assert plain.said() == {FIRST: (5,), SECOND: (5,)}
    plain.enter(0, 5)
    assert plain.said() == {}
    plain.lay(die(5, 60), die(3, 200))
    assert plain.said() == {SECOND: (3,)}


def test_dice_that_were_answered_with_are_not_proposed_again_in_a_tie(plain: Player) -> None:
    plain.lay(die(4, 60))
    plain.enter(0, 4)
    plain.lay(die(4, 60), die(4, 200))
    plain.enter(0, 4)
    assert [prompt.id for prompt in plain.table.game.prompts] == [f"{FIRST}:1", f"{SECOND}:1"]
    assert plain.said() == {}


def test_an_undo_gives_the_dice_back(plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.table.submit(Undo(id="undo-1"))
    assert plain.said()[FIRST] == (5,)


def test_a_roll_entered_by_hand_takes_the_dice_that_lie_there(plain: Player) -> None:
    plain.lay(die(5, 60, doubt=DieDoubt.FAINT))
    plain.enter(0, 6)
    assert plain.table.facts().suggestions == ()


def test_a_roll_entered_by_hand_while_the_dice_still_roll_takes_them_when_they_lie(plain: Player) -> None:
    plain.phase(TrayPhase.ROLLING)
    plain.enter(0, 5)
    plain.lay(die(5, 60))
    assert plain.table.facts().suggestions == ()


def test_no_reading_is_offered_while_dice_roll_or_a_hand_is_in_the_tray(plain: Player) -> None:
    plain.lay(die(5, 60))
    for phase in (TrayPhase.ROLLING, TrayPhase.HAND):
        plain.phase(phase)
        assert plain.table.facts().suggestions == ()
    plain.phase(TrayPhase.SETTLED)
    assert plain.said()[FIRST] == (5,)


def test_a_lost_camera_offers_nothing_until_it_is_back(plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.phase(TrayPhase.SETTLED, NO_FRAMES)
    assert plain.table.facts().suggestions == ()
    assert plain.table.ledger is not None
    assert plain.table.ledger.fault is not None
    plain.enter(0, 5)
    plain.phase(TrayPhase.SETTLED)
    assert plain.table.facts().suggestions == ()
    assert plain.table.state.rolls == {"p1": 5}


def test_every_roll_is_evidence_in_the_journal_with_its_picture_beside_the_game(hall: Hall, coloured: Player) -> None:
    coloured.lay(
        die(None, 60, "p2", DieDoubt.COCKED), die(5, 200, "p1"), why=Message.of("dice-cocked", cocked=1, dice=2)
    )
    (noted,) = [event for event in coloured.table.game.log if event.kind == "see_roll"]
    assert [(each["value"], each["player"], each["doubt"]) for each in noted.data["dice"]] == [
        (None, "p2", "cocked"),
        (5, "p1", ""),
    ]
    assert noted.data["prompts"] == [FIRST, SECOND]
    assert noted.data["picture"] == f"{noted.id}.jpg"
    jpeg = coloured.table.roll_picture(noted.id)
    assert jpeg is not None
    assert jpeg == (hall.folder / "games" / "0001.rolls" / f"{noted.id}.jpg").read_bytes()
    assert coloured.table.game.timeline.past is not None
    assert coloured.table.game.timeline.past.intent.kind == "set_up"


def test_the_dice_with_which_the_tray_was_calibrated_answer_nothing(hall: Hall, plain: Player) -> None:
    again = hall.opened(lying=CALIBRATED)
    again.lay(die(6, 60))
    assert again.table.facts().suggestions == ()
    again.lay(die(6, 60), die(3, 200))
    assert again.said() == {FIRST: (3,), SECOND: (3,)}
    emptied = hall.opened(lying=CALIBRATED)
    emptied.phase(TrayPhase.EMPTY)
    emptied.lay(die(6, 60))
    assert emptied.said()[FIRST] == (6,)


def test_light_that_hides_whose_the_dice_are_frees_none_that_was_answered_with(coloured: Player) -> None:
    coloured.tie()
    unowned = Message.of("dice-owner", unowned=2, dice=2)
    coloured.lay(die(4, 60, doubt=DieDoubt.OWNER), die(4, 200, doubt=DieDoubt.OWNER), why=unowned)
    coloured.lay(die(4, 60, "p1"), die(4, 200, "p2"))
    assert [prompt.id for prompt in coloured.table.game.prompts] == [f"{FIRST}:1", f"{SECOND}:1"]
    assert coloured.table.facts().suggestions == ()


def test_dice_that_something_hides_are_not_offered(plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.tell(empty_reading(BOOK))
    assert [(read.dice, read.given, read.why) for read in plain.table.facts().suggestions] == [((), (), BOOK)] * 2
    plain.lay(die(5, 60))
    assert plain.said()[FIRST] == (5,)


def test_dice_of_a_player_who_is_not_asked_are_told_and_not_taken(coloured: Player) -> None:
    coloured.lay(die(5, 60, "p1"))
    assert coloured.said() == {FIRST: (5,)}
    coloured.enter(0, 5)
    coloured.phase(TrayPhase.EMPTY)
    coloured.lay(die(3, 200, "p1"))
    (read,) = coloured.table.facts().suggestions
    assert (read.prompt, read.dice) == (SECOND, ())
    assert read.why == Message.of("tray-roll-other-colour", seen=0, wanted=1, others=1)
    coloured.lay(die(3, 200, "p1"), die(6, 60, "p2"))
    assert coloured.said() == {SECOND: (6,)}


def test_an_answer_given_while_dice_roll_takes_them_though_nothing_can_be_read_between(plain: Player) -> None:
    plain.phase(TrayPhase.ROLLING)
    plain.enter(0, 5)
    plain.tell(empty_reading(Message.stored("a lid")))
    plain.lay(die(5, 60))
    assert plain.table.facts().suggestions == ()


def test_a_game_begun_under_a_lid_or_without_a_camera_is_not_answered_by_what_lay_there(plain: Player) -> None:
    blinds: tuple[Callable[[], None], ...] = (
        lambda: plain.tell(empty_reading(Message.stored("a lid"))),
        lambda: plain.phase(TrayPhase.EMPTY, NO_FRAMES),
    )
    for blind in blinds:
        plain.phase(TrayPhase.EMPTY)
        blind()
        plain.table.begin(plain.table.new_game(free=False))
        plain.lay(die(5, 60))
        assert plain.table.facts().suggestions == ()


def test_dice_entered_while_the_camera_is_away_are_taken_though_like_ones_were_seen_before(plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.phase(TrayPhase.SETTLED, NO_FRAMES)
    plain.enter(0, 5)
    plain.phase(TrayPhase.ROLLING)
    plain.lay(die(5, 200))
    assert plain.table.facts().suggestions == ()


def test_a_die_that_is_turned_after_it_was_answered_with_is_no_new_one(plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.lay(die(6, 60))
    assert plain.table.facts().suggestions == ()


def test_dice_of_a_colour_that_nobody_in_the_game_has_are_doubted(hall: Hall) -> None:
    green = PlayersDice(player="Ann", lab=(90, 90, 160))
    three = hall.begun(RED, BLUE, green)
    three.lay(die(5, 60, "Ann"))
    assert [(read.prompt, [each.doubt for each in read.dice]) for read in three.table.facts().suggestions] == [
        (FIRST, ["owner"]),
        (SECOND, ["owner"]),
    ]


def test_dice_have_the_same_name_until_they_are_thrown_again_or_read_otherwise(coloured: Player) -> None:
    def keys() -> dict[str, str]:
        return {read.prompt: read.key for read in coloured.table.facts().suggestions}

    coloured.lay(die(5, 60, "p1"))
    first = keys()[FIRST]
    coloured.lay(die(2, 200, "p2"), die(5, 62, "p1"))
    assert keys()[FIRST] == first != keys()[SECOND]
    coloured.lay(
        die(2, 200, "p2"), die(5, 62, "p1", DieDoubt.FAINT), why=Message.of("dice-doubtful", doubtful=1, dice=2)
    )
    doubtful = keys()[FIRST]
    assert doubtful != first
    coloured.phase(TrayPhase.ROLLING)
    coloured.lay(die(2, 200, "p2"), die(5, 130, "p1"))
    assert keys()[FIRST] not in {first, doubtful}


def test_a_full_disk_costs_the_picture_and_not_the_roll(plain: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RollPictures, "keep", full)
    plain.lay(die(5, 60))
    assert plain.said()[FIRST] == (5,)
    assert plain.table.ledger is not None
    assert plain.table.ledger.unkept == Message.of("tray-picture-not-stored", fault="No space left on device")


def test_colours_that_are_nobodys_in_this_game_are_not_used(hall: Hall) -> None:
    strangers = hall.begun(RED.model_copy(update={"player": "Ann"}), BLUE.model_copy(update={"player": "Bob"}))
    strangers.lay(die(5, 60, "Ann"))
    assert strangers.said() == {FIRST: (5,), SECOND: (5,)}


def test_colours_go_by_the_names_of_the_seats_too(hall: Hall) -> None:
    named = hall.begun(RED.model_copy(update={"player": "blue"}), BLUE.model_copy(update={"player": "Red"}))
    named.lay(die(5, 60, "blue"), die(3, 200, "Red"))
    assert named.said() == {FIRST: (5,), SECOND: (3,)}


def test_dice_that_lay_there_when_a_game_began_answer_nothing_in_it(plain: Player) -> None:
    plain.lay(die(5, 60), die(2, 200))
    plain.table.begin(plain.table.new_game(free=False))
    assert plain.table.facts().suggestions == ()
    plain.phase(TrayPhase.ROLLING)
    plain.lay(die(5, 60), die(3, 130))
    assert plain.said() == {FIRST: (3,), SECOND: (3,)}, "the one that stayed was thrown before the game"


def test_dice_thrown_before_any_game_are_offered_to_none(hall: Hall) -> None:
    early = hall.opened()
    early.lay(die(5, 60))
    early.begin()
    assert early.table.facts().suggestions == ()
    early.lay(die(5, 60), die(3, 200))
    assert early.said() == {FIRST: (3,), SECOND: (3,)}


def test_an_answer_given_with_a_hand_in_takes_the_dice_that_lie_there(plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.phase(TrayPhase.HAND)
    plain.enter(0, 5)
    plain.phase(TrayPhase.SETTLED)
    assert plain.table.facts().suggestions == ()
    plain.phase(TrayPhase.ROLLING)
    plain.lay(die(5, 60), die(3, 200))
    assert plain.said() == {SECOND: (3,)}


def test_of_a_throw_answered_with_a_hand_in_the_die_that_is_thrown_again_is_the_new_one(plain: Player) -> None:
    plain.lay(die(4, 60))
    plain.phase(TrayPhase.HAND)
    plain.enter(0, 4)
    plain.phase(TrayPhase.ROLLING)
    plain.lay(die(4, 60), die(3, 200))
    assert plain.said() == {SECOND: (3,)}


def test_other_dice_than_lie_there_entered_while_some_roll_take_those_too(plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.phase(TrayPhase.ROLLING)
    plain.enter(0, 2)
    plain.lay(die(5, 60), die(2, 200))
    assert plain.table.facts().suggestions == ()


@pytest.mark.parametrize("phase", [TrayPhase.EMPTY, TrayPhase.ROLLING, TrayPhase.SETTLED])
def test_a_roll_entered_by_hand_while_the_camera_is_away_takes_its_dice_when_it_is_back(
    plain: Player, phase: TrayPhase
) -> None:
    plain.phase(phase, NO_FRAMES)
    plain.enter(0, 5)
    plain.phase(TrayPhase.ROLLING)
    plain.lay(die(5, 60))
    assert plain.table.facts().suggestions == ()
    plain.lay(die(5, 60), die(2, 200))
    assert plain.said() == {SECOND: (2,)}


def test_both_players_may_enter_their_dice_while_they_roll(coloured: Player) -> None:
    coloured.phase(TrayPhase.ROLLING)
    coloured.enter(0, 4)
    coloured.enter(0, 4)
    coloured.lay(die(4, 60, "p1"), die(4, 200, "p2"))
    assert [prompt.id for prompt in coloured.table.game.prompts] == [f"{FIRST}:1", f"{SECOND}:1"]
    assert coloured.table.facts().suggestions == ()


def test_dice_that_were_entered_and_taken_out_unread_take_no_later_ones(plain: Player) -> None:
    plain.phase(TrayPhase.ROLLING)
    plain.enter(0, 5)
    plain.phase(TrayPhase.EMPTY)
    plain.lay(die(2, 60))
    assert plain.said() == {SECOND: (2,)}


def test_a_thing_that_hides_the_dice_says_so_and_frees_none_of_them(plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.tell(empty_reading(BOOK))
    assert [(read.prompt, read.why, read.dice) for read in plain.table.facts().suggestions] == [(SECOND, BOOK, ())]
    plain.lay(*plain.before)
    assert plain.table.facts().suggestions == ()


def test_what_is_wrong_with_a_whole_roll_is_wrong_for_every_question(coloured: Player) -> None:
    dice = (die(5, 60, "p1", DieDoubt.FAINT), die(4, 200, "p2"))
    strange = RollReading(dice, Message.of("dice-doubtful", doubtful=1, dice=2), Message.of("dice-object", x=1, y=2))
    coloured.tell(strange)
    assert {read.prompt: read.why for read in coloured.table.facts().suggestions} == dict.fromkeys(
        (FIRST, SECOND), strange.astray
    )


def test_dice_put_into_the_tray_after_the_battle_leave_the_signatures(plain: Player) -> None:
    plain.table.submit(EndBattle(id="end", conceded_by="p1"))
    plain.table.sign("p1", "p1")
    plain.lay(die(5, 60))
    assert plain.table.facts().signed == ("p1",)
