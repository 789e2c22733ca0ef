"""What the web is asked for, in the words of the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from overlook.table.ruling_history import sequence_of
from overlook.table.session import TableSession
from referee.game.board_place import BoardPlace
from referee.game.intents import Intent, read_intent
from referee.game.intents.base import (
    RequestedDrop,
    RequestedItem,
    RequestedMarker,
    RequestedPlace,
    RequestedPoint,
    RequestedPose,
    RequestedReturn,
    RequestedRules,
    RequestedRuling,
    RequestedTrigger,
)
from referee.game.record import Record
from referee.game.state import MarkerState
from referee.rules.errors import MalformedError
from referee.rules.moves.interactions import PLACE_MARKER
from referee.rules.ports.markers import across
from web.contract.requests import GameRequest


def game_intent(request: GameRequest, *, by: str, key: str, table: TableSession) -> Intent:
    """Return the game's intent of a request: of the same kind, with what only the table knows.

    Raises `MalformedError` when the camera does not see what it is asked for, or a text is no rule.
    """
    said = request.said()
    asking = _Asking(table, by if by in table.state.sides else None)
    for name, requested in (request.intent.request or {}).items():
        if isinstance(requested, type):
            fields = {field: said.pop(field) for field in requested.model_fields}
            asked = requested.model_validate_json(json.dumps(fields))
            said |= MEANT[requested](asking, name, asked, said)
    return read_intent({"kind": request.kind, "id": key, "by": by, **said})


Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Asking:
    """Who asks, None where it is nobody in particular, at which table.

    Each method returns the fields of an intent for what was asked in other words instead of its field `name`; `said` is
    the rest of the request.
    """

    table: TableSession
    who: str | None

    def ruling(self, name: str, asked: RequestedRuling, said: Fields) -> Fields:
        return {name: sequence_of(asked.ruling)}

    def marker(self, name: str, asked: RequestedMarker, said: Fields) -> Fields:
        return {name: asdict(_marker(asked, self.table, self.who))}

    def item(self, name: str, asked: RequestedItem, said: Fields) -> Fields:
        item = _item(asked, item=said["item"], player=said["player"], table=self.table)
        return {} if item is None else {name: asdict(item)}

    def drop(self, name: str, asked: RequestedDrop, said: Fields) -> Fields:
        return {name: asdict(_dropped(asked, said["operative"], self.table))}

    def rules(self, name: str, asked: RequestedRules, said: Fields) -> Fields:
        return {name: [asdict(use) for use in self.table.edition.read_rules(asked.weapon_rules)]}

    def trigger(self, name: str, asked: RequestedTrigger, said: Fields) -> Fields:
        return {name: asked.to_data()["rules"]}

    def returning(self, name: str, asked: RequestedReturn, said: Fields) -> Fields:
        place = _said(asked) or _seen_at(said["operative"], self.table)
        return {} if place is None else {name: asdict(place)}

    def place(self, name: str, asked: RequestedPlace, said: Fields) -> Fields:
        return {name: asdict(_place(asked, said["operative"], self.table))}

    def point(self, name: str, asked: RequestedPoint, said: Fields) -> Fields:
        if asked.x is None or asked.y is None:
            return {}
        if said["action"] in self.table.edition_here.movement.names:
            raise MalformedError(f"{said['action']}: put {said['operative']} where it goes: a move is seen, not said")
        stem = next(iter(said["action"].casefold().split()), "marker")
        bearer = self.table.state.operatives.get(said["operative"])
        carries = bearer.carrying if bearer is not None and said["action"] == PLACE_MARKER else None
        marker = said["marker"] or carries or f"{stem}-{self.table.sequence + 1}"
        return {name: asdict(BoardPlace(asked.x, asked.y, declared=True)), "marker": marker}


MEANT: Mapping[type[Record], Callable[[_Asking, str, Any, Fields], Fields]] = {
    RequestedRuling: _Asking.ruling,
    RequestedMarker: _Asking.marker,
    RequestedItem: _Asking.item,
    RequestedDrop: _Asking.drop,
    RequestedRules: _Asking.rules,
    RequestedTrigger: _Asking.trigger,
    RequestedReturn: _Asking.returning,
    RequestedPlace: _Asking.place,
    RequestedPose: _Asking.place,
    RequestedPoint: _Asking.point,
}
"""What each record that is requested instead of a field means."""


def _marker(asked: RequestedMarker, table: TableSession, who: str | None) -> MarkerState:
    """Return the marker as it lies by somebody's word: one of the game, else a new one of its kind's size.

    A new one that is equipment is whose it is said to be, else who asks.
    """
    place = BoardPlace(asked.x, asked.y, asked.z, declared=True)
    known = table.state.markers.get(asked.marker or "")
    if known is not None:
        return replace(known, place=place)
    name = asked.marker or f"{asked.what}-{table.sequence + 1}"
    somebodys = asked.what in table.edition.set_up.markers | table.edition.laid
    owner = asked.owner or (who if somebodys else None)
    return MarkerState(name, asked.what, across(asked.what), place, owner=owner)


def _item(asked: RequestedItem, *, item: str, player: str, table: TableSession) -> MarkerState | None:
    """Return the marker that an item of equipment is: where it was said to lie, else where its token is seen.

    None for one that is terrain; `MalformedError` where nobody knows where the marker lies.
    """
    kinds = table.edition.set_up.markers
    kind = next((name for name in (item.casefold(), item.casefold().removesuffix("s")) if name in kinds), None)
    if kind is None:
        return None
    if asked.x is not None and asked.y is not None:
        place = BoardPlace(asked.x, asked.y, asked.z, declared=True)
        return MarkerState(f"{kind}-{table.sequence + 1}", kind, across(kind), place, owner=player)
    seen = {} if table.seen is None else table.seen.table.markers
    lying = (one for key, one in sorted(seen.items()) if one.kind == kind and key not in table.state.markers)
    token = next(lying, None)
    if token is None:
        raise MalformedError(f"The camera sees no {kind} that is not in play yet: touch the board where it lies.")
    return MarkerState(token.id, kind, token.diameter, BoardPlace.of(token.placement), owner=player)


def _dropped(asked: RequestedDrop, operative: str, table: TableSession) -> BoardPlace:
    """Return where a carried marker is put down: as it was said, as its token is seen, else where its carrier stands.

    `MalformedError` where that is unknown.
    """
    carrier = table.state.operatives.get(operative)
    seen = {} if table.seen is None else table.seen.table.markers
    token = seen.get((carrier.carrying if carrier is not None else None) or "")
    if asked.x is not None and asked.y is not None:
        return BoardPlace(asked.x, asked.y, asked.z, declared=True)
    if token is not None:
        return BoardPlace.of(token.placement)
    if carrier is None or carrier.place is None:
        raise MalformedError(f"{operative} is not on the killzone: touch the board where the marker lies.")
    return carrier.place


def _place(asked: RequestedPlace, operative: str, table: TableSession) -> BoardPlace:
    """Return where an operative stands: by somebody's word, else as the camera sees it."""
    place = _said(asked) or _seen_at(operative, table)
    if place is None:
        raise MalformedError(f"The camera does not see {operative}: touch the board where it stands.")
    board = None if table.seen is None else table.seen.table.board
    if place.declared and board is not None and not (0 <= place.x <= board.width and 0 <= place.y <= board.depth):
        raise MalformedError(f"{place.x:g}, {place.y:g} is off the killzone: touch the board where {operative} stands.")
    return place


def _said(asked: RequestedPlace) -> BoardPlace | None:
    if asked.x is None or asked.y is None:
        return None
    turned = asked.rotation_deg if isinstance(asked, RequestedPose) else 0.0
    return BoardPlace(asked.x, asked.y, asked.z, turned, declared=True)


def _seen_at(operative: str, table: TableSession) -> BoardPlace | None:
    seen = table.seen.table.operatives.get(operative) if table.seen is not None else None
    return None if seen is None else BoardPlace.of(seen.placement)
