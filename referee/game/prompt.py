"""Prompt: an open decision with its owner, choices and default."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from messages.message import Message


class Choice(BaseModel):
    """One answer to a prompt: its key (sent back), its label (shown), and what it brings, where that needs words.

    `whose` is the player who alone gives this answer to what anybody may answer; empty for every other answer.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, strict=True, extra="forbid")

    key: Annotated[str, Field(min_length=1)]
    label: Message
    says: Message | None = None
    whose: str = ""


class Grade(BaseModel):
    """What some faces of a die count as in a roll where nothing else about a die matters."""

    model_config = ConfigDict(defer_build=True, frozen=True, strict=True, extra="forbid")

    counts_as: Literal["crit", "success", "fail"]
    faces: Annotated[tuple[int, ...], Field(min_length=1)]


class Topic(StrEnum):
    """What a decision is about; after each, what `Prompt.about` names there."""

    ACTION = "action"
    """The active operative's next action: the operative."""
    ACTIVATION = "activation"
    """The next operative to activate: the player."""
    CHALLENGE = "challenge"
    """Whether a ruling is upheld: the sequence number of its entry in the journal."""
    DICE = "dice"
    """The dice of a shot or a fight: the operative that performs it."""
    DROP = "drop"
    """Position of a marker whose carrier was incapacitated: the operative."""
    EQUIPMENT = "equipment"
    """Choice of equipment: the player."""
    INITIATIVE = "initiative"
    """Player with initiative: none yet."""
    INTERRUPT = "interrupt"
    """Whether an operative on guard interrupts: the active operative."""
    LAST_ACTION = "last_action"
    """Whether an incapacitated operative acts once more: the operative."""
    PROPOSAL = "proposal"
    """Whether an observation is correct, or a rule may be broken: the operative concerned, if any."""
    REACTION = "reaction"
    """Operative that acts out of turn: the player."""
    ROLL_OFF = "roll_off"
    """A player's die of a roll-off: the player."""
    RULE_ORDER = "rule_order"
    """Which of several rules is resolved first: none in particular."""
    SCOUTING = "scouting"
    """Secret choice of a scouting option: the player."""
    SMOKE = "smoke"
    """Duration of smoke: its marker."""
    TAC_OP = "tac_op"
    """Secret choice of a tac op: the player. It holds nothing up, and is for the player's own phone."""
    TEST = "test"
    """Dice that a rule asks for: the operative that is tested."""
    TURN = "turn"
    """A player's choice in an alternation: the phase."""
    TURNING_POINT_END = "turning_point_end"
    """Whether everything is scored: the number of the turning point."""


class Prompt(BaseModel):
    """One open decision. It stands in the state; phone, panel and tray all answer the same one.

    `topic` says what is decided, `about` of whom or what; the `id` says nothing but which prompt it is. `owner` is the
    player who decides ("p1", "p2", or "any" for whoever is at hand). `default` is the key taken on confirm. `dice` says
    how many dice are expected; zero when none are. `grades` are what their faces count as, the best first, where a roll
    is said in full by how many dice count as what; empty where each face matters. `picks` says how many of the choices
    but the default may be taken together, by the intent `choose_equipment`; an answer takes one. Refuses a default that
    is no choice, keys that stand twice, and a prompt that offers neither choices nor dice.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, strict=True, extra="forbid")

    id: Annotated[str, Field(min_length=1)]
    topic: Topic
    about: str = ""
    owner: Annotated[str, Field(min_length=1)]
    question: Message
    choices: tuple[Choice, ...] = ()
    default: str | None = None
    dice: Annotated[int, Field(ge=0, le=40)] = 0
    grades: tuple[Grade, ...] = ()
    picks: Annotated[int, Field(ge=1, le=8)] = 1

    @property
    def holds_up(self) -> bool:
        """Whether the game waits for it; independent prompts may be left unanswered."""
        return self.topic is not Topic.TAC_OP

    @model_validator(mode="after")
    def _answerable(self) -> Self:
        keys = [choice.key for choice in self.choices]
        if len(set(keys)) != len(keys):
            raise ValueError(f"{self.id}: equal keys")
        if self.default is not None and self.default not in keys:
            raise ValueError(f"{self.id}: unknown default")
        if not keys and self.dice == 0:
            raise ValueError(f"{self.id}: no answers")
        return self
