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


def game_intent(
    request: Answer | Undo | Redo | Challenge | GameRequest, *, by: str, key: str, table: TableSession
) -> Intent:
    """Return the game's intent of a request: of the same kind, with what only the table knows.

    Raises `MalformedError` when the camera does not see what it is asked for.
    """
    said: dict[str, Any] = request.model_dump(mode="json", exclude={"kind"})
    if isinstance(request, Challenge):
        said = {"of": sequence_of(request.ruling)}
    elif isinstance(request, Act):
        place = (
            BoardPlace(request.x, request.y, declared=True) if request.x is not None and request.y is not None else None
        )
        said = {name: value for name, value in said.items() if name not in ("x", "y")}
        said["marker_to"] = None if place is None else asdict(place)
        if request.x is not None and request.marker is None:
            said["marker"] = f"{request.action.casefold().split()[0]}-{table.sequence + 1}"
    elif isinstance(request, PlaceMarker):
        said = {"marker": asdict(_marker(request, table))}
    elif isinstance(request, DeclarePlace | Deploy):
        said = {"operative": request.operative, "place": asdict(_place(request, table))}
    return read_intent({"kind": request.kind, "id": key, "by": by, **said})


def _marker(request: PlaceMarker, table: TableSession) -> MarkerState:
    """Return the marker as it lies by somebody's word: one of the game, else a new one of its kind's size."""
    place = BoardPlace(request.x, request.y, request.z, declared=True)
    known = table.state.markers.get(request.marker or "")
    if known is not None:
        return replace(known, place=place)
    name = request.marker or f"{request.what}-{table.sequence + 1}"
    return MarkerState(name, request.what, across(request.what), place)


def _place(request: DeclarePlace | Deploy, table: TableSession) -> BoardPlace:
    if request.x is not None and request.y is not None:
        turned = request.rotation_deg if isinstance(request, DeclarePlace) else 0.0
        return BoardPlace(request.x, request.y, request.z, turned, declared=True)
    seen = table.seen.table.operatives.get(request.operative) if table.seen is not None else None
    if seen is None:
        raise MalformedError(f"The camera does not see {request.operative}: touch the board where it stands.")
    return BoardPlace.of(seen.placement)
