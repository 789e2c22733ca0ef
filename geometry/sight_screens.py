"""What can hide something in each of several looks, stacked: looks past prisms with as many sides, padded alike.

Padding is not a number and hides nothing, so that it changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.occlusion import Body
from geometry.prisms import Prisms
from geometry.sight import PointXYZ, names_of
from geometry.tolerance import EXACT_TOLERANCE, LINE_HALF_WIDTH

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Index = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """From an eye (x, y, z) at the body of an operative, an upright cylinder over an ellipse, past some prisms."""

    eye: PointXYZ
    body: Body
    prisms: Prisms


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """Looks (p) whose prisms are in arrays of one shape: eyes (p, 3), and of bodies middles, axes, bottoms, tops."""

    looks: Sequence[Look]
    eyes: Array
    middle: Array
    axes: Array
    bottom: Array
    top: Array

    @classmethod
    def of(cls, looks: Sequence[Look]) -> Stack:
        """Stack some looks."""
        bodies = [one.body for one in looks]
        return cls(
            looks,
            np.array([one.eye for one in looks]),
            np.array([one.middle for one in bodies]),
            np.array([one.axes for one in bodies]),
            np.array([one.bottom for one in bodies]),
            np.array([one.top for one in bodies]),
        )

    @property
    def heights(self) -> tuple[Array, Array]:
        """Bottom and top of each body over its eye, (p,)."""
        return self.bottom - self.eyes[:, 2], self.top - self.eyes[:, 2]


@dataclass(frozen=True, slots=True, eq=False)
class Screens:
    """What `geometry.occlusion.Screen` is, of looks (p), padded to as many prisms (k); `corners` (p, k, n, 2).

    `there` (p, k) are no padding; normals and corners of padding are not numbers.
    """

    stack: Stack
    there: Flags
    normals: Array
    offsets: Array
    low: Array
    high: Array
    beside: Flags
    rows: Index
    corners: Array

    def take(self, numbers: list[int]) -> Screens:
        """Return those of some of the looks."""
        return Screens(
            Stack.of([self.stack.looks[number] for number in numbers]),
            self.there[numbers],
            self.normals[numbers],
            self.offsets[numbers],
            self.low[numbers],
            self.high[numbers],
            self.beside[numbers],
            self.rows[numbers],
            self.corners[numbers],
        )


def screened(looks: list[Look]) -> tuple[Screens, list[tuple[str, ...]]]:
    """Return the prisms that can hide something in each look, and which parts hold its eye."""
    stack = Stack.of(looks)
    prisms = [one.prisms for one in looks]
    normals, beyond = _padded([one.normals for one in prisms]), _padded([one.offsets for one in prisms])
    corners = _padded([one.corners for one in prisms])
    bottom, top = _padded([one.bottom for one in prisms]), _padded([one.top for one in prisms])
    true = np.arange(bottom.shape[1]) < np.array([[len(one)] for one in prisms])
    near, far = along_normals(normals, stack.eyes[:, :2]), along_normals(normals, stack.middle)
    between = true & ~_apart(stack, corners, near=near, far=far, beyond=beyond)
    offsets, height = beyond - near, stack.eyes[:, 2:]
    holds = between & (offsets >= 0).all(axis=-1) & (bottom < height) & (height < top)
    under = top <= stack.bottom[:, None] + EXACT_TOLERANCE
    over = bottom >= stack.top[:, None] - EXACT_TOLERANCE
    kept = between & ~holds & ~((under & (height >= top)) | (over & (height <= bottom)))
    rows = np.argsort(~kept, axis=1, kind="stable")[:, : kept.sum(axis=1).max()]
    pick = np.arange(len(looks))[:, None], rows
    there = kept[pick]
    screens = Screens(
        stack,
        there,
        np.where(there[..., None, None], normals[pick], np.nan),
        offsets[pick] + LINE_HALF_WIDTH,
        bottom[pick] - height - LINE_HALF_WIDTH,
        top[pick] - height + LINE_HALF_WIDTH,
        ~(under | over)[pick],
        rows,
        np.where(there[..., None, None], corners[pick], np.nan),
    )
    return screens, [names_of(one, np.flatnonzero(held)) for one, held in zip(prisms, holds, strict=True)]


def _padded(each: list[Array]) -> Array:
    """Stack arrays (m, ...) of different m, the short ones filled up with zeros."""
    most = max(map(len, each))
    whole = np.zeros((len(each), most, *each[0].shape[1:]))
    for row, one in enumerate(each):
        whole[row, : len(one)] = one
    return whole


def along_normals(normals: Array, points: Array) -> Array:
    """How far points (p, 2) lie along normals (p, ..., s, 2): (p, ..., s)."""
    shape = (len(points), *(1,) * (normals.ndim - 3), 2, 1)
    return np.asarray((normals @ points.reshape(shape))[..., 0])


def _apart(stack: Stack, corners: Array, *, near: Array, far: Array, beyond: Array) -> Flags:
    """Which prisms (p, m) have a side that keeps eye and body apart, or are to one side of the way."""
    margin = 2 * LINE_HALF_WIDTH
    reach = np.linalg.norm(stack.axes, axis=1).max(axis=-1)
    apart = (np.minimum(near, far - reach[:, None, None]) > beyond + margin).any(axis=-1)
    towards = stack.middle - stack.eyes[:, :2]
    length = np.hypot(towards[:, 0], towards[:, 1])
    away = length > reach
    across = np.stack([-towards[:, 1], towards[:, 0]], axis=-1) / np.where(away, length, 1.0)[:, None]
    aside = along_normals(corners - stack.eyes[:, None, None, :2], across)
    wide = (reach + margin)[:, None]
    beside = (aside.min(axis=-1) > wide) | (aside.max(axis=-1) < -wide)
    return np.asarray(apart | (beside & away[:, None]))
