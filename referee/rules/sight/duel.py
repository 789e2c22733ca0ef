"""Duel: one shooter, one target and the targeting lines between them, the same for all editions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace

from geometry.position_errors import gap_limit
from geometry.table import Operative
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.witness import Role, Stroke, Witness
from messages.message import Message
from referee.rules.findings import gap_finding
from referee.rules.judgement import Shot
from referee.rules.ports.edition import Edition
from referee.rules.position import Exemption, Position, definitely_farther_than
from referee.rules.ruling import Fact, Finding, RuleId, Ruling
from referee.rules.sight.targeting_lines import CoverBy, CoverField, DuelSampling, ShooterPoint, between, places

UNLIKELY = 1e-6
"""Probability below which an event counts as impossible."""


@dataclass(frozen=True, slots=True)
class Duel(ABC):
    """A shooter, a target and everything that affects the lines between them, looked up once.

    `field` are the parts that lines may meet; `doubt` gives the probability of an outcome over the true positions.
    """

    position: Position
    shot: Shot
    shooter: Operative
    target: Operative
    concealed: bool
    field: CoverField
    doubt: DuelSampling

    @abstractmethod
    def rank(self, place: ShooterPoint) -> tuple[bool, ...]:
        """Return a point's disadvantages for the shooter as a sort key, the worst first; the least key is best."""

    def best(self, found: tuple[ShooterPoint, ...]) -> ShooterPoint:
        """Return the best point for the shooter; among equals the one with the most room."""
        return min(found, key=lambda place: (self.rank(place), -place.room))

    def probability(self, outcome: Callable[[ShooterPoint], bool]) -> float:
        """Return the probability of an outcome at the shooter's best point."""
        return self.doubt.probability(lambda found: outcome(self.best(found)))

    def likely(self, rule: RuleId, holds: bool, reason: Message, p: float, witness: Witness | None = None) -> Finding:
        """Return the finding of a result of the lines, which holds with probability `p`.

        A certain result is a fact. The standard deviation is that of the gap between the two, inches.
        """
        if not UNLIKELY < p < 1.0 - UNLIKELY:
            return Fact.declared(rule, holds, reason, witness)
        sigma = gap_limit(self.shooter, self.target, 0.0, self.position.table.common).sigma
        return Fact.seen(rule, holds, reason, p, sigma, witness)

    def witness(self, place: ShooterPoint, role: Role, names: frozenset[str]) -> Witness:
        """Return the line from a point to the target's centre, and the outlines of the parts concerned."""
        eye, base = (*place.point, self.shooter.base.z), self.target.base
        blockers = [part for part in self.field.parts if part.id in names]
        strokes = [
            Stroke(Role.EYE, (eye,)),
            Stroke(role if names else Role.CLEAR_LINE, (eye, (base.x, base.y, base.z))),
            *(Stroke(Role.BLOCKER, tuple((x, y, part.top) for x, y in part.outline), closed=True) for part in blockers),
        ]
        return Witness(tuple(strokes), (self.shooter.id, self.target.id, *sorted(names)))

    def seen_alike(self, best: ShooterPoint, field: CoverField) -> bool:
        """Return whether the best point on another field has the same cover and obscured as that on this one."""
        other = self.best(places(between(field, self.shooter, self.target), self.shooter, self.target))
        return (bool(other.covering), bool(other.obscuring)) == (bool(best.covering), bool(best.obscuring))

    def cover_by_matters(self, best: ShooterPoint) -> bool:
        """Return whether the other reading of `CoverBy` changes the result; it can only add or only remove cover."""
        whole = self.field.cover_by is CoverBy.PART
        if bool(best.covering) is not whole or not self.field.near(self.target.base):
            return False
        other = CoverBy.PORTION if whole else CoverBy.PART
        return not self.seen_alike(best, replace(self.field, cover_by=other))

    def cover(self, rule: RuleId, best: ShooterPoint, notes: tuple[Message, ...] = ()) -> Ruling:
        """Return whether something near the target gives it cover from that point, with its probability."""
        names = best.covering
        reason = Message.of("sight-cover-given", parts=sorted(names))
        far = gap_finding(
            rule,
            Message.of("sight-cover-distance"),
            self.shooter,
            self.target,
            self.field.rules.cover_beyond,
            beyond=True,
        )
        p_yes = self.probability(lambda place: bool(place.covering))
        crossed = self.likely(rule, bool(names), reason, p_yes, self.witness(best, Role.COVER, names))
        return Ruling(Message.of("sight-claim-cover", target=self.target.id), (far, crossed), p_yes, notes)

    def obscured(self, rule: RuleId, best: ShooterPoint, notes: tuple[Message, ...] = ()) -> Ruling:
        """Return whether something away from both obscures the target from that point, with its probability."""
        names = best.obscuring
        reason = Message.of("sight-obscured-by", parts=sorted(names))
        p_yes = self.probability(lambda place: bool(place.obscuring))
        finding = self.likely(rule, bool(names), reason, p_yes, self.witness(best, Role.OBSCURED, names))
        return Ruling(Message.of("sight-claim-obscured", target=self.target.id), (finding,), p_yes, notes)

    def in_range(self, rule: RuleId) -> tuple[Finding, ...]:
        """Return whether the target is within the weapon's range, if it has one."""
        reach = self.shot.rule("range")
        if reach is None:
            return ()
        limit = reach.x or 0.0
        near = gap_limit(self.shooter, self.target, limit, self.position.table.common)
        reason = Message.of("sight-weapon-range", target=self.target.id)
        distance = gap_finding(rule, reason, self.shooter, self.target, limit, sigma=near.sigma)
        return (distance.caused_by((near,), self.position.table),)

    def past_friends(self, edition: Edition, rule: RuleId) -> tuple[tuple[Finding, ...], float]:
        """Return the shooter's friends engaged with the target, and the probability that there is none."""
        if Exemption.TARGET_ENGAGED in self.position.status[self.shooter.id].exempt:
            return (), 1.0
        findings, alone = [], 1.0
        for friend in self.position.friends_of(self.shooter.id):
            if definitely_farther_than(friend, self.target, CONTROL_RANGE):
                continue
            engaged = edition.engagement.engaged(self.position, friend.id, self.target.id)
            if engaged.p_yes > 0:
                reason = Message.of("sight-friend-not-engaged", friend=friend.id, target=self.target.id)
                findings.append(self.likely(rule, not engaged.holds, reason, 1 - engaged.p_yes))
                alone *= 1 - engaged.p_yes
        return tuple(findings), alone
