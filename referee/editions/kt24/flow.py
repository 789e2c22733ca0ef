"""A whole 2024 battle: its phases, its handlers, its end (rules A24-02, B24, C24)."""

from __future__ import annotations

from referee.editions.kt24.accounts import CAPS, PRIMARY
from referee.editions.kt24.actions import HEAVY
from referee.editions.kt24.flow_equipment import (
    OUTCOMES,
    AmmoCaches,
    Mines,
    SmokeGrenades,
    SpringMineHandler,
    StunGrenades,
)
from referee.editions.kt24.flow_reactions import Counteract, CounteractLimits
from referee.editions.kt24.flow_score import ACCOUNTS, most_victory_points
from referee.editions.kt24.flow_setup import EQUIPMENT_SLOTS, OPTION_NAMES, EquipmentChoice, PlacingItems, Scouting
from referee.editions.kt24.flow_strategy import GAMBIT, Gambits, Initiative, Ready
from referee.editions.kt24.grenades import SUPPLIES, supplies_of
from referee.editions.kt24.options import AS_PRINTED, COUNTERACT, GUARD
from referee.editions.kt24.reactions import COUNTERACT_MOVE
from referee.editions.kt24.tac_ops import TAC_OP, TacOpAsked
from referee.game import intents
from referee.game.battle_flow import BattleFlow, build_battle_flow
from referee.game.counted_ops import CountedOps
from referee.game.dice_actions import FIGHTING, SHOOTING, DiceActions
from referee.game.handlers.accounts import ScoreHandler, SealHandler
from referee.game.handlers.activating import AlternatingTurns
from referee.game.handlers.carrying import DropMarkerHandler
from referee.game.handlers.deployment import DeployHandler
from referee.game.handlers.equipment import ChooseEquipmentHandler, PlaceEquipmentHandler
from referee.game.handlers.guarding import Guarding
from referee.game.handlers.hatches import Hatches
from referee.game.handlers.heavy import HeavyWeapons
from referee.game.handlers.lifting import Lifting, PuttingDown
from referee.game.handlers.uses import CountedUses, SharedSupplies
from referee.game.phases.rolling import FirstRollOff
from referee.game.phases.setting_up import Deployment
from referee.game.rule_ids import RuleIds
from referee.game.state import Until
from referee.rules.edition import Edition
from referee.rules.moves.marker_placement import PLACE_MARKER
from referee.rules.options import note

SORTS = {"Shoot": SHOOTING, "Fight": FIGHTING}
THIRDS = 3
TURNS = {"sequence": "A24-02", "alternation": "C24-01", "order": "C24-02", "budget": "C24-05", "once": "C24-06"}
THINGS = {"placement": "A24-13", "wounds": "L24-05", "carried": "L24-03", "put_down": "D24-12", "sizes": "L24-01"}
IDS = RuleIds(**TURNS, **THINGS, **ACCOUNTS, tokens="A24-14", simultaneous="A24-11", end="A24-12")
SECRETS = {
    TAC_OP: frozenset({"selection"}),
    "scouting": frozenset({"scouting"}),
    "primary_op": frozenset({GAMBIT}),
}


def flow(edition: Edition) -> BattleFlow:
    """Return how a battle of this edition goes, with its action table and those of its killzones."""
    hooks = (
        HeavyWeapons(HEAVY, edition),
        CountedUses("G24-10", SORTS),
        CounteractLimits(printed=edition.readings.get(COUNTERACT) == AS_PRINTED),
        SmokeGrenades(),
        StunGrenades(),
        AmmoCaches(),
        Mines(),
        Hatches(),
        SharedSupplies("J24-14", SUPPLIES),
        Lifting("Pick Up Marker"),
        PuttingDown(PLACE_MARKER, lifted_by="Pick Up Marker"),
        Guarding(
            "Guard",
            "K24-09",
            interrupts=frozenset({"Fight", "Shoot"}),
            point_blank=frozenset({"Shoot"}),
            point_blank_worse=1,
            until_end=edition.readings.get(GUARD) == "the activation",
        ),
    )
    own = {
        intents.ChooseEquipment: ChooseEquipmentHandler(
            IDS, slots=EQUIPMENT_SLOTS, rule="A24-05", brings=supplies_of, options=OPTION_NAMES
        ),
        intents.PlaceEquipment: PlaceEquipmentHandler(IDS, rule="A24-06"),
        intents.Deploy: DeployHandler(IDS, parts=THIRDS),
        intents.Seal: SealHandler(
            IDS,
            topics=SECRETS,
            in_turn=frozenset({GAMBIT}),
            first=frozenset({"primary_op"}),
            told_later=frozenset({TAC_OP}),
        ),
        intents.DropMarker: DropMarkerHandler(IDS, at_will=False),
        intents.Score: ScoreHandler(IDS, caps=CAPS, at_end=frozenset({PRIMARY})),
        intents.SpringMine: SpringMineHandler(),
    }
    setup = (
        FirstRollOff("roll_off"),
        EquipmentChoice("selection"),
        PlacingItems("equipment", frozenset({intents.PlaceEquipment}), "set up an item of equipment"),
        Deployment("deployment", parts=THIRDS),
        Scouting("scouting"),
    )
    gambits = Gambits(GAMBIT, frozenset({intents.UsePloy, intents.Seal}), "use a strategic gambit")
    passing = note(GUARD, edition.readings[GUARD]) if GUARD in edition.readings else ""
    counteract = Counteract("counteract", "K24-09", COUNTERACT_MOVE, passing, edition=edition)
    return build_battle_flow(
        edition,
        IDS,
        setup=setup,
        strategy=(Initiative("initiative"), Ready("ready"), gambits),
        ploy_phase=GAMBIT,
        turn_order=AlternatingTurns(),
        reaction=counteract,
        dice_actions=DiceActions(edition.dice, SORTS, stunned_until=Until.NEXT_ACTIVATION),
        hooks=hooks,
        outcomes=OUTCOMES,
        handlers=own,
        finish=most_victory_points,
        counted=CountedOps(held="crit", fallen="kill", others=("tac",)),
        asides=(TacOpAsked("selection"),),
    )
