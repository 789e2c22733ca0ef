"""Whole tables at once: who sees whom, from cover or obscured, and the ground that one operative commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon

from geometry.base import BaseShape
from geometry.discs import Discs
from geometry.prisms import Prisms
from geometry.sight_many import look_many
from geometry.table import Board, Operative
from geometry.targeting.judge import Lines, draw_lines
from geometry.targeting.rules import LineRules
from geometry.terrain import Part

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

_DEFAULT_RULES = LineRules()


@dataclass(frozen=True, slots=True)
class Ground:
    """What each terrain part is to sight and to lines, in the order of `parts`, each (parts,) or (pairs, parts).

    `blocking`: it stops sight. `covering`, `obscuring`: it may give cover, may obscure. Editions fill it from traits
    and states; pairs are ordered pairs of different operatives, row by row.
    """

    parts: tuple[Part, ...]
    blocking: Flags
    covering: Flags
    obscuring: Flags

    @classmethod
    def plain(cls, parts: Sequence[Part]) -> Ground:
        """Return what traits alone say: solid parts block, all but Exposed and Insignificant cover, Heavy obscures."""
        counts = [not (part.has("Exposed") or part.has("Insignificant")) for part in parts]
        return cls(
            tuple(parts),
            np.array([not part.see_through and part.state != "open" for part in parts], dtype=bool),
            np.array(counts, dtype=bool),
            np.array([part.has("Heavy") and own for part, own in zip(parts, counts, strict=True)], dtype=bool),
        )

    def each(self, flags: Flags, pairs: int) -> Flags:
        """Return flags for every pair, (pairs, parts)."""
        return np.broadcast_to(flags, (pairs, len(self.parts)))


@dataclass(frozen=True, slots=True, eq=False)
class PairMap:
    """All ordered pairs of n operatives: row = who looks or shoots, column = at whom, each (n, n).

    `gap`: inches. `clean`, `uncovered`, `unobscured`: the shooter has a point from which the target is neither in cover
    nor obscured; not in cover; not obscured. On the diagonal an operative sees itself.
    """

    ids: tuple[str, ...]
    gap: Array
    visible: Flags
    clean: Flags
    uncovered: Flags
    unobscured: Flags


def who_sees_whom(operatives: Sequence[Operative], ground: Ground, *, rules: LineRules = _DEFAULT_RULES) -> PairMap:
    """Return visibility, cover and obscured for every ordered pair of operatives."""
    count = len(operatives)
    rows, columns = np.nonzero(~np.eye(count, dtype=bool))
    bases = Discs.of([one.base for one in operatives])
    heads = np.array([one.head for one in operatives])
    visible, lines = _looked_at(
        bases.take(rows), heads[rows], bases.take(columns), heads[columns], Prisms.of(ground.parts), ground, rules
    )

    def square(flags: Flags) -> Flags:
        whole = np.ones((count, count), dtype=bool)
        whole[rows, columns] = flags
        return whole

    gap = np.zeros((count, count))
    gap[rows, columns] = lines.gap
    return PairMap(
        tuple(one.id for one in operatives),
        gap,
        square(visible),
        square(lines.clean),
        square(lines.uncovered),
        square(lines.unobscured),
    )


def _looked_at(
    viewers: Discs,
    eyes: Array,
    targets: Discs,
    heads: Array,
    prisms: Prisms,
    ground: Ground,
    rules: LineRules,
) -> tuple[Flags, Lines]:
    """Sight and targeting lines of pairs."""
    pairs = len(eyes)
    visible = look_many(viewers, eyes, targets, heads, prisms, ground.each(ground.blocking, pairs)).visible
    lines = draw_lines(
        prisms,
        viewers,
        targets,
        ground.each(ground.covering, pairs),
        ground.each(ground.obscuring, pairs),
        rules=rules,
        ceilings=np.maximum(viewers.z + eyes, targets.z + heads),
        thorough=False,
    )
    return visible, lines


@dataclass(frozen=True, slots=True, eq=False)
class ThreatMap:
    """The ground on which a base's middle would be visible to one operative, and where it would be shot at cleanly.

    Areas are made of squares of side `resolution`, judged at their middles. `standing`: all places judged, where the
    base can stand.
    """

    visible: MultiPolygon
    clean: MultiPolygon
    standing: MultiPolygon
    resolution: float


def threat_map(
    viewer: Operative,
    ground: Ground,
    target: BaseShape,
    head: float,
    *,
    board: Board | None = None,
    floors: Sequence[Part] = (),
    rules: LineRules = _DEFAULT_RULES,
    resolution: float = 0.5,
) -> ThreatMap:
    """Return where a target with that base and head height would be visible to `viewer`, and shot at cleanly.

    The target stands on the floor, or on the highest of `floors` under its middle; places where its base would be in
    terrain or over the board's edge are left out; an oval lies along x. `ground` must say one thing of each part, not
    one per pair.
    """
    area = board or Board()
    places = _places(target, area, ground, floors, resolution)
    count = len(places)
    if not count:
        return ThreatMap(MultiPolygon(), MultiPolygon(), MultiPolygon(), resolution)
    axes = np.broadcast_to(np.diag([target.long / 2, target.short / 2]), (count, 2, 2))
    radius, is_round = np.full(count, target.long / 2), np.full(count, target.is_round)
    targets = Discs(places[:, :2], axes, radius, places[:, 2], is_round)
    viewers = Discs.of([viewer.base]).take(np.zeros(count, dtype=np.intp))
    seen, lines = _looked_at(
        viewers,
        np.full(count, viewer.head),
        targets,
        np.full(count, head),
        Prisms.of(ground.parts),
        ground,
        rules,
    )
    clean = lines.clean
    half = resolution / 2
    squares = shapely.box(places[:, 0] - half, places[:, 1] - half, places[:, 0] + half, places[:, 1] + half)
    return ThreatMap(_union(squares[seen]), _union(squares[seen & clean]), _union(squares), resolution)


def _places(shape: BaseShape, board: Board, ground: Ground, floors: Sequence[Part], resolution: float) -> Array:
    """Middles (x, y, z) of the squares on which a base can stand, (p, 3)."""
    reach = shape.long / 2
    across = np.arange(resolution / 2, board.width, resolution)
    along = np.arange(resolution / 2, board.depth, resolution)
    grid = np.stack(np.meshgrid(across, along, indexing="ij"), axis=-1).reshape(-1, 2)
    inside = (grid >= reach).all(axis=1) & (grid[:, 0] <= board.width - reach) & (grid[:, 1] <= board.depth - reach)
    grid = grid[inside]
    points = shapely.points(grid)
    height = np.zeros(len(grid))
    for part in floors:
        height = np.where(shapely.intersects(part.polygon, points), np.maximum(height, part.top), height)
    free = np.ones(len(grid), dtype=bool)
    for part in ground.parts:
        inside_heights = (part.bottom <= height) & (height < part.top)
        free &= ~(inside_heights & (shapely.distance(part.polygon, points) < reach))
    return np.column_stack([grid, height])[free]


def _union(squares: NDArray[np.object_]) -> MultiPolygon:
    joined = shapely.union_all(squares) if len(squares) else MultiPolygon()
    return joined if joined.geom_type == "MultiPolygon" else MultiPolygon([joined] if joined.area else [])
