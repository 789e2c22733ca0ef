"""What lies and stands on the killzone in notation: markers and terrain, written and read back."""

from __future__ import annotations

from typing import Any

from referee.game.recorded_terrain import RecordedTerrain
from referee.game.state import MarkerState
from referee.records.notation.text import Kind, NotationError, Tokens, number, place_text, read_place, require, word


def marker_text(marker: MarkerState) -> str:
    """Return a marker as one line: id, kind, diameter in inches, where it lies, whose it is."""
    parts = [word(marker.id), word(marker.kind), f'{number(marker.diameter)}"']
    if marker.place is not None:
        parts.append(place_text(marker.place))
    if marker.owner is not None:
        parts.append(f"owner {word(marker.owner)}")
    if marker.pick_up_allowed:
        parts.append("liftable")
    if marker.carried_by is not None:
        parts.append(f"carrier {word(marker.carried_by)}")
    if marker.timer is not None:
        parts.append(f"timer {marker.timer}")
    return " ".join(parts)


def read_marker(line: Tokens) -> MarkerState:
    """Return the marker of a line; `NotationError` says what is wrong."""
    given: dict[str, Any] = {
        "id": line.take_name("a marker's id"),
        "kind": line.take_name("a marker's kind"),
        "diameter": float(line.take('a diameter such as 1.57"', Kind.INCHES)),
    }
    if line.at(Kind.ROUND):
        given["place"] = read_place(line.take("a place", Kind.ROUND))
    while line:
        match line.take_name("owner, liftable, carrier or timer"):
            case "owner":
                given["owner"] = line.take_name("a player")
            case "liftable":
                given["pick_up_allowed"] = True
            case "carrier":
                given["carried_by"] = line.take_name("an operative")
            case "timer":
                given["timer"] = int(line.take_number("a number"))
            case other:
                raise NotationError(f"{other!r}: expected owner, liftable, carrier or timer")
    return MarkerState(**given)


def terrain_text(part: RecordedTerrain) -> str:
    """Return a part of terrain as one line: id, feature, heights, what it is like, and its corners in inches."""
    parts = [word(part.id), f"feature {word(part.feature)}", f"from {number(part.bottom)} to {number(part.top)}"]
    parts.extend(f"trait {word(trait)}" for trait in part.traits)
    if part.see_through:
        parts.append("transparent")
    said = {"role": part.role, "stands": part.state, "killzone": part.killzone, "equipment": part.equipment}
    parts.extend(f"{name} {word(value)}" for name, value in said.items() if value is not None)
    parts.extend(f"({number(x)}, {number(y)})" for x, y in part.outline)
    return " ".join(parts)


def read_terrain(line: Tokens) -> RecordedTerrain:
    """Return the part of terrain of a line; `NotationError` says what is wrong."""
    given: dict[str, Any] = {"id": line.take_name("a part's id"), "traits": (), "outline": ()}
    fields = {"role": "role", "stands": "state", "killzone": "killzone", "equipment": "equipment", "feature": "feature"}
    heights = {"from": "bottom", "to": "top"}
    while line:
        if line.at(Kind.ROUND):
            corner = read_place(line.take("a corner", Kind.ROUND))
            given["outline"] = (*given["outline"], (corner.x, corner.y))
            continue
        key = line.take_name("feature, from, to, trait, role, stands, killzone, equipment, transparent or a corner")
        if key == "trait":
            given["traits"] = (*given["traits"], line.take_name("a trait"))
        elif key == "transparent":
            given["see_through"] = True
        elif key in heights:
            given[heights[key]] = line.take_number("inches")
        elif key in fields:
            given[fields[key]] = line.take_name(f"a {key}")
        else:
            raise NotationError(f"{key!r}: expected feature, from, to, trait, role, stands, killzone or equipment")
    require(given, f"terrain {given['id']!r}", "feature", "bottom", "top")
    return RecordedTerrain(**given)
