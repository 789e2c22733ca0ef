"""Rows of the table of moves, an edition's terms of moving, jumps, and the price list."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from geometry.base import EXACT_TOLERANCE
from geometry.paths import Passage
from geometry.paths.legs import Increment as PathLeg
from geometry.terrain import Part
from messages.message import Message
from referee.rules.judgement import Leg
from referee.rules.ruling import RuleId

NEARBY = 1.0
"""Distance in inches within which an operative climbs or drops; beyond it, it jumps."""


@dataclass(frozen=True, slots=True)
class IgnoredRise:
    """Height difference in inches that a jump ignores; a larger one is a climb or a drop (rule I24-04)."""

    inches: float


Rise = float | IgnoredRise


def highest(limit: Rise) -> float:
    """Return the largest height difference of a jump, or the one that it ignores, inches."""
    return limit.inches if isinstance(limit, IgnoredRise) else limit


def jumped_height(leg: PathLeg, limit: Rise | None, *, steps: bool = False) -> float | None:
    """Return the height difference of a jump, inches; None for a level jump, a climb or a drop.

    If `limit` is None the edition has no limit of a jump's height. With `steps` a rise that a jump ignores is jumped
    also without a gap.
    """
    stepped = steps and leg.climb is not None and isinstance(limit, IgnoredRise)
    if limit is None or abs(leg.rise) <= EXACT_TOLERANCE or not (leg.gaps or stepped):
        return None
    if isinstance(limit, IgnoredRise):
        return abs(leg.rise) if abs(leg.rise) <= limit.inches + EXACT_TOLERANCE else None
    away = max(gap.length for gap in leg.gaps)
    if leg.climb is not None:
        away = 0.0 if leg.climb.ladder is not None else leg.climb.distance
    return abs(leg.rise) if away > NEARBY + EXACT_TOLERANCE else None


class Sticky(StrEnum):
    """Obligation of a mover that has come near an enemy no friend engages (X: stay in 2024, end in 2021)."""

    NO = "no"
    STAY = "stay"
    END = "end"


@dataclass(frozen=True, slots=True)
class MoveSpec:
    """One row of the table of moves.

    The allowance is the Move stat plus `extra` inches, or `fixed` inches. `may_enter` permits entering the range of
    enemies, `must_end` requires ending in it; otherwise the move may not end in it. A `level` move neither climbs,
    drops nor jumps; `sheds` is the trait of terrain that the mover touches and takes along (J24-09).
    """

    action: str
    rule: RuleId
    extra: float = 0.0
    fixed: float | None = None
    may_enter: bool = False
    must_end: bool = False
    sticky: Sticky = Sticky.NO
    may_climb: bool = True
    level: bool = False
    sheds: str | None = None


@dataclass(frozen=True, slots=True)
class MoveRules:
    """Rule ids of an edition's rules of moving, by subject.

    `bases`, `terrain`, `edge`: obstacles; `reach`: ranges entered; `end`: the end position; `climb`, `jump`, `drop`;
    `reaction`: distance out of turn.
    """

    bases: RuleId
    terrain: RuleId
    edge: RuleId
    reach: RuleId
    end: RuleId
    climb: RuleId
    jump: RuleId
    reaction: RuleId
    drop: RuleId = ""


@dataclass(frozen=True, slots=True)
class MarkerTrigger:
    """Markers that go off if a mover comes near, by kind.

    With `spares_owner` not for their owner's operatives; `note` is the note on that reading.
    """

    kinds: frozenset[str]
    rule: RuleId
    spares_owner: bool = False
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class OpenReading:
    """A question of moving with two readings: whether the second is taken, and the note on the one that is.

    Without a note the edition's rules are clear.
    """

    second: bool = False
    note: Message | None = None

    @property
    def notes(self) -> tuple[Message, ...]:
        """The note, if there is one."""
        return () if self.note is None else (self.note,)


CLEAR = OpenReading()


@dataclass(frozen=True, slots=True)
class JumpReadings:
    """Readings of jumps and ladders; the second of each in the order of the fields.

    `between_stands`: a jump is measured between the places where the whole base stands, not from edge to edge.
    `steps`: what is as much higher as a jump ignores is jumped onto, not climbed. `climbs`: a jump onto more may go on
    as a climb. `low_ladders`: a climb by ladder is limited like any other.
    """

    between_stands: OpenReading = CLEAR
    steps: OpenReading = CLEAR
    climbs: OpenReading = CLEAR
    low_ladders: OpenReading = CLEAR


@dataclass(frozen=True, slots=True)
class MoveTerms:
    """Terms of all moves of an edition, lengths in inches, with the rule ids.

    `through_friends` permits passing over friendly bases. `climb_limit`, `drop_limit` and `jump_limit` are the largest
    climb, drop and jump. With `drop_reach` a drop starts at most this far from the edge. `climb_goes_on` is the move
    that may finish a climb begun by another. `passage_price`, `traverse_price` and `wire_price` are surcharges for each
    passage gone through, each obstacle traversed and each obstruction crossed. `reaction_limit` limits a move made out
    of turn. `trigger` are the markers that go off if the mover comes near. `flying` operatives pay for level travel
    only and pass over terrain and bases; above the floor a move may end only on parts with the trait `stand_on`.
    `jump_note` is the note on the reading of a jump's reach; with `jump_test` a jump may fail. `jump_rise` limits a
    jump's height difference, which costs nothing. `clear_of_passages` forbids ending a move in an opening. `readings`
    are those of jumps and ladders.
    """

    rules: MoveRules
    passage: Passage
    jump_limit: float
    through_friends: bool = False
    drop_reach: float | None = None
    climb_goes_on: str | None = None
    climb_limit: float | None = None
    drop_limit: float = math.inf
    passage_price: float = 0.0
    traverse_price: float | None = None
    wire_price: float = 0.0
    reaction_limit: float = 0.0
    trigger: MarkerTrigger | None = None
    flying: bool = False
    stand_on: str | None = None
    jump_note: Message | None = None
    jump_test: bool = False
    jump_rise: Rise | None = None
    clear_of_passages: bool = False
    readings: JumpReadings = JumpReadings()

    @property
    def step(self) -> float:
        """Height in inches onto which an operative steps without a climb; 0 if each rise is one."""
        free = isinstance(self.jump_rise, IgnoredRise) and self.readings.steps.second
        return highest(self.jump_rise) if free and self.jump_rise is not None else 0.0

    def jumped(self, leg: PathLeg) -> float | None:
        """Return the height difference of a jump by these terms, inches; None for anything else."""
        return jumped_height(leg, self.jump_rise, steps=self.readings.steps.second)

    def way(self, part: Part) -> Passage | None:
        """Return how a part may be gone through; None if it is solid."""
        if part.role == "access_point":
            return self.passage if part.state == "open" else None
        if part.has("Accessible"):
            return self.passage
        if part.has("Insignificant") or part.has("Obstructive") or is_ladder(part):
            return Passage.OPEN
        if self.traverse_price is not None and part.has("Traversable"):
            return Passage.TRAVERSE
        return None


def is_ladder(part: Part) -> bool:
    """Return whether a part is a ladder: moved through, or climbed at a separate price (J24-05)."""
    return part.role == "ladder" or "ladder" in (part.equipment or "").lower() or part.has("Ladder")


class ClimbMinimum(StrEnum):
    """Scope of the least price of climbing; the source and its commentary differ (rules.md Y, 003:20)."""

    PER_ACTION = "per action"
    PER_CLIMB = "per climb"


class DropPrice(StrEnum):
    """Price of a drop beyond the free part: the rest, or the whole rounded down to steps (Z11)."""

    REMAINDER = "remainder"
    STEPS = "steps"


class ClimbPrice(StrEnum):
    """Price of a climb above the least price: its height, or its height rounded up to steps of the least price."""

    DISTANCE = "distance"
    STEPS = "steps"


def round_up(distance: float) -> float:
    """Return a distance rounded up to whole inches, with tolerance for the rounding of exact inputs (rule I24-01)."""
    return float(math.ceil(distance - EXACT_TOLERANCE))


@dataclass(frozen=True, slots=True)
class PriceList:
    """Prices of increments, climbs and drops, in inches.

    `whole_inches` rounds every increment up; `least_increment` is the minimum of shorter ones. `least_climb` is the
    minimum price of climbing, for the whole action or for each climb (`climb_minimum`). `free_drop` inches of dropping
    are free in each action, or in each drop (`each_drop`); `drop_price` determines the price of the rest. `ladder` is
    the price of one climb by ladder per action; None if the edition has no such ladders.
    """

    whole_inches: bool
    climb_minimum: ClimbMinimum
    drop_price: DropPrice
    least_increment: float = 1.0
    least_climb: float = 2.0
    free_drop: float = 2.0
    each_drop: bool = False
    ladder: float | None = None
    climb_price: ClimbPrice = ClimbPrice.DISTANCE

    def increment(self, length: float) -> float:
        """Return the price of one straight increment; zero length costs nothing."""
        if length <= EXACT_TOLERANCE:
            return 0.0
        if self.whole_inches:
            return round_up(length)
        return max(length, self.least_increment)

    @property
    def step(self) -> float:
        """The step of prices: a whole inch, or zero."""
        return 1.0 if self.whole_inches else 0.0

    def room(self, length: float) -> float:
        """Return how much longer an increment could be at the same price."""
        return max(0.0, self.increment(length) - length)

    def excess(self, length: float) -> float:
        """Return how much shorter an increment would have to be to cost less."""
        return max(0.0, length - (self.increment(length) - self.step)) if self.whole_inches else 0.0

    def climb(self, height: float) -> float:
        """Return the price of one climb before the action's minimum is applied."""
        price = round_up(height) if self.whole_inches else height
        if self.climb_price is ClimbPrice.STEPS:
            price = self.least_climb * math.ceil(height / self.least_climb - EXACT_TOLERANCE)
        return max(price, self.least_climb) if self.climb_minimum is ClimbMinimum.PER_CLIMB else price

    def climbs(self, heights: Sequence[float]) -> float:
        """Return the price of all climbs of one action."""
        if not heights:
            return 0.0
        return max(sum(map(self.climb, heights)), self.least_climb)

    def drops(self, heights: Sequence[float]) -> float:
        """Return the price of all drops of one action."""
        if self.each_drop:
            return sum(self._falling((height,)) for height in heights)
        return self._falling(heights)

    def _falling(self, heights: Sequence[float]) -> float:
        """Return the price of drops that share the free part."""
        total = sum(heights)
        if total <= self.free_drop + EXACT_TOLERANCE:
            return 0.0
        if self.drop_price is DropPrice.STEPS:
            return self.free_drop * math.floor(total / self.free_drop + EXACT_TOLERANCE)
        left, price = self.free_drop, 0.0
        for height in heights:
            paid = max(0.0, height - left)
            left = max(0.0, left - height)
            price += self.increment(paid)
        return price

    def vertical_cost(self, legs: Sequence[Leg]) -> float:
        """Return the price of climbing and dropping in an action's legs (rules I24-02, I24-03, J24-05)."""
        rises = [leg for leg in legs if leg.rise > EXACT_TOLERANCE]
        falls = [-leg.rise for leg in legs if leg.rise < -EXACT_TOLERANCE]
        by_ladder = next((leg for leg in rises if leg.ladder), None) if self.ladder is not None else None
        climbed = self.climbs([leg.rise for leg in rises if leg is not by_ladder])
        return climbed + (self.ladder or 0.0 if by_ladder is not None else 0.0) + self.drops(falls)

    def distance_cost(self, legs: Sequence[Leg]) -> float:
        """Return the whole price of an action's legs."""
        return sum(self.increment(leg.horizontal) for leg in legs) + self.vertical_cost(legs)

    def climb_cost(self, height: float, *, ladder: bool = False, ladder_used: bool = False) -> float:
        """Return the price of one climb alone, by a ladder if there is one not yet used in this action (J24-05)."""
        if ladder and not ladder_used and self.ladder is not None:
            return self.ladder
        return self.climbs([height])
