"""Views of the hall: its tables, challenges, and the results and standings outside of events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pydantic import AwareDatetime, BaseModel, ConfigDict

from venue.hub.http import csv_text
from venue.hub.mqtt_ingest import TableUpdate
from venue.hub.store import TableRow
from venue.hub.table_reports import Outcome, outcome_of
from venue.protocol import GameMessage, Presence, RulingSaid, TableState

MOST_RULINGS = 5


class TableView(BaseModel):
    """One table as viewers see it; `revision` grows with every change in the hall."""

    model_config = ConfigDict(frozen=True)

    table: str
    revision: int
    online: bool = False
    state: TableState | None = None
    rulings: tuple[str, ...] = ()


class HallFeed:
    """Current views of all tables, for one event loop. A slow viewer gets the newest state, not those it missed."""

    def __init__(self, rows: Iterable[TableRow]) -> None:
        self.revision = 1
        self._tables = {
            row.table: TableView(table=row.table, revision=1, online=row.online, state=row.state) for row in rows
        }
        self._texts: dict[str, tuple[int, str]] = {}
        self._changed = asyncio.Event()

    def take(self, news: TableUpdate) -> None:
        """Process a message of a table."""
        self.revision += 1
        before = self._tables.get(news.table) or TableView(table=news.table, revision=0)
        update: dict[str, object] = {"revision": self.revision}
        match news.message:
            case Presence() as presence:
                update["online"] = presence.online
            case TableState() as state:
                update["state"] = state
            case GameMessage() as said:
                calls = tuple(f"{one.verdict}: {one.claim}" for one in said.rulings)
                update["rulings"] = (*reversed(calls), *before.rulings)[:MOST_RULINGS]
        self._tables[news.table] = before.model_copy(update=update)
        self._changed.set()

    def tables(self, after: int = 0) -> list[TableView]:
        """Return the tables that changed since a revision, by name."""
        return [view for _, view in sorted(self._tables.items()) if view.revision > after]

    def text(self, views: Iterable[TableView]) -> str:
        """Return views as a JSON list; each view is encoded once for all viewers."""
        return f"[{','.join(self._text(view) for view in views)}]"

    def _text(self, view: TableView) -> str:
        revision, text = self._texts.get(view.table, (0, ""))
        if revision != view.revision:
            text = view.model_dump_json()
            self._texts[view.table] = (view.revision, text)
        return text

    async def changes(self, after: int = 0) -> AsyncIterator[list[TableView]]:
        """Yield the tables that changed since a revision, at once if there are any, then each later change."""
        while True:
            views = self.tables(after)
            if views:
                after = self.revision
                yield views
                continue
            self._changed.clear()
            await self._changed.wait()


MOST = 500


class ChallengeOutcome(StrEnum):
    """What became of a challenge."""

    OPEN = "open"
    UPHELD = "upheld"
    WITHDRAWN = "withdrawn"


CLOSING = {"challenge_upheld": ChallengeOutcome.UPHELD, "withdrawn": ChallengeOutcome.WITHDRAWN}


class ChallengeView(BaseModel):
    """One challenge: at which table and in which game, by whom, the rulings that were doubted, what became of it."""

    model_config = ConfigDict(frozen=True)

    table: str
    game: str
    sequence: int
    at: AwareDatetime
    by: str
    rulings: tuple[RulingSaid, ...]
    outcome: ChallengeOutcome = ChallengeOutcome.OPEN


def challenges_of(said: Iterable[tuple[str, GameMessage]]) -> list[ChallengeView]:
    """Return the challenges in the messages (given in order), the newest first and at most `MOST`."""
    rulings: dict[tuple[str, str], dict[int, tuple[RulingSaid, ...]]] = {}
    found: dict[tuple[str, str, int], ChallengeView] = {}
    open_: dict[tuple[str, str], tuple[str, str, int]] = {}
    for table, one in said:
        game = (table, one.game)
        if one.rulings:
            caused = rulings.setdefault(game, {})
            caused[one.cause] = (*caused.get(one.cause, ()), *one.rulings)
        if one.kind == "challenged":
            key = (*game, one.sequence)
            doubted = rulings.get(game, {}).get(_whole(one.data.get("of")), ())
            found[key] = ChallengeView(
                table=table,
                game=one.game,
                sequence=one.sequence,
                at=one.at,
                by=str(one.data.get("by", ""))[:64],
                rulings=doubted,
            )
            open_[game] = key
        elif one.kind in CLOSING and game in open_:
            key = open_.pop(game)
            found[key] = found[key].model_copy(update={"outcome": CLOSING[one.kind]})
    return list(reversed(found.values()))[:MOST]


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


WIN, DRAW, LOSS = 3, 1, 0
CSV_HEAD = ("table", "game", "ended", "edition", "mission", "player_1", "vp_1", "player_2", "vp_2", "winner", "decided")


@dataclass(frozen=True, slots=True)
class Result:
    """Result of one game: the two players by name with their victory points; `winner` is empty for a draw.

    After a concession the winner may have fewer points. `decided` is false if the table does not report who won a
    conceded game: it then counts neither as a win nor as a draw.
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
class LeagueStanding:
    """Record of one player: games, wins, draws, tournament points, victory points for and against."""

    player: str
    games: int
    wins: int
    draws: int
    score: int
    points_for: int
    points_against: int


def results_of(ended: Sequence[tuple[str, TableState]]) -> list[Result]:
    """Return the results of games between two players; other games are left out."""
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


def league_standings(results: Sequence[Result]) -> list[LeagueStanding]:
    """Return the standings: by score (3 a win, 1 a draw), difference of victory points, points for, then name."""
    players = sorted({name for result in results for name in result.players})
    return sorted(
        (_standing(name, results) for name in players),
        key=lambda one: (-one.score, one.points_against - one.points_for, -one.points_for, one.player),
    )


def _standing(player: str, results: Sequence[Result]) -> LeagueStanding:
    games = [(result, result.players.index(player)) for result in results if player in result.players]
    wins = sum(result.winner == player for result, _ in games)
    draws = sum(result.decided and not result.winner for result, _ in games)
    own = sum(result.points[seat] for result, seat in games)
    other = sum(result.points[1 - seat] for result, seat in games)
    return LeagueStanding(player, len(games), wins, draws, WIN * wins + DRAW * draws, own, other)


def results_csv(results: Sequence[Result]) -> str:
    """Return the results as CSV for spreadsheets and tournament tools."""
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
