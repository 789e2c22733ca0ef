"""The dice of the 2021 edition: the order of the stages of a shot and of a fight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.editions.kt21.options import SAVES
from referee.editions.kt21.weapon_rules import WEAPON_RULES
from referee.rules.dice import fight, shot
from referee.rules.dice.defence import Block
from referee.rules.dice.reason_ids import ReasonIds
from referee.rules.dice.reroll import COMMAND_REROLL, Offer
from referee.rules.dice.resolve import EmptyBlock
from referee.rules.dice.rules import DiceRules
from referee.rules.options import note

SHOOTING: tuple[shot.MakeShotStep, ...] = (
    shot.roll_attack,
    shot.reroll_attack,
    shot.classify_attack,
    shot.retain_attack,
    shot.discard_fails,
    shot.crits_retained,
    shot.use_invulnerable_save,
    *shot.DEFENCE,
)

FIGHTING: tuple[fight.MakeFightStep, ...] = (
    fight.roll_dice,
    fight.reroll_in_turn,
    *fight.FROM_CLASSIFYING,
)

DICE = DiceRules(
    WEAPON_RULES,
    SHOOTING,
    FIGHTING,
    fixed_defence_dice=None,
    empty_block=EmptyBlock.NEVER,
    rerolls=(Offer(COMMAND_REROLL),),
    stopping_word="parry",
    ward_pays=True,
    reasons=ReasonIds(
        injured="L21-01",
        helped="F21-02",
        changed="L21-01",
        point_blank="K21-01",
        overwatch="C21-04",
        in_the_way="K21-03",
    ),
)


def dice(readings: Mapping[str, str]) -> DiceRules:
    """Return the dice port as the edition reads what its sources leave open: whether saves may rest (E21-04)."""
    reading = readings[SAVES]

    def block(plan: shot.ShotPlan) -> Block:
        return replace(shot.block(plan), at_will=reading == "may rest", read_as=note(SAVES, reading))

    return replace(DICE, shooting=tuple(block if stage is shot.block else stage for stage in SHOOTING))
