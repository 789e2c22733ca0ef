"""What only geometry knows is added to an action before the game decides."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from geometry.measure import gap
from overlook.table.observation.seen_table import SeenTable, table_of
from overlook.table.rulings.action_rulings import attach_rulings
from overlook.table.session import TableSession
from referee.game.intents import Act
from simulation import example_catalogue, example_poses
from vision.frame import Frame


@pytest.mark.parametrize("target", ["b1", "b4", "b6"])
def test_j24_13_who_stands_near_the_target_is_caught_and_the_throw_is_measured(
    first_activation: TableSession, target: str
) -> None:
    poses = example_poses()
    seen = table_of(example_catalogue(), operatives=poses.operatives, terrain=poses.terrain, markers=poses.markers)
    frame = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime(2026, 11, 22, tzinfo=UTC), "test")
    first_activation.seen = SeenTable(frame, replace(seen, settled=True))
    context = first_activation.facts().context()
    assert context is not None
    there = context.position.table.operatives
    act = attach_rulings(context, Act(id="throw", operative="a4", action="Stun Grenade", target=target))
    aim, far = there[target].base, context.actions["Stun Grenade"].near
    assert far == 1.0
    assert act.evidence.near == tuple(sorted(name for name, one in there.items() if gap(aim, one.base) <= far))
    thrown = next(finding for ruling in act.evidence.rulings for finding in ruling.findings if "throw" in finding.means)
    assert thrown.rule == "J24-13"
    assert thrown.measured == pytest.approx(gap(there["a4"].base, aim))
    assert thrown.holds is (gap(there["a4"].base, aim) <= 6)
