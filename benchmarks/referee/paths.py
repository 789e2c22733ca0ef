"""Measure path searches on full boards, against an exhaustive grid search and a reference loop in the same run.

Run `python benchmarks/referee/paths.py [--boards N] [--seed S]`. A board has 24 parts (thin walls, crates, barricades,
blocks) and 28 operatives, 14 of them enemies whose control range must not be entered; each board has one path between
two points 3 to 7.5 inches apart, and one reach. Times are CPU milliseconds of one thread. The grid search tries every
pair of points on a grid of 0.35 inches as a leg, without climbs and without proofs.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TypeVar

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse.csgraph import dijkstra
from shapely.geometry import Point

from benchmarks.reference import reference
from geometry.base import Base, BaseShape
from geometry.paths import (
    Climbs,
    Drops,
    Exact,
    ForbiddenZone,
    PathFacts,
    Per,
    RaisedToOne,
    Scene,
    StandingBody,
    Tariff,
    WholeSteps,
    cheapest_path,
    in_the_way,
    path_facts,
    reachable_area,
)
from geometry.terrain import Part

SHAPE = BaseShape.from_mm(32)
RADIUS = SHAPE.long / 2
HEAD = 1.6
FLAT = Tariff(climbs=None, drops=None)
TARIFFS = {
    "every increment rounded up": Tariff(),
    "the same, without climbing": FLAT,
    "under 1 inch raised to 1": Tariff(
        RaisedToOne(),
        Climbs(Exact(), least_per=Per.EACH, highest=math.inf),
        Drops(WholeSteps(), free=0.0),
    ),
}
Place = tuple[float, float, float]
T = TypeVar("T")


def slab(name: str, middle: NDArray[np.float64], size: tuple[float, float], angle: float, top: float) -> Part:
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * size @ turn.T + middle
    return Part(name, name, tuple(map(tuple, corners)), 0.0, top)


def killzone(seed: int) -> tuple[list[Part], dict[str, StandingBody]]:
    """Return twelve pieces of two parts each on a loose grid, and 28 operatives on the floor between them."""
    rng = np.random.default_rng(seed)
    spots = [(x, y) for x in (4, 10.5, 17, 24) for y in (4, 11, 18)]
    rng.shuffle(spots)
    parts: list[Part] = []
    for number, spot in enumerate(spots):
        middle = np.array(spot) + rng.uniform(-1, 1, 2)
        angle = float(rng.choice([0.0, math.pi / 2, rng.uniform(0, math.pi)]))
        along = np.array([math.cos(angle), math.sin(angle)])
        aside = np.array([-along[1], along[0]])
        long, deep = rng.uniform(2.5, 4.5), rng.uniform(2, 4)
        first, second = (
            ((middle + along * long / 2, (long, 0.2), 4.0), (middle + aside * deep / 2, (0.2, deep), 4.0)),
            ((middle, (long, 0.2), 3.0), (middle + aside * 1.2, (1.5, 1.2), 1.5)),
            ((middle, (2.0, 1.2), 1.3), (middle + along * 3, (1.2, 1.2), 1.3)),
            ((middle, (2.0, 0.4), 1.0), (middle + aside * 2.5, (2.5, 2.0), 3.0)),
        )[number % 4]
        parts += [slab(f"P{number}a", first[0], first[1], angle, first[2])]
        parts += [slab(f"P{number}b", second[0], second[1], angle, second[2])]
    bodies: dict[str, StandingBody] = {}
    while len(bodies) < 28:
        x, y = rng.uniform([1, 1], [29, 21])
        if all(part.polygon.distance(Point(x, y)) > RADIUS for part in parts) and all(
            math.dist((x, y), (body.base.x, body.base.y)) > 2 * RADIUS for body in bodies.values()
        ):
            bodies[f"A{len(bodies)}"] = StandingBody(Base(SHAPE, x, y), HEAD)
    return parts, bodies


def question(seed: int) -> tuple[Scene, Place, Place] | None:
    """Return a board with a mover that is not held by an enemy, its start and a target; None if there is none."""
    parts, bodies = killzone(seed)
    foes = {name: body for name, body in bodies.items() if int(name[1:]) >= 14}
    rng = np.random.default_rng(seed + 100_000)
    for name in list(bodies)[:14]:
        mover = bodies[name].base
        scene = Scene(
            mover,
            HEAD,
            tuple(parts),
            blockers=foes,
            guests={other: bodies[other] for other in list(bodies)[:14] if other != name},
            avoid={other: ForbiddenZone(body.base) for other, body in foes.items()},
        )
        start = (mover.x, mover.y, 0.0)
        if in_the_way(scene, start, leaving=True):
            continue
        for _ in range(100):
            x, y = map(float, rng.uniform([1, 1], [29, 21]))
            target = (x, y, 0.0)
            if 3 < math.dist(start, target) < 7.5 and not in_the_way(scene, target):
                return scene, start, target
    return None


def grid_search(scene: Scene, start: Place, target: Place, limit: float) -> float:
    """Return the cost of the cheapest path over a grid with legs rounded up, trying every pair of points."""
    grown = [part.polygon.buffer(RADIUS, quad_segs=32) for part in scene.parts]
    grown += [Point(body.base.x, body.base.y).buffer(2 * RADIUS + 1, quad_segs=32) for body in scene.blockers.values()]
    solid = shapely.union_all(grown)
    shapely.prepare(solid)
    axes = np.arange(RADIUS, 30 - RADIUS, 0.35), np.arange(RADIUS, 22 - RADIUS, 0.35)
    grid = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    ends = np.array([start[:2], target[:2]])
    way = np.hypot(*(grid - ends[0]).T) + np.hypot(*(grid - ends[1]).T)
    places = np.concatenate([ends, grid[(way <= limit) & ~shapely.intersects_xy(solid, *grid.T)]])
    i, j = np.triu_indices(len(places), 1)
    length = np.hypot(*(places[i] - places[j]).T)
    i, j, length = i[length <= limit], j[length <= limit], length[length <= limit]
    clear = ~shapely.intersects(solid, shapely.linestrings(np.stack([places[i], places[j]], axis=1)))
    matrix = np.zeros((len(places), len(places)))
    matrix[i[clear], j[clear]] = np.ceil(length[clear] - 1e-6)
    return float(dijkstra(matrix, directed=False, indices=0)[1])


def facts(scene: Scene, path: tuple[Place, ...]) -> PathFacts:
    bodies = {**scene.blockers, **scene.guests}
    return path_facts(scene.mover, HEAD, path, parts=scene.parts, others=bodies, enemies=list(scene.blockers))


def milliseconds(work: Callable[[], T]) -> tuple[float, T]:
    begun = time.process_time()
    answer = work()
    return (time.process_time() - begun) * 1e3, answer


def line(name: str, times: list[float]) -> None:
    p50, p90, p99 = np.quantile(times, [0.5, 0.9, 0.99])
    print(f"  {name:44s} median {p50:7.1f}   p90 {p90:7.1f}   p99 {p99:7.1f}   max {max(times):7.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    questions = [one for seed in range(asked.seed, asked.seed + asked.boards) if (one := question(seed)) is not None]
    fixed_ms = np.median([milliseconds(reference)[0] for _ in range(5)])
    print(f"{len(questions)} boards, 24 parts, 28 operatives; reference loop {fixed_ms:.1f} ms")

    print("facts of a path")
    for turns in (0, 2):
        times = []
        for scene, start, target in questions:
            rng = np.random.default_rng(7)
            between = [tuple(np.array(start) + rng.uniform([-3, -3, 0], [3, 3, 0])) for _ in range(turns)]
            times.append(milliseconds(partial(facts, scene, (start, *between, target)))[0])
        line(f"{turns + 1} increment(s)", times)

    rounded: list[float] = []
    for allowance in (6.0, 8.0):
        print(f"cheapest path, allowance {allowance:g} inches (asked: median 50 ms)")
        for name, tariff in TARIFFS.items():
            times, answers = [], Counter[str]()
            for scene, start, target in questions:
                spent, answer = milliseconds(
                    partial(cheapest_path, scene, start, target, tariff=tariff, allowance=allowance)
                )
                times.append(spent)
                answers[f"legal {answer.legal}, {'closed' if answer.closed else 'open'}"] += 1
            if tariff is FLAT and allowance == 8:
                rounded = times
            line(name, times)
            print("    " + "; ".join(f"{count} {kind}" for kind, count in answers.most_common()))

    searched = [milliseconds(partial(grid_search, *one, 8.0))[0] for one in questions]
    line("grid search without climbs, allowance 8", searched)
    ratio = float(np.median(np.array(searched) / np.maximum(rounded, 1e-3)))
    print(f"    the grid search takes {ratio:.0f} times as long (median of the ratios), and proves nothing")

    print("reach for 6 inches (asked: median 150 ms)")
    for name, tariff in TARIFFS.items():
        line(
            name,
            [
                milliseconds(partial(reachable_area, scene, start, tariff=tariff, allowance=6.0))[0]
                for scene, start, _ in questions
            ],
        )


if __name__ == "__main__":
    main()
