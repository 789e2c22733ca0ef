"""After a restart, terrain that was not seen yet still counts, and is reported."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from geometry.table import Table
from messages.message import Message
from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from overlook.table.observation.accepted_position import UNSEEN_SIGMA
from referee.rules.judgement import Shot
from referee.rules.ruling import Verdict
from tests.overlook.play.scripts import KT21, Raw, activate, box, script
from web.contract.table.snapshot import Snapshot

PLACES = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}
WALL = box("wall", 14, 4, 15, 18, 5, "Heavy")
CHEST = box("chest", 20, 2, 21, 3, 1, "Light", equipment="barricade")
Spoil = Callable[[Table], Table]


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    kept = Games(tmp_path)
    yield kept
    kept.close()


def bare(table: Table) -> Table:
    return replace(table, terrain=())


def at(games: Games, raw: Raw, spoil: Spoil) -> ScriptedTable:
    """A scripted table that was started again once the battle had begun, and whose camera then sees otherwise."""

    async def begun() -> ScriptedTable:
        whole = script_of(raw)
        before = ScriptedTable(whole, laid_table(whole), games)
        await before.play()
        seen = before.table.seen
        assert seen is not None
        games.close()
        again = ScriptedTable(whole, laid_table(whole), games)
        assert again.table.state == before.table.state
        again.table.take_frame(replace(seen, table=spoil(seen.table)))
        return again

    return asyncio.run(begun())


def seen_by_a1(table: ScriptedTable) -> Verdict:
    context = table.table.facts().context(exact=True)
    assert context is not None
    return context.judge_shot(Shot("A1", "B1")).visible.verdict()


@pytest.mark.parametrize("fields", [{}, KT21], ids=["kt24", "kt21"])
@pytest.mark.parametrize("spoil", [bare, lambda table: table], ids=["not seen", "seen"])
def test_terrain_not_seen_yet_still_hides_operatives(games: Games, spoil: Spoil, fields: dict[str, object]) -> None:
    table = at(games, script(PLACES, activate("A1"), terrain=[WALL], **fields), spoil)
    assert seen_by_a1(table) is Verdict.NO
    asked = asyncio.run(table.service.advisor.card("A1"))
    assert asked is not None


def test_a_set_up_without_terrain_hides_nobody(games: Games) -> None:
    assert seen_by_a1(at(games, script(PLACES, activate("A1")), bare)) is Verdict.YES


def test_unseen_terrain_is_reported_until_it_is_seen(games: Games) -> None:
    table = at(games, script(PLACES, activate("A1"), terrain=[WALL]), bare)
    seen = table.table.seen
    assert seen is not None
    (wall,) = seen.table.terrain
    assert wall.outline == tuple(map(tuple, WALL["poly"]))
    assert wall.covariance[0, 0] == UNSEEN_SIGMA**2

    async def shown() -> Snapshot:
        table.service.publish()
        return table.service.snapshot()

    snapshot = asyncio.run(shown())
    assert [part.id for part in snapshot.table.terrain] == ["wall"]
    (said,) = [notice.sentence for notice in snapshot.notices if "Not seen" in notice.sentence]
    assert "wall" in said
    moved = replace(wall, outline=tuple((x + 2, y) for x, y in wall.outline))
    table.table.take_frame(replace(seen, table=replace(seen.table, terrain=(moved,)), warnings=()))
    assert table.table.seen is not None
    assert table.table.seen.table.terrain == (moved,)
    assert table.table.seen.warnings == ()


def test_terrain_of_equipment_is_expected_only_while_it_is_set_up(games: Games) -> None:
    table = at(games, script(PLACES, activate("A1"), terrain=[WALL, CHEST]), bare)
    assert table.table.seen is not None
    assert [part.id for part in table.table.seen.table.terrain] == ["wall"]


def test_terrain_that_disappears_is_judged_where_it_stood_and_reported(games: Games) -> None:
    table = at(games, script(PLACES, activate("A1"), terrain=[WALL]), lambda table: table)
    seen = table.table.seen
    assert seen is not None
    table.table.take_frame(replace(seen, table=bare(seen.table)))
    assert seen_by_a1(table) is Verdict.NO
    assert list(table.table.game.timeline.called) == ["shoved:wall"]


def test_models_not_seen_since_the_start_are_reported(games: Games) -> None:
    table = at(games, script(PLACES, activate("A1")), lambda table: replace(table, operatives={}))
    seen = table.table.seen
    assert seen is not None
    assert seen.warnings == (Message.of("position-unseen", things=["A1", "B1"], more=0),)
    assert seen_by_a1(table) is Verdict.YES
