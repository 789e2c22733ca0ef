"""Offers are shown by the best estimate first, and say a moment later what of them hangs on a hair."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from overlook.play.laid_table import laid_table
from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.table import worked_offers
from overlook.table.available_actions import available_actions
from overlook.table.games import Games
from overlook.table.judging_context import JudgingContext
from tests.overlook.play.scripts import script
from web.contract.game_requests import GAME_REQUESTS
from web.contract.intents import Accepted
from web.contract.offers import OffersView

BASE_IN = 32 / 25.4
AN_INCH_APART = {"A1": [10.0, 11.0], "B1": [11.0 + BASE_IN, 11.0]}


def played(folder: Path, play: Callable[[ScriptedTable], Awaitable[None]], sigma_mm: float = 0.16) -> None:
    """Play at a scripted table at which an enemy stands an inch away, seen so exactly."""

    async def whole() -> None:
        one = script_of(script(AN_INCH_APART, sigma_mm=sigma_mm))
        games = Games(folder)
        try:
            table = ScriptedTable(one, laid_table(one), games)
            await table.begin()
            await table.service.doubted()
            words = {"kind": "activate", "operative": "A1", "order": "engage"}
            request = GAME_REQUESTS["activate"].model_validate_json(json.dumps(words))
            assert isinstance(await table.service.submit(request, player="p1", key="one"), Accepted)
            await play(table)
        finally:
            games.close()

    asyncio.run(whole())


def said(table: ScriptedTable) -> str:
    """Return what is said of the walk that is offered."""
    (offers,) = table.service.snapshot().offers
    return next(one.text for one in offers.actions if one.action == "Reposition")


def test_the_best_estimate_is_shown_first_and_its_doubt_when_it_is_known(tmp_path: Path) -> None:
    async def play(table: ScriptedTable) -> None:
        await table.service.settled()
        assert said(table) == ""
        revision = table.service.snapshot().revision
        await table.service.doubted()
        assert said(table).startswith("Too close to call")
        assert table.service.snapshot().revision > revision, "pages are told"

    played(tmp_path, play)


@pytest.mark.parametrize(("sigma_mm", "sharp_alone"), [(0.16, False), (0.0, True)])
def test_doubt_is_looked_into_once_and_where_there_is_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sigma_mm: float, sharp_alone: bool
) -> None:
    asked: list[bool] = []
    work = available_actions

    def counted(context: JudgingContext) -> OffersView | None:
        asked.append(context.sharp)
        return work(context)

    async def play(table: ScriptedTable) -> None:
        monkeypatch.setattr(worked_offers, "available_actions", counted)
        await table.service.doubted()
        once = list(asked)
        await table.service.doubted()
        assert asked == once
        assert asked.count(False) == (0 if sharp_alone else 1)

    played(tmp_path, play, sigma_mm)
