"""Visibility of one body from one viewpoint ("eye"): exact, past prisms, by critical azimuths.

Along one azimuth the viewpoint, a prism and the body are in a vertical plane. In it a prism is a rectangle in
(distance, height) and hides one interval of slopes. The body is visible at that azimuth exactly if its slopes are not
all inside the hidden intervals. The ends of the intervals are height * (normal . direction) / offset, so the azimuths
at which two of them cross are known in closed form. Between two neighbouring critical azimuths nothing changes, so
testing one azimuth between each two of them decides visibility exactly.

The eye is the point at head height above the centre of the viewer's base. A body is an upright cylinder of 0.8 times
the base, from the base's underside up to its own head; bases neither block nor count. Blockers are the prisms that the
caller passes (without the ones that are see-through, open or ignored). A line is 1 mm wide: it is clear if its middle
stays more than 0.5 mm from every blocker, so blockers are grown by 0.5 mm on every side, above and below (their edges
stay square, so around a corner the clearance is up to 0.7 mm).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, LINE_HALF_WIDTH, Base
from geometry.table import Operative
from geometry.terrain import Part, Prisms, convex_pieces, edges

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

STEEPEST = 1e9
"""Slope that represents straight up or down."""

_LEAST_OPENING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """Target of a look: an upright cylinder over an ellipse or over a convex outline, from `bottom` to `top`.

    An ellipse has `middle` (2,) and `axes` (2, 2); an outline has `normals` (n, 2), `offsets` (n,) and `corners`.
    """

    bottom: float
    top: float
    middle: Array
    axes: Array | None = None
    corners: Array | None = None
    normals: Array | None = None
    offsets: Array | None = None

    @property
    def reach(self) -> float:
        """Largest distance of the outline from the centre, inches."""
        if self.axes is not None:
            return float(np.linalg.norm(self.axes, axis=0).max())
        assert self.corners is not None
        return float(np.linalg.norm(self.corners - self.middle, axis=-1).max())

    def contains(self, point: Array) -> bool:
        """Return whether a point (x, y) is inside the outline."""
        if self.axes is not None:
            return bool(np.linalg.norm(np.linalg.solve(self.axes, point - self.middle)) <= 1)
        assert self.normals is not None
        assert self.offsets is not None
        return bool((self.normals @ point <= self.offsets).all())

    def span(self, eye: Array, direction: Array) -> tuple[Array, Array]:
        """Return the distances (e,) at which rays from `eye` (2,) along `direction` (e, 2) enter and leave the outline.

        A ray that misses gets (inf, -inf).
        """
        if self.axes is not None:
            inverse = np.linalg.inv(self.axes)
            along, back = direction @ inverse.T, inverse @ (eye - self.middle)
            square = np.einsum("ek,ek->e", along, along)
            half = along @ back
            root = half * half - square * (back @ back - 1)
            hit = root >= 0
            root = np.sqrt(np.maximum(root, 0))
            near, far = np.maximum((-half - root) / square, 0), (-half + root) / square
            return np.where(hit & (far > 0), near, np.inf), np.where(hit & (far > 0), far, -np.inf)
        assert self.normals is not None
        assert self.offsets is not None
        return radial(direction, self.normals[None], (self.offsets - self.normals @ eye)[None])


def radial(direction: Array, normals: Array, offsets: Array) -> tuple[Array, Array]:
    """Return the distances at which rays from the origin enter and leave convex outlines; (inf, -inf) if they miss.

    `direction` (..., 2), `normals` (..., n, 2), `offsets` (..., n); both results (...).
    """
    speed = np.einsum("...nk,...k->...n", normals, direction)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = offsets / speed
    enter = np.where(speed < 0, crossing, -np.inf).max(axis=-1)
    leave = np.where(speed > 0, crossing, np.inf).min(axis=-1)
    parallel_outside = ((np.abs(speed) < 1e-15) & (offsets < 0)).any(axis=-1)
    enter = np.maximum(enter, 0.0)
    missed = (enter >= leave) | parallel_outside
    return np.where(missed, np.inf, enter), np.where(missed, -np.inf, leave)


def slope_interval(near: Array, far: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """Return the interval of slopes of rectangles [near, far] x [low, high] seen from the origin."""
    with np.errstate(divide="ignore", invalid="ignore"):
        up = np.where(high > 0, high / near, high / far)
        down = np.where(low < 0, low / near, low / far)
    up = np.where((high == 0) & ~np.isfinite(up), 0.0, up)
    down = np.where((low == 0) & ~np.isfinite(down), 0.0, down)
    return np.clip(down, -STEEPEST, STEEPEST), np.clip(up, -STEEPEST, STEEPEST)


@dataclass(frozen=True, slots=True, eq=False)
class Occluders:
    """Prisms that may be between one eye and one body, grown by half the width of a line, in the eye's coordinates.

    `normals` (k, n, 2), `offsets` (k, n) relative to the eye; `low`, `high` (k,) relative to its height; `beside` (k,):
    whether a prism shares heights with the body, so that the nearer of the two hides the other; `rows` (k,) are their
    row numbers in the `Prisms`.
    """

    normals: Array
    offsets: Array
    low: Array
    high: Array
    beside: Flags
    rows: NDArray[np.intp]


def occluders_between(
    prisms: Prisms, rows: NDArray[np.intp], eye: Array, body: Body
) -> tuple[Occluders, NDArray[np.intp]]:
    """Return the prisms that can hide some of the body, and the rows of those that contain the eye.

    A prism above or below the body hides nothing from an eye on the body's side of the prism's top or bottom. A prism
    that contains the eye itself is dropped: a head is not inside terrain.
    """
    eye_xy, eye_z = eye[:2], float(eye[2])
    normals = prisms.normals[rows]
    offsets = prisms.offsets[rows] - normals @ eye_xy
    bottom, top = prisms.bottom[rows], prisms.top[rows]
    holds_eye = (offsets >= 0).all(axis=-1) & (bottom < eye_z) & (eye_z < top)
    under = top <= body.bottom + EXACT_TOLERANCE
    over = bottom >= body.top - EXACT_TOLERANCE
    idle = (under & (eye_z >= top)) | (over & (eye_z <= bottom))
    kept = ~idle & ~holds_eye
    return (
        Occluders(
            normals=normals[kept],
            offsets=offsets[kept] + LINE_HALF_WIDTH,
            low=bottom[kept] - eye_z - LINE_HALF_WIDTH,
            high=top[kept] - eye_z + LINE_HALF_WIDTH,
            beside=~(under | over)[kept],
            rows=rows[kept],
        ),
        rows[holds_eye],
    )


def hidden_slopes(view: Occluders, direction: Array, body_near: Array) -> tuple[Array, Array]:
    """Return intervals of slopes that each prism hides along each direction, both (e, k); (inf, -inf) if none.

    `direction` (e, 2); `body_near` (e,) is the distance at which the body begins.
    """
    near, far = radial(direction[:, None, :], view.normals[None], view.offsets[None])
    down, up = slope_interval(near, far, view.low[None], view.high[None])
    idle = ~np.isfinite(near) | (view.beside[None] & (near >= body_near[:, None]))
    return np.where(idle, np.inf, down), np.where(idle, -np.inf, up)


def widest_opening(bottom: Array, top: Array, down: Array, up: Array) -> tuple[Array, Array]:
    """Return width and middle of the widest gap that intervals leave in [bottom, top]; width is 0 if there is none.

    `bottom`, `top` (e,), `down`, `up` (e, k); both results (e,). A body seen edge-on counts as a sliver.
    """
    flat = top - bottom < 2 * _LEAST_OPENING
    bottom, top = np.where(flat, bottom - _LEAST_OPENING, bottom), np.where(flat, top + _LEAST_OPENING, top)
    order = np.argsort(down, axis=-1)
    down, up = np.take_along_axis(down, order, axis=-1), np.take_along_axis(up, order, axis=-1)
    covered = np.maximum.accumulate(np.concatenate([bottom[:, None], up], axis=-1), axis=-1)
    following = np.minimum(np.concatenate([down, np.full((len(bottom), 1), np.inf)], axis=-1), top[:, None])
    width = following - covered
    best = np.argmax(width, axis=-1)[:, None]
    widest = np.take_along_axis(width, best, axis=-1)[:, 0]
    middle = (np.take_along_axis(following, best, axis=-1)[:, 0] + np.take_along_axis(covered, best, axis=-1)[:, 0]) / 2
    return np.where(widest > _LEAST_OPENING, widest, 0.0), middle


def window(body: Body, eye: Array) -> tuple[float, float]:
    """Return the azimuths (radians, low < high) that bound the body; a whole turn if the eye is above or below it."""
    if body.contains(eye[:2]):
        return -math.pi, math.pi
    if body.axes is not None:
        back = np.linalg.solve(body.axes, eye[:2] - body.middle)
        half = math.acos(min(1.0, 1 / float(np.hypot(*back))))
        middle = math.atan2(back[1], back[0])
        turn = np.array([middle - half, middle + half])
        rim = body.middle + np.stack([np.cos(turn), np.sin(turn)], axis=-1) @ body.axes.T
    else:
        assert body.corners is not None
        rim = body.corners
    towards = body.middle - eye[:2]
    bearing = math.atan2(towards[1], towards[0])
    turned = wrapped(azimuth_of(rim - eye[:2]) - bearing)
    return bearing + float(turned.min()), bearing + float(turned.max())


def critical_azimuths(view: Occluders, prisms: Prisms, body: Body, eye: Array, low: float, high: float) -> Array:
    """Return the sorted azimuths in [low, high], limits included, at which the order of interval ends may change."""
    found = [azimuth_of((prisms.corners[view.rows] - eye[:2]).reshape(-1, 2))]
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = view.normals / view.offsets[..., None]
    rates = [(rate * view.low[:, None, None]).reshape(-1, 2), (rate * view.high[:, None, None]).reshape(-1, 2)]
    bottom, top = body.bottom - float(eye[2]), body.top - float(eye[2])
    found.append(azimuth_of(grown_corners(view.normals, view.offsets).reshape(-1, 2)))
    if body.axes is None:
        assert body.normals is not None
        assert body.offsets is not None
        assert body.corners is not None
        with np.errstate(divide="ignore", invalid="ignore"):
            own = body.normals / (body.offsets - body.normals @ eye[:2])[:, None]
        rates += [own * bottom, own * top]
        found.append(azimuth_of(body.corners - eye[:2]))
    terms = np.concatenate(rates)
    terms = _distinct(terms[np.isfinite(terms).all(axis=-1)])
    first, second = np.triu_indices(len(terms), 1)
    apart = terms[first] - terms[second]
    crossing = azimuth_of(np.stack([-apart[:, 1], apart[:, 0]], axis=-1))
    found += [crossing, crossing + math.pi]
    if body.axes is not None:
        for height in (bottom, top):
            mapped = terms @ body.axes
            size = np.linalg.norm(mapped, axis=-1)
            rest = height - terms @ (body.middle - eye[:2])
            meets = (np.abs(rest) <= size) & (size > 0)
            base_angle = np.arctan2(mapped[meets, 1], mapped[meets, 0])
            swing = np.arccos(rest[meets] / size[meets])
            for angle in (base_angle - swing, base_angle + swing):
                point = body.middle - eye[:2] + np.stack([np.cos(angle), np.sin(angle)], axis=-1) @ body.axes.T
                found.append(azimuth_of(point))
    middle = (low + high) / 2
    azimuths = middle + wrapped(np.concatenate(found) - middle)
    inside = azimuths[(azimuths > low) & (azimuths < high)]
    return np.unique(np.concatenate([[low], inside, [high]]))


def _distinct(rows: Array) -> Array:
    """Return the distinct rows of (n, 2), sorted, like `np.unique` along an axis but faster, as complex numbers."""
    found = np.unique(np.ascontiguousarray(rows).view(np.complex128).reshape(-1))
    return np.asarray(found.view(np.float64).reshape(-1, 2))


def grown_corners(normals: Array, offsets: Array) -> Array:
    """Return where neighbouring sides (..., n, 2), (..., n) of outlines meet, relative to the eye, (..., n, 2)."""
    after, reach = np.roll(normals, -1, axis=-2), np.roll(offsets, -1, axis=-1)
    cross = normals[..., 0] * after[..., 1] - normals[..., 1] * after[..., 0]
    safe = np.where(np.abs(cross) > 1e-12, cross, np.inf)
    x = (offsets * after[..., 1] - reach * normals[..., 1]) / safe
    y = (normals[..., 0] * reach - after[..., 0] * offsets) / safe
    return np.stack([x, y], axis=-1)


def azimuth_of(vectors: Array) -> Array:
    """Return the azimuths (...) of vectors (..., 2), radians."""
    return np.asarray(np.arctan2(vectors[..., 1], vectors[..., 0]))


def wrapped(angle: Array) -> Array:
    """Return angles normalised to [-pi, pi)."""
    return np.asarray((angle + math.pi) % (2 * math.pi) - math.pi)


PointXYZ = tuple[float, float, float]
Line = tuple[PointXYZ, PointXYZ]

BODY_SHARE = 0.8
"""Radius of a body as a share of its base's radius."""

