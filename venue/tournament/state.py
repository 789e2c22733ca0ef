"""State of an event: entrants, rounds, matches and the clock, as immutable data that commands replace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from venue.protocol import Ending

Points = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules of the event: points of a win, a draw and a loss, and the victory points for and against of a bye."""

    title: str = "Event"
    rounds: int = 5
    win: int = 3
    draw: int = 1
    loss: int = 0
    bye_vp: Points = (0, 0)
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entrant:
    """Participant from the round after `since` on, unless `dropped`; `code` authorises signatures."""

    id: str
    name: str
    team: str = ""
    club: str = ""
    code: str = ""
    since: int = 0
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class GameResult:
    """Result of a match: who won (None for a draw), how it ended, and the points of the first and second entrant.

    It is decided once, when it is reported, signed or entered; everything else only reads it. `game` is the table's
    game, empty for a result that no table reported.
    """

    table: str
    game: str
    winner: str | None
    ending: Ending
    points: Points


@dataclass(frozen=True, slots=True)
class Match:
    """A game of a round: its table and two entrants; `second` is None for a bye, which counts as a win at once.

    `signed` are the results that each entrant signed, `reported` is the table's report, `result` what counts.
    `undecided` means that the table reports a winner that is not possible, so the organiser has to decide.
    """

    table: str
    first: str
    second: str | None
    signed: tuple[Points | None, Points | None] = (None, None)
    reported: GameResult | None = None
    result: GameResult | None = None
    undecided: bool = False

    @property
    def outcome(self) -> GameResult | None:
        """The result that counts; a bye has one from the start."""
        return GameResult(self.table, "", self.first, Ending.BYE, (0, 0)) if self.second is None else self.result

    @property
    def said(self) -> Points | None:
        """Points that the table reported."""
        return self.reported.points if self.reported is not None else None

    @property
    def points(self) -> Points | None:
        """Points of the result that counts."""
        return self.result.points if self.result is not None else None

    @property
    def said_winner(self) -> str | None:
        """Winner by the table's report if its points do not show it."""
        reported = self.reported
        if reported is None or reported.winner == self.leader(reported.points):
            return None
        return reported.winner

    def leader(self, points: Points) -> str | None:
        """Return the entrant with more of these points, None if they are equal."""
        return None if points[0] == points[1] else self.first if points[0] > points[1] else self.second

    def decide(
        self, points: Points, *, winner: str | None = None, ending: Ending | None = None, game: str = ""
    ) -> GameResult:
        """Return the result of these points; `winner` and `ending` only where the points do not show them."""
        won = winner if winner is not None or ending is Ending.DRAW else self.leader(points)
        if ending is None:
            ending = Ending.PLAYED if won == self.leader(points) else Ending.CONCESSION
        if ending is Ending.PLAYED and won is None:
            ending = Ending.DRAW
        return GameResult(self.table, game, won, ending, points)

    @property
    def players(self) -> tuple[str, ...]:
        """Ids of the one or two entrants."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def state(self) -> str:
        """Return `bye`, `confirmed`, `undecided`, `agreed`, `disputed`, `signed`, `said` or `open`."""
        if self.second is None:
            return "bye"
        if self.points is not None:
            return "confirmed"
        if self.needs_decision:
            return "undecided"
        if self.agreed is not None:
            return "agreed"
        told = {*self.signed, self.said} - {None}
        if len(told) > 1:
            return "disputed"
        return "signed" if any(self.signed) else "said" if self.said is not None else "open"

    @property
    def needs_decision(self) -> bool:
        """Whether the organiser has to name the winner.

        The table reports a winner that is not possible, or it reports a concession and both signed other points.
        """
        one, other = self.signed
        return self.undecided or (self.said_winner is not None and one is not None and one == other != self.said)

    @property
    def agreed(self) -> Points | None:
        """Result that can be confirmed: signed by both, or signed by one as the table reports and not contradicted."""
        if self.needs_decision:
            return None
        one, other = self.signed
        if one is not None and one == other:
            return one
        told = {self.said, one, other} - {None}
        return next(iter(told)) if self.said is not None and len(told) == 1 and (one or other) else None

    def won_by(self) -> str | None:
        """Return the winner of a game that has a result, None for a draw."""
        return self.outcome.winner if self.outcome is not None else None


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its matches, mission and killzone, and its clock, running since `since` after `played_s` seconds.

    `before` are games that the hub knew when it began, as `table/game`.
    """

    number: int
    matches: tuple[Match, ...]
    mission: str
    killzone: str
    minutes: int
    since: datetime | None
    played_s: float = 0.0
    before: frozenset[str] = frozenset()

    @property
    def over(self) -> bool:
        """Whether every game has a result."""
        return all(match.second is None or match.points is not None for match in self.matches)

    def left_s(self, now: datetime) -> float:
        """Return the seconds left in the round, negative if it is over time."""
        running = (now - self.since).total_seconds() if self.since is not None else 0.0
        return self.minutes * 60 - self.played_s - running

    def match_of(self, entrant: str) -> Match | None:
        """Return the match of an entrant, or None."""
        return next((match for match in self.matches if entrant in match.players), None)

    def match_at(self, table: str) -> Match | None:
        """Return the match at a table, or None."""
        return next((match for match in self.matches if match.second is not None and match.table == table), None)


@dataclass(frozen=True, slots=True)
class JudgeCall:
    """A call for a judge: table, caller, time, the table's last ruling, and the outcome.

    `state` is `waiting`, `coming`, `answered`, `withdrawn`, or `replaced` by a later call of the same table. `judge` is
    the judge who came or is coming, `answer` the judge's words.
    """

    table: str
    call: str
    by: str
    since: datetime
    words: str = ""
    ruling: str = ""
    link: str = ""
    state: str = "waiting"
    judge: str = ""
    answer: str = ""
    ended_at: datetime | None = None

    @property
    def open(self) -> bool:
        """Whether the table still waits for a judge."""
        return self.state in {"waiting", "coming"}


@dataclass(frozen=True, slots=True)
class Tournament:
    """State of an event after its commands."""

    rules: Rules = Rules()
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    calls: tuple[JudgeCall, ...] = ()

    @property
    def round(self) -> Round | None:
        """The round started last, or None."""
        return self.rounds[-1] if self.rounds else None

    def entrant(self, name: str) -> Entrant | None:
        """Return the entrant of that id, or None."""
        return next((one for one in self.entrants if one.id == name), None)

    @property
    def active(self) -> tuple[Entrant, ...]:
        """Entrants of the next round."""
        return tuple(one for one in self.entrants if not one.dropped)

    def matches_of(self, entrant: str) -> Iterator[tuple[Round, Match]]:
        """Yield the rounds in which an entrant was paired, with the match."""
        for one in self.rounds:
            match = one.match_of(entrant)
            if match is not None:
                yield one, match

    def met(self, entrant: str) -> frozenset[str]:
        """Return the opponents that an entrant has been paired with."""
        return frozenset(name for _, match in self.matches_of(entrant) for name in match.players if name != entrant)

    def byes(self, entrant: str) -> int:
        """Return the number of byes that an entrant had."""
        return sum(match.second is None for _, match in self.matches_of(entrant))
