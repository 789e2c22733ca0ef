"""Shadows on the shooter's plane as convex hulls of discs.

A line meets a point t of terrain after a share s of its length (0 at the shooter's height, 1 at the target's). The
point t shadows the points p with (1 - s) p + s b = t for some b of the target's disc (radius R around the frame's
origin): a disc of radius s R around t, all divided by 1 - s. A convex piece of terrain shadows the hull of the discs of
its corners; at s = 1 a disc is infinitely far away and represents a direction. Without the division, a line normal . p
<= limit bounds the hull if normal . t + (s R + w) <= limit (1 - s) for every corner.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.base import EXACT_TOLERANCE
from geometry.base_arrays import BaseArrays, dot, next_vertex, norm
from geometry.targeting.clipping import TargetFrame, grow
from geometry.targeting.line_rules import LineRules
from geometry.terrain import Prisms

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]

_TOLERANCE = 1e-9
_FAN = np.arange(192) * (2 * np.pi / 192)
_FINE = np.stack([np.cos(_FAN), np.sin(_FAN)], axis=-1)


@dataclass(frozen=True, slots=True, eq=False)
class Hulls:
    """Hulls of discs (k): straight sides normal . p <= limit, and between two sides possibly an arc.

    `normals` (k, s, 2), `limits` (k, s), infinite for padding; `low`, `high` (k, s): start and end of each side, inches
    to the left of its normal's foot, infinite if the side is unbounded. `centres` (k, s, 2), `radii` (k, s): the disc
    between side i and the next; beyond the chord `chord_normals` . p = `chord_limits` the hull is bounded by the disc
    (infinite without an arc).
    """

    normals: Array
    limits: Array
    low: Array
    high: Array
    centres: Array
    radii: Array
    chord_normals: Array
    chord_limits: Array

    def hold(self, rows: Index, points: Array) -> Flags:
        """Return whether hulls `rows` (c,) contain points (c, 2), (c,)."""
        inside = (np.einsum("csk,ck->cs", self.normals[rows], points) <= self.limits[rows]).all(axis=-1)
        kept = np.nonzero(inside)[0]
        rows, points = rows[kept], points[kept]
        beyond = np.einsum("csk,ck->cs", self.chord_normals[rows], points) > self.chord_limits[rows]
        away = points[:, None] - self.centres[rows]
        off_disc = np.einsum("csk,csk->cs", away, away) > self.radii[rows] ** 2
        inside[kept] = ~(beyond & off_disc).any(axis=-1)
        return np.asarray(inside)

    def take(self, rows: Index) -> Hulls:
        """Return the hulls of these rows."""
        return Hulls(
            self.normals[rows],
            self.limits[rows],
            self.low[rows],
            self.high[rows],
            self.centres[rows],
            self.radii[rows],
            self.chord_normals[rows],
            self.chord_limits[rows],
        )


def joined(collected: list[Hulls]) -> Hulls:
    """Join several sets of hulls, padded to the same number of sides."""
    most = max(one.limits.shape[1] for one in collected)
    count = sum(len(one.limits) for one in collected)
    whole = Hulls(
        np.zeros((count, most, 2)),
        np.full((count, most), np.inf),
        np.zeros((count, most)),
        np.zeros((count, most)),
        np.zeros((count, most, 2)),
        np.zeros((count, most)),
        np.zeros((count, most, 2)),
        np.full((count, most), np.inf),
    )
    first = 0
    for one in collected:
        rows, sides = slice(first, first + len(one.limits)), slice(0, one.limits.shape[1])
        for name in ("normals", "limits", "low", "high", "centres", "radii", "chord_normals", "chord_limits"):
            getattr(whole, name)[rows, sides] = getattr(one, name)
        first = rows.stop
    return whole


def _farthest(points: Array, shares: Array, radius: Array, width: Array, directions: Array) -> Index:
    """Return which of the points (k, n) reaches farthest along directions (u, 2), (k, u)."""
    weight = 1 - shares
    grown = shares * radius[:, None] + width[:, None]
    finite = weight > _TOLERANCE
    scale = np.where(finite, weight, 1.0)
    reach = directions @ np.swapaxes(points / scale[..., None], 1, 2) + (grown / scale)[:, None]
    row, corner = np.nonzero(~finite)
    endless = reach[row, :, corner]
    reach[row, :, corner] = np.where(endless > 1e-12, endless * 1e12, -np.inf)
    return np.asarray(np.argmax(reach, axis=2))


def bounding_points(points: Array, shares: Array, radius: Array, width: Array) -> tuple[Array, Array]:
    """Return those of many points (k, n, 2) and shares (k, n) that bound the hulls in one of 192 directions.

    The others protrude from the remaining hull by less than 0.0085 times the distance to their neighbours. Padded by
    repeating.
    """
    best = _farthest(points, shares, radius, width, _FINE)
    best = np.sort(best, axis=1)
    fresh = np.concatenate([np.ones((len(best), 1), dtype=bool), np.diff(best, axis=1) > 0], axis=1)
    most = max(2, int(fresh.sum(axis=1).max(initial=1)))
    order = np.argsort(~fresh, axis=1, kind="stable")[:, :most]
    kept = np.where(np.take_along_axis(fresh, order, axis=1), np.take_along_axis(best, order, axis=1), best[:, :1])
    return np.take_along_axis(points, kept[..., None], axis=1), np.take_along_axis(shares, kept, axis=1)


def hulls(points: Array, shares: Array, radius: Array, width: Array) -> Hulls:
    """Return the hulls of the discs of terrain points (k, n, 2), met at shares (k, n) of the lines, in target frames.

    `radius`, `width` (k,): radius of the target's disc, and half the width of a line.
    """
    weight = 1 - shares
    grown = shares * radius[:, None] + width[:, None]
    normals, limits, valid = _sides(points, grown, weight)
    angle = np.where(valid, np.arctan2(normals[..., 1], normals[..., 0]), np.inf)
    order = np.argsort(angle, axis=-1)
    angle = np.take_along_axis(angle, order, axis=-1)
    with np.errstate(invalid="ignore"):
        repeated = np.diff(angle, axis=-1, prepend=-np.inf) < _TOLERANCE
    angle = np.where(repeated, np.inf, angle)
    second = np.argsort(angle, axis=-1)
    order = np.take_along_axis(order, second, axis=-1)
    angle = np.take_along_axis(angle, second, axis=-1)
    most = max(1, int(np.isfinite(angle).sum(axis=-1).max(initial=0)))
    angle, order = angle[:, :most], order[:, :most]
    there = np.isfinite(angle)
    normals = np.where(there[..., None], np.take_along_axis(normals, order[..., None], axis=1), 0.0)
    limits = np.where(there, np.take_along_axis(limits, order, axis=1), np.inf)
    return _with_arcs(points, grown, weight, np.where(there, angle, 0.0), there, normals, limits)


def _sides(points: Array, grown: Array, weight: Array) -> tuple[Array, Array, Flags]:
    """Return common tangents of pairs of discs, (k, t, 2), (k, t), and whether every disc is on their inner side."""
    first, second = np.triu_indices(points.shape[1], 1)
    across = points[:, first] * weight[:, second, None] - points[:, second] * weight[:, first, None]
    wanted = grown[:, second] * weight[:, first] - grown[:, first] * weight[:, second]
    square = np.einsum("ktj,ktj->kt", across, across)
    rest = square - wanted * wanted
    real = (square > 1e-18) & (rest >= 0)
    safe = np.where(real, square, 1.0)
    root = np.sqrt(np.maximum(rest, 0.0))
    turned = np.stack([-across[..., 1], across[..., 0]], axis=-1)
    along = wanted[..., None] * across
    normals = np.concatenate(
        [(along + root[..., None] * turned) / safe[..., None], (along - root[..., None] * turned) / safe[..., None]],
        axis=1,
    )
    heavier = np.where(weight[:, first] >= weight[:, second], first, second)
    rows = np.arange(len(points))[:, None]
    anchor, anchor_grown, anchor_weight = points[rows, heavier], grown[rows, heavier], weight[rows, heavier]
    anchor = np.concatenate([anchor, anchor], axis=1)
    anchor_weight = np.maximum(np.concatenate([anchor_weight, anchor_weight], axis=1), 1e-300)
    anchor_grown = np.concatenate([anchor_grown, anchor_grown], axis=1)
    limits = (np.einsum("ktj,ktj->kt", normals, anchor) + anchor_grown) / anchor_weight
    real = np.concatenate([real, real], axis=1)
    limits = np.where(real, limits, 0.0)
    excess = np.einsum("ktj,knj->ktn", normals, points) + grown[:, None] - limits[..., None] * weight[:, None]
    valid = real & (excess.max(axis=-1) <= _TOLERANCE * (1 + np.abs(limits)))
    return normals, limits, valid


def _with_arcs(
    points: Array, grown: Array, weight: Array, angle: Array, there: Flags, normals: Array, limits: Array
) -> Hulls:
    """Add the disc that bounds the hull between each side and the next."""
    following = np.roll(angle, -1, axis=1)
    last = ~np.roll(there, -1, axis=1)
    last[:, -1] = True
    following = np.where(last, angle[:, :1] + 2 * np.pi, following)
    turn = np.where(there, following - angle, 0.0)
    alone = np.asarray(~there.any(axis=1))
    turn[alone, 0] = 2 * np.pi
    middle = angle + turn / 2
    unit = np.stack([np.cos(middle), np.sin(middle)], axis=-1)
    support = np.einsum("ksj,knj->ksn", unit, points) + grown[:, None]
    finite = weight > _TOLERANCE
    endless = ((support > 1e-12) & ~finite[:, None]).any(axis=-1)
    reach = np.where(finite[:, None], support / np.where(finite, weight, 1.0)[:, None], -np.inf)
    best = np.argmax(reach, axis=-1)
    rows = np.arange(len(points))[:, None]
    scale = np.where(finite, weight, 1.0)[rows, best]
    centres = points[rows, best] / scale[..., None]
    radii = grown[rows, best] / scale
    across = np.stack([-normals[..., 1], normals[..., 0]], axis=-1)
    before = np.where(np.arange(angle.shape[1]) > 0, np.arange(angle.shape[1]) - 1, there.sum(axis=1)[:, None] - 1)
    low = np.where(endless[rows, before], -np.inf, np.einsum("ksj,ksj->ks", across, centres[rows, before]))
    high = np.where(endless, np.inf, np.einsum("ksj,ksj->ks", across, centres))
    chord = np.einsum("ksj,ksj->ks", unit, centres) + radii * np.cos(turn / 2)
    chord[alone, 0] = -np.inf
    bulges = (there | alone[:, None]) & (radii * (1 - np.cos(turn / 2)) > _TOLERANCE) & ~endless
    bulges[alone, 1:] = False
    return Hulls(
        normals=normals,
        limits=limits,
        low=low,
        high=high,
        centres=centres,
        radii=radii,
        chord_normals=np.where(bulges[..., None], unit, 0.0),
        chord_limits=np.where(bulges, chord, np.inf),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Shadows:
    """Shadows (k) on the planes of their shooters: hulls with their `duel`, `prism` and kind."""

    duel: Index
    prism: Index
    covers: Flags
    everywhere: Flags
    hulls: Hulls

    def take(self, rows: Index) -> Shadows:
        """Return the shadows of these rows."""
        return Shadows(
            self.duel[rows], self.prism[rows], self.covers[rows], self.everywhere[rows], self.hulls.take(rows)
        )


def touching(shadows: Shadows, middle: Array, axes: Array) -> Index:
    """Return the rows of the shadows that no side separates from the whole base."""
    normals = shadows.hulls.normals
    reach = np.linalg.norm(np.einsum("ksi,kij->ksj", normals, axes[shadows.duel]), axis=-1)
    nearest = np.einsum("ksi,ki->ks", normals, middle[shadows.duel]) - reach
    return np.asarray(np.nonzero((nearest <= shadows.hulls.limits).all(axis=-1) | shadows.everywhere)[0])


def solid_shadows(shadows: Shadows, middle: Array, axes: Array) -> Flags:
    """Return whether shadows (k) certainly contain the whole base of their shooter."""
    held = np.ones(len(shadows.duel), dtype=bool)
    for normals, limits in (
        (shadows.hulls.normals, shadows.hulls.limits),
        (shadows.hulls.chord_normals, shadows.hulls.chord_limits),
    ):
        reach = np.linalg.norm(np.einsum("ksi,kij->ksj", normals, axes[shadows.duel]), axis=-1)
        farthest = np.einsum("ksi,ki->ks", normals, middle[shadows.duel]) + reach
        held &= (farthest <= limits).all(axis=-1)
    return np.asarray(held | shadows.everywhere)


def undecided(shadows: Shadows, solid: Flags, count: int) -> Index:
    """Return the rows of one solid shadow of each kind of each duel, and of all shadows of kinds without one."""
    group = 2 * shadows.duel + shadows.covers
    first = np.full(2 * count, -1)
    rows = np.nonzero(solid)[0][::-1]
    first[group[rows]] = rows
    chosen = first[group]
    return np.asarray(np.nonzero((chosen < 0) | (chosen == np.arange(len(group))))[0])


STEP = 0.089
"""Angular step in radians that approximates a base's surroundings over its height: 1 - cos(STEP / 2) is 1e-3."""

