"""Views of the game: seats, rosters, ploys, clock, and a shot or fight with its dice."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from messages.message import Message
from referee.game.card import PloyTime
from referee.game.dice.dice_actions import CountsAs
from referee.game.prompt import Grade, Topic
from referee.rules.position import Order
from web.contract.base import Colour, Name, View, ink_on

Face = Annotated[int, Field(ge=1, le=6)]
Wounds = Annotated[int, Field(ge=0)]


COUNTS: dict[CountsAs, Message] = {
    "crit": Message.of("view-die-critical"),
    "success": Message.of("view-die-success"),
    "fail": Message.of("view-die-fail"),
}


def _die_message(die: dict[str, Any]) -> Message:
    facts: list[Message | int] = [] if die["face"] is None else [die["face"]]
    facts.append(COUNTS[die["counts_as"]])
    if die["kept"]:
        facts.append(Message.of("view-die-kept"))
    if die["was"]:
        facts.append(Message.of("view-die-was", face=die["was"]))
    if die["raised"]:
        facts.append(Message.of("view-die-raised"))
    if die["met"]:
        facts.append(Message.of("view-die-stopped" if die["spent"] else "view-die-would-stop"))
    return Message.of("view-die", facts=facts)


class CombatDieView(View):
    """One die. `face` is null where it was not rolled (`kept`) or only counted.

    `was` is what it showed before it was re-rolled, `raised` whether a rule made it count as more than it shows. `met`
    are the dice of the other side, by their place in its row, that stop this one (or are proposed to), `spent` whether
    it has been used or stopped. `says` and `message` are all of this in words, for screen readers.
    """

    face: Face | None = None
    counts_as: CountsAs
    was: Face | None = None
    kept: bool = False
    raised: bool = False
    met: tuple[int, ...] = ()
    spent: bool = False
    message: Message = Field(default_factory=_die_message)
    says: str = Field(default_factory=lambda die: str(die["message"]))


class CombatReasonView(View):
    """Reason for dice that differ from the card, with the rule's id; "" if it has none."""

    says: Name
    rule: str = ""
    message: Message | None = None


ChangeKind = Literal["kept", "rerolled", "counted", "improved", "lowered", "discarded"]
"""Kinds of effects of rules on dice; `counted`: a face below 6 is critical (Lethal)."""


class CombatChangeView(View):
    """Effect of one rule on a side's dice. `rule` is its id, "" if it has none, `name` as on the card.

    `dice` are the places of the dice in the side's row. `before` and `after` are what they counted as; `before` is null
    for dice that were kept without a roll, `after` for discarded ones; both are null where re-rolled dice differ.
    `message` is the message of `says`.
    """

    rule: str = ""
    name: Name
    kind: ChangeKind
    dice: tuple[int, ...]
    before: CountsAs | None = None
    after: CountsAs | None = None
    says: Name
    message: Message


class CombatDamageView(View):
    """Damage of a shot: hits that nothing stops times the weapon's damage, and what rules add to it.

    `before` and `after` are the target's wounds. `message` is the message of `says`.
    """

    normals: Wounds
    normal_damage: Wounds
    crits: Wounds
    critical_damage: Wounds
    more: Wounds = 0
    total: Wounds
    before: Wounds
    after: Wounds
    says: Name
    message: Message


def _line_message(one: dict[str, Any]) -> Message | None:
    numbers, shelter = one["numbers_message"] or one["numbers"], one["shelter_messages"] or one["shelter"]
    parts = [part for part in (one["weapon"], numbers, *one["rules"], *shelter) if part]
    return Message.of("text-parts", parts=parts) if parts else None


def _left_message(one: dict[str, Any]) -> Message:
    before, now = one["before"], one["wounds"]
    if before == now:
        return Message.of("view-wounds-left", wounds=now, of=one["start_wounds"])
    return Message.of("view-wounds-lost", before=before, wounds=now)


class CombatSideView(View):
    """One side: the operative, what it uses, its dice. `numbers` are those of its dice in words, `reasons` why.

    `shelter` is what makes it harder to hit, `line` what it uses, its numbers, rules and shelter in one.
    `changes` are what each rule did to the dice. `due` dice are to be rolled now. `before` are its wounds at the start,
    `wounds` what is left, `left` both in words.
    Each text has its message: `NAME_message`, `note_messages`, `shelter_messages`.
    """

    operative: Name
    player: Name
    name: Name
    weapon: str = ""
    numbers: str = ""
    rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    note_messages: tuple[Message, ...] = ()
    reasons: tuple[CombatReasonView, ...] = ()
    before: Wounds
    wounds: Wounds
    start_wounds: Annotated[int, Field(ge=1)]
    shelter: tuple[str, ...] = ()
    due: Annotated[int, Field(ge=0)] = 0
    numbers_message: Message | None = None
    shelter_messages: tuple[Message, ...] = ()
    line_message: Message | None = Field(default_factory=_line_message)
    left_message: Message = Field(default_factory=_left_message)
    line: str = Field(default_factory=lambda one: str(one["line_message"] or ""))
    left: str = Field(default_factory=lambda one: str(one["left_message"]))
    dice: tuple[CombatDieView, ...] = ()
    changes: tuple[CombatChangeView, ...] = ()


