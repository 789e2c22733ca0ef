"""Obscured between different heights: upright faces, level faces, and lines inside terrain."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE
from geometry.base_arrays import BaseArrays, may_reach_base
from geometry.targeting.clipping import EdgeBatch, midlines, stretches_beyond
from geometry.targeting.shadow_hulls import STEP, THIN, DuelBatch, DuelPrisms, Shadows, cast, cast_whole, reach_at

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]


def midst_shadows(space: DuelBatch, met: DuelPrisms) -> list[Shadows]:
    """Return shadows of the middle of prisms near both bases, for lines inside them between the surroundings."""
    if not len(met.duel):
        return []
    normal, level, apart = _dividing_planes(space, met)
    collected = []
    split, joint = np.nonzero(apart)[0], np.nonzero(~apart)[0]
    if len(split):
        collected += _cut_through(space, met.take(split), normal[split], level[split])
    if len(joint):
        collected += _between_overlapping(space, met.take(joint))
    return collected


def _dividing_planes(space: DuelBatch, met: DuelPrisms) -> tuple[Array, Array, Flags]:
    """Return planes normal . (x, y, z) = level between both bases' surroundings, and whether these are apart."""
    shooter, target = space.shooter.take(met.duel), space.target.take(met.duel)
    between = target.middle - shooter.middle
    length = np.maximum(np.linalg.norm(between, axis=-1), 1e-12)
    unit = between / length[:, None]
    aside = length - shooter.reach(unit[:, None])[:, 0] - target.reach(unit[:, None])[:, 0]
    for row in np.nonzero(~(shooter.round & target.round))[0]:
        aside[row], unit[row] = ellipse.best_direction(between[row], (shooter.axes[row], target.axes[row]))
    flat, rise = np.maximum(aside, 0.0), target.z - shooter.z
    span = np.hypot(flat, rise)
    normal = np.concatenate([unit * (flat / span)[:, None], (rise / span)[:, None]], axis=1)
    near = np.einsum("ck,ck->c", normal[:, :2], shooter.middle) + normal[:, 2] * shooter.z
    near += shooter.reach(unit[:, None])[:, 0] * flat / span
    first, second = max(space.rules.obscured_beyond_shooter, 0.0), max(space.rules.obscured_beyond_target, 0.0)
    return normal, near + (span + first - second) / 2, span > first + second


def _cut_through(space: DuelBatch, met: DuelPrisms, normal: Array, level: Array) -> list[Shadows]:
    """Cut prisms with planes: the corners are the plane's crossings with upright edges, and both ends of its slopes."""
    outline = EdgeBatch.of(space.prisms, met.prism)
    corners = outline.start
    slope = np.linalg.norm(normal[:, :2], axis=-1)
    unit = normal[:, :2] / np.maximum(slope, 1e-12)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        height = (level[:, None] - np.einsum("cnk,ck->cn", corners, normal[:, :2])) / normal[:, 2:]
    met_upright = (height >= met.low[:, None]) & (height <= met.high[:, None])
    points, heights, valid = [corners], [np.where(met_upright, height, met.low[:, None])], [met_upright]
    for limit in (met.low, met.high):
        first, last, some = outline.chords(unit, (level - normal[:, 2] * limit) / np.maximum(slope, 1e-12))
        points.append(np.stack([first, last], axis=1))
        heights.append(np.repeat(limit[:, None], 2, axis=1))
        valid.append(np.repeat(some[:, None], 2, axis=1))
    cloud, tall, there = (np.concatenate(each, axis=1) for each in (points, heights, valid))
    rows = np.nonzero(there.any(axis=1))[0]
    if not len(rows):
        return []
    best = np.argmax(there, axis=1)[:, None]
    cloud = np.where(there[..., None], cloud, np.take_along_axis(cloud, best[..., None], axis=1))
    tall = np.where(there, tall, np.take_along_axis(tall, best, axis=1))
    return [cast(space, met.take(rows), False, cloud[rows], tall[rows])]


