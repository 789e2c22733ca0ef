"""Control and engagement range, killzone overlays on it, and assistance in fights."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import Limit
from geometry.measure import gap
from geometry.placement import Placement
from geometry.position_errors import gap_limit
from geometry.table import Operative
from geometry.terrain import Part
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.visibility.sight import sight
from messages.message import Message
from referee.rules.findings import gap_finding
from referee.rules.judgement import Shot
from referee.rules.ports.edition import BLAST_BESIDE_FRIENDS, Edition, Engagement, note
from referee.rules.ports.killzone import near_chance
from referee.rules.position import Position, circles_farther_than
from referee.rules.ruling import Finding, RuleId, Ruling, is_doubtful
from referee.rules.sight.duel import UNLIKELY
from referee.rules.sight.visibility import SightProbability, sight_finding, sight_probability
from referee.rules.terrain_traits import opaque

Blockers = Callable[[Position], tuple[Part, ...]]


def all_opaque(position: Position) -> tuple[Part, ...]:
    """Return the parts on the table that block visibility."""
    return opaque(position.table.terrain)


def near_and_seen(near: Limit, look: SightProbability, *, visible: bool) -> tuple[float, float]:
    """Return the probabilities of visibility, and of visibility and nearness; `visible` is the best estimate."""
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
    """Range between operatives: within an inch in 3D, and either sees the other (rules H24-04, A21-05)."""

    rule: RuleId
    term: Message
    blockers: Blockers = all_opaque

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return the parts that block visibility within that range."""
        return self.blockers(position)

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether the two operatives are within that range of each other."""
        one, other = position.table.operative(a), position.table.operative(b)
        near = gap_limit(one, other, CONTROL_RANGE, position.table.common)
        claim = Message.of("control-claim-within", a=a, b=b, range=self.term)
        reason = Message.of("control-distance", a=a, b=b, range=self.term)
        distance = gap_finding(self.rule, reason, one, other, CONTROL_RANGE, sigma=near.sigma)
        distance = distance.caused_by((near,), position.table)
        findings: list[Finding] = [distance]
        causes = distance.contributions
        p_yes = near.p
        if near.margin >= -EXACT_TOLERANCE or near.doubtful:
            look = sight_probability(((one, other), (other, one)), self.blockers(position), position.table.common)
            if not findings[0].holds and not look.parts:
                return Ruling(claim, tuple(findings), p_yes, contributions=causes)
            sights = look.seen()
            seen, p_yes = near_and_seen(near, look, visible=sights[-1].visible)
            causes = () if is_doubtful(seen) else causes
            if findings[0].holds:
                findings.append(sight_finding(self.rule, sights, (a, b), p=seen, sigma=look.sigma))
        return Ruling(claim, tuple(findings), p_yes, contributions=causes)

    def enemies_engaging(self, position: Position, operative: str) -> tuple[str, ...]:
        """Return the enemies within that range of the operative, by the best estimate."""
        own = position.table.operative(operative).base
        close = (
            one for one in position.enemies_of(operative) if not circles_farther_than(own, one.base, CONTROL_RANGE)
        )
        return tuple(enemy.id for enemy in close if self.engaged(position, operative, enemy.id).holds)


def in_control_range_at(edition: Edition, position: Position, mover: Operative, base: Base, enemy: str) -> bool:
    """Return whether mover and enemy could see each other, and nothing separates them, with this base of the mover."""
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


@dataclass(frozen=True, slots=True)
class EngagementOverlay(ABC):
    """Engagement port of a killzone: the same as `inner` except for `engaged`."""

    inner: Engagement

    @property
    def rule(self) -> str:
        """The rule's id."""
        return self.inner.rule

    @property
    def term(self) -> Message:
        """The edition's term for the range."""
        return self.inner.term

    @abstractmethod
    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether two operatives are within that range; never if they are not by the rules of `inner`."""

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return the parts that block visibility within that range."""
        return self.inner.sight_blockers(position)

    def enemies_engaging(self, position: Position, operative: str) -> tuple[str, ...]:
        """Return the enemies within that range of the operative, by the best estimate."""
        own = position.table.operative(operative).base
        close = (
            one for one in position.enemies_of(operative) if not circles_farther_than(own, one.base, CONTROL_RANGE)
        )
        return tuple(enemy.id for enemy in close if self.engaged(position, operative, enemy.id).holds)


