"""What every battle is made of, whatever the edition, which adds its stages, its laws and its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from referee.rules.dice.reroll import COMMAND_REROLL
from referee.rules.edition import Edition
from referee.rules.game import intents
from referee.rules.game.aftermath import Aftermath
from referee.rules.game.dicing import Dicing
from referee.rules.game.law import Law, Laws, TestOutcome
from referee.rules.game.laws.accounts import EndingStage, Revealing, UsingPloy
from referee.rules.game.laws.acting import Acting, ActionHook
from referee.rules.game.laws.activating import Activating, EndingActivation, FreelyActivating, Passing, Succession
from referee.rules.game.laws.reacting import Able, Reacting, Reaction
from referee.rules.game.ruleids import RuleIds
from referee.rules.game.stage import Course, Finish, Stage
from referee.rules.game.stages.ending import TurningPointEnd
from referee.rules.game.stages.firefight import Firefight

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
    dicing: Dicing
    succession: Succession
    reaction: Reaction
    ploys: str
    hooks: tuple[ActionHook, ...]
    outcomes: Mapping[str, TestOutcome] = field(default_factory=dict)

    def course(
        self, setup: tuple[Stage, ...], strategy: tuple[Stage, ...], own: Mapping[Any, Any], finish: Finish
    ) -> Course:
        """Return the battle with these stages before it and before each Firefight phase.

        `own` are the edition's own laws by their intents; they go before those that every battle has.
        """
        firefight = Firefight(FIREFIGHT, reactions=Able(self.reaction))
        return Course(
            edition=self.edition.id,
            ids=self.ids,
            setup=setup,
            turning_point=(*strategy, firefight, TurningPointEnd("end")),
            turning_points=TURNING_POINTS,
            laws=cast(Laws, {**self._laws(), **own}),
            aftermath=Aftermath(self.succession),
            dicing=self.dicing,
            finish=finish,
            freely=cast(Law[intents.Intent], FreelyActivating(self.ids)),
            outcomes=self.outcomes,
        )

    def _laws(self) -> dict[type[intents.Intent], Any]:
        ids = self.ids
        return {
            intents.Reveal: Revealing(ids),
            intents.UsePloy: UsingPloy(ids, in_turn=frozenset({self.ploys}), repeatable=frozenset({COMMAND_REROLL})),
            intents.PassTurn: Passing(ids, obliging=frozenset({FIREFIGHT})),
            intents.Activate: Activating(ids),
            intents.Act: Acting(ids, edition=self.edition, dicing=self.dicing, hooks=self.hooks),
            intents.EndActivation: EndingActivation(ids, succession=self.succession),
            intents.React: Reacting(ids, reaction=self.reaction),
            intents.EndStage: EndingStage(ids),
        }
