"""Shadows for duels at different heights: convex hulls of discs, bounded by straight lines and arcs.

A point t of terrain that lines meet after the share s of their way (0 at the shooter's height, 1 at the target's)
spoils the places p with (1 - s) p + s b = t for some b of the target's disc (radius R around the frame's origin):
a disc of radius s R around t, all divided by 1 - s. The places that a convex piece of terrain spoils are the hull of
the discs of its corners; at s = 1 a disc is infinitely far and stands for a direction. Written without the division,
a line normal . p <= limit bounds the hull when normal . t + (s R + w) <= limit (1 - s) for every corner.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]

_TOLERANCE = 1e-9
_FAN = np.arange(192) * (2 * np.pi / 192)
_FINE = np.stack([np.cos(_FAN), np.sin(_FAN)], axis=-1)


@dataclass(frozen=True, slots=True, eq=False)
class Hulls:
    """Hulls of discs (k): straight sides normal . p <= limit, and between two sides an arc where there is one.

    `normals` (k, s, 2), `limits` (k, s), infinite for padding; `low`, `high` (k, s): where each side begins and ends,
    inches to the left of its normal's foot, infinite where it runs to the very end of lines. `centres` (k, s, 2),
    `radii` (k, s): the disc between side i and the next; the hull there ends at the disc beyond the chord
    `chord_normals` . p = `chord_limits` (infinite where there is no arc).
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
        """Whether hulls `rows` (c,) hold points (c, 2), (c,)."""
        inside = (np.einsum("csk,ck->cs", self.normals[rows], points) <= self.limits[rows]).all(axis=-1)
        kept = np.nonzero(inside)[0]
        rows, points = rows[kept], points[kept]
        beyond = np.einsum("csk,ck->cs", self.chord_normals[rows], points) > self.chord_limits[rows]
        away = points[:, None] - self.centres[rows]
        off_disc = np.einsum("csk,csk->cs", away, away) > self.radii[rows] ** 2
        inside[kept] = ~(beyond & off_disc).any(axis=-1)
        return np.asarray(inside)

    def take(self, rows: Index) -> Hulls:
        """Return these hulls only."""
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
    """Return several sets of hulls as one, padded to the same number of sides."""
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
    """Which of the points (k, n) reaches farthest along directions (u, 2), (k, u)."""
    weight = 1 - shares
    grown = shares * radius[:, None] + width[:, None]
    finite = weight > _TOLERANCE
    scale = np.where(finite, weight, 1.0)
    reach = directions @ np.swapaxes(points / scale[..., None], 1, 2) + (grown / scale)[:, None]
    row, corner = np.nonzero(~finite)
    endless = reach[row, :, corner]
    reach[row, :, corner] = np.where(endless > 1e-12, endless * 1e12, -np.inf)
    return np.asarray(np.argmax(reach, axis=2))


def essential(points: Array, shares: Array, radius: Array, width: Array) -> tuple[Array, Array]:
    """Return the few of many points (k, n, 2) and shares (k, n) that bound the hulls in one of 192 directions.

    Those left out stick out of the hull of the others by less than 0.0085 times the distance to their neighbours.
    Padded by repeating.
    """
    best = _farthest(points, shares, radius, width, _FINE)
    best = np.sort(best, axis=1)
    fresh = np.concatenate([np.ones((len(best), 1), dtype=bool), np.diff(best, axis=1) > 0], axis=1)
    most = max(2, int(fresh.sum(axis=1).max(initial=1)))
    order = np.argsort(~fresh, axis=1, kind="stable")[:, :most]
    kept = np.where(np.take_along_axis(fresh, order, axis=1), np.take_along_axis(best, order, axis=1), best[:, :1])
    return np.take_along_axis(points, kept[..., None], axis=1), np.take_along_axis(shares, kept, axis=1)


def hulls(points: Array, shares: Array, radius: Array, width: Array) -> Hulls:
    """Return the hulls of the discs of terrain points (k, n, 2), met at shares (k, n) of the way, in target frames.

    `radius`, `width` (k,): of the target's disc, and half that of a line.
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
    """Common tangents of pairs of discs, (k, t, 2), (k, t), and whether every disc is on their inner side."""
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
