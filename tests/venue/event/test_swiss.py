"""Swiss pairings and standings against an oracle written apart, through events with drops and late entries."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messages.message import Message
from tests.depth import depth
from tests.venue.event.oracle import Book, Pairs, all_pairings, badness, faults
from venue.errors import EventRefusedError
from venue.tournament import commands
from venue.tournament.reducer import apply, effective_commands, event_of
from venue.tournament.standings import standings_of
from venue.tournament.state import Tournament
from venue.tournament.swiss_pairing import pairings_of

AT = datetime(2026, 11, 24, 10, tzinfo=UTC)
WHO = {"at": AT, "by": "Ref"}


class Played:
    """An event that is played at random, and the same in the oracle's book."""

    def __init__(self, size: int, seed: int, *, clubs: int = 0, rounds: int = 9) -> None:
        self.dice = random.Random(seed)
        self.clubs = clubs
        self.done: list[commands.AnyAct] = []
        self.event = Tournament()
        self.book = Book()
        self.dropped: set[str] = set()
        self.act(commands.SetUp(title="Cup", rounds=rounds, **WHO))
        for _ in range(size):
            self.enter()

    def act(self, act: commands.AnyAct) -> None:
        self.event = apply(self.event, act)
        self.done.append(act)

    def enter(self) -> str:
        number = len(self.book.names)
        name = f"e{number}"
        club = f"c{self.dice.randrange(self.clubs)}" if self.clubs else ""
        self.act(commands.AddEntrant(entrant=name, name=f"Player {number:03}", club=club, **WHO))
        self.book.names[name] = f"Player {number:03}"
        return name

    def drop(self, name: str) -> None:
        self.act(commands.DropEntrant(entrant=name, why="ill", **WHO))
        self.dropped.add(name)

    @property
    def playing(self) -> list[str]:
        return [name for name in self.book.names if name not in self.dropped]

    def pair(self) -> Pairs:
        seatings = pairings_of(self.event, seed=self.dice.randrange(99))
        number = len(self.event.rounds) + 1
        self.act(commands.StartRound(round=number, seatings=seatings, **WHO))
        return [(one.first, one.second) for one in seatings]

    def play(self, pairs: Pairs) -> None:
        number = len(self.event.rounds)
        self.book.byes.append([one for one, other in pairs if other is None])
        row: list[tuple[str, str, int, int, str | None]] = []
        for one, other in pairs:
            if other is None:
                continue
            points = (self.dice.randrange(8), self.dice.randrange(8))
            conceded = self.dice.choice([one, other]) if self.dice.random() < 0.1 else None
            if conceded is not None:
                self.act(
                    commands.Correct(round=number, entrant=one, points=points, winner=conceded, why="conceded", **WHO)
                )
            else:
                for name in self.dice.sample([one, other], 2):
                    self.act(commands.Sign(round=number, entrant=name, points=points, **WHO))
                match = self.event.rounds[-1].match_of(one)
                assert match is not None
                self.act(commands.Confirm(round=number, table=match.table, **WHO))
            row.append((one, other, points[0], points[1], conceded))
        self.book.games.append(row)

    def check(self) -> None:
        got = [
            (one.place, one.entrant, (one.score, one.strength, one.difference, one.points_for))
            for one in standings_of(self.event)
        ]
        assert got == self.book.table()


@settings(max_examples=depth(25, 60), deadline=None)
@given(st.integers(4, 24), st.integers(2, 5), st.integers(0, 10_000), st.integers(0, 3))
def test_every_round_is_legal_and_the_standings_are_the_oracles(size: int, rounds: int, seed: int, clubs: int) -> None:
    played = Played(size, seed, clubs=clubs)
    for _ in range(rounds):
        if played.dice.random() < 0.4:
            played.enter()
        if played.dice.random() < 0.4 and len(played.playing) > 3:
            played.drop(played.dice.choice(played.playing))
        pairs = played.pair()
        assert not faults(pairs, played.playing, played.book)
        played.play(pairs)
        played.check()
    assert event_of(played.done) == played.event


@settings(max_examples=depth(25, 80), deadline=None)
@given(st.integers(2, 7), st.integers(0, 5), st.integers(0, 10_000))
def test_no_other_way_to_pair_a_few_would_be_better(size: int, before: int, seed: int) -> None:
    played = Played(size, seed)
    for _ in range(before):
        played.play(played.pair())
    pairs = played.pair()
    assert badness(pairs, played.book) == min(badness(one, played.book) for one in all_pairings(played.playing))


def test_those_of_one_club_meet_late_where_nothing_else_speaks_for_it() -> None:
    for seed in range(20):
        played = Played(16, seed, clubs=3)
        clubs = {one.id: one.club for one in played.event.entrants}
        most = max(list(clubs.values()).count(club) for club in clubs.values())
        pairs = played.pair()
        assert sum(clubs[one] == clubs[other] for one, other in pairs if other) <= max(0, most - 8)


@pytest.mark.parametrize("size", [97, 128, 200])
def test_many_are_paired_without_meeting_again(size: int) -> None:
    played = Played(size, size)
    for _ in range(3):
        pairs = played.pair()
        met = played.book.met()
        assert sorted(name for pair in pairs for name in pair if name) == sorted(played.playing)
        assert not [pair for pair in pairs if frozenset(pair) in met]
        played.play(pairs)
    played.check()


def test_a_round_waits_for_every_result_and_says_where_one_is_missing() -> None:
    played = Played(4, 1)
    played.pair()
    with pytest.raises(EventRefusedError) as error:
        played.pair()
    assert error.value.message == Message.of("event-results-missing", round=1, tables=["1", "2"])


@settings(max_examples=depth(25, 60), deadline=None)
@given(st.integers(0, 10_000), st.data())
def test_an_act_taken_back_was_never_done(seed: int, data: st.DataObject) -> None:
    played = Played(6, seed)
    played.play(played.pair())
    played.play(played.pair())
    number = data.draw(st.integers(1, len(played.done)))
    without = [act for at, act in enumerate(played.done, 1) if at != number]
    undo = commands.Undo(number=number, why="a mistake", **WHO)
    try:
        expected = event_of(without)
    except EventRefusedError:
        with pytest.raises(EventRefusedError):
            event_of([*played.done, undo])
        return
    assert event_of([*played.done, undo]) == expected
    last = commands.Undo(why="a mistake", **WHO)
    assert effective_commands([*played.done, last]) == tuple(played.done[:-1])
    with pytest.raises(EventRefusedError) as error:
        event_of([*played.done, undo, undo])
    assert error.value.message.code == "event-nothing-to-undo"


def test_a_correction_changes_the_standings_as_if_it_had_been_so() -> None:
    played = Played(8, 3)
    pairs = played.pair()
    played.play(pairs)
    one, other = next((one, other) for one, other in pairs if other)
    played.act(commands.Correct(round=1, entrant=other, points=(9, 1), why="added up wrongly", **WHO))
    row = played.book.games[0]
    at = next(at for at, game in enumerate(row) if game[0] == one)
    row[at] = (one, str(other), 9, 1, None)
    played.check()
