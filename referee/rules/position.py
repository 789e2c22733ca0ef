"""The table with what only the game knows: orders, stats, statuses, exemptions, who is surely out of reach."""

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
    """One thing that a card may allow where the edition forbids it (rules N24-02, L24-06, I21-06).

    The values are how a team file writes them.
    """

    GUARD_CONCEALED = "guard while concealed"
    REACT_CONCEALED = "react while concealed"
    TARGET_ENGAGED = "target engaged enemies"
    LAST_ACTION = "last action"
    FLY = "fly"


SURE = 60.0
"""Standard deviations beyond which the chance of an error is zero to the last bit of a float, with room to spare."""

ROOM = 1e-6


def clear_of(a: Base, b: Base, reach: float) -> bool:
    """Return whether the circles around two bases are more than `reach` inches apart; False tells nothing."""
    return math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius > reach + ROOM


def surely_apart(a: Operative, b: Operative, reach: float) -> bool:
    """Return whether two operatives are within `reach` inches with no probability at all; False tells nothing."""
    here, there = a.placement, b.placement
    spare = math.hypot(here.x - there.x, here.y - there.y) - (a.shape.long + b.shape.long) / 2 - reach
    if here.exact and there.exact:
        return spare > ROOM
    return spare > ROOM and spare > SURE * math.hypot(spread_of_rim(a), spread_of_rim(b))


def spread_of_rim(one: Operative | Marker) -> float:
    """Return more than the standard deviation of the place of any point of its rim along any line, inches.

    It is so much more that the root of the sum of two squares covers errors that the two have in common.
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
    """What the game knows of one operative and the camera does not.

    `apl`, `move` (inches) and `start_wounds` are the printed stats; `wounds` those that remain, `move_changes` what
    rules add to its Move, inches; `wounds_as_it_set_out` what remained when a move was paused that may still go on
    (rules I24-14, C24-11), None where none was. `carrying` names the marker it carries, `exempt` what its team's rules
    lift. Raises `MalformedError` for stats that no datacard has.
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
            raise MalformedError(f"apl {self.apl!r}, move {self.move!r}: expected 0-9 and 0-30 in")
        if not 0 <= self.wounds <= self.start_wounds or self.start_wounds < 1:
            raise MalformedError(
                f"wounds {self.wounds!r} of {self.start_wounds!r}: expected 0 <= remaining <= start, start >= 1"
            )


@dataclass(frozen=True, slots=True)
class Position:
    """A table with the game's own facts: one status per operative, and the killzone whose rules apply, if any.

    `not_liftable` are the markers that no rule allows to be picked up; `in_stronghold` the operatives wholly within
    a stronghold, where the killzone has them, as declared; `garrisons` says of whom it is so or not where the camera
    cannot tell. `owners` says whose each marker is that is somebody's. `unordered` are the operatives that were not
    activated yet, and given no order.
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
            raise MalformedError(
                f"operatives {strangers}: each one on the table needs a status, and each status an operative"
            )
        object.__setattr__(self, "_by_id", tuple(one for _, one in sorted(self.table.operatives.items())))

    def marker(self, name: str) -> Marker:
        """Return the marker of that id; `MalformedError` names those that are there."""
        try:
            return self.table.markers[name]
        except KeyError:
            there = ", ".join(sorted(self.table.markers)) or "none"
            raise MalformedError(f"no marker {name!r} on the table; there: {there}") from None

    def friends_of(self, operative: str) -> tuple[Operative, ...]:
        """Return the other operatives of the same player, by id."""
        own = self.table.operative(operative)
        return tuple(other for other in self._by_id if other.player == own.player and other.id != operative)

    def enemies_of(self, operative: str) -> tuple[Operative, ...]:
        """Return the operatives of other players, by id."""
        own = self.table.operative(operative)
        return tuple(other for other in self._by_id if other.player != own.player)

    def enemies_perhaps_near(self, operative: str) -> tuple[Operative, ...]:
        """Return the enemies within control range of the operative with any probability at all, by id.

        A position never changes, so each one is looked through once.
        """
        if operative not in self._perhaps_near:
            own = self.table.operative(operative)
            self._perhaps_near[operative] = tuple(
                enemy for enemy in self.enemies_of(operative) if not surely_apart(own, enemy, CONTROL_RANGE)
            )
        return self._perhaps_near[operative]


@dataclass(frozen=True, slots=True)
class EffectiveStats:
    """What an operative moves and needs to hit with, given its wounds."""

    injured: bool
    move: float
    hit: int | None


@dataclass(frozen=True, slots=True)
class StatRules:
    """How wounds and changes bear on stats (rules I24-13, L24-07, C24-10; L21-01, D21-02, A21-03).

    An injured operative has fewer than half its wounds: `injured_move` inches less Move, but never below
    `move_floor`, and Hit worse by `injured_hit`. APL changes add up, then move it by at most `apl_swing`. Where
    `changes_wait`, a wound taken in the middle of a move slows the next one (rule C24-11).
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
        """Return Move and, for a printed hit value, the roll that is needed now."""
        injured = self.is_injured(status)
        return EffectiveStats(injured, self.move(status), None if hit is None else hit + injured * self.injured_hit)

    def apl(self, printed: int, changes: Iterable[int]) -> int:
        """Return the APL after all changes: summed first, then held to the swing around the printed stat."""
        return printed + max(-self.apl_swing, min(self.apl_swing, sum(changes)))

    def ap_cost(self, printed: int, changes: Iterable[int]) -> int:
        """Return what an action costs after all changes: never below zero."""
        return max(0, printed + sum(changes))
