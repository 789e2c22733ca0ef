"""Visibility of many pairs, or of many looks each past its own prisms, in one call.

A pair is visible if one of a few glances is clear. A wall (higher than eye and body, and in front of the body) hides
the body if it hides both its sides; if a wall is the only prism in between and does not, the pair is visible. A pair is
also hidden if a single prism hides all corners of an upright box of eight sides around the body, because the area that
a convex prism hides from a point is convex. The remaining pairs are swept exactly.

Padding is NaN and hides nothing, so it does not change the result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from geometry.base import EXACT_TOLERANCE, LINE_HALF_WIDTH
from geometry.base_arrays import BaseArrays, may_reach_corridor
from geometry.terrain import Prisms
from geometry.visibility.sight import (
    BODY_SHARE,
    FIRST_AZIMUTHS,
    Body,
    PointXYZ,
    Sight,
    azimuth_of,
    first_distance,
    grown_corners,
    look_past,
    part_ids,
    radial,
    slope_interval,
    widest_opening,
    wrapped,
)

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]

_GLANCES = (0.5, 0.03, 0.97)
_CORNERS = 8


@dataclass(frozen=True, slots=True, eq=False)
class _Views:
    """Pairs with the prisms that may be in between, padded to k: `there` (p, k), and each prism relative to its eye."""

    there: Flags
    normals: Array
    offsets: Array
    low: Array
    high: Array
    beside: Flags

    def take(self, rows: Index) -> _Views:
        return _Views(
            self.there[rows],
            self.normals[rows],
            self.offsets[rows],
            self.low[rows],
            self.high[rows],
            self.beside[rows],
        )


def look_many(
    viewers: BaseArrays, eyes: Array, targets: BaseArrays, heads: Array, prisms: Prisms, blocking: Flags | None = None
) -> Flags:
    """Return for each pair (viewer i, target i) whether the viewer sees the target, (p,) (rules H24-05, H21-01).

    `eyes`, `heads` (p,): the heads' heights above the bases. `blocking` (p, parts): which parts of `prisms.parts` block
    visibility in each pair; all unless given.
    """
    points = np.column_stack([viewers.middle, viewers.z + eyes])
    bodies = BaseArrays(
        targets.middle, BODY_SHARE * targets.axes, BODY_SHARE * targets.radius, targets.z, targets.round
    )
    tops = bodies.z + heads
    count = len(points)
    heads_only = BaseArrays(
        points[:, :2], np.zeros((count, 2, 2)), np.zeros(count), points[:, 2], np.ones(count, dtype=bool)
    )
    may_block = may_reach_corridor(prisms, heads_only, bodies, 2 * LINE_HALF_WIDTH)
    if blocking is not None:
        may_block &= blocking[:, prisms.owner]
    may_block &= ~_idle(prisms, points, bodies.z, tops)
    visible = np.asarray(~may_block.any(axis=1))
    rows = np.nonzero(~visible)[0]
    if not len(rows):
        return visible
    views, members = _views(prisms, may_block[rows], points[rows], bodies.z[rows], tops[rows])
    seen = _glance(views, points[rows], bodies.take(rows), tops[rows])
    visible[rows[seen]] = True
    rest = np.nonzero(~seen)[0]
    rows, members, views = rows[rest], members[rest], views.take(rest)
    walled, clear = _past_walls(views, points[rows], bodies.take(rows), tops[rows])
    visible[rows[clear]] = True
    rest = np.nonzero(~walled & ~clear)[0]
    rows, members = rows[rest], members[rest]
    hidden = _hidden_by_one(views.take(rest), points[rows], bodies.take(rows), tops[rows])
    for row in np.nonzero(~hidden)[0]:
        pair = int(rows[row])
        kept = members[row][members[row] >= 0]
        body = Body(float(bodies.z[pair]), float(tops[pair]), bodies.middle[pair], axes=bodies.axes[pair])
        x, y, z = points[pair].tolist()
        visible[pair] = look_past((x, y, z), body, prisms, kept).visible
    return visible


def _idle(prisms: Prisms, eyes: Array, bottoms: Array, tops: Array) -> Flags:
    """Return which prisms hide nothing: they contain the eye, or are below or above both eye and body."""
    height = eyes[:, 2:3]
    under = (prisms.top <= bottoms[:, None] + EXACT_TOLERANCE) & (height >= prisms.top)
    over = (prisms.bottom >= tops[:, None] - EXACT_TOLERANCE) & (height <= prisms.bottom)
    away = np.einsum("msk,pk->pms", prisms.normals, eyes[:, :2])
    holds = (away <= prisms.offsets).all(axis=-1) & (prisms.bottom < height) & (height < prisms.top)
    return np.asarray(under | over | holds)


def _views(prisms: Prisms, may_block: Flags, eyes: Array, bottoms: Array, tops: Array) -> tuple[_Views, Index]:
    most = int(may_block.sum(axis=1).max(initial=1))
    members = np.argsort(~may_block, axis=1, kind="stable")[:, :most]
    there = np.take_along_axis(may_block, members, axis=1)
    normals = prisms.normals[members]
    offsets = prisms.offsets[members] - np.einsum("pksj,pj->pks", normals, eyes[:, :2]) + LINE_HALF_WIDTH
    height = eyes[:, 2:3]
    top, bottom = prisms.top[members], prisms.bottom[members]
    apart = (top <= bottoms[:, None] + EXACT_TOLERANCE) | (bottom >= tops[:, None] - EXACT_TOLERANCE)
    views = _Views(
        there,
        normals,
        offsets,
        bottom - height - LINE_HALF_WIDTH,
        top - height + LINE_HALF_WIDTH,
        ~apart,
    )
    return views, np.where(there, members, -1)


def _hidden(views: _Views, direction: Array, body_near: Array) -> tuple[Array, Array]:
    """Return intervals of slopes (p, e, k) hidden by prisms along directions (p, e, 2); bodies begin at (p, e)."""
    near, far = radial(direction[:, :, None], views.normals[:, None], views.offsets[:, None])
    down, up = slope_interval(near, far, views.low[:, None], views.high[:, None])
    idle = ~np.isfinite(near) | ~views.there[:, None] | (views.beside[:, None] & (near >= body_near[..., None]))
    return np.where(idle, np.inf, down), np.where(idle, -np.inf, up)


def _windows(eyes: Array, bodies: BaseArrays) -> tuple[Array, Array, Flags]:
    """Return the azimuths (p,) that bound bodies, low < high, a whole turn if the eye is above one, and if so: (p,)."""
    back = np.einsum("pij,pj->pi", np.linalg.inv(bodies.axes), eyes[:, :2] - bodies.middle)
    distance = np.linalg.norm(back, axis=-1)
    around = distance <= 1
    half = np.arccos(1 / np.maximum(distance, 1 + 1e-12))
    middle = np.arctan2(back[:, 1], back[:, 0])
    turn = middle[:, None] + half[:, None] * np.array([-1.0, 1.0])
    rim = (bodies.middle - eyes[:, :2])[:, None] + np.einsum(
        "pij,pej->pei", bodies.axes, np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    )
    towards = bodies.middle - eyes[:, :2]
    bearing = np.arctan2(towards[:, 1], towards[:, 0])
    swing = (np.arctan2(rim[..., 1], rim[..., 0]) - bearing[:, None] + math.pi) % (2 * math.pi) - math.pi
    low = np.where(around, -math.pi, swing.min(axis=1))
    high = np.where(around, math.pi, swing.max(axis=1))
    return bearing + low, bearing + high, np.asarray(around)


def _glance(views: _Views, eyes: Array, bodies: BaseArrays, tops: Array) -> Flags:
    """Return whether some line along a few azimuths is clear, (p,)."""
    low, high, _ = _windows(eyes, bodies)
    azimuth = low[:, None] + (high - low)[:, None] * np.array(_GLANCES)
    direction = np.stack([np.cos(azimuth), np.sin(azimuth)], axis=-1)
    near, far = _span(bodies, eyes, direction)
    met = np.isfinite(near)
    lowest, highest = (bodies.z - eyes[:, 2])[:, None], (tops - eyes[:, 2])[:, None]
    safe_near, safe_far = np.where(met, near, 1.0), np.where(met, far, 2.0)
    bottom, top = slope_interval(safe_near, safe_far, lowest, highest)
    down, up = _hidden(views, direction, near)
    shape = down.shape
    width, _ = widest_opening(
        bottom.reshape(-1), top.reshape(-1), down.reshape(-1, shape[-1]), up.reshape(-1, shape[-1])
    )
    return np.asarray(((width.reshape(shape[:2]) > 0) & met).any(axis=1))


def _span(bodies: BaseArrays, eyes: Array, direction: Array) -> tuple[Array, Array]:
    """Return the distances (p, e) at which rays along (p, e, 2) enter and leave the bodies, (inf, -inf) for a miss."""
    inverse = np.linalg.inv(bodies.axes)
    along = np.einsum("pij,pej->pei", inverse, direction)
    back = np.einsum("pij,pj->pi", inverse, eyes[:, :2] - bodies.middle)
    square = np.einsum("pej,pej->pe", along, along)
    half = np.einsum("pej,pj->pe", along, back)
    root = half * half - square * (np.einsum("pj,pj->p", back, back) - 1)[:, None]
    hit = root >= 0
    root = np.sqrt(np.maximum(root, 0))
    near, far = np.maximum((-half - root) / square, 0), (-half + root) / square
    hit &= far > 0
    return np.where(hit, near, np.inf), np.where(hit, far, -np.inf)


def _past_walls(views: _Views, eyes: Array, bodies: BaseArrays, tops: Array) -> tuple[Flags, Flags]:
    """Return whether a wall hides the whole body, and whether the only prism is a wall that does not, both (p,).

    A wall extends from below eye and body to above both, and one of its sides has the eye in front and the body behind.
    """
    low, high, around = _windows(eyes, bodies)
    ends = np.stack([low, high], axis=-1)
    near, _ = radial(
        np.stack([np.cos(ends), np.sin(ends)], axis=-1)[:, :, None], views.normals[:, None], views.offsets[:, None]
    )
    middle = bodies.middle - eyes[:, :2]
    reach = np.linalg.norm(np.einsum("pij,pksi->pksj", bodies.axes, views.normals), axis=-1)
    beyond = np.einsum("pksj,pj->pks", views.normals, middle) - reach
    behind = ((views.offsets > 0) & (beyond >= views.offsets)).any(axis=-1)
    bottom, top = bodies.z - eyes[:, 2], tops - eyes[:, 2]
    high_enough = (views.low <= np.minimum(bottom, 0.0)[:, None]) & (views.high >= np.maximum(top, 0.0)[:, None])
    walls = views.there & behind & high_enough & ~around[:, None]
    whole = np.isfinite(near).all(axis=1)
    alone = views.there.sum(axis=1) == 1
    return np.asarray((walls & whole).any(axis=1)), np.asarray(alone & (walls & ~whole).any(axis=1))


def _hidden_by_one(views: _Views, eyes: Array, bodies: BaseArrays, tops: Array) -> Flags:
    """Return whether one prism hides a box around the whole body, (p,)."""
    turn = (np.arange(_CORNERS) + 0.5) * (2 * math.pi / _CORNERS)
    unit = np.stack([np.cos(turn), np.sin(turn)], axis=-1) / math.cos(math.pi / _CORNERS)
    corner = (bodies.middle - eyes[:, :2])[:, None] + np.einsum("pij,ej->pei", bodies.axes, unit)
    distance = np.linalg.norm(corner, axis=-1)
    over = distance < 1e-9
    safe = np.where(over, 1.0, distance)
    near_body, _ = _span(bodies, eyes, _towards(bodies, eyes))
    down, up = _hidden(views, corner / safe[..., None], np.broadcast_to(near_body, distance.shape))
    hides = np.ones(down[:, 0].shape, dtype=bool)
    for height in (bodies.z - eyes[:, 2], tops - eyes[:, 2]):
        slope = (height[:, None] / safe)[..., None]
        hides &= ((down <= slope) & (slope <= up)).all(axis=1)
    return np.asarray(hides.any(axis=1) & ~over.any(axis=1))


def _towards(bodies: BaseArrays, eyes: Array) -> Array:
    towards = bodies.middle - eyes[:, :2]
    length = np.maximum(np.linalg.norm(towards, axis=-1), 1e-12)
    return np.asarray((towards / length[:, None])[:, None])


@dataclass(frozen=True, slots=True, eq=False)
class SightQuery:
    """A look from an eye (x, y, z) at an operative's body, an upright cylinder over an ellipse, past some prisms."""

    eye: PointXYZ
    body: Body
    prisms: Prisms


