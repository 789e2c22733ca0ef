"""Walls up to the ceiling: distances and moves around them, and lines that cross none."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Generic, TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base, BaseShape
from geometry.limits import Limit
from geometry.measure import gap, gap_to_part
from geometry.paths.passages import HATCH_LEAF_ROLE
from geometry.position_errors import Thing, measured_limit
from geometry.table import Operative
from geometry.terrain import Part
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.visibility.path_around_walls import LockedPreparedGeometry, WallObstacles
from messages.message import Message
from referee.rules.judgement import Move, MoveJudgement, TriggerSetOff
from referee.rules.moves.interactions import HATCH_REACH, reach_limit
from referee.rules.moves.movement import TableMovement
from referee.rules.moves.path_search import Search
from referee.rules.ports.edition import Edition, Pricing
from referee.rules.ports.killzone import Spacing, at_most_around
from referee.rules.position import Position
from referee.rules.ruling import Finding, RuleId, Ruling
from referee.rules.sight.control_range import EngagementOverlay
from referee.rules.terrain_traits import is_open

CEILING = 100.0
RULE: RuleId = "K21-04"
POINT = BaseShape(1e-9, 1e-9)
BY_ROLE = {
    "pipes": frozenset({"Insignificant"}),
    "broken pipes": frozenset({"Light", "Traversable"}),
    "ancient apparatus": frozenset({"Heavy", "Traversable"}),
    "wall": frozenset({"Heavy", "Wall"}),
    HATCH_LEAF_ROLE: frozenset({"Heavy", "Wall"}),
}
"""Traits of terrain in these killzones by role (rules K21-04, K21-06); "hatch" is the leaf of an open hatchway."""

_KEPT = 8


def with_walls(position: Position) -> Position:
    """Return the position with the traits that roles have here, and walls extended to the ceiling."""
    return replace(position, table=replace(position.table, terrain=_terrain(position.table.terrain)))


@lru_cache(maxsize=_KEPT)
def _terrain(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    hatchways = frozenset(part.feature for part in parts if part.role == "access_point")
    return tuple(_built(_as_leaf(part) if _is_leaf(part, hatchways) else part) for part in parts)


def _is_leaf(part: Part, hatchways: frozenset[str]) -> bool:
    """Return whether a part is the leaf of an open hatchway: by role, by its hatchway's feature, or by its trait.

    An open hatch has the trait Wall alone (000:405); walls are Heavy as well.
    """
    if part.role == HATCH_LEAF_ROLE:
        return True
    if part.role is None and part.feature in hatchways:
        return True
    return part.role in (None, "door") and part.has("Wall") and not part.has("Heavy")


def _as_leaf(part: Part) -> Part:
    return replace(
        part, role=HATCH_LEAF_ROLE, state=None, traits=part.traits - {"Accessible", "Exposed", "Insignificant"}
    )


def _built(part: Part) -> Part:
    traits = part.traits | BY_ROLE.get(part.role or "", frozenset())
    if part.role == "pipes":
        traits -= {"Light", "Traversable"}
    if part.role == "access_point":
        traits |= {"Accessible"} if is_open(part) else {"Heavy", "Wall"}
    high = "Wall" in traits and not is_open(part)
    return replace(part, traits=traits, top=CEILING if high else part.top)


def walls(position: Position) -> tuple[Part, ...]:
    """Return the walls of a position from `with_walls`; an open hatchway is not a wall, its hatch is."""
    return tuple(part for part in position.table.terrain if part.has("Wall") and not is_open(part))


def wall_obstacles(position: Position) -> WallObstacles | None:
    """Return the walls of a position, built or not, as obstacles of straight paths; None if there are none."""
    return _standing(position.table.terrain)


@lru_cache(maxsize=_KEPT)
def _standing(parts: tuple[Part, ...]) -> WallObstacles | None:
    found = [part for part in _terrain(parts) if part.has("Wall") and not is_open(part)]
    return WallObstacles(found) if found else None


@lru_cache(maxsize=4 * _KEPT)
def _all_but(parts: tuple[Part, ...], name: str) -> WallObstacles | None:
    return _standing(tuple(part for part in parts if part.id != name))


@dataclass(frozen=True, slots=True)
class AroundWalls:
    """Shortest distances around walls, seen from above; heights count as elsewhere."""

    def gap(self, position: Position, a: Base, b: Base) -> float:
        """Return the distance between two bases, inches; infinite if walls separate them completely."""
        straight = gap(a, b)
        block = wall_obstacles(position)
        if block is None:
            return straight
        around = block.path(a, b).length
        return straight if around <= straight else math.hypot(around, a.z - b.z)

    def gap_to_part(self, position: Position, base: Base, part: Part) -> float:
        """Return the distance between a base and a part of terrain, inches, around all other walls."""
        straight = gap_to_part(base, part)
        block = _all_but(position.table.terrain, part.id)
        if block is None or straight <= 0:
            return straight
        near = shapely.get_coordinates(shapely.shortest_line(part.polygon, shapely.points(base.x, base.y)))[0]
        spots = [near, *shapely.get_coordinates(part.polygon.exterior)]
        return max(straight, min(block.path(base, Base(POINT, float(x), float(y), base.z)).length for x, y in spots))

    def reach_limit(self, position: Position, a: Thing, b: Thing, reach: float) -> Limit:
        """Return the limit of the distance around walls, by differences, because such paths have kinks."""
        common = position.table.common
        return measured_limit((a, b), (), common, lambda bases, _: reach - self.gap(position, *bases))

    def barred(self, position: Position, a: Base, b: Base, reach: float) -> bool:
        """Return whether two bases within `reach` inches in a straight line are farther apart around the walls."""
        straight = gap(a, b)
        return straight <= reach + EXACT_TOLERANCE and self.gap(position, a, b) > reach + EXACT_TOLERANCE

    def also(self, position: Position, a: Base, b: Base, reach: float) -> tuple[Finding, ...]:
        """Return the finding that the path around the walls is within reach, if the straight one is blocked."""
        straight = gap(a, b)
        if straight > reach + EXACT_TOLERANCE:
            return ()
        return at_most_around(RULE, straight, self.gap(position, a, b), reach)


AROUND_WALLS = AroundWalls()


def hatch_in_reach(position: Position, operative: Operative, hatch: Part) -> Limit:
    """Return the limit that an operative is within an inch of an access point, around all walls (rule K21-02)."""
    return reach_limit(
        position, operative, hatch, HATCH_REACH, lambda base, part: AROUND_WALLS.gap_to_part(position, base, part)
    )


@dataclass(frozen=True, slots=True)
class MovementBetweenWalls:
    """Movement port with walls up to the ceiling."""

    inner: TableMovement

    @property
    def pricing(self) -> Pricing:
        """The price list."""
        return self.inner.pricing

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the moves."""
        return self.inner.names

    @property
    def climb_goes_on(self) -> str | None:
        """The move that may finish a climb begun by another."""
        return self.inner.climb_goes_on

    def may_climb(self, action: str, height: float = 0.0) -> bool:
        """Return whether that move may climb this height at once, inches."""
        return self.inner.may_climb(action, height)

    def ends_by_an_enemy(self, action: str) -> bool:
        """Return whether that move must end within range of an enemy."""
        return self.inner.ends_by_an_enemy(action)

    def allowance(self, edition: Edition, position: Position, mover: str, action: str) -> float:
        """Return the operative's allowance for the action, inches."""
        return self.inner.allowance(edition, position, mover, action)

    def with_move(
        self, name: str, like: str, rule: RuleId, *, extra: float, fixed: float | None
    ) -> MovementBetweenWalls:
        """Return the port with one more move: like another, with an `extra` distance or a `fixed` one."""
        return replace(self, inner=self.inner.with_move(name, like, rule, extra=extra, fixed=fixed))

    def trigger_set_off(self, edition: Edition, position: Position) -> TriggerSetOff | None:
        """Return a marker that goes off in this position, or may (J24-07); None without one."""
        return self.inner.trigger_set_off(edition, position)

    def search(self, edition: Edition, position: Position, mover: str, action: str) -> Search:
        """Return the search for that move: its reachable area, and the cheapest path to a position."""
        return self.inner.search(edition, with_walls(position), mover, action)

    def judge(self, edition: Edition, position: Position, move: Move) -> MoveJudgement:
        """Return price and legality of a move (rules K21-04, K21-05)."""
        return self.inner.judge(edition, with_walls(position), move)


