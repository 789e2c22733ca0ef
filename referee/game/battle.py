"""What every battle is made of, whatever the edition, which adds its stages, its handlers and its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from referee.game import intents
from referee.game.consequences import Consequences
from referee.game.dice_actions import DiceActions
from referee.game.handlers.accounts import EndStageHandler, RevealHandler, UsePloyHandler
from referee.game.handlers.acting import ActHandler, ActionHook
from referee.game.handlers.activating import (
    ActivateHandler,
    EndActivationHandler,
    FreeActivateHandler,
    PassTurnHandler,
    TurnOrder,
)
from referee.game.handlers.reacting import Able, ReactHandler, Reaction
from referee.game.intent_handler import IntentHandler, IntentHandlers, TestOutcome
from referee.game.phase import BattleFlow, Finish, Phase
from referee.game.phases.ending import TurningPointEnd
from referee.game.phases.firefight import Firefight
from referee.game.rule_ids import RuleIds
from referee.rules.dice.reroll import COMMAND_REROLL
from referee.rules.edition import Edition

TURNING_POINTS = 4
FIREFIGHT = "firefight"


@dataclass(frozen=True, slots=True)
class Battle:
    """Four turning points that end with a Firefight phase and with scoring (rules A24-02, B21-01).

    `succession` says whose turn follows an activation, `reaction` what is done out of turn; `ploys` is the stage in
    which strategic ploys are used in turn. `hooks` are what single rules add to actions. `outcomes` say what the dice
    of each sort of test do.
    """

    edition: Edition
    ids: RuleIds
    dicing: DiceActions
    succession: TurnOrder
    reaction: Reaction
    ploys: str
    hooks: tuple[ActionHook, ...]
    outcomes: Mapping[str, TestOutcome] = field(default_factory=dict)

    def course(
        self, setup: tuple[Phase, ...], strategy: tuple[Phase, ...], own: Mapping[Any, Any], finish: Finish
    ) -> BattleFlow:
        """Return the battle with these stages before it and before each Firefight phase.

        `own` are the edition's own handlers by their intents; they go before those that every battle has.
        """
        firefight = Firefight(FIREFIGHT, reactions=Able(self.reaction))
        return BattleFlow(
            edition=self.edition.id,
            ids=self.ids,
            setup=setup,
            turning_point=(*strategy, firefight, TurningPointEnd("end")),
            turning_points=TURNING_POINTS,
            handlers=cast(IntentHandlers, {**self._handlers(), **own}),
            aftermath=Consequences(self.succession),
            dicing=self.dicing,
            finish=finish,
            freely=cast(IntentHandler[intents.Intent], FreeActivateHandler(self.ids)),
            outcomes=self.outcomes,
        )

    def _handlers(self) -> dict[type[intents.Intent], Any]:
        ids = self.ids
        return {
            intents.Reveal: RevealHandler(ids),
            intents.UsePloy: UsePloyHandler(
                ids, in_turn=frozenset({self.ploys}), repeatable=frozenset({COMMAND_REROLL})
            ),
            intents.PassTurn: PassTurnHandler(ids, obliging=frozenset({FIREFIGHT})),
            intents.Activate: ActivateHandler(ids),
            intents.Act: ActHandler(ids, edition=self.edition, dicing=self.dicing, hooks=self.hooks),
            intents.EndActivation: EndActivationHandler(ids, succession=self.succession),
            intents.React: ReactHandler(ids, reaction=self.reaction),
            intents.EndStage: EndStageHandler(ids),
        }
