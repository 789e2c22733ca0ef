"""The free table's measures against oracles: `python -m tests.referee.editions.free.oracle --boards 1000 --seed 1`.

Each board has random round and oval bases and terrain. The oracles use shapely polygons, dense rims, many rays and
plain searches, and share no code with the measures. Prints N and the largest difference of each measure.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon

from geometry.base import Base, BaseShape
from geometry.placement import Placement
from geometry.table import Board, Operative, Table
from geometry.terrain import Part
from referee.editions.free import measures

SIZES = ((1.26, 1.26), (1.57, 1.57), (0.98, 0.98), (2.36, 1.38), (2.95, 1.65))
RIM = 1440
RAYS = 600
COARSE = 360
"""Corners of a base where rays are counted."""
TOLERANCE = {
    "gap": 2e-5, "range": 0.0, "arc": 1e-3, "sight": 0.25, "chain": 2e-5, "move": 1e-9, "template": 2e-3,
}  # fmt: skip
"""Largest difference that the oracle's own grid explains: inches; degrees for arc and sight; verdicts for range."""


def random_board(luck: random.Random, models: int = 5) -> Table:
    """Return a board with bases that do not overlap, and some terrain."""
    operatives: dict[str, Operative] = {}
    while len(operatives) < models:
        name = f"M{len(operatives) + 1}"
        place = Placement(name, luck.uniform(2, 28), luck.uniform(2, 20), 0.0, luck.uniform(-180, 180))
        one = Operative(name, "p1", BaseShape(*luck.choice(SIZES)), 1.2, place)
        if all(outline(one.base, COARSE).distance(outline(other.base, COARSE)) > 0.01 for other in operatives.values()):
            operatives[name] = one
    parts: list[Part] = []
    while len(parts) < 2:
        x, y, turn = luck.uniform(4, 26), luck.uniform(4, 18), luck.uniform(0, 180)
        piece = affinity.rotate(shapely.box(x, y, x + luck.uniform(0.3, 6), y + luck.uniform(0.3, 3)), turn)
        if all(not piece.intersects(outline(one.base)) for one in operatives.values()):
            name = f"T{len(parts)}"
            parts.append(Part(name, name, tuple(piece.exterior.coords[:-1]), 0.0, 3.0))
    return Table(Board(), operatives, tuple(parts))


