"""Control and engagement range of operatives: within an inch, and either sees the other (rules H24-04, A21-05)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import Limit
from geometry.measure import gap
from geometry.placement import Placement
from geometry.position_errors import gap_limit
from geometry.table import Operative
from geometry.terrain import Part
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.visibility.sight import Sight, sight
from geometry.witness import Role
from referee.rules.edition import Edition
from referee.rules.measuring import gap_finding
from referee.rules.position import Position
from referee.rules.ruling import Finding, RuleId, Ruling
from referee.rules.sight.blockers import opaque
from referee.rules.sight.doubtful_sight import Outlook, outlook
from referee.rules.sight.far_apart import clear_of
from referee.rules.witnesses import line_witness

Blockers = Callable[[Position], tuple[Part, ...]]


def all_opaque(position: Position) -> tuple[Part, ...]:
    """Return everything on the table that sight does not go through."""
    return opaque(position.table.terrain)


def sight_finding(
    rule: RuleId, sights: tuple[Sight, ...], things: tuple[str, ...], *, p: float | None = None, sigma: float = 0.0
) -> Finding:
    """Return whether one of the sights is clear, with the clear line, or with what blocks it.

    `p` is how probable it is that one is, `sigma` how far what bears on it may be off, inches; without both it is sure.
    """
    clear = next((one for one in sights if one.visible), None)
    if clear is not None:
        witness = line_witness(clear.line, things, Role.CLEAR_LINE)
        return Finding.likely(rule, True, "seen", 1.0 if p is None else p, sigma, witness)
    blockers = tuple(dict.fromkeys(name for one in sights for name in one.blockers))
    means = f"hidden by {', '.join(blockers)}" if blockers else "hidden"
    witness = line_witness(None, (*things, *blockers), Role.BLOCKED_LINE)
    return Finding.likely(rule, False, means, 0.0 if p is None else p, sigma, witness)


def near_and_seen(near: Limit, look: Outlook, *, visible: bool) -> tuple[float, float]:
    """Return how probable sight is, and that and the nearness together; `visible` is the best estimate of sight."""
    if look.sure(visible):
        return float(visible), near.p * visible
    if not near.doubtful:
        seen = look.share()
        return seen, seen * (near.margin >= 0)
    one, other = look.things
    reach = near.margin + gap(one.base, other.base)
    return look.shares(lambda found, row: gap(found.base(one, row), found.base(other, row)) <= reach)


@dataclass(frozen=True, slots=True)
class ControlRange:
    """The range between operatives: within an inch in 3D, and either sees the other (rules H24-04, A21-05)."""

    rule: RuleId
    term: str
    blockers: Blockers = all_opaque

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return what stops sight within that range."""
        return self.blockers(position)

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether the two operatives are within that range of each other."""
        one, other = position.table.operative(a), position.table.operative(b)
        near = gap_limit(one, other, CONTROL_RANGE, position.table.common)
        claim = f"{a} and {b} are within {self.term} of each other"
        away = f"{a} is {{gap}} from {b}, not within {self.term}"
        findings = [
            gap_finding(self.rule, f"{a} is near {b}", one, other, CONTROL_RANGE, otherwise=away, sigma=near.sigma)
        ]
        p_yes = near.p
        if near.margin >= -EXACT_TOLERANCE or near.doubtful:
            look = outlook(((one, other), (other, one)), self.blockers(position), position.table.common)
            if not findings[0].holds and not look.parts:
                return Ruling(claim, tuple(findings), p_yes)
            sights = look.seen()
            seen, p_yes = near_and_seen(near, look, visible=sights[-1].visible)
            if findings[0].holds:
                findings.append(sight_finding(self.rule, sights, (a, b), p=seen, sigma=look.sigma))
        return Ruling(claim, tuple(findings), p_yes)

    def enemies_engaging(self, position: Position, operative: str) -> tuple[str, ...]:
        """Return the enemies within that range of the operative, by the best estimate."""
        own = position.table.operative(operative).base
        close = (one for one in position.enemies_of(operative) if not clear_of(own, one.base, CONTROL_RANGE))
        return tuple(enemy.id for enemy in close if self.engaged(position, operative, enemy.id).holds)


def in_control_range_at(edition: Edition, position: Position, mover: Operative, base: Base, enemy: str) -> bool:
    """Return whether the mover and an enemy would see each other, and nothing part them, if its base stood there."""
    there = Operative(
        mover.id,
        mover.player,
        mover.shape,
        mover.head,
        Placement(mover.id, base.x, base.y, base.z, base.rotation_deg),
    )
    other = position.table.operative(enemy)
    if edition.spacing.barred(position, base, other.base, CONTROL_RANGE):
        return False
    blockers = edition.engagement.sight_blockers(position)
    return sight(there, other, blockers).visible or sight(other, there, blockers).visible
