"""The cheapest path and its proof, against an exhaustive any-angle search on a grid that shares no code with it."""

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

from geometry.base import Base, BaseShape
from geometry.errors import PathError, PositionError
from geometry.paths import Avoid, Body, Proof, Scene, Way, cheapest_path, path_facts
from geometry.paths.pricing import Climbs, Exact, RaisedToOne, RoundedUp, Tariff
from geometry.table import Board
from geometry.terrain import Part

ROUND = BaseShape.from_mm(32)
OVAL = BaseShape.from_mm((60, 35))
R = ROUND.long / 2
SIDE = 10.0
FLAT = Tariff(climbs=None, drops=None)


def box(name, x0, y0, x1, y1, bottom=0.0, top=5.0):
    return Part(name, name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top)


def random_scene(seed):
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
        blockers[f"B{number}"] = Body(Base(ROUND, *rng.uniform(1, 9, 2)), 1.6)
    scene = Scene(Base(ROUND, 0, 0), 1.6, tuple(parts), blockers=blockers, board=Board(SIDE, SIDE))
    solid = obstacles(scene, 0.01)
    while True:
        start, target = rng.uniform(R, SIDE - R, (2, 2))
        apart = math.dist(start, target)
        if 1.0 < apart < 6.5 and not shapely.intersects_xy(solid, *np.array([start, target]).T).any():
            return scene, (*map(float, start), 0.0), (*map(float, target), 0.0)


def obstacles(scene, more):
    """Where the centre may not be, grown by `more`, as one polygon."""
    grown = [part.polygon.buffer(R + more, quad_segs=64) for part in scene.parts]
    grown += [
        Point(body.base.x, body.base.y).buffer(R + body.base.radius + more, quad_segs=64)
        for body in scene.blockers.values()
    ]
    solid = shapely.union_all(grown)
    shapely.prepare(solid)
    return solid


def any_angle_price(start, target, solid, increments, limit, spacing, slack):
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
    return dijkstra(matrix, directed=False, indices=0)[1]


def check_against_search(seed, increments=None, allowance=7.0):
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


def assert_true_path(scene, answer, increments):
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(answer.path)]
    assert answer.price == pytest.approx(float(increments.prices(np.array(lengths)).sum()))
    line = LineString([place[:2] for place in answer.path])
    for part in scene.parts:
        assert line.distance(part.polygon) >= R - 2e-6
    for body in scene.blockers.values():
        assert line.distance(Point(body.base.x, body.base.y)) >= R + body.base.radius - 2e-6
    x0, y0, x1, y1 = line.bounds
    assert min(x0, y0, SIDE - x1, SIDE - y1) >= R - 2e-6


@pytest.mark.parametrize("seed", range(24))
def test_no_search_on_a_grid_finds_a_cheaper_path(seed):
    check_against_search(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 2000, 250))
def test_no_search_on_a_grid_finds_a_cheaper_path_in_a_thousand_scenes(first):
    answers = [check_against_search(seed)[0] for seed in range(first, first + 250)]
    assert sum(not answer.closed for answer in answers) <= 12


@pytest.mark.parametrize("increments", [RaisedToOne(), Exact()], ids=["raised", "exact"])
@pytest.mark.parametrize("seed", range(6))
def test_other_prices_are_bounded_by_a_grid_search_too(seed, increments):
    check_against_search(seed, increments)


@pytest.mark.slow
@pytest.mark.parametrize("increments", [RaisedToOne(), Exact()], ids=["raised", "exact"])
def test_other_prices_are_bounded_by_a_grid_search_in_many_scenes(increments):
    for seed in range(2000, 2150):
        check_against_search(seed, increments)


def test_i24_01_turning_late_is_cheaper_than_the_shortest_way():
    """A thin wall of which 2.5 and 2.5 inches lie on both sides: the shortest way would round up to 3 + 3."""
    wall = box("W", 4.9, 0, 5.1, 5)
    scene = Scene(Base(ROUND, 0, 0), 1.6, (wall,), board=Board(SIDE, SIDE))
    answer = cheapest_path(scene, (3.0, 4.0, 0.0), (7.0, 4.0, 0.0), tariff=FLAT, allowance=8)
    assert answer.closed
    assert answer.price == 6
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(answer.path)]
    assert sum(lengths) > 5.0


