"""What rays meet, against the shapes' own equations."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from simulation.render.lighting import Light
from simulation.render.raster import NOTHING, Rays
from simulation.render.shapes import Ball, Disc, Rim, Rod
from simulation.render.stage import Deck, Wall, prism

CAMERA = (381.0, 280.0, 900.0)
WHITE = (1.0, 1.0, 1.0)
place = st.tuples(st.floats(-350, 350), st.floats(-250, 250), st.floats(4, 120))
turn = st.floats(-180, 180)


def rays_around(x_mm: float, y_mm: float, z_mm: float, reach_mm: float) -> Rays:
    """Rays that meet the height z on a grid around a point."""
    steps = np.linspace(-reach_mm, reach_mm, 41)
    x, y = np.meshgrid(x_mm + steps, y_mm + steps)
    fall = CAMERA[2] - z_mm
    return Rays(
        CAMERA, ((x - CAMERA[0]) / fall).astype(np.float32), ((y - CAMERA[1]) / fall).astype(np.float32), reach_mm / 20
    )


def points(rays: Rays, z: NDArray[np.float32]) -> NDArray[np.float64]:
    """Where the rays are at heights z, shape (..., 3)."""
    fall = CAMERA[2] - z.astype(np.float64)
    return np.stack([CAMERA[0] + rays.x * fall, CAMERA[1] + rays.y * fall, z.astype(np.float64)], axis=-1)


def first_inside(
    rays: Rays, low: float, high: float, inside: Callable[[NDArray[np.float64]], NDArray[np.bool_]]
) -> NDArray[np.float64]:
    """The highest z in steps of 0.05 mm at which each ray is inside, NaN where none: a march, ray by ray."""
    found = np.full(rays.x.shape, np.nan)
    for z in np.arange(high, low, -0.05):
        at = points(rays, np.full(rays.x.shape, z, np.float32))
        new = np.isnan(found) & inside(at)
        found[new] = z
    return found


def agree(z: NDArray[np.float32], marched: NDArray[np.float64], tolerance_mm: float) -> None:
    """Where both meet they agree; where one misses, it is at the outline only."""
    hit, march = z > NOTHING, ~np.isnan(marched)
    both = hit & march
    assert both.any()
    close = np.abs(z[both] - marched[both]) < tolerance_mm
    assert close.mean() > 0.97
    assert (hit != march).mean() < 0.03


@settings(max_examples=12, deadline=None)
@given(at=place, half=st.tuples(st.floats(3, 12), st.floats(3, 12), st.floats(2, 8)), rotation=turn)
def test_a_ball_is_met_where_its_equation_says(
    at: tuple[float, float, float], half: tuple[float, float, float], rotation: float
) -> None:
    ball = Ball(at, half, WHITE, rotation)
    rays = rays_around(*at, max(half) * 1.4)
    c, s = math.cos(math.radians(rotation)), math.sin(math.radians(rotation))

    def inside(p: NDArray[np.float64]) -> NDArray[np.bool_]:
        x, y, z = (p - at).transpose(2, 0, 1)
        depth = ((c * x + s * y) / half[0]) ** 2 + ((c * y - s * x) / half[1]) ** 2 + (z / half[2]) ** 2
        return np.asarray(depth < 1, np.bool_)

    agree(ball.cast(rays, Light()).z, first_inside(rays, at[2] - half[2], at[2] + half[2], inside), 0.2)


@settings(max_examples=12, deadline=None)
@given(at=place, along=st.tuples(st.floats(-15, 15), st.floats(-15, 15), st.floats(-10, 10)), radius=st.floats(2, 9))
def test_a_rod_is_met_where_its_equation_says(
    at: tuple[float, float, float], along: tuple[float, float, float], radius: float
) -> None:
    a, b = np.array(at) - along, np.array(at) + along
    rod = Rod(tuple(a), tuple(b), radius, WHITE)
    reach = radius + float(np.linalg.norm(along))
    rays = rays_around(*at, reach)

    def inside(p: NDArray[np.float64]) -> NDArray[np.bool_]:
        length = max(float((b - a) @ (b - a)), 1e-9)
        share = np.clip(((p - a) @ (b - a)) / length, 0, 1)
        return np.asarray(np.linalg.norm(p - a - share[..., None] * (b - a), axis=-1) < radius, np.bool_)

    low, high = at[2] - abs(along[2]) - radius, at[2] + abs(along[2]) + radius
    agree(rod.cast(rays, Light()).z, first_inside(rays, low, high, inside), 0.25)


@settings(max_examples=12, deadline=None)
@given(at=place, half=st.tuples(st.floats(8, 30), st.floats(6, 8)), rotation=turn)
def test_a_base_is_its_top_and_the_side_that_faces_the_camera(
    at: tuple[float, float, float], half: tuple[float, float], rotation: float
) -> None:
    top = at[2] + 4
    rays = rays_around(at[0], at[1], top, max(half) * 1.3)
    disc = Disc((at[0], at[1], top), half, WHITE, rotation).cast(rays, Light()).z
    rim = Rim(at, half, top, WHITE, rotation).cast(rays, Light()).z
    c, s = math.cos(math.radians(rotation)), math.sin(math.radians(rotation))

    def inside(p: NDArray[np.float64]) -> NDArray[np.bool_]:
        x, y, z = (p - at).transpose(2, 0, 1)
        round_ = ((c * x + s * y) / half[0]) ** 2 + ((c * y - s * x) / half[1]) ** 2 < 1
        return np.asarray(round_ & (z >= 0) & (z <= 4), np.bool_)

    agree(np.maximum(disc, rim), first_inside(rays, at[2], top + 0.001, inside), 0.3)


OUTLINES = {
    "square": [(-20, -12), (20, -12), (20, 12), (-20, 12)],
    "clockwise": [(-20, 12), (20, 12), (20, -12), (-20, -12)],
    "concave": [(-24, -20), (24, -20), (24, -8), (-8, -8), (-8, 20), (-24, 20)],
}


@pytest.mark.parametrize("outline", OUTLINES.values(), ids=OUTLINES)
@pytest.mark.parametrize("middle", [(90.0, 120.0), (600.0, 60.0), (381.0, 280.0)])
def test_terrain_is_its_top_and_the_walls_that_face_the_camera(
    outline: list[tuple[float, float]], middle: tuple[float, float]
) -> None:
    corners = np.array(outline, dtype=float) + middle
    surfaces = prism(corners, 0.0, 60.0, colour=WHITE, seed=1, along_deg=0.0, floored=False, camera_mm=np.array(CAMERA))
    rays = rays_around(*middle, 60.0, 50.0)
    drawn = np.maximum.reduce([surface.heights(rays) for surface in surfaces])
    shape = np.array(outline, dtype=float)

    def inside(p: NDArray[np.float64]) -> NDArray[np.bool_]:
        x, y = p[..., 0] - middle[0], p[..., 1] - middle[1]
        parity = np.zeros(x.shape, bool)
        for (x0, y0), (x1, y1) in zip(shape, np.roll(shape, -1, axis=0), strict=True):
            if y0 != y1:
                parity ^= ((y < y0) != (y < y1)) & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        return parity & (p[..., 2] <= 60) & (p[..., 2] >= 0)

    agree(drawn, first_inside(rays, 0.0, 60.001, inside), 0.6)
    assert {type(surface) for surface in surfaces} <= {Deck, Wall}
    for surface in surfaces:
        np.testing.assert_array_equal(surface.heights(rays), surface.cast(rays, Light()).z)


def test_light_that_comes_from_the_side_shades_the_far_side() -> None:
    ball = Ball((381.0, 280.0, 50.0), (20, 20, 20), WHITE)
    light = Light(azimuth_deg=180, elevation_deg=40)
    rays = rays_around(381.0, 280.0, 50.0, 12.0)
    colour = ball.cast(rays, light).colour[..., 0]
    assert colour[:, :10].mean() > 1.5 * colour[:, -10:].mean()