def _between_overlapping(space: DuelBatch, met: DuelPrisms) -> list[Shadows]:
    """Return the same for overlapping surroundings: slabs of the surface midway, outside both."""
    rules = space.rules
    shooter, target = space.shooter.take(met.duel), space.target.take(met.duel)
    outline = EdgeBatch.of(space.prisms, met.prism)
    surroundings = ((shooter, rules.obscured_beyond_shooter), (target, rules.obscured_beyond_target))
    levels = [met.low[:, None], met.high[:, None]]
    for (base, beyond), sign in zip(surroundings, (1.0, -1.0), strict=True):
        rise = (beyond + EXACT_TOLERANCE) * np.sin(np.linspace(0, np.pi / 2, int(np.ceil(np.pi / 2 / STEP)) + 1))
        levels.append(base.z[:, None] + sign * np.sign(target.z - shooter.z)[:, None] * rise)
    level = np.sort(np.clip(np.concatenate(levels, axis=1), met.low[:, None], met.high[:, None]), axis=1)
    ends = []
    for step in range(level.shape[1]):
        reaches = [reach_at(base, beyond, level[:, step]) for base, beyond in surroundings]
        units, limits = midlines(shooter, target, *(np.maximum(reach, 0.0) for reach in reaches))
        chords = [outline.chords(units[:, line], limits[:, line]) for line in range(limits.shape[1])]
        first, last, some = (np.stack(each, axis=1) for each in zip(*chords, strict=True))
        start, end = stretches_beyond(
            EdgeBatch(first, last),
            shooter,
            target,
            *(np.repeat(reach[:, None], len(chords), axis=1) for reach in reaches),
        )
        end = np.maximum(start, end)
        along = last - first
        long = some[..., None] & ((end - start) * np.linalg.norm(along, axis=-1)[..., None] > EXACT_TOLERANCE)
        ends.append(
            (
                first[:, :, None] + start[..., None] * along[:, :, None],
                first[:, :, None] + end[..., None] * along[:, :, None],
                long,
            )
        )
    chosen, points, heights = [], [], []
    for step in range(level.shape[1] - 1):
        (first, last, long), (first_up, last_up, long_up) = ends[step], ends[step + 1]
        thick = (level[:, step + 1] - level[:, step] > THIN)[:, None, None]
        row, line, stretch = np.nonzero(thick & long & long_up)
        chosen.append(row)
        points.append(np.stack([each[row, line, stretch] for each in (first, last, first_up, last_up)], axis=1))
        heights.append(np.repeat(level[row, step : step + 2], 2, axis=1))
    rows = np.concatenate(chosen)
    if not len(rows):
        return []
    return [cast(space, met.take(rows), False, np.concatenate(points), np.concatenate(heights))]


_FAN_STEP = 0.08


def deck_shadows(space: DuelBatch, met: DuelPrisms, by_shooter: Flags, by_target: Flags) -> list[Shadows]:
    """Return shadows of level faces between both heights, without the portions near either base at that height.

    As with upright faces: if only the target's surroundings reach the prism, only the faces where lines enter count; if
    only the shooter's do, only those where lines leave: `by_shooter`, `by_target` (c,).
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


def _deck(space: DuelBatch, met: DuelPrisms, height: Array) -> list[Shadows]:
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


def _fan(
    space: DuelBatch, met: DuelPrisms, base: BaseArrays, reach: Array, piece: Array, height: Array
) -> list[Shadows]:
    """Cast a level face outside a base's surroundings, as overlapping halves beyond tangents of them."""
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
    """Return whether convex outlines (c, n, 2), counter-clockwise, contain points (c, 2)."""
    along = np.roll(piece, -1, axis=1) - piece
    away = point[:, None] - piece
    return np.asarray((along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0] >= -1e-12).all(axis=1))


def _cut(piece: Array, normal: Array, limit: Array) -> tuple[Array, Flags]:
    """Return the corners (c, 2 n, 2), in order, of convex outlines (c, n, 2) clipped to normal . p <= limit."""
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