@dataclass(frozen=True, slots=True, eq=False)
class SightBatch:
    """Looks (p) as arrays: eyes (p, 3), and of the bodies centres, axes, bottoms and tops."""

    looks: Sequence[SightQuery]
    eyes: Array
    middle: Array
    axes: Array
    bottom: Array
    top: Array

    @classmethod
    def of(cls, looks: Sequence[SightQuery]) -> SightBatch:
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
        """Bottom and top of each body relative to its eye, (p,)."""
        return self.bottom - self.eyes[:, 2], self.top - self.eyes[:, 2]


@dataclass(frozen=True, slots=True, eq=False)
class OccluderBatch:
    """The same as `geometry.visibility.sight.Occluders` for looks (p), padded to k prisms; `corners` (p, k, n, 2).

    `there` (p, k) is False for padding; normals and corners of padding are NaN.
    """

    stack: SightBatch
    there: Flags
    normals: Array
    offsets: Array
    low: Array
    high: Array
    beside: Flags
    rows: Index
    corners: Array

    def take(self, numbers: list[int]) -> OccluderBatch:
        """Return the occluders of these queries."""
        return OccluderBatch(
            SightBatch.of([self.stack.looks[number] for number in numbers]),
            self.there[numbers],
            self.normals[numbers],
            self.offsets[numbers],
            self.low[numbers],
            self.high[numbers],
            self.beside[numbers],
            self.rows[numbers],
            self.corners[numbers],
        )


