"""Declaring what the camera does not see or a rule brought about: markers, damage, stats, places."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from referee.game.board_place import BoardPlace
from referee.game.intents.base import INTENTS, Intent
from referee.game.intents.requests import WHY, RequestedMarker, RequestedPose, RequestedReturn, Text, request_fields
from referee.game.state import MarkerState, Until
from referee.rules.position import Order


@INTENTS.word("place_marker")
class PlaceMarker(Intent):
    """Set up a marker, or say where one lies: seen, declared or corrected."""

    request = request_fields(marker=RequestedMarker)

    marker: MarkerState


@INTENTS.word("remove_marker")
class RemoveMarker(Intent):
    """Take a marker off the killzone."""

    request = request_fields("marker", why=WHY)

    marker: str
    why: str = ""


@INTENTS.word("declare_damage")
class DeclareDamage(Intent):
    """Inflict damage on an operative (negative: wounds regained)."""

    request = request_fields("operative", "amount", why=WHY)

    operative: str
    amount: Annotated[int, Field(ge=-200, le=200)]
    why: str = ""


@INTENTS.word("declare_stat")
class DeclareStat(Intent):
    """Change a stat of an operative for a while ("apl", "move", "hit", "save"); worse is less, but Hit and Save grow.

    A 4+ that is worsened by 1 is a 5+ (L24-09): `change` is what is added to the printed figure.
    """

    request = request_fields("operative", "change", "until", stat=Text(most=20), why=WHY)

    operative: str
    stat: Annotated[str, Field(min_length=1)]
    change: int
    until: Until
    why: str = ""


@INTENTS.word("declare_status")
class DeclareStatus(Intent):
    """Say an operative's order and whether it is ready: by its token, a button or the referee (rule A24-14)."""

    request = request_fields("operative", "order", "ready")

    operative: str
    order: Order | None = None
    ready: bool | None = None


@INTENTS.word("declare_place")
class DeclarePlace(Intent):
    """Say where an operative stands: a fallen, lost or untagged thing placed by hand, or a place accepted."""

    request = request_fields("operative", place=RequestedPose)

    operative: str
    place: BoardPlace


@INTENTS.word("remove_operative")
class RemoveOperative(Intent):
    """Take an operative off the killzone, whatever its wounds: a rule or the referee says so."""

    request = request_fields("operative", why=WHY)

    operative: str
    why: str = ""


@INTENTS.word("revive")
class Revive(Intent):
    """Let an operative stand again with some wounds: a rule or the referee says so."""

    request = request_fields("operative", "wounds", place=RequestedReturn)

    operative: str
    wounds: Annotated[int, Field(ge=1, le=200)]
    place: BoardPlace | None = None
