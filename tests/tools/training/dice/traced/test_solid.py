"""The mesh of a die is the solid that rays are traced against: closed, its pips sunk in, its faces as they are said."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.training.dice.die import distance, normals, paint, random_style, random_values
from tools.training.dice.traced.solid import Solid, hull, solid

SQUARES = 24
SEEDS = st.integers(0, 10_000)


def drawn(seed: int) -> Solid:
    rng = np.random.default_rng(seed)
    return solid(random_style(rng), random_values(rng), SQUARES)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_the_mesh_is_closed_and_its_squares_face_outward(seed: int) -> None:
    made = drawn(seed)
    sides = Counter(
        (int(a), int(b)) for square in made.squares for a, b in zip(square, np.roll(square, -1), strict=True)
    )
    assert all(sides[b, a] == count == 1 for (a, b), count in sides.items())
    a, b, c, d = (made.corners[made.squares[:, k]].astype(float) for k in range(4))
    volume = float(((np.cross(a, b) * c).sum(axis=1) + (np.cross(a, c) * d).sum(axis=1)).sum() / 6)
    assert 0.6 < volume < 1.01


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_the_mesh_lies_on_the_solid_but_where_pips_are_sunk(seed: int) -> None:
    made, style = drawn(seed), random_style(np.random.default_rng(seed))
    away = distance(made.corners, style)
    assert np.abs(away[made.pip == 0]).max() < 0.012
    assert away.max() < 0.012
    deepest = 0.7 * style.recess * style.pip_radius
    assert away.min() > -deepest - 0.012


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_what_falls_is_what_is_drawn(seed: int) -> None:
    rng = np.random.default_rng(seed)
    style = random_style(rng)
    assert np.abs(distance(hull(style), style)).max() < 0.012
    assert np.ptp(hull(style), axis=0) == pytest.approx(np.ones(3), abs=1e-4)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_a_corner_has_the_paint_of_its_place(seed: int) -> None:
    rng = np.random.default_rng(seed)
    style = random_style(rng)
    made = solid(style, random_values(rng), SQUARES)
    clean = made.pip == 0
    points = made.corners[clean]
    colour, _ = paint(points, made.values, style, normals(points, style).copy())
    assert np.allclose(made.colour[clean], np.clip(colour, 0, 255), atol=1e-3)
