"""Arrangement of shadow borders on the shooter's base: one sample point in every cell.

A cell that no shadow of some kind reaches is bounded by segments of shadow borders and of the rim. So it is enough to
sample just outside every shadow border, and on the rim, midway between neighbouring crossings with other borders: if
such a cell exists, one of these points is in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays
from geometry.targeting.clipping import TargetFrame
from geometry.targeting.shadow_hulls import Shadows, solid_shadows, touching, undecided

Index = NDArray[np.intp]


def join(left: Index, right: Index, groups: int) -> tuple[Index, Index]:
    """Return all pairs (row of `left`, row of `right`) with equal group numbers, as two index arrays.

    Both arguments hold group numbers below `groups`, in any order.
    """
    order = np.argsort(right, kind="stable")
    count = np.bincount(right, minlength=groups)
    start = np.cumsum(count) - count
    wanted = count[left]
    rows = np.repeat(np.arange(len(left)), wanted)
    first = np.repeat(start[left], wanted)
    position = np.arange(len(rows)) - np.repeat(np.cumsum(wanted) - wanted, wanted)
    return rows, order[first + position]


def grouped_any(groups: Index, flags: NDArray[np.bool_], count: int) -> NDArray[np.bool_]:
    """Return for each group whether any of its flags is set, (count,)."""
    found = np.zeros(count, dtype=bool)
    found[groups[flags]] = True
    return found


Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

BESIDE = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Borders:
    """Shadow borders that cross bases: sides (normal `at`, limit `reach`, `radius` NaN) and arcs (centre `at`).

    `shadow` is the row of the shadow. A border covers the parameters from `low` to `low` + `span` (see `parameter`).
    """

    shadow: Index
    duel: Index
    at: Array
    reach: Array
    radius: Array
    low: Array
    span: Array

    def take(self, rows: Index) -> Borders:
        """Return the curves of these rows."""
        return Borders(*(getattr(self, name)[rows] for name in self.__slots__))

    @property
    def straight(self) -> Flags:
        """Which curves are sides; the others are arcs."""
        return np.asarray(np.isnan(self.radius))

    def place(self, rows: Index, parameter: Array, beside: Array | float) -> Array:
        """Return the points of curves at these parameters, displaced outwards by `beside`."""
        line, parameter = self.straight[rows], parameter + self.low[rows]
        across = np.stack([-self.at[rows, 1], self.at[rows, 0]], axis=-1)
        on_line = self.at[rows] * (self.reach[rows] + beside)[:, None] + across * parameter[:, None]
        unit = np.stack([np.cos(parameter), np.sin(parameter)], axis=-1)
        on_circle = self.at[rows] + np.where(line, 0.0, self.radius[rows] + beside)[:, None] * unit
        return np.where(line[:, None], on_line, on_circle)

    def parameter(self, rows: Index, points: Array) -> Array:
        """Return the parameters of points on curves: inches along a line, radians from the start of an arc."""
        across = points[:, 1] * self.at[rows, 0] - points[:, 0] * self.at[rows, 1]
        away = points - self.at[rows]
        round_ = (np.arctan2(away[:, 1], away[:, 0]) - self.low[rows] + BESIDE) % (2 * np.pi) - BESIDE
        return np.where(self.straight[rows], across - self.low[rows], round_)

    def hold(self, rows: Index, points: Array) -> Flags:
        """Return whether points on the full lines and circles are on these curves."""
        parameter = self.parameter(rows, points)
        return np.asarray((parameter >= -BESIDE) & (parameter <= self.span[rows] + BESIDE))


def borders(shadows: Shadows, middle: Array, axes: Array) -> Borders:
    """Return the segments of sides and arcs that bound shadows and cross their shooters' bases."""
    hulls = shadows.hulls
    here, spread = middle[shadows.duel], axes[shadows.duel]
    turned = np.einsum("ksi,kij->ksj", hulls.normals, spread)
    reach = np.linalg.norm(turned, axis=-1)
    rest = hulls.limits - np.einsum("ksi,ki->ks", hulls.normals, here)
    low, high = hulls.low, hulls.high
    row, side = np.nonzero((np.abs(rest) < reach) & (low < high) & ~shadows.everywhere[:, None])
    # The line crosses the base: the chord's middle is at axes (axes^T normal) rest / reach^2 from the base's centre.
    normal, inner = hulls.normals[row, side], turned[row, side] / reach[row, side, None]
    depth = rest[row, side] / reach[row, side]
    across = np.stack([-normal[:, 1], normal[:, 0]], axis=-1)
    foot = here[row] + np.einsum("cij,cj->ci", spread[row], inner * depth[:, None])
    along = np.einsum("cij,cj->ci", spread[row], np.stack([-inner[:, 1], inner[:, 0]], axis=-1))
    half = np.sqrt(1 - depth**2) * np.abs(np.einsum("ci,ci->c", along, across))
    level = np.einsum("ci,ci->c", foot, across)
    first = np.maximum(low[row, side], level - half - BESIDE)
    span = np.minimum(high[row, side], level + half + BESIDE) - first
    kept = np.nonzero(span > 0)[0]
    row, side, first, span = row[kept], side[kept], first[kept], span[kept]
    arc_row, arc, start, turn = _arcs(shadows, here, spread)
    return Borders(
        shadow=np.concatenate([row, arc_row]),
        duel=np.concatenate([shadows.duel[row], shadows.duel[arc_row]]),
        at=np.concatenate([hulls.normals[row, side], hulls.centres[arc_row, arc]]),
        reach=np.concatenate([hulls.limits[row, side], np.zeros(len(arc_row))]),
        radius=np.concatenate([np.full(len(row), np.nan), hulls.radii[arc_row, arc]]),
        low=np.concatenate([first, start]),
        span=np.concatenate([span, turn]),
    )