class CombatOptionView(View):
    """Effect of one choice of the open question; `key` is that of the choice."""

    key: Name
    does: Name
    message: Message | None = None


class CombatResultView(View):
    """Result for one operative, in a sentence; `down` if it is incapacitated."""

    operative: Name
    player: Name
    sentence: Name
    down: bool = False
    message: Message | None = None


class CombatView(View):
    """A shot or a fight that is being resolved, or the last one until the next thing is done (`over`).

    `number` counts them over the game. `shelter` says why the target is harder to hit, `blows` what was done with each
    die of a fight, in order. `proposed` when what meets what is the proposal of an open question. `odds` are what the
    dice promised against the target before any was rolled, `came` what came of it beside them, once it is over.
    `damage` is that of a shot, as soon as its saves are assigned.
    Each text has its message: `NAME_message`, `shelter_messages`, `blow_messages`.
    """

    number: Annotated[int, Field(ge=1)]
    kind: Literal["shoot", "fight"]
    action: Name
    attacker: CombatSideView
    target: CombatSideView
    shelter: tuple[str, ...] = ()
    blows: tuple[str, ...] = ()
    proposed: bool = False
    options: tuple[CombatOptionView, ...] = ()
    over: bool = False
    odds: str = ""
    came: str = ""
    results: tuple[CombatResultView, ...] = ()
    shelter_messages: tuple[Message, ...] = ()
    blow_messages: tuple[Message, ...] = ()
    odds_message: Message | None = None
    came_message: Message | None = None
    damage: CombatDamageView | None = None


Edge = Literal["", "left", "right", "far", "near"]
"""Edge of the board as the camera sees it; empty if unknown."""


class SeatOpView(View):
    """The points that a player has from one op; `message` is the message of `label`."""

    op: Name
    label: Name
    vp: int
    message: Message | None = None


class SeatView(View):
    """One player's side. `ink` is the text colour that reads on `colour`.

    `edge` is the board's edge that its models stand nearest to, against the others; empty where nobody is seen. `ops`
    are the ops that the player has points from.
    """

    player: Name
    name: Name
    team: str = ""
    colour: Colour
    cp: Annotated[int, Field(ge=0)] = 0
    vp: Annotated[int, Field(ge=0)] = 0
    edge: Edge = ""
    ops: tuple[SeatOpView, ...] = ()
    ink: Colour = Field(default_factory=lambda known: ink_on(known["colour"]))


class ExpectedView(View):
    """The points that a player would score at the end of this turning point if nothing changed: in all, and by op.

    Ops of which only their player knows what they score are left out.
    """

    player: Name
    vp: Annotated[int, Field(ge=0)] = 0
    ops: tuple[SeatOpView, ...] = ()


class AbsentView(View):
    """An operative of the game that stands nowhere on the board, and may be put there by hand."""

    id: Name
    player: Name
    name: Name


class MemberView(View):
    """One operative of a team, on the board or not: `out` when it is incapacitated or removed."""

    id: Name
    player: Name
    name: Name
    wounds: Annotated[int, Field(ge=0)]
    start_wounds: Annotated[int, Field(ge=1)]
    order: Order
    ready: bool
    out: bool = False
    weapons: tuple[str, ...] = ()


class KeptFallView(View):
    """Stored frames of an operative's fall: their count, and the number of their clip (a ClipView)."""

    operative: Name
    clip: Annotated[int, Field(ge=1)]
    clip_of: Annotated[int, Field(ge=1)]


class ActivationView(View):
    """An operative that may be activated now, and with which orders."""

    operative: Name
    orders: Annotated[tuple[Order, ...], Field(min_length=1)]


class PloyView(View):
    """A ploy that stands on a player's card; `why` says why it cannot be used now, empty where it can.

    `message` is the message of `why`.
    """

    player: Name
    name: Name
    when: PloyTime
    cost: Annotated[int, Field(ge=0)]
    text: str = ""
    why: str = ""
    message: Message | None = None


class ReactionView(View):
    """An operative whose player may act out of turn now or waits for it; `why` says why it cannot, empty if it can.

    `reaction` is the edition's term: counteract, overwatch or guard. `message` is the message of `why`.
    """

    player: Name
    operative: Name
    reaction: Name
    why: str = ""
    message: Message | None = None


class SecretOptionView(View):
    """One card that a player may choose from in secret; `text` says what it asks."""

    name: Name
    text: str = ""


class SecretView(View):
    """A choice that a player makes in secret, and may make (`chosen` is false) or reveal now; `label` is what it is.

    `options` are the cards there are to choose from, as both players may read them; none where no list has any.
    """

    player: Name
    topic: Name
    label: Name
    message: Message | None = None
    chosen: bool = False
    options: tuple[SecretOptionView, ...] = ()


