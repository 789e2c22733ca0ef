"""A killzone's overlay on who engages whom: the edition's own range, with what the killzone adds to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from geometry.terrain import Part
from geometry.visibility.control_range import CONTROL_RANGE
from referee.rules.edition import Engagement
from referee.rules.position import Position
from referee.rules.ruling import Ruling
from referee.rules.sight.far_apart import clear_of


@dataclass(frozen=True, slots=True)
class EngagementOverlay(ABC):
    """The engagement port of a killzone: as `inner`, but for what its own `engaged` says."""

    inner: Engagement

    @property
    def rule(self) -> str:
        """The rule's id."""
        return self.inner.rule

    @property
    def term(self) -> str:
        """The edition's word for the range."""
        return self.inner.term

    @abstractmethod
    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether the two operatives are within that range of each other: never where `inner` has them apart."""

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return what stops sight within that range."""
        return self.inner.sight_blockers(position)

    def enemies_engaging(self, position: Position, operative: str) -> tuple[str, ...]:
        """Return the enemies within that range of the operative, by the best estimate."""
        own = position.table.operative(operative).base
        close = (one for one in position.enemies_of(operative) if not clear_of(own, one.base, CONTROL_RANGE))
        return tuple(enemy.id for enemy in close if self.engaged(position, operative, enemy.id).holds)
