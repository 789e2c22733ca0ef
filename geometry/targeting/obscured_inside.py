"""Obscured between bases at different heights: lines inside terrain all the way between both surroundings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry import ellipse
from geometry.targeting.portions import Outline, stretches_beyond
from geometry.targeting.separating_lines import midlines
from geometry.targeting.shadows import Shadows
from geometry.targeting.space import STEP, THIN, Meeting, Space, cast, reach_at
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]


def midst_shadows(space: Space, met: Meeting) -> list[Shadows]:
    """The midst of prisms near both bases, for lines inside them all the way between the bases' surroundings."""
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


def _dividing_planes(space: Space, met: Meeting) -> tuple[Array, Array, Flags]:
    """Planes normal . (x, y, z) = level between both bases' surroundings, and whether these are apart."""
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


def _cut_through(space: Space, met: Meeting, normal: Array, level: Array) -> list[Shadows]:
    """Where planes cut prisms: their corners are where the plane meets upright edges, and both ends of its slopes."""
    outline = Outline.of(space.prisms, met.prism)
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


def _between_overlapping(space: Space, met: Meeting) -> list[Shadows]:
    """The same where the surroundings overlap: slabs of the surface midway, outside both."""
    rules = space.rules
    shooter, target = space.shooter.take(met.duel), space.target.take(met.duel)
    outline = Outline.of(space.prisms, met.prism)
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
            Outline(first, last),
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
