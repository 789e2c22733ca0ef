"""Offers computed ahead equal those computed on demand, and are used only if the table has not changed."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from geometry.table import Table
from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from overlook.table.offers import actions_worker
from overlook.table.offers.actions_worker import unmoved
from overlook.table.offers.available_actions import available_actions
from overlook.table.rulings.judging_context import JudgingContext, ShotCache
from referee.game.intents import Activate
from tests.depth import at_night
from tests.overlook.play.scripts import ONE_EDITION, box, script
from tests.overlook.whole_table import crowded_game, table_seen
from web.contract.requests import GAME_REQUESTS, Accepted, Button
from web.contract.table.available_actions import OffersView

Raw = dict[str, Any]
A_SIDE = 4


def crowd(seed: int, edition: str) -> Raw:
    """Return a script of two teams among each other past walls, seen with the camera's error."""
    stream = random.Random(seed)
    names = [f"{side}{number}" for side in "AB" for number in range(1, A_SIDE + 1)]
    spots = stream.sample([(x, y) for x in range(4, 16, 2) for y in range(4, 16, 2)], len(names))
    places = {
        name: [x + stream.uniform(-0.2, 0.2), y + stream.uniform(-0.2, 0.2)]
        for name, (x, y) in zip(names, spots, strict=True)
    }
    walls = []
    for number in range(4):
        x, y = 5.0 + 2 * stream.randrange(5), 4.9 + 2 * stream.randrange(5)
        walls.append(box(f"w{number}", x - 0.8, y, x + 0.8, y + 0.15, stream.choice([1.0, 2.5]), "Heavy"))
    return script(places, terrain=walls, sigma_mm=0.16, edition=edition)


def at_a_table(raw: Raw, folder: Path, play: Callable[[ScriptedTable], Awaitable[None]]) -> None:
    async def whole() -> None:
        one = script_of(raw)
        games = Games(folder)
        try:
            table = ScriptedTable(one, laid_table(one), games)
            await table.begin()
            await table.service.wait_for_prefetch()
            await play(table)
        finally:
            games.close()

    asyncio.run(whole())


async def activated(table: ScriptedTable, operative: str, order: str = "engage") -> OffersView:
    """Activate an operative and return what is shown that it could do, by the best estimate."""
    words = {"kind": "activate", "operative": operative, "order": order}
    request = GAME_REQUESTS["activate"].model_validate_json(json.dumps(words))
    player = table.table.state.operative(operative).player
    outcome = await table.service.submit(request, player=player, key=f"{operative}-{order}-{table.table.sequence}")
    assert isinstance(outcome, Accepted), outcome
    await table.service.wait_for_actions()
    (shown,) = table.service.snapshot().offers
    return shown


def worked_out_anew(table: ScriptedTable) -> OffersView:
    """Return the same, asked of nothing that was known before."""
    context = table.table.facts().context(exact=True)
    assert context is not None
    told = available_actions(replace(context, shots=ShotCache()))
    assert told is not None
    return told


@dataclass
class Computed:
    """Which offers were computed: on demand, by operative, after an activation by the best estimate; and ahead."""

    on_demand: list[str] = field(default_factory=list)
    ahead: list[JudgingContext] = field(default_factory=list)


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> Computed:
    found, contexts_ahead = Computed(), list[JudgingContext | None]()

    def looking_ahead(context: JudgingContext, intent: Activate) -> JudgingContext | None:
        contexts_ahead.append(actions_after(context, intent))
        return contexts_ahead[-1]

    def counted(context: JudgingContext) -> OffersView | None:
        if any(context is one for one in contexts_ahead):
            found.ahead.append(context)
        elif context.sharp and context.state.acting is not None:
            found.on_demand.append(context.state.acting.operative)
        return available_actions(context)

    actions_after = actions_worker.after
    monkeypatch.setattr(actions_worker, "after", looking_ahead)
    monkeypatch.setattr(actions_worker, "available_actions", counted)
    return found


