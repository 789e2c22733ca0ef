"""Grenades of universal equipment: two picks of an option, used by the whole team (rules G24-23, J24-14)."""

from __future__ import annotations

from collections import Counter

from referee.rules.errors import MalformedError
from referee.rules.weapon import Brought, RuleUse, Weapon, WeaponType

PICKS = 2
EXPLOSIVE = "explosive grenades"
UTILITY = "utility grenades"
KINDS = {EXPLOSIVE: ("frag", "krak"), UTILITY: ("smoke", "stun")}
RANGE = RuleUse("range", 6)
SATURATE = RuleUse("saturate")
WEAPONS = {
    "frag": Weapon("frag grenade", WeaponType.RANGED, 4, 4, (2, 4), (RANGE, RuleUse("blast", 2), SATURATE)),
    "krak": Weapon("krak grenade", WeaponType.RANGED, 4, 4, (4, 5), (RANGE, RuleUse("piercing", 1), SATURATE)),
}
SUPPLIES = frozenset(f"{kind} grenade" for kinds in KINDS.values() for kind in kinds)
"""What is counted for the team: the weapons of the one option, the actions of the other."""


def supplies_of(option: str) -> Brought:
    """Return what an equipment option brings: `explosive grenades: frag, krak` two uses and two weapons.

    Options that bring nothing to count are themselves. Raises `MalformedError` when the picks are not two of the two
    kinds there are.
    """
    name, _, picks = option.partition(":")
    kinds = KINDS.get(name.strip().casefold())
    if kinds is None:
        return Brought()
    picked = [word.strip().casefold() for word in picks.split(",") if word.strip()]
    if len(picked) != PICKS or not set(picked) <= set(kinds):
        one, other = kinds
        raise MalformedError(f"equipment {option!r}: expected two picks, such as '{name.strip()}: {one}, {other}'")
    return Brought(
        weapons=tuple(WEAPONS[kind] for kind in dict.fromkeys(picked) if kind in WEAPONS),
        supplies={f"{kind} grenade": uses for kind, uses in Counter(picked).items()},
    )
