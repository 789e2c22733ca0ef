"""Bases that are swept along random paths, looked at place by place."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from shapely.affinity import rotate, scale, translate
from shapely.geometry import Point, Polygon

from geometry.base import Base, BaseShape
from geometry.paths import StandingBody
from geometry.paths.strides import PlaceXYZ
from geometry.terrain import Part

ROUND = BaseShape.from_mm(32)
OVAL = BaseShape.from_mm((60, 35))


def outline(base: Base, x: float, y: float, quarter: int = 180) -> Polygon:
    """The base as a polygon of 4 * quarter corners."""
    oval = scale(Point(0, 0).buffer(1.0, quad_segs=quarter), base.shape.long / 2, base.shape.short / 2, origin=(0, 0))
    return translate(rotate(oval, base.rotation_deg, origin=(0, 0)), x, y)


def walked(path: Sequence[PlaceXYZ], step: float = 0.01) -> list[tuple[float, float, float, float]]:
    """Places of a path as (travelled, x, y, z): up first, then level, then down."""
    travelled = 0.0
    out = []
    for (x0, y0, z0), (x1, y1, z1) in itertools.pairwise(path):
        level = max(z0, z1)
        corners = [(x0, y0, z0), (x0, y0, level), (x1, y1, level), (x1, y1, z1)]
        for here, there in itertools.pairwise(corners):
            length = math.dist(here, there)
            shares = np.linspace(0, 1, max(1, math.ceil(length / step)) + 1)
            out += [
                (travelled + share * length, *(a + share * (b - a) for a, b in zip(here, there, strict=True)))
                for share in shares
            ]
            travelled += length
    return out


def random_scene(
    rng: np.random.Generator, oval: bool
) -> tuple[Base, list[Part], dict[str, StandingBody], list[PlaceXYZ]]:
    shape = OVAL if oval else ROUND
    mover = Base(shape, 0, 0, rotation_deg=float(rng.uniform(0, 180)))
    parts = []
    for number in range(rng.integers(1, 5)):
        middle, angle = rng.uniform(4, 14, 2), rng.uniform(0, math.pi)
        corners = rng.uniform(0.2, 2.5, 2)[None] * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        low = float(rng.choice([0.0, 0.0, 2.0]))
        if rng.random() < 0.3:  # an L
            corners = np.array([[0, 0], [2, 0], [2, 0.4], [0.4, 0.4], [0.4, 2], [0, 2]], dtype=float)
        parts.append(
            Part(
                f"T{number}",
                "T",
                tuple(map(tuple, corners @ turn.T + middle)),
                low,
                low + float(rng.choice([1.0, 3.0])),
            )
        )
    others = {f"E{number}": StandingBody(_random_base(rng), 1.6) for number in range(3)}
    heights = rng.choice([0.0, 0.0, 1.0, 3.0], 4)
    path = [(*rng.uniform(1, 17, 2), float(z)) for z in heights]
    return mover, parts, others, path


def _random_base(rng: np.random.Generator) -> Base:
    shape = OVAL if rng.random() < 0.4 else ROUND
    x, y = rng.uniform(4, 14, 2)
    return Base(shape, x, y, float(rng.choice([0, 0, 3])), rng.uniform(0, 180))
