"""Dice rules of 2021: order of stages, and the weapon rules, one per row.

Hooks of one stage take effect in the order of the rows. Rows without hooks are data for targeting and actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.editions.kt21.options import ONE_GO, PARRIES_TOO, SAVES, STUN
from referee.editions.kt21.options import RELENTLESS as RELENTLESS_READ
from referee.rules.dice import fight, shot
from referee.rules.dice.attack import COMMAND_REROLL, Offer
from referee.rules.dice.dice_rules import DiceRules, ReasonIds
from referee.rules.dice.fight import EmptyBlock
from referee.rules.dice.rule_book import (
    BALANCED,
    BRUTAL,
    LETHAL,
    RELENTLESS,
    RENDING,
    ChangeApl,
    CritStrike,
    CritStrikeSpread,
    DamagePerCrit,
    FewerDefenceDice,
    NoCoverSave,
    Number,
    PerDiscardedOne,
    Reroll,
    RuleBook,
    WeaponRule,
)
from referee.rules.dice.shot import Block
from referee.rules.ports.edition import note, with_limited_uses

NEAR = 1.0
SPLASH = 2.0

WEAPON_RULES = RuleBook(
    (
        WeaponRule("ap", "AP", "G21-01", Number.COUNT, ("armour penetration", "armor piercing"), (FewerDefenceDice(),)),
        WeaponRule("barrage", "Barrage", "G21-02"),
        WeaponRule("balanced", "Balanced", "G21-03", spellings=("bal",), hooks=BALANCED),
        WeaponRule("blast", "Blast", "G21-04", Number.INCHES),
        WeaponRule("brutal", "Brutal", "G21-05", spellings=("bru",), hooks=BRUTAL),
        WeaponRule("ceaseless", "Ceaseless", "G21-03", spellings=("cease",), hooks=(Reroll(faces=frozenset({1})),)),
        WeaponRule("fusillade", "Fusillade", "G21-06", spellings=("fus",)),
        WeaponRule("heavy", "Heavy", "G21-07", spellings=("hvy",)),
        WeaponRule("hot", "Hot", "G21-08", hooks=(PerDiscardedOne(3),)),
        WeaponRule("indirect", "Indirect", "G21-09", spellings=("ind",)),
        WeaponRule(
            "invulnerable_save",
            "Invulnerable Save",
            "G21-10",
            Number.TARGET,
            ("invuln", "inv", "invulnerable", "invuln save"),
            of_operative=True,
        ),
        WeaponRule("lethal", "Lethal", "G21-11", Number.TARGET, ("leth",), LETHAL),
        WeaponRule("limited", "Limited", "G21-12", spellings=("lim",)),
        WeaponRule("mw", "MW", "G21-11", Number.COUNT, ("mortal wounds",), (DamagePerCrit("mortal", in_fights=False),)),
        WeaponRule("no_cover", "No Cover", "G21-12", hooks=(NoCoverSave(),)),
        WeaponRule("p", "P", "G21-11", Number.COUNT, ("piercing", "prc"), (FewerDefenceDice(with_crit=True),)),
        WeaponRule("range", "Range", "G21-12", Number.INCHES, ("rng",)),
        WeaponRule("reap", "Reap", "G21-13", Number.COUNT, hooks=(CritStrikeSpread(NEAR),)),
        WeaponRule("relentless", "Relentless", "G21-03", spellings=("rlt", "rel"), hooks=RELENTLESS),
        WeaponRule("rending", "Rending", "G21-11", spellings=("rend", "rnd"), hooks=RENDING),
        WeaponRule("silent", "Silent", "G21-12", spellings=("sil",)),
        WeaponRule(
            "splash", "Splash", "G21-13", Number.COUNT, hooks=(DamagePerCrit("mortal", spread=SPLASH, in_fights=False),)
        ),
        WeaponRule("stun", "Stun", "G21-14", hooks=(ChangeApl(in_fights=False), CritStrike(second_apl=-1))),
        WeaponRule("torrent", "Torrent", "G21-15", Number.INCHES, ("tor", "torr")),
        WeaponRule("unwieldy", "Unwieldy", "G21-12", spellings=("unw",)),
    )
)


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
    """Return the dice port with the edition's readings: saves (E21-04), Relentless (G21-03), uses (G21-12), Stun."""
    reading = readings[SAVES]
    at_once = (Reroll(at_once=readings[RELENTLESS_READ] == ONE_GO),)
    stun = (ChangeApl(in_fights=False), CritStrike(second_apl=-1, parries=readings[STUN] == PARRIES_TOO))
    read = {"relentless": at_once, "stun": stun}
    hooked = (replace(rule, hooks=read.get(rule.name, rule.hooks)) for rule in WEAPON_RULES.rules)
    rows = (with_limited_uses(rule, readings) if rule.name == "limited" else rule for rule in hooked)

    def block(plan: shot.ShotPlan) -> Block:
        return replace(shot.block(plan), at_will=reading == "may rest", read_as=note(SAVES, reading))

    shooting = tuple(block if stage is shot.block else stage for stage in SHOOTING)
    return replace(DICE, weapon_rules=RuleBook(tuple(rows)), shooting=shooting)