THIN = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class DuelPrisms:
    """Prisms (c) met by duels, with the part `low` < `high` of their heights between both bases."""

    duel: Index
    prism: Index
    low: Array
    high: Array

    def take(self, rows: Index) -> DuelPrisms:
        """Return the prisms of these rows."""
        return DuelPrisms(self.duel[rows], self.prism[rows], self.low[rows], self.high[rows])


@dataclass(frozen=True, slots=True, eq=False)
class DuelBatch:
    """Duels (d) with their prisms, frames and rules: the input of every step."""

    prisms: Prisms
    shooter: BaseArrays
    target: BaseArrays
    frame: TargetFrame
    rules: LineRules

    def shares(self, duel: Index, height: Array) -> Array:
        """Return the shares of their length at which lines pass heights (c, ...)."""
        extra = height.ndim - 1
        start = self.shooter.z[duel].reshape(-1, *([1] * extra))
        rise = (self.target.z - self.shooter.z)[duel].reshape(-1, *([1] * extra))
        return np.clip((height - start) / rise, 0.0, 1.0)


def cast(
    space: DuelBatch, met: DuelPrisms, covers: bool, points: Array, height: Array, *, many: bool = False
) -> Shadows:
    """Cast shadows of pieces with corners `points` (c, n, 2) on the board at `height` (c, n).

    `many`: there are so many corners that those of little effect are dropped first. Oval targets get the same
    treatment, because every corner has become eight.
    """
    frame = space.frame
    radius, everywhere = frame.radius[met.duel], np.zeros(len(met.duel), dtype=bool)
    if covers or space.rules.obscured_beyond_target < 0:
        radius, everywhere = _aimed_at(space, met)
    share = space.shares(met.duel, height)
    # Lines do not cross terrain that they reach only at their very end.
    rows = np.nonzero(((1 - share).max(axis=1) > THIN) | everywhere)[0]
    met, points, share, radius, everywhere = met.take(rows), points[rows], share[rows], radius[rows], everywhere[rows]
    duel = met.duel
    if frame.oval:
        points, share = grow(points, space.rules.half_width), np.repeat(share, 8, axis=1)
    points = frame.points(duel, points)
    width = frame.width[duel]
    if many or frame.oval:
        points, share = bounding_points(points, share, radius, width)
    shape = hulls(points, share, radius, width)
    return Shadows(duel, met.prism, np.full(len(duel), covers), everywhere, shape)