def obscured_shadows(space: DuelBatch, met: DuelPrisms) -> list[Shadows]:
    """Return the shadows of the portions of prisms beyond the required distance from both bases."""
    met = _in_corridor(space, met)
    by_shooter, by_target = _near_bases(space, met)
    close = by_shooter | by_target
    far, near = met.take(np.nonzero(~close)[0]), met.take(np.nonzero(close)[0])
    by_shooter, by_target = by_shooter[close], by_target[close]
    collected = []
    if len(far.duel):
        collected.append(cast_whole(space, far, False))
    if len(near.duel):
        collected += _faces(space, near, by_shooter, by_target)
        collected += deck_shadows(space, near, by_shooter, by_target)
        collected += midst_shadows(space, near.take(np.nonzero(by_shooter & by_target)[0]))
    return collected


def _in_corridor(space: DuelBatch, met: DuelPrisms) -> DuelPrisms:
    """Restrict the heights to those at which lines can be over or in the prisms."""
    shooter, target = space.shooter.take(met.duel), space.target.take(met.duel)
    between = target.middle - shooter.middle
    length = np.maximum(np.linalg.norm(between, axis=-1), 1e-9)
    unit = between / length[:, None]
    ahead = np.einsum("cnk,ck->cn", space.prisms.corners[met.prism] - shooter.middle[:, None], unit)
    margin = space.rules.half_width
    apart = length > shooter.radius + target.radius + EXACT_TOLERANCE
    divide = np.where(apart, length, 1.0)
    first = (ahead.min(axis=-1) - margin - shooter.radius) / (divide + target.radius - shooter.radius)
    last = (ahead.max(axis=-1) + margin + shooter.radius) / (divide - target.radius + shooter.radius)
    first, last = np.where(apart, np.clip(first, 0, 1), 0.0), np.where(apart, np.clip(last, 0, 1), 1.0)
    rise = target.z - shooter.z
    one, other = shooter.z + first * rise, shooter.z + last * rise
    low, high = np.maximum(met.low, np.minimum(one, other)), np.minimum(met.high, np.maximum(one, other))
    return DuelPrisms(met.duel, met.prism, low, high).take(np.nonzero(high - low > THIN)[0])


def _near_bases(space: DuelBatch, met: DuelPrisms) -> tuple[Flags, Flags]:
    """Return whether the shooters' and the targets' surroundings may reach the prisms, (c,) each; conservative."""
    near = []
    for base, beyond in (
        (space.shooter.take(met.duel), space.rules.obscured_beyond_shooter),
        (space.target.take(met.duel), space.rules.obscured_beyond_target),
    ):
        reach = beyond + EXACT_TOLERANCE
        aside = np.abs(np.clip(base.z, met.low, met.high) - base.z)
        near.append((beyond >= 0) & may_reach_base(space.prisms, met.prism, base, reach) & (aside <= reach))
    return near[0], near[1]


def _faces(space: DuelBatch, met: DuelPrisms, by_shooter: Flags, by_target: Flags) -> list[Shadows]:
    """Cast upright faces, cut into slabs between heights over which the surroundings' borders are nearly straight."""
    rules = space.rules
    shooter, target = space.shooter.take(met.duel), space.target.take(met.duel)
    outline = EdgeBatch.of(space.prisms, met.prism)
    surroundings = (
        (shooter, rules.obscured_beyond_shooter, np.sign(target.z - shooter.z)),
        (target, rules.obscured_beyond_target, np.sign(shooter.z - target.z)),
    )
    level = _levels(met, outline, surroundings)
    limits = [reach_at(base, beyond, level) for base, beyond, _ in surroundings]
    start, end = (np.moveaxis(shares, -1, 2) for shares in stretches_beyond(outline, shooter, target, *limits))
    # Between two heights at which nothing is removed, the face is one piece and is not split at the nearest point.
    uncut = (end - start).clip(min=0).sum(axis=2) >= 1 - 1e-12
    plain = (uncut[..., 1:] & uncut[..., :-1])[:, :, None]
    length = np.linalg.norm(outline.end - outline.start, axis=-1)[..., None, None]
    long = np.maximum(end - start, 0.0) * length > EXACT_TOLERANCE
    some = np.where(plain, np.arange(3)[:, None] == 0, long[..., 1:] | long[..., :-1])
    thick = (level[..., 1:] - level[..., :-1] > THIN)[:, :, None]
    crossed = _crossed(space, met, outline, by_shooter, by_target)[:, :, None, None]
    row, edge, stretch, slab = np.nonzero(thick & some & crossed & (length > EXACT_TOLERANCE))
    if not len(row):
        return []
    end = np.maximum(start, end)
    origin, along = outline.start[row, edge], (outline.end - outline.start)[row, edge]
    one_piece = plain[row, edge, 0, slab]
    points, heights = [], []
    for at in (slab, slab + 1):
        for share, limit in ((start[row, edge, stretch, at], 0.0), (end[row, edge, stretch, at], 1.0)):
            points.append(origin + np.where(one_piece, limit, share)[:, None] * along)
            heights.append(level[row, edge, at])
    return [cast(space, met.take(row), False, np.stack(points, axis=1), np.stack(heights, axis=1))]


