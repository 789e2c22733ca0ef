"""Visibility against ray casting: thousands of straight lines from the eye into the body."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from shapely.geometry import Polygon

from geometry.base import Base, BaseShape
from geometry.terrain import Part
from geometry.visibility.sight import body_of, eye_of, look
from tests.depth import depth

RESOLUTION = 0.03


def wedges_of(part: Part, slack: float) -> tuple[np.ndarray, float, float]:
    """Half-planes (t, 3, 3) of the triangles of a part grown by `slack`, and its heights."""
    grown = part.polygon.buffer(slack, join_style="mitre")
    triangles = shapely.constrained_delaunay_triangles(grown).geoms
    rows = []
    for triangle in triangles:
        ring = np.asarray(shapely.orient_polygons(triangle).exterior.coords)
        along = np.diff(ring, axis=0)
        normal = np.stack([along[:, 1], -along[:, 0]], axis=-1)
        rows.append(np.column_stack([normal, np.einsum("ij,ij->i", normal, ring[:-1])]))
    return np.array(rows), part.bottom - slack, part.top + slack


def blocked(eye: np.ndarray, ends: np.ndarray, part: Part, slack: float) -> np.ndarray:
    """Whether the lines from `eye` (3,) to `ends` (n, 3) run through a part, by clipping against its half-spaces."""
    sides, bottom, top = wedges_of(part, slack)
    along = ends - eye
    hit = np.zeros(len(ends), dtype=bool)
    for triangle in sides:
        enter, leave = np.zeros(len(ends)), np.ones(len(ends))
        limits = [(side[:2] @ along[:, :2].T, side[2] - side[:2] @ eye[:2]) for side in triangle] + [
            (along[:, 2], top - eye[2]),
            (-along[:, 2], eye[2] - bottom),
        ]
        for speed, room in limits:
            with np.errstate(divide="ignore", invalid="ignore"):
                share = room / speed
            enter = np.where(speed < 0, np.maximum(enter, share), enter)
            leave = np.where(speed > 0, np.minimum(leave, share), leave)
            enter = np.where((speed == 0) & (room < 0), np.inf, enter)
        hit |= enter < leave
    return hit


def body_points(base: Base, head: float, rng: np.random.Generator, count: int) -> np.ndarray:
    turn, radius = rng.random(count) * 2 * math.pi, 0.8 * np.sqrt(rng.random(count))
    radius[: count // 2] = 0.8
    height = base.z + head * rng.random(count)
    height[count // 4 : count // 2] = base.z + head
    unit = np.stack([np.cos(turn) * base.shape.long / 2, np.sin(turn) * base.shape.short / 2], axis=-1)
    angle = math.radians(base.rotation_deg)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    return np.column_stack([radius[:, None] * unit @ spin.T + [base.x, base.y], height])


def random_view(rng: np.random.Generator) -> tuple[tuple[Base, float], tuple[Base, float], list[Part]]:
    """Two operatives on the floor or on platforms, with crowded terrain between them; walls may hang in the air."""
    parts: list[Part] = []
    bases: list[tuple[Base, float]] = []
    turn, span = rng.uniform(0, 2 * math.pi), rng.uniform(1.5, 9)
    middles = np.array([[15.0, 11.0], [15 + span * math.cos(turn), 11 + span * math.sin(turn)]])
    for number, middle in enumerate(middles):
        shape = BaseShape.from_mm(float(rng.choice([25, 32, 50])) if rng.random() < 0.8 else (60.0, 35.0))
        z = 0.0
        if rng.random() < 0.35 and span > 4:
            z = float(rng.choice([1.0, 2.0, 3.0]))
            reach = shape.long / 2 + rng.uniform(0.01, 0.6, 4)
            corners = [(-reach[0], -reach[1]), (reach[2], -reach[1]), (reach[2], reach[3]), (-reach[0], reach[3])]
            parts.append(Part(f"P{number}", "P", tuple((middle[0] + x, middle[1] + y) for x, y in corners), 0.0, z))
        bases.append((Base(shape, middle[0], middle[1], z, rng.uniform(0, 360)), rng.uniform(0.8, 2.2)))
    stand = [Polygon(body_points(base, head, rng, 200)[:100, :2]).convex_hull.buffer(0.1) for base, head in bases]
    for number in range(rng.integers(1, 7)):
        for _ in range(30):
            share = rng.uniform(0.05, 0.95)
            middle = middles[0] * (1 - share) + middles[1] * share + rng.normal(0, 0.7, 2)
            wide, deep = rng.uniform(0.2, 3.5), rng.uniform(0.1, 0.8)
            outlines = (
                [(-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep)],
                [(-wide, -deep), (wide, -deep), (0, deep)],
                [(0, 0), (wide, 0), (wide, 0.2), (0.2, 0.2), (0.2, wide), (0, wide)],
            )
            angle = rng.uniform(0, 2 * math.pi)
            spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
            corners = np.array(outlines[rng.integers(3)]) / 2 @ spin.T + middle
            if all(Polygon(corners).distance(one) > 0.01 for one in stand):
                bottom = 0.0 if rng.random() < 0.7 else rng.uniform(0.2, 2)
                parts.append(Part(f"W{number}", "W", tuple(map(tuple, corners)), bottom, bottom + rng.uniform(0.3, 4)))
                break
    return bases[0], bases[1], parts


def disagreement(seed: int) -> str | None:
    rng = np.random.default_rng(seed)
    viewer, target, parts = random_view(rng)
    eye = eye_of(*viewer)
    answer = look(eye, body_of(*target), parts)
    where = np.array(eye)
    if answer.visible:
        assert answer.line is not None
        end = np.array([answer.line[1]])
        names = [part.id for part in parts if blocked(where, end, part, -RESOLUTION).any()]
        return f"the clear line crosses {names}" if names else None
    ends = body_points(*target, rng, 1500)
    clear = np.ones(len(ends), dtype=bool)
    for part in parts:
        if part.id not in answer.inside:
            clear &= ~blocked(where, ends, part, RESOLUTION)
    return f"a clear line to {ends[clear][0]} was missed" if clear.any() else None


def test_visibility_agrees_with_ray_casting() -> None:
    wrong = {seed: found for seed in range(depth(60, 250)) if (found := disagreement(seed))}
    assert not wrong


def test_random_views_are_of_both_kinds() -> None:
    seen = []
    for seed in range(depth(50, 200)):
        viewer, target, parts = random_view(np.random.default_rng(seed))
        seen.append(look(eye_of(*viewer), body_of(*target), parts).visible)
    assert 0.2 < sum(seen) / len(seen) < 0.8


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(100_000, 110_000, 2500))
def test_visibility_agrees_with_ray_casting_on_thousands_of_scenes(first: int) -> None:
    wrong = {seed: found for seed in range(first, first + depth(800, 2500)) if (found := disagreement(seed))}
    assert not wrong
