"""Duels between bases of equal height: shadow wedges and the cells on the shooter's rim.

The shooter's player picks one point p of the base; lines run to every facing part of the target's base B. So terrain T
is crossed exactly if hull({p}, B) meets T. For convex T these points p are T + cone(T - B): the area beyond T between
the two tangents that separate T from B. Lines of half width w grow T by w.

Moving p towards any point of B shrinks hull({p}, B). So if some point of the shooter's base is clear of some terrain, a
point of its rim is also clear: it is enough to examine the rim, on which each shadow is bounded by at most two lines.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.base import EXACT_TOLERANCE
from geometry.base_arrays import BaseArrays, dot, may_reach_base, may_reach_corridor, next_vertex, norm, unit_at
from geometry.targeting.arrangement import CellSamples, join
from geometry.targeting.clipping import (
    EdgeBatch,
    TargetFrame,
    grow,
    holds_middle,
    midlines,
    points_within,
    stretches_beyond,
)
from geometry.targeting.line_rules import LineRules
from geometry.terrain import Prisms

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Wedges:
    """Shadows as intersections of half-planes normal . p <= limit in the frames of their duels.

    `duel`, `prism` (k,): the duel and the prism; `covers` (k,): True for cover, False for obscured. `normals` (k, s,
    2), `limits` (k, s): first the two tangents, then the sides of the terrain that face the target (other sides have an
    infinite limit). `everywhere` (k,): the target's base is inside the terrain.
    """

    duel: Index
    prism: Index
    covers: Flags
    normals: Array
    limits: Array
    everywhere: Flags

    def hold(self, rows: Index, points: Array) -> Flags:
        """Return whether wedges `rows` (c,) contain points (c, 2), (c,)."""
        inside = (np.einsum("csk,ck->cs", self.normals[rows], points) <= self.limits[rows]).all(axis=-1)
        return np.asarray(inside | self.everywhere[rows])

    def take(self, rows: Index) -> Wedges:
        """Return the wedges of these rows."""
        return Wedges(
            self.duel[rows],
            self.prism[rows],
            self.covers[rows],
            self.normals[rows],
            self.limits[rows],
            self.everywhere[rows],
        )


def level_wedges(
    prisms: Prisms,
    shooter: BaseArrays,
    target: BaseArrays,
    frame: TargetFrame,
    covering: Flags,
    obscuring: Flags,
    rules: LineRules,
) -> Wedges:
    """Return the shadows for duels (d) between bases of equal height.

    `covering`, `obscuring` (d, prisms): which prisms may give cover, and which may obscure; the caller has removed
    those outside the heights that count.
    """
    wanted = (covering | obscuring) & may_reach_corridor(prisms, shooter, target, rules.half_width)
    duel, prism = np.nonzero(wanted)
    covers, obscures = covering[duel, prism], obscuring[duel, prism]
    by_target = target.take(duel)
    collected = []
    rows = np.nonzero(covers & may_reach_base(prisms, prism, by_target, rules.cover_reach + EXACT_TOLERANCE))[0]
    if len(rows):
        collected.append(_cover(prisms, duel[rows], prism[rows], by_target.take(rows), rules))
    by_shooter = by_goal = np.zeros(len(duel), dtype=bool)
    if rules.obscured_beyond_shooter >= 0:
        by_shooter = may_reach_base(prisms, prism, shooter.take(duel), rules.obscured_beyond_shooter + EXACT_TOLERANCE)
    if rules.obscured_beyond_target >= 0:
        by_goal = may_reach_base(prisms, prism, by_target, rules.obscured_beyond_target + EXACT_TOLERANCE)
    close = by_shooter | by_goal
    rows = np.nonzero(obscures & ~close)[0]
    if len(rows):
        collected.append(_solid(prisms, duel[rows], prism[rows], False, prisms.corners[prism[rows]]))
    rows = np.nonzero(obscures & close)[0]
    if len(rows):
        both = bool((by_shooter & by_goal)[rows].any())
        collected.append(_stretches(prisms, duel[rows], prism[rows], shooter, target, rules, midst=both))
    return _wedges(_joined(collected), frame, rules)


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """Portions of prisms (k) that cast shadows, on the board: `points` (k, n, 2) around them, padded by repeating.

    `normals` (k, s, 2), `offsets` (k, s): their sides, outwards. `solid` (k,): the sides of a whole prism; otherwise
    those of a stretch of an edge, which has no interior.
    """

    duel: Index
    prism: Index
    covers: Flags
    points: Array
    normals: Array
    offsets: Array
    solid: Flags


def _solid(prisms: Prisms, duel: Index, prism: Index, covers: bool, points: Array) -> _Pieces:
    flags = np.full(len(duel), covers)
    return _Pieces(duel, prism, flags, points, prisms.normals[prism], prisms.offsets[prism], np.ones_like(flags))


def _cover(prisms: Prisms, duel: Index, prism: Index, target: BaseArrays, rules: LineRules) -> _Pieces:
    if not np.isfinite(rules.cover_reach):
        return _solid(prisms, duel, prism, True, prisms.corners[prism])
    outline = EdgeBatch.of(prisms, prism)
    points, _, some = points_within(outline, target, np.full((len(duel), 1), rules.cover_reach + EXACT_TOLERANCE))
    some |= holds_middle(prisms, prism, target)
    return _solid(prisms, duel[some], prism[some], True, points[some])


def _stretches(
    prisms: Prisms, duel: Index, prism: Index, shooter: BaseArrays, target: BaseArrays, rules: LineRules, *, midst: bool
) -> _Pieces:
    """Return obscuring pieces near a base: every edge stretch outside both surroundings casts a separate shadow.

    `midst`: some of the terrain is near both bases, so lines may be inside it all the way in between.
    """
    shooter, target = shooter.take(duel), target.take(duel)
    outline = EdgeBatch.of(prisms, prism)
    if midst:
        outline = _with_middle(outline, shooter, target, rules)
    shape = outline.start.shape[:2]
    starts, ends = stretches_beyond(
        outline,
        shooter,
        target,
        np.full(shape, rules.obscured_beyond_shooter + EXACT_TOLERANCE),
        np.full(shape, rules.obscured_beyond_target + EXACT_TOLERANCE),
    )
    along = outline.end - outline.start
    span = norm(along)
    row, edge, stretch = np.nonzero((ends - starts) * span[..., None] > EXACT_TOLERANCE)
    origin, along, span = outline.start[row, edge], along[row, edge], span[row, edge]
    points = np.empty((len(row), 2, 2))
    points[:, 0] = origin + starts[row, edge, stretch][:, None] * along
    points[:, 1] = origin + ends[row, edge, stretch][:, None] * along
    normals, offsets = np.empty((len(row), 2, 2)), np.empty((len(row), 2))
    normals[:, 0, 0], normals[:, 0, 1] = along[:, 1] / span, -along[:, 0] / span
    offsets[:, 0] = dot(normals[:, 0], origin)
    normals[:, 1], offsets[:, 1] = -normals[:, 0], -offsets[:, 0]
    flags = np.zeros(len(row), dtype=bool)
    return _Pieces(duel[row], prism[row], flags, points, normals, offsets, flags)


def _with_middle(outline: EdgeBatch, shooter: BaseArrays, target: BaseArrays, rules: LineRules) -> EdgeBatch:
    """Add the chord through each outline midway between both bases' surroundings.

    A line that is inside terrain all the way from one base's surroundings to the other's meets no edge in between, but
    it crosses that chord.
    """
    count = len(shooter.z)
    near = np.full(count, max(rules.obscured_beyond_shooter, 0.0))
    far = np.full(count, max(rules.obscured_beyond_target, 0.0))
    units, levels = midlines(shooter, target, near, far)
    ends = [outline.chords(units[:, line], levels[:, line])[:2] for line in range(levels.shape[1])]
    return EdgeBatch(
        np.concatenate([outline.start, *(first[:, None] for first, _ in ends)], axis=1),
        np.concatenate([outline.end, *(last[:, None] for _, last in ends)], axis=1),
    )


def _joined(collected: list[_Pieces]) -> _Pieces:
    """Join several sets of pieces, with points and sides padded by repeating the last."""
    if not collected:
        none, flags = np.zeros(0, dtype=np.intp), np.zeros(0, dtype=bool)
        return _Pieces(none, none, flags, np.zeros((0, 1, 2)), np.zeros((0, 1, 2)), np.zeros((0, 1)), flags)
    corners = max(one.points.shape[1] for one in collected)
    sides = max(one.offsets.shape[1] for one in collected)
    wide = [np.minimum(np.arange(corners), one.points.shape[1] - 1) for one in collected]
    deep = [np.minimum(np.arange(sides), one.offsets.shape[1] - 1) for one in collected]
    return _Pieces(
        np.concatenate([one.duel for one in collected]),
        np.concatenate([one.prism for one in collected]),
        np.concatenate([one.covers for one in collected]),
        np.concatenate([one.points[:, slots] for one, slots in zip(collected, wide, strict=True)]),
        np.concatenate([one.normals[:, slots] for one, slots in zip(collected, deep, strict=True)]),
        np.concatenate([one.offsets[:, slots] for one, slots in zip(collected, deep, strict=True)]),
        np.concatenate([one.solid for one in collected]),
    )


def _wedges(pieces: _Pieces, frame: TargetFrame, rules: LineRules) -> Wedges:
    """Return the tangents of the pieces, and those of their sides that face the target."""
    duel, points, normals, offsets = pieces.duel, pieces.points, pieces.normals, pieces.offsets
    offsets = offsets - dot(normals, frame.origin[duel][:, None])
    if frame.oval:
        points, offsets = grow(points, rules.half_width), offsets + rules.half_width
        # p = inverse^-1 q: a side normal . p <= offset becomes (inverse^-T normal) . q <= offset.
        normals = np.einsum("cij,csi->csj", np.linalg.inv(frame.inverse[duel]), normals)
        size = norm(normals)
        normals, offsets = normals / size[..., None], offsets / size
    points = frame.points(duel, points)
    width = frame.width[duel]
    radius, everywhere = _aimed_at(points, offsets, pieces.solid, frame.radius[duel], width)
    angle = np.arctan2(points[..., 1], points[..., 0])
    angle = angle[:, :1] + (angle - angle[:, :1] + np.pi) % (2 * np.pi) - np.pi
    lean = np.arccos(np.maximum(-(radius + width)[:, None] / np.maximum(norm(points), 1e-12), -1.0))
    turn = np.empty((len(duel), 2))
    (angle + lean).max(axis=-1, out=turn[:, 0])
    (angle - lean).min(axis=-1, out=turn[:, 1])
    grown = offsets + width[:, None]
    limits = np.empty((len(duel), offsets.shape[1] + 2))
    limits[:, :2] = -radius[:, None]
    limits[:, 2:] = np.where(grown <= -radius[:, None], grown, np.inf)
    return Wedges(
        duel=duel,
        prism=pieces.prism,
        covers=pieces.covers,
        normals=np.concatenate([unit_at(turn), normals], axis=1),
        limits=limits,
        everywhere=everywhere,
    )


def _aimed_at(points: Array, offsets: Array, solid: Flags, radius: Array, width: Array) -> tuple[Array, Flags]:
    """Return the radius of the disc that lines aim at, and whether it is empty as terrain contains its centre.

    It is the base's radius, reduced so that terrain that touches the base from behind or from the side, or overlaps it
    through a measuring error, is not crossed by lines that end on the base's facing part.
    """
    inside = solid & (offsets >= 0).all(axis=-1)
    along = next_vertex(points) - points
    share = np.clip(-dot(points, along) / np.maximum(dot(along, along), 1e-24), 0.0, 1.0)
    distance = np.where(inside, 0.0, norm(points + share[..., None] * along).min(axis=-1, initial=np.inf))
    aimed = np.minimum(radius, distance - width - EXACT_TOLERANCE)
    return np.maximum(aimed, 0.0), np.asarray(distance <= width)


_LEAST_ANGLE = 1e-9


def rim_cells(wedges: Wedges, shooter: BaseArrays, frame: TargetFrame, probe: Array | None = None) -> CellSamples:
    """Return one point in the middle of every arc of the rims between crossings with shadows, for all duels.

    A point that only touches a shadow counts as inside it; arcs under 1e-9 rad are skipped. `probe` (d, 2): one
    additional point per duel, on the board, appended after all others.
    """
    count = len(shooter.z)
    axes = frame.axes(shooter)
    middle = frame.points(np.arange(count), shooter.middle)
    wedges = wedges.take(_touching(wedges, middle, axes))
    angle, owner = _crossings(wedges, middle, axes)
    # The rim is cut open on the far side, so an uncrossed rim is sampled at the point that faces the target.
    opening = facing_angle(axes, middle)
    owner = np.concatenate([owner, np.arange(count)])
    angle = np.concatenate([angle, opening + np.pi])
    angle = (angle - opening[owner] + np.pi) % (2 * np.pi)
    order = np.lexsort((angle, owner))
    owner, angle = owner[order], angle[order]
    first = np.searchsorted(owner, np.arange(count))
    width = np.empty_like(angle)
    width[:-1] = angle[1:] - angle[:-1]
    last = np.append(first[1:], len(owner)) - 1
    width[last] = angle[first] + 2 * np.pi - angle[last]
    kept = width > _LEAST_ANGLE
    duel, turn, width = owner[kept], (angle + width / 2)[kept] - np.pi, width[kept]
    turn = turn + opening[duel]
    unit = unit_at(turn)
    place = middle[duel] + np.einsum("tij,tj->ti", axes[duel], unit)
    board = shooter.middle[duel] + np.einsum("tij,tj->ti", shooter.axes[duel], unit)
    room = width * shooter.radius[duel]
    if probe is not None:
        every = np.arange(count)
        duel, room = np.concatenate([duel, every]), np.concatenate([room, np.zeros(count)])
        place = np.concatenate([place, frame.points(every, probe)])
        board = np.concatenate([board, probe])
    cell, shadow = join(duel, wedges.duel, count)
    held = wedges.hold(shadow, place[cell])
    cell, shadow = cell[held], shadow[held]
    return CellSamples(
        count=count,
        duel=duel,
        point=board,
        room=room,
        hit_cell=cell,
        hit_prism=wedges.prism[shadow],
        hit_covers=wedges.covers[shadow],
    )


def facing_angle(axes: Array, middle: Array) -> Array:
    """Return the parameter angles (d,) at which rims with these axes and centres face the frames' origins."""
    # The adjugate replaces the inverse: the determinant is positive and does not change the angle.
    x = axes[:, 0, 1] * middle[:, 1] - axes[:, 1, 1] * middle[:, 0]
    y = axes[:, 1, 0] * middle[:, 0] - axes[:, 0, 0] * middle[:, 1]
    return np.asarray(np.arctan2(y, x))


def _touching(wedges: Wedges, middle: Array, axes: Array) -> Index:
    """Return the rows of the shadows that no half-plane separates from the whole base."""
    reach = norm(wedges.normals @ axes[wedges.duel])
    nearest = dot(wedges.normals, middle[wedges.duel][:, None]) - reach
    return np.asarray(np.nonzero((nearest <= wedges.limits).all(axis=-1) | wedges.everywhere)[0])


def _crossings(wedges: Wedges, middle: Array, axes: Array) -> tuple[Array, Index]:
    """Return the angles at which borders of shadows cross the rims, and their duels."""
    turned = wedges.normals @ axes[wedges.duel]
    reach = norm(turned)
    rest = wedges.limits - dot(wedges.normals, middle[wedges.duel][:, None])
    row, side = np.nonzero((np.abs(rest) < reach) & ~wedges.everywhere[:, None])
    base = np.arctan2(turned[row, side, 1], turned[row, side, 0])
    swing = np.arccos(rest[row, side] / reach[row, side])
    owner = wedges.duel[row]
    return np.concatenate([base - swing, base + swing]), np.concatenate([owner, owner])
