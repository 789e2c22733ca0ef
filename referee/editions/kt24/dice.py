"""The dice of the 2024 edition: the order of the stages of a shot (G24-24) and of a fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from referee.editions.kt24.options import BRUTAL, EMPTY, PIERCING, RENDING
from referee.editions.kt24.weapon_rules import WEAPON_RULES
from referee.rules.dice import fight, shot
from referee.rules.dice.attack import AttackDice
from referee.rules.dice.common_rules import rend, rend_any
from referee.rules.dice.fight_reroll import reroll_alternately
from referee.rules.dice.hooks import (
    ClassifiedDice,
    FewerDefenceDice,
    Hook,
    OnlyCritsSave,
    RetainAs,
    RuleBook,
    WeaponRule,
)
from referee.rules.dice.reason_ids import ReasonIds
from referee.rules.dice.reroll import COMMAND_REROLL, Offer
from referee.rules.dice.resolve import EmptyBlock
from referee.rules.dice.rules import DiceRules
from referee.rules.dice.shot_state import OfAttacker, ShotState
from referee.rules.dice.step import Ask, DiceStep, DiceStepName, Roll
from referee.rules.options import note


@dataclass(frozen=True, slots=True)
class DiscardOneOfObscured(DiceStep[AttackDice]):
    """Against an obscured target one success is discarded and no critical is retained (E24-06).

    Top precedence: the rules that retain or change dice for the better have nothing to work on afterwards. All
    successes are normals by then, so it does not matter which one the attacker discards.
    """

    name: ClassVar[DiceStepName] = DiceStepName.OBSCURED

    def step(self, state: AttackDice) -> AttackDice | Roll | Ask:
        """Leave all successes but one, as normals."""
        tally = state.tally
        return state._replace(tally=ClassifiedDice(fixed=max(0, tally.successes - 1), fails=tally.fails))


def obscured_or_retain(plan: shot.ShotPlan) -> DiceStep[ShotState]:
    """Return the stage after sorting: obscured, or else Punishing, Rending and Severe (G24-24)."""
    return OfAttacker(DiscardOneOfObscured()) if plan.target.obscured else shot.retain_attack(plan)


SHOOTING: tuple[shot.MakeShotStep, ...] = (
    shot.retain_unrolled,
    shot.roll_attack,
    shot.reroll_attack,
    shot.classify_attack,
    obscured_or_retain,
    shot.crits_retained,
    *shot.DEFENCE,
)


FIGHTING: tuple[fight.MakeFightStep, ...] = (
    fight.retain_unrolled,
    fight.roll_dice,
    reroll_alternately,
    *fight.FROM_CLASSIFYING,
)

DICE = DiceRules(
    WEAPON_RULES,
    SHOOTING,
    FIGHTING,
    fixed_defence_dice=3,
    empty_block=EmptyBlock.NONE_LEFT,
    rerolls=(Offer(COMMAND_REROLL), Offer("ammo resupply", limit=1)),
    reasons=ReasonIds(
        injured="L24-07",
        helped="F24-06",
        changed="L24-09",
        point_blank="K24-10",
        vantage="H24-10",
        vantage_cover="H24-11",
        smoke="J24-12",
        protective="I24-11",
        first="K24-04",
        defence="E24-08",
    ),
)


def dice(readings: Mapping[str, str]) -> DiceRules:
    """Return the dice port as the edition reads its sources (rules F24-10, G24-04, G24-11, G24-15)."""
    rows = (replace(rule, hooks=tuple(_read(rule, readings))) for rule in WEAPON_RULES.rules)
    empty = EmptyBlock(readings[EMPTY])
    return replace(
        DICE, weapon_rules=RuleBook(tuple(rows)), empty_block=empty, empty_block_note=note(EMPTY, readings[EMPTY])
    )


def _read(rule: WeaponRule, readings: Mapping[str, str]) -> Iterator[Hook]:
    """Yield the hooks of a rule as the edition reads it."""
    for hook in rule.hooks:
        if isinstance(hook, OnlyCritsSave) and readings[BRUTAL] != "fights and shots":
            continue
        if isinstance(hook, RetainAs) and rule.name == "rending":
            plain = readings[RENDING] == "rolled normals alone"
            change, otherwise = (rend, rend_any) if plain else (rend_any, rend)
            yield RetainAs(change, otherwise, note(RENDING, readings[RENDING]))
        elif isinstance(hook, FewerDefenceDice) and hook.with_crit:
            yield replace(hook, added=readings[PIERCING] == "together")
        else:
            yield hook