def outline(base: Base, corners: int = RIM) -> Polygon:
    """Return a base as a polygon, made by scaling and turning a disc."""
    disc = Point(0, 0).buffer(1.0, quad_segs=corners // 4)
    oval = affinity.scale(disc, base.shape.long / 2, base.shape.short / 2)
    return affinity.translate(affinity.rotate(oval, base.rotation_deg, origin=(0, 0)), base.x, base.y)


def two(luck: random.Random, table: Table) -> tuple[Operative, Operative]:
    """Return two models."""
    a, b = luck.sample(sorted(table.operatives), 2)
    return table.operatives[a], table.operatives[b]


def gap_differs(luck: random.Random, table: Table) -> float:
    """Compare a gap with the distance of two polygons."""
    a, b = two(luck, table)
    return abs(measures.measure_gap(a, b).value - float(outline(a.base).distance(outline(b.base))))


def range_differs(luck: random.Random, table: Table) -> float:
    """Compare who is in range with who meets the polygon that is grown by it."""
    a, _ = two(luck, table)
    reach = luck.uniform(1, 12)
    area = outline(a.base).buffer(reach, quad_segs=RIM // 4)
    found = measures.find_in_range(a, table.operatives.values(), reach)
    assert len(found) == len(table.operatives) - 1
    wrong = 0
    for one in found:
        other = table.operatives[one.things[1]]
        near = abs(one.value - reach) < TOLERANCE["gap"]
        wrong += not near and (one.verdict == "YES") != area.intersects(outline(other.base))
    return float(wrong)


def arc_differs(luck: random.Random, table: Table) -> float:
    """Compare the angle off the facing with the least one of many points of the base's polygon."""
    a, b = two(luck, table)
    facing = luck.uniform(-180, 180)
    off = np.asarray(outline(b.base).exterior.coords) - (a.base.x, a.base.y)
    angles = np.degrees(np.arctan2(off[:, 1], off[:, 0])) - a.base.rotation_deg - facing
    ray = math.radians(a.base.rotation_deg + facing)
    far = (a.base.x + 60 * math.cos(ray), a.base.y + 60 * math.sin(ray))
    met = LineString([(a.base.x, a.base.y), far]).intersects(outline(b.base))
    least = 0.0 if met else float(np.abs((angles + 180) % 360 - 180).min())
    return abs(measures.measure_arc(a, b, facing_deg=facing).value - least)


def sight_differs(luck: random.Random, table: Table) -> float:
    """Compare the widest clear view with the longest run of rays that meet nothing before the base."""
    a, b = two(luck, table)
    found = measures.measure_sight(table, a.id, b.id).value
    target, eye = outline(b.base, COARSE), (a.base.x, a.base.y)
    others = [outline(one.base, COARSE) for one in table.operatives.values() if one.id not in (a.id, b.id)]
    blocking = shapely.union_all([*others, *(part.polygon for part in table.terrain)])
    off = np.asarray(target.exterior.coords) - eye
    middle = math.atan2(b.base.y - eye[1], b.base.x - eye[0])
    turns = (np.arctan2(off[:, 1], off[:, 0]) - middle + math.pi) % (2 * math.pi) - math.pi
    low, high = float(turns.min()), float(turns.max())
    step, run, longest = (high - low) / RAYS, 0, 0
    ends = [
        (eye[0] + 60 * math.cos(middle + turn), eye[1] + 60 * math.sin(middle + turn))
        for turn in np.linspace(low + step / 2, high - step / 2, RAYS)
    ]
    rays = shapely.linestrings([[eye, end] for end in ends])
    hits = shapely.distance(shapely.intersection(rays, target), Point(eye))
    stops = shapely.distance(shapely.intersection(rays, blocking), Point(eye))
    for hit, stop in zip(hits, stops, strict=True):
        run = run + 1 if math.isnan(stop) or stop > hit else 0
        longest = max(longest, run)
    return abs(max(0.0, found) - math.degrees(longest * step))


def chain_differs(luck: random.Random, table: Table) -> float:
    """Compare the longest link with the least of all gaps that, as a limit, connects everybody."""
    group = luck.sample(sorted(table.operatives), luck.randint(2, len(table.operatives)))
    shapes = {name: outline(table.operatives[name].base) for name in group}
    gaps = {pair: float(shapes[pair[0]].distance(shapes[pair[1]])) for pair in combinations(group, 2)}
    least = next(limit for limit in sorted(gaps.values()) if _connected(group, gaps, limit))
    return abs(measures.measure_chain([table.operatives[name] for name in group]).value - least)


def _connected(group: Sequence[str], gaps: dict[tuple[str, str], float], limit: float) -> bool:
    reached = {group[0]}
    for _ in group:
        for (one, other), apart in gaps.items():
            if apart <= limit and (one in reached) != (other in reached):
                reached |= {one, other}
    return len(reached) == len(group)


def move_differs(luck: random.Random, table: Table) -> float:
    """Compare the length of a path with that of a line."""
    a, _ = two(luck, table)
    points = [(luck.uniform(0, 30), luck.uniform(0, 22)) for _ in range(luck.randint(1, 6))]
    start = a.base.at(*points[0])
    found = measures.measure_move(a, start, points[1:])
    return abs(found.value - float(LineString([*points, (a.base.x, a.base.y)]).length))


def template_differs(luck: random.Random, table: Table) -> float:
    """Compare how far a template is from a base, and a base inside one, with polygons."""
    a, _ = two(luck, table)
    x, y = a.base.x + luck.uniform(-5, 5), a.base.y + luck.uniform(-5, 5)
    radius, facing = luck.uniform(1, 4), luck.uniform(-180, 180)
    shape = Point(x, y).buffer(radius, quad_segs=RIM // 4)
    template = measures.circle(x, y, radius)
    if luck.random() < 0.5:
        template = measures.teardrop(x, y, facing, length=8.0, width=2.0)
        ray = math.radians(facing)
        end = Point(x + 7 * math.cos(ray), y + 7 * math.sin(ray)).buffer(1.0, quad_segs=RIM // 4)
        shape = shapely.convex_hull(shapely.union_all([end, Point(x, y)]))
    base = outline(a.base)
    touched, whole = (measures.measure_template(a, template, wholly=wholly).value for wholly in (False, True))
    apart, beyond = float(shape.distance(base)), _beyond(base, shape)
    found = abs(min(0.0, touched) + apart)
    wrong = (touched > TOLERANCE["template"]) and not shape.intersects(base)
    return max(found, abs(min(0.0, whole) + beyond), float(wrong))


def _beyond(base: Polygon, shape: Polygon) -> float:
    """Return how far a base reaches out of a shape."""
    points = shapely.points(np.asarray(base.exterior.coords))
    return float(shapely.distance(points, shape).max())


CHECKS: dict[str, Callable[[random.Random, Table], float]] = {
    "gap": gap_differs, "range": range_differs, "arc": arc_differs, "sight": sight_differs, "chain": chain_differs,
    "move": move_differs, "template": template_differs,
}  # fmt: skip


def compare(boards: int, seed: int) -> dict[str, float]:
    """Return the largest difference of each measure on so many random boards."""
    worst = dict.fromkeys(CHECKS, 0.0)
    for number in range(boards):
        luck = random.Random(f"{seed}-{number}")
        table = random_board(luck)
        for name, differs in CHECKS.items():
            worst[name] = max(worst[name], differs(luck, table))
    return worst


def main(arguments: list[str] | None = None) -> int:
    """Compare, and print N and the largest difference of each measure."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee.editions.free.oracle", description=__doc__)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    worst = compare(asked.boards, asked.seed)
    for name, found in worst.items():
        print(f"{name}: N {asked.boards}, largest difference {found:.2g}, allowed {TOLERANCE[name]:g}")
    return 0 if all(found <= TOLERANCE[name] for name, found in worst.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
