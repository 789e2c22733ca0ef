"""Random scenes and slow, independent judges of them: no code of the targeting or sight packages is used here."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from geometry.base import Base, BaseShape
from geometry.targeting.line_rules import LineRules
from geometry.terrain import Part

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

ROUND_MM = (25.0, 28.0, 32.0, 40.0, 50.0)
OVAL_MM = ((60.0, 35.0), (75.0, 42.0))


def outline_of(base: Base, grow: float = 0.0, corners: int = 96) -> Polygon:
    """Polygon just outside a base, grown."""
    turn = np.arange(corners) * 2 * math.pi / corners
    size = 1 / math.cos(math.pi / corners) ** 0.5
    unit = size * np.stack([np.cos(turn) * base.shape.long / 2, np.sin(turn) * base.shape.short / 2], axis=-1)
    angle = math.radians(base.rotation_deg)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    polygon = Polygon(unit @ spin.T + [base.x, base.y])
    return polygon.buffer(grow, quad_segs=24) if grow > 0 else polygon


def grown_outlines(base: Base, reaches: Array, corners: int = 96) -> NDArray[np.object_]:
    """Polygons (n,) around a base at several distances from it, within 3e-3 of the true outlines."""
    turn = np.arange(corners) * 2 * math.pi / corners
    unit = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    half = np.array([base.shape.long, base.shape.short]) / 2
    normal = unit / half
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    angle = math.radians(base.rotation_deg)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    size = 1 / math.cos(math.pi / corners) ** 0.5
    outlines: NDArray[np.object_] = shapely.polygons(
        (unit * half + reaches[:, None, None] * normal) * size @ spin.T + [base.x, base.y]
    )
    return outlines


def points_on(base: Base, count: int, rng: np.random.Generator) -> Array:
    """Points all over a base, a quarter of them on its rim."""
    radius = np.sqrt(np.concatenate([rng.random(count - count // 4), np.ones(count // 4)]))
    turn = rng.random(count) * 2 * math.pi
    unit = np.stack([np.cos(turn) * base.shape.long / 2, np.sin(turn) * base.shape.short / 2], axis=-1)
    angle = math.radians(base.rotation_deg)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    points: Array = radius[:, None] * unit @ spin.T + [base.x, base.y]
    return points


@dataclass(frozen=True)
class Scene:
    shooter: Base
    target: Base
    covering: tuple[Part, ...]
    obscuring: tuple[Part, ...]


MakeScene = Callable[..., Scene]
Brute = Callable[..., Flags]
Scatter = Callable[[Base, int, np.random.Generator], Array]


def random_scene(rng: np.random.Generator, *, slanted: bool = False, ovals: bool = False) -> Scene:
    """Two bases apart from each other, and one to four parts strewn about the way between them."""

    def shape() -> BaseShape:
        if ovals and rng.random() < 0.5:
            return BaseShape.from_mm(OVAL_MM[rng.integers(len(OVAL_MM))])
        return BaseShape.from_mm(float(rng.choice(ROUND_MM)))

    turn, span = rng.uniform(0, 2 * math.pi), rng.uniform(2.6, 9)
    heights = (0.0, 0.0)
    if slanted:
        one = rng.uniform(0.3, 5)
        heights = [(0.0, 3.0), (3.0, 0.0), (0.0, one), (one, 0.0)][rng.integers(4)]
    shooter = Base(shape(), rng.uniform(9, 21), rng.uniform(9, 13), heights[0], rng.uniform(0, 360))
    aim = shape(), rng.uniform(0, 360)
    while True:
        target = Base(aim[0], shooter.x + span * math.cos(turn), shooter.y + span * math.sin(turn), heights[1], aim[1])
        keep_off = (outline_of(shooter), outline_of(target))
        if keep_off[0].distance(keep_off[1]) > 0.1:
            break
        span += 0.3
    parts: list[Part] = []
    if slanted and rng.random() < 0.5:
        parts += _platform(shooter if shooter.z > target.z else target, keep_off, rng)
    for number in range(rng.integers(1, 5)):
        for _ in range(40):
            corners = random_outline(rng, shooter, target)
            polygon = Polygon(corners)
            if all(polygon.distance(base) > 0.05 for base in keep_off):
                break
        else:
            continue
        bottom, top = 0.0, 3.0
        if slanted:
            choices = ((0.0, rng.uniform(0.3, 5)), (0.0, rng.uniform(0.3, 2)), (rng.uniform(0, 2), rng.uniform(2.1, 5)))
            bottom, top = choices[rng.integers(3)]
        parts.append(Part(f"T{number}", f"T{number}", tuple(map(tuple, corners)), bottom, top))
    return Scene(shooter, target, tuple(parts[::2]), tuple(parts))


def snapped_scene(rng: np.random.Generator, *, slanted: bool = False) -> Scene:
    """Bases and boxes on a grid of half inches: full of touching, shared edges, tangents and exact limits."""
    while True:
        sizes = rng.choice([25.4, 50.8], 2)
        places = rng.integers(0, 20, (2, 2)) / 2 + 5
        shooter, target = (
            Base(BaseShape.from_mm(float(size)), *map(float, place)) for size, place in zip(sizes, places, strict=True)
        )
        if math.dist(*places) - shooter.radius - target.radius >= 0.5:
            break
    if slanted:
        heights = ((0.0, 3.0), (3.0, 0.0), (1.0, 3.0), (2.0, 0.0))[rng.integers(4)]
        shooter, target = (base.at(base.x, base.y, z) for base, z in zip((shooter, target), heights, strict=True))
    parts: list[Part] = []
    for number in range(rng.integers(1, 6)):
        for _ in range(50):
            (x, y), (wide, deep) = rng.integers(4, 34, 2) / 2 + 2, rng.integers(1, 6, 2) / 2
            outline = ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
            bottom, top = ((0.0, 1.0), (0.0, 2.0), (0.0, 3.0), (1.0, 3.0), (2.0, 3.0), (0.0, 5.0))[rng.integers(6)]
            # Level lines are drawn from above: there nothing may hang over a base either.
            if all(
                Polygon(outline).distance(shapely.Point(base.x, base.y)) >= base.radius
                or (slanted and not bottom <= base.z < top)
                for base in (shooter, target)
            ):
                parts.append(
                    Part(f"T{number}", f"T{number}", tuple((float(a), float(b)) for a, b in outline), bottom, top)
                )
                break
    return Scene(shooter, target, tuple(parts[::2]), tuple(parts))


def _platform(base: Base, keep_off: tuple[Polygon, Polygon], rng: np.random.Generator) -> list[Part]:
    """What the higher base stands on: a rectangle that reaches a little beyond it, and not under the other base.

    None where an oval is so near that there is hardly room for one.
    """
    other = keep_off[1] if keep_off[0].contains(shapely.Point(base.x, base.y)) else keep_off[0]
    for _ in range(40):
        left, right, down, up = base.radius + rng.uniform(0.0, 1.8, 4)
        corners = [(-left, -down), (right, -down), (right, up), (-left, up)]
        outline = tuple((base.x + x, base.y + y) for x, y in corners)
        if Polygon(outline).distance(other) > 0.05:
            return [Part("P", "P", outline, 0.0, base.z)]
    return []


def random_outline(rng: np.random.Generator, shooter: Base, target: Base) -> Array:
    """A rectangle, a triangle or an L near the way from one base to another."""
    share = rng.random()
    middle = np.array([shooter.x, shooter.y]) * (1 - share) + np.array([target.x, target.y]) * share
    middle = middle + rng.normal(0, 1, 2)
    wide, deep = rng.uniform(0.1, 2.5), rng.uniform(0.1, 1.2)
    shapes = (
        np.array([[-wide, -deep], [wide, -deep], [wide, deep], [-wide, deep]]) / 2,
        np.array([[-wide, -deep], [wide, -deep], [0, deep]]) / 2,
        np.array([[0, 0], [wide + 0.3, 0], [wide + 0.3, 0.2], [0.2, 0.2], [0.2, deep + 0.3], [0, deep + 0.3]]),
    )
    angle = rng.uniform(0, 2 * math.pi)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    outline: Array = shapes[rng.integers(3)] @ spin.T + middle
    return outline


def brute_spoiled(
    points: Array, scene: Scene, part: Part, rules: LineRules, *, cover: bool, slack: float, slices: int = 64
) -> Flags:
    """Whether lines from each point (n, 2) of the shooter's base cross the portion of a part that counts.

    All lengths are changed by `slack` in the part's favour (or disfavour when negative). Between level bases the fan
    of lines is a polygon that is intersected with the portion; otherwise the lines are looked at in slices of height,
    in each of which they fill a disc.
    """
    shooter, target = scene.shooter, scene.target
    grown = part.polygon.buffer(slack, join_style="mitre")
    if shooter.z == target.z:
        portion = _portion(np.array([grown]), scene, rules, cover=cover, slack=slack, height=np.array([shooter.z]))[0]
        level: Flags = shapely.distance(_fans(target, points.tobytes()), portion) <= rules.half_width
        return level
    low, high = max(part.bottom, min(shooter.z, target.z)), min(part.top, max(shooter.z, target.z))
    if high - low <= 1e-6:
        return np.zeros(len(points), dtype=bool)
    height = np.linspace(low, high, slices)
    portion = _portion(np.full(slices, grown), scene, rules, cover=cover, slack=slack, height=height)
    share = (height - shooter.z) / (target.z - shooter.z)
    middle = (1 - share)[:, None, None] * points + share[:, None, None] * np.array([target.x, target.y])
    if target.is_round:
        away = shapely.distance(shapely.points(middle), portion[:, None]) - share[:, None] * target.radius
        slanted: Flags = (np.nan_to_num(away, nan=np.inf) <= rules.half_width).any(axis=0)
        return slanted
    # Where the target's base is a unit disc the lines fill a disc in each slice here too.
    portion = shapely.buffer(portion, rules.half_width, quad_segs=16)
    portion = shapely.transform(portion, lambda corners: _unit_disc(target, corners))
    middle = _unit_disc(target, middle.reshape(-1, 2)).reshape(middle.shape)
    away = shapely.distance(shapely.points(middle), portion[:, None]) - share[:, None]
    crossed: Flags = (np.nan_to_num(away, nan=np.inf) <= 0).any(axis=0)
    return crossed


@lru_cache(maxsize=4)
def _fans(target: Base, points: bytes) -> NDArray[np.object_]:
    """What lines from points, (n, 2) as bytes, to a level target's base fill, polygons (n,)."""
    eyes = np.frombuffer(points).reshape(-1, 1, 2)
    rim = np.asarray(outline_of(target).exterior.coords)[:-1]
    clouds = np.concatenate([eyes, np.broadcast_to(rim, (len(eyes), *rim.shape))], axis=1)
    fans: NDArray[np.object_] = shapely.convex_hull(shapely.linestrings(clouds))
    return fans


