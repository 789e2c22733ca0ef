"""Comms device: a marker; under control it lengthens the reach of SUPPORT rules (J24-03, L24-13)."""

from __future__ import annotations

from geometry.measure import gap
from messages.message import Message
from referee.editions.kt24.equipment.item import EquipmentItem, FootprintRules
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Fact, Measurement, Ruling

COMMS = "comms device"
LONGER = 3.0


def support_reach(edition: Edition, position: Position, player: str, distance: float, own: frozenset[str]) -> float:
    """Return the distance of a player's SUPPORT rule, inches: 3 more while a friend controls one of its own devices.

    `own` are the ids of the player's Comms Devices; the enemy's never help.
    """
    devices = [key for key, each in position.table.markers.items() if each.kind == COMMS and key in own]
    controlled = any(edition.markers.control(position, device).controller == player for device in devices)
    return distance + LONGER if controlled else distance


def reach_with_devices(edition: Edition, position: Position, player: str, distance: float) -> float:
    """Return how far a player's SUPPORT rule reaches with the Comms Devices that are its own (rule J24-03)."""
    own = frozenset(key for key, owner in position.owners.items() if owner == player)
    return support_reach(edition, position, player, distance, own)


def supports(
    edition: Edition, position: Position, by: str, friend: str, distance: float, own: frozenset[str] = frozenset()
) -> Ruling:
    """Return whether a friend is within the distance of an operative's SUPPORT rule."""
    giver, taker = position.table.operative(by), position.table.operative(friend)
    reach = support_reach(edition, position, giver.player, distance, own)
    away = 0.0 if by == friend else gap(giver.base, taker.base)
    return Ruling.of(
        Message.of("support-claim", operative=by, friend=friend),
        Fact.declared("J24-03", giver.player == taker.player, Message.of("support-friend", friend=friend)),
        Measurement.at_most("J24-03", Message.of("support-near", friend=friend), away, reach),
    )


COMMS_DEVICE = EquipmentItem(
    COMMS,
    "J24-03",
    Message.of("item-about-comms-device", more=LONGER),
    kinds=frozenset({COMMS}),
    footprint=FootprintRules(),
)
