"""What somebody wants to do: small frozen records with an idempotency id and whose word it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from referee.rules.dice.weapon import RuleUse
from referee.rules.game.card import Card, Seat
from referee.rules.game.pack import PackAction
from referee.rules.game.place import Place
from referee.rules.game.policy import Policy
from referee.rules.game.records import Record, Vocabulary
from referee.rules.game.scenery import Scenery
from referee.rules.game.state import MarkerState, Simultaneous, Until
from referee.rules.position import Order
from referee.rules.ruling import Ruling

ANY = "any"
REFEREE = "referee"
CAMERA = "camera"
Dice = tuple[Annotated[int, Field(ge=1, le=6)], ...]


class Intent(Record):
    """Something that somebody wants to do.

    `id` is the idempotency key: the same id twice is the same intent, done once. `by` is a player's id, "any" (the
    panel and the shared page: whoever is at hand), "referee" (a person who corrects) or "camera". An observation is
    said of the table and is no step that undo takes back.
    """

    observation: ClassVar[bool] = False

    id: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^#]")]
    by: Annotated[str, Field(min_length=1, max_length=40)] = ANY

    def to_data(self) -> dict[str, Any]:
        """Return the record as plain JSON values, without the id, which is the event's."""
        data = super().to_data()
        del data["id"]
        return data


INTENTS: Vocabulary[Intent] = Vocabulary("intent")


def read_intent(data: Mapping[str, Any]) -> Intent:
    """Return the intent of `{"kind": ..., "id": ..., "by": ..., ...}`; `MalformedError` names what is wrong."""
    rest = dict(data)
    kind = str(rest.pop("kind", ""))
    return INTENTS.read(kind, rest)


@INTENTS.word("set_up")
class SetUp(Intent):
    """Begin a game: who sits where, the operatives as printed, markers, killzone.

    `free` play has no stages and no turns: any operative is activated at any time, and results are declared.
    `places` puts operatives on the board at once. `actions` are those of the mission pack and the teams
    (D24-16), `terrain` what stands on the killzone.
    """

    seats: tuple[Seat, ...]
    operatives: tuple[Card, ...]
    markers: tuple[MarkerState, ...] = ()
    places: dict[str, Place] = Field(default_factory=dict)
    killzone: str | None = None
    mission: str | None = None
    free: bool = False
    actions: tuple[PackAction, ...] = ()
    terrain: tuple[Scenery, ...] = ()


@INTENTS.word("set_terrain")
class SetTerrain(Intent):
    """Say what terrain stands on the killzone, all of it: set up, seen anew, or corrected."""

    terrain: tuple[Scenery, ...]


@INTENTS.word("set_policy")
class SetPolicy(Intent):
    """Change what is done about a rule (its id or a prefix of it; empty for all others)."""

    rule: str
    policy: Policy


@INTENTS.word("set_threshold")
class SetThreshold(Intent):
    """Change how sure the camera must be before YES or NO is called."""

    sure: Annotated[float, Field(ge=0.5, lt=1)]


@INTENTS.word("answer")
class Answer(Intent):
    """Answer a prompt: the key of a choice, or the dice that were rolled. Neither means the default."""

    prompt: str
    choice: str | None = None
    dice: Dice = ()


@INTENTS.word("choose_equipment")
class ChooseEquipment(Intent):
    """Reveal a player's equipment options (rules A24-04, A24-05)."""

    player: str
    options: tuple[str, ...]


@INTENTS.word("place_equipment")
class PlaceEquipment(Intent):
    """Set up one item of equipment (rule A24-06). A marker comes along when the item is one."""

    player: str
    item: str
    marker: MarkerState | None = None
    rulings: tuple[Ruling, ...] = ()


@INTENTS.word("deploy")
class Deploy(Intent):
    """Set up an operative on the killzone (rule A24-07), where the camera sees it or somebody says."""

    operative: str
    place: Place | None = None
    rulings: tuple[Ruling, ...] = ()


@INTENTS.word("seal")
class Seal(Intent):
    """Make a secret choice: "scouting", "tac_op", "primary_op" (rules A24-04, A24-08, A24-10)."""

    player: str
    topic: Annotated[str, Field(min_length=1)]
    value: Annotated[str, Field(min_length=1)]


@INTENTS.word("reveal")
class Reveal(Intent):
    """Reveal a secret choice."""

    player: str
    topic: str


@INTENTS.word("use_ploy")
class UsePloy(Intent):
    """Use a gambit or ploy (rules B24-05..09, B21-04, B21-06); `cost` in command points."""

    player: str
    name: Annotated[str, Field(min_length=1)]
    cost: Annotated[int, Field(ge=0, le=9)] = 1