@dataclass(frozen=True, slots=True)
class EngagementBetweenWalls(EngagementOverlay):
    """Engagement range with walls that block visibility up to the ceiling, and distances around them."""

    spacing: Spacing

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether the two operatives are within engagement range of each other."""
        straight = self.inner.engaged(with_walls(position), a, b)
        if not straight.holds:
            return straight
        one, other = position.table.operative(a).base, position.table.operative(b).base
        more = self.spacing.also(position, one, other, CONTROL_RANGE)
        return with_findings(straight, more) if more else straight

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return the parts that block visibility within engagement range, including walls up to the ceiling."""
        return self.inner.sight_blockers(with_walls(position))


def with_findings(ruling: Ruling, more: Sequence[Finding], notes: tuple[Message, ...] = ()) -> Ruling:
    """Return a ruling extended by these findings."""
    p_yes = min((ruling.p_yes, *(finding.p_yes for finding in more)))
    return Ruling(ruling.claim, (*ruling.findings, *more), p_yes, (*ruling.notes, *notes))


Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Point = tuple[float, float]
Place = TypeVar("Place")

SKIN = 1e-7
RIM_SAMPLES, ACROSS = 72, 16
_AROUND = np.linspace(0, 2 * math.pi, RIM_SAMPLES, endpoint=False)
_ACROSS = np.linspace(0, 2 * math.pi, ACROSS, endpoint=False)


