"""Ladders, which lean on tall terrain (J24-05)."""

from __future__ import annotations

from messages.message import Message
from referee.editions.kt24.equipment.item import EquipmentItem, FootprintRules

LADDER = EquipmentItem(
    "ladder",
    "J24-05",
    Message.of("item-about-ladders"),
    pieces=2,
    footprint=FootprintRules(from_equipment=2.0, from_access=1.0, against_tall=2.0),
)
