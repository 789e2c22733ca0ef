"""Recorded games moment by moment: the exact fold of what was known then, its highlights, the frames of its rulings."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest

from overlook.table.views.combat_view import combat_view
from referee.editions.registry import ruleset_of
from referee.game.engine.game import Game
from referee.game.prompt import Topic
from referee.game.state import GameState
from referee.records.journal.reading import read_journal
from tests.overlook.played_table import Table, played
from web.contract.requests import Accepted, Button

PATIENCE_S = 60.0


async def shot(table: Table) -> int:
    """Shoot with the first operative that may; return the sequence number of the shot."""
    while True:
        state = table.table.state
        waits = state.acting is None or state.sequence is not None or bool(state.acting.awaiting) or state.proposals
        if waits:
            await table.answered(table.table.game.prompts[0], 6)
            continue
        acting = state.acting
        assert acting is not None
        await table.service.wait_for_actions()
        (offers,) = table.service.snapshot().offers
        shoot = next(one for one in offers.actions if one.action == "Shoot")
        way = next((one for one in shoot.choices if one.possible), None) if shoot.possible else None
        if way is not None and state.operative(acting.operative).order == "engage":
            said = {"operative": acting.operative, "action": "Shoot", "weapon": way.weapon, "target": way.target}
            accepted = await table.took("act", by=offers.player, dice=True, **said)
            assert accepted.sequence is not None
            while table.table.state.sequence is not None:
                await table.answered(table.table.game.prompts[0], 6)
            return accepted.sequence
        await table.took("end_activation", operative=acting.operative)


class Archive:
    """What the replay page asks for, asked from outside."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def __call__(self, path: str, status: int = 200) -> httpx.Response:
        async with httpx.AsyncClient(base_url=self._url, timeout=PATIENCE_S, trust_env=False) as client:
            answer = await client.get(path)
        assert answer.status_code == status, answer.text
        return answer

    async def read(self, path: str) -> Any:
        return (await self(path)).json()


def stands(snapshot: dict[str, Any]) -> dict[str, tuple[float, float, int | None, bool]]:
    return {
        one["id"]: (round(one["x"], 6), round(one["y"], 6), one["wounds"], one["ready"])
        for one in snapshot["table"]["operatives"]
    }


def folded(state: GameState) -> dict[str, tuple[float, float, int | None, bool]]:
    return {
        key: (round(one.place.x, 6), round(one.place.y, 6), one.wounds, one.ready)
        for key, one in state.operatives.items()
        if one.on_board and one.place is not None
    }


@pytest.mark.nightly
@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_every_moment_is_the_fold_of_the_events_up_to_it(tmp_path: Path, edition: str) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        ask = Archive(table.url)
        await table.firefight()
        await shot(table)
        await table.took("undo")
        (game,) = (await ask.read("/api/games"))["games"]
        assert (game["number"], game["edition"], game["running"]) == (1, edition, True)
        marks = (await ask.read("/api/games/1"))["marks"]
        events = read_journal(table.games.path(1))
        assert [one["sequence"] for one in marks] == [
            each.sequence - 1 for each in events if each.is_intent and each.sequence > 1
        ] + [len(events)]
        flow = ruleset_of(edition).flow
        combats = 0
        for mark in marks:
            then = Game(flow, events[: mark["sequence"]])
            moment = await ask.read(f"/api/games/1/moments/{mark['sequence']}")
            assert stands(moment) == folded(then.state)
            game_then = moment["game"]
            assert game_then["turning_point"] == then.state.turning_point
            assert [one["cp"] for one in game_then["seats"]] == [side.cp for side in then.state.sides.values()]
            assert [one["id"] for one in moment["prompts"]] == [one.id for one in then.prompts]
            drawn = combat_view(flow, then.state)
            assert moment["combat"] == ([] if drawn is None else [drawn.model_dump(mode="json")])
            combats += len(moment["combat"])
            live = {step.sequence for step in then.timeline.live_steps()}
            assert all((one["sequence"] in live) != one["taken_back"] for one in moment["rulings"])
        assert combats > 1
        assert marks[-1]["words"].startswith("The table – undone: Red, Shoot B")
        last = await ask.read(f"/api/games/1/moments/{len(events)}")
        before = await ask.read(f"/api/games/1/moments/{marks[-2]['sequence']}")
        assert len(last["rulings"]) == len(before["rulings"])
        await ask(f"/api/games/1/moments/{len(events) + 1}", 404)
        await ask("/api/games/2", 404)
        await table.took("redo")
        assert (await ask.read("/api/games/1"))["marks"][-1]["words"] == "Redo"

    played(tmp_path, play, edition)


