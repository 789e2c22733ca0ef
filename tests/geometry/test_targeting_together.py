"""Many duels at once are judged as each alone."""

from __future__ import annotations

import numpy as np
import pytest
from shapely.geometry import Point

from geometry.base import Base, BaseShape
from geometry.measure import gap
from geometry.targeting.lines import draw_lines
from geometry.terrain import Prisms
from tests.geometry.duel import ROUND, R, wall
from tests.geometry.single_duel import targeting

PARTS = [
    wall("wall", 9, 6, 9.2, 12, 4.0),
    wall("low", 14, 9, 16, 9.3, 1.0),
    wall("deck", 18, 4, 22, 8, 3.0),
    wall("wire", 12, 14, 16, 14.2, 1.0),
    wall("block", 20, 12, 22, 14, 2.0),
]
COVERING = np.array([part.id != "wire" for part in PARTS])
OBSCURING = np.array([part.id in ("wall", "block") for part in PARTS])
HEAD = 1.6


def bases() -> list[Base]:
    rng = np.random.default_rng(3)
    found = [Base(ROUND, 20, 6, 3.0), Base(BaseShape.from_mm((60, 35)), 5, 9, 0, 40)]
    while len(found) < 9:
        x, y = rng.uniform(1, 29), rng.uniform(1, 21)
        if all(part.polygon.distance(Point(x, y)) > R + 0.01 for part in PARTS):
            found.append(Base(ROUND, x, y))
    return found


@pytest.mark.parametrize("thorough", [True, False])
def test_many_duels_are_judged_as_each_alone(thorough: bool) -> None:
    pairs = [(one, other) for one in bases() for other in bases() if one != other]
    lines = draw_lines(
        Prisms.of(PARTS),
        [one for one, _ in pairs],
        [other for _, other in pairs],
        np.broadcast_to(COVERING, (len(pairs), len(PARTS))),
        np.broadcast_to(OBSCURING, (len(pairs), len(PARTS))),
        ceilings=np.array([max(one.z, other.z) + HEAD for one, other in pairs]),
        thorough=thorough,
    )
    covering = [part for part, flag in zip(PARTS, COVERING, strict=True) if flag]
    obscuring = [part for part, flag in zip(PARTS, OBSCURING, strict=True) if flag]
    for row, (one, other) in enumerate(pairs):
        alone = targeting(one, other, covering, obscuring, ceiling=max(one.z, other.z) + HEAD)
        assert lines.gap[row] == pytest.approx(gap(one, other))
        assert lines.clean[row] == (alone.clean is not None)
        assert lines.uncovered[row] == any(not place.in_cover for place in alone.places)
        assert lines.unobscured[row] == any(not place.obscured for place in alone.places)


def test_no_duels_have_no_lines() -> None:
    none = np.zeros((0, len(PARTS)), dtype=bool)
    assert draw_lines(Prisms.of(PARTS), [], [], none, none).clean.shape == (0,)
