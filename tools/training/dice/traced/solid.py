"""A die as a mesh: the solid and the colours of `die.py`, with recessed pips."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.training.dice.die import Array, Style, normals, paint

FINE = 88
"""Squares along an edge of a rendered mesh: about two per pixel of a large die."""

COARSE = 8
"""Squares along an edge of a mesh for the physics."""

_DEPTH = 0.7
"""Depth of a pip with recess 1, in radii."""

_FACES = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


@dataclass(frozen=True)
class Solid:
    """A die's mesh in edges about its centre: vertices (n, 3), quads (m, 4), BGR (n, 3) 0-255, share of pip (n,).

    `values` are those of +x, -x, +y, -y, +z, -z.
    """

    corners: Array
    squares: NDArray[np.int32]
    colour: Array
    pip: Array
    values: tuple[int, ...]


def solid(style: Style, values: tuple[int, ...], squares: int = FINE) -> Solid:
    """Return the mesh of a die of a style with those values."""
    corners, quads = _cube(squares)
    points = on_surface(corners, style)
    colour, pip = paint(points, values, style, normals(points, style).copy())
    axis = np.abs(points).argmax(axis=1)
    outward = np.zeros_like(points)
    rows = np.arange(len(points))
    outward[rows, axis] = np.sign(points[rows, axis])
    sunk = points - outward * (pip * _DEPTH * style.recess * style.pip_radius)[:, None]
    return Solid(sunk.astype(np.float32), quads, np.clip(colour, 0, 255), np.clip(pip, 0, 1), values)


def hull(style: Style) -> Array:
    """Return points, (n, 3), whose convex hull is the die without its pips."""
    return on_surface(_cube(COARSE)[0], style)


def on_surface(points: Array, style: Style) -> Array:
    """Return the points of a cube's faces, (n, 3), moved to the die's surface: edges rounded, corners cut by a ball."""
    inner = np.float32(0.5 - style.rounding)
    core = np.clip(points, -inner, inner)
    out = points - core
    length = np.linalg.norm(out, axis=1, keepdims=True)
    rounded = core + out / np.maximum(length, 1e-6) * style.rounding
    if style.ball < 0.9:
        far = np.linalg.norm(rounded, axis=1, keepdims=True)
        rounded = rounded * np.minimum(1, style.ball / far)
    return np.asarray(rounded, dtype=np.float32)


def _cube(squares: int) -> tuple[Array, NDArray[np.int32]]:
    """Return a cube's six faces as grids: vertices without duplicates, and quads that face outward."""
    steps = np.linspace(-0.5, 0.5, squares + 1)
    points: list[NDArray[np.float64]] = []
    quads: list[NDArray[np.int64]] = []
    corner = (np.arange(squares)[:, None] * (squares + 1) + np.arange(squares)).ravel()
    square = np.stack([corner, corner + squares + 1, corner + squares + 2, corner + 1], axis=1)
    for face in _FACES:
        normal = np.array(face, np.float64)
        along = np.roll(normal, 1)
        across = np.cross(normal, along)
        u, v = np.meshgrid(steps, steps, indexing="ij")
        quads.append(square + len(points) * (squares + 1) ** 2)
        points.append((0.5 * normal + u[..., None] * along + v[..., None] * across).reshape(-1, 3))
    every = np.concatenate(points)
    _, first, where = np.unique(np.round(every * 1e5).astype(np.int64), axis=0, return_index=True, return_inverse=True)
    return every[first].astype(np.float32), where.ravel()[np.concatenate(quads)].astype(np.int32)
