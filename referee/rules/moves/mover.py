"""Mover: the model, the terms and the path facts that judging one move needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from geometry.base import EXACT_TOLERANCE
from geometry.paths import Passage, PathFacts
from geometry.table import Operative
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.witness import Role, Stroke, Witness
from messages.message import Message
from referee.rules.judgement import Leg as PricedLeg
from referee.rules.judgement import Move
from referee.rules.moves.move_table import NEARBY, IgnoredRise, MoveSpec, MoveTerms, highest
from referee.rules.ports.edition import Edition
from referee.rules.position import Exemption, Position, circles_farther_than

CLOSE_CALL = 0.05


@dataclass(frozen=True, slots=True)
class Mover:
    """Everything needed to judge one move, looked up once.

    `owners` maps each increment of the facts to the increment of the move that it belongs to: an increment that drops
    at an edge on its way is split into several.
    """

    edition: Edition
    position: Position
    move: Move
    spec: MoveSpec
    terms: MoveTerms
    operative: Operative
    facts: PathFacts
    ways: Mapping[str, Passage]
    owners: tuple[int, ...] = ()

    @property
    def priced_legs(self) -> list[PricedLeg]:
        """The increments of the move in the form of the price list; the height difference of a jump costs nothing."""
        found: dict[int, PricedLeg] = {}
        for owner, leg in zip(self.owners, self.facts.legs, strict=True):
            level = self.flies or self.terms.jumped(leg) is not None
            rise = 0.0 if level else leg.rise
            ladder = not level and leg.climb is not None and leg.climb.ladder is not None
            so_far = found.get(owner, PricedLeg(0.0))
            found[owner] = PricedLeg(so_far.horizontal + leg.horizontal, so_far.rise + rise, so_far.ladder or ladder)
        return list(found.values())

    def witness(self, role: Role, *things: str) -> Witness:
        """Return the path as a drawing in that role, with the objects concerned."""
        return Witness((Stroke(role, self.facts.path),), (self.operative.id, *things))

    @property
    def flies(self) -> bool:
        """Whether the edition lets this operative fly (rule I21-06)."""
        return self.terms.flying and Exemption.FLY in self.position.status[self.operative.id].exempt

    @property
    def stand(self) -> float:
        """Inches that the base goes beyond a gap from where it last stands whole to where it does so again."""
        return 2 * self.operative.base.radius

    @property
    def walls(self) -> frozenset[str]:
        """Parts that cannot be flown over: walls and closed hatches (rule K21-04)."""
        return frozenset(part.id for part in self.position.table.terrain if part.has("Wall"))

    @property
    def term(self) -> Message:
        """The edition's term for the range in which enemies fight."""
        return self.edition.engagement.term

    def engaged_by_friend(self, enemy: str) -> bool:
        """Return whether a friend of the mover is within control range of that enemy."""
        there = self.position.table.operative(enemy).base
        return any(
            self.edition.engagement.engaged(self.position, friend.id, enemy).holds
            for friend in self.position.friends_of(self.operative.id)
            if not circles_farther_than(friend.base, there, CONTROL_RANGE)
        )


def jump_edge(mover: Mover) -> tuple[float, float, float] | None:
    """Return the last position of the base fully supported before its first jump; None without a jump."""
    if mover.flies:
        return None
    for leg, (here, there) in zip(mover.facts.legs, pairwise(mover.facts.path), strict=True):
        if not leg.gaps or leg.level is None:
            continue
        gone = max(0.0, leg.gaps[0].start - leg.level.start - mover.operative.base.radius)
        share = gone / leg.level.length
        climbed_before = leg.climb is not None and mover.terms.jumped(leg) is None
        z = there[2] if climbed_before else here[2]
        return (here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1]), z)
    return None


def terms_notes(terms: MoveTerms, mover: Mover) -> tuple[Message, ...]:
    """Return the notes on the edition's readings of jumps and ladders that this move depends on."""
    if mover.flies:
        return ()
    legs, rise, found = mover.facts.legs, terms.jump_rise, list[Message]()
    gaps = [gap.length for leg in legs for gap in leg.gaps]
    if gaps and terms.jump_note is not None:
        found.append(terms.jump_note)
    if any(gap <= terms.jump_limit + CLOSE_CALL < gap + mover.stand for gap in gaps):
        found += terms.readings.between_stands.notes
    if isinstance(rise, IgnoredRise):
        inch = highest(rise) + EXACT_TOLERANCE
        if any(
            leg.climb is not None and not leg.gaps and leg.climb.ladder is None and leg.rise <= inch for leg in legs
        ):
            found += terms.readings.steps.notes
        if any(leg.climb is not None and leg.gaps and leg.climb.distance > NEARBY and leg.rise > inch for leg in legs):
            found += terms.readings.climbs.notes
    tall = terms.climb_limit
    by_ladder = [leg.rise for leg in legs if leg.climb is not None and leg.climb.ladder is not None]
    if tall is not None and any(height > tall + EXACT_TOLERANCE for height in by_ladder):
        found += terms.readings.low_ladders.notes
    return tuple(found)


def surcharge(mover: Mover) -> float:
    """Return the surcharges for passages, traverses and obstructions (rules I24-05, I24-06, I21-02)."""
    obstructive = {part.id for part in mover.position.table.terrain if part.has("Obstructive")}
    total = 0.0
    for crossing in mover.facts.crossings:
        if crossing.way.is_passage:
            total += mover.terms.passage_price * len(crossing.passes)
        elif crossing.way is Passage.TRAVERSE and not mover.flies:
            total += (mover.terms.traverse_price or 0.0) * len(crossing.base)
        elif crossing.part in obstructive:
            total += mover.terms.wire_price * len(crossing.base)
    return total