def test_a_straight_line_is_its_own_proof():
    answer = cheapest_path(Scene(Base(ROUND, 0, 0), 1.6), (5, 5, 0), (10.2, 5, 0), tariff=FLAT, allowance=6)
    assert (answer.legal, answer.price, answer.bound, answer.proof) == (True, 6, 6, Proof.LINE)
    refused = cheapest_path(Scene(Base(ROUND, 0, 0), 1.6), (5, 5, 0), (11.2, 5, 0), tariff=FLAT, allowance=6)
    assert (refused.legal, refused.path, refused.bound, refused.proof) == (False, None, 7, Proof.LINE)


def test_a_wall_across_the_board_refuses_by_the_shortest_way():
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("W", 7, 0, 7.2, 22),))
    answer = cheapest_path(scene, (5, 5, 0), (9, 5, 0), tariff=FLAT, allowance=8)
    assert (answer.legal, answer.bound, answer.proof) == (False, 9, Proof.TAUT)


@pytest.mark.parametrize(
    ("start", "target", "price"),
    [
        ((3.845, 4.274, 0.0), (5.958, 3.083, 0.0), 6),
        ((4.010, 3.862, 0.0), (6.148, 4.490, 0.0), 5),
        ((3.898, 4.424, 0.0), (5.954, 3.997, 0.0), 5),
    ],
)
def test_hops_refuse_what_the_shortest_way_would_allow(start, target, price):
    """Half a turn round the end of a wall: the shortest way rounds up to an inch less, but no increments do."""
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("W", 4.9, 0, 5.1, 5),), board=Board(SIDE, SIDE))
    answer = cheapest_path(scene, start, target, tariff=FLAT, allowance=6)
    assert (answer.price, answer.bound, answer.proof) == (price, price, Proof.HOPS)
    solid = obstacles(scene, 1e-4)
    assert any_angle_price(start, target, solid, Exact(), 5.5, 0.2, 0.0) < price - 0.7
    assert any_angle_price(start, target, solid, RoundedUp(), float(price), 0.2, 0.0) == price
    assert cheapest_path(scene, start, target, tariff=FLAT, allowance=price - 1).legal is False


def test_touching_things_are_free_and_a_gap_as_wide_as_the_base_is_passed():
    parts = (box("A", 4, 0, 5, 5), box("B", 4, 5 + 2 * R, 5, 22))
    scene = Scene(Base(ROUND, 0, 0), 1.6, parts)
    answer = cheapest_path(scene, (2, 5 + R, 0), (8, 5 + R, 0), tariff=FLAT, allowance=6)
    assert (answer.legal, answer.price) == (True, 6)
    narrower = Scene(Base(ROUND, 0, 0), 1.6, (parts[0], box("B", 4, 5 + 2 * R - 1e-3, 5, 22)))
    assert cheapest_path(narrower, (2, 5 + R, 0), (8, 5 + R, 0), tariff=FLAT, allowance=9).legal is False


def test_d24_02_a_reach_that_may_not_be_entered_is_walked_round():
    enemy = Body(Base(ROUND, 8, 5), 1.6)
    open_way = Scene(Base(ROUND, 0, 0), 1.6, blockers={"E": enemy})
    kept_off = Scene(Base(ROUND, 0, 0), 1.6, blockers={"E": enemy}, avoid={"E": Avoid(enemy.base)})
    near = cheapest_path(open_way, (4, 5, 0), (12, 5, 0), tariff=FLAT, allowance=12)
    far = cheapest_path(kept_off, (4, 5, 0), (12, 5, 0), tariff=FLAT, allowance=12)
    assert near.price < far.price
    facts = path_facts(kept_off.mover, 1.6, far.path, others={"E": enemy}, enemies=["E"])
    assert not facts.enemies[0].near
    unsure = Scene(Base(ROUND, 0, 0), 1.6, blockers={"E": enemy}, avoid={"E": Avoid(enemy.base, certain=False)})
    either = cheapest_path(unsure, (4, 5, 0), (12, 5, 0), tariff=FLAT, allowance=12)
    assert either.price == far.price
    assert either.bound <= near.price
    inside = cheapest_path(kept_off, (4, 5, 0), (6, 5, 0), tariff=FLAT, allowance=6)
    assert (inside.legal, inside.blocked_by) == (False, "E")
    maybe = cheapest_path(unsure, (4, 5, 0), (6, 5, 0), tariff=FLAT, allowance=6)
    assert (maybe.legal, maybe.blocked_by) == (None, "E")