def occluder_batch(looks: list[SightQuery]) -> tuple[OccluderBatch, list[tuple[str, ...]]]:
    """Return the prisms that can hide something in each look, and the parts that contain its eye."""
    stack = SightBatch.of(looks)
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
    screens = OccluderBatch(
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
    return screens, [part_ids(one, np.flatnonzero(held)) for one, held in zip(prisms, holds, strict=True)]


def _padded(each: list[Array]) -> Array:
    """Stack arrays (m, ...) of different m, the short ones padded with zeros."""
    most = max(map(len, each))
    whole = np.zeros((len(each), most, *each[0].shape[1:]))
    for row, one in enumerate(each):
        whole[row, : len(one)] = one
    return whole


def along_normals(normals: Array, points: Array) -> Array:
    """Return the coordinates of points (p, 2) along normals (p, ..., s, 2): (p, ..., s)."""
    shape = (len(points), *(1,) * (normals.ndim - 3), 2, 1)
    return np.asarray((normals @ points.reshape(shape))[..., 0])


def _apart(stack: SightBatch, corners: Array, *, near: Array, far: Array, beyond: Array) -> Flags:
    """Return which prisms (p, m) have a side that separates eye and body, or are to one side of the corridor."""
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


LEAST = 1e-12
"""Least distance of an eye from a body's centre, in body radii, to avoid division by zero; it is above or below anyway.
"""

MANY = 64
"""Number of looks above which looks with equal numbers of prisms are stacked separately, to save padding.

Also the number of looks swept at once: a sweep takes some hundred kilobytes each.
"""

ASIDE = 1e-6
"""Radians beyond a body's sides at which an azimuth certainly misses it: far more than any rounding error."""


def look_batch(looks: Sequence[SightQuery]) -> list[Sight]:
    """Return for each look whether any point of the body is visible, with the clear line or the blockers."""
    found: dict[int, Sight] = {}
    many = len(looks) > MANY
    groups: dict[object, list[int]] = {}
    for number, one in enumerate(looks):
        prisms = one.prisms
        sort = prisms.normals.shape[1], prisms.corners.shape[1], len(prisms) if many else min(len(prisms), 1)
        groups.setdefault(sort, []).append(number)
    for numbers in groups.values():
        found.update(zip(numbers, _looked(*occluder_batch([looks[number] for number in numbers])), strict=True))
    return [found[number] for number in range(len(looks))]


def _looked(screens: OccluderBatch, inside: list[tuple[str, ...]]) -> list[Sight]:
    ends = _azimuth_windows(screens.stack)
    low, high = ends[:, :1], ends[:, 1:]
    azimuth = low + FIRST_AZIMUTHS * (high - low)
    seen = _tried(screens, azimuth, np.ones(azimuth.shape, dtype=bool), inside)
    hidden = [number for number, one in enumerate(seen) if not one.visible] if screens.rows.shape[1] else []
    for first in range(0, len(hidden), MANY):
        swept = hidden[first : first + MANY]
        for number, one in zip(
            swept, _swept(screens.take(swept), ends[swept], [inside[n] for n in swept]), strict=True
        ):
            seen[number] = one
    return seen


def _swept(screens: OccluderBatch, ends: Array, inside: list[tuple[str, ...]]) -> list[Sight]:
    """Test one azimuth between each two critical ones, which covers the whole of each body."""
    limits = _critical_azimuths(screens, ends[:, :1], ends[:, 1:])
    between = limits[:, 1:] > limits[:, :-1]
    return _tried(screens, np.where(between, (limits[:, 1:] + limits[:, :-1]) / 2, ends[:, :1]), between, inside)


def _azimuth_windows(stack: SightBatch) -> Array:
    """Return the azimuths (p, 2) that bound bodies, like `geometry.visibility.sight.window` for each."""
    eye = stack.eyes[:, :2]
    back = np.linalg.solve(stack.axes, (eye - stack.middle)[..., None])[..., 0]
    around = np.linalg.norm(back, axis=-1) <= 1
    half = np.array([math.acos(min(1.0, 1 / max(one, LEAST))) for one in np.hypot(back[:, 0], back[:, 1]).tolist()])
    middle = np.array([math.atan2(y, x) for x, y in back.tolist()])
    turn = np.stack([middle - half, middle + half], axis=-1)
    rim = stack.middle[:, None] + np.stack([np.cos(turn), np.sin(turn)], axis=-1) @ stack.axes.transpose(0, 2, 1)
    bearing = np.array([[math.atan2(y, x)] for x, y in (stack.middle - eye).tolist()])
    turned = wrapped(azimuth_of(rim - eye[:, None]) - bearing)
    ends = bearing + np.stack([turned.min(axis=-1), turned.max(axis=-1)], axis=-1)
    return np.where(around[:, None], [-math.pi, math.pi], ends)


def _tried(screens: OccluderBatch, azimuth: Array, asked: Flags, inside: list[tuple[str, ...]]) -> list[Sight]:
    """Test the azimuths (p, e) that are flagged in `asked`."""
    stack = screens.stack
    direction = np.stack([np.cos(azimuth), np.sin(azimuth)], axis=-1)
    near, far = _entry_exit(stack, direction)
    met = np.isfinite(near) & asked
    lowest, highest = (one[:, None] for one in stack.heights)
    bottom, top = slope_interval(np.where(met, near, 1.0), np.where(met, far, 2.0), lowest, highest)
    down, up = _hidden_slopes(screens, direction, near)
    count = screens.rows.shape[1]
    width, middle = (
        one.reshape(azimuth.shape)
        for one in widest_opening(
            bottom.reshape(-1), top.reshape(-1), down.reshape(azimuth.size, count), up.reshape(azimuth.size, count)
        )
    )
    width = np.where(met, width, 0.0)
    hiding = np.asarray(((down < top[..., None]) & (up > bottom[..., None]) & met[..., None]).any(axis=1))
    best = width.argmax(axis=1)
    rays = np.arange(len(best))
    clear = (width[rays, best] > 0).tolist()
    rows = zip(
        stack.looks,
        inside,
        clear,
        near[rays, best].tolist(),
        far[rays, best].tolist(),
        middle[rays, best].tolist(),
        direction[rays, best].tolist(),
        strict=True,
    )
    found = []
    for number, (look, held, sees, begins, ends, slope, (x, y)) in enumerate(rows):
        blockers = part_ids(look.prisms, screens.rows[number][hiding[number]])
        line = _line(look, (begins, ends), slope, (x, y)) if sees else None
        found.append(Sight(sees, True, blockers, line, look.eye, held))
    return found


def _line(
    look: SightQuery, span: tuple[float, float], slope: float, direction: tuple[float, float]
) -> tuple[PointXYZ, PointXYZ]:
    eye, body = look.eye, look.body
    reach = first_distance(*span, body.bottom - eye[2], body.top - eye[2], slope)
    height = min(max(eye[2] + reach * slope, body.bottom), body.top)
    return eye, (eye[0] + reach * direction[0], eye[1] + reach * direction[1], height)


def _entry_exit(stack: SightBatch, direction: Array) -> tuple[Array, Array]:
    """Return the distances (p, e) at which rays along (p, e, 2) enter and leave the bodies, (inf, -inf) for a miss."""
    inverse = np.asarray(np.linalg.inv(stack.axes), dtype=np.float64)
    along = direction @ inverse.transpose(0, 2, 1)
    back = along_normals(inverse, stack.eyes[:, :2] - stack.middle)
    square = np.einsum("pek,pek->pe", along, along)
    half = along_normals(along, back)
    root = half * half - square * (np.array([one @ one for one in back]) - 1)[:, None]
    hit = root >= 0
    root = np.sqrt(np.maximum(root, 0))
    near, far = np.maximum((-half - root) / square, 0), (-half + root) / square
    hit &= far > 0
    return np.where(hit, near, np.inf), np.where(hit, far, -np.inf)


def _hidden_slopes(screens: OccluderBatch, direction: Array, body_near: Array) -> tuple[Array, Array]:
    near, far = radial(direction[:, :, None], screens.normals[:, None], screens.offsets[:, None])
    down, up = slope_interval(near, far, screens.low[:, None], screens.high[:, None])
    idle = ~screens.there[:, None] | ~np.isfinite(near) | (screens.beside[:, None] & (near >= body_near[..., None]))
    return np.where(idle, np.inf, down), np.where(idle, -np.inf, up)


def _critical_azimuths(screens: OccluderBatch, low: Array, high: Array) -> Array:
    """Return the azimuths between low and high (p, 1) where the order of two interval ends may change, (p, e), sorted.

    Both limits are included, each azimuth once; the rest of each row is NaN. See
    `geometry.visibility.sight.critical_azimuths`.
    """
    stack = screens.stack
    eye = stack.eyes[:, :2]
    away = stack.middle - eye
    middle = (low + high) / 2
    terms = _terms(screens)
    crossing_of, crossing = _crossings(terms, middle, (high - low) / 2)
    found = [
        azimuth_of(screens.corners - eye[:, None, None]),
        azimuth_of(grown_corners(screens.normals, screens.offsets)),
    ]
    mapped = terms @ stack.axes
    size, along = np.linalg.norm(mapped, axis=-1), along_normals(terms, away)
    base_angle = np.arctan2(mapped[..., 1], mapped[..., 0])
    for height in stack.heights:
        rest = height[:, None] - along
        meets = (np.abs(rest) <= size) & (size > 0)
        swing = np.arccos(np.where(meets, rest, 0.0) / np.where(meets, size, 1.0))
        for angle in (base_angle - swing, base_angle + swing):
            turned = np.stack([np.cos(angle), np.sin(angle)], axis=-1) @ stack.axes.transpose(0, 2, 1)
            found.append(np.where(meets, azimuth_of(away[:, None] + turned), np.nan))
    others = np.concatenate([one.reshape(len(eye), -1) for one in found], axis=1)
    others_of, column = np.nonzero(np.isfinite(others))
    of = np.concatenate([others_of, crossing_of, crossing_of])
    every = np.concatenate([others[others_of, column], crossing, crossing + math.pi])
    azimuths = middle[of, 0] + wrapped(every - middle[of, 0])
    within = (azimuths > low[of, 0]) & (azimuths < high[of, 0])
    rows = np.arange(len(eye))
    return _in_rows(
        np.concatenate([rows, of[within], rows]), np.concatenate([low[:, 0], azimuths[within], high[:, 0]]), len(eye)
    )


def _crossings(terms: Array, middle: Array, half: Array) -> tuple[Index, Array]:
    """Return the azimuths (c,) at which two terms cross, there or in the opposite direction, and their looks (c,).

    Crossings are dropped that are certainly outside the visible range, `half` to each side of `middle`, as is their
    opposite.
    """
    first, second = _pairs(terms.shape[1])
    x, y = (one[:, first] - one[:, second] for one in (terms[..., 0], terms[..., 1]))
    least = np.cos(np.minimum(half + ASIDE, math.pi / 2)) ** 2
    ahead = x * np.sin(middle) - y * np.cos(middle)
    of, pair = np.nonzero(ahead * ahead >= least * (x * x + y * y))
    return of, np.asarray(np.arctan2(x[of, pair], -y[of, pair]))


def _in_rows(of: Index, values: Array, count: int) -> Array:
    """Return the values of each row sorted, each once, (count, e); the rest of each row is NaN."""
    order = np.lexsort((values, of))
    of, values = of[order], values[order]
    new = np.ones(len(of), dtype=bool)
    new[1:] = (of[1:] != of[:-1]) | (values[1:] != values[:-1])
    of, values = of[new], values[new]
    begins = np.searchsorted(of, np.arange(count))
    place = np.arange(len(of)) - begins[of]
    whole = np.full((count, max(2, int(place.max()) + 1)), np.nan)
    whole[of, place] = values
    return whole


def _terms(screens: OccluderBatch) -> Array:
    """Return the distinct ends of intervals (p, t, 2), sorted; duplicates and ends that are not numbers become NaN."""
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = screens.normals / screens.offsets[..., None]
        count = len(rate)
        ends = [(rate * height[..., None, None]).reshape(count, -1, 2) for height in (screens.low, screens.high)]
    terms = np.concatenate(ends, axis=1)
    terms[~np.isfinite(terms).all(axis=-1)] = np.nan
    ordered = np.sort(np.ascontiguousarray(terms).view(np.complex128)[..., 0], axis=1)
    terms = ordered[..., None].view(np.float64)
    terms[:, 1:][ordered[:, 1:] == ordered[:, :-1]] = np.nan
    return terms


@lru_cache(maxsize=64)
def _pairs(count: int) -> tuple[Index, Index]:
    first, second = np.triu_indices(count, 1)
    return first, second
