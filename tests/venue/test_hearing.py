"""Hearing tables is idempotent: one act for each real change, whatever is repeated, late, restarted or taken back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.depth import depth
from tests.venue.event_serving import store_at
from tests.venue.hearing import AT, Adversary
from venue.hub.event_journal import EventJournal
from venue.hub.event_service import EventDesk
from venue.hub.store import ReceivedBatch, Store
from venue.hub.table_reports import Report, report_from_state
from venue.protocol import DEMONSTRATION, Ending, GameMessage, Side, TableState
from venue.tournament import commands
from venue.tournament.commands import PairingAtTable
from venue.tournament.state import Entrant, Match, Tournament

TABLE = "table-01"


@pytest.mark.in_turn
@pytest.mark.parametrize("seed", range(depth(12, 400)))
def test_hearing_keeps_one_act_for_each_real_change(tmp_path: Path, seed: int) -> None:
    adversary = Adversary(tmp_path, seed)
    try:
        adversary.play(300)
        adversary.settle()
    finally:
        adversary.close()


class Table:
    """One table of an event between two: what it tells goes straight to the hub's database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.count = 0

    def tell(self, game: str, kind: str = "set_up", result: TableState | None = None, why: str = "") -> None:
        self.count += 1
        message = GameMessage(
            game=game,
            sequence=self.count,
            kind=kind,
            seal=f"seal-{self.count}",
            result=result,
            data={"why": why},
            at=AT,
            stream="stream-1",
            number=self.count,
        )
        self.store.keep(ReceivedBatch([(TABLE, message)]))

    def end(
        self,
        game: str,
        points: tuple[int, int],
        why: str = "",
        *,
        names: tuple[str, str] = ("Blue", "Red"),
        **more: object,
    ) -> None:
        self.tell(game, "battle_ended", ended(points, names, game=game, **more), why)


def ended(points: tuple[int, int], names: tuple[str, str] = ("Blue", "Red"), **more: object) -> TableState:
    pairs = enumerate(zip(names, points, strict=True), 1)
    sides = tuple(Side(player=f"p{at}", name=name, vp=vp) for at, (name, vp) in pairs)
    return TableState(**{"title": "Final", "edition": "kt24", "sides": sides, "ended": True, "at": AT, **more})


def desk_of(store: Store, name: str = "cup") -> EventDesk:
    return EventDesk(name, EventJournal(store, name), store, lambda _table, _assigned: None)


def begun(store: Store, names: tuple[str, ...] = ("Ann", "Bob"), event: str = "cup") -> EventDesk:
    desk = desk_of(store, event)
    desk.do(commands.SetUp(title="Cup", tables=(TABLE, "table-02"), at=AT, by="Ref"), "set-up-key")
    desk.enter([(name, "", "") for name in names], by="Ref", key="list-key")
    desk.start_round(mission="", killzone="", minutes=60, by="Ref", key="round-key", seed=1)
    return desk


def match_at(desk: EventDesk) -> Match:
    assert desk.event.round is not None
    found = desk.event.round.match_at(TABLE)
    assert found is not None
    return found


