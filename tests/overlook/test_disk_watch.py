"""The disk's room is told while a table runs."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from messages.message import Message
from overlook.app import housekeeping as watched
from overlook.app.housekeeping import watch_disk
from web.contract.base import HealthState
from web.contract.table.snapshot import HealthView

GIGABYTE = 10**9


class Heard:
    """Keeps what it is told until it has heard enough."""

    def __init__(self, enough: int) -> None:
        self.told: list[HealthView] = []
        self.published: list[HealthState] = []
        self._enough = enough
        self.done = asyncio.Event()

    def report_health(self, part: str, state: HealthState, said: Message) -> None:
        self.told.append(HealthView(part=part, state=state, sentence=str(said), message=said))

    def publish(self) -> None:
        self.published.append(self.told[-1].state)
        if len(self.published) == self._enough:
            self.done.set()


def test_a_disk_that_fills_up_and_is_cleared_is_told_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = iter([9.0, 1.0, 0.1, 0.1, 9.0])
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(watched, "DISK_EVERY_S", 0.0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=int(next(free, 9.0) * GIGABYTE)))

    async def watch() -> Heard:
        service = Heard(enough=4)
        watching = asyncio.create_task(watch_disk(service, tmp_path))
        await asyncio.wait_for(service.done.wait(), 60)
        watching.cancel()
        return service

    service = asyncio.run(watch())
    assert service.published == [HealthState.OK, HealthState.TROUBLE, HealthState.LOST, HealthState.OK]
    full = next(one for one in service.told if one.state is HealthState.LOST)
    assert full.part == "disk"
    assert full.message is not None
    free, mend = full.message["parts"]
    assert free["gigabytes"] == pytest.approx(0.1)
    assert mend == Message.of("check-fix-disk-full")
