"""What terrain is by its kind where nobody says its traits: the defaults of the 2021 sources (rule I21-01)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from geometry.base import EXACT_TOLERANCE
from geometry.terrain import Part
from referee.rules.position import Position

HEAVY, LIGHT = frozenset({"Heavy"}), frozenset({"Light"})
LOW = frozenset({"Light", "Traversable"})
MATERIEL = "materiel"
BY_ROLE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "wall": HEAVY,
        "low wall": LOW,
        "pipes": LOW,
        "detritus": frozenset({"Insignificant"}),
        MATERIEL: LIGHT,
        "machine": HEAVY,
        "barricade": LOW,
    }
)
"""The traits of terrain by its role, where it is given none."""


def furnished(position: Position, traversable: float) -> Position:
    """Return the position with the traits of terrain that is given none.

    Materiel that is no more than `traversable` inches tall can be traversed.
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
    low = part.role == MATERIEL and part.top - part.bottom <= traversable + EXACT_TOLERANCE
    return replace(part, traits=LOW if low else traits)