FIRST_AZIMUTHS = np.array([0.5, 0.02, 0.98, 0.25, 0.75])
"""First directions of look at a body, as shares of the azimuth range from one side to the other."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Result of a visibility test.

    `line` is a clear line (eye, point seen) if visible. `blockers` are the ids of parts that hide some of the target,
    in the order passed. `inside` are parts that contain the eye itself and were ignored. `exact`: the whole silhouette
    was decided, not sampled.
    """

    visible: bool
    exact: bool
    blockers: tuple[str, ...]
    line: Line | None
    eye: PointXYZ
    inside: tuple[str, ...] = ()


def eye_of(base: Base, head: float) -> PointXYZ:
    """Return the viewpoint (x, y, z) of an operative: `head` above the centre of its base, inches."""
    return base.x, base.y, base.z + head


def body_of(base: Base, head: float) -> Body:
    """Return the visible body of a base: a cylinder of 0.8 times its axes, from its underside up to its head."""
    return Body(base.z, base.z + head, ellipse.centre(base), axes=BODY_SHARE * ellipse.axes(base))


def sight(viewer: Operative, target: Operative, blockers: Sequence[Part] | Prisms) -> Sight:
    """Return whether `target` is visible to `viewer` past the blockers (rules H24-05, H21-01)."""
    return look(eye_of(viewer.base, viewer.head), body_of(target.base, target.head), blockers)


