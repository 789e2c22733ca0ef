"""Whoever waits for a table's first picture gets it before the eye has looked at it, which takes longest of all."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlook.app.table_vision import FrameObserver
from overlook.table.observation.seen_table import SeenTable
from tests.overlook.played_table import Table, played
from vision.frame import Frame


def test_the_first_picture_is_shown_before_it_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look, still_wanted = FrameObserver.look, []

    async def play(table: Table) -> None:
        def noted(observer: FrameObserver, frame: Frame) -> SeenTable:
            still_wanted.append(table.service.picture_wanted)
            return look(observer, frame)

        monkeypatch.setattr(FrameObserver, "look", noted)
        await table.seen()

    played(tmp_path, play)
    assert still_wanted[0] is False
