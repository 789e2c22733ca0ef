"""What a rule is asked about: the table as it stands, and what only the game knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from geometry.table import Marker, Operative, Table
from geometry.visibility.control_range import CONTROL_RANGE
from referee.rules.errors import MalformedError
from referee.rules.exemption import Exemption
from referee.rules.sight.far_apart import surely_apart


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
