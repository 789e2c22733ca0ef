"""The weapon rules of the 2024 edition, one row each (G24-01 to G24-22).

Hooks of one stage take effect in the order of the rows. Rows without hooks are data for targeting and actions.
"""

from __future__ import annotations

from referee.rules.dice.common_rules import BALANCED, BRUTAL, LETHAL, RELENTLESS, RENDING
from referee.rules.dice.hooks import (
    ChangeApl,
    ClassifiedDice,
    CritStrike,
    FewerDefenceDice,
    KeepUnrolled,
    NoCoverSave,
    Number,
    OnlyCritsSave,
    PerCrit,
    Reroll,
    RetainAs,
    RollAfterUse,
    RuleBook,
    WeaponRule,
)


def punish(tally: ClassifiedDice) -> ClassifiedDice | None:
    """Return the tally with one fail kept as a normal, where a critical is retained (G24-12); it is fixed then."""
    if not tally.crits or not tally.fails:
        return None
    return tally._replace(fixed=tally.fixed + 1, fails=tally.fails - 1)


def sever(tally: ClassifiedDice) -> ClassifiedDice | None:
    """Return the tally with one normal changed to a critical, where none is retained (G24-18).

    It changes a die instead of retaining it, so that an unrolled one will do (G24-25). Punishing and Rending come
    before it in the book: its critical does not switch them on.
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
        WeaponRule("devastating", "Devastating", "G24-06", Number.COUNT, ("dev",), (PerCrit(),), leading_distance=True),
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
