"""A whole 2021 battle: its stages, its laws, its end (rules B21, C21)."""

from __future__ import annotations

from referee.kt21.actions import HEAVY
from referee.kt21.flow_actions import OUTCOMES, OVERWATCH, JumpTests, OverwatchAlone, UnwieldyWeapons
from referee.kt21.flow_score import (
    ACCOUNTS,
    REVEAL,
    TAC_OPS,
    MostVictoryPoints,
    RevealingInTurn,
    ScoringTacOps,
    SealingTacOps,
)
from referee.kt21.flow_stages import Initiative, Mission, Ploys, SettingUp
from referee.kt21.flow_turns import GroupActivating, Groups, Overwatch
from referee.rules.edition import Edition
from referee.rules.game import intents
from referee.rules.game.battle import Battle
from referee.rules.game.dicing import FIGHTING, SHOOTING, Dicing
from referee.rules.game.laws.carrying import Dropping
from referee.rules.game.laws.guarding import Guarding
from referee.rules.game.laws.hatches import Hatches
from referee.rules.game.laws.heavy import HeavyWeapons
from referee.rules.game.laws.lifting import Lifting
from referee.rules.game.laws.setting_up import Deploying
from referee.rules.game.laws.uses import CountedUses
from referee.rules.game.ruleids import RuleIds
from referee.rules.game.stage import Course
from referee.rules.game.stages.alternating import Alternating
from referee.rules.game.state import Until

PLOYS = "ploys"
SORTS = {"Shoot": SHOOTING, "Fight": FIGHTING, OVERWATCH: SHOOTING}
TURNS = {"sequence": "B21-01", "alternation": "C21-01", "order": "C21-01", "budget": "C21-03", "once": "C21-03"}
THINGS = {"placement": "N21-01", "wounds": "L21-01", "carried": "L21-02", "put_down": "D21-08"}
IDS = RuleIds(**TURNS, **THINGS, **ACCOUNTS, tokens="B21-01", simultaneous="B21-01", end="B21-01")


def flow(edition: Edition) -> Course:
    """Return how a battle of this edition goes, with its action table and those of its killzones."""
    strategy = (
        Initiative("initiative"),
        Ploys(PLOYS, frozenset({intents.UsePloy}), "use a strategic ploy"),
        Alternating(REVEAL, frozenset(), "reveal a tac op"),
    )
    hooks = (
        HeavyWeapons(HEAVY),
        UnwieldyWeapons(),
        OverwatchAlone(),
        JumpTests(),
        Guarding("Guard", "K21-01", interrupts=frozenset({OVERWATCH, "Fight"}), point_blank=frozenset({OVERWATCH})),
        Hatches(),
        CountedUses("G21-12"),
        Lifting("Pick Up"),
    )
    own = {
        intents.Deploy: Deploying(IDS, parts=None),
        intents.Seal: SealingTacOps(IDS, topics=dict.fromkeys(TAC_OPS, frozenset({"mission"})), in_turn=frozenset()),
        intents.Reveal: RevealingInTurn(IDS),
        intents.Activate: GroupActivating(IDS),
        intents.DropMarker: Dropping(IDS, at_will=True),
        intents.Score: ScoringTacOps(IDS),
    }
    overwatch = Overwatch("overwatch", "K21-01", move_limit=None)
    dicing = Dicing(edition.dice, SORTS, stunned_until=Until.THIS_OR_NEXT_ACTIVATION)
    battle = Battle(edition, IDS, dicing, Groups(), overwatch, PLOYS, hooks, OUTCOMES)
    return battle.course((Mission("mission"), SettingUp("deployment")), strategy, own, MostVictoryPoints())