def _arcs(shadows: Shadows, here: Array, spread: Array) -> tuple[Index, Index, Array, Array]:
    """Return rows and columns of the arcs that may cross bases, their start angles, and the angles they cover."""
    hulls = shadows.hulls
    chord_reach = np.linalg.norm(np.einsum("ksi,kij->ksj", hulls.chord_normals, spread), axis=-1)
    beyond = np.einsum("ksi,ki->ks", hulls.chord_normals, here) + chord_reach > hulls.chord_limits
    widest = np.linalg.norm(spread, axis=(1, 2))[:, None]
    apart = np.linalg.norm(hulls.centres - here[:, None], axis=-1)
    near = (apart < hulls.radii + widest) & (hulls.radii < apart + widest)
    row, arc = np.nonzero(beyond & near & ~shadows.everywhere[:, None])
    unit = hulls.chord_normals[row, arc]
    rest = hulls.chord_limits[row, arc] - np.einsum("ci,ci->c", unit, hulls.centres[row, arc])
    half = np.arccos(np.clip(rest / hulls.radii[row, arc], -1.0, 1.0))
    return row, arc, np.arctan2(unit[:, 1], unit[:, 0]) - half, 2 * half


def outer(curves: Borders, shadows: Shadows) -> Borders:
    """Drop borders inside another shadow of the same terrain and kind: they bound no cell.

    Shadows are convex. A shadow that contains both ends of a side contains the side; one that contains both ends of an
    arc and the intersection of its end tangents contains the arc.
    """
    group = (2 * shadows.duel + shadows.covers) * (int(shadows.prism.max(initial=0)) + 1) + shadows.prism
    _, group = np.unique(group, return_inverse=True)
    every = np.arange(len(curves.duel))
    points = [curves.place(every, np.zeros(len(every)), 2 * BESIDE), curves.place(every, curves.span, 2 * BESIDE)]
    bent = np.where(curves.straight, 0.0, np.minimum(curves.span, 3.0) / 2)
    swell = np.where(curves.straight, 0.0, np.nan_to_num(curves.radius) * (1 / np.cos(bent) - 1))
    points.append(curves.place(every, curves.span / 2, 2 * BESIDE + swell))
    left, right = join(group[curves.shadow], group, int(group.max(initial=-1)) + 1)
    kept = (curves.shadow[left] != right) & (curves.straight[left] | (curves.span[left] < 3.0))
    left, right = left[kept], right[kept]
    for point in points:
        inside = shadows.hulls.hold(right, point[left])
        left, right = left[inside], right[inside]
    free = np.ones(len(every), dtype=bool)
    free[left] = False
    return curves.take(np.nonzero(free)[0])


