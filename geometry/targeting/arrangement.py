"""Cells of a whole shooter's base between shadows bounded by lines and arcs, for duels at different heights.

A cell that no shadow of some kind reaches is bounded by stretches of shadow borders and of the rim. So it is enough to
look just outside every shadow border, and on the rim, in the middle between each two neighbouring crossings with other
borders: if such a cell exists, one of these places lies in it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays
from geometry.targeting.borders import BESIDE, Borders, borders, meetings, outer, rim_meetings
from geometry.targeting.cells import Cells
from geometry.targeting.frames import Frame
from geometry.targeting.ragged import join
from geometry.targeting.shadows import Shadows, solid_shadows, touching, undecided

Array = NDArray[np.float64]
Index = NDArray[np.intp]

_LEAST_LENGTH = 1e-9


def plane_cells(
    shadows: Shadows, shooter: BaseArrays, frame: Frame, probe: Array | None = None, *, thorough: bool = True
) -> Cells:
    """Return places that meet every combination of shadows that leaves a cell wider than 1e-6 inches, for all duels.

    A place that only touches a shadow counts as inside it. `probe` (d, 2): one more place per duel, on the board,
    appended after all others. Unless `thorough`, shadows of a kind are left out where one of that kind already covers
    the whole base: then not every prism that hits is named.
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
    cells = Cells(count, duel, board, room, cell, shadows.prism[shadow], shadows.covers[shadow])
    return cells.widest(0 if probe is None else count) if thorough else cells


def _rim_places(
    duel: Index, points: Array, middle: Array, axes: Array, inverse: Array, count: int
) -> tuple[Index, Array, Array]:
    """Middles of the rims' arcs between crossings; an uncut rim gives the place that faces the target."""
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
    """Places just outside the middles of the borders' stretches between crossings."""
    every = np.arange(len(curves.duel))
    owner = np.concatenate([curve, every, every])
    parameter = np.concatenate([curves.parameter(curve, points), np.zeros(len(every)), curves.span])
    rows, start, width = _gaps(owner, parameter, closed=None)
    scale = np.where(curves.straight[rows], 1.0, np.nan_to_num(curves.radius[rows]))
    return curves.duel[rows], curves.place(rows, start + width / 2, BESIDE), width * scale


def _gaps(owner: Index, parameter: Array, *, closed: float | None) -> tuple[Index, Array, Array]:
    """Owner, start and width of the gaps between neighbouring parameters of each owner; `closed`: they wrap round."""
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
