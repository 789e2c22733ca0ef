"""An event that is played at random, and the same in the oracle's book."""

from __future__ import annotations

import random
from datetime import UTC, datetime

from tests.venue.event.oracle import Book, Pairs
from venue.tournament import commands
from venue.tournament.reducer import apply
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
