"""The cheapest path against an exhaustive any-angle search on a grid that shares no code with it."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import dijkstra
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from geometry.base import Base
from geometry.paths import Cheapest, Proof, Scene, StandingBody, cheapest_path
from geometry.paths.pricing import Exact, Increments, RaisedToOne, RoundedUp, Tariff
from geometry.paths.strides import PlaceXYZ
from geometry.table import Board
from geometry.terrain import Part
from tests.depth import depth
from tests.geometry.moving import LIES, Laying, Lie, laid
from tests.geometry.paths.building import FLAT, ROUND, SIDE, R, box

pytestmark = pytest.mark.long


def random_scene(seed: int) -> tuple[Scene, PlaceXYZ, PlaceXYZ]:
    """A small board with walls, crates and bases, and two free places on it."""
    rng = np.random.default_rng(seed)
    parts, blockers = [], {}
    for number in range(rng.integers(1, 5)):
        size = [(0.2, rng.uniform(1.5, 5)), (rng.uniform(0.5, 2.5), rng.uniform(0.5, 2.5))][int(rng.random() < 0.4)]
        angle = rng.choice([0, math.pi / 2, rng.uniform(0, math.pi)])
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * size @ turn.T + rng.uniform(2, 8, 2)
        parts.append(Part(f"T{number}", "T", tuple(map(tuple, corners)), 0, 5))
    for number in range(rng.integers(0, 3)):
        x, y = rng.uniform(1, 9, 2)
        blockers[f"B{number}"] = StandingBody(Base(ROUND, x, y), 1.6)
    scene = Scene(Base(ROUND, 0, 0), 1.6, tuple(parts), blockers=blockers, board=Board(SIDE, SIDE))
    solid = obstacles(scene, 0.01)
    while True:
        start, target = rng.uniform(R, SIDE - R, (2, 2))
        apart = math.dist(start, target)
        if 1.0 < apart < 6.5 and not shapely.intersects_xy(solid, *np.array([start, target]).T).any():
            return scene, (float(start[0]), float(start[1]), 0.0), (float(target[0]), float(target[1]), 0.0)


def obstacles(scene: Scene, more: float) -> BaseGeometry:
    """Where the centre may not be, grown by `more`, as one polygon."""
    grown = [part.polygon.buffer(R + more, quad_segs=64) for part in scene.parts]
    grown += [
        Point(body.base.x, body.base.y).buffer(R + body.base.radius + more, quad_segs=64)
        for body in scene.blockers.values()
    ]
    solid = shapely.union_all(grown)
    shapely.prepare(solid)
    return solid


def any_angle_price(
    start: PlaceXYZ,
    target: PlaceXYZ,
    solid: BaseGeometry,
    increments: Increments,
    limit: float,
    spacing: float,
    slack: float,
) -> float:
    """Price of the cheapest path whose turns lie on a grid; every pair of places that see each other is a leg."""
    axis = np.arange(R, SIDE - R + (spacing if slack else 1e-9), spacing)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    ends = np.array([start[:2], target[:2]])
    way = np.hypot(*(grid - ends[0]).T) + np.hypot(*(grid - ends[1]).T)
    grid = grid[(way <= limit + 4 * slack) & ~shapely.intersects_xy(solid, *grid.T)]
    places = np.concatenate([ends, grid])
    i, j = np.triu_indices(len(places), 1)
    length = np.hypot(*(places[i] - places[j]).T)
    near = length <= limit
    i, j, length = i[near], j[near], length[near]
    clear = ~shapely.intersects(solid, shapely.linestrings(np.stack([places[i], places[j]], axis=1)))
    matrix = np.zeros((len(places), len(places)))
    matrix[i[clear], j[clear]] = np.maximum(increments.prices(np.maximum(length[clear] - 2 * slack, 0.0)), 1e-9)
    return float(dijkstra(matrix, directed=False, indices=0)[1])


def check_against_search(
    seed: int, increments: Increments | None = None, allowance: float = 7.0
) -> tuple[Cheapest, float]:
    """No path is dearer than the grid's, none cheaper than a relaxed grid's, and every path is true."""
    increments = increments or RoundedUp()
    scene, start, target = random_scene(seed)
    answer = cheapest_path(scene, start, target, tariff=Tariff(increments, None, None), allowance=allowance)
    true = any_angle_price(start, target, obstacles(scene, 1e-4), increments, allowance, 0.35, 0.0)
    assert answer.bound <= true + 1e-6
    if true <= allowance + 1e-6:
        assert answer.legal is not False
    spacing = 0.25
    slack = spacing / math.sqrt(2)
    least = any_angle_price(start, target, obstacles(scene, -slack), increments, allowance, spacing, slack)
    assert answer.price >= min(least, allowance + 1e-6) - 1e-6
    if answer.path is not None:
        assert_true_path(scene, answer, increments)
        assert answer.price <= true + (1e-6 if isinstance(increments, RoundedUp) else 0.05)
    return answer, true


def assert_true_path(scene: Scene, answer: Cheapest, increments: Increments) -> None:
    assert answer.path is not None
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(answer.path)]
    assert answer.price == pytest.approx(float(increments.prices(np.array(lengths)).sum()))
    line = LineString([place[:2] for place in answer.path])
    for part in scene.parts:
        assert line.distance(part.polygon) >= R - 2e-6
    for body in scene.blockers.values():
        assert line.distance(Point(body.base.x, body.base.y)) >= R + body.base.radius - 2e-6
    x0, y0, x1, y1 = line.bounds
    assert min(x0, y0, SIDE - x1, SIDE - y1) >= R - 2e-6


@pytest.mark.parametrize("seed", range(depth(4, 24)))
def test_no_search_on_a_grid_finds_a_cheaper_path(seed: int) -> None:
    check_against_search(seed)


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(1000, 2000, 250))
def test_no_search_on_a_grid_finds_a_cheaper_path_in_many_scenes(first: int) -> None:
    scenes = depth(30, 250)
    answers = [check_against_search(seed)[0] for seed in range(first, first + scenes)]
    assert sum(not answer.closed for answer in answers) <= scenes // 20


@pytest.mark.parametrize("increments", [RaisedToOne(), Exact()], ids=["raised", "exact"])
@pytest.mark.parametrize("seed", range(depth(2, 6)))
def test_other_prices_are_bounded_by_a_grid_search_too(seed: int, increments: Increments) -> None:
    check_against_search(seed, increments)


@pytest.mark.nightly
@pytest.mark.parametrize("increments", [RaisedToOne(), Exact()], ids=["raised", "exact"])
def test_other_prices_are_bounded_by_a_grid_search_in_many_scenes(increments: Increments) -> None:
    for seed in range(2000, 2000 + depth(25, 150)):
        check_against_search(seed, increments)


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 500), lie=LIES)
def test_prices_do_not_depend_on_where_the_board_lies(seed: int, lie: Lie) -> None:
    scene, start, target = random_scene(seed)

    def put(place: Laying) -> Scene:
        return Scene(
            scene.mover,
            1.6,
            tuple(Part(p.id, "T", tuple(place(*corner) for corner in p.outline), p.bottom, p.top) for p in scene.parts),
            blockers={
                k: StandingBody(b.base.at(*place(b.base.x, b.base.y)), b.head) for k, b in scene.blockers.items()
            },
            board=Board(100, 100),
        )

    straight_up = laid(0, (40, 40), mirror=False)
    before = cheapest_path(put(straight_up), straight_up(*start), straight_up(*target), tariff=FLAT, allowance=7)
    after = cheapest_path(put(lie.place), lie.place(*start), lie.place(*target), tariff=FLAT, allowance=7)
    if before.closed and after.closed:
        assert (after.price, after.legal) == (before.price, before.legal)
    assert after.bound <= before.price
    assert before.bound <= after.price


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 500))
def test_adding_terrain_never_makes_a_path_cheaper_and_none_beats_the_straight_line(seed: int) -> None:
    scene, start, target = random_scene(seed)
    fewer = Scene(scene.mover, 1.6, scene.parts[:-1], blockers=scene.blockers, board=scene.board)
    with_all = cheapest_path(scene, start, target, tariff=FLAT, allowance=7)
    without = cheapest_path(fewer, start, target, tariff=FLAT, allowance=7)
    assert without.bound <= with_all.price
    if with_all.closed and without.closed:
        assert without.price <= with_all.price
    assert with_all.bound >= math.ceil(math.dist(start, target) - 1e-6)


@pytest.mark.parametrize(
    ("start", "target", "price"),
    [
        ((3.845, 4.274, 0.0), (5.958, 3.083, 0.0), 6),
        ((4.010, 3.862, 0.0), (6.148, 4.490, 0.0), 5),
        ((3.898, 4.424, 0.0), (5.954, 3.997, 0.0), 5),
    ],
)
def test_hops_refuse_what_the_shortest_way_would_allow(start: PlaceXYZ, target: PlaceXYZ, price: float) -> None:
    """Half a turn round the end of a wall: the shortest way rounds up to an inch less, but no increments do."""
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("W", 4.9, 0, 5.1, 5),), board=Board(SIDE, SIDE))
    answer = cheapest_path(scene, start, target, tariff=FLAT, allowance=6)
    assert (answer.price, answer.bound, answer.proof) == (price, price, Proof.HOPS)
    solid = obstacles(scene, 1e-4)
    assert any_angle_price(start, target, solid, Exact(), 5.5, 0.2, 0.0) < price - 0.7
    assert any_angle_price(start, target, solid, RoundedUp(), float(price), 0.2, 0.0) == price
    assert cheapest_path(scene, start, target, tariff=FLAT, allowance=price - 1).legal is False