@INTENTS.word("pass_turn")
class PassTurn(Intent):
    """Pass, where players alternate or may react and need not."""

    player: str


@INTENTS.word("activate")
class Activate(Intent):
    """Activate an operative with an order (rules C24-01, C24-02, C21-01)."""

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

    operative: str
    action: str
    free: bool = False
    cost_changes: tuple[int, ...] = ()
    to: Place | None = None
    path: tuple[tuple[float, float, float], ...] = ()
    charged: float | None = None
    target: str | None = None
    weapon: str | None = None
    weapon_rules: tuple[RuleUse, ...] = ()
    marker: str | None = None
    marker_to: Place | None = None
    engaged: bool | None = None
    noticed: tuple[str, ...] = ()
    springs: tuple[str, ...] = ()
    thing: str | None = None
    goes_on: bool = False
    rulings: tuple[Ruling, ...] = ()
    dice: bool = False
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

    operative: str


@INTENTS.word("react")
class React(Intent):
    """Counteract, make overwatch, or interrupt on guard with this operative (rules C24-14, C21-04, K24-09)."""

    operative: str
    rulings: tuple[Ruling, ...] = ()


@INTENTS.word("drop_marker")
class DropMarker(Intent):
    """Place the marker that an operative carries: it is incapacitated (D24-12), or may drop it freely (D21-08)."""

    operative: str
    place: Place
    rulings: tuple[Ruling, ...] = ()


@INTENTS.word("place_marker")
class PlaceMarker(Intent):
    """Set up a marker, or say where one lies: seen, declared or corrected."""

    marker: MarkerState


@INTENTS.word("remove_marker")
class RemoveMarker(Intent):
    """Take a marker off the killzone."""

    marker: str
    why: str = ""


@INTENTS.word("declare_damage")
class DeclareDamage(Intent):
    """Inflict damage on an operative (negative: wounds regained)."""

    operative: str
    amount: Annotated[int, Field(ge=-200, le=200)]
    why: str = ""


@INTENTS.word("declare_stat")
class DeclareStat(Intent):
    """Change a stat of an operative for a while ("apl", "move", "hit", "save")."""

    operative: str
    stat: Annotated[str, Field(min_length=1)]
    change: int
    until: Until
    why: str = ""


@INTENTS.word("declare_status")
class DeclareStatus(Intent):
    """Say an operative's order and whether it is ready: by its token, a button or the referee (rule A24-14)."""

    operative: str
    order: Order | None = None
    ready: bool | None = None


@INTENTS.word("declare_place")
class DeclarePlace(Intent):
    """Say where an operative stands: a fallen, lost or untagged thing placed by hand, or a place accepted."""

    operative: str
    place: Place


@INTENTS.word("remove_operative")
class RemoveOperative(Intent):
    """Take an operative off the killzone, whatever its wounds: a rule or the referee says so."""

    operative: str
    why: str = ""


@INTENTS.word("revive")
class Revive(Intent):
    """Let an operative stand again with some wounds: a rule or the referee says so."""

    operative: str
    wounds: Annotated[int, Field(ge=1, le=200)]
    place: Place | None = None


@INTENTS.word("score")
class Score(Intent):
    """Score victory points from an op, up to its cap (rule L24-14). The referee may take some back."""

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

    rules: Annotated[tuple[Simultaneous, ...], Field(min_length=2, max_length=20)]


@INTENTS.word("end_battle")
class EndBattle(Intent):
    """End the battle before its time: conceded, or agreed."""

    conceded_by: str | None = None


class Guess(Record):
    """One reading of what was seen: a label for people, and the intent it would be (kind and fields)."""

    label: Annotated[str, Field(min_length=1)]
    intent: str
    data: dict[str, Any]


@INTENTS.word("propose")
class Propose(Intent):
    """Put up what was inferred for a word: the first reading is the default, the others are offered."""

    owner: str
    question: Annotated[str, Field(min_length=1)]
    readings: tuple[Guess, ...]


@INTENTS.word("call")
class Call(Intent):
    """Call a fault that the camera sees on the table. The same `key` is called once while it stands."""

    observation: ClassVar[bool] = True

    key: Annotated[str, Field(min_length=1)]
    means: Annotated[str, Field(min_length=1)]


@INTENTS.word("mend")
class Mend(Intent):
    """Say that a called fault is right again."""

    observation: ClassVar[bool] = True

    key: Annotated[str, Field(min_length=1)]


@INTENTS.word("challenge")
class Challenge(Intent):
    """Doubt a ruling: of the intent with that sequence number, or the last one that carried a ruling."""

    of: int | None = None


@INTENTS.word("undo")
class Undo(Intent):
    """Take back the last intent with all that followed from it."""


@INTENTS.word("redo")
class Redo(Intent):
    """Put back the intent that was undone last."""
