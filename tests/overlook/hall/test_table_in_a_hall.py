"""A table in its hall, with a real broker: the hub has every event of every game once, in order."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from overlook.hall import hall
from overlook.hall.hall import Hall, broker_of
from overlook.hall.outbox_relay import OutboxRelay, open_outbox
from overlook.settings import load_settings
from referee.records.journal.reading import read_journal
from referee.rules.ruling import Threshold
from tests.overlook.hall.told_kinds import told_kinds
from tests.overlook.live_table import LiveTable
from tests.overlook.lobby.simulated_play import want
from tests.overlook.played_table import Table, played
from tests.venue.conftest import Mosquitto
from tests.venue.hall import Hub, until
from venue.errors import VenueError
from venue.mqtt import Broker
from venue.publisher import Publisher
from web.contract.base import HealthState
from web.contract.table.snapshot import HealthView


def told(hub: Hub, folder: Path, table: str = "t1") -> bool:
    """Whether the hub has what the journals of a folder keep: each event once, in order."""
    kept = [event for game in sorted((folder / "games").glob("*.game")) for event in read_journal(game)]
    heard = [said for _, said in hub.store.said(table)]
    assert len(heard) <= len(kept)
    return told_kinds(heard) == told_kinds(kept)


def in_hall(table: Table, folder: Path, port: int) -> Hall:
    outbox = open_outbox(folder)
    publisher = Publisher("t1", Broker("127.0.0.1", port), outbox, program="overlook test")
    return Hall("127.0.0.1", outbox, OutboxRelay(table.games, outbox, Threshold()), publisher)


async def health_of(table: Table, code: str) -> HealthState:
    """Return the state of the link once its health has a message of this code."""

    def shows(one: HealthView) -> bool:
        if one.part != "hall" or one.message is None:
            return False
        parts = one.message["parts"] if one.message.has("parts") else (one.message,)
        return code in {part.code for part in parts}

    now = await table.until(lambda now: any(map(shows, now.health)))
    return next(one.state for one in now.health if one.part == "hall")


def test_a_table_plays_on_without_its_broker_and_says_everything_when_it_is_there(
    tmp_path: Path, broker: Mosquitto
) -> None:
    broker.kill()
    folder = tmp_path / "table"

    async def play(table: Table) -> None:
        running = asyncio.create_task(in_hall(table, folder, broker.port).run(table.service))
        await table.begun()
        await table.firefight()
        assert await health_of(table, "hall-unreachable") is HealthState.TROUBLE
        assert await health_of(table, "hall-events-wait") is HealthState.TROUBLE
        broker.start()
        hub = Hub(tmp_path, broker.port).start()
        assert await health_of(table, "hall-connected") is HealthState.OK
        assert await health_of(table, "hall-nothing-waits") is HealthState.OK
        await table.took("undo")
        await table.took("redo")
        await table.took("undo")
        await asyncio.to_thread(until, lambda: told(hub, folder))
        row = next(row for row in hub.store.tables() if row.table == "t1")
        assert row.online
        assert row.state is not None
        assert [side.name for side in row.state.sides] == ["Blue", "Red"]
        assert row.state.title == "Demonstration"
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        await asyncio.to_thread(until, lambda: not hub.store.tables()[0].online)
        hub.close()

    played(folder, play)


def test_a_table_that_is_stopped_says_its_last_events_first(
    tmp_path: Path, broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "TICK_S", 2.0)
    folder = tmp_path / "table"

    async def play(table: Table) -> None:
        hub = Hub(tmp_path, broker.port).start()
        running = asyncio.create_task(in_hall(table, folder, broker.port).run(table.service))
        await table.begun()
        await table.firefight()
        assert await health_of(table, "hall-connected") is HealthState.OK
        assert await health_of(table, "hall-nothing-waits") is HealthState.OK
        for _ in range(5):
            await table.took("undo")
            await table.took("redo")
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        await asyncio.to_thread(until, lambda: not hub.store.tables()[0].online)
        assert told(hub, folder)
        hub.close()

    played(folder, play)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ('broker = "hall.local"', "Set both broker and table"),
        ('broker = "hall.local"\ntable = "Table 1"', "'Table 1'"),
        ('broker = "hall.local"\ntable = "t1"\nport = 70000', "venue.port"),
        ('broker = "hall.local"\ntable = "t1"\npassword = "a"\npassword_file = "b"', "not both"),
        ('broker = "hall.local"\ntable = "t1"\npassword_file = "none"', "none: the file cannot be read"),
        ('broker = "hall.local"\ntable = "t1"\nca_file = "none.crt"', "none.crt: no such file"),
    ],
)
def test_a_venue_that_cannot_be_is_one_line(tmp_path: Path, lines: str, says: str) -> None:
    file = tmp_path / "overlook.toml"
    file.write_text(f"[venue]\n{lines}\n")
    with pytest.raises(ValueError, match=r"venue|broker") as refusal:
        broker_of(load_settings(file).venue)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert isinstance(refusal.value, ValueError | VenueError)


def test_files_of_the_venue_lie_beside_the_settings_and_a_password_is_not_printed(tmp_path: Path) -> None:
    (tmp_path / "ca.crt").write_text("")
    (tmp_path / "secret").write_text("swordfish\n")
    file = tmp_path / "overlook.toml"
    file.write_text('[venue]\nbroker = "h"\ntable = "t1"\nca_file = "ca.crt"\npassword_file = "secret"\n')
    settings = load_settings(file)
    broker = broker_of(settings.venue)
    assert broker == Broker("h", 8883, "t1", "swordfish", str(tmp_path / "ca.crt"))
    assert "swordfish" not in repr(broker)
    assert "swordfish" not in repr(settings)


@pytest.mark.slow
def test_the_program_says_every_game_to_the_hub_through_restarts(tmp_path: Path, broker: Mosquitto) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    settings = folder / "overlook.toml"
    settings.write_text(f'[venue]\nbroker = "127.0.0.1"\nport = {broker.port}\ntable = "t1"\n')
    hub = Hub(tmp_path, broker.port).start()
    table = LiveTable(folder, "--settings", str(settings))
    for pulled in (True, True, False):
        table.start()
        try:
            table.until(lambda now: now["game"]["phase"] == "firefight", within_s=90)
            for kind in ("undo", "redo", "undo", "redo"):
                table.act(kind)
            if not pulled:
                until(lambda: told(hub, folder), within_s=120)
        finally:
            if pulled:
                table.kill()
            else:
                assert table.stop() == 0, table.said
    until(lambda: told(hub, folder))
    hub.close()


def end_game(table: LiveTable) -> None:
    """End the game that is on, once its first activation may begin."""
    table.until(lambda now: bool(now["game"]["phase"] == "firefight"), within_s=120)
    assert table.act("end_battle", conceded_by="p1")[0]


def ended_at(hub: Hub) -> int:
    """How many ends of games the hub has heard."""
    return [said.kind for _, said in hub.store.said("t1")].count("battle_ended")


@pytest.mark.slow
def test_the_program_reports_neither_the_demonstration_nor_a_ready_game(tmp_path: Path, broker: Mosquitto) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    settings = folder / "overlook.toml"
    settings.write_text(f'[venue]\nbroker = "127.0.0.1"\nport = {broker.port}\ntable = "t1"\n')
    hub = Hub(tmp_path, broker.port).start()
    table = LiveTable(folder, "--settings", str(settings)).start()
    try:
        end_game(table)
        until(lambda: ended_at(hub) == 1)
        want(table, "play")
        end_game(table)
        until(lambda: ended_at(hub) == 2)
        shown = hub.store.tables()[0].state
        assert shown is not None
        assert shown.practice
    finally:
        assert table.stop() == 0, table.said
    assert hub.store.results() == []
    assert [one for _, one in hub.store.said("t1") if one.result is not None] == []
    hub.close()