def meetings(curves: Borders, count: int) -> tuple[Index, Array]:
    """Return the crossings of curves of the same duel: (curve, point) for both curves of each crossing."""
    straight = curves.straight
    lines, circles = np.nonzero(straight)[0], np.nonzero(~straight)[0]
    found: list[tuple[Index, Index, Array]] = []

    first, second = _pairs(lines, lines, curves, count, own=True)
    a, b = curves.at[first], curves.at[second]
    cross = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    real = np.abs(cross) > 1e-12
    first, second, a, b, cross = first[real], second[real], a[real], b[real], cross[real]
    x = (curves.reach[first] * b[:, 1] - curves.reach[second] * a[:, 1]) / cross
    y = (a[:, 0] * curves.reach[second] - b[:, 0] * curves.reach[first]) / cross
    found.append((first, second, np.stack([x, y], axis=-1)))

    first, second = _pairs(lines, circles, curves, count, own=False)
    normal = curves.at[first]
    rest = curves.reach[first] - np.einsum("tj,tj->t", normal, curves.at[second])
    found += _on_circle(first, second, normal, rest, curves)

    first, second = _pairs(circles, circles, curves, count, own=True)
    between = curves.at[first] - curves.at[second]
    length = np.linalg.norm(between, axis=-1)
    real = length > 1e-12
    first, second, between, length = first[real], second[real], between[real], length[real]
    normal = between / length[:, None]
    rest = (length**2 + curves.radius[second] ** 2 - curves.radius[first] ** 2) / (2 * length)
    found += _on_circle(first, second, normal, rest, curves)

    first, second, points = (np.concatenate(each) for each in zip(*found, strict=True))
    real = curves.hold(first, points) & curves.hold(second, points)
    first, second, points = first[real], second[real], points[real]
    return np.concatenate([first, second]), np.concatenate([points, points])


def _on_circle(
    first: Index, second: Index, normal: Array, rest: Array, curves: Borders
) -> list[tuple[Index, Index, Array]]:
    """Return the points of circles `second` at signed distance `rest` from their centres along `normal`."""
    radius = curves.radius[second]
    real = np.abs(rest) < radius
    first, second, normal, rest, radius = first[real], second[real], normal[real], rest[real], radius[real]
    half = np.sqrt(radius**2 - rest**2)
    across = np.stack([-normal[:, 1], normal[:, 0]], axis=-1)
    foot = curves.at[second] + normal * rest[:, None]
    return [(first, second, foot + across * (sign * half)[:, None]) for sign in (1.0, -1.0)]


def _pairs(first: Index, second: Index, curves: Borders, count: int, *, own: bool) -> tuple[Index, Index]:
    left, right = join(curves.duel[first], curves.duel[second], count)
    if own:
        once = left < right
        left, right = left[once], right[once]
    first, second = first[left], second[right]
    other = curves.shadow[first] != curves.shadow[second]
    return first[other], second[other]


def rim_meetings(curves: Borders, middle: Array, axes: Array) -> tuple[Index, Array]:
    """Return the crossings of curves with the rims of their shooters' bases: (curve, point)."""
    lines, circles = np.nonzero(curves.straight)[0], np.nonzero(~curves.straight)[0]
    here, spread = middle[curves.duel[lines]], axes[curves.duel[lines]]
    turned = np.einsum("ci,cij->cj", curves.at[lines], spread)
    reach = np.linalg.norm(turned, axis=-1)
    rest = curves.reach[lines] - np.einsum("ci,ci->c", curves.at[lines], here)
    base, swing = np.arctan2(turned[:, 1], turned[:, 0]), np.arccos(np.clip(rest / reach, -1.0, 1.0))
    owners, points = [lines, lines], []
    for angle in (base - swing, base + swing):
        unit = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        points.append(here + np.einsum("cij,cj->ci", spread, unit))
    owner, point = _circles_on_rim(curves, circles, middle, axes)
    owner, point = np.concatenate([*owners, owner]), np.concatenate([*points, point])
    real = curves.hold(owner, point)
    return owner[real], point[real]


def _circles_on_rim(curves: Borders, circles: Index, middle: Array, axes: Array) -> tuple[Index, Array]:
    """Return crossings of circles with rims: roots of a quartic, as a rim may be an ellipse in the target's frame."""
    if not len(circles):
        return circles, np.zeros((0, 2))
    inverse = np.linalg.inv(axes[curves.duel[circles]])
    away = np.einsum("cij,cj->ci", inverse, curves.at[circles] - middle[curves.duel[circles]])
    stretch = inverse * curves.radius[circles][:, None, None]
    # |away + stretch (cos, sin)|^2 = 1 in z = exp(i angle): c2 z^4 + c1 z^3 + c0 z^2 + conj(c1) z + conj(c2) = 0.
    metric = np.einsum("cji,cjk->cik", stretch, stretch)
    pull = 2 * np.einsum("cj,cji->ci", away, stretch)
    constant = np.einsum("cj,cj->c", away, away) - 1 + (metric[:, 0, 0] + metric[:, 1, 1]) / 2
    one = (pull[:, 0] - 1j * pull[:, 1]) / 2
    two = ((metric[:, 0, 0] - metric[:, 1, 1]) / 2 - 1j * metric[:, 0, 1]) / 2
    scale = np.abs(constant) + np.abs(one)
    round_rim = np.abs(two) < 1e-12 * scale
    with np.errstate(divide="ignore", invalid="ignore"):
        swing = np.arccos(-constant / (2 * np.abs(one)))
    base = -np.angle(one)
    owners, angles = [], []
    flat = np.nonzero(round_rim & np.isfinite(swing))[0]
    for angle in (base[flat] - swing[flat], base[flat] + swing[flat]):
        owners.append(circles[flat])
        angles.append(angle)
    for row in np.nonzero(~round_rim)[0]:
        roots = np.roots([two[row], one[row], constant[row], one[row].conjugate(), two[row].conjugate()])
        real = roots[np.abs(np.abs(roots) - 1) < 1e-7]
        owners.append(np.full(len(real), circles[row]))
        angles.append(np.angle(real))
    owner, angle = np.concatenate(owners), np.concatenate(angles)
    unit = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return owner, curves.at[owner] + curves.radius[owner][:, None] * unit


