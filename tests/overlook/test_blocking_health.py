"""The disk's room is told while a table runs, and what keeps it from going on is told apart from what does not."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from overlook import blocking_health as watched
from overlook.blocking_health import stops, watch_disk
from web.contract.views import HealthState, HealthView

GIGABYTE = 10**9


class Desk:
    """Keeps what it is told until it has heard enough."""

    def __init__(self, enough: int) -> None:
        self.told: list[HealthView] = []
        self.published: list[HealthState] = []
        self._enough = enough
        self.done = asyncio.Event()

    def report(self, part: str, state: HealthState, sentence: str) -> None:
        self.told.append(HealthView(part=part, state=state, sentence=sentence))

    def publish(self) -> None:
        self.published.append(self.told[-1].state)
        if len(self.published) == self._enough:
            self.done.set()


@pytest.mark.parametrize(
    ("part", "state", "expected"),
    [
        ("camera", HealthState.LOST, True),
        ("camera", HealthState.TROUBLE, False),
        ("journal", HealthState.TROUBLE, True),
        ("disk", HealthState.TROUBLE, False),
        ("disk", HealthState.LOST, True),
        ("obs", HealthState.LOST, False),
        ("journal", HealthState.OK, False),
    ],
)
def test_what_stops_a_table(part: str, state: HealthState, expected: bool) -> None:
    assert stops(HealthView(part=part, state=state, sentence="so")) is expected


def test_a_disk_that_fills_up_and_is_cleared_is_told_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = iter([9.0, 1.0, 0.1, 0.1, 9.0])
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(watched, "EVERY_S", 0.0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=int(next(free, 9.0) * GIGABYTE)))

    async def watch() -> Desk:
        desk = Desk(enough=4)
        watching = asyncio.create_task(watch_disk(desk, tmp_path))
        await asyncio.wait_for(desk.done.wait(), 60)
        watching.cancel()
        return desk

    desk = asyncio.run(watch())
    assert desk.published == [HealthState.OK, HealthState.TROUBLE, HealthState.LOST, HealthState.OK]
    full = next(one for one in desk.told if one.state is HealthState.LOST)
    assert full.part == "disk"
    assert "0.1 GB free" in full.sentence
    assert "make room" in full.sentence