class Sightlines(Generic[Place]):
    """Walls between two bases, and the lines from points of one base to the other that are clear of them.

    A line that touches a wall is clear: walls are shrunk by `SKIN` inches all around. Lines along a wall's corner pass
    it at the same distance outside, so that rounding does not matter.
    """

    def __init__(self, solid: Sequence[Part], target: Base) -> None:
        self._known: tuple[Place, ...] | None = None
        self._clear: dict[Point, bool] = {}
        outline = shapely.union_all([part.polygon for part in solid])
        block = outline.buffer(-SKIN, join_style="mitre")
        self._here, self._next = _sides_of(block)
        self._block = LockedPreparedGeometry(block)
        self._corners = np.unique(shapely.get_coordinates(outline.buffer(SKIN, join_style="mitre")), axis=0)
        self._middle, self._axes, self._back = ellipse.centre(target), ellipse.axes(target), ellipse.inverse(target)
        self._rim = ellipse.rim(target, _ACROSS)

    def clear_from(self, point: Point) -> bool:
        """Return whether some line from a point to the rim of the target's base crosses no wall."""
        return self.clear_from_each([point])[0]

    def clear_from_each(self, points: Sequence[Point]) -> list[bool]:
        """Return the same for several points; results are cached.

        If two walls leave a gap, some line along a corner, or along the base's own side, passes it.
        """
        new = [point for point in dict.fromkeys(points) if point not in self._clear]
        if new:
            self._clear.update(zip(new, map(bool, self._look(np.array(new))), strict=True))
        return [self._clear[point] for point in points]

    def places(self, shooter: Base, places_at: Callable[[list[Point]], tuple[Place, ...]]) -> tuple[Place, ...]:
        """Return the `clear_points` converted by `places_at`; cached for one base."""
        if self._known is None:
            self._known = places_at(self.clear_points(shooter))
        return self._known

    def clear_points(self, shooter: Base) -> list[Point]:
        """Return points of the shooter's rim from which some line crosses no wall.

        Candidates are `RIM_SAMPLES` points all around, and those in line with two corners; none if walls separate the
        bases.
        """
        spots = self._spots(shooter)
        return [point for point, clear in zip(spots, self.clear_from_each(spots), strict=True) if clear]

    def _look(self, starts: Array) -> Flags:
        """Return from which starts (n, 2) some line is clear, (n,)."""
        outside = ~self._block.holds(*starts.T)
        clear = outside & ~self._crossing(starts, np.broadcast_to(self._rim, (len(starts), ACROSS, 2))).all(axis=1)
        left = np.flatnonzero(outside & ~clear)
        if len(left):
            along = [self._touching(starts[left]), self._beyond(starts[left])]
            ends, real = (np.concatenate(one, axis=1) for one in zip(*along, strict=True))
            clear[left] = (real & ~self._crossing(starts[left], ends)).any(axis=1)
        return np.asarray(clear)

    def _crossing(self, starts: Array, ends: Array) -> Flags:
        """Return which lines from starts (n, 2) to ends (n, m, 2) meet a side of a wall, (n, m)."""
        ahead, to_side = ends - starts[:, None], self._here - starts[:, None]
        left_of = ahead[:, :, None, 0] * to_side[:, None, :, 1] - ahead[:, :, None, 1] * to_side[:, None, :, 0]
        side = self._here[self._next] - self._here
        start_of = side[:, 1] * to_side[..., 0] - side[:, 0] * to_side[..., 1]
        turned = ahead[:, :, None, 0] * side[:, 1] - ahead[:, :, None, 1] * side[:, 0]
        end_of = start_of[:, None] - turned
        parted = left_of * left_of[:, :, self._next] <= 0
        return np.asarray((parted & (start_of[:, None] * end_of <= 0)).any(axis=2))

    def _spots(self, shooter: Base) -> list[Point]:
        """Return points all around the rim, and its intersections with the lines through any two corners."""
        one, other = np.triu_indices(len(self._corners), 1)
        corners, ahead = self._corners[one], self._corners[other] - self._corners[one]
        back = ellipse.inverse(shooter)
        starts, along = (corners - ellipse.centre(shooter)) @ back.T, ahead @ back.T
        square, half = (along * along).sum(axis=1), (along * starts).sum(axis=1)
        root = half * half - square * ((starts * starts).sum(axis=1) - 1)
        met = (root >= 0) & (square > 0)
        shares = np.concatenate([(-half[met] + sign * np.sqrt(root[met])) / square[met] for sign in (-1, 1)])
        crossed = np.tile(corners[met], (2, 1)) + shares[:, None] * np.tile(ahead[met], (2, 1))
        return [(float(x), float(y)) for x, y in np.concatenate([ellipse.rim(shooter, _AROUND), crossed])]

    def _touching(self, starts: Array) -> tuple[Array, Flags]:
        """Return the tangent points (n, 2, 2) on the target's rim from starts (n, 2), and which exist."""
        away = (starts - self._middle) @ self._back.T
        far = np.hypot(away[:, 0], away[:, 1])
        turn, half = np.arctan2(away[:, 1], away[:, 0]), np.arccos(1 / np.maximum(far, 1))
        angle = np.stack([turn + half, turn - half], axis=1)
        unit = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        return self._middle + unit @ self._axes.T, np.repeat(far[:, None] > 1, 2, axis=1)

    def _beyond(self, starts: Array) -> tuple[Array, Flags]:
        """Return where lines from starts (n, 2) along k corners first meet the target's rim: (n, k, 2), and whether."""
        own, ahead = (starts - self._middle) @ self._back.T, self._corners - starts[:, None]
        aims = ahead @ self._back.T
        square, half = (aims * aims).sum(axis=2), (aims * own[:, None]).sum(axis=2)
        root = half * half - square * ((own * own).sum(axis=1)[:, None] - 1)
        met = (root >= 0) & (square > 0)
        share = (-half - np.sqrt(np.where(met, root, 0.0))) / np.where(met, square, 1.0)
        return starts[:, None] + share[..., None] * ahead, met & (share >= 0)


def _sides_of(block: shapely.Geometry) -> tuple[Array, NDArray[np.intp]]:
    """Return all corners (k, 2) of a block of polygons, and for each the index of the next corner."""
    rings = [shapely.get_coordinates(ring)[:-1] for ring in shapely.get_rings(shapely.get_parts(block))]
    counts = [len(ring) for ring in rings]
    firsts = np.cumsum([0, *counts])[:-1]
    onward = [np.roll(np.arange(count), -1) + first for count, first in zip(counts, firsts, strict=True)]
    return np.concatenate(rings or [np.empty((0, 2))]), np.concatenate(onward or [np.empty(0, dtype=np.intp)])
