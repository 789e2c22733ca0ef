"""A fall at a running table as a stream gets it: its card with the camera's frames, and nothing private in any part."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx

from tests.overlook.played_table import Table, played
from tests.overlook.test_replayed import Archive
from tests.overlook.test_show import PRIVATE, keys_of

FALLEN = "b4"
ADVICE = {"notes", "settling"}


async def listen(url: str, frames: list[str]) -> None:
    """Gather every frame that is sent to an overlay."""
    async with (
        httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as client,
        client.stream("GET", "/api/air/live") as response,
    ):
        async for line in response.aiter_lines():
            frames += [line.removeprefix("data: ")] if line.startswith("data: {") else []


def kills(frames: list[str]) -> list[dict[str, Any]]:
    """Return the cards of falls that were on air, as often as they were sent."""
    cards = (card for frame in frames for card in json.loads(frame).get("card") or ())
    return [card for card in cards if card["kind"] == "kill"]


def private_in(document: Any) -> set[str]:
    """Return what of a document is for players alone: their parts, and words of advice where there are any."""
    advised = {name for name, value in pairs_of(document) if name in ADVICE and value}
    return advised | PRIVATE.intersection(keys_of(document))


def pairs_of(value: Any) -> list[tuple[str, Any]]:
    """Return every field of a document with what is in it."""
    if isinstance(value, list):
        return [pair for one in value for pair in pairs_of(one)]
    if not isinstance(value, dict):
        return []
    return [*value.items(), *(pair for inner in value.values() for pair in pairs_of(inner))]


def test_a_fall_is_on_air_with_its_frames_and_nothing_private_is_in_any_of_it(tmp_path: Path) -> None:
    frames: list[str] = []

    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        hearing = asyncio.create_task(listen(table.url, frames))
        async with asyncio.timeout(60):
            while not frames:
                await asyncio.sleep(0.05)
        await table.took("activate", operative="a1", order="engage")
        async with table.service.lock:
            assert await asyncio.to_thread(table.table.measure)
        table.service.publish()
        now = table.service.snapshot()
        measured = {one.sentence for one in now.rulings if one.id.startswith("m")}
        assert measured
        accepted = await table.took("declare_damage", operative=FALLEN, amount=50, why="a fall")
        async with asyncio.timeout(60):
            while not kills(frames):
                await asyncio.sleep(0.05)
        hearing.cancel()
        card = kills(frames)[0]
        assert card["replay"] == f"/api/games/1/clips/{accepted.sequence}"
        told = await Archive(table.url).read(card["replay"])
        assert [fall["name"] for fall in told["falls"]] == [card["title"]]
        assert told["falls"][0]["at"]["outline_px"], "where it stood is drawn"
        assert len(told["times_s"]) > 1
        for document in (*map(json.loads, frames), told):
            assert private_in(document) == set()
            assert not any(sentence in json.dumps(document, ensure_ascii=False) for sentence in measured)

    played(tmp_path, play)
