"""Ways to decide for the other player that are no way: replays, races, the clock, the panel, a restart.

A second device, a taken seat and the referee's PIN are in `test_hand_over.py`, an answer in the other's name in
`tests/web/test_web_rights.py`, an undo that races the other player's step in `play/test_requests.py`, the export and
guesses of a sealed choice in `test_outlets.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from overlook.table.agreements import VOID_S
from overlook.table.service import TableService
from referee.rules.ruling import Threshold
from tests.overlook.test_hand_over import Table, asked_for, tried
from web.contract.requests import AnswerRequest, Button, Refused

END: dict[str, Any] = {"kind": "request", "act": {"kind": "end_battle"}}


async def submit(
    table: Table, client: httpx.AsyncClient, intent: dict[str, Any], *, key: dict[str, str] | None = None
) -> httpx.Response:
    return await client.post("/api/intents", json={"intent": intent}, headers=key or table._headers())


async def open_requests(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await table.screen.get("/api/snapshot")).json()["requests"]
    return found


async def asked_to_end(table: Table) -> dict[str, Any]:
    """Let p1 ask for an end of the battle by agreement; return p2's acceptance."""
    assert (await submit(table, table.phones["p1"], {"kind": "end_battle"})).status_code == 409
    assert (await submit(table, table.phones["p1"], END)).status_code == 200
    (one,) = await open_requests(table)
    return {"kind": "answer_request", "answer": "accept", "request": one["id"]}


def test_an_acceptance_that_is_sent_again_accepts_nothing_more(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        first = {**await asked_to_end(table), "answer": "decline"}
        accept = {**first, "answer": "accept"}
        key = table._headers()
        assert (await submit(table, table.phones["p2"], first, key=key)).status_code == 200
        assert (await submit(table, table.phones["p2"], first, key=key)).status_code == 200, "the same tap"
        assert (await submit(table, table.phones["p1"], END)).status_code == 200
        for sent_again in (accept, first):
            assert (await submit(table, table.phones["p2"], sent_again)).status_code == 409
        assert (await submit(table, table.phones["p2"], accept, key=key)).status_code == 409, (
            "the key of another request"
        )
        assert len(await open_requests(table)) == 1
        assert not table.table.state.ended

    tried(tmp_path, play)


def test_whoever_asks_cannot_accept_by_any_name_or_device(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        accept = await asked_to_end(table)
        for player in ("any", "p1", "p2", "referee", "camera"):
            for client in (table.phones["p1"], table.screen, table.devices["new"]):
                body = {"player": player, "intent": accept}
                answer = await client.post("/api/intents", json=body, headers=table._headers())
                assert answer.status_code in (401, 403, 409), (player, answer.text)
        assert not table.table.state.ended
        assert (await submit(table, table.phones["p2"], accept)).status_code == 200
        assert table.table.state.ended

    tried(tmp_path, play)


def test_a_request_neither_stops_nor_outlives_the_clock(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        table.table.run_clock("start")
        accept = await asked_to_end(table)
        assert table.table.clock.running
        assert (await submit(table, table.phones["p1"], {"kind": "clock", "do": "reset"})).status_code == 409
        await submit(table, table.phones["p1"], {"kind": "clock", "do": "stop"})
        table.clock.go_on(VOID_S)
        assert (await submit(table, table.phones["p2"], accept)).status_code == 409
        assert await open_requests(table) == []
        assert not table.table.state.ended

    tried(tmp_path, play)


def test_no_button_of_the_panel_accepts_for_a_phone_that_is_here(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await asked_to_end(table)
        await asked_for(table)
        before = await open_requests(table)
        for button in (Button.NEXT, Button.BACK, Button.MEASURE):
            await table.service.press(button, key=f"panel-press-{button}")
        assert [one["id"] for one in await open_requests(table)] == [one["id"] for one in before]
        assert not table.table.state.ended

    tried(tmp_path, play)


def test_a_restart_in_mid_request_closes_it_and_lets_nobody_in(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        accept = await asked_to_end(table)
        ticket = (await asked_for(table))["ticket"]
        again = TableService(table.table, Threshold())
        assert again.snapshot().requests == ()
        assert again.hand_over(ticket, "p2") == "declined"
        answer = AnswerRequest.model_validate(accept)
        assert isinstance(await again.submit(answer, player="p2", key="after-a-restart"), Refused)
        assert not table.table.state.ended

    tried(tmp_path, play)
