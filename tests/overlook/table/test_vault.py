"""The vault: sealed choices survive a restart, leave the table by no file, and a lost vault is reported."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from overlook.maintenance.backup import Sources, make_backup, open_backup
from overlook.maintenance.restore import restore_backup
from overlook.table.games.games import Games
from overlook.table.games.vault import FOLDER
from referee.editions.registry import ruleset_of
from referee.game.engine.game import Game
from referee.game.intents import SetUp, read_intent
from referee.records.journal.errors import JournalError
from referee.records.journal.journal import Journal
from referee.records.journal.reading import read_journal
from referee.records.recorded_game import read_game
from tests.referee.game.conftest import SEATS, TEAMS

AT = datetime(2026, 11, 30, tzinfo=UTC)
FLOW = ruleset_of("kt21").flow
SECRET = "Headhunter"


OpenedTables = Callable[[Path], Games]


@pytest.fixture
def table() -> Iterator[OpenedTables]:
    """Open the games of a folder; all are closed after the test."""
    opened: list[Games] = []

    def games(folder: Path) -> Games:
        opened.append(Games(folder))
        return opened[-1]

    yield games
    for one in opened:
        one.close()


def do(game: Game, kind: str, **data: Any) -> None:
    number = len(game.log)
    game.submit(read_intent({"kind": kind, "id": f"i{number}", "by": data.get("player", "any"), **data}))


def sealed(games: Games) -> Game:
    """Begin a game in which a tac op is sealed."""
    game = games.begin(FLOW, SetUp(id="setup", by="any", seats=SEATS, operatives=TEAMS))
    do(game, "seal", player="p1", topic="tac_op_1", value=SECRET)
    return game


def contents(folder: Path, *, but: str = "") -> bytes:
    """Return the bytes of all files in a folder, except those below `but`."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return b"\n".join(path.read_bytes() for path in files if path.relative_to(folder).parts[0] != but)


def test_a_sealed_choice_is_in_the_vault_alone_and_the_vault_is_its_owners(table: OpenedTables, tmp_path: Path) -> None:
    games = table(tmp_path)
    sealed(games)
    games.checkpoint()
    assert SECRET.encode() not in contents(tmp_path, but=FOLDER)
    vault = games.vault(1).path
    assert SECRET in vault.read_text()
    assert stat.S_IMODE(vault.stat().st_mode) == 0o600
    assert stat.S_IMODE(vault.parent.stat().st_mode) == 0o700
    assert SECRET not in read_game(games.path(1)).text(read_game(games.path(1)).form)


def test_a_restart_between_seal_and_reveal_loses_nothing(table: OpenedTables, tmp_path: Path) -> None:
    games = table(tmp_path)
    before = sealed(games)
    log = before.log
    games.close()
    games = table(tmp_path)
    game = games.go_on(FLOW)
    assert game.log == log
    assert game.state == before.state
    assert games.trouble is None
    do(game, "reveal", player="p1", topic="tac_op_1")
    assert game.state.side("p1").revealed == {"tac_op_1": SECRET}
    assert game.log[-1].data["opened"][0]["values"] == [SECRET]
    games.close()
    games.vault(1).path.unlink()
    alone = table(tmp_path)
    assert alone.go_on(FLOW).state == game.state, "what was revealed needs no vault"
    assert alone.trouble is None


@pytest.mark.parametrize("damage", ["gone", "cut", "of another game", "not text"])
def test_a_lost_vault_is_reported_in_one_line_and_the_game_goes_on(
    table: OpenedTables, tmp_path: Path, damage: str
) -> None:
    games = table(tmp_path)
    sealed(games)
    games.close()
    vault = games.vault(1).path
    if damage == "gone":
        vault.unlink()
    elif damage == "cut":
        vault.write_bytes(vault.read_bytes()[:-40])
    elif damage == "of another game":
        vault.write_text(vault.read_text().replace(SECRET, "Rout"))
    else:
        vault.write_bytes(b"\xff\x00" * 50)
    again = table(tmp_path)
    game = again.go_on(FLOW)
    assert again.trouble is not None
    assert again.trouble.code == "games-secrets-lost"
    assert "\n" not in str(again.trouble)
    do(game, "seal", player="p2", topic="tac_op_1", value="Rout")
    do(game, "reveal", player="p2", topic="tac_op_1")
    assert game.state.side("p2").revealed == {"tac_op_1": "Rout"}


def test_a_line_that_a_power_cut_cut_off_does_not_damage_the_next(table: OpenedTables, tmp_path: Path) -> None:
    games = table(tmp_path)
    game = sealed(games)
    with games.vault(1).path.open("ab") as file:
        file.write(b'{"sequence":9,"id":"x"')
    do(game, "seal", player="p2", topic="tac_op_1", value="Rout")
    log = game.log
    games.close()
    assert table(tmp_path).go_on(FLOW).log == log


def test_nothing_happens_if_the_vault_or_the_journal_cannot_be_written(
    table: OpenedTables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = table(tmp_path)
    game = sealed(games)
    log, vault = game.log, games.vault(1).path
    vault.rename(vault.with_suffix(".aside"))
    vault.mkdir()
    with pytest.raises(JournalError) as error:
        do(game, "seal", player="p2", topic="tac_op_1", value="Rout")
    assert error.value.message.code == "games-secrets-not-kept"
    assert game.log == log == game.log
    assert len(read_journal(games.path(1))) == len(log)
    vault.rmdir()
    vault.with_suffix(".aside").rename(vault)
    with monkeypatch.context() as broken:
        broken.setattr(Journal, "append", lambda *_: (_ for _ in ()).throw(OSError("full")))
        with pytest.raises(OSError, match="full"):
            do(game, "seal", player="p2", topic="tac_op_1", value="Rout")
    do(game, "seal", player="p2", topic="tac_op_1", value="Hold")
    games.close()
    again = table(tmp_path).go_on(FLOW)
    assert again.log == game.log
    assert again.state.side("p2").sealed == {"tac_op_1": "Hold"}


def test_no_backup_has_a_sealed_choice_and_a_restore_on_the_same_table_keeps_it(
    table: OpenedTables, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    games = table(data)
    game = sealed(games)
    target = tmp_path / "table.backup"
    make_backup(Sources(data), target, program="x", at=AT, progress=lambda _: None)
    with open_backup(target) as (archive, manifest):
        assert all(SECRET.encode() not in archive.read(kept.path) for kept in manifest.files)
    games.close()
    done = restore_backup(target, data, at=AT, replace=True)
    again = table(done.data)
    assert again.go_on(FLOW).log == game.log
    assert again.trouble is None


def test_an_old_journal_with_the_choice_in_it_opens_and_reveals_as_before(table: OpenedTables, tmp_path: Path) -> None:
    games = table(tmp_path)
    game = sealed(games)
    log = [
        entry.model_copy(update={"data": {k: v for k, v in entry.data.items() if k != "salt"}}) for entry in game.log
    ]
    old = tmp_path / "old"
    (old / "games").mkdir(parents=True)
    with Journal.open(old / "games" / "0001.game") as journal:
        journal.append(log)
    again = table(old)
    resumed = again.go_on(FLOW)
    do(resumed, "reveal", player="p1", topic="tac_op_1")
    assert resumed.state.side("p1").revealed == {"tac_op_1": SECRET}
    assert "opened" not in resumed.log[-1].data
    assert again.trouble is None
