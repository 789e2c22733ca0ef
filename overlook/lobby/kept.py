"""The folders in which simulated tables keep what was played, apart from each other and from a real table's games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from overlook.demo.script import MISSION
from overlook.table.games import game_files
from referee.records.journal.errors import JournalError
from referee.records.recorded_game import read_game
from referee.rules.errors import RefereeError
from web.contract.setup.startup import LobbyWish

SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class Running:
    """What runs, and the folder of its games."""

    runs: LobbyWish
    folder: Path


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that is on: the folder that it is kept in, and what it is called."""

    folder: Path
    name: str


def folder_of(data: Path, runs: LobbyWish) -> Path:
    """Return where what runs keeps its games, below a table's data folder.

    The demonstration writes where it always did, unless a player's game is on there: then apart.
    """
    if runs is LobbyWish.PLAY:
        return data / SIMULATED / "ready"
    if runs is LobbyWish.SET_UP:
        return data / SIMULATED / "set-up"
    return data / SIMULATED / "demonstration" if runs is LobbyWish.WATCH and kept_in(data) is not None else data


def kept_games(data: Path) -> tuple[KeptGame, ...]:
    """Return the players' games that are on at this program's simulated tables, the one played last first."""
    folders = (data, folder_of(data, LobbyWish.PLAY), folder_of(data, LobbyWish.SET_UP))
    found = [one for one in map(kept_in, folders) if one is not None]
    return tuple(sorted(found, key=lambda one: _played_s(one.folder), reverse=True))


def kept_in(folder: Path) -> KeptGame | None:
    """Return the newest game of a folder if players have it on; None for a demonstration, an ended or a broken one."""
    files = game_files(folder)
    if not files:
        return None
    try:
        state = read_game(files[-1]).game().state
    except (OSError, JournalError, RefereeError):
        return None
    if not state.begun or state.ended or state.mission == MISSION:
        return None
    seats = " against ".join(side.seat.name for side in state.sides.values())
    return KeptGame(folder, f"{seats}, turning point {max(1, state.turning_point)}")


def _played_s(folder: Path) -> float:
    return max(path.stat().st_mtime for path in (folder / "games").iterdir())
