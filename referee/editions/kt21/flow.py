"""A whole 2021 battle: its phases, its handlers, its end (rules B21, C21)."""

from __future__ import annotations

from referee.editions.kt21.actions import HEAVY
from referee.editions.kt21.flow_actions import (
    OUTCOMES,
    OVERWATCH,
    FinishedClimbs,
    JumpTests,
    OverwatchAlone,
    UnwieldyWeapons,
)
from referee.editions.kt21.flow_phases import Initiative, Mission, Ploys, SettingUp
from referee.editions.kt21.flow_score import (
    ACCOUNTS,
    CONDITIONS,
    MISSION,
    REVEAL,
    TAC_OPS,
    RevealInTurnHandler,
    ScoreTacOpsHandler,
    SealTacOpsHandler,
    TargetReveal,
    most_victory_points,
)
from referee.editions.kt21.flow_turns import GroupActivateHandler, GroupTurns, Overwatch
from referee.editions.kt21.options import FIRST_ORDER, TURNING_POINTS
from referee.game import intents
from referee.game.battle_flow import BattleFlow, build_battle_flow
from referee.game.counted_ops import CountedOps
from referee.game.dice_actions import FIGHTING, SHOOTING, DiceActions
from referee.game.handlers.carrying import DropMarkerHandler
from referee.game.handlers.deployment import DeployHandler
from referee.game.handlers.guarding import Guarding
from referee.game.handlers.hatches import Hatches
from referee.game.handlers.heavy import HeavyWeapons
from referee.game.handlers.lifting import Lifting
from referee.game.handlers.uses import CountedUses
from referee.game.rule_ids import RuleIds
from referee.game.state import Until
from referee.rules.edition import Edition
from referee.rules.position import Order

PLOYS = "ploys"
SORTS = {"Shoot": SHOOTING, "Fight": FIGHTING, OVERWATCH: SHOOTING}
TURNS = {"sequence": "B21-01", "alternation": "C21-01", "order": "C21-01", "budget": "C21-03", "once": "C21-03"}
THINGS = {"placement": "N21-01", "wounds": "L21-01", "carried": "L21-02", "put_down": "D21-08"}
IDS = RuleIds(**TURNS, **THINGS, **ACCOUNTS, tokens="B21-01", simultaneous="B21-01", end="B21-01")


def flow(edition: Edition) -> BattleFlow:
    """Return how a battle of this edition goes, with its action table and those of its killzones."""
    strategy = (
        Initiative("initiative", Order(edition.reads(FIRST_ORDER))),
        Ploys(PLOYS, frozenset({intents.UsePloy}), "use a strategic ploy"),
        TargetReveal(REVEAL, frozenset(), "reveal a tac op"),
    )
    hooks = (
        HeavyWeapons(HEAVY, edition),
        UnwieldyWeapons(),
        OverwatchAlone(),
        JumpTests(),
        FinishedClimbs(edition),
        Guarding(
            "Guard",
            "K21-01",
            interrupts=frozenset({OVERWATCH, "Fight"}),
            point_blank=frozenset({OVERWATCH}),
            each_for_itself=True,
            after_free=False,
        ),
        Hatches(),
        CountedUses("G21-12", SORTS),
        Lifting("Pick Up"),
    )
    own = {
        intents.Deploy: DeployHandler(IDS, parts=None),
        intents.Seal: SealTacOpsHandler(
            IDS, topics=dict.fromkeys(TAC_OPS, frozenset({"mission"})), in_turn=frozenset()
        ),
        intents.Reveal: RevealInTurnHandler(IDS),
        intents.Activate: GroupActivateHandler(IDS),
        intents.DropMarker: DropMarkerHandler(IDS, at_will=True),
        intents.Score: ScoreTacOpsHandler(IDS),
    }
    return build_battle_flow(
        edition,
        IDS,
        setup=(Mission("mission"), SettingUp("deployment")),
        strategy=strategy,
        ploy_phase=PLOYS,
        turn_order=GroupTurns(),
        reaction=Overwatch("overwatch", "K21-01", move_limit=None),
        dice_actions=DiceActions(edition.dice, SORTS, stunned_until=Until.THIS_OR_NEXT_ACTIVATION),
        hooks=hooks,
        outcomes=OUTCOMES,
        handlers=own,
        finish=most_victory_points,
        turning_points=int(edition.reads(TURNING_POINTS)),
        counted=CountedOps(held=MISSION, others=CONDITIONS),
    )