@ONE_EDITION
@pytest.mark.parametrize("seed", [0, *at_night(1, 2)])
def test_offers_computed_ahead_equal_offers_computed_on_demand(
    tmp_path: Path, computed: Computed, seed: int, edition: str
) -> None:
    async def play(table: ScriptedTable) -> None:
        may = {one.operative: one.orders for one in table.table.facts().activations}
        assert len(may) == A_SIDE
        for operative, orders in may.items():
            for order in orders:
                shown = await activated(table, operative, order)
                assert not computed.on_demand
                assert shown == worked_out_anew(table)
                assert isinstance(await table.service.press(Button.UNDO, key=f"{operative}{order}"), Accepted)

    at_a_table(crowd(seed, edition), tmp_path, play)


def test_shots_judged_ahead_are_reused(tmp_path: Path, computed: Computed) -> None:
    async def play(table: ScriptedTable) -> None:
        await activated(table, "A1")
        context = table.table.facts().context(exact=True)
        assert context is not None
        known = context.shots.of(context.position)
        targets = {shot.target: judged for shot, judged in known.items()}
        assert targets.keys() == {f"B{number}" for number in range(1, A_SIDE + 1)}
        assert targets == {
            name: replace(context, shots=ShotCache()).judge_shot(shot)
            for shot, name in ((shot, shot.target) for shot in known)
        }
        assert not computed.on_demand

    at_a_table(crowd(1, "kt24"), tmp_path, play)


def test_offers_are_recomputed_after_a_wall_was_pushed(tmp_path: Path, computed: Computed) -> None:
    async def play(table: ScriptedTable) -> None:
        seen = table.table.seen
        assert seen is not None
        table.table.seen = replace(seen, table=pushed(seen.table, by_in=1.0))
        shown = await activated(table, "A1")
        assert computed.on_demand == ["A1"]
        assert shown == worked_out_anew(table)

    at_a_table(crowd(1, "kt24"), tmp_path, play)


def test_offers_are_recomputed_after_somebody_was_hurt(tmp_path: Path, computed: Computed) -> None:
    async def play(table: ScriptedTable) -> None:
        words = {"kind": "declare_damage", "operative": "B1", "amount": 3}
        request = GAME_REQUESTS["declare_damage"].model_validate_json(json.dumps(words))
        assert isinstance(await table.service.submit(request, player="p2", key="hurt"), Accepted)
        shown = await activated(table, "A1")
        assert computed.on_demand == ["A1"]
        assert shown == worked_out_anew(table)

    at_a_table(crowd(1, "kt24"), tmp_path, play)


def test_undoing_an_activation_keeps_the_offers_of_the_others(tmp_path: Path, computed: Computed) -> None:
    async def play(table: ScriptedTable) -> None:
        computed.ahead.clear()
        await activated(table, "A1")
        assert isinstance(await table.service.press(Button.UNDO, key="back"), Accepted)
        await table.service.wait_for_prefetch()
        await activated(table, "A2")
        assert not computed.on_demand
        assert not computed.ahead

    at_a_table(crowd(1, "kt24"), tmp_path, play)


def pushed(table: Table, *, by_in: float) -> Table:
    """Return the table with its first wall elsewhere."""
    first, *others = table.terrain
    moved = replace(first, outline=tuple((x + by_in, y) for x, y in first.outline))
    return replace(table, terrain=(moved, *others))


def test_a_wall_that_wavers_counts_as_unmoved() -> None:
    table = table_seen(crowded_game("kt24", None, 1))
    assert unmoved(table, pushed(table, by_in=0.01))
    assert not unmoved(table, pushed(table, by_in=0.03))
    first, *others = table.terrain
    assert not unmoved(table, replace(table, terrain=(replace(first, top=first.top + 0.1), *others)))
    assert not unmoved(table, replace(table, terrain=(replace(first, state="open"), *others)))
    assert not unmoved(table, replace(table, terrain=tuple(others)))
