"""A whole 2024 battle: its stages, its laws, its end (rules A24-02, B24, C24)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from referee.kt24.dice import DICE
from referee.kt24.flow_actions import CounteractLimits, HeavyWeapons
from referee.kt24.flow_equipment import OUTCOMES, AmmoCaches, Mines, SmokeGrenades, StunGrenades
from referee.kt24.flow_reactions import Counteract
from referee.kt24.flow_score import CAPS, MostVictoryPoints
from referee.kt24.flow_setup import EquipmentChoice, PlacingItems, Scouting
from referee.kt24.flow_strategy import GAMBIT, Gambits, Initiative, Ready
from referee.kt24.grenades import SUPPLIES, supplies_of
from referee.kt24.options import COUNTERACT
from referee.rules.dice.reroll import COMMAND_REROLL
from referee.rules.edition import Edition
from referee.rules.game import intents
from referee.rules.game.aftermath import Aftermath
from referee.rules.game.dicing import FIGHTING, SHOOTING, Dicing
from referee.rules.game.law import Law
from referee.rules.game.laws.accounts import EndingStage, Revealing, Scoring, Sealing, UsingPloy
from referee.rules.game.laws.acting import Acting
from referee.rules.game.laws.activating import Activating, Alternate, EndingActivation, FreelyActivating, Passing
from referee.rules.game.laws.carrying import Dropping
from referee.rules.game.laws.guarding import Guarding
from referee.rules.game.laws.hatches import Hatches
from referee.rules.game.laws.lifting import Lifting, PuttingDown
from referee.rules.game.laws.reacting import Able, Reacting
from referee.rules.game.laws.setting_up import ChoosingEquipment, Deploying, PlacingEquipment
from referee.rules.game.laws.uses import CountedUses, SharedSupplies
from referee.rules.game.ruleids import RuleIds
from referee.rules.game.stage import Course
from referee.rules.game.stages.ending import TurningPointEnd
from referee.rules.game.stages.firefight import Firefight
from referee.rules.game.stages.rolling import FirstRollOff
from referee.rules.game.stages.setting_up import Deployment
from referee.rules.game.state import Until

TURNING_POINTS = 4
DICING = Dicing(DICE, {"Shoot": SHOOTING, "Fight": FIGHTING}, stunned_until=Until.NEXT_ACTIVATION)
EQUIPMENT_SLOTS = 4
THIRDS = 3
FIREFIGHT = "firefight"
IDS = RuleIds(
    sequence="A24-02",
    seats="A24-03",
    placement="A24-13",
    tokens="A24-14",
    alternation="C24-01",
    order="C24-02",
    budget="C24-05",
    once="C24-06",
    wounds="L24-05",
    carried="L24-03",
    put_down="D24-12",
    ploys="B24-07",
    points="B24-06",
    caps="L24-14",
    secrets="A24-08",
    end="A24-12",
    simultaneous="A24-11",
    sizes="L24-01",
)
SECRETS = {
    "tac_op": frozenset({"selection"}),
    "scouting": frozenset({"scouting"}),
    "primary_op": frozenset({GAMBIT}),
}


def flow(edition: Edition) -> Course:
    """Return how a battle of this edition goes, with its action table and those of its killzones."""
    succession = Alternate()
    counteract = Counteract(edition)
    return Course(
        edition=edition.id,
        ids=IDS,
        setup=(
            FirstRollOff("roll_off"),
            EquipmentChoice("selection"),
            PlacingItems("equipment", frozenset({intents.PlaceEquipment}), "set up an item of equipment"),
            Deployment("deployment", parts=THIRDS),
            Scouting("scouting"),
        ),
        turning_point=(
            Initiative("initiative"),
            Ready("ready"),
            Gambits(GAMBIT, frozenset({intents.UsePloy, intents.Seal}), "use a strategic gambit"),
            Firefight(FIREFIGHT, reactions=Able(counteract)),
            TurningPointEnd("end"),
        ),
        turning_points=TURNING_POINTS,
        laws=_laws(edition, succession, counteract),
        aftermath=Aftermath(succession),
        dicing=DICING,
        finish=MostVictoryPoints(),
        freely=cast(Law[intents.Intent], FreelyActivating(IDS)),
        outcomes=OUTCOMES,
    )


def _laws(
    edition: Edition, succession: Alternate, counteract: Counteract
) -> Mapping[type[intents.Intent], Law[intents.Intent]]:
    hooks = (
        HeavyWeapons(),
        CountedUses("G24-10"),
        CounteractLimits(printed=edition.readings.get(COUNTERACT) == "as printed"),
        SmokeGrenades(),
        StunGrenades(),
        AmmoCaches(),
        Mines(),
        Hatches(),
        SharedSupplies("J24-14", SUPPLIES),
        Lifting("Pick Up Marker"),
        PuttingDown("Place Marker", lifted_by="Pick Up Marker"),
        Guarding("Guard", "K24-09", interrupts=frozenset({"Fight", "Shoot"}), point_blank=frozenset({"Shoot"})),
    )
    laws: dict[type[intents.Intent], Any] = {
        intents.ChooseEquipment: ChoosingEquipment(IDS, slots=EQUIPMENT_SLOTS, rule="A24-05", brings=supplies_of),
        intents.PlaceEquipment: PlacingEquipment(IDS, rule="A24-06"),
        intents.Deploy: Deploying(IDS, parts=THIRDS),
        intents.Seal: Sealing(IDS, topics=SECRETS, in_turn=frozenset({GAMBIT})),
        intents.Reveal: Revealing(IDS),
        intents.UsePloy: UsingPloy(IDS, in_turn=frozenset({GAMBIT}), repeatable=frozenset({COMMAND_REROLL})),
        intents.PassTurn: Passing(IDS, obliging=frozenset({FIREFIGHT})),
        intents.Activate: Activating(IDS),
        intents.Act: Acting(IDS, edition=edition, dicing=DICING, hooks=hooks),
        intents.EndActivation: EndingActivation(IDS, succession=succession),
        intents.React: Reacting(IDS, reaction=counteract),
        intents.DropMarker: Dropping(IDS, at_will=False),
        intents.Score: Scoring(IDS, caps=CAPS),
        intents.EndStage: EndingStage(IDS),
    }
    return cast(Mapping[type[intents.Intent], Law[intents.Intent]], laws)
