"""How far a move goes: against straight moves, against cheapest paths, and against a search on a grid."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse.csgraph import dijkstra
from shapely.geometry import MultiPolygon, Point

from geometry.base import Base, BaseShape
from geometry.errors import PositionError
from geometry.paths import (
    ForbiddenZone,
    Passage,
    Scene,
    StandingBody,
    cheapest_path,
    path_facts,
    price_path,
    reachable_area,
)
from geometry.paths.pricing import Exact, Increments, RaisedToOne, RoundedUp, Tariff
from geometry.paths.strides import PlaceXYZ
from geometry.table import Board
from geometry.terrain import Part
from tests.depth import depth

Array = NDArray[np.float64]

ROUND = BaseShape.from_mm(32)
OVAL = BaseShape.from_mm((60, 35))
R = ROUND.long / 2
FLAT = Tariff(climbs=None, drops=None)
SIDE = 12.0
START = (6.0, 6.0, 0.0)


def box(name: str, x0: float, y0: float, x1: float, y1: float, bottom: float = 0.0, top: float = 5.0) -> Part:
    return Part(name, name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top)


def random_scene(seed: int, shape: BaseShape = ROUND) -> Scene:
    """A small board with walls, crates of several heights and bases, and a free place in its middle."""
    rng = np.random.default_rng(seed)
    mover = Base(shape, 0, 0, rotation_deg=float(rng.uniform(0, 180)))
    parts: list[Part] = []
    blockers: dict[str, StandingBody] = {}
    guests: dict[str, StandingBody] = {}
    here = Point(START[:2]).buffer(mover.radius + 0.01)
    while len(parts) < 5:
        size = [(0.2, rng.uniform(1.5, 4)), (rng.uniform(1.3, 2.5), rng.uniform(1.3, 2.5))][int(rng.random() < 0.5)]
        angle = rng.uniform(0, math.pi)
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * size @ turn.T + rng.uniform(1.5, 10.5, 2)
        part = Part(f"T{len(parts)}", "T", tuple(map(tuple, corners)), 0, float(rng.choice([1.2, 2.5, 5.0])))
        if not part.polygon.intersects(here):
            parts.append(part)
    for name in ("B", "G"):
        where = rng.uniform(1, 11, 2)
        if math.dist(where, START[:2]) > mover.radius + R + 0.1:
            (blockers if name == "B" else guests)[name] = StandingBody(Base(ROUND, *where), 1.6)
    return Scene(mover, 1.6, tuple(parts), blockers=blockers, guests=guests, board=Board(SIDE, SIDE))


def legal_straight(scene: Scene, end: PlaceXYZ) -> bool:
    """Whether one increment from START to `end` meets nothing."""
    facts = path_facts(
        scene.mover, 1.6, [START, end], parts=scene.parts, others={**scene.blockers, **scene.guests}, board=scene.board
    )
    passed = {one.thing for one in facts.bases if one.hits} <= set(scene.guests)
    stands = not any(one.ends_in for one in facts.bases)
    return not facts.terrain_hits and not facts.edge.hits and passed and stands


@pytest.mark.parametrize("shape", [ROUND, OVAL], ids=["round", "oval"])
@pytest.mark.parametrize("increments", [RoundedUp(), RaisedToOne(), Exact()], ids=["rounded", "raised", "exact"])
@pytest.mark.parametrize("seed", range(depth(1, 2)))
def test_reach_contains_every_straight_move(seed: int, increments: Increments, shape: BaseShape) -> None:
    scene = random_scene(seed, shape)
    found = reachable_area(scene, START, tariff=Tariff(increments, None, None), allowance=4)
    floor = shapely.buffer(found.levels[0].region, 0.005)
    rng = np.random.default_rng(seed)
    legal = 0
    for _ in range(150 if shape is ROUND else 40):
        angle, length = rng.uniform(0, 2 * math.pi), 4 * math.sqrt(rng.uniform(0.02, 1))
        end = (START[0] + length * math.cos(angle), START[1] + length * math.sin(angle), 0.0)
        if float(increments.prices(np.array(length))) <= 4 and legal_straight(scene, end):
            legal += 1
            assert shapely.intersects_xy(floor, *end[:2])
    assert legal > 8


def places_in(region: MultiPolygon, rng: np.random.Generator, count: int) -> list[tuple[float, float]]:
    """Random places in a region, off its very edge."""
    inner = shapely.buffer(region, -0.03)
    x0, y0, x1, y1 = inner.bounds
    found: list[tuple[float, float]] = []
    while len(found) < count:
        x, y = rng.uniform([x0, y0], [x1, y1])
        if shapely.intersects_xy(inner, x, y):
            found.append((float(x), float(y)))
    return found


def check_that_places_are_attained(seed: int, tariff: Tariff, allowance: float, count: int) -> int:
    scene = random_scene(seed)
    found = reachable_area(scene, START, tariff=tariff, allowance=allowance)
    rng = np.random.default_rng(seed)
    unsure = 0
    for level in found.levels:
        if shapely.buffer(level.region, -0.03).is_empty:
            continue
        for x, y in places_in(level.region, rng, count):
            answer = cheapest_path(scene, START, (x, y, level.z), tariff=tariff, allowance=allowance)
            assert answer.legal is not False
            unsure += answer.legal is None
    return unsure


@pytest.mark.parametrize("seed", range(depth(2, 4)))
def test_every_place_on_the_floor_in_reach_has_a_path(seed: int) -> None:
    assert check_that_places_are_attained(seed, FLAT, 5, 6) == 0


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(0, 40, 10))
def test_every_place_in_reach_has_a_path_in_many_scenes(first: int) -> None:
    unsure = sum(check_that_places_are_attained(seed, Tariff(), 6, 8) for seed in range(first, first + 10))
    assert unsure <= 10


@pytest.mark.parametrize("seed", [3, 15, 22])
def test_reach_keeps_off_what_is_in_the_way_where_rays_graze_it(seed: int) -> None:
    scene = random_scene(seed)
    for level in reachable_area(scene, START, allowance=6).levels:
        inside = [Point(b.base.x, b.base.y).buffer(R + b.base.radius - 1e-3) for b in scene.blockers.values()]
        inside += [part.polygon.buffer(R - 1e-3) for part in scene.parts if part.top > level.z]
        assert level.region.intersection(shapely.union_all(inside)).area < 1e-9


def grid_prices(scene: Scene, allowance: float, spacing: float) -> tuple[Array, Array]:
    """Places of a grid with their prices by any-angle legs between them, on the floor."""
    grown = [part.polygon.buffer(R + 1e-4, quad_segs=64) for part in scene.parts]
    grown += [Point(b.base.x, b.base.y).buffer(2 * R + 1e-4, quad_segs=64) for b in scene.blockers.values()]
    solid = shapely.union_all(grown)
    shapely.prepare(solid)
    axis = np.arange(R, SIDE - R + 1e-9, spacing)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    near = (np.hypot(*(grid - START[:2]).T) <= allowance) & ~shapely.intersects_xy(solid, *grid.T)
    places = np.concatenate([[START[:2]], grid[near]])
    i, j = np.triu_indices(len(places), 1)
    length = np.hypot(*(places[i] - places[j]).T)
    i, j, length = i[length <= allowance], j[length <= allowance], length[length <= allowance]
    clear = ~shapely.intersects(solid, shapely.linestrings(np.stack([places[i], places[j]], axis=1)))
    matrix = np.zeros((len(places), len(places)))
    matrix[i[clear], j[clear]] = np.ceil(length[clear] - 1e-6)
    return places, dijkstra(matrix, directed=False, indices=0)


def check_against_grid(seed: int, allowance: float) -> None:
    scene = random_scene(seed)
    places, prices = grid_prices(scene, allowance, 0.4)
    floor = reachable_area(scene, START, tariff=FLAT, allowance=allowance).levels[0].region
    for place in places[prices <= allowance]:
        stands = all(math.dist(place, (b.base.x, b.base.y)) > 2 * R + 1e-3 for b in scene.guests.values())
        assert not stands or floor.distance(Point(place)) <= 0.15


@pytest.mark.parametrize("seed", range(depth(2, 3)))
def test_reach_falls_short_of_a_grid_search_by_a_sliver_at_most(seed: int) -> None:
    check_against_grid(seed, 4)


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(100, 140, 20))
def test_reach_falls_short_of_a_grid_search_by_a_sliver_at_most_in_many_scenes(first: int) -> None:
    for seed in range(first, first + 20):
        check_against_grid(seed, 5)


def test_on_an_empty_board_reach_is_a_disc() -> None:
    found = reachable_area(Scene(Base(ROUND, 0, 0), 1.6), (15, 11, 0), tariff=FLAT, allowance=6)
    (floor,) = found.levels
    assert floor.region.area == pytest.approx(36 * math.pi, rel=2e-3)
    assert found.holds((21, 11, 0))
    assert not found.holds((21.01, 11, 0))
    assert not found.holds((18, 11, 3))
    assert len(floor.outlines) == 1


def test_a24_01_reach_stops_at_the_board_edge() -> None:
    found = reachable_area(Scene(Base(OVAL, 0, 0, rotation_deg=90), 1.6), (3, 3, 0), tariff=FLAT, allowance=6)
    x0, y0, _, _ = found.levels[0].region.bounds
    assert (x0, y0) == pytest.approx((OVAL.short / 2, OVAL.long / 2), abs=1e-4)


def test_i24_01_behind_a_wall_reach_turns_late() -> None:
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("W", 8, 0, 8.2, 11),))
    found = reachable_area(scene, (7, 10, 0), tariff=FLAT, allowance=6)
    straight_up_then_round = [(7, 10, 0), (7.3, 11.9, 0), (8.9, 11.9, 0), (8.9, 10, 0)]
    assert price_path(path_facts(scene.mover, 1.6, straight_up_then_round, parts=scene.parts), FLAT).total == 6
    assert found.holds((8.9, 10, 0))
    assert not found.holds((8.9, 8, 0))


def test_h24_15_and_d24_02_nobody_ends_on_a_friend_or_in_a_reach() -> None:
    scene = Scene(
        Base(ROUND, 0, 0),
        1.6,
        guests={"F": StandingBody(Base(ROUND, 17, 11), 1.6)},
        avoid={"E": ForbiddenZone(Base(ROUND, 12, 11))},
    )
    found = reachable_area(scene, (15, 11, 0), tariff=FLAT, allowance=6)
    assert not found.holds((17, 11, 0))
    assert found.holds((17 + 2 * R + 0.01, 11, 0))
    assert not found.holds((12 + 2 * R + 0.99, 11, 0))
    assert found.holds((12 + 2 * R + 1.01, 11, 0))


def test_i24_02_and_i24_03_tops_are_reached_by_climbing_and_the_floor_by_dropping() -> None:
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("V", 8, 9, 12, 13, 0, 3),))
    up = reachable_area(scene, (7, 11, 0), allowance=6)
    floor, top = up.levels
    assert top.z == 3
    x0, _, x1, _ = top.region.bounds
    assert x0 == pytest.approx(8 + R, abs=1e-3)
    assert x1 == pytest.approx(10, abs=0.02)
    assert not up.holds((10.3, 11, 3))
    assert len(reachable_area(scene, (7, 11, 0), tariff=FLAT, allowance=6).levels) == 1
    down = reachable_area(scene, (10, 11, 3), allowance=6)
    assert {level.z for level in down.levels} == {0.0, 3.0}
    assert down.holds((5.01, 11, 0))
    assert not down.holds((4.99, 11, 0))
    assert floor.region.area > 50


SHORT = 0.1
"""Inches by which a reach may stop before what a cleverer path attains, as `Reach` says."""


@given(
    walk=st.floats(0.5, 3.0),
    steps=st.tuples(*[st.floats(0.2, 2.6)] * 2),
    tread=st.floats(2 * R + 0.05, 2.5),
    last=st.floats(0.1, 2.5),
    allowance=st.integers(5, 8),
)
@example(walk=2.6, steps=(0.5, 0.5), tread=1.6, last=0.5, allowance=8)
@settings(max_examples=depth(8, 40))
def test_i24_02_the_reach_over_two_steps_ends_where_the_cheapest_path_does(
    walk: float, steps: tuple[float, float], tread: float, last: float, allowance: int
) -> None:
    """Low steps pay the least of climbing together: what the one search finds the other does."""
    riser = 5.0 + walk + R
    tops = (steps[0], sum(steps))
    stair = (box("S1", riser, 5, 24, 17, 0, tops[0]), box("S2", riser + tread, 5, 24, 17, 0, tops[1]))
    scene = Scene(Base(ROUND, 0, 0), 1.6, stair)
    found = reachable_area(scene, (5.0, 11.0, 0.0), allowance=allowance)
    x = riser + tread + R + last
    at = [(x + by, 11.0, tops[1]) for by in (-SHORT, 0.0)]
    legal = [bool(cheapest_path(scene, (5.0, 11.0, 0.0), place, allowance=allowance).legal) for place in at]
    assert found.holds(at[0]) or not legal[1]
    assert legal[0] or not found.holds(at[1])


def test_i24_05_and_i21_02_reach_goes_through_passages_and_over_what_is_traversed() -> None:
    parts = (box("D", 7, 10.6, 7.2, 11.4, 0, 2.5), box("WU", 7, 11.4, 7.2, 22), box("WD", 7, 0, 7.2, 10.6))
    through = reachable_area(
        Scene(Base(ROUND, 0, 0), 1.6, parts, {"D": Passage.CENTRE}), (5, 11, 0), tariff=FLAT, allowance=6
    )
    assert through.holds((9.9, 11, 0))
    assert not through.holds((10.1, 11, 0))
    assert not through.holds((7.1, 11, 0))
    low = (box("B", 7, 0, 7.4, 22, 0, 1),)
    over = reachable_area(
        Scene(Base(ROUND, 0, 0), 1.6, low, {"B": Passage.TRAVERSE}),
        (5, 11, 0),
        tariff=Tariff(RaisedToOne(), None, None),
        allowance=6,
    )
    assert over.holds((8.9, 11, 0))
    assert not over.holds((9.1, 11, 0))
    assert not over.holds((7.2, 11, 0))


def test_a_start_where_the_base_cannot_be_is_an_error() -> None:
    with pytest.raises(PositionError) as blocked:
        reachable_area(Scene(Base(ROUND, 0, 0), 1.6, (box("W", 8, 0, 8.2, 22),)), (8, 11, 0), allowance=6)
    assert blocked.value.message["obstacle"] == "W"


def test_an_outline_from_many_places_on_a_top_does_not_fray() -> None:
    deck = box("deck", 4, 4, 8, 8, 0, 2.0)
    scene = Scene(Base(ROUND, 6, 6, 2.0), 1.6, (deck, box("wall", 9, 3, 9.3, 9)), board=Board(SIDE, SIDE))
    found = reachable_area(scene, (6, 6, 2.0), tariff=Tariff(RaisedToOne()), allowance=6.0)
    floor = next(level.region for level in found.levels if level.z == 0)
    edges = np.diff(shapely.get_coordinates(floor), axis=0)
    assert floor.area > 20
    assert len(edges) < 40 * floor.length
