"""Which match a game was played for: noted when it begins, kept on disk, returned with its result."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from overlook.hall import outbox_relay
from overlook.hall.hall import Hall
from overlook.hall.outbox_relay import MATCHES_FILE, MatchedGames, OutboxRelay, open_outbox
from overlook.settings import Settings
from overlook.simulated.lobby import SimulatedTables
from overlook.table.session import TableSession
from referee.game.intents import EndBattle
from referee.rules.ruling import Threshold
from tests.overlook.played_table import Table, played
from tests.venue.conftest import Mosquitto
from tests.venue.event_serving import Organiser, served
from tests.venue.hall import until
from venue.mqtt import Broker
from venue.outbox import Outbox
from venue.publisher import Publisher
from web.contract.setup.startup import LobbyWish

TABLE = "table-01"


@pytest.fixture
def outbox(tmp_path: Path) -> Iterator[Outbox]:
    opened = open_outbox(tmp_path)
    yield opened
    opened.close()


def matches_told(table: TableSession, outbox: Outbox, matches: MatchedGames) -> list[Any]:
    """The matches that the results of all games come with, told from the first."""
    outbox.renew()
    OutboxRelay(table.games, outbox, Threshold(), matches=matches).copy_new_events()
    said = [json.loads(body) for _, body in outbox.ready(0, 100_000)]
    return [line["result"]["match"] for line in said if line["result"] is not None]


def test_a_result_comes_with_the_match_that_its_game_began_for_also_when_it_is_told_again(
    first_activation: TableSession, outbox: Outbox, tmp_path: Path
) -> None:
    table, matches = first_activation, MatchedGames(tmp_path / MATCHES_FILE)
    for number, match in enumerate(("round-1", None, "", "round-4")):
        table.begin(table.new_game(free=True))
        if match != "":
            matches.begin(table.games, table.number, match)
            matches.begin(table.games, table.number, "of-a-later-round")
        table.submit(EndBattle(id=f"end-{number}"))
    for each in (matches, MatchedGames(tmp_path / MATCHES_FILE)):
        assert matches_told(table, outbox, each) == ["round-1", None, "", "round-4"]


def test_a_damaged_file_makes_no_game_one_of_another_hall(
    first_activation: TableSession, outbox: Outbox, tmp_path: Path
) -> None:
    table = first_activation
    table.begin(table.new_game(free=True))
    MatchedGames(tmp_path / MATCHES_FILE).begin(table.games, table.number, "round-1")
    table.submit(EndBattle(id="end"))
    text = (tmp_path / MATCHES_FILE).read_text()
    (tmp_path / MATCHES_FILE).write_text(text.replace("round-1", "round-2"))
    assert matches_told(table, outbox, MatchedGames(tmp_path / MATCHES_FILE)) == [None]
    (tmp_path / MATCHES_FILE).unlink()
    assert matches_told(table, outbox, MatchedGames(tmp_path / MATCHES_FILE)) == [""]


def test_a_match_is_remembered_though_the_disk_does_not_take_it(
    first_activation: TableSession, outbox: Outbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left on device")

    table, matches = first_activation, MatchedGames(tmp_path / MATCHES_FILE)
    table.begin(table.new_game(free=True))
    monkeypatch.setattr(outbox_relay, "write_json", full)
    with pytest.raises(OSError, match="no space"):
        matches.begin(table.games, table.number, "round-1")
    matches.begin(table.games, table.number, "round-1")
    table.submit(EndBattle(id="end"))
    assert matches_told(table, outbox, matches) == ["round-1"]


def test_an_event_takes_the_game_that_began_for_its_match_and_none_of_before(tmp_path: Path, broker: Mosquitto) -> None:
    folder = tmp_path / "table"

    async def begin(table: Table, mission: str) -> None:
        set_up = table.set_up.model_copy(update={"mission": mission})
        await table.service.run_exclusive(lambda: table.table.begin(set_up))

    async def play(table: Table) -> None:
        await begin(table, "Of yesterday")
        outbox = open_outbox(folder)
        publisher = Publisher(TABLE, Broker("127.0.0.1", broker.port), outbox)
        matches = MatchedGames(folder / MATCHES_FILE)
        relay = OutboxRelay(table.games, outbox, Threshold(), matches=matches)
        running = asyncio.create_task(Hall("127.0.0.1", outbox, relay, publisher).run(table.service))
        with served(tmp_path, broker=broker.port) as client:
            desk = Organiser(client)
            desk.act(kind="set_up", title="Cup", tables=[TABLE])
            desk.post("/entrants", {"by": "Ref", "csv": "Name\nAnn\nBob\n"})
            desk.begin()

            def match() -> dict[str, Any]:
                found: dict[str, Any] = desk.view()["rounds"][0]["matches"][0]
                return found

            def results() -> list[str]:
                return [one["mission"] for one in client.get("/api/results").json()["results"]]

            await asyncio.to_thread(until, lambda: publisher.assigned is not None)
            await table.took("end_battle", conceded_by="p2")
            await asyncio.to_thread(until, lambda: results() == ["Of yesterday"])
            await begin(table, "Demonstration")
            await table.took("end_battle", conceded_by="p2")
            await begin(table, "Loot")
            await asyncio.to_thread(until, lambda: any(name.startswith("0003-") for name in matches.matches))
            await table.took("end_battle", conceded_by="p1")
            await asyncio.to_thread(until, lambda: match()["state"] == "said")
            assert match()["reported_winner"] == match()["second"]
            assert sorted(await asyncio.to_thread(results)) == ["Loot", "Of yesterday"]
            key = {"Authorization": "Bearer a-key-nobody-knows"}
            acts = client.get("/api/v1/event/acts", headers=key).json()
            assert [one["kind"] for one in acts].count("table_says") == 1
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running

    played(folder, play)


def test_games_of_simulated_tables_apart_from_the_tables_own_are_practice(tmp_path: Path) -> None:
    settings = Settings.model_validate({"data": {"folder": tmp_path}})
    tables = SimulatedTables(tmp_path, set_up=False)
    tables.next(settings)
    assert not tables.practice
    for wish in (LobbyWish.PLAY, LobbyWish.SET_UP):
        tables.want(wish)
        tables.next(settings)
        assert tables.practice
    own = SimulatedTables(tmp_path, set_up=True)
    own.next(settings)
    assert not own.practice
