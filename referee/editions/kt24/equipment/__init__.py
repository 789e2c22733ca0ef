"""Universal equipment of 2024, one module per item; a new item is its module and its entry in `ITEMS`.

Imports only `referee.rules` and `referee.game`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from referee.editions.kt24.equipment.ammo_cache import AMMO_CACHE
from referee.editions.kt24.equipment.barricades import HEAVY_BARRICADE, LIGHT_BARRICADE, RAZOR_WIRE
from referee.editions.kt24.equipment.comms_device import COMMS_DEVICE
from referee.editions.kt24.equipment.grenades import EXPLOSIVE_GRENADES, UTILITY_GRENADES
from referee.editions.kt24.equipment.item import EquipmentItem, judge_set_up
from referee.editions.kt24.equipment.ladder import LADDER
from referee.editions.kt24.equipment.mines import MINES
from referee.editions.kt24.equipment.portable_barricade import PORTABLE_BARRICADE
from referee.editions.kt24.equipment.smoke_grenade import SMOKE_GRENADE
from referee.editions.kt24.equipment.stun_grenade import STUN_GRENADE
from referee.game.handlers.act_handler import ActionHook
from referee.game.handlers.handler import TestOutcome
from referee.game.handlers.set_up import option_name
from referee.game.intents import Intent
from referee.game.prompt import Choice
from referee.rules.errors import MalformedError
from referee.rules.mission import Corners, MissionSide
from referee.rules.moves.move_table import MoveSpec
from referee.rules.ports.edition import ActionSpec
from referee.rules.position import Position
from referee.rules.ruling import Ruling
from referee.rules.set_up import Item, singular
from referee.rules.weapon import EquipmentGrant

ITEMS = (
    AMMO_CACHE,
    SMOKE_GRENADE,
    STUN_GRENADE,
    COMMS_DEVICE,
    HEAVY_BARRICADE,
    LADDER,
    LIGHT_BARRICADE,
    MINES,
    PORTABLE_BARRICADE,
    RAZOR_WIRE,
    EXPLOSIVE_GRENADES,
    UTILITY_GRENADES,
)
"""Every item, in the order in which players are offered options and actions."""

EQUIPMENT: Mapping[str, EquipmentItem] = MappingProxyType(
    {item.name: item for item in ITEMS if item.footprint is not None}
)
"""What is set up before the battle, by name."""

ACTIONS: tuple[ActionSpec, ...] = tuple(action for item in ITEMS for action in item.actions)
MOVES: tuple[MoveSpec, ...] = tuple(move for item in ITEMS for move in item.moves)
HOOKS: tuple[ActionHook, ...] = tuple(hook for item in ITEMS for hook in item.hooks)
HANDLERS: Mapping[type[Intent], Any] = MappingProxyType(
    {intent: handler for item in ITEMS for intent, handler in item.handlers.items()}
)
OUTCOMES: Mapping[str, TestOutcome] = MappingProxyType(
    {sort: outcome for item in ITEMS for sort, outcome in item.outcomes.items()}
)
OPTIONS: tuple[Choice, ...] = tuple(choice for item in ITEMS if item.is_option for choice in item.choices)
OPTION_NAMES = frozenset(item.option for item in ITEMS if item.is_option)
MARKER_KINDS = frozenset(kind for item in ITEMS for kind in item.kinds)
PIECES: Mapping[str, int] = MappingProxyType({singular(name): item.pieces for name, item in EQUIPMENT.items()})
"""How many pieces an option brings to set up, by item in the singular."""
KINDS: Mapping[str, frozenset[str]] = MappingProxyType({singular(name): each.kinds for name, each in EQUIPMENT.items()})
"""Kinds of an item's marker, empty for terrain, by item in the singular."""
SUPPLIES = frozenset(pick.supply for item in ITEMS for pick in item.picks)
"""What is counted for the team: weapons and actions that were picked."""


def find_item(name: str) -> EquipmentItem:
    """Return the item of that name, in the singular or the plural; `MalformedError` lists what there is."""
    for item in EQUIPMENT.values():
        if singular(item.name) == singular(name):
            return item
    raise MalformedError("item-unknown", item=name, known=sorted(EQUIPMENT))


def find_brought(option: str) -> EquipmentGrant:
    """Return what an equipment option brings to count; `MalformedError` for picks that there are not."""
    item = _find_option(option)
    return EquipmentGrant() if item is None else item.bring(option)


def option_id(option: str) -> str:
    """Return the id under which an option is chosen from the list; unchanged if there is none of that name."""
    item = _find_option(option)
    return option if item is None else item.option_id(option)


def _find_option(option: str) -> EquipmentItem | None:
    name = singular(option_name(option))
    return next((item for item in ITEMS if item.is_option and singular(item.option) == name), None)


def may_set_up(
    position: Position, item: Item, *, territory: Corners | None = None, drop_zone: Corners | None = None
) -> Ruling:
    """Return whether an item may stand there; an area of its player's that is not given is not asked about."""
    return judge_set_up(find_item(item.item), position, item, territory=territory, drop_zone=drop_zone)


def item_may_stand(position: Position, item: Item, side: MissionSide | None) -> Ruling:
    """Return whether equipment that stands on the board may stand there, for a player whose side is known or not."""
    if side is None:
        return may_set_up(position, item)
    return may_set_up(position, item, territory=side.territory, drop_zone=side.drop_zone)