def _levels(
    met: DuelPrisms,
    outline: EdgeBatch,
    surroundings: tuple[tuple[BaseArrays, float, Array], tuple[BaseArrays, float, Array]],
) -> Array:
    """Return heights (c, n, levels), rising, between which every edge's cuts are straight to 1e-3 inches."""
    count, sides = outline.start.shape[:2]
    shape = (count, sides, 1)
    levels = [np.broadcast_to(limit[:, None, None], shape) for limit in (met.low, met.high)]
    for base, beyond, sign in surroundings:
        if beyond < 0:
            continue
        reach = beyond + EXACT_TOLERANCE
        rise = reach * np.sin(np.linspace(0, np.pi / 2, int(np.ceil(np.pi / 2 / STEP)) + 1))
        rise = np.minimum(rise, _tip(outline, base, reach)[..., None])
        levels.append(base.z[:, None, None] + sign[:, None, None] * rise)
    level = np.concatenate(levels, axis=-1)
    level = np.sort(np.clip(level, met.low[:, None, None], met.high[:, None, None]), axis=-1)
    used = np.nonzero((np.diff(level, axis=-1) > THIN).any(axis=(0, 1)))[0]
    return np.asarray(level[..., np.append(used, level.shape[-1] - 1)])


def _crossed(space: DuelBatch, met: DuelPrisms, outline: EdgeBatch, by_shooter: Flags, by_target: Flags) -> Flags:
    """Return which edges (c, n) need a separate shadow.

    A line that meets terrain outside a target's surroundings enters it there, and one that meets it outside a shooter's
    surroundings leaves it there. So if only one of the two reaches the terrain, only the faces that lines can enter, or
    leave, count.
    """
    shooter, target = space.shooter.take(met.duel), space.target.take(met.duel)
    along = outline.end - outline.start
    length = np.maximum(np.linalg.norm(along, axis=-1), 1e-12)
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1) / length[..., None]
    towards = np.einsum("cnk,ck->cn", normal, target.middle - shooter.middle)
    spread = (shooter.radius + target.radius)[:, None]
    both = (by_shooter & by_target)[:, None]
    left, entered = towards > -spread, towards < spread
    return np.asarray(both | np.where(by_shooter[:, None], left, entered))


def _tip(outline: EdgeBatch, base: BaseArrays, reach: float) -> Array:
    """Return the height above a base up to which its surroundings reach each edge, (c, n); zero if they never do."""
    along = outline.end - outline.start
    square = np.maximum(np.einsum("cnk,cnk->cn", along, along), 1e-24)
    share = np.einsum("cnk,cnk->cn", along, base.middle[:, None] - outline.start) / square
    foot = outline.start + np.clip(share, 0, 1)[..., None] * along
    away = np.linalg.norm(foot - base.middle[:, None], axis=-1) - base.radius[:, None]
    rest = reach * reach - np.maximum(away, 0.0) ** 2
    return np.asarray(np.sqrt(np.maximum(rest, 0.0)))
