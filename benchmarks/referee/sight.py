"""Measure visibility and targeting lines of all ordered pairs on a full table, against brute force, and their growth.

Run `python benchmarks/referee/sight.py [--elevated N] [--seed S] [--repeats R]`. Prints CPU time of one process with
one thread beside wall time, as other load on the machine affects the latter.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Callable, Sequence
from functools import partial

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Point, Polygon

from geometry.base import Base, BaseShape
from geometry.base_arrays import BaseArrays
from geometry.placement import Placement
from geometry.table import Operative
from geometry.targeting.line_rules import LineRules
from geometry.targeting.lines import draw_lines
from geometry.terrain import Part, Prisms
from geometry.visibility.sight import sight
from geometry.visibility.sight_batch import look_many

Array = NDArray[np.float64]
RULES = LineRules()
POINTS = 64
HEAD = 1.6
PLATFORM = 3.0


def make_table(seed: int, operatives: int, parts: int, elevated: int) -> tuple[list[Operative], list[Part]]:
    """Return operatives on floor and platforms, and walls, blocks, barricades and platforms that do not touch."""
    rng = np.random.default_rng(seed)
    placed: list[Part] = []
    kinds = (
        ((2, 5), (0.25, 0.25), 4.0),
        ((1, 2.5), (0.8, 1.5), 2.0),
        ((2, 2), (0.3, 0.3), 1.0),
        ((2, 4), (2, 4), PLATFORM),
    )
    while len(placed) < parts:
        kind = len(placed) % 4 if len(placed) < 24 else int(rng.integers(3))
        wide, deep, top = kinds[kind] if len(placed) < 24 else ((0.5, 1.2), (0.2, 0.5), 2.0)
        size = np.array([rng.uniform(*wide), rng.uniform(*deep)])
        angle = rng.choice([0, math.pi / 2, rng.uniform(0, math.pi)])
        spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * size @ spin.T + rng.uniform([2, 2], [28, 20])
        if all(Polygon(corners).distance(other.polygon) > 0.05 for other in placed):
            name = f"T{len(placed)}"
            traits = frozenset(["Heavy"] if kind < 2 else ["Light"])
            placed.append(Part(name, name, tuple(map(tuple, corners)), 0.0, top, traits))
    standing: list[Base] = []
    platforms = [part.polygon.representative_point() for part in placed if part.top == PLATFORM]
    while len(standing) < operatives:
        shape = BaseShape.from_mm(float(rng.choice([28, 32, 40])))
        if len(standing) < min(elevated, len(platforms)):
            middle = platforms[len(standing) % len(platforms)]
            base = Base(shape, middle.x + rng.uniform(-0.5, 0.5), middle.y + rng.uniform(-0.5, 0.5), PLATFORM)
        else:
            base = Base(shape, *rng.uniform([1, 1], [29, 21]))
            if any(part.polygon.distance(Point(base.x, base.y)) < base.radius for part in placed):
                continue
        if all(math.hypot(base.x - other.x, base.y - other.y) > base.radius + other.radius for other in standing):
            standing.append(base)
    people = [
        Operative(f"A{row}", "p", base.shape, HEAD, Placement(f"A{row}", base.x, base.y, base.z))
        for row, base in enumerate(standing)
    ]
    return people, placed


def visibility_matrix(people: Sequence[Operative], parts: Sequence[Part]) -> None:
    """Compute visibility and targeting lines of all ordered pairs; all parts block and may give cover.

    Heavy parts also obscure.
    """
    rows, columns = np.nonzero(~np.eye(len(people), dtype=bool))
    bases = BaseArrays.of([one.base for one in people])
    heads = np.array([one.head for one in people])
    viewers, targets, prisms = bases.take(rows), bases.take(columns), Prisms.of(parts)
    every = np.ones((len(rows), len(parts)), dtype=bool)
    look_many(viewers, heads[rows], targets, heads[columns], prisms, every)
    ceilings = np.maximum(viewers.z + heads[rows], targets.z + heads[columns])
    obscuring = every & [part.has("Heavy") for part in parts]
    draw_lines(prisms, viewers, targets, every, obscuring, rules=RULES, ceilings=ceilings, thorough=False)


def lines_of_one_pair(shooter: Base, target: Base, parts: Sequence[Part], ceiling: float) -> None:
    """Compute the targeting lines of one shooter and one target."""
    obscuring = np.array([[part.has("Heavy") for part in parts]])
    draw_lines(Prisms.of(parts), [shooter], [target], np.ones_like(obscuring), obscuring, rules=RULES, ceilings=ceiling)


def brute_force(a: Base, b: Base, parts: list[Part]) -> tuple[bool, bool, bool]:
    """Return whether a shot is clean, uncovered and unobscured, by 64 x 64 lines without width.

    Bases must be level, and parts convex.
    """
    turn = np.arange(POINTS) * (2 * math.pi / POINTS)
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    starts, ends = ring * a.radius + [a.x, a.y], ring * b.radius + [b.x, b.y]
    origin = starts[:, None]
    along = ends[None] - origin
    leave_a, enter_b = _circle(origin, along, a, a.radius + 1)[1], _circle(origin, along, b, b.radius + 1)[0]
    covered, obscured = np.zeros(POINTS, dtype=bool), np.zeros(POINTS, dtype=bool)
    far = math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius > RULES.cover_beyond
    for part in parts:
        corners = part.corners
        side = np.roll(corners, -1, axis=0) - corners
        normal = np.stack([side[:, 1], -side[:, 0]], axis=-1)
        room = np.einsum("ij,ij->i", normal, corners)[:, None, None] - np.einsum("ij,pbj->ipb", normal, origin)
        speed = np.einsum("ij,pbj->ipb", normal, along)
        with np.errstate(divide="ignore", invalid="ignore"):
            share = room / speed
        enter = np.where(speed < 0, share, 0.0).max(axis=0)
        leave = np.where(speed > 0, share, 1.0).min(axis=0)
        outside = ((speed == 0) & (room < 0)).any(axis=0)
        enter, leave = np.maximum(enter, 0.0), np.where(outside, -1.0, np.minimum(leave, 1.0))
        covered |= ((np.maximum(enter, enter_b) <= leave) & far).any(axis=1)
        if part.has("Heavy"):
            obscured |= (np.maximum(enter, leave_a) <= np.minimum(leave, enter_b)).any(axis=1)
    return bool((~covered & ~obscured).any()), bool((~covered).any()), bool((~obscured).any())


def _circle(origin: Array, along: Array, base: Base, radius: float) -> tuple[Array, Array]:
    away = origin - [base.x, base.y]
    square = np.einsum("pbj,pbj->pb", along, along)
    half = np.einsum("pbj,pbj->pb", away, along)
    root = np.sqrt(np.maximum(half**2 - square * (np.einsum("pbj,pbj->pb", away, away) - radius**2), 0))
    return (-half - root) / square, (-half + root) / square


def timed(work: Callable[[], object], repeats: int) -> tuple[float, float]:
    """Return median CPU and wall seconds."""
    cpu, wall = [], []
    for _ in range(repeats):
        start_cpu, start = time.process_time(), time.perf_counter()
        work()
        cpu.append(time.process_time() - start_cpu)
        wall.append(time.perf_counter() - start)
    return float(np.median(cpu)), float(np.median(wall))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--elevated", type=int, default=2, help="operatives on platforms, of 28")
    parser.add_argument("--repeats", type=int, default=7)
    asked = parser.parse_args()

    people, parts = make_table(asked.seed, 28, 24, asked.elevated)
    visibility_matrix(people, parts)
    cpu, wall = timed(lambda: visibility_matrix(people, parts), asked.repeats)
    print(f"28 operatives ({asked.elevated} on platforms), 24 parts: all 756 ordered pairs")
    print(f"  {cpu * 1e3:7.1f} ms CPU  {wall * 1e3:7.1f} ms wall   (asked: 150 ms on one core)")

    level = [one for one in people if one.base.z == 0]
    flat_cpu, _ = timed(lambda: visibility_matrix(level, parts), asked.repeats)
    pairs = [(a.base, b.base) for a in level for b in level if a is not b]
    sample = [pairs[row] for row in np.random.default_rng(0).choice(len(pairs), 24, replace=False)]
    brute_cpu, _ = timed(lambda: [brute_force(a, b, parts) for a, b in sample], 1)
    per_pair = brute_cpu / len(sample)
    ours = flat_cpu / len(pairs)
    print(
        f"brute force {POINTS} x {POINTS} lines, level pairs: {per_pair * 1e3:.2f} ms a pair; here {ours * 1e3:.4f} ms"
    )
    print(f"  {per_pair / ours:7.0f} times faster, sight included   (asked: 50)")

    near = people[asked.elevated], people[asked.elevated + 1]
    one_cpu, _ = timed(lambda: lines_of_one_pair(near[0].base, near[1].base, parts, HEAD), 50)
    look_cpu, _ = timed(lambda: sight(near[0], near[1], parts), 50)
    print(f"one pair among 24 parts: lines {one_cpu * 1e3:.2f} ms, sight {look_cpu * 1e3:.2f} ms   (asked: 1 ms)")

    up = [one for one in people if one.base.z > 0]
    slanted = [pair for one in up for other in level for pair in ((one, other), (other, one))]
    each = [timed(partial(lines_of_one_pair, a.base, b.base, parts, a.head + PLATFORM), 3)[0] for a, b in slanted]
    if each:
        print(
            f"{len(each)} pairs at different heights, lines one by one: median {np.median(each) * 1e3:.2f} ms, "
            f"p95 {np.quantile(each, 0.95) * 1e3:.2f} ms, most {max(each) * 1e3:.2f} ms"
        )

    print("growth (CPU ms for all pairs)")
    print("  parts     " + "".join(f"{count:8d}" for count in (6, 12, 24, 48, 96)))
    print("  28 people " + "".join(f"{_cost(28, count, asked):8.1f}" for count in (6, 12, 24, 48, 96)))
    print("  people    " + "".join(f"{count:8d}" for count in (7, 14, 28, 56)))
    print("  24 parts  " + "".join(f"{_cost(count, 24, asked):8.1f}" for count in (7, 14, 28, 56)))


def _cost(people: int, parts: int, asked: argparse.Namespace) -> float:
    crowd, terrain = make_table(asked.seed, people, parts, min(asked.elevated, people) if parts >= 4 else 0)
    visibility_matrix(crowd, terrain)
    return timed(lambda: visibility_matrix(crowd, terrain), 3)[0] * 1e3


if __name__ == "__main__":
    main()
