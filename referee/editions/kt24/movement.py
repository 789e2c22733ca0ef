"""Movement of 2024: table of moves, prices, jumps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from geometry.base import EXACT_TOLERANCE
from geometry.paths import Passage
from messages.message import Message
from referee.editions.kt24.equipment import MOVES as EQUIPMENT_MOVES
from referee.editions.kt24.equipment.mines import mine_trigger
from referee.editions.kt24.options import (
    ALLOWED,
    AN_INCH,
    BETWEEN_STANDS,
    CLIMB,
    JUMP_LENGTH,
    JUMP_TO_CLIMB,
    JUMPED,
    LADDER,
    LADDER_HEIGHT,
    MINES,
    STEP_UP,
    THREE_INCHES,
    TWO_INCHES,
)
from referee.rules.judgement import Leg
from referee.rules.moves.move_table import (
    ClimbMinimum,
    DropPrice,
    IgnoredRise,
    JumpReadings,
    MoveRules,
    MoveSpec,
    MoveTerms,
    OpenReading,
    PriceList,
    Sticky,
)
from referee.rules.moves.movement import TableMovement
from referee.rules.ports.edition import Pricing, note
from referee.rules.ruling import Fact, Finding, Measurement, Ruling

JUMP_REACH = 4.0
IGNORED_HEIGHT = 1.0
CLIMB_LIMIT = 3.0


@dataclass(frozen=True, slots=True)
class Jump:
    """Whether a jump is permitted, and the price in inches of its climb or drop."""

    ruling: Ruling
    vertical: float


def jump(pricing: Pricing, gap: float, height_difference: float, *, may_climb: bool) -> Jump:
    """Return a jump over `gap` inches onto a surface this much higher (+) or lower (-).

    A difference of up to an inch is ignored; beyond it the jump ends in a climb or a drop of the full height.
    """
    findings: list[Finding] = [Measurement.at_most("I24-04", Message.of("move-jump-gap"), gap, JUMP_REACH)]
    if abs(height_difference) <= IGNORED_HEIGHT + EXACT_TOLERANCE:
        return Jump(Ruling.of(Message.of("move-claim-jump"), *findings), 0.0)
    if height_difference > 0:
        findings.append(Fact.declared("D24-04", may_climb, Message.of("move-jump-may-climb")))
        findings.append(Measurement.at_most("I24-02", Message.of("move-climb-height"), height_difference, CLIMB_LIMIT))
    vertical = pricing.vertical_cost([Leg(0.0, height_difference)])
    return Jump(Ruling.of(Message.of("move-claim-jump"), *findings), vertical)


BY_LADDER = {AN_INCH: 1.0, TWO_INCHES: 2.0}
"""Price in inches of the climb of an action by ladder, by reading: a climb otherwise costs two inches at least."""
PRICES = PriceList(whole_inches=True, climb_minimum=ClimbMinimum.PER_ACTION, drop_price=DropPrice.REMAINDER, ladder=1.0)
RULES = MoveRules(
    bases="H24-15",
    terrain="H24-15",
    edge="A24-01",
    reach="D24-02",
    end="A24-13",
    climb="I24-02",
    jump="I24-04",
    reaction="C24-15",
)
TERMS = MoveTerms(
    RULES,
    passage=Passage.CENTRE,
    jump_limit=JUMP_REACH,
    jump_rise=IgnoredRise(IGNORED_HEIGHT),
    through_friends=True,
    climb_limit=3.0,
    passage_price=1.0,
    wire_price=1.0,
    reaction_limit=2.0,
)

MOVES = {
    spec.action: spec
    for spec in (
        MoveSpec("Reposition", "D24-01"),
        MoveSpec("Dash", "D24-04", fixed=3.0, may_climb=False),
        MoveSpec("Fall Back", "D24-06", may_enter=True),
        MoveSpec("Charge", "D24-07", extra=2.0, may_enter=True, must_end=True, sticky=Sticky.STAY),
        *EQUIPMENT_MOVES,
    )
}


def movement(readings: Mapping[str, str]) -> TableMovement:
    """Return the movement port with the edition's readings."""
    read, ladder = ClimbMinimum(readings[CLIMB]), readings[LADDER]
    prices = replace(PRICES, climb_minimum=read, ladder=BY_LADDER[ladder])
    others = {
        note(CLIMB, read): tuple(replace(prices, climb_minimum=other) for other in ClimbMinimum if other is not read),
        note(LADDER, ladder): tuple(replace(prices, ladder=BY_LADDER[other]) for other in BY_LADDER if other != ladder),
    }
    mined = readings[MINES]
    terms = replace(
        TERMS,
        trigger=mine_trigger(spares_owner=mined == "enemies", note=note(MINES, mined)),
        readings=JumpReadings(
            between_stands=_reading(readings, JUMP_LENGTH, BETWEEN_STANDS),
            steps=_reading(readings, STEP_UP, JUMPED),
            climbs=_reading(readings, JUMP_TO_CLIMB, ALLOWED),
            low_ladders=_reading(readings, LADDER_HEIGHT, THREE_INCHES),
        ),
    )
    return TableMovement(MOVES, terms, prices, others)


def _reading(readings: Mapping[str, str], option: str, second: str) -> OpenReading:
    return OpenReading(readings[option] == second, note(option, readings[option]))
