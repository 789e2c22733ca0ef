"""Who sees whom, for many pairs at once: the same answers as `geometry.sight.look`, most of them without a sweep.

A pair is visible if one of a few glances is clear. A wall that is higher than eye and body, and stands before the body,
hides it if it hides both its sides; where nothing else stands between it hides it no otherwise. A pair is hidden, too,
if some single prism hides all corners of an upright box of eight sides around the body, since what a convex prism hides
from a point is convex. The rest is swept exactly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays, near_corridor
from geometry.occlusion import Body, radial, slopes, widest_opening
from geometry.prisms import Prisms
from geometry.sight import BODY_SHARE, look_past
from geometry.table import Operative
from geometry.tolerance import EXACT_TOLERANCE, LINE_HALF_WIDTH

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]

_GLANCES = (0.5, 0.03, 0.97)
_CORNERS = 8


@dataclass(frozen=True, slots=True, eq=False)
class SightTable:
    """Visibility of ordered pairs (p): `visible` (p,), and how many had to be swept."""

    visible: Flags
    swept: int


@dataclass(frozen=True, slots=True, eq=False)
class _Views:
    """Pairs with the prisms that may stand between, padded to k: `there` (p, k), and each seen from its eye."""

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


def sight_many(
    viewers: Sequence[Operative], targets: Sequence[Operative], prisms: Prisms, blocking: Flags | None = None
) -> SightTable:
    """Return for each pair (viewer i, target i) whether the viewer sees the target (rules H24-05, H21-01).

    Operatives are told apart by their ids. `blocking` (p, parts): which parts of `prisms.parts` block sight in each
    pair; all unless given.
    """
    known = {one.id: one for one in (*viewers, *targets)}
    numbers = {name: row for row, name in enumerate(known)}
    bases = BaseArrays.of([one.base for one in known.values()])
    heads = np.array([one.head for one in known.values()])
    looking = np.array([numbers[one.id] for one in viewers], dtype=np.intp)
    seen = np.array([numbers[one.id] for one in targets], dtype=np.intp)
    return look_many(bases.take(looking), heads[looking], bases.take(seen), heads[seen], prisms, blocking)


def look_many(
    viewers: BaseArrays, eyes: Array, targets: BaseArrays, heads: Array, prisms: Prisms, blocking: Flags | None = None
) -> SightTable:
    """Return the same for bases as arrays, with the heads' heights over them: `eyes`, `heads` (p,)."""
    points = np.column_stack([viewers.middle, viewers.z + eyes])
    bodies = BaseArrays(
        targets.middle, BODY_SHARE * targets.axes, BODY_SHARE * targets.radius, targets.z, targets.round
    )
    tops = bodies.z + heads
    count = len(points)
    heads_only = BaseArrays(
        points[:, :2], np.zeros((count, 2, 2)), np.zeros(count), points[:, 2], np.ones(count, dtype=bool)
    )
    may_block = near_corridor(prisms, heads_only, bodies, 2 * LINE_HALF_WIDTH)
    if blocking is not None:
        may_block &= blocking[:, prisms.owner]
    may_block &= ~_idle(prisms, points, bodies.z, tops)
    visible = np.asarray(~may_block.any(axis=1))
    rows = np.nonzero(~visible)[0]
    if not len(rows):
        return SightTable(visible, 0)
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
    left = np.nonzero(~hidden)[0]
    for row in left:
        pair = int(rows[row])
        kept = members[row][members[row] >= 0]
        body = Body(float(bodies.z[pair]), float(tops[pair]), bodies.middle[pair], axes=bodies.axes[pair])
        x, y, z = points[pair].tolist()
        visible[pair] = look_past((x, y, z), body, prisms, kept).visible
    return SightTable(visible, len(left))


def _idle(prisms: Prisms, eyes: Array, bottoms: Array, tops: Array) -> Flags:
    """Which prisms hide nothing: they hold the eye, or lie over or under the body with the eye on the body's side."""
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
    """Intervals of slopes (p, e, k) that prisms hide along directions (p, e, 2) from bodies that begin at (p, e)."""
    near, far = radial(direction[:, :, None], views.normals[:, None], views.offsets[:, None])
    down, up = slopes(near, far, views.low[:, None], views.high[:, None])
    idle = ~np.isfinite(near) | ~views.there[:, None] | (views.beside[:, None] & (near >= body_near[..., None]))
    return np.where(idle, np.inf, down), np.where(idle, -np.inf, up)


def _windows(eyes: Array, bodies: BaseArrays) -> tuple[Array, Array, Flags]:
    """Azimuths (p,) between which bodies lie, low < high, a whole turn where the eye is over one: (p,)."""
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
    """Whether some line along a few azimuths is clear, (p,)."""
    low, high, _ = _windows(eyes, bodies)
    azimuth = low[:, None] + (high - low)[:, None] * np.array(_GLANCES)
    direction = np.stack([np.cos(azimuth), np.sin(azimuth)], axis=-1)
    near, far = _span(bodies, eyes, direction)
    met = np.isfinite(near)
    lowest, highest = (bodies.z - eyes[:, 2])[:, None], (tops - eyes[:, 2])[:, None]
    safe_near, safe_far = np.where(met, near, 1.0), np.where(met, far, 2.0)
    bottom, top = slopes(safe_near, safe_far, lowest, highest)
    down, up = _hidden(views, direction, near)
    shape = down.shape
    width, _ = widest_opening(
        bottom.reshape(-1), top.reshape(-1), down.reshape(-1, shape[-1]), up.reshape(-1, shape[-1])
    )
    return np.asarray(((width.reshape(shape[:2]) > 0) & met).any(axis=1))


def _span(bodies: BaseArrays, eyes: Array, direction: Array) -> tuple[Array, Array]:
    """Distances (p, e) at which rays along (p, e, 2) enter and leave the bodies; (inf, -inf) where they miss."""
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
    """Whether a wall hides the whole body, and whether all that there is is a wall that does not, both (p,).

    A wall reaches from under eye and body over both, and one of its sides has the eye before it and the body behind.
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
    """Whether one prism hides a box around the whole body, (p,)."""
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
