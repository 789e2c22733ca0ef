"""Position: the table with the game's facts (orders, stats, statuses, exemptions), and tests of certain distance."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from geometry.base import Base
from geometry.table import Marker, Operative, Table
from geometry.visibility.control_range import CONTROL_RANGE
from referee.rules.errors import MalformedError


class Exemption(StrEnum):
    """Permission of a card against the edition's rule (rules N24-02, L24-06, I21-06).

    The values are those of team files.
    """

    GUARD_CONCEALED = "guard while concealed"
    REACT_CONCEALED = "react while concealed"
    TARGET_ENGAGED = "target engaged enemies"
    LAST_ACTION = "last action"
    FLY = "fly"


FAR_SIGMAS = 60.0
"""Standard deviations beyond which the probability of an error is zero in floating point, with a margin."""

ROOM = 1e-6


def circles_farther_than(a: Base, b: Base, reach: float) -> bool:
    """Return whether the circles around two bases are more than `reach` inches apart; False is not conclusive."""
    return math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius > reach + ROOM


def definitely_farther_than(a: Operative, b: Operative, reach: float) -> bool:
    """Return whether two operatives are certainly more than `reach` inches apart; False is not conclusive."""
    here, there = a.placement, b.placement
    spare = math.hypot(here.x - there.x, here.y - there.y) - (a.shape.long + b.shape.long) / 2 - reach
    if here.exact and there.exact:
        return spare > ROOM
    return spare > ROOM and spare > FAR_SIGMAS * math.hypot(spread_of_rim(a), spread_of_rim(b))


def spread_of_rim(one: Operative | Marker) -> float:
    """Return an upper bound of the standard deviation of any point of the rim along any line, inches.

    It is large enough that the root of the sum of two squares covers errors that the two objects share.
    """
    if one.placement.exact:
        return 0.0
    x, y, z, turn_deg = one.placement.covariance.diagonal().tolist()
    return math.sqrt(2) * (math.sqrt(x + y + z) + math.radians(math.sqrt(turn_deg)) * 2 * one.base.radius)


class Order(StrEnum):
    """The order an operative carries (rules C24-02, C21-01)."""

    ENGAGE = "engage"
    CONCEAL = "conceal"


@dataclass(frozen=True, slots=True)
class Status:
    """Facts about one operative that the game knows and the camera does not.

    `apl`, `move` (inches) and `start_wounds` are the printed stats; `wounds` those remaining, `move_changes` the inches
    that rules add to its Move; `wounds_as_it_set_out` the wounds remaining when a move that may still continue was
    paused (rules I24-14, C24-11), None without one. `carrying` is the marker it carries, `exempt` its team's
    exemptions. Raises `MalformedError` for stats that no datacard has.
    """

    order: Order
    apl: int
    move: float
    wounds: int
    start_wounds: int
    ready: bool = True
    carrying: str | None = None
    exempt: frozenset[Exemption] = frozenset()
    move_changes: tuple[float, ...] = ()
    wounds_as_it_set_out: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.apl <= 9 or not 0 <= self.move <= 30:
            raise MalformedError("position-apl-or-move", apl=self.apl, move=self.move)
        if not 0 <= self.wounds <= self.start_wounds or self.start_wounds < 1:
            raise MalformedError("position-wounds", wounds=self.wounds, start=self.start_wounds)


@dataclass(frozen=True, slots=True)
class Position:
    """A table with the game's facts: one status per operative, and the killzone whose rules apply, if any.

    `not_liftable` are the markers that no rule permits to pick up; `in_stronghold` are operatives declared wholly
    within a stronghold, if the killzone has one; `garrisons` are the players' answers about operatives for which the
    camera cannot tell. `owners` maps markers to their players, if they have one. `unordered` are the operatives that
    were not activated yet and have no order.
    """

    table: Table
    status: Mapping[str, Status] = field(default_factory=dict)
    killzone: str | None = None
    not_liftable: frozenset[str] = frozenset()
    in_stronghold: frozenset[str] = frozenset()
    garrisons: Mapping[str, bool] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    unordered: frozenset[str] = frozenset()
    _by_id: tuple[Operative, ...] = field(init=False, repr=False, compare=False)
    _perhaps_near: dict[str, tuple[Operative, ...]] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        strangers = sorted(set(self.status) ^ set(self.table.operatives))
        if strangers:
            raise MalformedError("position-status-missing", operatives=strangers)
        object.__setattr__(self, "_by_id", tuple(one for _, one in sorted(self.table.operatives.items())))

    def marker(self, name: str) -> Marker:
        """Return the marker with that id; raises `MalformedError` that lists the known ones."""
        try:
            return self.table.markers[name]
        except KeyError:
            raise MalformedError("position-marker-unknown", marker=name, known=sorted(self.table.markers)) from None

    def friends_of(self, operative: str) -> tuple[Operative, ...]:
        """Return the other operatives of the same player, by id."""
        own = self.table.operative(operative)
        return tuple(other for other in self._by_id if other.player == own.player and other.id != operative)

    def enemies_of(self, operative: str) -> tuple[Operative, ...]:
        """Return the operatives of other players, by id."""
        own = self.table.operative(operative)
        return tuple(other for other in self._by_id if other.player != own.player)

    def enemies_perhaps_near(self, operative: str) -> tuple[Operative, ...]:
        """Return the enemies that may be within control range of the operative, by id.

        Cached: a position never changes.
        """
        if operative not in self._perhaps_near:
            own = self.table.operative(operative)
            self._perhaps_near[operative] = tuple(
                enemy for enemy in self.enemies_of(operative) if not definitely_farther_than(own, enemy, CONTROL_RANGE)
            )
        return self._perhaps_near[operative]


@dataclass(frozen=True, slots=True)
class EffectiveStats:
    """Move and Hit of an operative, given its wounds."""

    injured: bool
    move: float
    hit: int | None


@dataclass(frozen=True, slots=True)
class StatRules:
    """Effects of wounds and changes on stats (rules I24-13, L24-07, C24-10; L21-01, D21-02, A21-03).

    An injured operative has fewer than half its wounds: `injured_move` inches less Move, but at least `move_floor`, and
    a Hit worse by `injured_hit`. APL changes are summed, then limited to `apl_swing`. If `changes_wait`, a wound
    suffered during a move slows only the next one (rule C24-11).
    """

    injured_move: float = 2.0
    move_floor: float = 4.0
    injured_hit: int = 1
    apl_swing: int = 1
    changes_wait: bool = False

    def is_injured(self, status: Status) -> bool:
        """Return whether fewer than half the starting wounds remain."""
        return 2 * status.wounds < status.start_wounds

    def move(self, status: Status, changes: Iterable[float] = ()) -> float:
        """Return the Move stat in inches after injury and all changes; the floor never raises a printed one."""
        if self.changes_wait and status.wounds_as_it_set_out is not None:
            status = replace(status, wounds=status.wounds_as_it_set_out)
        injury = self.injured_move if self.is_injured(status) else 0.0
        changed = sum(status.move_changes) + sum(changes)
        return max(status.move - injury + changed, min(self.move_floor, status.move))

    def effective(self, status: Status, hit: int | None = None) -> EffectiveStats:
        """Return the effective Move and, for a printed Hit, the roll that is needed."""
        injured = self.is_injured(status)
        return EffectiveStats(injured, self.move(status), None if hit is None else hit + injured * self.injured_hit)

    def apl(self, printed: int, changes: Iterable[int]) -> int:
        """Return the APL after all changes: summed first, then limited to the swing around the printed stat."""
        return printed + max(-self.apl_swing, min(self.apl_swing, sum(changes)))

    def ap_cost(self, printed: int, changes: Iterable[int]) -> int:
        """Return the cost of an action after all changes: never below zero."""
        return max(0, printed + sum(changes))
