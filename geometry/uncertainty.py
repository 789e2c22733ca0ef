"""How a position error becomes the error of a distance, and the probability of an answer.

A gap's standard deviation comes from both placements' covariances through its analytic gradient. An answer that is not
one distance (in cover, visible) has no gradient: its probability is counted over draws from the covariances.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon

from geometry import ellipse
from geometry.base import Base
from geometry.measure import OutlineLike, direction_to_edge, distance_to_outline, height_gap, polygon
from geometry.table import Marker, Operative
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

_TOUCHING = 1e-9


def gap_gradient(a: Base, b: Base) -> tuple[Array, Array]:
    """Return the derivatives of the gap between two bases by (x, y, z, rotation in degrees) of each, shape (4,) each.

    Where the bases overlap seen from above, at the same height, the derivative is that of minus the overlap, so that
    it goes on smoothly through touching.
    """
    apart, towards = ellipse.separation(a, b)
    rise = b.z - a.z
    span = math.hypot(max(apart, 0.0), rise)
    if span > _TOUCHING:
        level, upright = max(apart, 0.0) / span, rise / span
    else:
        level, upright = 1.0, 0.0
    turns = (-_turning(a, towards), -_turning(b, towards))
    by_a = np.array([-level * towards[0], -level * towards[1], -upright, level * turns[0]])
    by_b = np.array([level * towards[0], level * towards[1], upright, level * turns[1]])
    return by_a, by_b


def gap_sigma(a: Operative | Marker, b: Operative | Marker) -> float:
    """Return the standard deviation of the gap between two things, inches, from both covariances.

    Their errors count as independent; the error of a thing's rotation counts for oval bases.
    """
    by_a, by_b = gap_gradient(a.base, b.base)
    variance = by_a @ a.placement.covariance @ by_a + by_b @ b.placement.covariance @ by_b
    return math.sqrt(max(0.0, float(variance)))


def gap_to_part_sigma(thing: Operative | Marker, part: Part) -> float:
    """Return the standard deviation of the gap between a thing and a terrain part that stands exactly, inches."""
    base = thing.base
    level = _outline_gradient(base, part.polygon)
    flat, rise = distance_to_outline(base, part.polygon), height_gap(base.z, part)
    span = math.hypot(flat, rise)
    if span > _TOUCHING:
        gradient = level * flat / span
        gradient[2] = (1.0 if base.z > part.top else -1.0) * rise / span
    else:
        gradient = level
    return math.sqrt(max(0.0, float(gradient @ thing.placement.covariance @ gradient)))


def outline_sigma(thing: Operative | Marker, outline: OutlineLike) -> float:
    """Return the standard deviation of the horizontal distance between a thing and an area's edge, inches.

    Serves "within" and "wholly within" an area alike: both are decided at the edge, on either side of it.
    """
    gradient = _outline_gradient(thing.base, polygon(outline))
    return math.sqrt(max(0.0, float(gradient @ thing.placement.covariance @ gradient)))


def probability(margin: float, sigma: float) -> float:
    """Return the probability that a margin is not negative, its error being normal with that standard deviation.

    With no error: 1 for a margin of at least minus `EXACT_TOLERANCE`, else 0. Raises `ValueError` for a negative or
    non-finite sigma.
    """
    if not (math.isfinite(sigma) and sigma >= 0):
        raise ValueError(f"sigma {sigma!r} in: expected a finite standard deviation of at least zero")
    if sigma == 0:
        return 1.0 if margin >= -EXACT_TOLERANCE else 0.0
    return 0.5 * math.erfc(-margin / (sigma * math.sqrt(2)))


@dataclass(frozen=True, slots=True)
class Likelihood:
    """How probable an answer is: the share of draws in which it held, and that share's own standard error."""

    probability: float
    standard_error: float
    draws: int


Answer = Callable[[Sequence[Sequence[Base]]], Flags]
"""Answers a question for many positions at once: one row of bases per thing, one flag per position."""


