"""A table to set up, and one of another day: pieces of a library on the board, two models, kept on a Saturday."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from calibration.catalogue import Catalogue
from calibration.terrain_library import entries_of, example_libraries
from overlook.app.table_vision import outline_at
from overlook.setup import teams
from overlook.setup.draft import Draft, DraftStore, Piece
from overlook.setup.saved_setups import PlaceKept, SavedSetup
from overlook.setup.service import SetupService
from overlook.table.games.games import Games
from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.editions.registry import ruleset_of
from referee.records.files.roster_file import roster_text
from referee.rules.ruling import Threshold
from simulation import example_catalogue, example_rig


@pytest.fixture(scope="session")
def saturday() -> SavedSetup:
    """Two pieces on the board, two models of one team, no mission."""
    ruins = example_libraries()["volkus-like"]
    pieces = tuple(Piece(id=name, name=name.title(), entries=entries_of(ruins.piece(name))) for name in PLACES)
    text = teams.typed_text("Saltglass", [("Grub", 32.0, None), ("Ogre", 40.0, None)], edition="2024")
    roster = roster_text(text, "typed.toml")
    draft = teams.team_of(
        Draft(), "p1", roster=roster, source="typed.toml", text=text, dictionary="DICT_ARUCO_MIP_36h12"
    )
    return SavedSetup(on=date(2026, 11, 21), draft=draft.model_copy(update={"pieces": pieces}), terrain=PLACES)


PLACES = {"shell": PlaceKept(x=8.0, y=12.0, rotation_deg=-30.0), "rubble-a": PlaceKept(x=20.25, y=6.0)}


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """The folder of the table's games."""
    games = Games(tmp_path / "games")
    yield games
    games.close()


@pytest.fixture(scope="session")
def given() -> Catalogue:
    """What carries which tag on the table, as its file says."""
    return example_catalogue()


@pytest.fixture
def table(given: Catalogue, games: Games) -> TableSession:
    """A table before its first game."""
    rules = ruleset_of("kt24")
    return TableSession(
        edition=rules.edition,
        flow=rules.flow,
        catalogue=given,
        rig=example_rig(),
        games=games,
        now_s=time.monotonic,
    )


@pytest.fixture
def setup(given: Catalogue, table: TableSession, tmp_path: Path) -> SetupService:
    """The service by which that table is set up."""
    return SetupService(
        TableService(table, Threshold()), given, DraftStore(tmp_path / "setup"), outline=outline_at, today=date.today
    )
