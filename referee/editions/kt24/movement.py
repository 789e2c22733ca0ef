"""Moves, 2024 (rules D24-01 to D24-09, I24-01 to I24-06, C24-15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from geometry.paths import Passage
from referee.editions.kt24.areas import MINES
from referee.editions.kt24.jumping import IGNORED_HEIGHT, JUMP_REACH
from referee.editions.kt24.options import CLIMB
from referee.editions.kt24.options import MINES as MINES_READ
from referee.rules.moves.jumps import IgnoredRise
from referee.rules.moves.move_specs import MoveRules, MoveSpec, MoveTerms, Sticky
from referee.rules.moves.movement import TableMovement
from referee.rules.moves.pricing import ClimbMinimum, DropPrice, PriceList
from referee.rules.options import note

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
    mine="J24-07",
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
    mines=MINES,
)

MOVES = {
    spec.action: spec
    for spec in (
        MoveSpec("Reposition", "D24-01"),
        MoveSpec("Dash", "D24-04", fixed=3.0, may_climb=False),
        MoveSpec("Fall Back", "D24-06", may_enter=True),
        MoveSpec("Charge", "D24-07", extra=2.0, may_enter=True, must_end=True, sticky=Sticky.STAY),
        MoveSpec("Move With Barricade", "J24-09", extra=-2.0, may_climb=False, level=True, sheds="Portable"),
    )
}


def movement(readings: Mapping[str, str]) -> TableMovement:
    """Return the movement port as the edition reads what its sources leave open."""
    read = ClimbMinimum(readings[CLIMB])
    others = tuple(replace(PRICES, climb_minimum=other) for other in ClimbMinimum if other is not read)
    mined = readings[MINES_READ]
    terms = replace(TERMS, mines_spare_owner=mined == "enemies", mine_note=note(MINES_READ, mined))
    return TableMovement(MOVES, terms, replace(PRICES, climb_minimum=read), {note(CLIMB, read): others})
