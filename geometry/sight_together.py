"""Several looks at once, each past prisms of its own: to the last digit what `geometry.sight.look` says of one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from geometry.occlusion import azimuth_of, grown_corners, radial, slopes, widest_opening, wrapped
from geometry.sight import GLANCES, PointXYZ, Sight, first_distance, names_of
from geometry.sight_screens import Array, Flags, Index, Look, Screens, Stack, along_normals, screened

LEAST = 1e-12
"""Radii of a body from its middle, to divide by, for an eye that is nearer: it is over or under the body anyway."""

MANY = 64
"""Looks from which on those past as many prisms are stacked apart, as padding would cost more than it saves.

So many are swept at once, too: a sweep takes some hundred kilobytes each."""

ASIDE = 1e-6
"""Radians beyond a body's sides from which on an azimuth surely does not cross it: far more than any rounding."""


def look_together(looks: Sequence[Look]) -> list[Sight]:
    """Return for each look whether any point of the body is visible, with the clear line or the blockers."""
    found: dict[int, Sight] = {}
    many = len(looks) > MANY
    groups: dict[object, list[int]] = {}
    for number, one in enumerate(looks):
        prisms = one.prisms
        sort = prisms.normals.shape[1], prisms.corners.shape[1], len(prisms) if many else min(len(prisms), 1)
        groups.setdefault(sort, []).append(number)
    for numbers in groups.values():
        found.update(zip(numbers, _looked(*screened([looks[number] for number in numbers])), strict=True))
    return [found[number] for number in range(len(looks))]


def _looked(screens: Screens, inside: list[tuple[str, ...]]) -> list[Sight]:
    ends = _windows(screens.stack)
    low, high = ends[:, :1], ends[:, 1:]
    azimuth = low + GLANCES * (high - low)
    seen = _tried(screens, azimuth, np.ones(azimuth.shape, dtype=bool), inside)
    hidden = [number for number, one in enumerate(seen) if not one.visible] if screens.rows.shape[1] else []
    for first in range(0, len(hidden), MANY):
        swept = hidden[first : first + MANY]
        for number, one in zip(
            swept, _swept(screens.take(swept), ends[swept], [inside[n] for n in swept]), strict=True
        ):
            seen[number] = one
    return seen


def _swept(screens: Screens, ends: Array, inside: list[tuple[str, ...]]) -> list[Sight]:
    """Look once between each two azimuths at which anything may change, and so at the whole of each body."""
    limits = _critical_azimuths(screens, ends[:, :1], ends[:, 1:])
    between = limits[:, 1:] > limits[:, :-1]
    return _tried(screens, np.where(between, (limits[:, 1:] + limits[:, :-1]) / 2, ends[:, :1]), between, inside)


def _windows(stack: Stack) -> Array:
    """Azimuths (p, 2) between which bodies lie: what `geometry.occlusion.window` says of each."""
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


def _tried(screens: Screens, azimuth: Array, asked: Flags, inside: list[tuple[str, ...]]) -> list[Sight]:
    """Look along azimuths (p, e) where they are asked about."""
    stack = screens.stack
    direction = np.stack([np.cos(azimuth), np.sin(azimuth)], axis=-1)
    near, far = _span(stack, direction)
    met = np.isfinite(near) & asked
    lowest, highest = (one[:, None] for one in stack.heights)
    bottom, top = slopes(np.where(met, near, 1.0), np.where(met, far, 2.0), lowest, highest)
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
        blockers = names_of(look.prisms, screens.rows[number][hiding[number]])
        line = _line(look, (begins, ends), slope, (x, y)) if sees else None
        found.append(Sight(sees, True, blockers, line, look.eye, held))
    return found


def _line(
    look: Look, span: tuple[float, float], slope: float, direction: tuple[float, float]
) -> tuple[PointXYZ, PointXYZ]:
    eye, body = look.eye, look.body
    reach = first_distance(*span, body.bottom - eye[2], body.top - eye[2], slope)
    height = min(max(eye[2] + reach * slope, body.bottom), body.top)
    return eye, (eye[0] + reach * direction[0], eye[1] + reach * direction[1], height)


def _span(stack: Stack, direction: Array) -> tuple[Array, Array]:
    """Distances (p, e) at which rays along (p, e, 2) enter and leave the bodies; (inf, -inf) where they miss."""
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


def _hidden_slopes(screens: Screens, direction: Array, body_near: Array) -> tuple[Array, Array]:
    near, far = radial(direction[:, :, None], screens.normals[:, None], screens.offsets[:, None])
    down, up = slopes(near, far, screens.low[:, None], screens.high[:, None])
    idle = ~screens.there[:, None] | ~np.isfinite(near) | (screens.beside[:, None] & (near >= body_near[..., None]))
    return np.where(idle, np.inf, down), np.where(idle, -np.inf, up)


def _critical_azimuths(screens: Screens, low: Array, high: Array) -> Array:
    """Azimuths between low and high (p, 1) where the order of any two ends of intervals may change, (p, e), sorted.

    Both limits are among them, each azimuth once; what is left of the rows is not a number. See
    `geometry.occlusion.critical_azimuths`.
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
    """Azimuths (c,) at which two terms cross there or opposite, and of which looks (c,) they are.

    Those are left out that surely lie, as their opposites do, outside what is seen: `half` to each side of `middle`.
    """
    first, second = _pairs(terms.shape[1])
    x, y = (one[:, first] - one[:, second] for one in (terms[..., 0], terms[..., 1]))
    least = np.cos(np.minimum(half + ASIDE, math.pi / 2)) ** 2
    ahead = x * np.sin(middle) - y * np.cos(middle)
    of, pair = np.nonzero(ahead * ahead >= least * (x * x + y * y))
    return of, np.asarray(np.arctan2(x[of, pair], -y[of, pair]))


def _in_rows(of: Index, values: Array, count: int) -> Array:
    """Return the values of each row sorted, each once, (count, e); what is left of the rows is not a number."""
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


def _terms(screens: Screens) -> Array:
    """Distinct ends of intervals (p, t, 2), sorted; those that are no numbers, or there already, are not numbers."""
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