def test_h24_15_friends_are_passed_but_not_ended_upon():
    scene = Scene(Base(ROUND, 0, 0), 1.6, guests={"F": Body(Base(ROUND, 8, 5), 1.6)})
    assert cheapest_path(scene, (5, 5, 0), (11, 5, 0), tariff=FLAT, allowance=6).price == 6
    on_top = cheapest_path(scene, (5, 5, 0), (8.5, 5, 0), tariff=FLAT, allowance=6)
    assert (on_top.legal, on_top.blocked_by, on_top.proof) == (False, "F", Proof.PLACE)


@pytest.mark.parametrize(
    ("target", "name"), [((8.05, 5, 0), "W"), ((0.3, 5, 0), "board edge"), ((5, 9, 2.0), "support")]
)
def test_a_place_where_the_base_cannot_stand_is_named(target, name):
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("W", 8, 4, 8.2, 6),))
    assert cheapest_path(scene, (5, 5, 0), target, tariff=FLAT, allowance=6).blocked_by == name


def test_a_start_where_the_base_cannot_be_and_a_path_to_nowhere_are_errors():
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("W", 8, 4, 8.2, 6),))
    with pytest.raises(PositionError, match="'W' is in the way"):
        cheapest_path(scene, (8, 5, 0), (5, 5, 0), allowance=6)
    with pytest.raises(PositionError, match="'board edge'"):
        cheapest_path(Scene(Base(ROUND, 0, 0), 1.6, board=Board(1, 1)), (0.5, 0.5, 0), (0.6, 0.5, 0), allowance=6)
    with pytest.raises(PathError, match="no length"):
        cheapest_path(scene, (5, 5, 0), (5, 5, 0), allowance=6)
    with pytest.raises(PathError, match="finite"):
        cheapest_path(scene, (5, math.nan, 0), (5, 5, 0), allowance=6)


def test_i24_05_a_passage_costs_an_inch_and_only_the_centre_must_pass():
    parts = (box("D", 7, 10.6, 7.2, 11.4, 0, 2.5), box("WU", 7, 11.4, 7.2, 22), box("WD", 7, 0, 7.2, 10.6))
    scene = Scene(Base(ROUND, 0, 0), 1.6, parts, {"D": Way.CENTRE})
    straight = cheapest_path(scene, (5, 11, 0), (9, 11, 0), allowance=6)
    assert (straight.price, straight.bound, straight.closed) == (5, 5, True)
    aslant = cheapest_path(scene, (5, 13, 0), (9, 9, 0), allowance=8)
    assert (aslant.price, aslant.closed) == (7, True)
    shut = cheapest_path(Scene(Base(ROUND, 0, 0), 1.6, parts), (5, 11, 0), (9, 11, 0), tariff=FLAT, allowance=8)
    assert shut.legal is False
    by_any_part = cheapest_path(
        Scene(Base(ROUND, 0, 0), 1.6, parts, {"D": Way.ANY_PART}), (5, 11.8, 0), (9, 11.8, 0), allowance=6
    )
    assert by_any_part.price == 5


def test_i21_02_a_traversed_part_costs_two_inches():
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("B", 7, 0, 7.4, 22, 0, 1),), {"B": Way.TRAVERSE})
    over = cheapest_path(scene, (5, 11, 0), (9, 11, 0), tariff=Tariff(RaisedToOne(), None, None), allowance=6)
    assert (over.price, over.closed) == (6, True)


def test_i24_02_and_i24_03_up_and_down_for_whole_inches():
    tower = box("V", 8, 9, 12, 13, 0, 3)
    scene = Scene(Base(ROUND, 0, 0), 1.6, (tower,))
    up = cheapest_path(scene, (5, 11, 0), (10, 11, 3), allowance=8)
    assert (up.price, up.bound) == (8, 8)
    assert cheapest_path(scene, (5, 11, 0), (10, 11, 3), allowance=7).legal is False
    down = cheapest_path(scene, (10, 11, 3), (5, 11, 0), allowance=7)
    assert (down.price, down.bound) == (6, 6)
    tall = Scene(Base(ROUND, 0, 0), 1.6, (box("V", 8, 9, 12, 13, 0, 3.2),))
    assert cheapest_path(tall, (5, 11, 0), (10, 11, 3.2), allowance=12).legal is False
    ladder = box("L", 7.8, 10.8, 8, 11.2, 0, 3)
    laddered = Scene(Base(ROUND, 0, 0), 1.6, (tower, ladder), {"L": Way.OPEN})
    assert cheapest_path(laddered, (5, 11, 0), (10, 11, 3), allowance=8).price == 6


