"""What was called at a table reaches the hub once and in order, wherever the way between is cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from messages.message import Message
from overlook.hall.judge_calls import FILE
from overlook.hall.outbox_relay import OutboxRelay, open_outbox
from overlook.table.session import TableSession
from referee.game.intents import Score
from referee.rules.ruling import Threshold
from tests.overlook.hall.calling import Called, Play
from tests.overlook.hall.told_kinds import told_kinds
from venue.hub.store import ReceivedBatch, Store
from venue.protocol import KINDS, GameMessage


class Told:
    """A table's outbox, and a hub's store that hears it."""

    def __init__(self, table: Called, session: TableSession, folder: Path) -> None:
        self.table, self.session, self.folder = table, session, folder
        self.store = Store(f"sqlite:///{folder / 'hub.sqlite'}")
        self.again()

    def again(self) -> None:
        self.outbox = open_outbox(self.folder)
        self.relay = OutboxRelay(self.session.games, self.outbox, Threshold(), self.table.judge.log)

    def follow(self) -> int:
        count = self.relay.copy_new_events()
        said = [GameMessage.model_validate_json(body) for _, body in self.outbox.ready(0, 100_000)]
        self.store.keep(ReceivedBatch([("t1", one) for one in said]))
        return count

    def heard(self) -> tuple[list[tuple[int, str]], list[tuple[str, str]]]:
        said = [one for _, one in self.store.said("t1")]
        game = told_kinds(one for one in said if one.kind not in KINDS)
        return game, [(one.kind, str(one.data["call"])) for one in said if one.kind in KINDS]

    def check(self) -> None:
        """The hub has every event of the game and every line of the log once, each in its order."""
        game, calls = self.heard()
        assert game == told_kinds(self.session.game.log)
        assert calls == [(one.kind, one.call) for one in self.table.judge.log.facts]


def log_fault(table: Called) -> Message | None:
    return table.judge.log.fault


def test_the_hub_has_each_call_once_and_in_order_wherever_the_way_is_cut(
    first_activation: TableSession, at_table: Callable[[Play], None], tmp_path: Path
) -> None:
    session = first_activation

    def scored() -> None:
        session.submit(Score(id=session.new_id("score"), player="p1", op="crit", vp=1))

    async def scene(table: Called) -> None:
        told = Told(table, session, tmp_path)
        await table.do("call")
        told.follow()
        told.check()
        assert told.follow() == 0
        await table.do("withdraw")
        before = len(session.game.log)
        scored()
        told.outbox.close()
        table.restart()
        told.again()
        assert told.follow() == 1 + len(session.game.log) - before
        told.check()
        told.outbox.renew()
        await table.do("call")
        scored()
        told.follow()
        told.check()
        told.outbox.close()
        for file in tmp_path.glob("hall.outbox*"):
            file.unlink()
        told.again()
        told.follow()
        told.check()
        told.outbox.close()
        told.store.close()

    at_table(scene)


def test_an_outbox_of_before_there_were_calls_goes_on(
    first_activation: TableSession, at_table: Callable[[Play], None], tmp_path: Path
) -> None:
    async def scene(table: Called) -> None:
        outbox = open_outbox(tmp_path)
        OutboxRelay(first_activation.games, outbox, Threshold()).copy_new_events()
        mark = outbox.mark
        assert '"calls":0' in mark
        of_before = mark.replace(',"calls":0,"call":""', "")
        assert of_before != mark
        outbox.append([], of_before)
        outbox.close()
        await table.do("call")
        told = Told(table, first_activation, tmp_path)
        assert told.follow() == 1
        told.check()
        told.outbox.close()
        told.store.close()

    at_table(scene)


def test_a_judge_is_told_though_the_games_journal_cannot_be_read(
    first_activation: TableSession, at_table: Callable[[Play], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(table: Called) -> None:
        told = Told(table, first_activation, tmp_path)
        await table.do("call")

        def broken(*_: object) -> int:
            raise OSError("Input/output error")

        monkeypatch.setattr(OutboxRelay, "_go_on", broken)
        with pytest.raises(OSError, match="Input/output"):
            told.relay.copy_new_events()
        assert len(told.outbox.ready(0, 10)) == 1
        told.outbox.close()
        told.store.close()

    at_table(scene)


def test_calls_that_the_hall_was_told_of_and_are_gone_are_named_once(
    first_activation: TableSession, at_table: Callable[[Play], None], tmp_path: Path
) -> None:
    async def scene(table: Called) -> None:
        told = Told(table, first_activation, tmp_path)
        await table.do("call")
        await table.do("withdraw")
        told.follow()
        told.outbox.close()
        path = table.folder / FILE
        path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
        table.restart()
        assert log_fault(table) is None
        told.again()
        told.follow()
        assert log_fault(table) == Message.of("judge-log-short", file=FILE, lines=1, known=2)
        told.outbox.close()
        table.restart()
        told.again()
        told.follow()
        assert log_fault(table) is None
        told.outbox.close()

    at_table(scene)
