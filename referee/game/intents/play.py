"""Intents of play: activations, reactions, ploys, scores, phases, declarations."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from referee.game.board_place import BoardPlace
from referee.game.intents.base import (
    INTENTS,
    WHY,
    Intent,
    RequestedDrop,
    RequestedMarker,
    RequestedPose,
    RequestedReturn,
    RequestedTrigger,
    Text,
    request_fields,
)
from referee.game.pack_action import Until
from referee.game.recorded_ruling import RecordedRuling
from referee.game.state import MarkerState, SimultaneousRule
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


@INTENTS.word("set_up_again")
class SetUpAgain(Intent):
    """Remove an operative and set it up again, as a rule says: neither a move nor a correction (K24-08, C24-15)."""

    request = request_fields("operative", place=RequestedPose)

    operative: str
    place: BoardPlace
    rulings: tuple[RecordedRuling, ...] = ()


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


@INTENTS.word("use_ploy")
class UsePloy(Intent):
    """Use a gambit or ploy (rules B24-05..09, B21-04, B21-06).

    `cost` is in command points; by default the card's, or 1 for a ploy without a card.
    """

    request = request_fields("player", "cost", name=Text(most=60))

    player: str
    name: Annotated[str, Field(min_length=1)]
    cost: Annotated[int, Field(ge=0, le=9)] | None = None


@INTENTS.word("pass_turn")
class PassTurn(Intent):
    """Pass, where players alternate or may react and need not.

    `near` confirms that the enemy's action ended in the control range of a guard, if that was too close to call.
    """

    LATER = frozenset({"near"})
    request = request_fields("player")

    player: str
    near: bool = False


@INTENTS.word("activate")
class Activate(Intent):
    """Activate an operative with an order (rules C24-01, C24-02, C21-01)."""

    request = request_fields("operative", "order")

    operative: str
    order: Order


@INTENTS.word("end_activation")
class EndActivation(Intent):
    """End the running activation or reaction."""

    request = request_fields("operative")

    operative: str


@INTENTS.word("react")
class React(Intent):
    """Counteract, make overwatch, or interrupt on guard with this operative (rules C24-14, C21-04, K24-09).

    With `free` it begins a free action outside its activation, which a rule gives it (C24-12).
    """

    LATER = frozenset({"free"})
    request = request_fields("operative", "free")

    operative: str
    free: bool = False
    rulings: tuple[RecordedRuling, ...] = ()


@INTENTS.word("drop_marker")
class DropMarker(Intent):
    """Place the marker that an operative carries: it is incapacitated (D24-12), or may drop it freely (D21-08)."""

    request = request_fields("operative", place=RequestedDrop)

    operative: str
    place: BoardPlace
    rulings: tuple[RecordedRuling, ...] = ()


@INTENTS.word("score")
class Score(Intent):
    """Score victory points from an op, up to its cap (rule L24-14). The referee may take some back."""

    request = request_fields("player", "vp", op=Text(most=40), why=WHY)

    player: str
    op: Annotated[str, Field(min_length=1)]
    vp: Annotated[int, Field(ge=-40, le=40)]
    why: str = ""


@INTENTS.word("end_stage")
class EndStage(Intent):
    """Say that a phase which nobody else ends is over (set-up of terrain, the end of a turning point)."""

    request = request_fields("stage")

    stage: str


@INTENTS.word("trigger")
class Trigger(Intent):
    """Say that several rules would be resolved at the same time; their order is then decided (rule A24-11)."""

    request = request_fields(rules=RequestedTrigger)

    rules: Annotated[tuple[SimultaneousRule, ...], Field(min_length=2, max_length=20)]


@INTENTS.word("end_battle")
class EndBattle(Intent):
    """End the battle before its time: conceded, or agreed."""

    request = request_fields("conceded_by")

    conceded_by: str | None = None
