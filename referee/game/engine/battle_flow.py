"""Battle flow of one edition: phases, handlers, and the timing of intents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from messages.message import Message
from referee.game import intents
from referee.game.dice.dice_actions import DiceActions
from referee.game.engine.prompting import Consequences
from referee.game.events import Event, battle
from referee.game.handlers.act_handler import ActHandler, ActionHook
from referee.game.handlers.activating import (
    ActivateHandler,
    EndActivationHandler,
    FreeActivateHandler,
    PassTurnHandler,
    ReactHandler,
    Reactions,
    TurnOrder,
)
from referee.game.handlers.handler import IntentHandler, IntentHandlers, TestOutcome, condition, intent_name, phase_name
from referee.game.handlers.pack_actions import PACK, PackActions
from referee.game.handlers.scoring_and_ploys import EndStageHandler, RevealHandler, UsePloyHandler
from referee.game.intents import Act, Activate, Answer, Intent, React
from referee.game.phases.common_phases import TurningPointEnd
from referee.game.phases.firefight import Firefight
from referee.game.phases.phase import AnswerEffect, Phase, SideQuestion
from referee.game.policy import RuleIds
from referee.game.prompt import Prompt
from referee.game.state import GameState
from referee.rules.dice.attack import COMMAND_REROLL
from referee.rules.errors import MalformedError
from referee.rules.ports.edition import APL_CHANGED, Edition, note
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class CountedOps:
    """The ops from which a player scores, by what they count.

    `held` gives points for controlled objectives, `fallen` for incapacitated enemies; empty if an edition has none.
    `others` depend on facts that only the players know, such as a secret tac op.
    """

    held: str = ""
    fallen: str = ""
    others: tuple[str, ...] = ()

    @property
    def ops(self) -> tuple[str, ...]:
        """All ops, those that can be counted first."""
        return tuple(op for op in (self.held, self.fallen, *self.others) if op)


TURNING_POINTS = 4
FIREFIGHT = "firefight"
AT_ANY_TIME = (intents.SetUp, intents.SetPolicy, intents.SetThreshold, intents.EndBattle)
"""Intents whose handlers check the timing themselves."""


Finish = Callable[[GameState], tuple[Event, ...]]
"""Returns the last points and the end of the battle (rules A24-12, B21-01)."""


@dataclass(frozen=True, slots=True)
class BattleFlow:
    """Flow of an edition's battles: phases before the battle, phases of every turning point, handlers.

    `edition` is the edition's id ("kt24"). An intent of `handlers` that no phase allows is permitted at any time.
    `finish` ends the battle. Free play has no phases and no turns: `free_activation` handles its activations.
    `outcomes` are the effects of each kind of test; `counted` are the sources of op points; `asides` are questions
    independent of the phases. `phases` has every phase by name; raises `MalformedError` if two have the same name.
    """

    edition: str
    ids: RuleIds
    setup: tuple[Phase, ...]
    turning_point: tuple[Phase, ...]
    turning_points: int
    handlers: IntentHandlers
    consequences: Consequences
    dice_actions: DiceActions
    finish: Finish
    free_activation: IntentHandler[Intent]
    counted: CountedOps
    outcomes: Mapping[str, TestOutcome] = field(default_factory=dict)
    reactions: Reactions | None = None
    asides: tuple[SideQuestion, ...] = ()
    phases: Mapping[str, Phase] = field(init=False)

    def __post_init__(self) -> None:
        names = [phase.name for phase in (*self.setup, *self.turning_point)]
        if len(set(names)) != len(names):
            raise MalformedError("game-phase-twice", phases=names)
        object.__setattr__(self, "phases", dict(zip(names, (*self.setup, *self.turning_point), strict=True)))

    def handler(self, state: GameState, intent: Intent) -> IntentHandler[Intent] | None:
        """Return the handler of that intent; None if the flow does not handle it."""
        if state.free and isinstance(intent, Activate):
            return self.free_activation
        return self.handlers.get(type(intent))

    def timing(self, state: GameState, intent: Intent) -> tuple[Finding, ...]:
        """Return whether this is the time for such an intent."""
        if isinstance(intent, AT_ANY_TIME):
            return ()
        if not state.begun:
            return (condition(self.ids.sequence, False, Message.of("time-not-set-up")),)
        if state.ended:
            return (condition(self.ids.end, False, Message.of("time-battle-over")),)
        if not any(type(intent) in phase.allows for phase in self.phases.values()):
            return ()
        owing, lasting = self.consequences.pending_put_downs(state), self.consequences.pending_last_actions(state)
        last = state.last_action_operative is not None
        pending = (
            condition(self.ids.put_down, not owing or last, Message.of("time-marker-to-place", operatives=owing)),
            condition(self.ids.wounds, not lasting or last, Message.of("time-last-action", operatives=lasting)),
            condition(self.ids.sequence, not state.tests, Message.of("time-roll-due")),
            condition(self.ids.simultaneous, not state.simultaneous, Message.of("time-rule-order")),
            condition(self.ids.sequence, state.challenge is None, Message.of("time-challenge-open")),
        )
        if state.free:
            return pending
        in_phase = state.stage in self.phases and type(intent) in self._phase(state).allows
        free = isinstance(intent, Act | React) and intent.free
        allowed = in_phase or free or any(aside.allows(state, intent) for aside in self.asides)
        means = Message.of("refusal-intent-phase", intent=intent_name(intent), phase=phase_name(state.stage))
        belongs = condition(self.ids.sequence, allowed, means)
        return (belongs, *pending)

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return automatic events; empty while a player must decide.

        First the consequences of damage and actions, then the events of the phase, then the next phase.
        """
        if not state.begun or state.ended:
            return ()
        settled = self.consequences.follow(state)
        waits = (
            state.tests
            or state.simultaneous
            or self.consequences.pending_put_downs(state)
            or self.consequences.pending_last_actions(state)
            or state.extra is not None
        )
        if settled or state.free or waits:
            return settled
        if not state.stage:
            return self._entering(state, (*self.setup, *self.turning_point)[0])
        phase = self.phases[state.stage]
        return phase.follow(state) or (self._next(state, phase) if phase.over(state) else ())

    def _phase(self, state: GameState) -> Phase:
        """Return the phase that asks and answers: the game's, or that of actions during a last or free action."""
        return self.phases[FIREFIGHT if state.extra is not None and FIREFIGHT in self.phases else state.stage]

    def _next(self, state: GameState, phase: Phase) -> tuple[Event, ...]:
        if phase in self.setup:
            following = (*self.setup, self.turning_point[0])
            return self._entering(state, following[self.setup.index(phase) + 1])
        place = self.turning_point.index(phase)
        if place + 1 < len(self.turning_point):
            return self._entering(state, self.turning_point[place + 1])
        ended = battle.TurningPointEnded()
        if state.turning_point >= self.turning_points:
            return (ended, *self.finish(state))
        return (ended, *self._entering(state, self.turning_point[0]))

    def _entering(self, state: GameState, phase: Phase) -> tuple[Event, ...]:
        if phase is not self.turning_point[0]:
            return phase.enter(state)
        began = battle.TurningPointBegan(turning_point=state.turning_point + 1)
        return (began, *phase.enter(began.apply(state)))

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the prompts of the phase, then the independent ones."""
        if not state.begun or state.free or state.stage not in self.phases:
            return ()
        beside = (one for aside in self.asides for one in aside.prompts(state))
        return (*self._phase(state).prompts(state), *beside)

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the intent that the answer represents, or its events."""
        aside = next((one for one in self.asides if prompt in one.prompts(state)), None)
        return (self._phase(state) if aside is None else aside).answer(state, prompt, reply)


