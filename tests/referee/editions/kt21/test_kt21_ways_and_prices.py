"""What the search says a way costs is what the judge charges for it, up and down over random terrain (I21-05)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from referee.editions.kt21.edition import KT21
from referee.rules.judgement import Move
from referee.rules.position import Position
from tests.depth import depth
from tests.referee.conftest import R32

pytestmark = pytest.mark.long

Build = Callable[..., Position]


@pytest.mark.parametrize("seed", range(depth(6, 24)))
@pytest.mark.parametrize("drop", ["steps", "remainder"])
def test_i21_05_the_way_that_is_found_is_legal_and_costs_what_was_said(
    build: Build, stand: Any, box: Any, seed: int, drop: str
) -> None:
    edition = KT21.playing({"drop price": drop})
    stream = np.random.default_rng(seed)
    heights = sorted(stream.choice([1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0], size=2, replace=False), reverse=True)
    decks = [
        box("P", 4, 8, 9, 12, z=(0, heights[0]), traits="Light Vantage"),
        box("Q", 9 + stream.uniform(0, 0.8), 8, 12.5, 12, z=(0, heights[1]), traits="Light Vantage"),
    ]
    spots = [(7.5, 10.0, heights[0]), (11.2, 10.0, heights[1]), (12.5 + R32 + stream.uniform(0.02, 2), 10.0, 0.0)]
    first, last = stream.choice(3, size=2, replace=False)
    position = build(stand("A1", *spots[first]), walls=decks)
    position = replace(position, status={"A1": replace(position.status["A1"], move=20.0)})
    found = edition.movement.search(edition, position, "A1", "Normal Move").find_path(spots[last])
    assert found.path is not None
    judged = edition.judge_move(position, Move("A1", "Normal Move", found.path))
    assert judged.violations == (), found.path
    assert judged.charged == pytest.approx(found.price, abs=1e-6)
    drops = [max(0.0, a[2] - b[2]) for a, b in zip(found.path, found.path[1:], strict=False)]
    if drop == "steps":
        own = sum(2.0 * np.floor(height / 2.0 + 1e-9) if height > 2.0 + 1e-9 else 0.0 for height in drops)
        climbs = sum(max(b[2] - a[2], 2.0) for a, b in zip(found.path, found.path[1:], strict=False) if b[2] > a[2])
        assert judged.vertical == pytest.approx(own + climbs)
