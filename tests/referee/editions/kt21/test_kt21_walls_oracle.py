"""Distances and lines between walls against oracles that know nothing of how they are worked out (rule K21-04)."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from shapely import contains_xy, linestrings, union_all
from shapely import intersects as meet
from shapely.affinity import rotate
from shapely.geometry import Polygon
from shapely.geometry import box as rectangle

from geometry.measure import gap
from geometry.terrain import Part
from referee.editions.kt21.close_quarters import close_quarters
from referee.editions.kt21.edition import KT21
from referee.rules.judgement import Shot
from referee.rules.position import Position
from tests.depth import depth
from tests.referee.conftest import R32, operative

pytestmark = pytest.mark.long

CLOSE = close_quarters(KT21)
STEP = 0.125
LOW, HIGH = 2.0, 14.0
Build = Callable[..., Position]
HOPS = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if math.gcd(x, y) == 1]


def random_walls(stream: np.random.Generator) -> list[Polygon]:
    """Two to four thin walls, turned any way, between x = 5 and x = 11."""
    found = []
    for _ in range(stream.integers(2, 5)):
        x, y, long = stream.uniform(6, 10), stream.uniform(5, 11), stream.uniform(1.5, 5)
        found.append(rotate(rectangle(x - long / 2, y - 0.12, x + long / 2, y + 0.12), stream.uniform(0, 180)))
    return found


def parts(walls: list[Polygon]) -> list[Part]:
    outlines = [tuple((float(x), float(y)) for x, y in list(one.exterior.coords)[:-1]) for one in walls]
    return [Part(f"W{n}", f"W{n}", outline, 0, 2, role="wall") for n, outline in enumerate(outlines)]


def by_grid(a: tuple[float, float], b: tuple[float, float], walls: list[Polygon]) -> float:
    """The shortest way between the centres over a grid whose hops cross no wall; a little too long by its nature."""
    block = union_all(walls)
    count = round((HIGH - LOW) / STEP) + 1
    axis = LOW + STEP * np.arange(count)
    xs, ys = np.meshgrid(axis, axis, indexing="ij")
    free = ~contains_xy(block, xs, ys)
    start, goal = (tuple(round((value - LOW) / STEP) for value in point) for point in (a, b))
    open_edges: dict[tuple[int, int], NDArray[np.bool_]] = {}
    for dx, dy in HOPS:
        ends = np.stack([np.stack([xs, ys], -1), np.stack([xs + dx * STEP, ys + dy * STEP], -1)], axis=-2)
        open_edges[dx, dy] = ~meet(block, linestrings(ends))
    best = {start: 0.0}
    queue: list[tuple[float, tuple[int, ...]]] = [(0.0, start)]
    while queue:
        so_far, here = heapq.heappop(queue)
        if here == goal:
            return so_far
        if so_far > best[here]:
            continue
        for dx, dy in HOPS:
            there = (here[0] + dx, here[1] + dy)
            if not (0 <= there[0] < count and 0 <= there[1] < count):
                continue
            if not (free[there] and open_edges[dx, dy][here]):
                continue
            more = so_far + STEP * math.hypot(dx, dy)
            if more < best.get(there, math.inf):
                best[there] = more
                heapq.heappush(queue, (more, there))
    return math.inf


@pytest.mark.parametrize("seed", range(depth(2, 8)))
def test_k21_04_the_way_round_the_walls_is_the_shortest_there_is(build: Build, seed: int) -> None:
    stream = np.random.default_rng(seed)
    walls = random_walls(stream)
    a, b = (
        tuple(LOW + STEP * np.round((stream.uniform(*span) - LOW) / STEP) for span in box)
        for box in (((3, 5), (5, 11)), ((11, 13), (5, 11)))
    )
    position = build(operative("A1", *a), operative("B1", *b), walls=parts(walls))
    one, other = (position.table.operative(name).base for name in ("A1", "B1"))
    exact = CLOSE.spacing.gap(position, one, other)
    centres = by_grid(a, b, walls)
    assert exact >= gap(one, other) - 1e-9
    assert exact <= centres - 2 * R32 + 1e-6, "no way over the grid is shorter"
    assert exact >= 0.96 * centres - 2 * R32 - 0.1, "and it is hardly shorter than that"


def sampled(base: Any, count: int) -> NDArray[np.float64]:
    angle = np.linspace(0, 2 * math.pi, count, endpoint=False)
    return np.stack([base.x + R32 * np.cos(angle), base.y + R32 * np.sin(angle)], axis=-1)


@pytest.mark.parametrize("seed", range(depth(10, 40)))
def test_k21_04_a_target_is_none_only_where_every_line_between_the_bases_meets_a_wall(build: Build, seed: int) -> None:
    stream = np.random.default_rng(1000 + seed)
    walls = random_walls(stream)
    a, b = ((stream.uniform(3, 4.5), stream.uniform(6, 10)), (stream.uniform(11.5, 13), stream.uniform(6, 10)))
    position = build(operative("A1", *a), operative("B1", *b), walls=parts(walls))
    judged = CLOSE.judge_shot(position, Shot("A1", "B1"))
    says = next(finding.holds for finding in judged.target_ruling.findings if "cover line" in finding.means)
    one, other = (sampled(position.table.operative(name).base, 60) for name in ("A1", "B1"))
    ends = np.stack([np.repeat(one, len(other), axis=0), np.tile(other, (len(one), 1))], axis=1)
    lines = linestrings(ends)
    grown, shrunk = (union_all([wall.buffer(by) for wall in walls]) for by in (0.02, -0.05))
    if (~meet(grown, lines)).any():
        assert says, "a line is clear of every wall"
    elif not (~meet(shrunk, lines)).any():
        assert not says, "no line is clear, though the walls were thinner"