def test_a_challenge_is_answered_from_the_last_seconds_of_frames(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        buffer = table.clips.buffer
        async with asyncio.timeout(60):
            while len(buffer.last()) < 5 or buffer.last()[-1].captured_s - buffer.last()[0].captured_s < 3:
                await asyncio.sleep(0.05)
        before = set(buffer.last())
        sequence = await shot(table)
        still_there = before & set(buffer.last())
        ask = Archive(table.url)
        ruled = next(one for one in table.service.snapshot().rulings if one.sequence == sequence)
        assert ruled.clip == 1
        challenged = await table.service.press(Button.CHALLENGE, key="challenge-1")
        assert isinstance(challenged, Accepted)
        now = next(one for one in table.service.snapshot().rulings if one.sequence == sequence)
        assert now.clip >= max(2, len(still_there)), "all frames of the last seconds"
        kept = await ask.read(f"/api/games/1/clips/{sequence}")
        times_s = kept["times_s"]
        assert len(times_s) == now.clip
        assert times_s == sorted(times_s)
        assert times_s[-1] == 0
        assert -5.0 <= times_s[0] < -1.0
        assert kept["ruling"]["id"] == now.id
        strokes = [stroke for finding in kept["ruling"]["findings"] for stroke in finding["witness"]]
        assert any(stroke["points_px"] for stroke in strokes)
        for number in (0, now.clip - 1):
            jpeg = (await ask(f"/api/games/1/clips/{sequence}/{number}.jpg")).content
            image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
            assert image is not None
            assert image.shape[1] == 960
        await ask(f"/api/games/1/clips/{sequence}/{now.clip}.jpg", 404)
        await ask("/api/games/1/clips/1", 404)
        prompt = table.table.game.prompts[0]
        assert prompt.id.startswith("challenge")
        await table.took("answer", prompt=prompt.id, choice="uphold")
        marks = (await ask.read("/api/games/1"))["marks"]
        kinds = [one["kind"] for mark in marks for one in mark["highlights"]]
        assert kinds.count("challenge") == 2
        assert "turning point" in kinds
        assert next(mark for mark in marks if mark["ruling"] == now.id)["clip"] == now.clip

    played(tmp_path, play)
    with_clips = Table(tmp_path)
    try:
        (count,) = {count for count in with_clips.clips.counts(1).values() if count > 1}
        sequence = next(one for one, kept in with_clips.clips.counts(1).items() if kept == count)
        assert len(with_clips.clips.clip(1, sequence).times_s) == count
        assert with_clips.clips.frame(1, sequence, count - 1)[:2] == b"\xff\xd8"
    finally:
        with_clips.games.close()


def test_a_game_that_has_not_begun_is_no_recorded_one(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        ask = Archive(table.url)
        assert table.games.path(1).exists()
        assert (await ask.read("/api/games"))["games"] == []
        assert "has not begun yet" in (await ask("/api/games/1", 404)).json()["detail"]
        await table.begun()
        assert [one["number"] for one in (await ask.read("/api/games"))["games"]] == [1]

    played(tmp_path, play)


def test_a_game_that_cannot_be_read_is_said_to_be_and_the_others_are_shown(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        table.games.path(0).write_bytes(b"")
        broken = table.games.path(1).with_name("0002.game")
        broken.write_bytes(b"no journal at all")
        games = (await Archive(table.url).read("/api/games"))["games"]
        assert [one["number"] for one in games] == [2, 1]
        assert "damaged" in games[0]["problem"] or "cannot be read" in games[0]["problem"]
        assert games[1]["problem"] is None
        assert "2" in (await Archive(table.url)("/api/games/2", 404)).json()["detail"]

    played(tmp_path, play)


def test_a_secret_choice_is_veiled_in_the_replay(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        faces = itertools.cycle((6, 2))
        while table.table.game.prompts[0].topic is not Topic.SCOUTING:
            await table.answered(table.table.game.prompts[0], next(faces))
        prompt = table.table.game.prompts[0]
        chosen = prompt.choices[0]
        await table.took("answer", prompt=prompt.id, choice=chosen.key)
        assert "scouting" in table.table.state.sides[prompt.owner].sealed
        ask = Archive(table.url)
        last = (await ask.read("/api/games/1"))["marks"][-1]
        assert last["words"].endswith(": scouting option, chosen in secret")
        moment = await ask.read(f"/api/games/1/moments/{last['sequence']}")
        assert str(chosen.label) not in str(moment["game"]) + str(moment["rulings"]) + str(last)

    played(tmp_path, play)