WITHIN = 1.5
"""Distance in inches beyond which no error can bring anybody within control range."""


def help_chance(edition: Edition, position: Position, fighter: str, enemy: str) -> Mapping[str, float]:
    """Return the friends that may assist, with the probability that each is in range of that enemy and no other."""
    table, engaged = position.table, edition.engagement.engaged
    found = {}
    for friend in position.friends_of(fighter):
        own = table.operative(friend.id).base
        near = [one.id for one in position.enemies_of(friend.id) if not circles_farther_than(own, one.base, WITHIN)]
        p = engaged(position, friend.id, enemy).p_yes if enemy in near else 0.0
        for other in near if edition.readings.get(HELP, BY_REFERENCE) == BY_REFERENCE else ():
            p *= 1.0 if other == enemy else 1.0 - engaged(position, friend.id, other).p_yes
        if p > UNLIKELY:
            found[friend.id] = p
    return found


HELP = "support"
BY_REFERENCE, BY_SUMMARY = "by the reference", "by the summary"


def other_reading_of_help(edition: Edition, position: Position, fighter: str, enemy: str) -> tuple[Message, ...]:
    """Return the note on the edition's reading of support, if the other reading has other friends assist."""
    if HELP not in edition.options:
        return ()
    alone, also = (_helping(edition, position, fighter, enemy, alone=alone) for alone in (True, False))
    return () if alone == also else (note(HELP, edition.reads(HELP)),)


def friends_engaging(edition: Edition, position: Position, shooter: str, enemy: str) -> float:
    """Return the probability that any friend of the shooter is within control range of the enemy."""
    other, none = position.table.operative(enemy), 1.0
    for friend in position.friends_of(shooter):
        if not circles_farther_than(friend.base, other.base, WITHIN):
            none *= 1.0 - edition.engagement.engaged(position, friend.id, enemy).p_yes
    return 1.0 - none


def blast_reading(edition: Edition, position: Position, shot: Shot) -> tuple[Message, ...]:
    """Return the note on the reading of Blast beside friends, if one of them engages another enemy within reach."""
    blast = shot.rule("blast")
    if blast is None or BLAST_BESIDE_FRIENDS not in edition.options:
        return ()
    centre = position.table.operative(shot.target)
    for enemy in position.enemies_of(shot.shooter):
        near = enemy.id != shot.target and near_chance(edition.spacing, position, centre, enemy, blast.x or 0.0)
        if near > UNLIKELY and friends_engaging(edition, position, shot.shooter, enemy.id) > UNLIKELY:
            return (note(BLAST_BESIDE_FRIENDS, edition.reads(BLAST_BESIDE_FRIENDS)),)
    return ()


def helping(edition: Edition, position: Position, fighter: str, enemy: str) -> tuple[str, ...]:
    """Return the friends that assist: within control range of that enemy and of no other, or of others as well if read.

    Each improves the skill of the fighter's melee weapons by one.
    """
    return _helping(edition, position, fighter, enemy, alone=edition.readings.get(HELP, BY_REFERENCE) == BY_REFERENCE)


def _helping(edition: Edition, position: Position, fighter: str, enemy: str, *, alone: bool) -> tuple[str, ...]:
    """Return the friends in control range of that enemy; only those of no other enemy if `alone`."""
    engaging = {
        friend.id: edition.engagement.enemies_engaging(position, friend.id) for friend in position.friends_of(fighter)
    }
    return tuple(friend for friend, near in engaging.items() if enemy in near and (near == (enemy,) or not alone))
