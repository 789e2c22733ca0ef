"""Stats as they stand after wounds and changes; an edition gives the numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.rules.position import Status


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