@dataclass(frozen=True, slots=True, eq=False)
class CellSamples:
    """Sample points (t) on the shooters' bases of `count` duels; every combination of shadows that occurs has one.

    `duel` (t,); `point` (t, 2) on the board; `room` (t,): width of the cell at the point, inches. `hit_cell`,
    `hit_prism`, `hit_covers` (h,): which prisms affect which points, by cover or by obscuring.
    """

    count: int
    duel: Index
    point: Array
    room: Array
    hit_cell: Index
    hit_prism: Index
    hit_covers: Flags

    @property
    def covered(self) -> Flags:
        """Whether something gives cover from each point, (t,)."""
        return grouped_any(self.hit_cell, self.hit_covers, len(self.duel))

    @property
    def obscured(self) -> Flags:
        """Whether something obscures from each point, (t,)."""
        return grouped_any(self.hit_cell, ~self.hit_covers, len(self.duel))

    def widest(self, last: int = 0) -> CellSamples:
        """Return the widest cell of each combination of hits in each duel, in order; the `last` cells are all kept."""
        kinds = 2 * self.hit_prism + self.hit_covers
        wide = 64 * (1 + int(kinds.max(initial=0)) // 64)
        flags = np.zeros((len(self.duel), wide), dtype=bool)
        flags[self.hit_cell, kinds] = True
        alone = np.arange(len(self.duel)) >= len(self.duel) - last
        keys = [*np.packbits(flags, axis=1).view(np.uint64).T, alone, self.duel]
        order = np.lexsort((-self.room, *keys))
        fresh = np.zeros(len(order), dtype=bool)
        fresh[:1] = True
        for key in keys:
            fresh[1:] |= np.diff(key[order].astype(np.int64)) != 0
        kept = np.sort(order[fresh])
        cell, kind = np.nonzero(flags[kept])
        return CellSamples(
            self.count, self.duel[kept], self.point[kept], self.room[kept], cell, kind // 2, kind % 2 == 1
        )


def merged(count: int, parts: list[tuple[Index, CellSamples]]) -> CellSamples:
    """Return the cells of disjoint sets of duels as one; each set comes with the numbers of its duels."""
    if len(parts) == 1 and len(parts[0][0]) == count:
        return parts[0][1]
    offsets = np.cumsum([0, *(len(cells.duel) for _, cells in parts)])
    return CellSamples(
        count,
        np.concatenate([numbers[cells.duel] for numbers, cells in parts]),
        np.concatenate([cells.point for _, cells in parts]),
        np.concatenate([cells.room for _, cells in parts]),
        np.concatenate([cells.hit_cell + first for (_, cells), first in zip(parts, offsets, strict=False)]),
        np.concatenate([cells.hit_prism for _, cells in parts]),
        np.concatenate([cells.hit_covers for _, cells in parts]),
    )


_LEAST_LENGTH = 1e-9


def plane_cells(
    shadows: Shadows, shooter: BaseArrays, frame: TargetFrame, probe: Array | None = None, *, thorough: bool = True
) -> CellSamples:
    """Return points that meet every combination of shadows that leaves a cell wider than 1e-6 inches, for all duels.

    A point that only touches a shadow counts as inside it. `probe` (d, 2): one additional point per duel, on the board,
    appended after all others. Unless `thorough`, shadows of a kind are skipped if one of that kind covers the whole
    base; then not every prism that hits is named.
    """
    count = len(shooter.z)
    axes = frame.axes(shooter)
    middle = frame.points(np.arange(count), shooter.middle)
    shadows = shadows.take(touching(shadows, middle, axes))
    solid = solid_shadows(shadows, middle, axes)
    if not thorough:
        kept = undecided(shadows, solid, count)
        shadows, solid = shadows.take(kept), solid[kept]
    curves = outer(borders(shadows, middle, axes), shadows)
    met, points = meetings(curves, count)
    rim_curve, rim_points = rim_meetings(curves, middle, axes)
    inverse = np.asarray(np.linalg.inv(axes), dtype=np.float64)
    parts = [
        _rim_places(curves.duel[rim_curve], rim_points, middle, axes, inverse, count),
        _border_places(curves, np.concatenate([met, rim_curve]), np.concatenate([points, rim_points])),
    ]
    duel = np.concatenate([part[0] for part in parts])
    place = np.concatenate([part[1] for part in parts])
    room = np.concatenate([part[2] for part in parts])
    unit = np.einsum("tij,tj->ti", inverse[duel], place - middle[duel])
    on_base = np.nonzero(np.einsum("tj,tj->t", unit, unit) <= 1 + 1e-12)[0]
    duel, place, room, unit = duel[on_base], place[on_base], room[on_base], unit[on_base]
    board = shooter.middle[duel] + np.einsum("tij,tj->ti", shooter.axes[duel], unit)
    if probe is not None:
        every = np.arange(count)
        duel, room = np.concatenate([duel, every]), np.concatenate([room, np.zeros(count)])
        place = np.concatenate([place, frame.points(every, probe)])
        board = np.concatenate([board, probe])
    cell, shadow = join(duel, shadows.duel, count)
    held = solid[shadow]
    open_ = np.nonzero(~held)[0]
    held[open_] = shadows.hulls.hold(shadow[open_], place[cell[open_]])
    cell, shadow = cell[held], shadow[held]
    cells = CellSamples(count, duel, board, room, cell, shadows.prism[shadow], shadows.covers[shadow])
    return cells.widest(0 if probe is None else count) if thorough else cells


def _rim_places(
    duel: Index, points: Array, middle: Array, axes: Array, inverse: Array, count: int
) -> tuple[Index, Array, Array]:
    """Return the middles of the rims' arcs between crossings; an uncrossed rim gives the point facing the target."""
    unit = np.einsum("tij,tj->ti", inverse[duel], points - middle[duel])
    opening = np.arctan2(*np.einsum("dij,dj->di", inverse, -middle).T[::-1])
    owner = np.concatenate([duel, np.arange(count)])
    angle = np.concatenate([np.arctan2(unit[:, 1], unit[:, 0]), opening + np.pi])
    angle = (angle - opening[owner] + np.pi) % (2 * np.pi)
    owner, start, width = _gaps(owner, angle, closed=2 * np.pi)
    turn = start + width / 2 - np.pi + opening[owner]
    place = middle[owner] + np.einsum("tij,tj->ti", axes[owner], np.stack([np.cos(turn), np.sin(turn)], axis=-1))
    return owner, place, width * np.linalg.norm(axes[owner], axis=(1, 2)) / np.sqrt(2)


def _border_places(curves: Borders, curve: Index, points: Array) -> tuple[Index, Array, Array]:
    """Return points just outside the middles of the borders' segments between crossings."""
    every = np.arange(len(curves.duel))
    owner = np.concatenate([curve, every, every])
    parameter = np.concatenate([curves.parameter(curve, points), np.zeros(len(every)), curves.span])
    rows, start, width = _gaps(owner, parameter, closed=None)
    scale = np.where(curves.straight[rows], 1.0, np.nan_to_num(curves.radius[rows]))
    return curves.duel[rows], curves.place(rows, start + width / 2, BESIDE), width * scale


def _gaps(owner: Index, parameter: Array, *, closed: float | None) -> tuple[Index, Array, Array]:
    """Return owner, start and width of the gaps between neighbouring parameters; `closed`: the period, if periodic."""
    order = np.lexsort((parameter, owner))
    owner, parameter = owner[order], parameter[order]
    following = np.roll(parameter, -1)
    last = np.nonzero(np.append(owner[1:] != owner[:-1], True))[0] if len(owner) else np.zeros(0, dtype=np.intp)
    if closed is None:
        following[last] = parameter[last]
    else:
        first = np.append(0, last[:-1] + 1) if len(last) else last
        following[last] = parameter[first] + closed
    width = following - parameter
    kept = width > _LEAST_LENGTH
    return owner[kept], parameter[kept], width[kept]
