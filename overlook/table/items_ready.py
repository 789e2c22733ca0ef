"""What stands or lies ready while players set up their side, for buttons alone (rules A24-06, A24-07)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from geometry.table import Table
from overlook.table.panel_menu import Item
from overlook.table.session import TableSession
from referee.game.board_place import BoardPlace
from referee.game.handlers.set_up import option_name
from referee.game.intents import Deploy, PlaceEquipment
from referee.game.state import GameState, LifeState, MarkerState


def items_ready(table: TableSession) -> tuple[Item, ...]:
    """Return what may be set up next by whose turn it is: operatives, else tokens and terrain of its equipment.

    Where nobody has the turn (2021, whose missions say the order) both players' operatives may be set up. All of them
    as the camera sees them on the table; nothing in a phase that is not for it.
    """
    turn, seen = table.state.turn, table.seen
    if seen is None:
        return ()
    if table.may_come(Deploy):
        players = tuple(table.state.sides) if turn is None else (turn,)
        return tuple(item for player in players for item in _operatives(table.state, seen.table, player))
    if turn is None:
        return ()
    return tuple(_equipment(table.state, seen.table, turn)) if table.may_come(PlaceEquipment) else ()


def _operatives(state: GameState, seen: Table, player: str) -> Iterator[Item]:
    for key in sorted(seen.operatives):
        known = state.operatives.get(key)
        if known is None or known.player != player or known.life is not LifeState.RESERVE:
            continue
        place = asdict(BoardPlace.of(seen.operatives[key].placement))
        intent = {"kind": "deploy", "operative": key, "place": place}
        yield Item(f"Set up {key} {known.card.name}", key, intent)


def _equipment(state: GameState, seen: Table, player: str) -> Iterator[Item]:
    chosen = {_one(option_name(option)): option_name(option) for option in state.side(player).equipment}
    for key, one in sorted(seen.markers.items()):
        option = chosen.get(_one(one.kind))
        if option is not None and key not in state.markers:
            marker = MarkerState(key, one.kind, one.diameter, BoardPlace.of(one.placement), owner=player)
            yield _item(player, option, marker)
    standing = {_one(part.equipment) for part in seen.terrain if part.equipment and part.feature not in state.set_up}
    yield from (_item(player, chosen[kind], None) for kind in sorted(standing & chosen.keys()))


def _one(item: str) -> str:
    """Return an item's name in the singular: cards and tags say it in either way."""
    return item.casefold().removesuffix("s")


def _item(player: str, option: str, marker: MarkerState | None) -> Item:
    intent = {"kind": "place_equipment", "player": player, "item": option}
    lies = {} if marker is None else {"marker": asdict(marker)}
    where = "" if marker is None else f" {marker.id.upper()}"
    return Item(f"Set up {option}{where}", f"{option}{where.lower()}", {**intent, **lies})
