"""A table of another day: pieces of a library on the board, two models, kept on a Saturday."""

from __future__ import annotations

from datetime import date

import pytest

from calibration.library import entries_of, example_libraries
from overlook.setup import teams
from overlook.setup.draft import Draft, Piece
from overlook.setup.shelf import Kept, PlaceKept
from referee.keeper.rosters.reading import roster_text


@pytest.fixture(scope="session")
def saturday() -> Kept:
    """Two pieces on the board, two models of one team, no mission."""
    ruins = example_libraries()["volkus-like"]
    pieces = tuple(Piece(id=name, name=name.title(), entries=entries_of(ruins.piece(name))) for name in PLACES)
    text = teams.typed_text("Saltglass", [("Grub", 32.0, None), ("Ogre", 40.0, None)])
    roster = roster_text(text, "typed.toml")
    draft = teams.team_of(Draft(), "p1", roster, "typed.toml", text, "DICT_ARUCO_MIP_36h12")
    return Kept(on=date(2026, 11, 21), draft=draft.model_copy(update={"pieces": pieces}), terrain=PLACES)


PLACES = {"shell": PlaceKept(x=8.0, y=12.0, rotation_deg=-30.0), "rubble-a": PlaceKept(x=20.25, y=6.0)}
