"""An adversary for a hub that hears tables, and what the hub should make of it, written apart from the hub's code.

Tables begin, end and take back games of all kinds. Their messages arrive late, repeated and out of order, after
restarts and under new streams. Meanwhile organisers start rounds, sign, confirm, correct, exchange players and take
acts back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.venue.event_serving import store_at
from venue.errors import EventRefusedError
from venue.hub.event_journal import EventJournal
from venue.hub.event_service import EventDesk
from venue.hub.store import ReceivedBatch, Store
from venue.protocol import GameMessage, Presence, Side, TableState, UnnumberedGameMessage
from venue.tournament import commands
from venue.tournament.commands import PairingAtTable
from venue.tournament.state import Match

AT = datetime(2026, 11, 24, 10, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
TABLES = ("table-01", "table-02", "table-03")
ROUNDS = 4

Pairing = tuple[int, str, str, str]
"""Round, table, first and second."""

Said = tuple[int, str, str, tuple[int, int], str | None, bool]
"""A report as the event should hold it: round, table, game, points, winner against the points, undecided."""


@dataclass
class Game:
    """A game at a table: the match that it is really played for, and the match that its table writes down."""

    name: str
    pairing: Pairing | None
    match: str | None
    title: str = "Final"
    practice: bool = False
    turned: bool = False
    sides: tuple[str, str] = ("Blue", "Red")
    sequence: int = 0
    ended: bool = False


@dataclass(frozen=True)
class End:
    """How a game ended, as its table reports it: points by side, the side that won, whether that is not known."""

    points: tuple[int, int]
    won: int | None
    undecided: bool


@dataclass
class Journal:
    """What happened at one table, with what each message means to the oracle, and how much of it the hub has."""

    name: str
    games: list[Game] = field(default_factory=list)
    messages: list[UnnumberedGameMessage] = field(default_factory=list)
    meaning: list[tuple[Game, End | None]] = field(default_factory=list)
    stream: str = "stream-00"
    have: dict[str, int] = field(default_factory=dict)

    def add(self, game: Game, kind: str, dice: random.Random, *, end: End | None, **more: object) -> None:
        game.sequence += 1
        at = AT + timedelta(minutes=dice.randrange(-10_000, 10_000))
        fields = {"kind": kind, "seal": f"{dice.getrandbits(64):016x}", "at": at, **more}
        self.messages.append(UnnumberedGameMessage(game=game.name, sequence=game.sequence, **fields))
        self.meaning.append((game, end))

    def heard(self) -> list[tuple[Game, End | None]]:
        return self.meaning[: max(self.have.values(), default=0)]

    def heard_games(self) -> list[str]:
        """The names of the games that the hub has heard of, in the order in which they began."""
        return list(dict.fromkeys(game.name for game, _ in self.heard()))

    def endings(self) -> dict[str, tuple[Game, End]]:
        """How each game stands that has ended, as far as the hub has heard."""
        found: dict[str, tuple[Game, End]] = {}
        for game, end in self.heard():
            found.pop(game.name, None)
            if end is not None:
                found[game.name] = (game, end)
        return found

    def taken(self, number: int) -> bool:
        """Count a message that arrives; the hub takes each number of a stream once, in order."""
        due = self.have.get(self.stream, 0) + 1
        self.have[self.stream] = max(self.have.get(self.stream, 0), number if number == due else 0)
        return number == due


class Oracle:
    """What the event should hold of reports, from what was heard and done."""

    def __init__(self) -> None:
        self.round = 0
        self.matches: dict[str, tuple[str, str]] = {}
        self.closed: set[str] = set()
        self.before: set[tuple[str, str]] = set()
        self.said: list[Said] = []
        self.standing: dict[int, Said] = {}
        """The reports of the running round that stand, by the number of the act."""

        self.taken_back: set[tuple[str, str]] = set()

    def begin(self, number: int, matches: dict[str, tuple[str, str]], before: set[tuple[str, str]]) -> None:
        self.round, self.matches, self.before = number, matches, before
        self.closed, self.taken_back, self.standing = set(), set(), {}

    def last(self, table: str) -> Said | None:
        return next((said for _, said in sorted(self.standing.items(), reverse=True) if said[1] == table), None)

    def hear(self, journals: dict[str, Journal], acts_before: int) -> None:
        """Add what the hub has to keep now; the acts are numbered after so many."""
        for table in sorted(self.matches):
            if table in self.closed or table not in journals:
                continue
            said = self._due(table, journals[table])
            if said is not None:
                acts_before += 1
                self.said.append(said)
                self.standing[acts_before] = said

    def _due(self, table: str, journal: Journal) -> Said | None:
        pairing = (self.round, table, *self.matches[table])
        order, last = journal.heard_games(), self.last(table)
        eligible = {
            name: (game, end)
            for name, (game, end) in journal.endings().items()
            if not game.practice
            and (table, name) not in self.taken_back
            and (game.pairing == pairing if game.match is not None else (table, name) not in self.before)
        }
        newest = max(eligible, key=order.index, default=None)
        if newest is None or (last is not None and order.index(last[2]) > order.index(newest)):
            return None
        said = (self.round, table, newest, *result(*eligible[newest], self.matches[table]))
        return None if said == last else said


def result(game: Game, end: End, players: tuple[str, str]) -> tuple[tuple[int, int], str | None, bool]:
    """Points of the first and the second of a match, who won if the points do not show it, whether nobody knows."""
    points, won = end.points, end.won
    if game.turned:
        points = (points[1], points[0])
        won = None if won is None else 1 - won
    best = None if points[0] == points[1] else int(points[1] > points[0])
    if end.undecided:
        return points, None, True
    return points, None if won is None or won == best else players[won], False


class Adversary:
    """One event on one database, with two hubs, and everything that can happen to it, drawn at random."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.dice = random.Random(seed)
        self.folder = folder
        self.journals = {table: Journal(table) for table in (*TABLES, "table-09")}
        self.oracle = Oracle()
        self.stores: list[Store] = []
        self.books: list[EventJournal] = []
        self.desks: list[EventDesk] = []
        self.keys = self.seed = 0
        for _ in range(2):
            self.open()
        desk = self.desks[0]
        desk.do(commands.SetUp(title="Cup", rounds=ROUNDS, tables=TABLES, at=AT, by="Ref"), self.key())
        desk.enter([(name, "", "") for name in NAMES], by="Ref", key=self.key())
        self.start_round()

    def open(self) -> None:
        store = store_at(self.folder)
        book = EventJournal(store, "cup")
        self.stores.append(store)
        self.books.append(book)
        self.desks.append(EventDesk("cup", book, store, lambda _table, _assigned: None))

    def close(self) -> None:
        for store in self.stores:
            store.close()

    def key(self) -> str:
        self.keys += 1
        return f"adversary-{self.keys:05}"

    def desk(self) -> EventDesk:
        """A hub that knows all that was done."""
        at = self.dice.randrange(2)
        self.books[at].refresh()
        return self.desks[at]

    def play(self, steps: int) -> None:
        ways = {self.at_table: 90, self.deliver: 60, self.hear: 40, self.hear_late: 4, self.restart: 2, self.renew: 2}
        ways |= {self.retained: 2, self.take_back: 4, self.sign: 6, self.confirm: 8, self.exchange: 2}
        ways |= {self.correct: 1, self.next_round: 1, self.round_again: 6}
        for way in self.dice.choices(list(ways), list(ways.values()), k=steps):
            way()
            self.check()

    def check(self) -> None:
        desk = self.desk()
        kept = [one for one in desk.acts if isinstance(one, commands.ReportResult)]
        assert [
            (one.round, one.table, one.game, one.points, one.winner, one.undecided) for one in kept
        ] == self.oracle.said

    def settle(self) -> None:
        """Deliver everything, hear it again and again at every hub, and see that nothing is kept twice."""
        for journal in self.journals.values():
            self.arrive(journal, range(1, len(journal.messages) + 1))
        self.hear()
        count = len(self.desk().acts)
        for _ in range(3):
            for journal in self.journals.values():
                self.arrive(journal, range(1, len(journal.messages) + 1))
            self.restart()
            for desk in self.desks:
                desk.refresh()
        self.check()
        assert len(self.desk().acts) == count

    # What tables do.

    def at_table(self) -> None:
        journal = self.journals[self.dice.choice(list(self.journals))]
        game = journal.games[-1] if journal.games else None
        if game is None or (game.ended and self.dice.random() < 0.5) or self.dice.random() < 0.05:
            return self.begin_game(journal)
        if game.ended:
            game.ended = False
            back = self.state(game, (0, 0), ended=False)
            return journal.add(game, "undo", self.dice, end=None, result=back)
        if self.dice.random() < 0.3:
            # A message of an ended game that says nothing of its end leaves its end alone: none is added there.
            return journal.add(game, "note", self.dice, end=None)
        return self.end_game(journal, game)

    def begin_game(self, journal: Journal) -> None:
        desk, table = self.desk(), journal.name
        assigned = desk.assigned().get(table)
        players = self.oracle.matches.get(table)
        pairing = (self.oracle.round, table, *players) if players and table not in self.oracle.closed else None
        name = f"{len(journal.games) + 1:04}-{self.dice.getrandbits(32):08x}"
        match self.dice.randrange(10):
            case 0:
                game = Game(name, None, None, title="Demonstration", practice=True)
            case 1:
                match = assigned.match if assigned is not None else None
                game = Game(name, pairing, match, practice=True)
            case 2:
                game = Game(name, None, "")
            case 3:
                game = Game(name, None, f"{self.dice.getrandbits(128):032x}")
            case 4 | 5:
                game = Game(name, None, None)
            case _:
                game = Game(name, pairing, assigned.match if assigned is not None else "")
        if players is not None and self.dice.random() < 0.6:
            named = {one.id: one.name for one in desk.event.entrants}
            game.turned = self.dice.random() < 0.5 and game.pairing is not None
            sat = (named[players[0]], named[players[1]])
            if game.pairing is not None:
                game.sides = (sat[1], sat[0]) if game.turned else sat
        journal.games.append(game)
        journal.add(game, "set_up", self.dice, end=None)

    def end_game(self, journal: Journal, game: Game) -> None:
        points = (self.dice.randrange(7), self.dice.randrange(7))
        best = None if points[0] == points[1] else int(points[1] > points[0])
        loser = self.dice.randrange(2)
        why, winner, conceded_by, end = "", None, None, End(points, best, undecided=False)
        match self.dice.randrange(7):
            case 0:  # a table of today, by the points
                winner = None if best is None else f"p{best + 1}"
            case 1:  # a table of today, a concession
                winner, conceded_by, why = f"p{2 - loser}", f"p{loser + 1}", f"p{loser + 1} conceded"
                end = End(points, 1 - loser, undecided=False)
            case 2:  # a table of 0.2.0, a concession
                winner, why = f"p{2 - loser}", f"p{loser + 1} conceded"
                end = End(points, 1 - loser, undecided=False)
            case 3:  # a table without the field, a concession
                why, end = f"p{loser + 1} conceded", End(points, None, undecided=True)
            case 4:  # a winner that cannot be
                winner, end = "p9", End(points, None, undecided=True)
            case 5:  # the one who conceded
                winner = conceded_by = f"p{loser + 1}"
                end = End(points, None, undecided=True)
        game.ended = True
        state = self.state(game, points, winner=winner, conceded_by=conceded_by)
        journal.add(game, "battle_ended", self.dice, end=end, result=state, data={"winner": winner, "why": why})

    def state(self, game: Game, points: tuple[int, int], *, ended: bool = True, **more: str | None) -> TableState:
        pairs = zip(game.sides, points, strict=True)
        return TableState(
            title=game.title,
            edition="kt24",
            game=self.dice.choice(["", game.name]),
            sides=tuple(Side(player=f"p{at}", name=name, vp=vp) for at, (name, vp) in enumerate(pairs, 1)),
            ended=ended,
            practice=game.practice and game.title == "Final",
            match=game.match,
            at=AT + timedelta(minutes=self.dice.randrange(-10_000, 10_000)),
            **more,
        )

    # What the network does.

    def arrive(self, journal: Journal, numbers: range | list[int]) -> None:
        heard = []
        for number in numbers:
            journal.taken(number)
            one = journal.messages[number - 1]
            heard.append((journal.name, GameMessage(**one.model_dump(), stream=journal.stream, number=number)))
        self.dice.choice(self.stores).keep(ReceivedBatch(heard))

    def deliver(self) -> None:
        journal = self.journals[self.dice.choice(list(self.journals))]
        if not journal.messages:
            return
        have, last = journal.have.get(journal.stream, 0), len(journal.messages)
        first = self.dice.randrange(max(1, have - 3), have + 2)
        numbers = list(range(first, self.dice.choice([last, self.dice.randrange(first, last + 2)]) + 1))
        if self.dice.random() < 0.4:
            numbers += self.dice.choices(range(1, last + 1), k=3)
            self.dice.shuffle(numbers)
        self.arrive(journal, [number for number in numbers if number <= last])

    def renew(self) -> None:
        """The table has lost its outbox: it tells everything again under another stream."""
        journal = self.journals[self.dice.choice(TABLES)]
        journal.stream = f"stream-{self.dice.getrandbits(32):08x}"

    def retained(self) -> None:
        """The broker gives the hub the newest states again, also of games that have ended."""
        table = self.dice.choice(TABLES)
        games = self.journals[table].games
        if games:
            shown = self.state(self.dice.choice(games), (self.dice.randrange(7), 3), winner="p1")
            self.stores[0].keep(ReceivedBatch(presence={table: Presence(online=True)}, states={table: shown}))

    def restart(self) -> None:
        at = self.dice.randrange(2)
        self.stores.pop(at).close()
        del self.books[at], self.desks[at]
        self.open()

    # What hubs and organisers do.

    def hear(self) -> None:
        desk = self.desk()
        self.oracle.hear(self.journals, len(desk.acts))
        for _ in range(self.dice.randrange(1, 3)):
            desk.refresh()

    def hear_late(self) -> None:
        """A hub that has not read what the other has kept hears on: it may keep nothing."""
        known = len(self.desk().acts)
        desk = self.dice.choice(self.desks)
        if len(desk.acts) == known:
            self.oracle.hear(self.journals, known)
        desk.ingest()

    def open_matches(self) -> Iterator[Match]:
        running = self.desk().event.round
        assert running is not None
        yield from (one for one in running.matches if one.second is not None and one.points is None)

    def sign(self) -> None:
        desk = self.desk()
        for match in self.open_matches():
            points = match.said or (self.dice.randrange(7), 2)
            desk.sign(self.dice.choice(match.players), self.oracle.round, points, self.key())

    def confirm(self) -> None:
        for match in self.open_matches():
            said = self.oracle.last(match.table)
            act = commands.Confirm(round=self.oracle.round, table=match.table, at=AT, by="Ref")
            try:
                self.desk().do(act, self.key())
            except EventRefusedError:
                continue
            self.oracle.closed.add(match.table)
            running = self.desk().event.round
            assert running is not None
            confirmed = running.match_at(match.table)
            assert confirmed is not None
            assert confirmed.points is not None
            assert said is None or not said[5], "a result that nobody knows was confirmed"
            one, other = confirmed.points
            best = None if one == other else confirmed.players[other > one]
            against = said[4] if said is not None else None
            assert confirmed.won_by() == (against or best)

    def correct(self) -> None:
        match = next(self.open_matches(), None)
        if match is not None:
            act = commands.Correct(
                round=self.oracle.round, entrant=match.first, points=(3, 2), why="paper", at=AT, by="Ref"
            )
            self.desk().do(act, self.key())
            self.oracle.closed.add(match.table)

    def take_back(self) -> None:
        """Take back a report, or a confirmation."""
        desk = self.desk()
        numbers = list(self.oracle.standing)
        if numbers:
            number = self.dice.choice(numbers)
            try:
                desk.do(commands.Undo(number=number, why="wrong", at=AT, by="Ref"), self.key())
            except EventRefusedError:
                return
            said = self.oracle.standing.pop(number)
            self.oracle.taken_back.add((said[1], said[2]))

    def exchange(self) -> None:
        """Two players change places."""
        desk = self.desk()
        open_ = list(self.open_matches())
        if len(open_) < 2:
            return
        one, other = self.dice.sample(open_, 2)
        seconds = {one.table: other.second, other.table: one.second}
        running = desk.event.round
        assert running is not None
        seatings = tuple(
            PairingAtTable(table=match.table, first=match.first, second=seconds.get(match.table, match.second))
            for match in running.matches
        )
        self.oracle.hear(self.journals, len(desk.acts))
        try:
            desk.do(
                commands.ChangePairing(round=running.number, seatings=seatings, why="club", at=AT, by="Ref"), self.key()
            )
        except EventRefusedError:
            return
        self.read_matches()

    def read_matches(self) -> None:
        running = self.desk().event.round
        assert running is not None
        self.oracle.matches = {one.table: (one.first, str(one.second)) for one in running.matches}

    def start_round(self, *, seed: int | None = None) -> None:
        desk = self.desk()
        before = {(table, name) for table, one in self.journals.items() for name in one.heard_games()}
        self.seed = seed = self.dice.randrange(3) if seed is None else seed
        desk.start_round(mission="Loot", killzone="", minutes=60, by="Ref", key=self.key(), seed=seed)
        assert desk.event.round is not None
        self.oracle.begin(desk.event.round.number, {}, before)
        self.read_matches()

    def next_round(self) -> None:
        if self.oracle.round == ROUNDS:
            return
        while next(self.open_matches(), None) is not None:
            self.correct()
        self.start_round()

    def round_again(self) -> None:
        """Take the round back with all reports in it, and start it again, mostly with the same pairings."""
        desk = self.desk()
        since = max(at for at, one in enumerate(desk.acts, 1) if isinstance(one, commands.StartRound))
        if any(not isinstance(one, commands.ReportResult | commands.Undo) for one in desk.acts[since:]):
            return
        for number in sorted(self.oracle.standing, reverse=True):
            desk.do(commands.Undo(number=number, why="again", at=AT, by="Ref"), self.key())
        desk.do(commands.Undo(number=since, why="again", at=AT, by="Ref"), self.key())
        self.start_round(seed=self.seed if self.dice.random() < 0.8 else None)
