"""Movement of 2021: table of moves, prices, and terrain traits by kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from geometry.base import EXACT_TOLERANCE
from geometry.paths import Passage
from geometry.terrain import Part
from referee.editions.kt21.options import CLIMB, DROP, JUMP, MATERIEL
from referee.rules.moves.move_table import (
    ClimbMinimum,
    ClimbPrice,
    DropPrice,
    MoveRules,
    MoveSpec,
    MoveTerms,
    PriceList,
    Sticky,
)
from referee.rules.moves.movement import TableMovement
from referee.rules.ports.edition import note
from referee.rules.position import Position

HEAVY, LIGHT = frozenset({"Heavy"}), frozenset({"Light"})
LOW = frozenset({"Light", "Traversable"})
MATERIEL_ROLE = "materiel"
BY_ROLE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "wall": HEAVY,
        "low wall": LOW,
        "pipes": LOW,
        "detritus": frozenset({"Insignificant"}),
        MATERIEL_ROLE: LIGHT,
        "machine": HEAVY,
        "barricade": LOW,
    }
)
"""Traits of terrain by its role, if it has none."""


def with_default_traits(position: Position, traversable: float) -> Position:
    """Return the position with traits for terrain that has none.

    Materiel of at most `traversable` inches height can be traversed.
    """
    terrain = _terrain(position.table.terrain, traversable)
    if terrain is position.table.terrain:
        return position
    return replace(position, table=replace(position.table, terrain=terrain))


@lru_cache(maxsize=32)
def _terrain(parts: tuple[Part, ...], traversable: float) -> tuple[Part, ...]:
    made = tuple(_furnished(part, traversable) for part in parts)
    return parts if made == parts else made


def _furnished(part: Part, traversable: float) -> Part:
    traits = BY_ROLE.get(part.role or "")
    if part.traits or traits is None:
        return part
    low = part.role == MATERIEL_ROLE and part.top - part.bottom <= traversable + EXACT_TOLERANCE
    return replace(part, traits=LOW if low else traits)


PRICES = PriceList(whole_inches=False, climb_minimum=ClimbMinimum.PER_CLIMB, drop_price=DropPrice.STEPS, each_drop=True)
"""Climbs and drops are priced individually: the source rounds their "incremental distances"."""
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
    """Return the movement port with the edition's readings."""
    drop, climb = DropPrice(readings[DROP]), ClimbPrice(readings[CLIMB])
    prices = replace(PRICES, drop_price=drop, climb_price=climb)
    others = {
        note(DROP, drop): tuple(replace(prices, drop_price=other) for other in DropPrice if other is not drop),
        note(CLIMB, climb): tuple(replace(prices, climb_price=other) for other in ClimbPrice if other is not climb),
    }
    terms = replace(TERMS, jump_limit=float(readings[JUMP]), jump_note=note(JUMP, readings[JUMP]), jump_test=True)
    tall = float(readings[MATERIEL])
    return TableMovement(MOVES, terms, prices, others, dressed=lambda position: with_default_traits(position, tall))