def test_a_low_wall_is_climbed_over_where_that_is_cheaper_than_walking_round():
    wall = box("W", 8, 0, 8.2, 22, 0, 2)
    over = cheapest_path(Scene(Base(ROUND, 0, 0), 1.6, (wall,)), (6, 11, 0), (10, 11, 0), allowance=8)
    assert (over.price, over.bound) == (6, 6)
    assert max(z for _, _, z in over.path) == 2
    dash = cheapest_path(
        Scene(Base(ROUND, 0, 0), 1.6, (wall,)), (6, 11, 0), (10, 11, 0), tariff=Tariff(climbs=None), allowance=8
    )
    assert dash.legal is False


def test_on_a_top_the_centre_stays_over_it():
    bridge = (box("A", 4, 9, 9, 13, 0, 3), box("B", 9, 11.5, 12, 13, 0, 3), box("C", 12, 9, 16, 13, 0, 3))
    scene = Scene(Base(ROUND, 0, 0), 1.6, bridge)
    over = cheapest_path(scene, (7, 10, 3), (14, 10, 3), tariff=Tariff(climbs=Climbs(highest=2)), allowance=9)
    assert over.legal
    facts = path_facts(scene.mover, 1.6, over.path, parts=bridge)
    assert all(not leg.gaps and leg.off_edge == 0 for leg in facts.legs)


def test_an_oval_turned_lengthwise_fits_where_it_would_not_across():
    parts = (box("A", 4, 0, 5, 5), box("B", 4, 6.5, 5, 22))
    along = Scene(Base(OVAL, 0, 0, rotation_deg=0), 1.6, parts)
    across = Scene(Base(OVAL, 0, 0, rotation_deg=90), 1.6, parts)
    assert cheapest_path(along, (2, 5.75, 0), (8, 5.75, 0), tariff=FLAT, allowance=6).legal is True
    assert cheapest_path(across, (2, 5.75, 0), (8, 5.75, 0), tariff=FLAT, allowance=9).legal is False


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 500),
    turn_deg=st.floats(-180, 180),
    shift=st.tuples(st.floats(-5, 5), st.floats(-5, 5)),
    mirror=st.booleans(),
)
def test_prices_do_not_depend_on_where_the_board_lies(seed, turn_deg, shift, mirror):
    scene, start, target = random_scene(seed)
    turn = math.radians(turn_deg)

    def moved(x, y, *z):
        x = -x if mirror else x
        return (
            50 + shift[0] + x * math.cos(turn) - y * math.sin(turn),
            50 + shift[1] + x * math.sin(turn) + y * math.cos(turn),
            *z,
        )

    def put(place):
        return Scene(
            scene.mover,
            1.6,
            tuple(Part(p.id, "T", tuple(place(*corner) for corner in p.outline), p.bottom, p.top) for p in scene.parts),
            blockers={k: Body(b.base.at(*place(b.base.x, b.base.y)), b.head) for k, b in scene.blockers.items()},
            board=Board(100, 100),
        )

    def straight_up(x, y, *z):
        return (x + 40, y + 40, *z)

    before = cheapest_path(put(straight_up), straight_up(*start), straight_up(*target), tariff=FLAT, allowance=7)
    after = cheapest_path(put(moved), moved(*start), moved(*target), tariff=FLAT, allowance=7)
    if before.closed and after.closed:
        assert (after.price, after.legal) == (before.price, before.legal)
    assert after.bound <= before.price
    assert before.bound <= after.price


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 500))
def test_adding_terrain_never_makes_a_path_cheaper_and_none_beats_the_straight_line(seed):
    scene, start, target = random_scene(seed)
    fewer = Scene(scene.mover, 1.6, scene.parts[:-1], blockers=scene.blockers, board=scene.board)
    with_all = cheapest_path(scene, start, target, tariff=FLAT, allowance=7)
    without = cheapest_path(fewer, start, target, tariff=FLAT, allowance=7)
    assert without.bound <= with_all.price
    if with_all.closed and without.closed:
        assert without.price <= with_all.price
    assert with_all.bound >= math.ceil(math.dist(start, target) - 1e-6)
