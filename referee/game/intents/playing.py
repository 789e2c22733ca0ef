"""Playing: activations, actions and reactions, ploys and passes, scores, and the end of a stage or the battle."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from referee.game.board_place import BoardPlace
from referee.game.intents.base import INTENTS, Dice, Intent
from referee.game.intents.requests import Items, RequestedPoint, Text, request_fields
from referee.game.records import Record
from referee.game.state import SimultaneousRule
from referee.rules.dice.weapon import RuleUse
from referee.rules.position import Order
from referee.rules.ruling import Ruling


@INTENTS.word("use_ploy")
class UsePloy(Intent):
    """Use a gambit or ploy (rules B24-05..09, B21-04, B21-06); `cost` in command points."""

    request = request_fields("player", "cost", name=Text(most=60))

    player: str
    name: Annotated[str, Field(min_length=1)]
    cost: Annotated[int, Field(ge=0, le=9)] = 1


@INTENTS.word("pass_turn")
class PassTurn(Intent):
    """Pass, where players alternate or may react and need not."""

    request = request_fields("player")

    player: str


@INTENTS.word("activate")
class Activate(Intent):
    """Activate an operative with an order (rules C24-01, C24-02, C21-01)."""

    request = request_fields("operative", "order")

    operative: str
    order: Order


class Damage(Record):
    """Damage that was rolled at the table and is declared: on whom, how much."""

    operative: str
    amount: Annotated[int, Field(ge=0, le=200)]


@INTENTS.word("act")
class Act(Intent):
    """Perform an action with the operative at work.

    What only geometry knows comes as data from the judge: `rulings` are the evidence; `engaged` whether an enemy is
    in its control range (engagement range) before, `noticed` in whose it ends. A move carries `to`, its `path` and
    the `charged` inches. `weapon` is one of its card; `weapon_rules` are those that the situation adds. `free` costs
    nothing because a rule says so; `cost_changes` are added to the price (rule C24-05). `springs` are the mines that
    it set off on the way, `thing` the hatch that it operates; `goes_on` continues the move that was paused for that.

    `dice` opens the dice machine with `facts`. Without it what was rolled at the table is declared: `results` the
    damage, `stunned` who loses 1 APL, `rerolls` the players who spent a point on a Command Re-roll; `attack_dice`,
    `defence_dice` and `notes` ("cover", "obscured") are for the record.
    """

    request = request_fields(
        "operative",
        "action",
        "target",
        "weapon",
        "marker",
        "dice",
        marker_to=RequestedPoint,
        results=Items(20),
    )

    operative: str
    action: str
    free: bool = False
    cost_changes: tuple[int, ...] = ()
    to: BoardPlace | None = None
    path: tuple[tuple[float, float, float], ...] = ()
    charged: float | None = None
    target: str | None = None
    weapon: str | None = None
    weapon_rules: tuple[RuleUse, ...] = ()
    marker: str | None = None
    marker_to: BoardPlace | None = None
    engaged: bool | None = None
    noticed: tuple[str, ...] = ()
    springs: tuple[str, ...] = ()
    thing: str | None = None
    goes_on: bool = False
    rulings: tuple[Ruling, ...] = ()
    dice: Annotated[
        bool, Field(description="the table asks for each roll; without it what was rolled is declared in `results`")
    ] = False
    facts: dict[str, Any] = Field(default_factory=dict)
    results: tuple[Damage, ...] = ()
    stunned: tuple[str, ...] = ()
    rerolls: tuple[str, ...] = ()
    attack_dice: Dice = ()
    defence_dice: Dice = ()
    notes: tuple[str, ...] = ()


@INTENTS.word("end_activation")
class EndActivation(Intent):
    """End the running activation or reaction."""

    request = request_fields("operative")

    operative: str


@INTENTS.word("react")
class React(Intent):
    """Counteract, make overwatch, or interrupt on guard with this operative (rules C24-14, C21-04, K24-09)."""

    request = request_fields("operative")

    operative: str
    rulings: tuple[Ruling, ...] = ()


@INTENTS.word("drop_marker")
class DropMarker(Intent):
    """Place the marker that an operative carries: it is incapacitated (D24-12), or may drop it freely (D21-08)."""

    operative: str
    place: BoardPlace
    rulings: tuple[Ruling, ...] = ()


@INTENTS.word("score")
class Score(Intent):
    """Score victory points from an op, up to its cap (rule L24-14). The referee may take some back."""

    request = request_fields("player", "vp", op=Text(most=40))

    player: str
    op: Annotated[str, Field(min_length=1)]
    vp: Annotated[int, Field(ge=-40, le=40)]
    why: str = ""


@INTENTS.word("end_stage")
class EndStage(Intent):
    """Say that a stage which nobody else ends is over (set-up of terrain, the end of a turning point)."""

    stage: str


@INTENTS.word("trigger")
class Trigger(Intent):
    """Say that several rules would be resolved at the same time; their order is then decided (rule A24-11)."""

    rules: Annotated[tuple[SimultaneousRule, ...], Field(min_length=2, max_length=20)]


@INTENTS.word("end_battle")
class EndBattle(Intent):
    """End the battle before its time: conceded, or agreed."""

    request = request_fields("conceded_by")

    conceded_by: str | None = None
