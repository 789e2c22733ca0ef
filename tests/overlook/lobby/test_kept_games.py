"""Which table runs next and where its games are kept: what players have played is nobody else's to write in."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.app.host import FAULTS
from overlook.errors import SetupRefusedError
from overlook.settings import Settings
from overlook.simulated.demonstration import MISSION, set_up
from overlook.simulated.lobby import SimulatedTables, folder_of, kept_games, kept_in, simulated_box
from overlook.simulated.simulated_box import NAME, BoxMemory
from overlook.table.games.games import Games
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace
from referee.game.intents import EndBattle, SetUp
from simulation import example_catalogue, example_poses
from web.contract.setup.actions import Put, TakeOff
from web.contract.setup.startup import LobbyWish


def begun(mission: str) -> SetUp:
    """Return the intent that begins a game of a mission."""
    poses = example_poses()
    places = {name: BoardPlace.of(where) for name, where in poses.operatives.items()}
    markers = {name: BoardPlace.of(where) for name, where in poses.markers.items()}
    return set_up(example_catalogue(), places, markers, key="setup").model_copy(update={"mission": mission})


def a_game(folder: Path, mission: str, *, ended: bool = False) -> None:
    """Play a game in a folder that far."""
    games = Games(folder)
    game = games.begin(ruleset_of("kt24").flow, begun(mission))
    if ended:
        game.submit(EndBattle(id="end"))
    games.close()


def settings_in(folder: Path) -> Settings:
    """Return a table's settings with that data folder."""
    return Settings.model_validate({"data": {"folder": folder}})


def test_a_players_game_that_is_on_can_be_continued_and_no_other(tmp_path: Path) -> None:
    assert kept_in(tmp_path) is None
    a_game(tmp_path, MISSION)
    assert kept_in(tmp_path) is None
    a_game(tmp_path, "Crossed Lines")
    kept = kept_in(tmp_path)
    assert kept is not None
    assert kept.name == Message.of("lobby-game", seats=["Blue", "Red"], turning_point=1)
    a_game(tmp_path, "Crossed Lines", ended=True)
    assert kept_in(tmp_path) is None


def test_a_damaged_game_is_none_to_continue_and_no_fault(tmp_path: Path) -> None:
    a_game(tmp_path, "Crossed Lines")
    with sqlite3.connect(tmp_path / "games" / "0001.game") as journal:
        journal.execute("PRAGMA writable_schema = 1")
        journal.execute("DELETE FROM sqlite_master")
    assert kept_in(tmp_path) is None


@pytest.mark.parametrize("runs", [LobbyWish.WATCH, LobbyWish.PLAY, LobbyWish.SET_UP])
def test_where_players_have_a_game_on_nothing_else_keeps_its_games(runs: LobbyWish, tmp_path: Path) -> None:
    a_game(tmp_path, "Crossed Lines")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.game")}
    tables = SimulatedTables(tmp_path, set_up=False)
    tables.want(runs)
    settings, _ = tables.next(settings_in(tmp_path))
    assert settings.data.folder == folder_of(tmp_path, runs) != tmp_path
    a_game(settings.data.folder, "Another")
    assert {path: path.read_bytes() for path in before} == before


def test_the_demonstration_writes_where_it_always_did_and_the_others_each_apart(tmp_path: Path) -> None:
    assert folder_of(tmp_path, LobbyWish.WATCH) == tmp_path
    folders = {folder_of(tmp_path, runs) for runs in (LobbyWish.WATCH, LobbyWish.PLAY, LobbyWish.SET_UP)}
    assert len(folders) == 3


def test_the_game_played_last_is_offered_first(tmp_path: Path) -> None:
    for runs in (LobbyWish.PLAY, LobbyWish.SET_UP):
        a_game(folder_of(tmp_path, runs), "Crossed Lines")
    for runs in (LobbyWish.SET_UP, LobbyWish.PLAY):
        last = folder_of(tmp_path, runs) / "games" / "0001.game"
        later_s = 10 + max(path.stat().st_mtime for path in tmp_path.rglob("*.game*"))
        os.utime(last, (later_s, later_s))
        assert kept_games(tmp_path)[0].folder == folder_of(tmp_path, runs)


def test_a_ready_game_is_laid_once_and_then_goes_on_as_it_stands(tmp_path: Path) -> None:
    tables = SimulatedTables(tmp_path, set_up=False)
    tables.want(LobbyWish.PLAY)
    settings, laid = tables.next(settings_in(tmp_path))
    assert laid is not None
    assert len(laid.bench.at(0.0).operatives) == 12
    laid.move(Put(kind="put", thing="a1", x=10.0, y=9.0), {})
    again, box = tables.next(settings_in(tmp_path))
    assert again.data.folder == settings.data.folder
    assert box is not None
    box.set_models(one for one in laid.bench.catalogue.operatives)
    assert box.bench.at(0.0).operatives["a1"].x == 10.0


def test_a_ready_game_that_the_disk_does_not_take_keeps_the_program_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    tables = SimulatedTables(tmp_path, set_up=False)
    tables.want(LobbyWish.PLAY)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FAULTS, match="No space left on device"):
        tables.next(settings_in(tmp_path))


@given(st.lists(st.tuples(st.sampled_from(["tower", "bunker", "platform"]), st.booleans()), max_size=6))
def test_a_box_that_is_opened_again_stands_as_it_was_left(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[str, bool]]
) -> None:
    memory = BoxMemory(tmp_path_factory.mktemp("box"))
    box = simulated_box(memory)
    for thing, on in moves:
        box.move(Put(kind="put", thing=thing) if on else TakeOff(kind="take_off", thing=thing), {})
    left = box.bench.at(0.0).terrain
    there = simulated_box(memory).bench.at(0.0).terrain
    assert {name: (at.x, at.y) for name, at in there.items()} == {name: (at.x, at.y) for name, at in left.items()}


def test_a_damaged_memory_is_none(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('{"version": 1, "places": {"tower": {"x": NaN}}}')
    assert not simulated_box(BoxMemory(tmp_path)).bench.at(0.0).terrain


def test_a_hand_that_finds_no_place_moves_nothing(tmp_path: Path) -> None:
    tables = SimulatedTables(tmp_path, set_up=False)
    tables.want(LobbyWish.PLAY)
    box = tables.next(settings_in(tmp_path))[1]
    assert box is not None
    before = box.bench.at(0.0)
    with pytest.raises(SetupRefusedError) as refused:
        box.move(Put(kind="put", thing="a1", x=-5.0, y=3.0), {})
    assert refused.value.message.code == "box-off-board"
    assert box.bench.at(0.0) is before


def test_a_table_that_was_begun_with_set_up_is_come_back_to(tmp_path: Path) -> None:
    tables = SimulatedTables(tmp_path, set_up=True)
    assert tables.next(settings_in(tmp_path))[0].data.folder == tmp_path
    for runs in (LobbyWish.WATCH, LobbyWish.PLAY, LobbyWish.SET_UP):
        tables.want(runs)
        folder = tables.next(settings_in(tmp_path))[0].data.folder
    assert folder == tmp_path
