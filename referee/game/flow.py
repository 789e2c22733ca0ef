"""The port that an edition's flow fills: whose turn, what may be done when, what follows by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from referee.game.consequences import Consequences
from referee.game.dice_actions import DiceActions
from referee.game.events import Event
from referee.game.intent_handler import IntentHandler, TestOutcome
from referee.game.intents import Answer, Intent
from referee.game.prompt import Prompt
from referee.game.rule_ids import RuleIds
from referee.game.state import GameState
from referee.rules.ruling import Finding


class Flow(Protocol):
    """How a battle goes (rules A24 to C24, A21 to C21).

    `referee.game.phase.Course` is the form that editions fill with their own stages and handlers.
    """

    @property
    def edition(self) -> str:
        """The id of the edition ("kt24")."""

    @property
    def ids(self) -> RuleIds:
        """The edition's rule ids for what every game tests."""

    @property
    def aftermath(self) -> Consequences:
        """What follows damage and work by itself."""

    @property
    def outcomes(self) -> Mapping[str, TestOutcome]:
        """What the dice of each sort of test do."""

    @property
    def dicing(self) -> DiceActions:
        """The dice machine of the edition."""

    def handler(self, state: GameState, intent: Intent) -> IntentHandler[Intent] | None:
        """Return what the rules say of that intent; None when it is not the flow's business."""

    def timing(self, state: GameState, intent: Intent) -> tuple[Finding, ...]:
        """Return whether now is the time for such an intent."""

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return what happens by itself now; nothing while somebody must decide."""

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return what the flow asks now."""

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Intent | tuple[Event, ...]:
        """Return the intent that the answer stands for, or what happens by it."""
