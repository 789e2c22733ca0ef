"""A new game begins completely or not at all, and then the previous one continues."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from messages.message import Message
from overlook.table.games.games import Games
from overlook.table.session import TableSession
from referee.editions.registry import ruleset_of
from referee.game.intents import Score
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalError
from referee.records.journal.journal import Journal


def test_a_game_that_cannot_begin_leaves_the_one_before_open(
    first_activation: TableSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = first_activation
    before = table.game.log

    def full(_: Journal, events: Sequence[JournalEntry]) -> None:
        raise JournalError(Message.stored(f"{len(events)} events were not kept"))

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", full)
        with pytest.raises(JournalError):
            table.begin(table.new_game(free=True))
    assert table.game.log == before
    assert [path.name for path in sorted((tmp_path / "games").glob("*.game"))] == ["0001.game"]
    table.submit(Score(id="later", player="p1", op="crit", vp=1))
    assert table.game.log[-1].sequence > before[-1].sequence


def test_a_game_without_events_is_skipped(first_activation: TableSession, tmp_path: Path) -> None:
    kept = first_activation.game.log
    first_activation._games.close()
    Journal.open(tmp_path / "games" / "0002.game").close()
    (tmp_path / "games" / "0003.game").touch()
    games = Games(tmp_path)
    again = games.go_on(ruleset_of("kt24").flow)
    assert again.log == kept
    assert games.number == 1
    assert games.newest == 3
    games.close()
