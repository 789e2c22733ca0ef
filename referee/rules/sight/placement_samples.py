"""Where a shooter, its target and the terrain between them may really stand, given the camera's error.

Terrain that is off by some shift is the same as both bases being off by the opposite: so one piece of terrain in doubt
needs no other terrain to be drawn.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from geometry.base import Base
from geometry.limits import roots
from geometry.position_errors import Drawn, own_roots
from geometry.table import Operative
from geometry.terrain import Part

Array = NDArray[np.float64]
Pair = tuple[Base, Base]

TRIED_SIGMAS = 5.0
"""How far one cause of error is pushed: four alike that act together are then covered to 2.5 sigmas."""

NOTHING = np.zeros((0, 4))
"""No cause of error at all."""


def _moved(base: Base, shift: Array) -> Base:
    dx, dy, _, turn = shift.tolist()
    return Base(base.shape, base.x + dx, base.y + dy, base.z, base.rotation_deg + turn)


def as_seen_from(piece: Part, base: Base, shift: Array) -> Base:
    """Return a base as it stands to a piece of terrain that is shifted so and turned about its pivot."""
    dx, dy, _, turn = shift.tolist()
    px, py = piece.pivot
    x, y = base.x - px - dx, base.y - py - dy
    cos, sin = math.cos(math.radians(-turn)), math.sin(math.radians(-turn))
    return Base(base.shape, px + x * cos - y * sin, py + x * sin + y * cos, base.z, base.rotation_deg - turn)


def _axes(operative: Operative) -> Array:
    """Return the causes of a placement's errors that bear on lines to its base, one a row, each one sigma long."""
    if operative.placement.exact:
        return NOTHING
    axes = own_roots(operative.placement, None).T
    level = axes[:, [0, 1] if operative.shape.is_round else [0, 1, 3]]
    return np.asarray(axes[np.abs(level).max(axis=1, initial=0.0) > 1e-9])


def pushed_pairs(shooter: Operative, target: Operative) -> list[Pair]:
    """Return both bases with one cause of error at a time pushed by `TRIED_SIGMAS` either way; none when exact."""
    here, there = shooter.base, target.base
    steps = [sign * TRIED_SIGMAS for sign in (1, -1)]
    pairs = [(_moved(here, step * axis), there) for axis in _axes(shooter) for step in steps]
    pairs += [(here, _moved(there, step * axis)) for axis in _axes(target) for step in steps]
    return pairs


def pushed_by(piece: Part, shooter: Operative, target: Operative) -> list[Pair]:
    """Return both bases as they stand to a piece of terrain that is pushed so, one cause at a time, either way."""
    here, there = shooter.base, target.base
    shifts = [sign * TRIED_SIGMAS * axis for axis in roots(piece.covariance).T for sign in (1, -1)]
    return [(as_seen_from(piece, here, by), as_seen_from(piece, there, by)) for by in shifts]


def drawn_pair(found: Drawn, shooter: Operative, target: Operative, piece: Part | None, row: int) -> Pair:
    """Return both bases in one draw, as they stand to the one piece of terrain that is in doubt, if one is."""
    pair = found.base(shooter, row), found.base(target, row)
    if piece is None:
        return pair
    shift = found.pieces[f"terrain {piece.feature}"][row]
    return as_seen_from(piece, pair[0], shift), as_seen_from(piece, pair[1], shift)
