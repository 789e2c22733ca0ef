"""A whole 2021 battle: its stages, its laws, its end (rules B21, C21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from referee.kt21.dice import DICE
from referee.kt21.flow_actions import OUTCOMES, OVERWATCH, HeavyWeapons, JumpTests, OverwatchAlone, UnwieldyWeapons
from referee.kt21.flow_score import REVEAL, TAC_OPS, MostVictoryPoints, RevealingInTurn, ScoringTacOps, SealingTacOps
from referee.kt21.flow_stages import Initiative, Mission, Ploys, SettingUp
from referee.kt21.flow_turns import GroupActivating, Groups, Overwatch
from referee.rules.dice.reroll import COMMAND_REROLL
from referee.rules.edition import Edition
from referee.rules.game import intents
from referee.rules.game.aftermath import Aftermath
from referee.rules.game.dicing import FIGHTING, SHOOTING, Dicing
from referee.rules.game.law import Law
from referee.rules.game.laws.accounts import EndingStage, UsingPloy
from referee.rules.game.laws.acting import Acting
from referee.rules.game.laws.activating import EndingActivation, FreelyActivating, Passing
from referee.rules.game.laws.carrying import Dropping
from referee.rules.game.laws.guarding import Guarding
from referee.rules.game.laws.hatches import Hatches
from referee.rules.game.laws.lifting import Lifting
from referee.rules.game.laws.reacting import Able, Reacting
from referee.rules.game.laws.setting_up import Deploying
from referee.rules.game.laws.uses import CountedUses
from referee.rules.game.ruleids import RuleIds
from referee.rules.game.stage import Course
from referee.rules.game.stages.alternating import Alternating
from referee.rules.game.stages.ending import TurningPointEnd
from referee.rules.game.stages.firefight import Firefight
from referee.rules.game.state import Until

TURNING_POINTS = 4
PLOYS = "ploys"
FIREFIGHT = "firefight"
DICING = Dicing(
    DICE,
    {"Shoot": SHOOTING, "Fight": FIGHTING, OVERWATCH: SHOOTING},
    stunned_until=Until.THIS_OR_NEXT_ACTIVATION,
)
IDS = RuleIds(
    sequence="B21-01",
    seats="B21-01",
    placement="N21-01",
    tokens="B21-01",
    alternation="C21-01",
    order="C21-01",
    budget="C21-03",
    once="C21-03",
    wounds="L21-01",
    carried="L21-02",
    put_down="D21-08",
    ploys="B21-04",
    points="B21-06",
    caps="B21-07",
    secrets="B21-05",
    end="B21-01",
    simultaneous="B21-01",
)


def flow(edition: Edition) -> Course:
    """Return how a battle of this edition goes, with its action table and those of its killzones."""
    succession = Groups()
    overwatch = Overwatch()
    return Course(
        edition=edition.id,
        ids=IDS,
        setup=(Mission("mission"), SettingUp("deployment")),
        turning_point=(
            Initiative("initiative"),
            Ploys(PLOYS, frozenset({intents.UsePloy}), "use a strategic ploy"),
            Alternating(REVEAL, frozenset(), "reveal a tac op"),
            Firefight(FIREFIGHT, reactions=Able(overwatch)),
            TurningPointEnd("end"),
        ),
        turning_points=TURNING_POINTS,
        laws=_laws(edition, succession, overwatch),
        aftermath=Aftermath(succession),
        dicing=DICING,
        finish=MostVictoryPoints(),
        freely=cast(Law[intents.Intent], FreelyActivating(IDS)),
        outcomes=OUTCOMES,
    )


def _laws(
    edition: Edition, succession: Groups, overwatch: Overwatch
) -> Mapping[type[intents.Intent], Law[intents.Intent]]:
    hooks = (
        HeavyWeapons(),
        UnwieldyWeapons(),
        OverwatchAlone(),
        JumpTests(),
        Guarding("Guard", "K21-01", interrupts=frozenset({OVERWATCH, "Fight"}), point_blank=frozenset({OVERWATCH})),
        Hatches(),
        CountedUses("G21-12"),
        Lifting("Pick Up"),
    )
    laws: dict[type[intents.Intent], Any] = {
        intents.Deploy: Deploying(IDS, parts=None),
        intents.Seal: SealingTacOps(IDS, topics=dict.fromkeys(TAC_OPS, frozenset({"mission"})), in_turn=frozenset()),
        intents.Reveal: RevealingInTurn(IDS),
        intents.UsePloy: UsingPloy(IDS, in_turn=frozenset({PLOYS}), repeatable=frozenset({COMMAND_REROLL})),
        intents.PassTurn: Passing(IDS, obliging=frozenset({FIREFIGHT})),
        intents.Activate: GroupActivating(IDS),
        intents.Act: Acting(IDS, edition=edition, dicing=DICING, hooks=hooks),
        intents.EndActivation: EndingActivation(IDS, succession=succession),
        intents.React: Reacting(IDS, reaction=overwatch),
        intents.DropMarker: Dropping(IDS, at_will=True),
        intents.Score: ScoringTacOps(IDS),
        intents.EndStage: EndingStage(IDS),
    }
    return cast(Mapping[type[intents.Intent], Law[intents.Intent]], laws)