def build_battle_flow(
    edition: Edition,
    ids: RuleIds,
    *,
    setup: tuple[Phase, ...],
    strategy: tuple[Phase, ...],
    ploy_phase: str,
    turn_order: TurnOrder,
    reactions: Reactions,
    dice_actions: DiceActions,
    hooks: tuple[ActionHook, ...],
    outcomes: Mapping[str, TestOutcome],
    handlers: Mapping[Any, Any],
    finish: Finish,
    counted: CountedOps,
    turning_points: int = TURNING_POINTS,
    asides: tuple[SideQuestion, ...] = (),
) -> BattleFlow:
    """Return a flow with turning points that end with a Firefight phase and scoring (rules A24-02, B21-01).

    `setup` are the phases before the battle, `strategy` those before each Firefight phase; players alternate with
    strategic ploys in the phase `ploy_phase`. `turn_order` decides the next turn after an activation, `reactions` the
    actions out of turn. `hooks` are additions of single rules to actions, `outcomes` the effects of each kind of test.
    `handlers` are the edition's own, by their intents; they take precedence over the common ones; `counted` and
    `asides` as in the flow.
    """
    packs = PackActions(handlers[intents.Score])
    shared: dict[type[Intent], Any] = {
        intents.Reveal: RevealHandler(ids),
        intents.UsePloy: UsePloyHandler(ids, in_turn=frozenset({ploy_phase}), with_dice=frozenset({COMMAND_REROLL})),
        intents.PassTurn: PassTurnHandler(ids, obliging=frozenset({FIREFIGHT})),
        intents.Activate: ActivateHandler(ids, keeps_apl=edition.keeps_apl),
        intents.Act: ActHandler(ids, edition=edition, dicing=dice_actions, hooks=(*hooks, packs)),
        intents.EndActivation: EndActivationHandler(ids, turn_order=turn_order),
        intents.React: ReactHandler(ids, reactions=reactions),
        intents.EndStage: EndStageHandler(ids),
    }
    reading = note(APL_CHANGED, edition.readings[APL_CHANGED]) if APL_CHANGED in edition.readings else None
    firefight = Firefight(FIREFIGHT, reactions=reactions, turn_order=turn_order, changed_apl=reading)
    return BattleFlow(
        edition=edition.id,
        ids=ids,
        setup=setup,
        turning_point=(*strategy, firefight, TurningPointEnd("end")),
        turning_points=turning_points,
        handlers=cast(IntentHandlers, {**shared, **handlers}),
        consequences=Consequences(turn_order),
        dice_actions=dice_actions,
        finish=finish,
        free_activation=cast(IntentHandler[Intent], FreeActivateHandler(ids, keeps_apl=edition.keeps_apl)),
        outcomes={**outcomes, PACK: packs.rolled},
        counted=counted,
        reactions=reactions,
        asides=asides,
    )
