"""What a player does in the game from a phone: each wish is put to the referee, who allows it or says why not."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from referee.rules.position import Order
from web.contract.views import View


def _whole(value: object) -> object:
    """Return 5 for 5.0: in JSON both are the same integer."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = BeforeValidator(_whole)
Id = Annotated[str, Field(min_length=1, max_length=64)]
Words = Annotated[str, Field(max_length=120)]
Coordinate = Annotated[float, Field(ge=-60, le=60)]


class Activate(View):
    """An operative activated, with an order."""

    kind: Literal["activate"]
    operative: Id
    order: Order


class Damage(View):
    """Damage that was rolled at the table: on whom, how much."""

    operative: Id
    amount: Annotated[int, Field(ge=0, le=200), Whole]


class Act(View):
    """An action of the operative at work: with which weapon, at whom, with which marker.

    With `dice` the table asks for each roll; without it what was rolled is declared in `results`. `x` and `y` are where
    a new marker lies, such as the smoke of a grenade; the table names it.
    """

    kind: Literal["act"]
    operative: Id
    action: Id
    target: Id | None = None
    weapon: Id | None = None
    marker: Id | None = None
    x: Coordinate | None = None
    y: Coordinate | None = None
    dice: bool = False
    results: Annotated[tuple[Damage, ...], Field(max_length=20)] = ()


class EndActivation(View):
    """The operative at work has finished."""

    kind: Literal["end_activation"]
    operative: Id


class React(View):
    """An operative acts out of turn: counteract, overwatch, an interrupt on guard."""

    kind: Literal["react"]
    operative: Id


class PassTurn(View):
    """A player passes."""

    kind: Literal["pass_turn"]
    player: Id


class UsePloy(View):
    """A ploy or gambit used, for so many command points."""

    kind: Literal["use_ploy"]
    player: Id
    name: Annotated[str, Field(min_length=1, max_length=60)]
    cost: Annotated[int, Field(ge=0, le=9), Whole] = 1


class Seal(View):
    """A secret choice made."""

    kind: Literal["seal"]
    player: Id
    topic: Id
    value: Annotated[str, Field(min_length=1, max_length=60)]


class Reveal(View):
    """A secret choice revealed."""

    kind: Literal["reveal"]
    player: Id
    topic: Id


class DeclareDamage(View):
    """Wounds lost (or regained, below zero) by somebody's word."""

    kind: Literal["declare_damage"]
    operative: Id
    amount: Annotated[int, Field(ge=-200, le=200), Whole]
    why: Words = ""


class DeclareStatus(View):
    """An operative's order and readiness, by somebody's word."""

    kind: Literal["declare_status"]
    operative: Id
    order: Order | None = None
    ready: bool | None = None


class DeclarePlace(View):
    """Where an operative stands, by somebody's word: a fallen, lost or untagged thing; inches and degrees.

    Without `x` and `y` it is where the camera sees it.
    """

    kind: Literal["declare_place"]
    operative: Id
    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Annotated[float, Field(ge=0, le=20)] = 0.0
    rotation_deg: Annotated[float, Field(ge=-360, le=360)] = 0.0


class PlaceMarker(View):
    """A marker set up, or one of the game put elsewhere, by somebody's word; inches.

    A new one is of the kind that `what` says ("smoke", "objective") and named by the table; one that is known stays
    what it is.
    """

    kind: Literal["place_marker"]
    marker: Id | None = None
    what: Annotated[str, Field(min_length=1, max_length=30)] = "marker"
    x: Coordinate
    y: Coordinate
    z: Annotated[float, Field(ge=0, le=20)] = 0.0


class RemoveMarker(View):
    """A marker taken off the killzone by somebody's word."""

    kind: Literal["remove_marker"]
    marker: Id
    why: Words = ""


class ChooseEquipment(View):
    """The equipment that a player reveals, by name."""

    kind: Literal["choose_equipment"]
    player: Id
    options: Annotated[tuple[Id, ...], Field(max_length=8)] = ()


class Deploy(View):
    """An operative set up, where the camera sees it or at a place."""

    kind: Literal["deploy"]
    operative: Id
    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Annotated[float, Field(ge=0, le=20)] = 0.0


class RemoveOperative(View):
    """An operative taken off the killzone by somebody's word."""

    kind: Literal["remove_operative"]
    operative: Id
    why: Words = ""


class Score(View):
    """Victory points from an op."""

    kind: Literal["score"]
    player: Id
    op: Annotated[str, Field(min_length=1, max_length=40)]
    vp: Annotated[int, Field(ge=-40, le=40), Whole]


class EndBattle(View):
    """The battle ended before its time: conceded, or agreed."""

    kind: Literal["end_battle"]
    conceded_by: Id | None = None


class Begin(View):
    """A new game with what stands on the table; the one before is kept.

    `free` play has no turns; otherwise it is a whole battle of the edition.
    """

    kind: Literal["begin"]
    free: bool = False
    mission: Words = ""


class Sign(View):
    """A player signs the result off; it stands for the game as it is, and any change takes it away."""

    kind: Literal["sign"]
    player: Id


class RunClock(View):
    """The clock started, stopped, or set back to nothing."""

    kind: Literal["clock"]
    do: Literal["start", "stop", "reset"]


GameRequest = (
    Activate
    | Act
    | EndActivation
    | React
    | PassTurn
    | UsePloy
    | Seal
    | Reveal
    | DeclareDamage
    | DeclareStatus
    | DeclarePlace
    | PlaceMarker
    | RemoveMarker
    | ChooseEquipment
    | Deploy
    | RemoveOperative
    | Score
    | EndBattle
)
"""What becomes an intent of the game."""

TableRequest = Begin | Sign | RunClock
"""What the table does itself, beside the game."""
