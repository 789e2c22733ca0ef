"""Moves, 2021 (rules D21-01 to D21-06, I21-02 to I21-05)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from geometry.paths import Passage
from referee.editions.kt21.options import CLIMB, DROP, JUMP, MATERIEL
from referee.editions.kt21.terrain import furnished
from referee.rules.moves.move_specs import MoveRules, MoveSpec, MoveTerms, Sticky
from referee.rules.moves.movement import TableMovement
from referee.rules.moves.pricing import ClimbMinimum, ClimbPrice, DropPrice, PriceList
from referee.rules.options import note

PRICES = PriceList(whole_inches=False, climb_minimum=ClimbMinimum.PER_CLIMB, drop_price=DropPrice.STEPS, each_drop=True)
"""Climbs and drops are priced one by one: it is their "incremental distances" that the source rounds."""
UP_AND_DOWN = {"climb": "I21-04", "jump": "I21-03", "drop": "I21-05"}
RULES = MoveRules(
    bases="D21-03",
    terrain="D21-01",
    edge="D21-01",
    reach="D21-01",
    end="N21-01",
    reaction="C21-04",
    **UP_AND_DOWN,
)
TERMS = MoveTerms(
    RULES,
    passage=Passage.ANY_PART,
    jump_limit=3.0,
    jump_rise=2.0,
    drop_limit=6.0,
    drop_reach=1.0,
    climb_goes_on="Dash",
    traverse_price=2.0,
    flying=True,
    stand_on="Vantage",
)

MOVES = {
    spec.action: spec
    for spec in (
        MoveSpec("Normal Move", "D21-01"),
        MoveSpec("Charge", "D21-04", extra=2.0, may_enter=True, must_end=True, sticky=Sticky.END),
        MoveSpec("Fall Back", "D21-05", may_enter=True),
        MoveSpec("Dash", "D21-06", fixed=3.0),
    )
}


def movement(readings: Mapping[str, str]) -> TableMovement:
    """Return the movement port as the edition reads what its sources leave open."""
    drop, climb = DropPrice(readings[DROP]), ClimbPrice(readings[CLIMB])
    prices = replace(PRICES, drop_price=drop, climb_price=climb)
    others = {
        note(DROP, drop): tuple(replace(prices, drop_price=other) for other in DropPrice if other is not drop),
        note(CLIMB, climb): tuple(replace(prices, climb_price=other) for other in ClimbPrice if other is not climb),
    }
    terms = replace(TERMS, jump_limit=float(readings[JUMP]), jump_note=note(JUMP, readings[JUMP]), jump_test=True)
    tall = float(readings[MATERIEL])
    return TableMovement(MOVES, terms, prices, others, dressed=lambda position: furnished(position, tall))
