"""Barricades that stay where they are set up, and razor wire (J24-04, J24-06, J24-10)."""

from __future__ import annotations

from dataclasses import replace

from referee.editions.kt24.equipment.item import BARRICADE, EquipmentItem

HEAVY_BARRICADE = EquipmentItem(
    "heavy barricade",
    "J24-04",
    "Heavy cover near the drop zone",
    footprint=replace(BARRICADE, territory=False, drop_zone=4.0),
)
LIGHT_BARRICADE = EquipmentItem(
    "light barricade", "J24-06", "Two: Light cover in the territory", pieces=2, footprint=BARRICADE
)
RAZOR_WIRE = EquipmentItem("razor wire", "J24-10", "Crossing it costs 1 in more", footprint=BARRICADE)
