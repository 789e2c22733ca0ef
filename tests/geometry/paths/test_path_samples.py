"""What a path meets, against dense sampling of it, and wherever the board lies."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from shapely.affinity import translate
from shapely.geometry import Polygon

from geometry.base import Base
from geometry.paths import StandingBody, path_facts
from geometry.paths.strides import Stretches
from geometry.table import Board
from geometry.terrain import Part
from tests.depth import depth
from tests.geometry.moving import LIES, Lie
from tests.geometry.paths.sweeping import outline, random_scene, walked

Array = NDArray[np.float64]


def meet(z: float, head: float, bottom: float, top: float) -> bool:
    return z + head > bottom + 1e-6 and z < top - 1e-6


def holds(stretches: Stretches, travelled: float, slack: float = 0.0) -> bool:
    return any(one.start - slack <= travelled <= one.end + slack for one in stretches)


def distances(mover: Base, places: Array, here: NDArray[np.object_], shape: Polygon) -> Array:
    """How far a base is from a shape at each of its places.

    Of ovals over 1.1 in off only a lower bound, save where one may be the nearest at its height.
    """
    middle = shapely.distance(shapely.points(places[:, 1:3]), shape)
    apart: Array = np.maximum(middle - mover.radius, 0.0)
    if not mover.is_round:
        most = np.maximum(middle - mover.shape.short / 2, 0.0)
        near = apart <= 1.1
        for height in np.unique(places[:, 3]):
            level = places[:, 3] == height
            near |= level & (apart <= most[level].min())
        apart[near] = shapely.distance(here[near], shape)
    return apart


def check_against_samples(seed: int, oval: bool, step: float = 0.05) -> None:
    """Dense places agree with the stretches, save within a sliver of their ends, where shapes are polygons here."""
    rng = np.random.default_rng(seed)
    mover, parts, others, path = random_scene(rng, oval)
    facts = path_facts(mover, 1.6, path, parts=parts, others=others, enemies=list(others), board=Board(16, 16))
    contacts = {one.thing: one for one in (*facts.terrain, *facts.bases, facts.edge)}
    enemies = {one.thing: one for one in facts.enemies}
    places = np.array(walked(path, step))
    unmoved = outline(mover, 0, 0, 45)
    here = np.array([translate(unmoved, x, y) for x, y in places[:, 1:3]])
    things = [(part.id, part.polygon, part.bottom, part.top) for part in parts]
    for name, body in others.items():
        things.append((name, outline(body.base, body.base.x, body.base.y), body.base.z, body.base.z + body.head))
    for name, shape, bottom, top in things:
        beside = np.array([meet(z, 1.6, bottom, top) for z in places[:, 3]])
        apart = distances(mover, places, here, shape)
        deep = apart < 0.004
        deep[deep] = shapely.area(shapely.intersection(here[deep], shape)) > 0.02
        for travelled, hit, clear in zip(places[:, 0], deep & beside, (apart > 0.004) | ~beside, strict=True):
            assert not hit or holds(contacts[name].hits, travelled, 0.03)
            assert not clear or not holds(contacts[name].hits, travelled, -0.03)
        if name in others:
            gap = np.hypot(apart, places[:, 3] - bottom)
            for travelled, distance in zip(places[:, 0], gap, strict=True):
                assert abs(distance - 1) < 0.01 or holds(enemies[name].near, travelled) is bool(distance <= 1)
            assert enemies[name].gap == pytest.approx(gap.min(), abs=step / 2 + 0.003)
        if not beside.any():
            assert math.isinf(contacts[name].clearance)
        elif apart[beside].min() > 0:
            assert contacts[name].clearance == pytest.approx(apart[beside].min(), abs=step / 2 + 0.003)
        else:
            assert contacts[name].clearance < 0.003
    for travelled, (left, low, right, high) in zip(places[:, 0], shapely.bounds(here), strict=True):
        beyond = max(-left, -low, right - 16, high - 16)
        assert abs(beyond) < 0.002 or holds(facts.edge.hits, travelled) is bool(beyond > 0)


@pytest.mark.parametrize("oval", [False, True], ids=["round", "oval"])
@pytest.mark.parametrize("seed", range(depth(2, 5)))
def test_a_swept_base_meets_what_dense_samples_meet(seed: int, oval: bool) -> None:
    check_against_samples(seed, oval, step=0.1)


@pytest.mark.nightly
@pytest.mark.parametrize("oval", [False, True], ids=["round", "oval"])
@pytest.mark.parametrize("first", [1000, 1250])
def test_many_swept_bases_meet_what_dense_samples_meet(first: int, oval: bool) -> None:
    for seed in range(first, first + depth(40, 250)):
        check_against_samples(seed, oval)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), lie=LIES)
def test_facts_do_not_depend_on_where_the_board_lies(seed: int, lie: Lie) -> None:
    rng = np.random.default_rng(seed)
    mover, parts, others, path = random_scene(rng, oval=seed % 2 == 0)
    wide = Board(100, 100)

    def turned(base: Base) -> Base:
        x, y = lie.place(base.x, base.y)
        return Base(base.shape, x, y, base.z, lie.rotation_deg(base.rotation_deg))

    before = path_facts(
        mover,
        1.6,
        [(x + 20, y + 20, z) for x, y, z in path],
        board=wide,
        enemies=list(others),
        parts=[Part(p.id, "T", tuple((x + 20, y + 20) for x, y in p.outline), p.bottom, p.top) for p in parts],
        others={k: StandingBody(b.base.at(b.base.x + 20, b.base.y + 20), b.head) for k, b in others.items()},
    )
    after = path_facts(
        turned(mover),
        1.6,
        [(*lie.place(x, y), z) for x, y, z in path],
        board=wide,
        enemies=list(others),
        parts=[Part(p.id, "T", tuple(lie.place(*corner) for corner in p.outline), p.bottom, p.top) for p in parts],
        others={k: StandingBody(turned(b.base), b.head) for k, b in others.items()},
    )
    assert after.length == pytest.approx(before.length)
    for one, other in zip((*before.terrain, *before.bases), (*after.terrain, *after.bases), strict=True):
        assert other.clearance == pytest.approx(one.clearance, abs=2e-2 if one.clearance < 0 else 1e-6)
        if abs(one.clearance) > 1e-5:
            assert len(other.hits) == len(one.hits)
            for a, b in zip(one.hits, other.hits, strict=True):
                assert (b.start, b.end) == pytest.approx((a.start, a.end), abs=1e-4)
    for then, now in zip(before.enemies, after.enemies, strict=True):
        assert now.gap == pytest.approx(then.gap, abs=1e-6)
        if abs(then.gap - 1) > 1e-5:
            assert len(now.near) == len(then.near)
