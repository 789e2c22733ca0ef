"""Grenades of universal equipment: two picks of an option, used by the whole team (rules G24-23, J24-14)."""

from __future__ import annotations

from referee.editions.kt24.equipment.item import EquipmentItem, Pick
from referee.rules.weapon import RuleUse, Weapon, WeaponType

RANGE = RuleUse("range", 6)
SATURATE = RuleUse("saturate")
FRAG = Weapon("frag grenade", WeaponType.RANGED, 4, 4, (2, 4), (RANGE, RuleUse("blast", 2), SATURATE))
KRAK = Weapon("krak grenade", WeaponType.RANGED, 4, 4, (4, 5), (RANGE, RuleUse("piercing", 1), SATURATE))

EXPLOSIVE_GRENADES = EquipmentItem(
    "explosive grenades", "J24-14", picks=(Pick("frag", FRAG.name, FRAG), Pick("krak", KRAK.name, KRAK))
)
UTILITY_GRENADES = EquipmentItem(
    "utility grenades", "J24-14", picks=(Pick("smoke", "smoke grenade"), Pick("stun", "stun grenade"))
)
