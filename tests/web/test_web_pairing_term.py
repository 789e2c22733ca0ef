"""How long a pairing is valid: games and the program's running time decide, against a model that is asked the same."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.auth.pairing_term import KEPT_EVERY_S, KEPT_S, PairingRecord, PairingTerm

HOUR_S = 3600.0
SEATS = ("p1", "p2", "referee")


class Table:
    """A term whose clock and game a test says, and its record on disk; `restart` is a pulled plug."""

    def __init__(self) -> None:
        self.now_s, self.playing = 7.0, ""
        self.disk = PairingRecord(epoch="e")
        self.start()

    def start(self) -> None:
        self.term = PairingTerm(self.disk, save=self._write, steady=lambda: self.now_s)
        self.term.game = lambda: self.playing

    def restart(self) -> None:
        self.now_s = 1.0
        self.start()

    def _write(self, record: PairingRecord) -> None:
        self.disk = record

    def run(self, hours: float) -> None:
        """Let time pass as the program does, which counts it every few seconds."""
        for _ in range(10):
            self.now_s += hours * HOUR_S / 10
            self.term.keep()

    def play(self, game: str) -> None:
        self.playing = game
        self.term.keep()

    def pair(self, seat: str) -> tuple[int, float]:
        return self.term.begin(seat, is_player=seat != "referee")

    def holds(self, stamp: tuple[int, float], seat: str) -> bool:
        return self.term.holds("an id", stamp, seat, is_player=seat != "referee")


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_pairing_ends_after_twelve_hours_without_a_game(table: Table) -> None:
    stamp = table.pair("p1")
    table.run(11.9)
    assert table.holds(stamp, "p1")
    table.run(0.2)
    assert not table.holds(stamp, "p1")


def test_a_pairing_is_valid_while_its_game_is_on_and_then_for_what_is_left(table: Table) -> None:
    table.run(5)
    stamp = table.pair("p1")
    table.run(2)
    table.play("1")
    table.run(1000)
    assert table.holds(stamp, "p1")
    table.play("")
    table.run(9.9)
    assert table.holds(stamp, "p1")
    table.run(0.2)
    assert not table.holds(stamp, "p1")


def test_a_restart_in_the_middle_of_a_game_ends_no_pairing_however_long_the_table_cannot_be_opened(
    table: Table,
) -> None:
    table.play("1")
    stamp = table.pair("p1")
    table.restart()
    table.term.game = None
    table.run(100)
    assert table.holds(stamp, "p1")
    table.term.game = lambda: "1"
    assert table.holds(stamp, "p1")


def test_power_cuts_stretch_a_pairing_by_no_more_than_what_is_kept_late(table: Table) -> None:
    stamp = table.pair("p1")
    hours = 0.0
    while table.holds(stamp, "p1"):
        table.run(1)
        table.restart()
        hours += 1
    assert KEPT_S / HOUR_S <= hours <= KEPT_S / (HOUR_S - KEPT_EVERY_S) + 1


def test_players_of_the_last_game_go_when_somebody_pairs_for_the_next_one(table: Table) -> None:
    first, second, referee = (table.pair(seat) for seat in SEATS)
    table.play("1")
    table.play("")
    assert table.holds(first, "p1")
    new = table.pair("p1")
    assert table.holds(new, "p1")
    assert not table.holds(first, "p1")
    assert not table.holds(second, "p2")
    assert table.holds(referee, "referee")
    assert not table.pair("referee") < new
    assert not table.holds(referee, "referee")


def test_players_who_play_again_stay_paired_when_one_of_them_pairs_another_phone_meanwhile(table: Table) -> None:
    first, second = table.pair("p1"), table.pair("p2")
    table.play("1")
    table.play("")
    table.play("2")
    table.pair("p1")
    assert table.holds(second, "p2")
    assert not table.holds(first, "p1"), "the phone that the new one takes the place of"


def test_a_game_that_is_given_up_for_another_one_has_ended(table: Table) -> None:
    table.play("1")
    first = table.pair("p1")
    table.play("2")
    table.pair("p1")
    assert not table.holds(first, "p1")


def test_two_phones_of_one_seat_are_valid_side_by_side(table: Table) -> None:
    table.play("1")
    phone, tablet = table.pair("p1"), table.pair("p1")
    assert table.holds(phone, "p1")
    assert table.holds(tablet, "p1")


def test_a_pairing_that_was_taken_back_stays_so_over_a_restart(table: Table) -> None:
    stamp = table.pair("p1")
    table.term.forget("an id")
    assert not table.holds(stamp, "p1")
    table.restart()
    assert not table.holds(stamp, "p1")


@dataclass
class Pairing:
    seat: str
    stamp: tuple[int, float]
    idle_s: float = 0.0
    over: bool = False
    game_over: bool = False


@dataclass
class Model:
    """Every pairing with its own account of what has happened to it."""

    game: str = ""
    pairings: list[Pairing] = field(default_factory=list)

    def play(self, game: str) -> None:
        if game != self.game and self.game:
            for one in self.pairings:
                one.game_over = True
        self.game = game

    def run(self, seconds: float) -> None:
        for one in self.pairings:
            one.idle_s += 0.0 if self.game else seconds
            one.over |= one.idle_s >= KEPT_S

    def pair(self, seat: str, stamp: tuple[int, float]) -> None:
        for one in self.pairings:
            both_players = "referee" not in (seat, one.seat)
            one.over |= one.game_over and (one.seat == seat or (both_players and not self.game))
        self.pairings.append(Pairing(seat, stamp))


STEPS = st.one_of(
    st.tuples(st.just("play"), st.sampled_from(["", "1", "2"])),
    st.tuples(st.just("run"), st.sampled_from([0.5, 3.0, 11.0, 30.0])),
    st.tuples(st.just("pair"), st.sampled_from(SEATS)),
    st.tuples(st.just("restart"), st.just("")),
)


@given(st.lists(STEPS, max_size=30))
def test_any_course_of_games_pairings_and_restarts_is_as_the_model_says(steps: list[tuple[str, str | float]]) -> None:
    table, model = Table(), Model()
    for what, how in steps:
        if isinstance(how, float):
            table.run(how)
            model.run(how * HOUR_S)
        elif what == "play":
            table.play(how)
            model.play(how)
        elif what == "pair":
            model.pair(how, table.pair(how))
        else:
            table.restart()
        for one in model.pairings:
            near = abs(one.idle_s - KEPT_S) <= len(steps) * KEPT_EVERY_S
            assert near or table.holds(one.stamp, one.seat) == (not one.over), (what, how, one)
