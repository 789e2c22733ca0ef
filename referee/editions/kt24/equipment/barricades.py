"""Barricades that stay where they are set up, and razor wire (J24-04, J24-06, J24-10)."""

from __future__ import annotations

from dataclasses import replace

from messages.message import Message
from referee.editions.kt24.equipment.item import BARRICADE, EquipmentItem

HEAVY_BARRICADE = EquipmentItem(
    "heavy barricade",
    "J24-04",
    Message.of("item-about-heavy-barricade"),
    footprint=replace(BARRICADE, territory=False, drop_zone=4.0),
)
LIGHT_BARRICADE = EquipmentItem(
    "light barricade", "J24-06", Message.of("item-about-light-barricades"), pieces=2, footprint=BARRICADE
)
RAZOR_WIRE = EquipmentItem("razor wire", "J24-10", Message.of("item-about-razor-wire"), footprint=BARRICADE)
