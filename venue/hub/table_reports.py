"""Reports of tables on the games of a round, as commands: one for each actual change, even if read repeatedly.

The result depends only on the stored games and the event's commands. A game belongs to a match if it was played for it;
of several games at a table, the one that began last counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Protocol

from venue.protocol import Ending, TableState
from venue.tournament import commands
from venue.tournament.commands import AnyAct
from venue.tournament.reducer import effective_commands
from venue.tournament.state import Match, Points, Round, Tournament

HUB = "the hub"


class HeardGames(Protocol):
    """Games at the hub's tables."""

    def results(self) -> Iterable[tuple[str, TableState]]:
        """Return the table and last state of every ended game that is not practice."""
        ...

    def games(self) -> Iterable[tuple[str, str]]:
        """Return the table and name of every known game."""
        ...

    def order(self, table: str, games: Collection[str]) -> Mapping[str, int]:
        """Return numbers that increase in the order in which games of a table first arrived."""
        ...


class Outcome(Enum):
    """Outcome of an ended game between two sides."""

    FIRST = auto()
    SECOND = auto()
    DRAW = auto()
    UNDECIDED = auto()

    @property
    def turned(self) -> Outcome:
        """The outcome with the sides exchanged."""
        return {Outcome.FIRST: Outcome.SECOND, Outcome.SECOND: Outcome.FIRST}.get(self, self)


def points_of(state: TableState) -> Points:
    """Return the victory points of both sides, clamped to the range that an event accepts."""
    one, other = (max(0, min(side.vp, commands.MOST_POINTS)) for side in state.sides)
    return one, other


def outcome_of_points(points: Points) -> Outcome:
    """Return the outcome by points alone."""
    first, second = points
    return Outcome.DRAW if first == second else Outcome.FIRST if first > second else Outcome.SECOND


def outcome_of(state: TableState) -> Outcome:
    """Return the outcome of an ended game between two sides.

    A table that names no winner reports only points. The outcome is UNDECIDED if the named winner is not possible, or
    if the table reports a concession without a winner.
    """
    players = [side.player for side in state.sides]
    if state.winner is None and state.conceded_by is None:
        return outcome_of_points(points_of(state))
    if state.winner is None or players.count(state.winner) != 1 or state.winner == state.conceded_by:
        return Outcome.UNDECIDED
    return (Outcome.FIRST, Outcome.SECOND)[players.index(state.winner)]


@dataclass(frozen=True, slots=True)
class Report:
    """Result of a table's game for a match; `winner` is an entrant if the points do not show who won.

    `ending` is set if the winner and the points do not show it.
    """

    game: str
    points: Points
    winner: str | None = None
    undecided: bool = False
    ending: Ending | None = None

    @classmethod
    def from_act(cls, act: commands.ReportResult) -> Report:
        """Return the report that a command holds."""
        return cls(act.game, act.points, act.winner, act.undecided, act.ending)


def report_from_state(event: Tournament, match: Match, state: TableState) -> Report | None:
    """Return the report of an ended game for a match; None if it is not between two sides."""
    if len(state.sides) != 2 or match.second is None or not state.ended:
        return None
    points, outcome = points_of(state), outcome_of(state)
    if _sit_turned(event, match, state):
        points, outcome = (points[1], points[0]), outcome.turned
    if outcome is Outcome.UNDECIDED:
        return Report(state.game, points, undecided=True)
    winner = {Outcome.FIRST: match.first, Outcome.SECOND: match.second}.get(outcome)
    shown = outcome is outcome_of_points(points)
    decided = match.decide(points, winner=None if shown else winner, ending=Ending.DRAW if winner is None else None)
    ending = state.ending if state.ending is not None and state.ending is not decided.ending else None
    return Report(state.game, points, None if shown else winner, ending=ending)


def _sit_turned(event: Tournament, match: Match, state: TableState) -> bool:
    """Whether the sides' names show that the first entrant of the match is the table's second player."""
    one, other = (side.name.casefold() for side in state.sides)
    first, second = (
        entrant.name.casefold() if (entrant := event.entrant(who or "")) is not None else None
        for who in (match.first, match.second)
    )
    return (other == first or one == second) and not (one == first or other == second)


def match_id(name: str, done: Sequence[AnyAct], number: int, match: Match) -> str:
    """Return the id of a pairing at its table in a round of an event, the same at every hub of the event.

    The time of the first command distinguishes events of the same name.
    """
    parts = (name, done[0].at.isoformat() if done else "", str(number), match.table, match.first, match.second or "")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def new_reports(
    name: str, event: Tournament, done: Sequence[AnyAct], heard: HeardGames, now: datetime
) -> Iterator[tuple[commands.ReportResult, str]]:
    """Yield the reports of tables that the event does not have yet, with the key of each command.

    `done` are the event's commands. Reports that were undone are not repeated.
    """
    running = event.round
    if running is None:
        return
    known = _known_reports(done, running.number)
    ended: dict[str, dict[str, TableState]] = {}
    for table, state in heard.results():
        match = running.match_at(table)
        if match is None or match.points is not None or state.game in known.taken_back.get(table, set()):
            continue
        if _belongs(state, table, running, match_id(name, done, running.number, match)):
            ended.setdefault(table, {})[state.game] = state
    for table, states in sorted(ended.items()):
        said, match = known.standing.get(table), running.match_at(table)
        newest = states.get(_newest(heard, table, {*states, *([said.game] if said is not None else [])}))
        report = report_from_state(event, match, newest) if newest is not None and match is not None else None
        if report is None or report == said:
            continue
        says = commands.ReportResult(
            round=running.number,
            table=table,
            game=report.game,
            points=report.points,
            winner=report.winner,
            undecided=report.undecided,
            ending=report.ending,
            at=now,
            by=HUB,
        )
        yield says, f"says/{running.number}/{table}/{known.counts.get(table, 0)}"


def _belongs(state: TableState, table: str, running: Round, match: str) -> bool:
    """Whether a game was played for a match; if its table does not report that, whether it began in the round."""
    if state.match is not None:
        return state.match == match
    return f"{table}/{state.game}" not in running.before


def _newest(heard: HeardGames, table: str, games: Collection[str]) -> str:
    """Return the game that began last; the order is looked up only if there are several."""
    if len(games) == 1:
        return next(iter(games))
    order = heard.order(table, games)
    return max(games, key=lambda game: (order.get(game, 0), game))


@dataclass(frozen=True, slots=True)
class _Known:
    """Reports in the commands of a round, by table: their number, the last one in force, and games undone."""

    counts: Mapping[str, int]
    standing: Mapping[str, Report]
    taken_back: Mapping[str, Collection[str]]


def _known_reports(done: Sequence[AnyAct], number: int) -> _Known:
    stands = {id(act) for act in effective_commands(done)}
    counts: dict[str, int] = {}
    last: dict[str, Report] = {}
    taken_back: dict[str, set[str]] = {}
    for act in done:
        if isinstance(act, commands.StartRound) and act.round == number:
            last, taken_back = {}, {}
        if not isinstance(act, commands.ReportResult) or act.round != number:
            continue
        counts[act.table] = counts.get(act.table, 0) + 1
        if id(act) in stands:
            last[act.table] = Report.from_act(act)
        else:
            taken_back.setdefault(act.table, set()).add(act.game)
    return _Known(counts, last, taken_back)