def _aimed_at(space: DuelBatch, met: DuelPrisms) -> tuple[Array, Flags]:
    """Return the radius of the disc that lines aim at, and whether terrain is in the way of every line.

    The radius is less than the base's if terrain touches the base from the side, so that lines that end on the base's
    facing part do not cross terrain beside or behind it. Terrain that ends under the target's feet touches it from
    below: lines from lower down cross it on their way to every part of the base that rests on it.
    """
    frame, rules = space.frame, space.rules
    radius = frame.radius[met.duel]
    height = space.target.z[met.duel]
    beside = (met.low <= height + EXACT_TOLERANCE) & (met.high >= height - EXACT_TOLERANCE)
    under = beside & (space.shooter.z[met.duel] < height)
    under &= space.prisms.top[met.prism] <= height + EXACT_TOLERANCE
    beside &= ~under
    points = space.prisms.corners[met.prism]
    base = space.target.take(met.duel)
    away = (dot(space.prisms.normals[met.prism], base.middle[:, None]) - space.prisms.offsets[met.prism]).max(axis=-1)
    if frame.oval:
        points = grow(points, rules.half_width)
    points = frame.points(met.duel, points)
    along = next_vertex(points) - points
    share = np.clip(-dot(points, along) / np.maximum(dot(along, along), 1e-24), 0.0, 1.0)
    distance = norm(points + share[..., None] * along).min(axis=-1)
    width = frame.width[met.duel]
    inside = away <= (rules.half_width if frame.oval else 0.0)
    aimed = np.where(beside, np.minimum(radius, distance - width - EXACT_TOLERANCE), radius)
    carried = under & (inside | (distance < radius - EXACT_TOLERANCE))
    return np.maximum(aimed, 0.0), np.asarray(carried | (beside & (inside | (distance <= width))))


def cast_whole(space: DuelBatch, met: DuelPrisms, covers: bool) -> Shadows:
    """Cast shadows of whole prisms between two heights."""
    corners = space.prisms.corners[met.prism]
    count = corners.shape[1]
    height = np.concatenate(
        [np.repeat(met.low[:, None], count, axis=1), np.repeat(met.high[:, None], count, axis=1)], axis=1
    )
    return cast(space, met, covers, np.concatenate([corners, corners], axis=1), height)


def reach_at(base: BaseArrays, beyond: float, height: Array) -> Array:
    """Return how far the surroundings of bases (c,) reach, seen from above, at heights (c, ...); -1 for nowhere."""
    reach = beyond + EXACT_TOLERANCE
    rest = reach * reach - (height - base.z.reshape(-1, *([1] * (height.ndim - 1)))) ** 2
    return np.where((beyond >= 0) & (rest > 0), np.sqrt(np.maximum(rest, 0)), -1.0)
