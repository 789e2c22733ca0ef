"""Obscured between bases at different heights: upright faces of terrain, outside both bases' surroundings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays, near_base
from geometry.targeting.obscured_inside import midst_shadows
from geometry.targeting.obscured_tops import deck_shadows
from geometry.targeting.portions import Outline, stretches_beyond
from geometry.targeting.shadows import Shadows
from geometry.targeting.space import STEP, THIN, Meeting, Space, cast, cast_whole, reach_at
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]


def obscured_shadows(space: Space, met: Meeting) -> list[Shadows]:
    """Shadows of the portions of prisms farther than asked from both bases."""
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


def _in_corridor(space: Space, met: Meeting) -> Meeting:
    """Narrow the heights to those at which lines can be over or in the prisms at all."""
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
    return Meeting(met.duel, met.prism, low, high).take(np.nonzero(high - low > THIN)[0])


def _near_bases(space: Space, met: Meeting) -> tuple[Flags, Flags]:
    """Whether the shooters' and the targets' surroundings may reach the prisms, (c,) each; never False wrongly."""
    near = []
    for base, beyond in (
        (space.shooter.take(met.duel), space.rules.obscured_beyond_shooter),
        (space.target.take(met.duel), space.rules.obscured_beyond_target),
    ):
        reach = beyond + EXACT_TOLERANCE
        aside = np.abs(np.clip(base.z, met.low, met.high) - base.z)
        near.append((beyond >= 0) & near_base(space.prisms, met.prism, base, reach) & (aside <= reach))
    return near[0], near[1]


def _faces(space: Space, met: Meeting, by_shooter: Flags, by_target: Flags) -> list[Shadows]:
    """Upright faces, cut into slabs between heights over which the bases' surroundings are bounded straight."""
    rules = space.rules
    shooter, target = space.shooter.take(met.duel), space.target.take(met.duel)
    outline = Outline.of(space.prisms, met.prism)
    surroundings = (
        (shooter, rules.obscured_beyond_shooter, np.sign(target.z - shooter.z)),
        (target, rules.obscured_beyond_target, np.sign(shooter.z - target.z)),
    )
    level = _levels(met, outline, surroundings)
    limits = [reach_at(base, beyond, level) for base, beyond, _ in surroundings]
    start, end = (np.moveaxis(shares, -1, 2) for shares in stretches_beyond(outline, shooter, target, *limits))
    # Between two heights at which nothing is taken away the face is one piece, not parted at the nearest point.
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
    met: Meeting,
    outline: Outline,
    surroundings: tuple[tuple[BaseArrays, float, Array], tuple[BaseArrays, float, Array]],
) -> Array:
    """Heights (c, n, levels), rising, between which every edge's cuts are straight to 1e-3 inches."""
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


def _crossed(space: Space, met: Meeting, outline: Outline, by_shooter: Flags, by_target: Flags) -> Flags:
    """Which edges (c, n) need a shadow of their own.

    A line that meets terrain outside a target's surroundings enters it there, and one that meets it outside a
    shooter's surroundings leaves it there; so where only one of the two reaches the terrain, only the faces that
    lines can enter, or leave, count.
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


def _tip(outline: Outline, base: BaseArrays, reach: float) -> Array:
    """Height over a base at which its surroundings stop reaching each edge, (c, n); zero where they never do."""
    along = outline.end - outline.start
    square = np.maximum(np.einsum("cnk,cnk->cn", along, along), 1e-24)
    share = np.einsum("cnk,cnk->cn", along, base.middle[:, None] - outline.start) / square
    foot = outline.start + np.clip(share, 0, 1)[..., None] * along
    away = np.linalg.norm(foot - base.middle[:, None], axis=-1) - base.radius[:, None]
    rest = reach * reach - np.maximum(away, 0.0) ** 2
    return np.asarray(np.sqrt(np.maximum(rest, 0.0)))
