"""Standings of an event: match points, then tie-breaks, computed exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from venue.tournament.state import Entrant, Match, Tournament

LEAST = Fraction(1, 3)
"""Lower limit of an opponent's share of points, so that a weak opponent costs little."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Record of one entrant. `strength` is the mean share of available points that the opponents scored.

    Entrants whom no tie-break separates share a `place`.
    """

    place: int
    entrant: str
    name: str
    team: str
    dropped: bool
    games: int
    wins: int
    draws: int
    losses: int
    byes: int
    score: int
    strength: Fraction
    difference: int
    points_for: int

    @property
    def rank(self) -> tuple[int, Fraction, int, int]:
        """Sort key: score, strength of opponents, difference of victory points, victory points scored."""
        return -self.score, -self.strength, -self.difference, -self.points_for


def standings_of(event: Tournament) -> tuple[Standing, ...]:
    """Return all records, the best first; games without a confirmed result do not count."""
    counted = _counted(event)
    shares = {one.id: _share(event, one.id, counted[one.id]) for one in event.entrants}
    ordered = sorted(
        (_standing(event, one, shares, counted[one.id]) for one in event.entrants), key=lambda one: (one.rank, one.name)
    )
    places: list[Standing] = []
    for at, one in enumerate(ordered, start=1):
        place = places[-1].place if places and places[-1].rank == one.rank else at
        places.append(replace(one, place=place))
    return tuple(places)


def _counted(event: Tournament) -> dict[str, list[Match]]:
    """Return each entrant's matches with a result, in the order of the rounds."""
    found: dict[str, list[Match]] = {one.id: [] for one in event.entrants}
    for round_ in event.rounds:
        for match in round_.matches:
            if match.outcome is not None:
                for name in match.players:
                    found[name].append(match)
    return found


def _score(event: Tournament, entrant: str, counted: Sequence[Match]) -> int:
    rules = event.rules
    worth = 0
    for match in counted:
        winner = match.won_by()
        worth += rules.draw if winner is None else rules.win if winner == entrant else rules.loss
    return worth


def _share(event: Tournament, entrant: str, counted: Sequence[Match]) -> Fraction:
    """Return an entrant's share of the available points in games against an opponent."""
    games = [match for match in counted if match.second is not None]
    if not games or event.rules.win == 0:
        return LEAST
    byes = len(counted) - len(games)
    return max(LEAST, Fraction(_score(event, entrant, counted) - byes * event.rules.win, len(games) * event.rules.win))


def _standing(event: Tournament, one: Entrant, shares: dict[str, Fraction], matches: Sequence[Match]) -> Standing:
    played = [match for match in matches if match.second is not None]
    byes = len(matches) - len(played)
    met = [name for match in played for name in match.players if name != one.id]
    wins = sum(match.won_by() == one.id for match in matches)
    draws = sum(match.won_by() is None for match in played)
    own, other = byes * event.rules.bye_vp[0], byes * event.rules.bye_vp[1]
    for match in played:
        points = match.points or (0, 0)
        seat = match.players.index(one.id)
        own, other = own + points[seat], other + points[1 - seat]
    return Standing(
        0,
        one.id,
        one.name,
        one.team,
        one.dropped,
        len(played),
        wins,
        draws,
        len(matches) - wins - draws,
        byes,
        _score(event, one.id, matches),
        sum((shares[name] for name in met), Fraction(0)) / len(met) if met else Fraction(0),
        own - other,
        own,
    )
