"""The games of one table on disk: which one goes on, where the next one is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from overlook.table.beside import Beside
from referee.keeper.journal import Journal
from referee.rules.events import Event
from referee.rules.game.game import Game
from referee.rules.game.stage import Course

SUFFIX = ".game"


class Games:
    """The folder of one table's games: `0001.game`, `0002.game`, ... One program at a time has one open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "games"
        self.folder.mkdir(parents=True, exist_ok=True)
        self._journal: Journal | None = None

    @property
    def number(self) -> int:
        """The number of the newest game, 0 when there is none."""
        numbers = [int(path.stem) for path in self.folder.glob(f"*{SUFFIX}") if path.stem.isdecimal()]
        return max(numbers, default=0)

    def path(self, number: int) -> Path:
        """Return the file of a game."""
        return self.folder / f"{number:04d}{SUFFIX}"

    def go_on(self, flow: Course) -> Game:
        """Return the newest game where it stands, or a new one; raises what `Journal.open` raises."""
        return self._open(max(1, self.number), flow)

    def begin(self, flow: Course) -> Game:
        """Return a new game; the one before is closed and kept."""
        return self._open(self.number + 1, flow)

    def beside(self) -> Beside:
        """Return what is kept beside the newest game."""
        return Beside(self.path(max(1, self.number)))

    def close(self) -> None:
        """Give the open game back."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _open(self, number: int, flow: Course) -> Game:
        self.close()
        journal = Journal.open(self.path(number))
        self._journal = journal

        def keep(events: Sequence[Event]) -> None:
            journal.append(events)

        return Game(flow, journal.events, keep=keep)
