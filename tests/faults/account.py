"""What a fault cost: acknowledged events that are gone, events that the hub lacks, has twice or out of order."""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.game.engine.timeline import fold_all
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalError
from referee.records.journal.reading import read_journal
from tests.overlook.hall.told_kinds import told_kind, told_kinds

Line = tuple[int, str]


@dataclass
class Account:
    """The sum over all times that one fault was tried."""

    fault: str
    times: int = 0
    acknowledged: int = 0
    refused: int = 0
    unanswered: int = 0
    events: int = 0
    lost: int = 0
    missing: int = 0
    twice: int = 0
    disordered: int = 0
    state_differs: int = 0
    unsaid: int = 0
    slowest_s: float = 0.0
    notes: list[str] = field(default_factory=list)

    @property
    def cost(self) -> int:
        """Everything that must be nothing."""
        return self.lost + self.missing + self.twice + self.disordered + self.state_differs + self.unsaid

    def line(self) -> str:
        """Return one line of the table."""
        numbers = (self.times, self.acknowledged, self.refused, self.unanswered, self.events)
        costs = (self.lost, self.missing, self.twice, self.disordered, self.state_differs, self.unsaid)
        cells = "".join(f"{number:>9}" for number in (*numbers, *costs))
        return f"{self.fault:<18}{cells}{self.slowest_s:>9.1f}"


HEAD = f"{'fault':<18}" + "".join(
    f"{word:>9}"
    for word in (
        "times",
        "taken",
        "refused",
        "no answ.",
        "events",
        "lost",
        "missing",
        "twice",
        "disorder",
        "state",
        "unsaid",
        "worst s",
    )
)


def journals(folder: Path) -> list[list[JournalEntry]]:
    """Return the events of every game of a table, the oldest game first."""
    games = []
    for path in sorted((folder / "games").glob("*.game")):
        with contextlib.suppress(JournalError):
            games.append(list(read_journal(path)))
    return [game for game in games if game]


def caught_up(folder: Path, database: Path, table: str) -> bool:
    """Whether the hub has as many events as the journals: asked often, so only counted."""
    try:
        kept = sum(map(_events, (folder / "games").glob("*.game")))
        return kept == _count(database, f"SELECT count(*) FROM said WHERE stands AND table_name = '{table}'")
    except sqlite3.Error:
        return False


def _events(path: Path) -> int:
    """Return how many events a game has: none where it was cut off before its first."""
    made = _count(path, "SELECT count(*) FROM sqlite_master WHERE name = 'events'")
    return _count(path, "SELECT count(*) FROM events") if made else 0


def _count(path: Path, query: str) -> int:
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        return int(connection.execute(query).fetchone()[0])


def heard(database: Path, table: str) -> list[tuple[str, int, str, str, bool]]:
    """Return what a hub has of a table, in its order: game, sequence, kind, seal, whether it stands."""
    with contextlib.closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        rows = connection.execute(
            "SELECT game, sequence, kind, seal, stands FROM said WHERE table_name = ? ORDER BY id", (table,)
        )
        return [
            (str(game), int(number), str(kind), str(seal), bool(stands)) for game, number, kind, seal, stands in rows
        ]


def differing(games: list[list[JournalEntry]], database: Path, table: str) -> tuple[int, int, int]:
    """Return how many events the hub lacks, has twice, and has elsewhere than in order."""
    try:
        rows = heard(database, table)
    except sqlite3.Error:
        return sum(map(len, games)), 0, 0
    kept = told_kinds(event for game in games for event in game)
    found = [(sequence, told_kind(kind)) for _, sequence, kind, _, stands in rows if stands]
    twice = sum(count - 1 for count in Counter((game, sequence, seal) for game, sequence, _, seal, _ in rows).values())
    twice += sum(not stands for *_, stands in rows)
    missing = sum((Counter(kept) - Counter(found)).values())
    disorder = 0 if missing else sum(one != other for one, other in zip(kept, found, strict=False))
    return missing, twice, disorder


def shown_as_folded(events: list[JournalEntry], game: dict[str, Any]) -> bool:
    """Whether what a table shows is what its journal comes to."""
    state = fold_all(events).state
    seats = [(player, side.cp, max(0, side.total_vp)) for player, side in state.sides.items()]
    acting = state.acting.operative if state.acting is not None else None
    return (
        seats == [(seat["player"], seat["cp"], seat["vp"]) for seat in game["seats"]]
        and (state.stage.replace("_", " "), state.turning_point, state.turn)
        == (game["phase"].replace("_", " "), game["turning_point"], game["turn"])
        and (acting, state.initiative) == (game["active"], game["initiative"])
    )
