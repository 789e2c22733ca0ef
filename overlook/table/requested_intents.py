"""What the web is asked for, in the words of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from overlook.table.ruling_history import sequence_of
from overlook.table.session import TableSession
from referee.game.board_place import BoardPlace
from referee.game.intents import Intent, read_intent
from referee.game.intents.requests import (
    RequestedMarker,
    RequestedPlace,
    RequestedPoint,
    RequestedPose,
    RequestedRuling,
)
from referee.game.records import Record
from referee.game.state import MarkerState
from referee.rules.errors import MalformedError
from referee.rules.markers import across
from web.contract.request_models import GameRequest


def game_intent(request: GameRequest, *, by: str, key: str, table: TableSession) -> Intent:
    """Return the game's intent of a request: of the same kind, with what only the table knows.

    Raises `MalformedError` when the camera does not see what it is asked for.
    """
    said = request.said()
    for name, requested in (request.intent.request or {}).items():
        if isinstance(requested, type):
            asked = requested.model_validate({field: said.pop(field) for field in requested.model_fields})
            said |= _meant(name, asked, said, table=table)
    return read_intent({"kind": request.kind, "id": key, "by": by, **said})


def _meant(name: str, asked: Record, said: Mapping[str, Any], *, table: TableSession) -> dict[str, Any]:
    """Return the fields of an intent for what was asked in other words instead of its field `name`.

    `said` is the rest of the request.
    """
    match asked:
        case RequestedRuling():
            return {name: sequence_of(asked.ruling)}
        case RequestedMarker():
            return {name: asdict(_marker(asked, table))}
        case RequestedPlace():
            return {name: asdict(_place(asked, said["operative"], table))}
        case RequestedPoint(x=float(x), y=float(y)):
            stem = next(iter(said["action"].casefold().split()), "marker")
            marker = said["marker"] or f"{stem}-{table.sequence + 1}"
            return {name: asdict(BoardPlace(x, y, declared=True)), "marker": marker}
        case _:
            return {}


def _marker(asked: RequestedMarker, table: TableSession) -> MarkerState:
    """Return the marker as it lies by somebody's word: one of the game, else a new one of its kind's size."""
    place = BoardPlace(asked.x, asked.y, asked.z, declared=True)
    known = table.state.markers.get(asked.marker or "")
    if known is not None:
        return replace(known, place=place)
    name = asked.marker or f"{asked.what}-{table.sequence + 1}"
    return MarkerState(name, asked.what, across(asked.what), place)


def _place(asked: RequestedPlace, operative: str, table: TableSession) -> BoardPlace:
    """Return where an operative stands: by somebody's word, else as the camera sees it."""
    if asked.x is not None and asked.y is not None:
        turned = asked.rotation_deg if isinstance(asked, RequestedPose) else 0.0
        return BoardPlace(asked.x, asked.y, asked.z, turned, declared=True)
    seen = table.seen.table.operatives.get(operative) if table.seen is not None else None
    if seen is None:
        raise MalformedError(f"The camera does not see {operative}: touch the board where it stands.")
    return BoardPlace.of(seen.placement)
