"""Who stands where in the hall: results and standings from the games that ended."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from venue.hub.table_reports import Outcome, outcome_of
from venue.messages import TableState

WIN, DRAW, LOSS = 3, 1, 0
CSV_HEAD = ("table", "game", "ended", "edition", "mission", "player_1", "vp_1", "player_2", "vp_2", "winner", "decided")


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended: the two players by name with their victory points; `winner` is empty for a draw.

    It may be won on fewer points: the other conceded. It is not `decided` if the table does not report who won a
    conceded game: then nobody is given a win or a draw.
    """

    table: str
    game: str
    ended: str
    edition: str
    mission: str
    players: tuple[str, str]
    points: tuple[int, int]
    winner: str = ""
    decided: bool = True


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's record: games, wins, draws, tournament points, victory points for and against."""

    player: str
    games: int
    wins: int
    draws: int
    score: int
    points_for: int
    points_against: int


def results_of(ended: Sequence[tuple[str, TableState]]) -> list[Result]:
    """Return the results of games between two players; others have none."""
    return [_result(table, state) for table, state in ended if len(state.sides) == 2]


def _result(table: str, state: TableState) -> Result:
    one, other = state.sides
    outcome = outcome_of(state)
    return Result(
        table,
        state.game,
        state.at.isoformat(timespec="seconds"),
        state.edition,
        state.title,
        (one.name, other.name),
        (one.vp, other.vp),
        {Outcome.FIRST: one.name, Outcome.SECOND: other.name}.get(outcome, ""),
        decided=outcome is not Outcome.UNDECIDED,
    )


def standings_of(results: Sequence[Result]) -> list[Standing]:
    """Return the standings: by score (3 a win, 1 a draw), victory points' difference, points for, then name."""
    players = sorted({name for result in results for name in result.players})
    return sorted(
        (_standing(name, results) for name in players),
        key=lambda one: (-one.score, one.points_against - one.points_for, -one.points_for, one.player),
    )


def _standing(player: str, results: Sequence[Result]) -> Standing:
    games = [(result, result.players.index(player)) for result in results if player in result.players]
    wins = sum(result.winner == player for result, _ in games)
    draws = sum(result.decided and not result.winner for result, _ in games)
    own = sum(result.points[seat] for result, seat in games)
    other = sum(result.points[1 - seat] for result, seat in games)
    return Standing(player, len(games), wins, draws, WIN * wins + DRAW * draws, own, other)


def results_csv(results: Sequence[Result]) -> str:
    """Return the results as CSV that spreadsheets and tournament tools read; a name is never a formula."""
    rows = [
        (
            one.table,
            one.game,
            one.ended,
            one.edition,
            one.mission,
            one.players[0],
            one.points[0],
            one.players[1],
            one.points[1],
            one.winner,
            "yes" if one.decided else "no",
        )
        for one in results
    ]
    return csv_text(CSV_HEAD, rows)


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows below a heading as CSV in which no cell is a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([plain_cell(value) for value in row] for row in rows)
    return text.getvalue()


def plain_cell(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
