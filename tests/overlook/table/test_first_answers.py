"""A repeated act gets its first answer, also from a table that was started again in between."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from tests.overlook.play.scripts import script
from web.contract.requests import Accepted, Button, Outcome, Refused, SubmitRequest

SCRIPT = script({"A1": [5.0, 11.0], "B1": [12.0, 11.0]})


class OpenedTables:
    """A table that can be started again from its folder."""

    def __init__(self, folder: Path) -> None:
        self.games = Games(folder)
        self.now = self.start()

    def start(self) -> ScriptedTable:
        self.games.close()
        whole = script_of(SCRIPT)
        self.now = ScriptedTable(whole, laid_table(whole), self.games)
        return self.now

    async def say(self, key: str, kind: str, *, by: str = "p1", **fields: Any) -> Outcome:
        request = SubmitRequest.model_validate({"intent": {"kind": kind, **fields}}).intent
        return await self.now.service.submit(request, player=by, key=key)

    @property
    def events(self) -> int:
        return self.now.table.sequence


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[OpenedTables]:
    found = OpenedTables(tmp_path)
    yield found
    found.games.close()


def test_acts_are_answered_after_a_restart_as_before_it_and_done_once(tables: OpenedTables) -> None:
    async def play() -> None:
        await tables.now.begin()
        score: dict[str, Any] = {"player": "p1", "op": "crit", "vp": 1}
        first = [await tables.say("score-1", "score", **score), await tables.say("undo-1", "undo")]
        assert all(isinstance(one, Accepted) for one in first)
        events = tables.events
        tables.start()
        again = [await tables.say("score-1", "score", **score), await tables.say("undo-1", "undo")]
        assert again == first
        assert tables.events == events

    asyncio.run(play())


def test_a_press_is_answered_after_a_restart_as_before_it(tables: OpenedTables) -> None:
    async def play() -> None:
        await tables.now.begin()
        await tables.say("score-1", "score", player="p1", op="crit", vp=1)
        first = await tables.now.service.press(Button.UNDO, player="p1", key="press-1")
        assert isinstance(first, Accepted)
        events = tables.events
        tables.start()
        assert await tables.now.service.press(Button.UNDO, player="p1", key="press-1") == first
        assert tables.events == events

    asyncio.run(play())


@pytest.mark.parametrize(
    ("kind", "by", "fields"),
    [
        ("score", "p1", {"player": "p1", "op": "crit", "vp": 2}),
        ("score", "p2", {"player": "p1", "op": "crit", "vp": 1}),
        ("use_ploy", "p1", {"player": "p1", "name": "Fall in"}),
    ],
)
def test_another_act_under_a_used_key_is_refused(
    tables: OpenedTables, kind: str, by: str, fields: dict[str, Any]
) -> None:
    async def play() -> None:
        await tables.now.begin()
        assert isinstance(await tables.say("score-1", "score", player="p1", op="crit", vp=1), Accepted)
        tables.start()
        assert isinstance(await tables.say("score-1", kind, by=by, **fields), Refused)

    asyncio.run(play())
