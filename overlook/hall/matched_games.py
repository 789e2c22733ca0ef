"""The matches that a table's games were played for, on disk: the outbox is sometimes filled again long after a game."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from calibration.files import read_undigested
from overlook.hall.game_messages import game_name
from overlook.table.games import Games
from overlook.writing import write_json
from referee.records.journal.reading import read_written

FILE = "hall-matches.json"
MOST = 500
"""Games that are remembered; older ones were reported long ago."""

_FILE: TypeAdapter[dict[str, str | None]] = TypeAdapter(dict[str, str | None])


class MatchedGames:
    """By a game's name in the hall, the match that the hub had assigned to the table when the game began.

    That is None if the hub had assigned none that has an id. A game that is not here was not begun in this hall.
    `fault` says in one line why the file cannot be read, empty if it can.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.fault = ""
        self.matches: dict[str, str | None] = self._read()

    def begin(self, games: Games, number: int, match: str | None) -> None:
        """Remember the match of a game that has just begun; the first one counts.

        Raises `JournalError` for a game that cannot be read, and `OSError` if the disk fails: then it is remembered
        until the program ends.
        """
        written = read_written(games.path(number))
        if not written or (name := game_name(number, written[0])) in self.matches:
            return
        newest = {**self.matches, name: match}
        self.matches = dict(list(newest.items())[-MOST:])
        write_json(self._path, self.matches)

    def match_of(self, game: str) -> str | None:
        """Return the match of a game, empty if it was begun outside this hall, None if that is not known."""
        return self.matches.get(game, None if self.fault else "")

    def _read(self) -> dict[str, str | None]:
        try:
            return _FILE.validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            self.fault = f"{self._path.name} cannot be read: the matches of earlier games are not known"
            return {}
