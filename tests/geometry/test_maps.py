"""Maps agree with the answers they are made of."""

from __future__ import annotations

import numpy as np
import pytest
from shapely.geometry import Point

from geometry.base import BaseShape
from geometry.maps import Ground, who_sees_whom
from geometry.measure import gap
from geometry.placement import Placement
from geometry.table import Operative
from geometry.targeting import LineRules, targeting
from geometry.terrain import Part
from geometry.visibility.sight import sight

RULES = LineRules()
ROUND = BaseShape.from_mm(32)
R = ROUND.long / 2


def box(name: str, x0: float, y0: float, x1: float, y1: float, top: float, *traits: str, bottom: float = 0.0) -> Part:
    return Part(name, name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top, frozenset(traits))


PARTS = [
    box("wall", 9, 6, 9.2, 12, 4.0, "Heavy"),
    box("low", 14, 9, 16, 9.3, 1.0, "Light"),
    box("deck", 18, 4, 22, 8, 3.0, "Light", "Vantage"),
    box("wire", 12, 14, 16, 14.2, 1.0, "Exposed"),
    box("block", 20, 12, 22, 14, 2.0, "Heavy"),
]


def people() -> list[Operative]:
    rng = np.random.default_rng(3)
    found = [
        Operative("up", "a", ROUND, 1.6, Placement("up", 20, 6, 3.0)),
        Operative("oval", "a", BaseShape.from_mm((60, 35)), 1.8, Placement("oval", 5, 9, 0, 40)),
    ]
    while len(found) < 9:
        x, y = rng.uniform(1, 29), rng.uniform(1, 21)
        if all(part.polygon.distance(Point(x, y)) > R + 0.01 for part in PARTS):
            name = f"A{len(found)}"
            found.append(Operative(name, "b", ROUND, 1.6, Placement(name, x, y)))
    return found


def test_the_map_of_a_table_says_what_each_pair_says() -> None:
    crowd, ground = people(), Ground.plain(PARTS)
    table = who_sees_whom(crowd, ground)
    covering = [part for part, flag in zip(PARTS, ground.covering, strict=True) if flag]
    obscuring = [part for part, flag in zip(PARTS, ground.obscuring, strict=True) if flag]
    assert [part.id for part in obscuring] == ["wall", "block"]
    assert "wire" not in [part.id for part in covering]
    for row, one in enumerate(crowd):
        for column, other in enumerate(crowd):
            if row == column:
                assert table.visible[row, column]
                continue
            ceiling = max(one.base.z + one.head, other.base.z + other.head)
            lines = targeting(one.base, other.base, covering, obscuring, ceiling=ceiling)
            assert table.gap[row, column] == pytest.approx(gap(one.base, other.base))
            assert table.visible[row, column] == sight(one, other, PARTS).visible
            assert table.clean[row, column] == (lines.clean is not None)
            assert table.uncovered[row, column] == any(not place.in_cover for place in lines.places)
            assert table.unobscured[row, column] == any(not place.obscured for place in lines.places)


def test_a_map_of_nobody_and_of_one() -> None:
    assert who_sees_whom([], Ground.plain(PARTS)).visible.shape == (0, 0)
    assert who_sees_whom(people()[:1], Ground.plain(())).visible.tolist() == [[True]]
