"""An oracle of a tournament's arithmetic, on plain lists of games. It imports nothing from venue.tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass
class Book:
    """What was played, as a judge writes it down: names, and for each round the games with their points."""

    names: dict[str, str] = field(default_factory=dict)
    games: list[list[tuple[str, str, int, int, str | None]]] = field(default_factory=list)
    byes: list[list[str]] = field(default_factory=list)

    def outcome(self, game: tuple[str, str, int, int, str | None]) -> str | None:
        one, other, mine, theirs, conceded = game
        if conceded is not None:
            return conceded
        return None if mine == theirs else one if mine > theirs else other

    def score(self, who: str, *, byes: bool = True) -> int:
        total = 3 * sum(who in row for row in self.byes) if byes else 0
        for game in self.all_games():
            if who in game[:2]:
                won = self.outcome(game)
                total += 1 if won is None else 3 if won == who else 0
        return total

    def all_games(self) -> Iterator[tuple[str, str, int, int, str | None]]:
        for row in self.games:
            yield from row

    def opponents(self, who: str) -> list[str]:
        return [game[1] if game[0] == who else game[0] for game in self.all_games() if who in game[:2]]

    def share(self, who: str) -> Fraction:
        count = len(self.opponents(who))
        return max(Fraction(1, 3), Fraction(self.score(who, byes=False), 3 * count)) if count else Fraction(1, 3)

    def line(self, who: str) -> tuple[int, Fraction, int, int]:
        opponents = self.opponents(who)
        strength = (
            sum((self.share(one) for one in opponents), Fraction(0)) / len(opponents) if opponents else Fraction(0)
        )
        mine = sum(game[2] if game[0] == who else game[3] for game in self.all_games() if who in game[:2])
        theirs = sum(game[3] if game[0] == who else game[2] for game in self.all_games() if who in game[:2])
        return self.score(who), strength, mine - theirs, mine

    def table(self) -> list[tuple[int, str, tuple[int, Fraction, int, int]]]:
        """Places, entrants and their numbers: the place is one more than how many are better."""
        lines = {who: self.line(who) for who in self.names}
        places = {who: 1 + sum(other > lines[who] for other in lines.values()) for who in self.names}
        return sorted(
            ((places[who], who, lines[who]) for who in self.names), key=lambda row: (row[0], self.names[row[1]])
        )

    def met(self) -> set[frozenset[str]]:
        return {frozenset(game[:2]) for game in self.all_games()}

    def had_bye(self) -> set[str]:
        return {who for row in self.byes for who in row}


Pairs = list[tuple[str, str | None]]


def faults(pairs: Pairs, playing: Iterable[str], book: Book) -> list[str]:
    """What is wrong with a round's pairings by any Swiss event's rules; a repeat is a fault where none was forced."""
    playing = list(playing)
    found: list[str] = []
    seats = [name for pair in pairs for name in pair if name is not None]
    if sorted(seats) != sorted(playing):
        found.append("somebody is missing, or seated twice")
    byes = [one for one, other in pairs if other is None]
    if len(byes) != len(playing) % 2:
        found.append("byes")
    again = [pair for pair in pairs if pair[1] is not None and frozenset(pair) in book.met()]
    twice = [one for one in byes if one in book.had_bye()]
    if (again or twice) and possible(playing, book):
        found.append(f"avoidable: met again {again}, second bye {twice}")
    return found


def possible(playing: Sequence[str], book: Book) -> bool:
    """Whether all can be paired with nobody they met and no second bye: tried out, whoever has least choice first."""
    met, had = book.met(), book.had_bye()
    choices = {
        one: {other for other in playing if other != one and frozenset((one, other)) not in met} for one in playing
    }

    def solve(left: frozenset[str], bye: bool) -> bool:
        if not left:
            return True
        one = min(left, key=lambda name: (len(choices[name] & left), name))
        rest = left - {one}
        if any(solve(rest - {other}, bye) for other in sorted(choices[one] & rest)):
            return True
        return bye and one not in had and solve(rest, False)

    return solve(frozenset(playing), len(playing) % 2 == 1)


def all_pairings(playing: Sequence[str]) -> Iterator[Pairs]:
    """Every way to pair some: for a few alone."""
    if len(playing) <= 1:
        yield [(one, None) for one in playing]
        return
    first, *rest = playing
    for at, other in enumerate(rest):
        for more in all_pairings([*rest[:at], *rest[at + 1 :]]):
            yield [(first, other), *more]
    if len(playing) % 2:
        for more in all_pairings(rest):
            yield [(first, None), *more]


def rest_possible(playing: Sequence[str], book: Book, pairs: Pairs, rounds: int) -> bool:
    """Whether so many rounds more can follow these pairings with no repeat at all, by trying all: for a few alone."""
    met = {frozenset((one, other or "bye")) for one, other in pairs} | book.met()
    met |= {frozenset((one, "bye")) for one in book.had_bye()}

    def follow(met: frozenset[frozenset[str]], left: int) -> bool:
        if left == 0:
            return True
        for more in all_pairings(playing):
            new = {frozenset((one, other or "bye")) for one, other in more}
            if not new & met and follow(met | new, left - 1):
                return True
        return False

    return follow(frozenset(met), rounds)


def badness(pairs: Pairs, book: Book) -> tuple[int, int, int]:
    """How bad pairings are: how many meet again, second byes, the sum of squared differences of score."""
    again = sum(other is not None and frozenset((one, other)) in book.met() for one, other in pairs)
    byes = sum(sum(one in row for row in book.byes) for one, other in pairs if other is None)
    gaps = sum((book.score(one) - (0 if other is None else book.score(other))) ** 2 for one, other in pairs)
    return again, byes, gaps
