"""Offers show the best estimate first and what is too close to call a moment later."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from overlook.table.offers import actions_worker, advisor
from overlook.table.offers.advisor import TableAdvisor
from overlook.table.offers.available_actions import available_actions
from overlook.table.rulings.judging_context import JudgingContext
from tests.overlook.play.scripts import script
from web.contract.requests import GAME_REQUESTS, Accepted
from web.contract.table.available_actions import OffersView

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
            await table.service.wait_for_uncertain_actions()
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


def test_offers_show_the_best_estimate_first_and_then_what_is_too_close_to_call(tmp_path: Path) -> None:
    async def play(table: ScriptedTable) -> None:
        await table.service.wait_for_actions()
        assert said(table) == 'Up to 6".'
        revision = table.service.snapshot().revision
        await table.service.wait_for_uncertain_actions()
        assert said(table).startswith('Up to 6". Too close to call')
        assert table.service.snapshot().revision > revision, "pages are told"

    played(tmp_path, play)


@pytest.mark.parametrize(("sigma_mm", "sharp_alone"), [(0.16, False), (0.0, True)])
def test_uncertainty_is_computed_once_and_only_if_there_is_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sigma_mm: float, sharp_alone: bool
) -> None:
    asked: list[bool] = []
    work = available_actions

    def counted(context: JudgingContext) -> OffersView | None:
        asked.append(context.sharp)
        return work(context)

    async def play(table: ScriptedTable) -> None:
        monkeypatch.setattr(actions_worker, "available_actions", counted)
        await table.service.wait_for_uncertain_actions()
        once = list(asked)
        await table.service.wait_for_uncertain_actions()
        assert asked == once
        assert asked.count(False) == (0 if sharp_alone else 1)

    played(tmp_path, play, sigma_mm)


def test_uncertainty_is_computed_in_a_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doubts: list[bool] = []
    looks: list[int] = []

    def counted(context: JudgingContext) -> OffersView | None:
        doubts.extend([True] if not context.sharp else [])
        return available_actions(context)

    def quiet_s(_advisor: TableAdvisor) -> float:
        looks.append(len(doubts))
        return 0.0 if len(looks) < 4 else math.inf

    async def play(table: ScriptedTable) -> None:
        monkeypatch.setattr(actions_worker, "available_actions", counted)
        monkeypatch.setattr(actions_worker, "PAUSE_S", 0.001)
        monkeypatch.setattr(TableAdvisor, "quiet_s", property(quiet_s))
        await table.service.wait_for_actions()
        async with asyncio.timeout(60):
            while not doubts:
                await asyncio.sleep(0.001)
        assert looks[:4] == [0, 0, 0, 0], "not before the fourth look, the first that finds a pause"

    played(tmp_path, play)


def test_there_is_no_pause_while_a_request_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile: list[float] = []

    async def play(table: ScriptedTable) -> None:
        here, told = asyncio.get_running_loop(), table.service.advisor
        await table.service.wait_for_uncertain_actions()

        def looked(work: Callable[..., object]) -> Callable[..., object]:
            async def quiet() -> float:
                return told.quiet_s

            def worked(*words: object) -> object:
                meanwhile.append(asyncio.run_coroutine_threadsafe(quiet(), here).result())
                return work(*words)

            return worked

        assert told.quiet_s == math.inf
        monkeypatch.setattr(advisor, "card_of", looked(advisor.card_of))
        monkeypatch.setattr(advisor, "reach_of", looked(advisor.reach_of))
        await told.card("A1")
        await told.reach("A1", "Dash")
        assert meanwhile == [0.0, 0.0]
        assert 0.0 <= told.quiet_s < math.inf

    played(tmp_path, play)
