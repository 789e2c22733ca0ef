"""Base of intents, and the forms of their requests.

An intent in a journal has texts of any length and everything that the table knows. A request comes from a phone and has
only what its player can enter; the table adds the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from referee.game.record import Record, TypeRegistry

Id = Annotated[str, Field(min_length=1, max_length=64)]
Coordinate = Annotated[float, Field(ge=-60, le=60)]
Height = Annotated[float, Field(ge=0, le=20)]
Turn = Annotated[float, Field(ge=-360, le=360)]


@dataclass(frozen=True, slots=True)
class Text:
    """Length limits of a text in a request, in characters; `most` is None for no limit."""

    least: int = 1
    most: int | None = 64


WHY = Text(least=0, most=120)
"""Reason in a player's words or the table's."""


@dataclass(frozen=True, slots=True)
class Items:
    """Maximum number of entries in a list of a request."""

    most: int


class RequestedPoint(Record):
    """`x` and `y` are where a new marker lies, such as the smoke of a grenade, in inches; the table names it.

    Without `z` it lies on the highest surface that carries it, a carried marker on the one nearest to its carrier.
    """

    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Height | None = None


class RequestedPlace(Record):
    """Position of an operative, inches; without `x` and `y`, the one that the camera sees."""

    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Height = 0.0


class RequestedPose(RequestedPlace):
    """Position of an operative, inches, and its rotation; without `x` and `y`, the one that the camera sees."""

    rotation_deg: Turn = 0.0


class RequestedReturn(RequestedPose):
    """Position of an operative that returns, inches and degrees; without `x` and `y`, the seen or else the last one."""


class RequestedMarker(Record):
    """Position of a marker, inches. A known `marker` is only moved; an unknown one is created.

    Without `z` it lies on the highest surface there that carries it.

    The kind of a new marker is `what` ("smoke", "objective"). The table chooses its id if none is given. It belongs to
    `owner`; equipment without one belongs to the requesting player.
    """

    marker: Id | None = None
    what: Annotated[str, Field(min_length=1, max_length=30)] = "marker"
    owner: Id | None = None
    x: Coordinate
    y: Coordinate
    z: Height | None = None


class RequestedItem(Record):
    """Position of an item of equipment that is a marker, inches; without `x` and `y`, that of its token as seen.

    Without `z` it lies on the highest surface there that carries it.

    The place of an item that is terrain is ignored: it stands where the camera sees it.
    """

    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Height | None = None


class RequestedDrop(Record):
    """Position at which a marker is put down, inches; without `x` and `y`, its token's or else its carrier's.

    Without `z` it lies on the surface there that carries it and is nearest to its carrier's level.
    """

    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Height | None = None


class RequestedRules(Record):
    """`weapon_rules` are the rules that the situation adds to the weapon, as a card prints them ("Lethal 5+")."""

    weapon_rules: Annotated[tuple[Annotated[str, Field(min_length=1, max_length=60)], ...], Field(max_length=8)] = ()


class RequestedRule(Record):
    """One of several rules that would be resolved at the same time: whose, and what it is called."""

    owner: Id
    name: Annotated[str, Field(min_length=1, max_length=60)]


class RequestedTrigger(Record):
    """`rules` are resolved one after another; the player with initiative says in which order (A24-11)."""

    rules: Annotated[tuple[RequestedRule, ...], Field(min_length=2, max_length=20)]


class RequestedRuling(Record):
    """`ruling` is the id of the ruling, as it is shown."""

    ruling: Annotated[str, Field(min_length=1)]


Requested = Text | Items | type[Record] | None
"""Form of a requested field: length limits, number of entries, fields of another record, or (None) the intent's own.

A text without limits is an id: 1 to 64 characters.
"""

RequestFields = Mapping[str, Requested]


def request_fields(*names: str, **otherwise: Requested) -> RequestFields:
    """Return the fields of a request: the named ones as in the intent, the others in the given form."""
    return {**dict.fromkeys(names), **otherwise}


ANY = "any"
REFEREE = "referee"
CAMERA = "camera"
Dice = tuple[Annotated[int, Field(ge=1, le=6)], ...]


class Intent(Record):
    """Something that a person or the camera wants to do.

    `id` is the idempotency key: the same id twice is the same intent, done once. `by` is a player's id, "any" (the
    panel and the shared page: anybody at the table), "referee" (a person who corrects) or "camera". An `observation` is
    a report about the table, not a step of the game: it cannot be undone. `request` are the fields that a player enters
    in a request; None if players cannot request it. `agreed` is who accepted the author's request for it, a player, the
    referee or the table's screen; empty if nobody was asked.
    """

    observation: ClassVar[bool] = False
    request: ClassVar[RequestFields | None] = None

    id: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^#]")]
    by: Annotated[str, Field(min_length=1, max_length=40)] = ANY
    agreed: Annotated[str, Field(max_length=40)] = ""

    def to_data(self) -> dict[str, Any]:
        """Convert the record to plain JSON values, without the id, which belongs to the entry."""
        data = super().to_data()
        del data["id"]
        if not self.agreed:
            del data["agreed"]
        return data


INTENTS: TypeRegistry[Intent] = TypeRegistry("intent")


def read_intent(data: Mapping[str, Any]) -> Intent:
    """Parse the intent of `{"kind": ..., "id": ..., "by": ..., ...}`; raises `MalformedError` that names the fault."""
    rest = dict(data)
    kind = str(rest.pop("kind", ""))
    return INTENTS.read(kind, rest)
