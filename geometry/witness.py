"""Drawings that illustrate a finding: strokes with roles, and outlines with enough points for a distorting lens."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.base import Base
from geometry.ellipse import rim

Array = NDArray[np.float64]


def densified(points: ArrayLike, *, closed: bool, step: float = 1.0) -> Array:
    """Return points (n, d) with evenly spaced points inserted, neighbours at most `step` inches apart, (m, d).

    A `closed` line continues from the last point to the first, which is not repeated. A single point is returned
    unchanged.
    """
    corners = np.asarray(points, dtype=np.float64)
    if len(corners) < 2:
        return corners
    ends = np.roll(corners, -1, axis=0) if closed else corners[1:]
    starts = corners if closed else corners[:-1]
    pieces = [
        start + (end - start) * np.arange(count)[:, None] / count
        for start, end in zip(starts, ends, strict=True)
        for count in [max(1, math.ceil(float(np.linalg.norm(end - start)) / step))]
    ]
    return np.concatenate(pieces if closed else [*pieces, corners[-1:]])


def base_outline(base: Base, count: int) -> Array:
    """Return `count` points (x, y, z) on the rim of a base's underside, shape (count, 3), inches."""
    angles = np.linspace(0.0, 2 * math.pi, count, endpoint=False, dtype=np.float64)
    return np.column_stack((rim(base, angles), np.full(count, base.z)))


class Role(StrEnum):
    """What a drawn shape stands for; surfaces choose its colour and style by it."""

    MEASURE = "measure"
    LIMIT = "limit"
    CLEAR_LINE = "clear_line"
    BLOCKED_LINE = "blocked_line"
    EYE = "eye"
    BLOCKER = "blocker"
    COVER = "cover"
    OBSCURED = "obscured"
    PATH = "path"
    BREACH = "breach"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A point (one vertex), a line (open) or an area (closed), as (x, y, z) vertices in inches."""

    role: Role
    points: tuple[tuple[float, float, float], ...]
    closed: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class Witness:
    """Drawing of one finding: its strokes, and the ids of the operatives and terrain parts in it."""

    strokes: tuple[Stroke, ...] = ()
    things: tuple[str, ...] = ()
