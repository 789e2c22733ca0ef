"""A table in play."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from overlook.simulated.demonstration import OPENING_DICE, set_up
from overlook.table.games.games import Games
from overlook.table.session import TableSession
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace
from referee.game.intents import Answer
from simulation import example_catalogue, example_poses, example_rig
from tests.overlook.first_run.fresh_table import FreshTable
from tests.overlook.live_table import LiveTable


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """The program on the simulated table, with the demonstration game."""
    table = LiveTable(tmp_path_factory.mktemp("table")).start()
    yield table
    assert table.stop() == 0, table.said


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[LiveTable]:
    """The program on an empty simulated table."""
    table = LiveTable(tmp_path, "--set-up").start()
    yield table
    table.stop()


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FreshTable]:
    """The program in an empty folder, before whose camera hands hold things."""
    monkeypatch.setenv("HANDS", "")
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    table = FreshTable(tmp_path)
    yield table
    table.program.__exit__()


@pytest.fixture
def first_activation(tmp_path: Path) -> Iterator[TableSession]:
    """A table at the first activation of the demonstration's game, p1 to choose."""
    rules, games = ruleset_of("kt24"), Games(tmp_path)
    session = TableSession(
        edition=rules.edition,
        flow=rules.flow,
        catalogue=example_catalogue(),
        rig=example_rig(),
        games=games,
        now_s=time.monotonic,
    )
    poses = example_poses()
    places = {name: BoardPlace.of(where) for name, where in poses.operatives.items()}
    markers = {name: BoardPlace.of(where) for name, where in poses.markers.items()}
    session.begin(set_up(session.catalogue, places, markers, key="setup"))
    for number in range(40):
        if session.state.stage == "firefight":
            break
        prompt = session.game.prompts[0]
        keys = [choice.key for choice in prompt.choices]
        dice = () if keys else (OPENING_DICE[number % 2],) * prompt.dice
        choice = "p1" if "p1" in keys else prompt.default or next(iter(keys), None)
        session.submit(Answer(id=f"open-{number}", prompt=prompt.id, choice=None if dice else choice, dice=dice))
    assert session.state.stage == "firefight"
    yield session
    games.close()
