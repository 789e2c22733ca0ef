"""What the rules say to a set-up is worked out beside the event loop, which goes on meanwhile."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime

import anyio
import numpy as np
import pytest

from messages.message import Message
from overlook.setup import service
from overlook.setup.service import SetupService
from overlook.table.observation.seen_table import SeenTable, table_of
from overlook.table.session import TableSession
from simulation import example_poses
from vision.frame import Frame
from web.contract.base import HealthState
from web.contract.setup.actions import Go, PickMission, SwapSides
from web.contract.setup.views import Step

PATIENCE_S = 60.0
PICK = PickMission(kind="pick_mission", name="crossed-lines")


@pytest.fixture
def seen(table: TableSession) -> SeenTable:
    """The terrain of the example on the table, at rest."""
    there = table_of(table.catalogue, operatives={}, terrain=example_poses().terrain, markers={})
    frame = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime(2026, 11, 22, tzinfo=UTC), "test")
    return SeenTable(frame, there, pose=table.rig.pose)


async def watched(setup: SetupService) -> asyncio.Task[None]:
    """Pick a mission, and watch the set-up as a page does."""

    async def watch() -> None:
        async for _ in setup.changes(None):
            pass

    for action in (PICK, Go(kind="go", step=Step.MISSION)):
        await setup.do(action, player="any")
    watcher = asyncio.create_task(watch())
    await asyncio.sleep(0.01)
    return watcher


async def answered(setup: SetupService) -> None:
    """Wait until the rules have looked."""
    assert setup._background_check._asked is not None
    await asyncio.wait({setup._background_check._asked[1]}, timeout=PATIENCE_S)


def test_the_loop_goes_on_while_the_rules_look_and_what_they_said_of_another_set_up_is_dropped(
    setup: SetupService, seen: SeenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    go_on = threading.Event()

    def slow(*_: object) -> tuple[()]:
        asked.append(threading.get_ident())
        assert go_on.wait(PATIENCE_S)
        return ()

    monkeypatch.setattr(service, "rulings_of", slow)

    def mission() -> str:
        return next(check.message.code for check in setup.view().checks if check.what == "Mission" and check.message)

    async def until_judged(times: int, now_s: float) -> None:
        setup.take(seen, now_s)
        while len(asked) < times:
            await asyncio.sleep(0.01)
        setup.take(seen, now_s + 5.0)
        assert len(asked) == times, "it is asked once at a time"

    async def look() -> None:
        watcher = await watched(setup)
        await until_judged(1, 0.0)
        await setup.do(SwapSides(kind="swap_sides"), player="any")
        go_on.set()
        await answered(setup)
        go_on.clear()
        await until_judged(2, 10.0)
        assert mission() == "setup-check-mission-waiting"
        (check,) = (check for check in setup.view().checks if check.what == "Mission")
        assert (check.state, check.step) == (HealthState.OK, None), "a check that is not through is no warning"
        go_on.set()
        await answered(setup)
        setup.take(seen, 20.0)
        assert mission() == "setup-check-mission-ok"
        await answered(setup)
        watcher.cancel()

    anyio.run(look)
    assert threading.get_ident() not in asked


def test_a_fault_in_the_rules_is_said_and_the_next_look_is_taken_all_the_same(
    setup: SetupService, seen: SeenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> tuple[()]:
        raise ValueError("a wall of no length")

    def said() -> list[Message | None]:
        return [check.message for check in setup.view().checks if check.what == "Set-up"]

    async def look() -> None:
        watcher = await watched(setup)
        monkeypatch.setattr(service, "rulings_of", broken)
        setup.take(seen, 0.0)
        await answered(setup)
        setup.take(seen, 5.0)
        assert said() == [Message.of("setup-rules-failed", fault="a wall of no length")]
        monkeypatch.setattr(service, "rulings_of", lambda *_: ())
        await answered(setup)
        setup.take(seen, 10.0)
        await answered(setup)
        setup.take(seen, 15.0)
        assert said() == []
        await answered(setup)
        watcher.cancel()

    anyio.run(look)
