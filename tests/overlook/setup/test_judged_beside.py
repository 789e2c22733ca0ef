"""What the rules say to a set-up is worked out beside the event loop, which goes on meanwhile."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime

import anyio
import numpy as np
import pytest

from hardware.simulated import example_poses
from overlook.reading import table_of
from overlook.setup import desk
from overlook.setup.desk import SetupDesk
from overlook.table.eye import Seen
from overlook.table.running import RunningTable
from vision.frame import Frame
from web.setup.views import Step
from web.setup.wishes import Go, PickMission, SwapSides

PATIENCE_S = 20.0
PICK = PickMission(kind="pick_mission", name="crossed-lines")


@pytest.fixture
def seen(table: RunningTable) -> Seen:
    """The terrain of the example on the table, at rest."""
    there = table_of(table.catalogue, {}, example_poses().terrain, {})
    frame = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime(2026, 11, 22, tzinfo=UTC), "test")
    return Seen(frame, there, pose=table.rig.pose)


def test_the_loop_goes_on_while_the_rules_look_and_what_they_said_of_another_set_up_is_dropped(
    setup: SetupDesk, seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    go_on = threading.Event()

    def slow(*_: object) -> tuple[()]:
        asked.append(threading.get_ident())
        assert go_on.wait(PATIENCE_S)
        return ()

    monkeypatch.setattr(desk, "rulings_of", slow)

    def mission() -> str:
        return next(check.sentence for check in setup.view().checks if check.what == "Mission")

    async def until_judged(times: int, now_s: float) -> None:
        setup.take(seen, now_s)
        assert setup._judging is not None
        while len(asked) < times:
            await asyncio.sleep(0.01)
        setup.take(seen, now_s + 5.0)
        assert len(asked) == times, "it is asked once at a time"

    async def watch() -> None:
        async for _ in setup.changes(None):
            pass

    async def look() -> None:
        for wish in (PICK, Go(kind="go", step=Step.MISSION)):
            await setup.do(wish, player="any")
        watcher = asyncio.create_task(watch())
        await asyncio.sleep(0.01)
        await until_judged(1, 0.0)
        await setup.do(SwapSides(kind="swap_sides"), player="any")
        go_on.set()
        await answered()
        go_on.clear()
        await until_judged(2, 10.0)
        assert "looked at by the rules as soon as" in mission()
        go_on.set()
        await answered()
        setup.take(seen, 20.0)
        assert "everything stands as the rules ask" in mission()
        await answered()
        watcher.cancel()

    async def answered() -> None:
        assert setup._judging is not None
        await asyncio.wait_for(setup._judging[1], PATIENCE_S)

    anyio.run(look)
    assert threading.get_ident() not in asked
