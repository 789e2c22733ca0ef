"""A table with damaged games starts, reports what is missing, and does not overwrite them."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from overlook.table.games.games import Games
from overlook.table.recordings.archive import TableArchive
from overlook.table.recordings.clips import Clips
from overlook.table.session import TableSession
from referee.editions.registry import ruleset_of
from referee.game.intents import Score
from referee.records.journal.database import MIGRATIONS
from referee.records.journal.errors import JournalBusyError, JournalNewerError
from referee.records.journal.journal import Journal
from referee.records.journal.reading import read_journal
from referee.records.journal.recovery import recover
from referee.rules.ruling import Threshold
from tests.depth import depth
from tests.faults.damage import cut, emptied, flipped, zeroed
from web.contract.errors import UnknownError

FLOW = ruleset_of("kt24").flow
TRIES = depth(6, 50)


@pytest.fixture
def played(first_activation: TableSession, tmp_path: Path) -> Path:
    """The folder of a table that was cut off in play, with events in both of its game's files."""
    games = first_activation.games
    games.checkpoint()
    for number in range(20):
        first_activation.submit(
            Score(id=f"more-{number}", player="p1", op="crit", vp=1 - 2 * (number % 2), by="referee")
        )
    folder = tmp_path / "cut"
    shutil.copytree(tmp_path / "games", folder / "games", ignore=lambda *_: ["0001.game.lock"])
    games.close()
    return folder


def gone(path: Path, _: random.Random) -> None:
    path.unlink()


@pytest.mark.parametrize("damage", [cut, flipped, zeroed, emptied])
@pytest.mark.parametrize("name", ["0001.game", "0001.game-wal", "0001.game.tail"])
def test_a_table_starts_despite_damaged_files_and_reports_lost_events(
    played: Path, tmp_path: Path, name: str, damage: Callable[[Path, random.Random], None]
) -> None:
    whole = read_journal(played / "games" / "0001.game")
    draws, named = random.Random(f"{name} {damage.__name__}"), 0
    for number in range(TRIES if damage is not emptied else 1):
        folder = tmp_path / str(number)
        shutil.copytree(played, folder)
        damage(folder / "games" / name, draws)
        games = Games(folder)
        game = games.go_on(FLOW)
        if game.log != whole:
            assert games.trouble is not None
            assert (games.trouble.code, games.trouble["game"]) == ("games-damaged", 1)
            assert game.log == ()
            assert games.number == 2
            named += 1
        elif "tail" not in name and name.endswith("wal"):
            assert games.trouble is None
        games.close()
        shutil.rmtree(folder)
    print(f"\n{name} {damage.__name__}: {TRIES} tries, {named} named as lost, none silent")


@pytest.mark.parametrize(("name", "code"), [("0001.game-wal", "games-damaged"), ("0001.game", "games-missing")])
def test_a_missing_file_is_reported_at_each_start(played: Path, name: str, code: str) -> None:
    gone(played / "games" / name, random.Random(1))
    for _ in range(2):
        games = Games(played)
        assert games.go_on(FLOW).log == ()
        assert games.trouble is not None
        assert (games.trouble.code, games.trouble["game"]) == (code, 1)
        assert games.number == 2
        games.close()


def test_a_game_before_a_missing_one_is_not_continued_and_the_next_game_has_another_number(played: Path) -> None:
    shutil.copyfile(played / "games" / "0001.game.tail", played / "games" / "0002.game.tail")
    games = Games(played)
    assert games.go_on(FLOW).log == ()
    assert games.number == 3
    games.begin(FLOW)
    assert games.number == 4
    games.close()


def test_old_games_may_be_deleted(played: Path) -> None:
    whole = read_journal(played / "games" / "0001.game")
    for path in [*(played / "games").glob("0001.game*")]:
        shutil.copyfile(path, path.with_name(path.name.replace("0001", "0002")))
    gone(played / "games" / "0001.game", random.Random(1))
    games = Games(played)
    assert games.go_on(FLOW).log == whole
    assert games.trouble is None
    games.close()


def test_a_damaged_game_is_reported_at_each_start_until_it_is_repaired(played: Path) -> None:
    gone(played / "games" / "0001.game-wal", random.Random(1))
    for _ in range(3):
        games = Games(played)
        assert games.go_on(FLOW).log == ()
        assert games.trouble is not None
        assert games.trouble.code == "games-damaged"
        assert games.number == 2
        assert games.numbers == (1, 2)
        games.close()
    recover(played / "games" / "0001.game")
    games = Games(played)
    assert len(games.go_on(FLOW).log) > 10
    assert games.number == 1
    assert games.trouble is None
    games.close()


def test_the_replay_page_reports_a_damaged_game_without_a_path(played: Path) -> None:
    gone(played / "games" / "0001.game-wal", random.Random(1))
    games = Games(played)
    games.go_on(FLOW)
    archive = TableArchive(games, Clips(games), Threshold())
    (damaged,) = [one for one in asyncio.run(archive.games()).games if one.number == 1]
    assert damaged.problem is not None
    assert "missing" in damaged.problem
    assert str(played) not in damaged.problem
    with pytest.raises(UnknownError) as unknown:
        asyncio.run(archive.recording(99_999))
    assert str(played) not in str(unknown.value)
    games.close()


def test_two_tables_on_one_folder_and_a_newer_program_still_stop(played: Path) -> None:
    games = Games(played)
    games.go_on(FLOW)
    with pytest.raises(JournalBusyError):
        Games(played).go_on(FLOW)
    games.close()
    Journal.open(played / "games" / "0002.game", migrations=(*MIGRATIONS, "CREATE TABLE later (x);")).close()
    with pytest.raises(JournalNewerError):
        Games(played).go_on(FLOW)


@pytest.mark.parametrize("name", ["99999.game", "9999999999999.game", "00001.game", "２.game", "x.game", "-5.game"])
def test_a_stray_file_is_no_game_of_this_table(played: Path, name: str) -> None:
    shutil.copyfile(played / "games" / "0001.game", played / "games" / name)
    games = Games(played)
    whole = read_journal(played / "games" / "0001.game")
    assert games.numbers == (1,)
    assert games.go_on(FLOW).log == whole
    assert games.number == 1
    games.close()
