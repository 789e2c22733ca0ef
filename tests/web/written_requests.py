"""What a phone could ask for before its requests were made from the intents, model by model: the oracle for them.

These are the requests as phones know them. A change here is a change of the interface.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from referee.rules.position import Order


class Closed(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = BeforeValidator(_whole)
Id = Annotated[str, Field(min_length=1, max_length=64)]
Name = Annotated[str, Field(min_length=1)]
Words = Annotated[str, Field(max_length=120)]
Coordinate = Annotated[float, Field(ge=-60, le=60)]
Die = Annotated[int, Field(ge=1, le=6), Whole]


class Answer(Closed):
    kind: Literal["answer"]
    prompt: Name
    choice: Name | None = None
    dice: Annotated[tuple[Die, ...], Field(max_length=40)] = ()
    counted: bool = False
    onward: bool = False
    roll: bool = False

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.choice is not None) + bool(self.dice) + self.roll != 1:
            raise ValueError("expected one of choice, dice and roll")
        return self


class Undo(Closed):
    kind: Literal["undo"]


class Redo(Closed):
    kind: Literal["redo"]


class Challenge(Closed):
    kind: Literal["challenge"]
    ruling: Name


class Activate(Closed):
    kind: Literal["activate"]
    operative: Id
    order: Order


class Damage(Closed):
    operative: Id
    amount: Annotated[int, Field(ge=0, le=200), Whole]


class Act(Closed):
    kind: Literal["act"]
    operative: Id
    action: Id
    target: Id | None = None
    weapon: Id | None = None
    marker: Id | None = None
    thing: Id | None = None
    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Annotated[float, Field(ge=0, le=20)] | None = None
    dice: bool = False
    free: bool = False
    goes_on: bool = False
    cost_changes: Annotated[tuple[Annotated[int, Whole], ...], Field(max_length=10)] = ()
    weapon_rules: Annotated[tuple[Annotated[str, Field(min_length=1, max_length=60)], ...], Field(max_length=8)] = ()
    results: Annotated[tuple[Damage, ...], Field(max_length=20)] = ()
    stunned: Annotated[tuple[Id, ...], Field(max_length=20)] = ()
    rerolls: Annotated[tuple[Id, ...], Field(max_length=4)] = ()


class EndActivation(Closed):
    kind: Literal["end_activation"]
    operative: Id


class React(Closed):
    kind: Literal["react"]
    operative: Id
    free: bool = False


class PassTurn(Closed):
    kind: Literal["pass_turn"]
    player: Id


class UsePloy(Closed):
    kind: Literal["use_ploy"]
    player: Id
    name: Annotated[str, Field(min_length=1, max_length=60)]
    cost: Annotated[int, Field(ge=0, le=9), Whole] | None = None


class Seal(Closed):
    kind: Literal["seal"]
    player: Id
    topic: Id
    value: Annotated[str, Field(min_length=1, max_length=60)]


class Reveal(Closed):
    kind: Literal["reveal"]
    player: Id
    topic: Id


class DeclareDamage(Closed):
    kind: Literal["declare_damage"]
    operative: Id
    amount: Annotated[int, Field(ge=-200, le=200), Whole]
    why: Words = ""


class DeclareStatus(Closed):
    kind: Literal["declare_status"]
    operative: Id
    order: Order | None = None
    ready: bool | None = None


class DeclarePlace(Closed):
    kind: Literal["declare_place"]
    operative: Id
    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Annotated[float, Field(ge=0, le=20)] = 0.0
    rotation_deg: Annotated[float, Field(ge=-360, le=360)] = 0.0


class SetUpAgain(Closed):
    kind: Literal["set_up_again"]
    operative: Id
    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Annotated[float, Field(ge=0, le=20)] = 0.0
    rotation_deg: Annotated[float, Field(ge=-360, le=360)] = 0.0


class PlaceMarker(Closed):
    kind: Literal["place_marker"]
    marker: Id | None = None
    what: Annotated[str, Field(min_length=1, max_length=30)] = "marker"
    owner: Id | None = None
    x: Coordinate
    y: Coordinate
    z: Annotated[float, Field(ge=0, le=20)] | None = None


class RemoveMarker(Closed):
    kind: Literal["remove_marker"]
    marker: Id
    why: Words = ""


class ChooseEquipment(Closed):
    kind: Literal["choose_equipment"]
    player: Id
    options: Annotated[tuple[Id, ...], Field(max_length=8)] = ()


class Deploy(Closed):
    kind: Literal["deploy"]
    operative: Id
    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Annotated[float, Field(ge=0, le=20)] = 0.0


class RemoveOperative(Closed):
    kind: Literal["remove_operative"]
    operative: Id
    why: Words = ""


class Score(Closed):
    kind: Literal["score"]
    player: Id
    op: Annotated[str, Field(min_length=1, max_length=40)]
    vp: Annotated[int, Field(ge=-40, le=40), Whole]
    why: Words = ""


class EndBattle(Closed):
    kind: Literal["end_battle"]
    conceded_by: Id | None = None


class Until(StrEnum):
    NEXT = "end of its next activation"
    THIS = "end of its current or next activation"
    POINT = "end of the turning point"
    BATTLE = "end of the battle"


class DeclareStat(Closed):
    kind: Literal["declare_stat"]
    operative: Id
    stat: Annotated[str, Field(min_length=1, max_length=20)]
    change: Annotated[int, Whole]
    until: Until
    why: Words = ""


class Revive(Closed):
    kind: Literal["revive"]
    operative: Id
    wounds: Annotated[int, Field(ge=1, le=200), Whole]
    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Annotated[float, Field(ge=0, le=20)] = 0.0
    rotation_deg: Annotated[float, Field(ge=-360, le=360)] = 0.0


class PlaceEquipment(Closed):
    kind: Literal["place_equipment"]
    player: Id
    item: Annotated[str, Field(min_length=1, max_length=60)]
    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Annotated[float, Field(ge=0, le=20)] | None = None


class DropMarker(Closed):
    kind: Literal["drop_marker"]
    operative: Id
    x: Coordinate | None = None
    y: Coordinate | None = None
    z: Annotated[float, Field(ge=0, le=20)] | None = None


class EndStage(Closed):
    kind: Literal["end_stage"]
    stage: Id


class Rule(Closed):
    owner: Id
    name: Annotated[str, Field(min_length=1, max_length=60)]


class Trigger(Closed):
    kind: Literal["trigger"]
    rules: Annotated[tuple[Rule, ...], Field(min_length=2, max_length=20)]


WRITTEN: tuple[type[Closed], ...] = (
    Answer,
    Undo,
    Redo,
    Challenge,
    Activate,
    Act,
    EndActivation,
    React,
    PassTurn,
    UsePloy,
    Seal,
    Reveal,
    DeclareDamage,
    DeclareStatus,
    DeclarePlace,
    SetUpAgain,
    PlaceMarker,
    RemoveMarker,
    ChooseEquipment,
    Deploy,
    RemoveOperative,
    Score,
    EndBattle,
    DeclareStat,
    Revive,
    PlaceEquipment,
    DropMarker,
    EndStage,
    Trigger,
)
