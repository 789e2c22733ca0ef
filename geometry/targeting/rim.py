"""Cells on the rim of the shooter's base, for duels between bases that stand level."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays
from geometry.plane import dot, length, unit_at
from geometry.targeting.cells import Cells
from geometry.targeting.frames import Frame
from geometry.targeting.ragged import join
from geometry.targeting.shadows_2d import Wedges

Array = NDArray[np.float64]
Index = NDArray[np.intp]

_LEAST_ANGLE = 1e-9


def rim_cells(wedges: Wedges, shooter: BaseArrays, frame: Frame, probe: Array | None = None) -> Cells:
    """Return one place in the middle of every arc of the rims between crossings with shadows, for all duels.

    A place that only touches a shadow counts as inside it; arcs under 1e-9 rad are not looked at. `probe` (d, 2): one
    more place per duel, on the board, appended after all others.
    """
    count = len(shooter.z)
    axes = frame.axes(shooter)
    middle = frame.points(np.arange(count), shooter.middle)
    wedges = wedges.take(_touching(wedges, middle, axes))
    angle, owner = _crossings(wedges, middle, axes)
    # The rim is cut open on the far side, so that an uncut rim is sampled where it faces the target.
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
    return Cells(
        count=count,
        duel=duel,
        point=board,
        room=room,
        hit_cell=cell,
        hit_prism=wedges.prism[shadow],
        hit_covers=wedges.covers[shadow],
    )


def facing_angle(axes: Array, middle: Array) -> Array:
    """Parameter angles (d,) at which rims with these axes around these middles face the frames' origins."""
    # The adjugate stands for the inverse: its determinant is positive and does not change the angle.
    x = axes[:, 0, 1] * middle[:, 1] - axes[:, 1, 1] * middle[:, 0]
    y = axes[:, 1, 0] * middle[:, 0] - axes[:, 0, 0] * middle[:, 1]
    return np.asarray(np.arctan2(y, x))


def _touching(wedges: Wedges, middle: Array, axes: Array) -> Index:
    """Rows of the shadows that no half-plane keeps off the whole base."""
    reach = length(wedges.normals @ axes[wedges.duel])
    nearest = dot(wedges.normals, middle[wedges.duel][:, None]) - reach
    return np.asarray(np.nonzero((nearest <= wedges.limits).all(axis=-1) | wedges.everywhere)[0])


def _crossings(wedges: Wedges, middle: Array, axes: Array) -> tuple[Array, Index]:
    """Angles at which borders of shadows cross the rims, and the duels they belong to."""
    turned = wedges.normals @ axes[wedges.duel]
    reach = length(turned)
    rest = wedges.limits - dot(wedges.normals, middle[wedges.duel][:, None])
    row, side = np.nonzero((np.abs(rest) < reach) & ~wedges.everywhere[:, None])
    base = np.arctan2(turned[row, side, 1], turned[row, side, 0])
    swing = np.arccos(rest[row, side] / reach[row, side])
    owner = wedges.duel[row]
    return np.concatenate([base - swing, base + swing]), np.concatenate([owner, owner])