class CommitmentView(View):
    """A secret choice as everybody may see it; `label` is what was chosen.

    `digest` is SHA-256 over the 32 bytes of `salt` and the JSON array of player, topic and `values` without blanks.
    `salt` and `values` are empty until the choice is revealed.
    """

    player: Name
    topic: Name
    label: Name
    message: Message
    digest: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    salt: Annotated[str, Field(pattern="^([0-9a-f]{64})?$")] = ""
    values: tuple[str, ...] = ()


class OwnChoice(View):
    """A sealed choice of the player who asks."""

    topic: Name
    label: Name
    message: Message
    values: tuple[str, ...]


class OwnChoices(View):
    """The sealed choices of the player who asks; empty for every other device."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "choices": [
                        {
                            "topic": "tac_op",
                            "label": "Tac op",
                            "message": {"code": "term-op-title", "args": {"op": "tac_op"}},
                            "values": ["Plant Beacons"],
                        }
                    ]
                }
            ]
        }
    )

    choices: tuple[OwnChoice, ...] = ()


class GameView(View):
    """State of the game. `undo` and `redo` describe the step that they would undo or redo; null if there is none.

    `turn` is whose turn it is where players alternate, `signed` who has signed the result off. `number` is that of the
    recorded game, for `/api/games/{number}`; 0 when it is not recorded. `absent` are operatives that stand nowhere yet,
    `activations` those that may be activated now, `roster` everybody of both teams; `secrets` are what players may
    choose in secret or reveal now, never what was chosen; `commitments` bind them to it; `opening` says that nobody was
    asked before the first activation, while it is still to come; `ploys` are those on their cards. `app_dice`: the
    program rolls for players who ask it to, by `roll` in an answer. `reactions` are the operatives of players who may
    act out of turn, or wait for it. `expected` are the points of each player at the end of this turning point if
    nothing changed; empty outside of one.
    """

    number: Annotated[int, Field(ge=0)] = 0

    edition: Name
    title: Name
    turning_point: Annotated[int, Field(ge=0)] = 0
    phase: str = ""
    phase_message: Message | None = None
    initiative: str | None = None
    active: str | None = None
    seats: tuple[SeatView, ...] = ()
    undo: str | None = None
    redo: str | None = None
    undo_message: Message | None = None
    redo_message: Message | None = None
    begun: bool = True
    free: bool = False
    over: bool = False
    winner: str | None = None
    turn: str | None = None
    signed: tuple[str, ...] = ()
    absent: tuple[AbsentView, ...] = ()
    activations: tuple[ActivationView, ...] = ()
    roster: tuple[MemberView, ...] = ()
    commitments: tuple[CommitmentView, ...] = ()
    secrets: tuple[SecretView, ...] = ()
    ploys: tuple[PloyView, ...] = ()
    reactions: tuple[ReactionView, ...] = ()
    opening: str = ""
    app_dice: bool = False
    expected: tuple[ExpectedView, ...] = ()


class ClockSeatView(View):
    """One player's thinking time used, whole seconds."""

    player: Name
    used_s: Annotated[int, Field(ge=0)]


class ClockView(View):
    """The chess clock and the round's timer, whole seconds; `on` names the player whose time runs.

    `uncounted` is whether the table was off for a time that no clock can tell: ask the players for it.
    """

    running: bool = False
    on: str | None = None
    seats: tuple[ClockSeatView, ...] = ()
    round_s: Annotated[int, Field(ge=0)] = 0
    limit_s: Annotated[int, Field(ge=0)] = 0
    uncounted: bool = False


class PromptChoiceView(View):
    """One answer to a prompt: its `key` is sent back, its `label` shown; `says` is what it brings, or who must agree.

    `whose` is the player who alone may give this answer to what anybody may answer; empty for every other answer.
    `message` and `effect` are the messages of `label` and `says`.
    """

    key: Annotated[str, Field(min_length=1)]
    label: Annotated[str, Field(min_length=1)]
    says: str = ""
    whose: str = ""
    message: Message | None = None
    effect: Message | None = None


class PromptView(View):
    """One open decision. Phone, panel and tray all answer the same one.

    `topic` says what is decided, `about` of whom or what; the `id` says nothing but which prompt it is. `owner` is the
    player who decides ("p1", "p2", or "any" for whoever is at hand). `default` is the key taken on confirm. `dice` says
    how many dice are expected; zero when none are. `grades` are what their faces count as, the best first, where a roll
    is said in full by how many dice count as what; empty where each face matters. `picks` says how many of the choices
    but the default may be taken together, by the intent `choose_equipment`; an answer takes one. `message` is the
    message of `question`.
    """

    id: Annotated[str, Field(min_length=1)]
    topic: Topic
    about: str = ""
    owner: Annotated[str, Field(min_length=1)]
    question: Annotated[str, Field(min_length=1)]
    choices: tuple[PromptChoiceView, ...] = ()
    default: str | None = None
    dice: Annotated[int, Field(ge=0, le=40)] = 0
    grades: tuple[Grade, ...] = ()
    picks: Annotated[int, Field(ge=1, le=8)] = 1
    message: Message | None = None
