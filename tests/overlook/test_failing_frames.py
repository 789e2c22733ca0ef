"""A frame that cannot be judged, looked at or shown is reported, and the eye goes on with the next one."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from overlook.app.table_vision import FrameObserver
from overlook.table.moves.reconciler import Reconciler
from overlook.table.service import TableService
from tests.overlook.played_table import Table, played
from web.contract.table.snapshot import Snapshot


def health_of(snapshot: Snapshot) -> dict[str, str]:
    return {part.part: part.state.value for part in snapshot.health}


def broken(*_: Any, **__: Any) -> Any:
    raise KeyError("A1")


def lines(caplog: pytest.LogCaptureFixture, beginning: str) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.getMessage().startswith(beginning)]


def test_frames_that_cannot_be_judged_are_shown_and_judged_again_once_they_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Reconciler, "intents", broken)
            failing = await table.until(lambda now: health_of(now).get("judging") == "trouble")
            picture = (await table.service.picture(0)).number
            assert (await table.service.picture(picture + 2)).number > picture, "pictures are shown all the same"
            assert health_of(failing)["board"] == "ok"
            assert any(notice.id == "lost-judging" for notice in failing.notices)
        again = await table.until(lambda now: "judging" not in health_of(now))
        assert again.table.flags.settled
        assert "program" not in health_of(again)

    with caplog.at_level(logging.ERROR, "overlook"):
        played(tmp_path, play)
    assert len(lines(caplog, "a frame was not judged")) == 1


def test_frames_that_cannot_be_looked_at_or_shown_do_not_stop_the_eye(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    publish = TableService.publish

    def unshown_by_the_eye(service: TableService) -> None:
        task = asyncio.current_task()
        if task is not None and task.get_name() == "eye":
            raise ValueError("nothing to show")
        publish(service)

    async def play(table: Table) -> None:
        before = await table.begun()
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(FrameObserver, "look", broken)
            patched.setattr(TableService, "publish", unshown_by_the_eye)
            async with asyncio.timeout(30.0):
                while not lines(caplog, "a fault of the eye could not be shown"):
                    await asyncio.sleep(0.05)
            await asyncio.sleep(1.0)
        again = await table.until(lambda now: now.revision > before.revision and health_of(now).get("board") == "ok")
        assert "program" not in health_of(again)

    with caplog.at_level(logging.ERROR, "overlook"):
        played(tmp_path, play)
    missed = [str(record.exc_info[1]) for record in lines(caplog, "a frame could not be looked at") if record.exc_info]
    assert missed.count("'A1'") == 1
    assert len(missed) <= 2, "the frame that was on its way when nothing could be shown any more"