def sight_to_disc(eye: PointXYZ, disc: Base, blockers: Sequence[Part] | Prisms) -> Sight:
    """Return whether a flat disc (a marker, or a position on the killzone) is visible from an eye (x, y, z)."""
    return look(eye, Body(disc.z, disc.z, ellipse.centre(disc), axes=ellipse.axes(disc)), blockers)


def sight_to_part(eye: PointXYZ, part: Part, blockers: Sequence[Part]) -> Sight:
    """Return whether any point of a terrain part is visible from an eye past the other blockers.

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
    """Return whether any point of a body is visible from an eye, with the clear line or the blockers."""
    prisms = blockers if isinstance(blockers, Prisms) else Prisms.of(blockers)
    return look_past(eye, body, prisms, _between(prisms, np.array(eye), body))


def _between(prisms: Prisms, eye: Array, body: Body) -> NDArray[np.intp]:
    """Return the rows of the prisms that no separating side or corridor rules out between eye and body."""
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
    """Return the same result for the prisms `rows` only."""
    where = np.array(eye)
    view, holding = occluders_between(prisms, rows, where, body)
    inside = part_ids(prisms, holding)
    low, high = window(body, where)
    glance = _try(eye, body, view, prisms, low + FIRST_AZIMUTHS * (high - low))
    if not glance.visible and len(view.rows):
        limits = critical_azimuths(view, prisms, body, where, low, high)
        glance = _try(eye, body, view, prisms, (limits[1:] + limits[:-1]) / 2)
    return Sight(glance.visible, True, glance.blockers, glance.line, eye, inside)


def _try(eye: PointXYZ, body: Body, view: Occluders, prisms: Prisms, azimuth: Array) -> Sight:
    """Test some azimuths only."""
    where = np.array(eye)
    direction = np.stack([np.cos(azimuth), np.sin(azimuth)], axis=-1)
    near, far = body.span(where[:2], direction)
    met = np.isfinite(near)
    direction, near, far = direction[met], near[met], far[met]
    low, high = body.bottom - eye[2], body.top - eye[2]
    bottom, top = slope_interval(near, far, np.full(len(near), low), np.full(len(near), high))
    down, up = hidden_slopes(view, direction, near)
    width, middle = widest_opening(bottom, top, down, up)
    hiding = ((down < top[:, None]) & (up > bottom[:, None])).any(axis=0)
    blockers = part_ids(prisms, view.rows[hiding])
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
    """Return the distance at which a ray from the origin with this slope meets [near, far] x [low, high]."""
    height = slope * near
    if low <= height <= high or slope == 0 or math.isinf(slope):
        return near
    return min(max((low if height < low else high) / slope, near), far)


def part_ids(prisms: Prisms, rows: NDArray[np.intp]) -> tuple[str, ...]:
    """Return the ids of the parts of these prism rows, each once, in the order of the parts."""
    if not len(rows):
        return ()
    return tuple(dict.fromkeys(prisms.parts[index].id for index in sorted(prisms.owner[rows].tolist())))
