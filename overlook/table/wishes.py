"""What the web is asked for, in the words of the game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from overlook.table.rulings import sequence_of
from overlook.table.running import RunningTable
from referee.rules.errors import MalformedError
from referee.rules.game.intents import Intent, read_intent
from referee.rules.game.place import Place
from web.intents import Answer, Challenge, Redo, Undo
from web.wishes import DeclarePlace, Deploy, GameWish, Perform


def game_intent(wish: Answer | Undo | Redo | Challenge | GameWish, by: str, key: str, table: RunningTable) -> Intent:
    """Return the game's intent of a wish: of the same kind, with what only the table knows.

    Raises `MalformedError` when the camera does not see what it is asked for.
    """
    said: dict[str, Any] = wish.model_dump(mode="json", exclude={"kind"})
    if isinstance(wish, Challenge):
        said = {"of": sequence_of(wish.ruling)}
    elif isinstance(wish, Perform):
        place = _put_down(wish, table)
        said["marker_to"] = None if place is None else asdict(place)
    elif isinstance(wish, DeclarePlace | Deploy):
        said = {"operative": wish.operative, "place": asdict(_place(wish, table))}
    return read_intent({"kind": wish.kind, "id": key, "by": by, **said})


def _put_down(wish: Perform, table: RunningTable) -> Place | None:
    """Return where a marker that the operative carries is put down: where its carrier stands."""
    marker = table.state.markers.get(wish.marker or "")
    known = table.state.operatives.get(wish.operative)
    carried = marker is not None and marker.carried_by == wish.operative
    return known.place if known is not None and carried else None


def _place(wish: DeclarePlace | Deploy, table: RunningTable) -> Place:
    if wish.x is not None and wish.y is not None:
        turned = wish.rotation_deg if isinstance(wish, DeclarePlace) else 0.0
        return Place(wish.x, wish.y, wish.z, turned, declared=True)
    seen = table.seen.table.operatives.get(wish.operative) if table.seen is not None else None
    if seen is None:
        raise MalformedError(f"The camera does not see {wish.operative}: touch the board where it stands.")
    return Place.of(seen.placement)