def reports(desk: EventDesk) -> list[Report]:
    return [Report.from_act(one) for one in desk.acts if isinstance(one, commands.ReportResult)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = store_at(tmp_path)
    yield opened
    opened.close()


def test_of_two_ended_games_the_one_that_began_last_is_reported_once(store: Store) -> None:
    desk, table = begun(store), Table(store)
    table.end("false-start", (0, 0))
    table.end("real", (6, 3))
    for _ in range(10):
        desk.refresh()
    assert reports(desk) == [Report("real", (6, 3))]
    assert match_at(desk).state == "said"


def test_a_game_reported_first_gives_way_to_a_later_one_and_never_comes_back(store: Store) -> None:
    desk, table = begun(store), Table(store)
    table.end("false-start", (0, 0))
    desk.refresh()
    table.end("real", (6, 3))
    desk.refresh()
    table.tell("real", "undo", ended((6, 3), ended=False))
    for _ in range(3):
        desk.refresh()
    assert reports(desk) == [Report("false-start", (0, 0)), Report("real", (6, 3))]
    assert match_at(desk).said == (6, 3)


def test_a_report_that_was_taken_back_is_not_repeated_so_that_its_round_can_be_taken_back(store: Store) -> None:
    desk, table = begun(store), Table(store)
    table.end("one", (6, 3))
    desk.refresh()
    numbers = {one.kind: number for number, one in enumerate(desk.acts, 1)}
    desk.do(commands.Undo(number=numbers["table_says"], why="wrong round", at=AT, by="Ref"), "undo-says")
    desk.refresh()
    assert len(reports(desk)) == 1
    desk.do(commands.Undo(number=numbers["start_round"], why="wrong round", at=AT, by="Ref"), "undo-round")
    assert desk.event.round is None


def test_a_game_that_began_before_the_round_belongs_to_no_match_of_it(store: Store) -> None:
    table = Table(store)
    table.tell("yesterday")
    desk = begun(store)
    table.end("yesterday", (9, 0))
    desk.refresh()
    assert reports(desk) == []


@pytest.mark.parametrize("match", ["", "another-table-or-event"])
def test_a_game_played_for_another_match_or_for_none_is_refused(store: Store, match: str) -> None:
    desk, table = begun(store), Table(store)
    table.end("theirs", (9, 0), match=match)
    desk.refresh()
    assert reports(desk) == []


def test_a_game_played_for_this_match_counts_also_if_the_round_was_paired_again(store: Store) -> None:
    desk, table = begun(store), Table(store)
    match = desk.assigned()[TABLE].match
    table.tell("ours")
    number = next(at for at, one in enumerate(desk.acts, 1) if isinstance(one, commands.StartRound))
    desk.do(commands.Undo(number=number, why="minutes", at=AT, by="Ref"), "undo-key")
    desk.start_round(mission="", killzone="", minutes=90, by="Ref", key="round-again", seed=1)
    table.end("ours", (9, 0), match=match)
    desk.refresh()
    assert reports(desk) == [Report("ours", (9, 0))]


def test_a_match_is_told_apart_by_event_round_table_and_players(store: Store) -> None:
    four = ("Ann", "Bob", "Cid", "Dee")
    desk, other = begun(store, four), begun(store, four, "another cup")
    known = {one.match for each in (desk, other) for one in each.assigned().values()}
    assert len(known) == 4
    assert {one.match for one in desk_of(store).assigned().values()} < known
    for match in desk.event.round.matches if desk.event.round is not None else ():
        act = commands.Correct(round=1, entrant=match.first, points=(1, 0), why="paper", at=AT, by="Ref")
        desk.do(act, f"correct-{match.table}")
    desk.start_round(mission="", killzone="", minutes=60, by="Ref", key="round-2", seed=1)
    assert not known & {one.match for one in desk.assigned().values()}


def test_the_demonstration_of_an_older_table_and_practice_are_no_results(store: Store) -> None:
    desk, table = begun(store), Table(store)
    table.end("demonstration", (0, 0), title=DEMONSTRATION)
    table.end("practice", (4, 2), practice=True, match=desk.assigned()[TABLE].match)
    desk.refresh()
    assert store.results() == []
    assert reports(desk) == []


def test_a_hub_that_missed_another_pairing_reports_nothing_for_the_players_of_before(tmp_path: Path) -> None:
    stores = [store_at(tmp_path) for _ in range(2)]
    desk, late = begun(stores[0], ("Ann", "Bob", "Cid", "Dee")), desk_of(stores[1])
    one, other = desk.event.round.matches if desk.event.round is not None else ()
    seatings = (
        PairingAtTable(table=one.table, first=one.first, second=other.second),
        PairingAtTable(table=other.table, first=other.first, second=one.second),
    )
    desk.do(commands.ChangePairing(round=1, seatings=seatings, why="club", at=AT, by="Ref"), "reseat-key")
    table, names = Table(stores[0]), {entrant.id: entrant.name for entrant in desk.event.entrants}
    late_names = (names[str(match_at(late).second)], names[match_at(late).first])
    table.end("one", (6, 3), names=late_names)
    late.ingest()
    assert reports(late) == []
    late.refresh()
    assert [report.game for report in reports(late)] == ["one"]
    for each in stores:
        each.close()


def test_hubs_that_hear_at_the_same_moment_keep_one_act(tmp_path: Path) -> None:
    stores = [store_at(tmp_path) for _ in range(3)]
    begun(stores[0])
    desks = [desk_of(one) for one in stores]
    table, together, faults = Table(stores[0]), threading.Barrier(len(desks)), list[Exception]()

    def hear(desk: EventDesk) -> None:
        try:
            together.wait(30)
            desk.refresh()
        except Exception as fault:  # handed on to the test
            faults.append(fault)

    for count in range(1, 6):
        table.end(f"game-{count}", (count, 0))
        threads = [threading.Thread(target=hear, args=(desk,)) for desk in desks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        desks[0].refresh()
        assert [report.points for report in reports(desks[0])] == [(at, 0) for at in range(1, count + 1)]
    assert faults == []
    for one in stores:
        one.close()


def test_a_game_with_the_longest_name_holds_up_no_round(store: Store) -> None:
    Table(store).end("g" * 128, (1, 0))
    assert begun(store).event.round is not None


MATCH = Match("t", "a", "b")
EVENT = Tournament(entrants=(Entrant("a", "Ann"), Entrant("b", "Bob")))
STRAIGHT, TURNED = ("Ann", "Bob"), ("Bob", "Ann")


@pytest.mark.parametrize(
    ("state", "report"),
    [
        (ended((6, 3)), Report("", (6, 3))),
        (ended((6, 3), winner="p1"), Report("", (6, 3))),
        (ended((6, 3), winner="p2"), Report("", (6, 3), "b")),
        (ended((6, 3), winner="p2", conceded_by="p1"), Report("", (6, 3), "b")),
        (ended((3, 6), TURNED, winner="p1", conceded_by="p2"), Report("", (6, 3), "b")),
        (ended((3, 6), ("Blue", "Ann"), winner="p1"), Report("", (6, 3), "b")),
        (ended((3, 6), ("Bob", "Red"), winner="p1"), Report("", (6, 3), "b")),
        (ended((6, 3), ("Ann", "Ann"), winner="p2"), Report("", (6, 3), "b")),
        (ended((6, 3), STRAIGHT, winner="p2"), Report("", (6, 3), "b")),
        (ended((6, 3), ending="time-out"), Report("", (6, 3), ending=Ending.TIME_OUT)),
        (
            ended((6, 3), winner="p1", conceded_by="p2", ending="concession"),
            Report("", (6, 3), ending=Ending.CONCESSION),
        ),
        (ended((6, 3), winner="p2", conceded_by="p1", ending="concession"), Report("", (6, 3), "b")),
        (ended((6, 3), ending="played"), Report("", (6, 3))),
        (ended((4, 4), ending="draw"), Report("", (4, 4))),
        (ended((4, 4)), Report("", (4, 4))),
        (ended((4, 4), winner="p1", conceded_by="p2"), Report("", (4, 4), "a")),
        (ended((6, 3), conceded_by="p1"), Report("", (6, 3), undecided=True)),
        (ended((6, 3), conceded_by=""), Report("", (6, 3), undecided=True)),
        (ended((6, 3), winner="p1", conceded_by="p1"), Report("", (6, 3), undecided=True)),
        (ended((6, 3), winner="p3"), Report("", (6, 3), undecided=True)),
        (ended((-2, 0)), Report("", (0, 0))),
        (ended((5000, 3), winner="p2"), Report("", (999, 3), "b")),
        (ended((6, 3), ended=False), None),
        (ended((6, 3), sides=()), None),
    ],
)
def test_a_winner_travels_where_the_points_do_not_show_it_and_is_never_guessed(
    state: TableState, report: Report | None
) -> None:
    assert report_from_state(EVENT, MATCH, state) == report


@pytest.mark.parametrize(
    ("more", "why", "report"),
    [
        ({"winner": "p2"}, "p1 conceded", Report("one", (6, 3), "p2")),
        ({}, "p1 conceded", Report("one", (6, 3), undecided=True)),
        ({}, "agreed", Report("one", (6, 3))),
        ({}, "", Report("one", (6, 3))),
    ],
)
def test_an_older_tables_concession_is_decided_by_its_winner_or_by_the_organiser(
    store: Store, more: dict[str, object], why: str, report: Report
) -> None:
    desk, table = begun(store), Table(store)
    names = {one.id: one.name for one in desk.event.entrants}
    match = match_at(desk)
    table.end("one", (6, 3), why, names=(names[match.first], names[str(match.second)]), **more)
    desk.refresh()
    won = str(match.second) if report.winner is not None else None
    assert reports(desk) == [Report(report.game, report.points, won, report.undecided)]
    assert match_at(desk).state == ("undecided" if report.undecided else "said")
