"""Areas of the shooter's base against what is judged from single points of it."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from shapely.geometry import Point

from geometry.base import Base, BaseShape
from geometry.targeting.line_rules import LineRules
from geometry.terrain import Part
from tests.depth import depth
from tests.geometry.conftest import MakeScene, Scatter
from tests.geometry.single_duel import shot_areas, targeting

pytestmark = pytest.mark.long

ROUND = BaseShape.from_mm(32)
CLEAR_OF_EDGES = 3e-3


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, depth(12, 40)),
        ({"slanted": True}, depth(8, 25)),
        ({"ovals": True}, depth(10, 25)),
        ({"slanted": True, "ovals": True}, depth(4, 12)),
    ],
    ids=["level", "slanted", "ovals", "slanted ovals"],
)
def test_every_point_lies_in_the_area_of_what_is_met_from_it(
    make_scene: MakeScene, scatter: Scatter, options: dict[str, bool], count: int
) -> None:
    kinds = set()
    for seed in range(700, 700 + count):
        rng = np.random.default_rng(seed)
        scene = make_scene(rng, **options)
        rules = LineRules(obscured_beyond_target=1.0 + seed % 2)
        things = scene.shooter, scene.target, scene.covering, scene.obscuring
        found = shot_areas(*things, rules=rules)
        areas = (found.clean, found.cover_only, found.obscured_only, found.both)
        edges = shapely.union_all([shapely.boundary(area) for area in areas])
        for x, y in scatter(scene.shooter, 12, rng):
            if edges.distance(Point(x, y)) < CLEAR_OF_EDGES:
                continue
            probe = targeting(*things, rules=rules, probe=(float(x), float(y))).probe
            assert probe is not None
            kind = int(probe.in_cover) + 2 * probe.obscured
            kinds.add(kind)
            assert [area.contains(Point(x, y)) for area in areas] == [kind == own for own in range(4)]
    assert kinds >= {0, 2}


def test_without_terrain_the_whole_base_is_clean() -> None:
    found = shot_areas(Base(ROUND, 5, 5), Base(ROUND, 12, 5), (), ())
    assert found.clean.area == pytest.approx(math.pi * (ROUND.long / 2) ** 2, rel=1e-3)
    assert found.cover_only.is_empty
    assert found.both.is_empty


def test_one_wall_covers_and_another_obscures_from_everywhere() -> None:
    wall = Part("W", "W", ((10.6, 0), (10.9, 0), (10.9, 22), (10.6, 22)), 0.0, 4.0)
    heavy = Part("H", "H", ((8.0, 0), (8.2, 0), (8.2, 22), (8.0, 22)), 0.0, 4.0)
    found = shot_areas(Base(ROUND, 5, 5), Base(ROUND, 12, 5), [wall], [heavy])
    assert found.clean.is_empty
    assert found.cover_only.is_empty
    assert found.obscured_only.is_empty
    assert found.both.area == pytest.approx(math.pi * (ROUND.long / 2) ** 2, rel=1e-3)
