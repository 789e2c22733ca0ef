"""The dice of the 2021 edition: the order of the stages of a shot and of a fight."""

from __future__ import annotations

from referee.kt21.weapon_rules import WEAPON_RULES
from referee.rules.dice import fight, shot
from referee.rules.dice.reroll import COMMAND_REROLL, Offer
from referee.rules.dice.rules import DiceRules

SHOOTING: tuple[shot.ShotStage, ...] = (
    shot.roll_attack,
    shot.reroll_attack,
    shot.classify_attack,
    shot.retain_attack,
    shot.discard_fails,
    shot.crits_retained,
    shot.use_ward,
    *shot.DEFENCE,
)

FIGHTING: tuple[fight.FightStage, ...] = (
    fight.roll_dice,
    fight.reroll_in_turn,
    *fight.FROM_CLASSIFYING,
)

DICE = DiceRules(
    WEAPON_RULES, SHOOTING, FIGHTING, fixed_defence_dice=None, empty_block=False, rerolls=(Offer(COMMAND_REROLL),)
)
