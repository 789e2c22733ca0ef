"""What the web is asked for, in the words of the game."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from overlook.table.ruling_history import sequence_of
from overlook.table.session import TableSession
from referee.game.board_place import BoardPlace
from referee.game.intents import Intent, read_intent
from referee.game.state import MarkerState
from referee.rules.errors import MalformedError
from referee.rules.markers import across
from web.contract.game_requests import Act, DeclarePlace, Deploy, GameRequest, PlaceMarker
from web.contract.intents import Answer, Challenge, Redo, Undo


def game_intent(wish: Answer | Undo | Redo | Challenge | GameRequest, by: str, key: str, table: TableSession) -> Intent:
    """Return the game's intent of a wish: of the same kind, with what only the table knows.

    Raises `MalformedError` when the camera does not see what it is asked for.
    """
    said: dict[str, Any] = wish.model_dump(mode="json", exclude={"kind"})
    if isinstance(wish, Challenge):
        said = {"of": sequence_of(wish.ruling)}
    elif isinstance(wish, Act):
        place = BoardPlace(wish.x, wish.y, declared=True) if wish.x is not None and wish.y is not None else None
        said = {name: value for name, value in said.items() if name not in ("x", "y")}
        said["marker_to"] = None if place is None else asdict(place)
        if wish.x is not None and wish.marker is None:
            said["marker"] = f"{wish.action.casefold().split()[0]}-{table.sequence + 1}"
    elif isinstance(wish, PlaceMarker):
        said = {"marker": asdict(_marker(wish, table))}
    elif isinstance(wish, DeclarePlace | Deploy):
        said = {"operative": wish.operative, "place": asdict(_place(wish, table))}
    return read_intent({"kind": wish.kind, "id": key, "by": by, **said})


def _marker(wish: PlaceMarker, table: TableSession) -> MarkerState:
    """Return the marker as it lies by somebody's word: one of the game, else a new one of its kind's size."""
    place = BoardPlace(wish.x, wish.y, wish.z, declared=True)
    known = table.state.markers.get(wish.marker or "")
    if known is not None:
        return replace(known, place=place)
    name = wish.marker or f"{wish.what}-{table.sequence + 1}"
    return MarkerState(name, wish.what, across(wish.what), place)


def _place(wish: DeclarePlace | Deploy, table: TableSession) -> BoardPlace:
    if wish.x is not None and wish.y is not None:
        turned = wish.rotation_deg if isinstance(wish, DeclarePlace) else 0.0
        return BoardPlace(wish.x, wish.y, wish.z, turned, declared=True)
    seen = table.seen.table.operatives.get(wish.operative) if table.seen is not None else None
    if seen is None:
        raise MalformedError(f"The camera does not see {wish.operative}: touch the board where it stands.")
    return BoardPlace.of(seen.placement)
