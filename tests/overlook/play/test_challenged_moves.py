"""A move that the camera saw is challenged: every screen shows the ruling that the challenge is about."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from overlook.play.runner import scripted_table
from overlook.play.script import Step, script_of
from overlook.table.games.games import Games
from overlook.table.recordings.clips import BufferedFrame, Clips
from referee.game.prompt import Topic
from tests.depth import at_night
from tests.web.fake_table import FakeTable
from web.contract.base import HealthState
from web.contract.table.board_views import RulingView
from web.contract.table.snapshot import CameraView, Snapshot

CLAIM = "A2 may Charge there"


def challenged(checkout: Path, answer: str) -> dict[str, Any]:
    """Return the example's script up to its challenge, answered so."""
    raw: dict[str, Any] = json.loads((checkout / "examples" / "scripts" / "on_air.json").read_text())
    at = next(number for number, step in enumerate(raw["steps"]) if step.get("press") == "challenge")
    raw["steps"] = [*raw["steps"][: at + 1], {"as": "p1", "choose": answer}, {"expect": {"accepted": True}}]
    return raw


def played(raw: dict[str, Any], folder: Path) -> tuple[list[Snapshot], Clips]:
    """Return how everything stood before each step, and what a camera that takes pictures has kept of it."""
    shown: list[Snapshot] = []
    clips = Clips(Games(folder))
    jpeg = FakeTable(moving=False).photograph()

    async def play() -> None:
        async with scripted_table(script_of(raw)) as table:

            async def look(_: Step) -> None:
                shown.append(table.service.snapshot())
                now_s = 10.0 * len(shown)
                for number in range(4):
                    clips.put(BufferedFrame(now_s + number, jpeg))
                seen = shown[-1].model_copy(update={"camera": CameraView(state=HealthState.OK, size_px=(1280, 720))})
                clips.take_snapshot(seen, table.table.game.timeline)

            table.before_each = look
            done = await table.play()
            assert done.held == done.of

    asyncio.run(play())
    clips.close()
    return shown, clips


def doubted(now: Snapshot) -> RulingView:
    """Return the ruling that a challenge is about."""
    (prompt,) = (one for one in now.prompts if one.topic is Topic.CHALLENGE)
    (ruling,) = (one for one in now.rulings if str(one.sequence) == prompt.about)
    return ruling


@pytest.fixture(scope="module", params=["take_back", *at_night("uphold")])
def challenge(
    request: pytest.FixtureRequest, checkout: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, list[Snapshot], Clips]:
    """The answer to a challenge, what was shown before each step and what was kept of the camera's frames."""
    answer: str = request.param
    return answer, *played(challenged(checkout, answer), tmp_path_factory.mktemp("challenge"))


def test_a_challenge_names_the_ruling_on_show_and_keeps_its_frames(
    challenge: tuple[str, list[Snapshot], Clips],
) -> None:
    _, shown, clips = challenge
    asked = next(moment for moment in shown if any(one.topic is Topic.CHALLENGE for one in moment.prompts))
    ruling = doubted(asked)
    assert ruling.claim == CLAIM
    assert clips.counts(asked.game.number)[ruling.sequence] > 1, "a replay, not a single frame"


def test_a_ruling_is_marked_as_taken_back_only_if_its_move_is(challenge: tuple[str, list[Snapshot], Clips]) -> None:
    answer, shown, _ = challenge
    ruling = next(doubted(moment) for moment in shown if any(one.topic is Topic.CHALLENGE for one in moment.prompts))
    assert not ruling.taken_back
    assert next(one for one in shown[-1].rulings if one.id == ruling.id).taken_back is (answer == "take_back")
