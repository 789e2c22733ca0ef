"""The games of one table on disk: which one goes on, where the next one is kept."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from pathlib import Path

from overlook.table.game_sidecar import GameSidecar
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.game import Game
from referee.game.intents import Intent
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalBusyError, JournalError, JournalNewerError
from referee.records.journal.journal import Journal
from referee.records.journal.tail import beside, read_end

SUFFIX = ".game"
NUMBERED = re.compile(r"[0-9]{4,5}\.game")
MOST_BETWEEN = 1000
"""A table's games count up; a file with a number so much further on was not made by it."""


def game_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of all games kept in a table's folder, in the order of their names; nothing is opened."""
    return tuple(sorted((folder / "games").glob(f"*{SUFFIX}")))


class Games:
    """The folder of one table's games: `0001.game`, `0002.game`, ... One program at a time has one open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "games"
        self.folder.mkdir(parents=True, exist_ok=True)
        self._journal: Journal | None = None
        self._number = 0
        self._damage = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the games there are, the oldest first; a file far beyond the others is a stray one."""
        found = sorted(
            int(path.stem)
            for path in self.folder.glob(f"*{SUFFIX}")
            if NUMBERED.fullmatch(path.name) and path.name == self.path(int(path.stem)).name
        )
        steps = zip([0, *found], found, strict=False)
        stray = next((index for index, (before, number) in enumerate(steps) if number - before > MOST_BETWEEN), None)
        return tuple(found[:stray])

    @property
    def trouble(self) -> str:
        """What is wrong with the games on disk though the table goes on, in a sentence; empty where nothing is."""
        return self._damage or (self._journal.trouble if self._journal is not None else "")

    def checkpoint(self) -> None:
        """Put the open game together in its main file; raises `JournalError` when the disk fails."""
        if self._journal is not None:
            self._journal.checkpoint()

    @property
    def newest(self) -> int:
        """The number of the newest game, 0 when there is none."""
        return max(self.numbers, default=0)

    @property
    def number(self) -> int:
        """The number of the game that is open, else of the newest; 0 when there is none."""
        return self._number or self.newest

    @property
    def current(self) -> Path:
        """The file of the game that is open, else of the newest; where there is none, of the first to come."""
        return self.path(max(1, self.number))

    def path(self, number: int) -> Path:
        """Return the file of a game."""
        return self.folder / f"{number:04d}{SUFFIX}"

    def stamp(self, number: int) -> tuple[int, ...]:
        """Return what changes when a game does: the sizes and times of its file and of its write-ahead log."""
        path = self.path(number)
        files = [file for file in (path, path.with_name(f"{path.name}-wal")) if file.is_file()]
        return tuple(value for file in files for value in (file.stat().st_size, file.stat().st_mtime_ns))

    def go_on(self, flow: BattleFlow) -> Game:
        """Return the newest game that was begun where it stands, or a new one; raises what `Journal.open` raises.

        Where the newest one cannot be read the table has a new one, and `trouble` says what is wrong: nobody plays on
        over a game of which events are missing.
        """
        free = self.newest + 1
        for number in reversed(self.numbers):
            if self._nothing_known_of(number):
                self._damage = f"game {number} is empty: if one was played there, look for a backup"
                continue
            try:
                journal = Journal.open(self.path(number))
            except (JournalBusyError, JournalNewerError):
                raise
            except JournalError as fault:
                self._damage = f"game {number} was left as it is, a new one is begun: {fault}"
                return self._take(free, Journal.open(self.path(free)), flow)
            if journal.events or number == min(self.numbers):
                return self._take(number, journal, flow)
            journal.close()
            free = number
        return self._take(free, Journal.open(self.path(free)), flow)

    def _nothing_known_of(self, number: int) -> bool:
        """Whether a game's file is empty and nothing says that anything was ever in it: it was about to be made."""
        path = self.path(number)
        return path.is_file() and path.stat().st_size == 0 and read_end(beside(path)) is None

    def begin(self, flow: BattleFlow, set_up: Intent | None = None) -> Game:
        """Return a new game, with its set-up when one is given; the one before is closed and kept.

        When the set-up is refused or the disk fails, the one before stays open, and nothing is left of the new one.
        """
        number = self.newest + 1
        try:
            journal = Journal.open(self.path(number))
            try:
                game = _kept(flow, journal)
                if set_up is not None:
                    game.submit(set_up)
            except BaseException:
                journal.close()
                raise
        except BaseException:
            self._remove(number)
            raise
        self.close()
        self._number, self._journal = number, journal
        return game

    def sidecar(self) -> GameSidecar:
        """Return what is kept beside the open game."""
        return GameSidecar(self.current)

    def close(self) -> None:
        """Give the open game back."""
        if self._journal is not None:
            self._number = 0
            journal, self._journal = self._journal, None
            journal.close()

    def _take(self, number: int, journal: Journal, flow: BattleFlow) -> Game:
        self._number, self._journal = number, journal
        return _kept(flow, journal)

    def _remove(self, number: int) -> None:
        for suffix in ("", "-wal", "-shm", "-journal", ".lock", ".tail"):
            with contextlib.suppress(OSError):
                self.path(number).with_name(self.path(number).name + suffix).unlink()


def _kept(flow: BattleFlow, journal: Journal) -> Game:
    """Return the game of a journal, that keeps its events there."""

    def keep(events: Sequence[JournalEntry]) -> None:
        journal.append(events)

    return Game(flow, journal.events, keep=keep)
