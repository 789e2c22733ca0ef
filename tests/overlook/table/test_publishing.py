"""Snapshots of a table are published after each step, or once after several that nobody is there to see."""

from __future__ import annotations

import asyncio
from pathlib import Path

from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from tests.overlook.play.scripts import script
from web.contract.requests import Button


def test_several_steps_are_published_in_one_snapshot(tmp_path: Path) -> None:
    async def played() -> None:
        whole = script_of(script({"A1": [5.0, 11.0], "B1": [12.0, 11.0]}))
        games = Games(tmp_path)
        try:
            table = ScriptedTable(whole, laid_table(whole), games)
            await table.begin()
            service = table.service
            await service.wait_for_actions()
            before, revision = table.table.sequence, service.snapshot().revision
            with service.publishing_once():
                await service.press(Button.UNDO, key="one")
                await service.press(Button.UNDO, key="two")
                assert table.table.sequence > before
                assert service.snapshot().revision == revision
            assert service.snapshot().revision == revision + 1
            await service.press(Button.REDO, key="three")
            assert service.snapshot().revision > revision + 1
        finally:
            games.close()

    asyncio.run(played())
