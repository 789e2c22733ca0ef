"""Battle flow of 2024: phases, handlers, end (rules A24-02, B24, C24)."""

from __future__ import annotations

from functools import partial
from typing import Any

from messages.message import Message
from referee.editions.kt24.actions import HEAVY
from referee.editions.kt24.equipment import (
    HANDLERS,
    HOOKS,
    KINDS,
    OPTION_NAMES,
    OUTCOMES,
    PIECES,
    SUPPLIES,
    find_brought,
    option_id,
)
from referee.editions.kt24.options import (
    AS_PRINTED,
    COUNTERACT,
    EVEN,
    GRADE_BY_POINTS,
    GUARD,
    KILL_GRADE,
    PARTS,
    ROUNDED_UP,
)
from referee.editions.kt24.phases import (
    EQUIPMENT_SLOTS,
    GAMBIT,
    EquipmentChoice,
    Gambits,
    Initiative,
    PlacingItems,
    Ready,
    Scouting,
)
from referee.editions.kt24.reactions import COUNTERACT_MOVE, Counteract, CounteractLimits
from referee.editions.kt24.scoring import ACCOUNTS, CAPS, CRIT_OP, OPS, PRIMARY, TAC_OP, TacOpAsked, end_of_battle
from referee.game import intents
from referee.game.dice.dice_actions import FIGHTING, SHOOTING, DiceActions
from referee.game.engine.battle_flow import BattleFlow, CountedOps, build_battle_flow
from referee.game.handlers.action_hooks import Guarding, Hatches, HeavyWeapons, LimitedUsesHook, SharedSupplies
from referee.game.handlers.activating import AlternatingTurns
from referee.game.handlers.markers import DropMarkerHandler, PickUpHook, PlaceHook
from referee.game.handlers.scoring_and_ploys import ScoreHandler, SealHandler
from referee.game.handlers.set_up import ChooseEquipmentHandler, DeployHandler, PlaceEquipmentHandler
from referee.game.intents import Intent
from referee.game.pack_action import Until
from referee.game.phases.common_phases import Deployment, FirstRollOff
from referee.game.policy import RuleIds
from referee.rules.moves.interactions import PLACE_MARKER
from referee.rules.ports.edition import Edition, note

SORTS = {"Shoot": SHOOTING, "Fight": FIGHTING}
THIRDS = 3
TURNS = {"sequence": "A24-02", "alternation": "C24-01", "order": "C24-02", "budget": "C24-05", "once": "C24-06"}
THINGS = {
    "placement": "A24-13",
    "wounds": "L24-05",
    "carried": "L24-03",
    "put_down": "D24-12",
    "sizes": "L24-01",
    "counteraction": "C24-15",
}
IDS = RuleIds(**TURNS, **THINGS, **ACCOUNTS, tokens="A24-14", simultaneous="A24-11", end="A24-12")
SECRETS = {
    TAC_OP: frozenset({"selection"}),
    "scouting": frozenset({"scouting"}),
    "primary_op": frozenset({GAMBIT}),
    CRIT_OP: frozenset({"selection", "scouting", GAMBIT}),
}


def flow(edition: Edition) -> BattleFlow:
    """Return the flow of this edition's battles, with its action table and those of its killzones."""
    hooks = (
        HeavyWeapons(HEAVY, edition),
        LimitedUsesHook(edition.rule_book, SORTS),
        CounteractLimits(printed=edition.readings.get(COUNTERACT) == AS_PRINTED),
        *HOOKS,
        Hatches(),
        SharedSupplies("J24-14", SUPPLIES),
        PickUpHook("Pick Up Marker"),
        PlaceHook(PLACE_MARKER, lifted_by="Pick Up Marker"),
        Guarding(
            "Guard",
            "K24-09",
            interrupts=frozenset({"Fight", "Shoot"}),
            point_blank=frozenset({"Shoot"}),
            point_blank_worse=1,
            until_end=edition.readings.get(GUARD) == "the activation",
        ),
    )
    own: dict[type[Intent], Any] = {
        intents.ChooseEquipment: ChooseEquipmentHandler(
            IDS, slots=EQUIPMENT_SLOTS, rule="A24-05", id_of=option_id, brings=find_brought, options=OPTION_NAMES
        ),
        intents.PlaceEquipment: PlaceEquipmentHandler(IDS, rule="A24-06", pieces=PIECES, kinds=KINDS),
        intents.Deploy: DeployHandler(
            IDS, THIRDS, edition.readings.get(PARTS) == EVEN, note(PARTS, edition.readings.get(PARTS, ROUNDED_UP))
        ),
        intents.Seal: SealHandler(
            IDS,
            topics=SECRETS,
            in_turn=frozenset({GAMBIT}),
            first=frozenset({"primary_op", CRIT_OP}),
            told_later=frozenset({TAC_OP}),
            listed={"primary_op": OPS},
            carded=frozenset({TAC_OP}),
            common=frozenset({CRIT_OP}),
        ),
        intents.DropMarker: DropMarkerHandler(IDS, at_will=False),
        intents.Score: ScoreHandler(IDS, caps=CAPS, at_end=frozenset({PRIMARY})),
        **HANDLERS,
    }
    setup = (
        FirstRollOff("roll_off"),
        EquipmentChoice("selection"),
        PlacingItems("equipment", frozenset({intents.PlaceEquipment}), Message.of("prompt-turn-equipment")),
        Deployment("deployment", parts=THIRDS),
        Scouting("scouting"),
    )
    gambits = Gambits(GAMBIT, frozenset({intents.UsePloy, intents.Seal}), Message.of("prompt-turn-gambit"))
    passing = note(GUARD, edition.readings[GUARD]) if GUARD in edition.readings else None
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
        finish=partial(end_of_battle, kill_grade=edition.readings.get(KILL_GRADE, GRADE_BY_POINTS)),
        counted=CountedOps(held="crit", fallen="kill", others=("tac",)),
        asides=(TacOpAsked("selection"),),
    )