def likelihood(answer: Answer, things: Sequence[Operative | Marker], *, draws: int = 256, seed: int = 0) -> Likelihood:
    """Return how probable an answer is, given where the things may really stand.

    `answer` gets, for each thing, its base at every draw, and returns one flag per draw; it is called once. Draws come
    in pairs about the mean from each thing's covariance in (x, y, rotation); levels are what they are. Raises
    `ValueError` unless `draws` is even and positive.
    """
    if draws <= 0 or draws % 2:
        raise ValueError(f"draws {draws!r}: expected an even number above zero")
    stream = np.random.default_rng(seed)
    held = np.asarray(answer([_drawn(thing, stream, draws) for thing in things]), dtype=np.float64)
    share = float(held.mean())
    halves = (held[: draws // 2] + held[draws // 2 :]) / 2
    return Likelihood(share, float(halves.std() / math.sqrt(len(halves))), draws)


def flip_distance(
    answer: Answer, things: Sequence[Operative | Marker], *, limit: float = 0.5, directions: int = 16
) -> float:
    """Return how far, in inches, one of the things has to be moved for an answer to become another; at most `limit`.

    Every thing is moved by itself in `directions` directions; the least distance is found to 1/64 of what separates
    two of ten rings. `limit` itself means that no such move changes the answer.
    """
    turn = np.arange(directions) * (2 * math.pi / directions)
    aims = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    here = [thing.base for thing in things]
    thought = bool(answer([[base] for base in here])[0])

    def changed(distance: Array) -> Flags:
        """Whether moving each thing along each aim by its distance (things, aims) changes the answer."""
        rows: list[list[Base]] = [[] for _ in here]
        for mover in range(len(here)):
            for aim in range(directions):
                for row, base in enumerate(here):
                    if row == mover:
                        x, y = aims[aim] * distance[mover, aim]
                        rows[row].append(base.at(base.x + x, base.y + y))
                    else:
                        rows[row].append(base)
        return np.asarray(answer(rows) != thought).reshape(len(here), directions)

    rings = limit * np.geomspace(1 / 256, 1.0, 10)
    low = np.zeros((len(here), directions))
    high = np.full((len(here), directions), np.inf)
    for ring in rings:
        open_ = np.isinf(high)
        flipped = changed(np.full(high.shape, ring)) & open_
        high[flipped] = ring
        low[open_ & ~flipped] = ring
        if flipped.any():
            break
    if not np.isfinite(high).any():
        return limit
    for _ in range(6):
        middle = np.where(np.isfinite(high), (low + np.minimum(high, limit)) / 2, low)
        flipped = changed(middle) & np.isfinite(high)
        high = np.where(flipped, middle, high)
        low = np.where(flipped, low, middle)
    return float(high.min())


def _drawn(thing: Operative | Marker, stream: np.random.Generator, draws: int) -> list[Base]:
    values, vectors = np.linalg.eigh(thing.placement.covariance[np.ix_([0, 1, 3], [0, 1, 3])])
    half = stream.standard_normal((draws // 2, 3)) @ (vectors * np.sqrt(np.clip(values, 0, None))).T
    base = thing.base
    return [
        Base(base.shape, base.x + dx, base.y + dy, base.z, base.rotation_deg + turn)
        for dx, dy, turn in np.concatenate([half, -half])
    ]


def _turning(base: Base, direction: Array) -> float:
    """Derivative of a base's reach along a direction by its rotation, inches per degree."""
    shape = ellipse.axes(base)
    metric = shape @ shape.T
    across = np.array([direction[1], -direction[0]])
    return math.radians(float(across @ metric @ direction) / math.sqrt(float(direction @ metric @ direction)))


def _outline_gradient(base: Base, area: Polygon) -> Array:
    """Derivative of the distance between a base and an area's edge by (x, y, z, rotation)."""
    towards = direction_to_edge(base, area)
    return np.array([-towards[0], -towards[1], 0.0, -_turning(base, towards)])
