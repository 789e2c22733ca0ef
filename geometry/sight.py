"""Visibility: from a head to any part of a body (rules H24-05, H21-01), decided exactly.

The eye is the point at head height above the middle of the viewer's base. A body is an upright cylinder of 0.8 times
the base, from the base's underside up to its own head; bases neither block nor count. Blockers are the prisms that
the caller passes (it has already dropped what is see-through, open or ignored). A line is 1 mm wide: it is clear when
its middle stays more than 0.5 mm from every blocker, for which blockers are grown by 0.5 mm on every side, above and
below (their edges stay square, so round a corner the clearance is up to 0.7 mm).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import Base
from geometry.occlusion import Body, Screen, critical_azimuths, hidden_slopes, screen, slopes, widest_opening, window
from geometry.prisms import Prisms, convex_pieces, edges
from geometry.table import Operative
from geometry.terrain import Part
from geometry.tolerance import LINE_HALF_WIDTH

Array = NDArray[np.float64]
PointXYZ = tuple[float, float, float]
Line = tuple[PointXYZ, PointXYZ]

BODY_SHARE = 0.8
"""Radius of a body as a share of its base's."""

GLANCES = np.array([0.5, 0.02, 0.98, 0.25, 0.75])
"""Where a body is looked at first, as shares of the way from one side of it to the other."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether one thing is visible from an eye, and why.

    `line` is a clear line (eye, point seen) when visible. `blockers` are the ids of parts that hide some of the
    thing, in the order passed. `inside` are parts that hold the eye itself and were left out. `exact` says that the
    whole silhouette was decided, not sampled.
    """

    visible: bool
    exact: bool
    blockers: tuple[str, ...]
    line: Line | None
    eye: PointXYZ
    inside: tuple[str, ...] = ()


def eye_of(base: Base, head: float) -> PointXYZ:
    """Return the point (x, y, z) from which an operative sees: `head` above the middle of its base, inches."""
    return base.x, base.y, base.z + head


def body_of(base: Base, head: float) -> Body:
    """Return the visible body over a base: a cylinder of 0.8 times its axes, from its underside up to its head."""
    return Body(base.z, base.z + head, ellipse.centre(base), axes=BODY_SHARE * ellipse.axes(base))


def sight(viewer: Operative, target: Operative, blockers: Sequence[Part] | Prisms) -> Sight:
    """Return whether `viewer` sees `target` past the blockers (rules H24-05, H21-01)."""
    return look(eye_of(viewer.base, viewer.head), body_of(target.base, target.head), blockers)


def sight_to_disc(eye: PointXYZ, disc: Base, blockers: Sequence[Part] | Prisms) -> Sight:
    """Return whether a flat disc (a marker, a place on the killzone) is visible from an eye point (x, y, z)."""
    return look(eye, Body(disc.z, disc.z, ellipse.centre(disc), axes=ellipse.axes(disc)), blockers)


def sight_to_part(eye: PointXYZ, part: Part, blockers: Sequence[Part]) -> Sight:
    """Return whether any point of a terrain part is visible from an eye point past the other blockers.

    Blockers with the part's own id are ignored.
    """
    others = Prisms.of([other for other in blockers if other.id != part.id])
    answer: Sight | None = None
    for corners in convex_pieces(part.outline):
        normals, offsets = edges(corners)
        body = Body(part.bottom, part.top, corners.mean(axis=0), corners=corners, normals=normals, offsets=offsets)
        answer = look(eye, body, others)
        if answer.visible:
            break
    assert answer is not None
    return answer


def look(eye: PointXYZ, body: Body, blockers: Sequence[Part] | Prisms) -> Sight:
    """Return whether any point of a body is visible from an eye point, with the clear line or the blockers."""
    prisms = blockers if isinstance(blockers, Prisms) else Prisms.of(blockers)
    return look_past(eye, body, prisms, _between(prisms, np.array(eye), body))


def _between(prisms: Prisms, eye: Array, body: Body) -> NDArray[np.intp]:
    """Rows of the prisms of which no side keeps eye and body apart, and that are not to one side of the way."""
    margin = 2 * LINE_HALF_WIDTH
    reach = body.reach
    near = prisms.normals @ eye[:2]
    far = prisms.normals @ body.middle - reach
    apart = (np.minimum(near, far) > prisms.offsets + margin).any(axis=-1)
    towards = body.middle - eye[:2]
    length = float(np.hypot(*towards))
    if length > reach:
        across = np.array([-towards[1], towards[0]]) / length
        aside = (prisms.corners - eye[:2]) @ across
        apart |= (aside.min(axis=-1) > reach + margin) | (aside.max(axis=-1) < -reach - margin)
    return np.flatnonzero(~apart)


def look_past(eye: PointXYZ, body: Body, prisms: Prisms, rows: NDArray[np.intp]) -> Sight:
    """Return the same for the prisms `rows` only."""
    where = np.array(eye)
    view, holding = screen(prisms, rows, where, body)
    inside = names_of(prisms, holding)
    low, high = window(body, where)
    glance = _try(eye, body, view, prisms, low + GLANCES * (high - low))
    if not glance.visible and len(view.rows):
        limits = critical_azimuths(view, prisms, body, where, low, high)
        glance = _try(eye, body, view, prisms, (limits[1:] + limits[:-1]) / 2)
    return Sight(glance.visible, True, glance.blockers, glance.line, eye, inside)


def _try(eye: PointXYZ, body: Body, view: Screen, prisms: Prisms, azimuth: Array) -> Sight:
    """Look along some azimuths only."""
    where = np.array(eye)
    direction = np.stack([np.cos(azimuth), np.sin(azimuth)], axis=-1)
    near, far = body.span(where[:2], direction)
    met = np.isfinite(near)
    direction, near, far = direction[met], near[met], far[met]
    low, high = body.bottom - eye[2], body.top - eye[2]
    bottom, top = slopes(near, far, np.full(len(near), low), np.full(len(near), high))
    down, up = hidden_slopes(view, direction, near)
    width, middle = widest_opening(bottom, top, down, up)
    hiding = ((down < top[:, None]) & (up > bottom[:, None])).any(axis=0)
    blockers = names_of(prisms, view.rows[hiding])
    if not (width > 0).any():
        return Sight(False, True, blockers, None, eye)
    best = int(np.argmax(width * np.where(np.isfinite(near), 1.0, 0.0)))
    slope = float(middle[best])
    reach = first_distance(float(near[best]), float(far[best]), low, high, slope)
    seen = (
        eye[0] + reach * float(direction[best, 0]),
        eye[1] + reach * float(direction[best, 1]),
        min(max(eye[2] + reach * slope, body.bottom), body.top),
    )
    return Sight(True, True, blockers, (eye, seen), eye)


def first_distance(near: float, far: float, low: float, high: float, slope: float) -> float:
    """Return where a ray of that slope first meets the rectangle [near, far] x [low, high], seen from the origin."""
    height = slope * near
    if low <= height <= high or slope == 0 or math.isinf(slope):
        return near
    return min(max((low if height < low else high) / slope, near), far)


def names_of(prisms: Prisms, rows: NDArray[np.intp]) -> tuple[str, ...]:
    """Return the ids of the parts that those rows of the prisms belong to, each once, in the order of the parts."""
    if not len(rows):
        return ()
    return tuple(dict.fromkeys(prisms.parts[index].id for index in sorted(prisms.owner[rows].tolist())))
