"""A battle as a course of stages: each says what is asked in it, what may be done in it, and when it is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from referee.game.consequences import Consequences
from referee.game.dice_actions import DiceActions
from referee.game.events import Event, flow
from referee.game.intent_handler import IntentHandler, TestOutcome, condition
from referee.game.intents import Activate, Answer, EndBattle, Intent, SetPolicy, SetThreshold, SetUp
from referee.game.prompt import Prompt
from referee.game.rule_ids import RuleIds
from referee.game.state import ActivationKind, GameState
from referee.rules.errors import MalformedError
from referee.rules.ruling import Finding

Means = Intent | tuple[Event, ...]


ALWAYS = (SetUp, SetPolicy, SetThreshold, EndBattle)
"""What has its own say about when it may be done."""


class Phase(Protocol):
    """One step of the battle."""

    @property
    def name(self) -> str:
        """What it is called in the state."""

    @property
    def allows(self) -> frozenset[type[Intent]]:
        """The flow's intents that belong to it."""

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return what happens as it begins."""

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return what happens by itself now; nothing while somebody must decide."""

    def over(self, state: GameState) -> bool:
        """Return whether it is done."""

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return what is asked now."""

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the intent that the answer stands for, or what happens by it."""


@dataclass(frozen=True, slots=True)
class BattleFlow:
    """An edition's whole flow: the stages before the battle, those of every turning point, and the handlers.

    `handlers` are this flow's intents; those that no phase allows may be done at any time. `finish` makes the end of
    the battle. Its `free` form has no stages and no turns. `outcomes` say what the dice of each sort of test do.
    """

    edition: str
    ids: RuleIds
    setup: tuple[Phase, ...]
    turning_point: tuple[Phase, ...]
    turning_points: int
    handlers: Mapping[type[Intent], IntentHandler[Intent]]
    aftermath: Consequences
    dicing: DiceActions
    finish: Finish
    freely: IntentHandler[Intent]
    outcomes: Mapping[str, TestOutcome] = field(default_factory=dict)
    stages: Mapping[str, Phase] = field(init=False)

    def __post_init__(self) -> None:
        stages = {stage.name: stage for stage in (*self.setup, *self.turning_point)}
        if len(stages) != len(self.setup) + len(self.turning_point):
            raise MalformedError("two stages share a name")
        object.__setattr__(self, "stages", stages)

    def handler(self, state: GameState, intent: Intent) -> IntentHandler[Intent] | None:
        """Return what the rules say of that intent; None when it is not the flow's business."""
        if state.free and isinstance(intent, Activate):
            return self.freely
        return self.handlers.get(type(intent))

    def timing(self, state: GameState, intent: Intent) -> tuple[Finding, ...]:
        """Return whether now is the time for such an intent."""
        if isinstance(intent, ALWAYS):
            return ()
        if not state.begun:
            return (condition(self.ids.sequence, False, "the game was not set up yet"),)
        if state.ended:
            return (condition(self.ids.end, False, "the battle is over"),)
        staged = any(type(intent) in stage.allows for stage in self.stages.values())
        if not staged:
            return ()
        owing = ", ".join(self.aftermath.owed(state))
        lasting = ", ".join(self.aftermath.lasting(state))
        last = state.reaction is not None and state.reaction.doing is ActivationKind.LAST
        pending = (
            condition(self.ids.put_down, not owing or last, f"{owing} must place what it carries first"),
            condition(self.ids.wounds, not lasting or last, f"{lasting} may act once more: answer that first"),
            condition(self.ids.sequence, not state.tests, "dice that a rule asks for are not rolled yet"),
            condition(self.ids.simultaneous, not state.simultaneous, "it is not decided yet which rule comes first"),
            condition(self.ids.sequence, state.challenge is None, "a challenge is open: answer it first"),
        )
        if state.free:
            return pending
        allowed = state.stage in self.stages and type(intent) in self.stages[state.stage].allows
        stage = condition(self.ids.sequence, allowed, f"{intent.kind} does not belong to the stage {state.stage!r}")
        return (stage, *pending)

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return what happens by itself now: the fallen, the stage's own course, the next stage."""
        if not state.begun or state.ended:
            return ()
        settled = self.aftermath.follow(state)
        waits = state.tests or state.simultaneous or self.aftermath.owed(state) or self.aftermath.lasting(state)
        if settled or state.free or waits:
            return settled
        if not state.stage:
            return self._entering(state, (*self.setup, *self.turning_point)[0])
        stage = self.stages[state.stage]
        return stage.follow(state) or (self._next(state, stage) if stage.over(state) else ())

    def _next(self, state: GameState, stage: Phase) -> tuple[Event, ...]:
        if stage in self.setup:
            following = (*self.setup, self.turning_point[0])
            return self._entering(state, following[self.setup.index(stage) + 1])
        place = self.turning_point.index(stage)
        if place + 1 < len(self.turning_point):
            return self._entering(state, self.turning_point[place + 1])
        ended = flow.TurningPointEnded()
        if state.turning_point >= self.turning_points:
            return (ended, *self.finish.finish(state))
        return (ended, *self._entering(state, self.turning_point[0]))

    def _entering(self, state: GameState, stage: Phase) -> tuple[Event, ...]:
        if stage is not self.turning_point[0]:
            return stage.enter(state)
        began = flow.TurningPointBegan(turning_point=state.turning_point + 1)
        return (began, *stage.enter(began.apply(state)))

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return what the stage asks now."""
        if not state.begun or state.free or state.stage not in self.stages:
            return ()
        return self.stages[state.stage].prompts(state)

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the intent that the answer stands for, or what happens by it."""
        return self.stages[state.stage].answer(state, prompt, reply)


class Finish(Protocol):
    """How a battle ends (rule A24-12)."""

    def finish(self, state: GameState) -> tuple[Event, ...]:
        """Return the last points and the end."""
