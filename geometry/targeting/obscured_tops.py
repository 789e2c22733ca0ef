"""Obscured between bases at different heights: level faces of terrain, outside both bases' surroundings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays
from geometry.targeting.shadows import Shadows
from geometry.targeting.space import THIN, Meeting, Space, cast
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]

_FAN_STEP = 0.08


def deck_shadows(space: Space, met: Meeting, by_shooter: Flags, by_target: Flags) -> list[Shadows]:
    """Level faces between both heights that lines enter or leave by, less what is near either base at that height.

    As with upright faces, only those that are entered count where only the target's surroundings reach the prism, and
    only those that are left where only the shooter's do: `by_shooter`, `by_target` (c,).
    """
    collected = []
    prisms = space.prisms
    start, goal = space.shooter.z[met.duel], space.target.z[met.duel]
    for height, edge, entered in (
        (prisms.top[met.prism], met.high, start > goal),
        (prisms.bottom[met.prism], met.low, start < goal),
    ):
        wanted = (by_shooter & by_target) | np.where(by_target, entered, ~entered)
        inner = (height > np.minimum(start, goal) + EXACT_TOLERANCE) & (
            height < np.maximum(start, goal) - EXACT_TOLERANCE
        )
        rows = np.nonzero(wanted & inner & (np.abs(edge - height) <= THIN))[0]
        if len(rows):
            collected += _deck(space, met.take(rows), height[rows])
    return collected


def _deck(space: Space, met: Meeting, height: Array) -> list[Shadows]:
    rules = space.rules
    shooter, target = space.shooter.take(met.duel), space.target.take(met.duel)
    between = target.middle - shooter.middle
    length = np.maximum(np.linalg.norm(between, axis=-1), 1e-9)
    unit = between / length[:, None]
    reaches = []
    for base, beyond in ((shooter, rules.obscured_beyond_shooter), (target, rules.obscured_beyond_target)):
        rest = (beyond + EXACT_TOLERANCE) ** 2 - (height - base.z) ** 2
        reaches.append(np.where((beyond >= 0) & (rest > 0), np.sqrt(np.maximum(rest, 0.0)), -1.0))
    corners = space.prisms.corners[met.prism]
    near = shooter.reach(unit[:, None])[:, 0] + np.maximum(reaches[0], 0.0)
    far = target.reach(unit[:, None])[:, 0] + np.maximum(reaches[1], 0.0)
    split = np.einsum("ck,ck->c", unit, shooter.middle) + (length + (near**2 - far**2) / length) / 2
    collected = []
    for base, reach, sign in ((shooter, reaches[0], 1.0), (target, reaches[1], -1.0)):
        half, some = _cut(corners, sign * unit, sign * split)
        rows = np.nonzero(some)[0]
        if not len(rows):
            continue
        own, own_base, own_reach, piece = met.take(rows), base.take(rows), reach[rows], half[rows]
        clear = own_reach < 0
        if clear.any():
            kept = np.nonzero(clear)[0]
            level = np.repeat(height[rows][kept][:, None], piece.shape[1], axis=1)
            collected.append(cast(space, own.take(kept), False, piece[kept], level))
        taken = np.nonzero(~clear)[0]
        if len(taken):
            collected += _fan(
                space, own.take(taken), own_base.take(taken), own_reach[taken], piece[taken], height[rows][taken]
            )
    return collected


def _fan(space: Space, met: Meeting, base: BaseArrays, reach: Array, piece: Array, height: Array) -> list[Shadows]:
    """A level face outside a base's surroundings, as overlapping halves beyond tangents of them."""
    away = piece - base.middle[:, None]
    bearing = np.arctan2(away[..., 1], away[..., 0])
    centre = piece.mean(axis=1) - base.middle
    facing = np.arctan2(centre[:, 1], centre[:, 0])
    turned = (bearing - facing[:, None] + np.pi) % (2 * np.pi) - np.pi
    first, last = turned.min(axis=1), turned.max(axis=1)
    around = _holds(piece, base.middle)
    first, last = np.where(around, -np.pi, first), np.where(around, np.pi, last)
    halves = np.maximum(1, np.ceil((last - first) / _FAN_STEP)).astype(int)
    step = (last - first) / halves
    chosen, pieces = [], []
    for number in range(int(halves.max()) + 1):
        angle = facing + first + number * step
        unit = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        limit = base.reach(unit[:, None])[:, 0] + reach
        limit = limit * (1 + np.cos(step / 2)) / 2 + np.einsum("ck,ck->c", unit, base.middle)
        beyond, some = _cut(piece, -unit, -limit)
        rows = np.nonzero(some & (number <= halves))[0]
        chosen.append(rows)
        pieces.append(beyond[rows])
    every = np.concatenate(chosen)
    if not len(every):
        return []
    points = np.concatenate(pieces)
    return [cast(space, met.take(every), False, points, np.repeat(height[every][:, None], points.shape[1], axis=1))]


def _holds(piece: Array, point: Array) -> Flags:
    """Whether convex outlines (c, n, 2), counter-clockwise, hold points (c, 2)."""
    along = np.roll(piece, -1, axis=1) - piece
    away = point[:, None] - piece
    return np.asarray((along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0] >= -1e-12).all(axis=1))


def _cut(piece: Array, normal: Array, limit: Array) -> tuple[Array, Flags]:
    """Corners (c, 2 n, 2) of what a half-plane normal . p <= limit leaves of convex outlines (c, n, 2), in order."""
    ends = np.roll(piece, -1, axis=1)
    start_over = np.einsum("cnk,ck->cn", piece, normal) - limit[:, None]
    end_over = np.roll(start_over, -1, axis=1)
    divide = np.where(start_over == end_over, 1.0, start_over - end_over)
    crossing = np.clip(start_over / divide, 0.0, 1.0)
    along = ends - piece
    first = np.where(start_over > 0, crossing, 0.0)
    last = np.where(end_over > 0, crossing, 1.0)
    valid = (start_over <= 0) | (end_over <= 0)
    points = np.stack([piece + first[..., None] * along, piece + last[..., None] * along], axis=2)
    points = points.reshape(len(piece), -1, 2)
    there = np.repeat(valid, 2, axis=1)
    latest = np.maximum.accumulate(np.where(there, np.arange(points.shape[1]), -1), axis=1)
    source = np.where(latest >= 0, latest, latest[:, -1:])
    filled = np.take_along_axis(points, np.maximum(source, 0)[..., None], axis=1)
    return filled, np.asarray((start_over < -THIN).any(axis=1))
