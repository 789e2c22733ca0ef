"""Order tokens at a table in play: turning one says something, a token that merely lies there does not (A24-14)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from geometry.placement import Placement
from geometry.table import Marker, Table
from overlook.table.observation.seen_table import SeenTable, table_of
from overlook.table.session import TableSession
from referee.game.intents import Act, EndActivation
from referee.rules.position import Order
from simulation import example_catalogue, example_poses
from vision.frame import Frame

FRAME = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime(2026, 11, 22, tzinfo=UTC), "test")


def lying(*faces: tuple[str, str]) -> Table:
    """Return the example table with a token beside each operative named."""
    poses = example_poses()
    bare = table_of(example_catalogue(), operatives=poses.operatives, terrain=poses.terrain, markers=poses.markers)
    tokens = {}
    for operative, kind in faces:
        at = poses.operatives[operative]
        tokens[f"token-{operative}"] = Marker(
            f"token-{operative}", kind, 0.5, Placement(f"token-{operative}", at.x, at.y - 1.2, at.z)
        )
    return replace(bare, markers={**bare.markers, **tokens}, settled=True)


def show(table: TableSession, *faces: tuple[str, str]) -> None:
    table.take_frame(SeenTable(FRAME, lying(*faces)))


def test_laying_a_token_down_activates_the_operative_with_its_order(first_activation: TableSession) -> None:
    table = first_activation
    mine = next(name for name, one in table.state.operatives.items() if one.player == table.state.turn)
    show(table)
    show(table, (mine, "engage ready"))
    assert table.state.acting is not None
    assert table.state.acting.operative == mine
    assert table.state.operative(mine).order is Order.ENGAGE


def test_what_lies_there_from_the_start_says_nothing(first_activation: TableSession) -> None:
    table = first_activation
    mine = next(name for name, one in table.state.operatives.items() if one.player == table.state.turn)
    before = table.sequence
    show(table, (mine, "engage ready"))
    show(table, (mine, "engage ready"))
    assert table.sequence == before


def test_a_token_that_was_not_turned_yet_does_not_make_an_expended_operative_ready(
    first_activation: TableSession,
) -> None:
    table = first_activation
    mine = next(name for name, one in table.state.operatives.items() if one.player == table.state.turn)
    show(table)
    show(table, (mine, "engage ready"))
    table.submit(EndActivation(id="end", operative=mine))
    assert not table.state.operative(mine).ready
    show(table, (mine, "engage ready"))
    show(table)
    show(table, (mine, "engage ready"))
    assert not table.state.operative(mine).ready
    show(table, (mine, "engage expended"))
    assert not table.state.operative(mine).ready
    assert table.game.called == {}


def test_a_turn_that_the_rules_refuse_is_called_and_mended_when_it_is_turned_back(
    first_activation: TableSession,
) -> None:
    table = first_activation
    mine = next(name for name, one in table.state.operatives.items() if one.player == table.state.turn)
    show(table)
    show(table, (mine, "engage ready"))
    table.submit(Act(id="guard", operative=mine, action="Dash", charged=0.0))
    show(table, (mine, "conceal ready"))
    assert table.state.operative(mine).order is Order.ENGAGE
    refused = table.game.called[f"token:{mine}"]
    assert "refusal-order-kept" in str(refused.to_data())
    show(table, (mine, "engage ready"))
    assert table.game.called == {}
