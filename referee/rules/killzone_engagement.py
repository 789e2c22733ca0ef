"""A killzone's word on control or engagement range, over the edition's own: what it does not change stays."""

from __future__ import annotations

from dataclasses import dataclass

from geometry.terrain import Part
from referee.rules.edition import Engagement
from referee.rules.position import Position
from referee.rules.ruling import RuleId, Ruling


@dataclass(frozen=True, slots=True)
class KillzoneEngagement:
    """The range of the edition, `inner`, until a killzone's own class says otherwise."""

    inner: Engagement

    @property
    def rule(self) -> RuleId:
        """The rule's id."""
        return self.inner.rule

    @property
    def term(self) -> str:
        """The edition's word for the range."""
        return self.inner.term

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether the two operatives are within that range of each other."""
        return self.inner.engaged(position, a, b)

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return what stops sight within that range."""
        return self.inner.sight_blockers(position)

    def enemies_engaging(self, position: Position, operative: str) -> tuple[str, ...]:
        """Return the enemies within that range of the operative, by the best estimate."""
        enemies = position.enemies_of(operative)
        return tuple(enemy.id for enemy in enemies if self.engaged(position, operative, enemy.id).holds)
