"""What can be done to an event, and what is refused: signing, confirming, seats, the clock."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from messages.message import Message
from venue.errors import EventRefusedError
from venue.protocol import Ending
from venue.tournament import commands
from venue.tournament.commands import ACT, PairingAtTable
from venue.tournament.reducer import apply, event_of
from venue.tournament.standings import standings_of
from venue.tournament.state import GameResult, Tournament

AT = datetime(2026, 11, 24, 10, tzinfo=UTC)


def done(*given: dict[str, Any]) -> Tournament:
    return event_of(ACT.validate_python({"at": AT, "by": "Ref", **one}) for one in given)


def also(event: Tournament, **one: Any) -> Tournament:
    return apply(event, ACT.validate_python({"at": AT, "by": "Ref", **one}))


ENTER = [{"kind": "enter", "entrant": name, "name": name.upper()} for name in "abcde"]
SEATS: list[dict[str, Any]] = [
    {"table": "t1", "first": "a", "second": "b"},
    {"table": "t2", "first": "c", "second": "d"},
    {"table": "", "first": "e", "second": None},
]
START = {"kind": "start_round", "round": 1, "seatings": SEATS, "minutes": 60}
SIGN = {"kind": "sign", "round": 1, "points": (7, 5)}
CONFIRM = {"kind": "confirm", "round": 1, "table": "t1"}
SAYS = {"kind": "table_says", "round": 1, "table": "t1", "game": "0001", "points": (7, 5)}


@pytest.fixture
def begun() -> Tournament:
    return done(*ENTER, START)


def state(event: Tournament, entrant: str = "a") -> str:
    assert event.round is not None
    match = event.round.match_of(entrant)
    assert match is not None
    return match.state


def test_a_result_stands_when_both_have_signed_and_it_is_confirmed(begun: Tournament) -> None:
    one = also(begun, **SIGN, entrant="a")
    assert (state(begun), state(one)) == ("open", "signed")
    with pytest.raises(EventRefusedError) as error:
        also(one, **CONFIRM)
    assert error.value.message.code == "event-not-agreed"
    both = also(one, **SIGN, entrant="b")
    assert state(both) == "agreed"
    confirmed = also(both, **CONFIRM)
    assert state(confirmed) == "confirmed"
    assert state(confirmed, "e") == "bye"
    for again in ({**SIGN, "entrant": "a"}, CONFIRM, SAYS):
        with pytest.raises(EventRefusedError) as error:
            also(confirmed, **again)
        assert error.value.message.code == "event-result-fixed"


def test_what_the_table_says_needs_one_signature_and_none_against_it(begun: Tournament) -> None:
    says = also(begun, **SAYS)
    assert state(says) == "said"
    with pytest.raises(EventRefusedError) as error:
        also(says, **CONFIRM)
    assert error.value.message.code == "event-not-agreed"
    assert state(also(says, **SIGN, entrant="b")) == "agreed"
    against = also(also(says, **SIGN, entrant="b"), **{**SIGN, "points": (6, 6)}, entrant="a")
    assert state(against) == "disputed"
    with pytest.raises(EventRefusedError) as error:
        also(against, **CONFIRM)
    assert error.value.message.code == "event-not-agreed"
    changed = also(against, **SIGN, entrant="a")
    assert state(changed) == "agreed"


def test_a_concession_wins_for_the_other_player_whatever_the_points(begun: Tournament) -> None:
    says = also(begun, **SAYS, winner="b")
    assert state(says) == "said"
    for signed in (also(says, **SIGN, entrant="a"), also(also(says, **SIGN, entrant="a"), **SIGN, entrant="b")):
        assert state(signed) == "agreed"
        confirmed = also(signed, **CONFIRM)
        assert confirmed.round is not None
        match = confirmed.round.match_at("t1")
        assert match is not None
        assert (match.points, match.won_by()) == ((7, 5), "b")
    with pytest.raises(EventRefusedError) as error:
        also(begun, **SAYS, winner="c")
    assert error.value.message == Message.of("event-not-at-table", entrant="c", table="t1")


@pytest.mark.parametrize("says", [{**SAYS, "undecided": True}, {**SAYS, "points": (6, 6), "winner": "b"}])
def test_a_winner_who_is_not_clear_is_decided_by_the_organiser(begun: Tournament, says: dict[str, Any]) -> None:
    signed = also(also(also(begun, **says), **SIGN, entrant="a"), **SIGN, entrant="b")
    assert state(signed) == "undecided"
    with pytest.raises(EventRefusedError) as error:
        also(signed, **CONFIRM)
    assert error.value.message.code == "event-winner-unclear"
    decided = also(signed, kind="correct", round=1, entrant="a", points=(7, 5), winner="b", why="a conceded")
    assert decided.round is not None
    match = decided.round.match_at("t1")
    assert match is not None
    assert (match.state, match.won_by()) == ("confirmed", "b")
    assert state(also(signed, **SAYS)) == "agreed"


def test_a_report_without_a_winner_is_written_as_earlier_hubs_read_it() -> None:
    plain = ACT.validate_python({"at": AT, "by": "Ref", **SAYS})
    assert set(json.loads(plain.model_dump_json())) == {"kind", "at", "by", "round", "table", "game", "points"}
    for more in ({}, {"winner": "b"}, {"undecided": True}, {"ending": "time-out"}):
        act = ACT.validate_python({"at": AT, "by": "Ref", **SAYS, **more})
        assert ACT.validate_json(act.model_dump_json()) == act


def test_the_organiser_says_how_it_ended_with_who_and_why(begun: Tournament) -> None:
    event = also(begun, kind="correct", round=1, entrant="d", points=(3, 9), winner="c", why="d conceded")
    assert event.round is not None
    match = event.round.match_at("t2")
    assert match is not None
    assert (match.state, match.won_by(), match.points) == ("confirmed", "c", (3, 9))
    with pytest.raises(ValueError, match="why"):
        ACT.validate_python({"kind": "correct", "round": 1, "entrant": "d", "points": (1, 2), "at": AT, "by": "Ref"})


@pytest.mark.parametrize(
    ("more", "winner", "ending"),
    [
        ({"points": (7, 5)}, "a", "played"),
        ({"points": (5, 5)}, None, "draw"),
        ({"points": (7, 5), "winner": "b"}, "b", "concession"),
        ({"points": (7, 5), "winner": "a", "ending": "concession"}, "a", "concession"),
        ({"points": (7, 5), "ending": "time-out"}, "a", "time-out"),
        ({"points": (5, 5), "ending": "time-out"}, None, "time-out"),
        ({"points": (0, 0), "winner": "b", "ending": "no-show"}, "b", "no-show"),
        ({"points": (7, 5), "ending": "draw"}, None, "draw"),
        ({"points": (5, 5), "ending": "played"}, None, "draw"),
    ],
)
def test_a_result_names_its_table_game_winner_and_ending(
    begun: Tournament, more: dict[str, Any], winner: str | None, ending: str
) -> None:
    event = also(begun, kind="correct", round=1, entrant="a", why="the sheet", **more)
    assert event.round is not None
    match = event.round.match_at("t1")
    assert match is not None
    assert match.result == GameResult("t1", "", winner, Ending(ending), more["points"])
    standing = {one.entrant: one for one in standings_of(event)}
    expected = {
        "a": (winner == "a", winner is None, winner == "b"),
        "b": (winner == "b", winner is None, winner == "a"),
    }
    assert {
        one: (it.wins == 1, it.draws == 1, it.losses == 1) for one, it in standing.items() if one in "ab"
    } == expected


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"ending": "no-show"}, "event-winner-missing"),
        ({"ending": "concession"}, "event-winner-missing"),
        ({"ending": "draw", "winner": "a"}, "event-draw-with-winner"),
    ],
)
def test_an_ending_that_does_not_fit_its_winner_is_refused(begun: Tournament, more: dict[str, Any], code: str) -> None:
    with pytest.raises(EventRefusedError) as error:
        also(begun, kind="correct", round=1, entrant="a", points=(7, 5), why="the sheet", **more)
    assert error.value.message == Message.of(code, table="t1")


def test_a_confirmed_report_keeps_the_tables_game_and_ending(begun: Tournament) -> None:
    event = also(also(also(begun, **SAYS, ending="time-out"), **SIGN, entrant="a"), **CONFIRM)
    assert event.round is not None
    match = event.round.match_at("t1")
    assert match is not None
    assert match.result == GameResult("t1", "0001", "a", Ending.TIME_OUT, (7, 5))
    bye = event.round.match_of("e")
    assert bye is not None
    assert bye.outcome == GameResult("", "", "e", Ending.BYE, (0, 0))


def test_a_round_is_taken_back_with_all_that_belongs_to_it(begun: Tournament) -> None:
    acts: list[dict[str, Any]] = [
        *ENTER,
        START,
        SAYS,
        {**SIGN, "entrant": "a"},
        {**SIGN, "entrant": "b"},
        CONFIRM,
        {"kind": "correct", "round": 1, "entrant": "c", "points": (1, 0), "why": "the sheet"},
        {"kind": "clock", "running": False},
        {"kind": "drop", "entrant": "c", "why": "ill"},
    ]
    back = {"kind": "take_back_round", "round": 1, "why": "wrong list"}
    event = done(*acts, back)
    assert event == done(*ENTER, {"kind": "drop", "entrant": "c", "why": "ill"})
    with pytest.raises(EventRefusedError) as error:
        done(*acts, back, back)
    assert error.value.message == Message.of("event-round-not-last", round=1, last=0)
    again = done(*ENTER, START, back, START)
    assert again == begun


def test_a_round_is_published_before_its_clock_starts() -> None:
    published = done(*ENTER, {**START, "running": False})
    assert published.round is not None
    assert published.round.left_s(AT + timedelta(hours=5)) == 3600
    started = also(published, kind="clock", running=True, at=AT + timedelta(hours=1))
    assert started.round is not None
    assert started.round.left_s(AT + timedelta(hours=1, minutes=10)) == 3000


ILLEGAL: list[tuple[list[dict[str, Any]], str]] = [
    (SEATS[:2], "event-wrong-players"),
    ([*SEATS[:2], {"table": "", "first": "a", "second": None}], "event-seated-twice"),
    ([*SEATS[:1], {**SEATS[1], "table": "t1"}, SEATS[2]], "event-tables-shared"),
    ([SEATS[0], *({"table": "", "first": name, "second": None} for name in "cde")], "event-too-many-byes"),
    ([*SEATS[:2], {"table": "", "first": "z", "second": None}], "event-wrong-players"),
]


@pytest.mark.parametrize(("seatings", "code"), ILLEGAL)
def test_seatings_that_are_not_legal_are_refused(seatings: list[dict[str, Any]], code: str) -> None:
    with pytest.raises(EventRefusedError) as error:
        done(*ENTER, {**START, "seatings": seatings})
    assert error.value.message.code == code


def test_a_running_round_is_paired_otherwise_while_nothing_was_told_of_it(begun: Tournament) -> None:
    other = [
        {"table": "t1", "first": "a", "second": "c"},
        {"table": "t2", "first": "b", "second": "d"},
        SEATS[2],
    ]
    event = also(begun, kind="reseat", round=1, seatings=other, why="they met last week")
    assert event.round is not None
    assert event.round.match_of("a") == event.round.match_at("t1") == event.round.match_of("c")
    with pytest.raises(EventRefusedError) as error:
        also(also(begun, **SIGN, entrant="a"), kind="reseat", round=1, seatings=other, why="late")
    assert error.value.message == Message.of("event-pairing-fixed", tables=["t1"])


NOT_AT_TABLE = "event-not-at-table"


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ({"kind": "enter", "entrant": "a", "name": "X"}, "event-already-entered"),
        ({"kind": "enter", "entrant": "x", "name": "a"}, "event-name-taken"),
        ({"kind": "drop", "entrant": "x", "why": "?"}, "event-not-entered"),
        ({"kind": "return", "entrant": "a", "why": "?"}, "event-not-dropped"),
        ({"kind": "rename", "entrant": "a", "name": "B", "why": "?"}, "event-name-taken"),
        ({"kind": "sign", "round": 2, "entrant": "a", "points": (1, 2)}, "event-round-not-running"),
        ({"kind": "sign", "round": 1, "entrant": "e", "points": (1, 2)}, "event-player-without-game"),
        ({"kind": "confirm", "round": 1, "table": "t9"}, "event-table-without-game"),
        ({"kind": "correct", "round": 2, "entrant": "a", "points": (1, 2), "why": "?"}, "event-round-not-begun"),
        (
            {"kind": "correct", "round": 1, "entrant": "a", "points": (1, 2), "winner": "c", "why": "?"},
            "event-not-at-table",
        ),
        ({"kind": "set_up", "title": "x", "tables": ["t1", "t1"]}, "event-table-twice"),
        ({"kind": "set_up", "title": "x", "win": 1, "draw": 2}, "event-points-order"),
        ({"kind": "clock", "running": True}, "event-clock-running"),
    ],
)
def test_commands_that_do_not_fit_the_event_are_refused(begun: Tournament, act: dict[str, Any], code: str) -> None:
    with pytest.raises(EventRefusedError) as caught:
        also(begun, **act)
    assert caught.value.message.code == code


def test_the_rounds_clock_stands_while_it_is_paused(begun: Tournament) -> None:
    ten, twenty = AT + timedelta(minutes=10), AT + timedelta(minutes=20)
    paused = apply(begun, commands.Clock(running=False, at=ten, by="Ref"))
    on = apply(paused, commands.Clock(running=True, at=twenty, by="Ref"))
    assert begun.round is not None
    assert paused.round is not None
    assert on.round is not None
    assert begun.round.left_s(ten) == 50 * 60
    assert paused.round.left_s(twenty) == 50 * 60
    assert on.round.left_s(twenty + timedelta(minutes=60)) == -10 * 60


def test_who_dropped_is_not_paired_and_who_returns_is(begun: Tournament) -> None:
    gone = also(begun, kind="drop", entrant="c", why="ill")
    assert [one.id for one in gone.active] == ["a", "b", "d", "e"]
    with pytest.raises(EventRefusedError) as error:
        also(gone, kind="drop", entrant="c", why="ill")
    assert error.value.message == Message.of("event-already-dropped", entrant="c")
    assert len(also(gone, kind="return", entrant="c", why="well").active) == 5


def test_seatings_are_read_back_as_they_were_written() -> None:
    act = commands.StartRound(round=1, seatings=(PairingAtTable(table="t", first="a", second=None),), at=AT, by="R")
    assert ACT.validate_json(act.model_dump_json()) == act
