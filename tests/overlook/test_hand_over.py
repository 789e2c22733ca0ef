"""A seat that has a phone is handed over by that phone, or on the table's screen after it could object."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from overlook.table.agreements import GONE_S, HAND_OVER_S
from referee.game.journal_entry import JournalEntry
from referee.records.journal.reading import read_journal
from tests.overlook.random_phones import Phones

Play = Callable[["Table"], Awaitable[None]]


class Table(Phones):
    """Two paired phones in a battle, and devices that want a seat."""

    def __init__(self, folder: Path) -> None:
        super().__init__("kt24", 0, folder)
        self.devices = {name: self.client() for name in ("new", "other", "referee")}

    async def pin(self, kind: str = "pin") -> str:
        return str((await self.screen.get("/api/pairing")).json()[kind])

    async def pair(self, device: str, seat: str, **said: str) -> httpx.Response:
        body = said or {"pin": await self.pin("staff_pin" if seat in ("referee", "screen") else "pin")}
        return await self.devices[device].post("/api/pair", json={"seat": seat, **body})

    async def answer(self, client: httpx.AsyncClient, says: str = "accept") -> int:
        shown = (await self.screen.get("/api/snapshot")).json()["requests"]
        asked = next(one["id"] for one in shown if one["kind"] == "hand_over")
        body = {"intent": {"kind": "answer_request", "answer": says, "request": asked}}
        return (await client.post("/api/intents", json=body, headers=self._headers())).status_code

    async def acts_for(self, client: httpx.AsyncClient) -> str:
        return str((await client.get("/api/session")).json()["seat"])


def tried(tmp_path: Path, play: Play) -> None:
    async def run() -> None:
        table = Table(tmp_path)
        try:
            await table._begin()
            for phone in table.phones.values():
                await phone.post("/api/buttons/measure", headers=table._headers())
            await play(table)
        finally:
            for client in (table.screen, *table.phones.values(), *table.devices.values()):
                await client.aclose()
            table.games.close()

    asyncio.run(run())


def handed_over(table: Table) -> list[JournalEntry]:
    """Return the hand-overs in the game's journal."""
    return [one for one in read_journal(table.games.path(table.games.number)) if one.kind == "hand_over"]


async def asked_for(table: Table, seat: str = "p2", device: str = "new") -> dict[str, Any]:
    waiting = await table.pair(device, seat)
    assert waiting.status_code == 202, waiting.text
    assert "set-cookie" not in waiting.headers
    found: dict[str, Any] = waiting.json()
    return found


def test_a_taken_seat_is_handed_over_by_its_phone_and_the_old_phone_is_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(table: Table) -> None:
        ticket = (await asked_for(table))["ticket"]
        assert (await table.pair("new", "p2", ticket=ticket)).status_code == 202
        for not_its in (table.phones["p1"], table.screen):
            assert await table.answer(not_its) == 409
        assert await table.answer(table.phones["p2"]) == 200
        assert (await table.pair("other", "p2", ticket="guess")).status_code == 401
        assert (await table.pair("new", "p2", ticket=ticket)).json() == {"role": "player", "seat": "p2"}
        assert (await table.pair("other", "p2", ticket=ticket)).status_code == 401, "a ticket is good once"
        assert [await table.acts_for(one) for one in (table.devices["new"], table.phones["p2"])] == ["p2", ""]
        shown = (await table.screen.get("/api/snapshot")).json()
        assert [(one.data["player"], one.data["agreed"]) for one in handed_over(table)] == [("p2", "p2")]
        assert "consent-handed-over" in {one["message"]["code"] for one in shown["notices"] if one["message"]}

    with caplog.at_level(logging.INFO):
        tried(tmp_path, play)
    assert "seat p2, asked for by another device: accept by p2" in caplog.text


def test_the_phone_can_object_and_after_that_nobody_accepts(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        ticket = (await asked_for(table))["ticket"]
        assert await table.answer(table.phones["p2"], "decline") == 200
        table.clock.go_on(GONE_S)
        assert (await table.pair("new", "p2", ticket=ticket)).status_code == 401
        assert await table.acts_for(table.phones["p2"]) == "p2"

    tried(tmp_path, play)


def test_the_screen_accepts_for_a_lost_phone_after_half_a_minute(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        ticket = (await asked_for(table))["ticket"]
        table.clock.go_on(GONE_S - 1)
        assert await table.answer(table.screen) == 409
        assert handed_over(table) == []
        table.clock.go_on(1)
        assert await table.answer(table.screen) == 200
        assert [(one.data["player"], one.data["agreed"]) for one in handed_over(table)] == [("p2", "table")]
        assert [one["kind"] for one in (await table.screen.get("/api/game.json")).json()["events"]][-1] == "hand_over"
        shown = (await table.screen.get("/api/snapshot")).json()["game"]
        assert (await table.phones["p1"].post("/api/buttons/undo", headers=table._headers())).status_code in (200, 409)
        assert handed_over(table), "undo does not take it out of the journal"
        assert shown["begun"]
        assert (await table.pair("new", "p2", ticket=ticket)).status_code == 200

    tried(tmp_path, play)


@pytest.mark.parametrize("client", ["p1", "referee", "new"])
def test_nobody_else_hands_a_seat_over_ever(tmp_path: Path, client: str) -> None:
    async def play(table: Table) -> None:
        assert (await table.pair("referee", "referee")).status_code == 200
        await asked_for(table)
        for _ in range(2):
            assert await table.answer((table.phones | table.devices)[client]) in (401, 409)
            table.clock.go_on(GONE_S)
        assert await table.acts_for(table.phones["p2"]) == "p2"

    tried(tmp_path, play)


def test_one_device_at_a_time_asks_for_a_seat_for_three_minutes(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        ticket = (await asked_for(table))["ticket"]
        assert (await table.pair("other", "p2")).status_code == 409
        table.clock.go_on(HAND_OVER_S)
        assert (await table.pair("new", "p2", ticket=ticket)).status_code == 401
        await asked_for(table, device="other")

    tried(tmp_path, play)


def test_a_free_seat_is_paired_at_once_and_a_phone_pairs_its_own_seat_again(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        table.devices["own"] = table.phones["p2"]
        assert (await table.pair("own", "p2")).status_code == 200
        await table.phones["p2"].post("/api/unpair")
        assert (await table.pair("new", "p2")).json() == {"role": "player", "seat": "p2"}

    tried(tmp_path, play)


def test_a_phone_that_changes_its_seat_leaves_the_first_one_free(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.phones["p2"].post("/api/unpair")
        table.devices["first"] = table.phones["p1"]
        assert (await table.pair("first", "p2")).status_code == 200
        assert (await table.pair("new", "p1")).status_code == 200

    tried(tmp_path, play)


def test_the_players_pin_makes_no_referee_and_the_referees_no_player(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.phones["p2"].post("/api/unpair")
        for seat in ("referee", "screen"):
            refused = await table.pair("new", seat, pin=await table.pin())
            assert (refused.status_code, refused.json()["message"]["code"]) == (401, "access-pin-of-players")
        assert (await table.pair("new", "p2", pin=await table.pin("staff_pin"))).status_code == 401
        used = await table.pin("staff_pin")
        assert (await table.pair("new", "referee", pin=used)).json()["role"] == "referee"
        assert (await table.pair("other", "screen", pin=used)).status_code == 401

    tried(tmp_path, play)