def _unit_disc(base: Base, points: Array) -> Array:
    """Points (n, 2) mapped so that a base becomes the unit disc around the origin."""
    angle = math.radians(base.rotation_deg)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    mapped: Array = (points - [base.x, base.y]) @ spin / [base.shape.long / 2, base.shape.short / 2]
    return mapped


def _portion(
    polygons: NDArray[np.object_], scene: Scene, rules: LineRules, *, cover: bool, slack: float, height: Array
) -> NDArray[np.object_]:
    """The portions of a part, at some heights, that count."""

    def around(base: Base, reach: float) -> NDArray[np.object_]:
        rest = reach * abs(reach) - (height - base.z) ** 2
        return np.where(rest > 0, grown_outlines(base, np.sqrt(np.maximum(rest, 0))), Polygon())

    if cover:
        near: NDArray[np.object_] = shapely.intersection(polygons, around(scene.target, rules.cover_reach + slack))
        return near
    for base, beyond in (
        (scene.shooter, rules.obscured_beyond_shooter),
        (scene.target, rules.obscured_beyond_target),
    ):
        polygons = shapely.difference(polygons, around(base, beyond - slack))
    return polygons


@pytest.fixture(scope="session")
def make_scene() -> MakeScene:
    return random_scene


@pytest.fixture(scope="session")
def make_snapped_scene() -> MakeScene:
    return snapped_scene


@pytest.fixture(scope="session")
def brute() -> Brute:
    return brute_spoiled


@pytest.fixture(scope="session")
def scatter() -> Scatter:
    return points_on
