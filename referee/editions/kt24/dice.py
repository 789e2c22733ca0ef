"""Dice rules of 2024: order of stages, and the weapon rules, one per row.

Hooks of one stage take effect in the order of the rows. Rows without hooks are data for targeting and actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from referee.editions.kt24.options import BRUTAL as BRUTAL_READ
from referee.editions.kt24.options import EACH_ACTION, EMPTY, PIERCING, RESUPPLY
from referee.editions.kt24.options import RENDING as RENDING_READ
from referee.rules.dice import fight, shot
from referee.rules.dice.attack import COMMAND_REROLL, AttackDice, Offer
from referee.rules.dice.dice_rules import DiceRules, ReasonIds
from referee.rules.dice.fight import EmptyBlock, reroll_alternately
from referee.rules.dice.rule_book import (
    BALANCED,
    BRUTAL,
    LETHAL,
    RELENTLESS,
    RENDING,
    ChangeApl,
    ClassifiedDice,
    CritStrike,
    DamagePerCrit,
    FewerDefenceDice,
    KeepUnrolled,
    NoCoverSave,
    Number,
    OnlyCritsSave,
    Reroll,
    RetainAs,
    RollAfterUse,
    RuleBook,
    RuleHook,
    WeaponRule,
    rend,
    rend_any,
)
from referee.rules.dice.shot import OfAttacker, ShotState
from referee.rules.dice.step import AskChoice, DiceStep, DiceStepName, Roll
from referee.rules.ports.edition import note, with_limited_uses


def punish(tally: ClassifiedDice) -> ClassifiedDice | None:
    """Return the tally with one fail retained as a fixed normal, if a critical is retained (G24-12)."""
    if not tally.crits or not tally.fails:
        return None
    return tally._replace(fixed=tally.fixed + 1, fails=tally.fails - 1)


def sever(tally: ClassifiedDice) -> ClassifiedDice | None:
    """Return the tally with one normal changed to a critical, if no critical is retained (G24-18).

    It changes a die instead of retaining it, so an unrolled one is permitted (G24-25). Punishing and Rending come
    before it in the book, so its critical does not trigger them.
    """
    if tally.crits:
        return None
    if tally.normals:
        return tally._replace(crits=1, normals=tally.normals - 1)
    return tally._replace(crits=1, fixed=tally.fixed - 1) if tally.fixed else None


MOVES = ("dash", "reposition", "charge", "fall back")

WEAPON_RULES = RuleBook(
    (
        WeaponRule("accurate", "Accurate", "G24-01", Number.COUNT, ("acc",), (KeepUnrolled(several=2),)),
        WeaponRule("balanced", "Balanced", "G24-02", spellings=("bal",), hooks=BALANCED),
        WeaponRule("blast", "Blast", "G24-03", Number.INCHES),
        WeaponRule("brutal", "Brutal", "G24-04", spellings=("bru",), hooks=(*BRUTAL, OnlyCritsSave())),
        WeaponRule("ceaseless", "Ceaseless", "G24-05", spellings=("cease",), hooks=(Reroll(one_value=True),)),
        WeaponRule(
            "devastating", "Devastating", "G24-06", Number.COUNT, ("dev",), (DamagePerCrit(),), leading_distance=True
        ),
        WeaponRule("heavy", "Heavy", "G24-07", spellings=("hvy",), moves=MOVES),
        WeaponRule("hot", "Hot", "G24-08", hooks=(RollAfterUse(),)),
        WeaponRule("lethal", "Lethal", "G24-09", Number.TARGET, ("leth",), LETHAL),
        WeaponRule("limited", "Limited", "G24-10", Number.COUNT, ("lim",), bare=1),
        WeaponRule("piercing", "Piercing", "G24-11", Number.COUNT, ("prc",), (FewerDefenceDice(),)),
        WeaponRule(
            "piercing_crits",
            "Piercing Crits",
            "G24-11",
            Number.COUNT,
            (
                "prccrit",
                "prccrits",
                "prc crit",
                "prc crits",
                "piercing crit",
                "piercing critical",
                "piercing criticals",
            ),
            (FewerDefenceDice(with_crit=True),),
        ),
        WeaponRule("punishing", "Punishing", "G24-12", spellings=("pun",), hooks=(RetainAs(punish),)),
        WeaponRule("range", "Range", "G24-13", Number.INCHES, ("rng",)),
        WeaponRule("relentless", "Relentless", "G24-14", spellings=("rlt", "rel"), hooks=RELENTLESS),
        WeaponRule("rending", "Rending", "G24-15", spellings=("rend", "rnd"), hooks=RENDING),
        WeaponRule("saturate", "Saturate", "G24-16", spellings=("sat",), hooks=(NoCoverSave(),)),
        WeaponRule("seek", "Seek", "G24-17"),
        WeaponRule("seek_light", "Seek Light", "G24-17"),
        WeaponRule("severe", "Severe", "G24-18", spellings=("sev",), hooks=(RetainAs(sever),)),
        WeaponRule("shock", "Shock", "G24-19", hooks=(CritStrike(or_crit=True),)),
        WeaponRule("silent", "Silent", "G24-20", spellings=("sil",)),
        WeaponRule("stun", "Stun", "G24-21", hooks=(ChangeApl(),)),
        WeaponRule("torrent", "Torrent", "G24-22", Number.INCHES, ("tor", "torr"), zero=True),
    )
)


@dataclass(frozen=True, slots=True)
class DiscardOneOfObscured(DiceStep[AttackDice]):
    """Against an obscured target one success is discarded and no critical is retained (E24-06).

    Top precedence: afterwards the rules that improve dice have nothing to work on. All successes are normals by then,
    so it does not matter which one the attacker discards.
    """

    name: ClassVar[DiceStepName] = DiceStepName.OBSCURED

    def step(self, state: AttackDice) -> AttackDice | Roll | AskChoice:
        """Leave all successes but one, as normals."""
        tally = state.tally
        return state._replace(tally=ClassifiedDice(fixed=max(0, tally.successes - 1), fails=tally.fails))


def obscured_or_retain(plan: shot.ShotPlan) -> DiceStep[ShotState]:
    """Return the stage after classification: obscured, or else Punishing, Rending and Severe (G24-24)."""
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
    """Return the dice port with the edition's readings (rules F24-10, G24-04, G24-10, G24-11, G24-15, J24-02)."""
    hooked = (replace(rule, hooks=tuple(_read(rule, readings))) for rule in WEAPON_RULES.rules)
    rows = (with_limited_uses(rule, readings) if rule.name == "limited" else rule for rule in hooked)
    empty, once = EmptyBlock(readings[EMPTY]), readings[RESUPPLY] == EACH_ACTION
    return replace(
        DICE,
        weapon_rules=RuleBook(tuple(rows)),
        empty_block=empty,
        empty_block_note=note(EMPTY, readings[EMPTY]),
        rerolls=tuple(offer._replace(per_action=once) if offer.limit == 1 else offer for offer in DICE.rerolls),
    )


def _read(rule: WeaponRule, readings: Mapping[str, str]) -> Iterator[RuleHook]:
    """Yield the hooks of a rule with the edition's readings."""
    for hook in rule.hooks:
        if isinstance(hook, OnlyCritsSave) and readings[BRUTAL_READ] != "fights and shots":
            continue
        if isinstance(hook, RetainAs) and rule.name == "rending":
            plain = readings[RENDING_READ] == "rolled normals alone"
            change, otherwise = (rend, rend_any) if plain else (rend_any, rend)
            yield RetainAs(change, otherwise, note(RENDING_READ, readings[RENDING_READ]))
        elif isinstance(hook, FewerDefenceDice) and hook.with_crit:
            yield replace(hook, added=readings[PIERCING] == "together")
        else:
            yield hook
