"""Swiss pairings and standings against an oracle written apart, through events with drops and late entries."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messages.message import Message
from tests.depth import depth
from tests.venue.event.oracle import all_pairings, badness, faults, rest_possible
from tests.venue.event.playing import WHO, Played
from venue.errors import EventRefusedError
from venue.tournament import commands
from venue.tournament.look_ahead import find_schedule, is_completable
from venue.tournament.reducer import effective_commands, event_of
from venue.tournament.swiss_pairing import rounds_without_rematch


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
    played = Played(size, seed, rounds=before + 1)
    for _ in range(before):
        played.play(played.pair())
    pairs = played.pair()
    assert badness(pairs, played.book) == min(badness(one, played.book) for one in all_pairings(played.playing))


@settings(max_examples=depth(25, 80), deadline=None)
@given(st.sampled_from([(4, 3), (5, 4), (5, 5), (6, 4), (6, 5)]), st.integers(0, 3), st.integers(0, 10_000))
def test_of_the_pairings_that_leave_the_planned_rounds_possible_none_would_be_better(
    sizes: tuple[int, int], before: int, seed: int
) -> None:
    size, rounds = sizes
    played = Played(size, seed, rounds=rounds)
    for _ in range(min(before, rounds - 1)):
        played.play(played.pair())
    later = rounds - len(played.book.games) - 1
    pairs = played.pair()
    possible = [one for one in all_pairings(played.playing) if rest_possible(played.playing, played.book, one, later)]
    assert badness(pairs, played.book) == min(badness(one, played.book) for one in possible)


@pytest.mark.parametrize(("size", "rounds"), [(4, 3), (6, 5), (7, 7), (8, 7), (9, 7), (16, 9)])
def test_a_whole_event_repeats_no_game_and_no_bye_where_that_is_possible(size: int, rounds: int) -> None:
    for seed in range(depth(5, 40)):
        played = Played(size, seed, rounds=rounds)
        for _ in range(rounds):
            played.play(played.pair())
        games = [frozenset(game[:2]) for game in played.book.all_games()]
        assert len(games) == len(set(games))
        assert len(played.book.had_bye()) == sum(len(row) for row in played.book.byes)


@pytest.mark.parametrize(
    ("size", "rounds", "possible"), [(2, 3, 1), (6, 5, 5), (6, 7, 5), (7, 7, 7), (7, 9, 7), (1, 3, 0), (32, 5, 5)]
)
def test_the_rounds_that_need_no_rematch_are_counted_before_the_first(size: int, rounds: int, possible: int) -> None:
    assert rounds_without_rematch(Played(size, 1, rounds=rounds).event) == possible


def test_a_schedule_pairs_everybody_once_a_round_and_nobody_twice() -> None:
    everybody = [(1 << 8) - 1 & ~(1 << one) for one in range(8)]
    plan = find_schedule(everybody, 7)
    assert plan is not None
    assert all(sorted(name for pair in pairs for name in pair) == list(range(8)) for pairs in plan)
    assert len({frozenset(pair) for pairs in plan for pair in pairs}) == 28


def test_two_triangles_have_no_schedule() -> None:
    triangles = [0b000110, 0b000101, 0b000011, 0b110000, 0b101000, 0b011000]
    assert find_schedule(triangles, 1) is None
    assert not is_completable(triangles, 1)


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
