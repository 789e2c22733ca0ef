"""The weapon rules of the 2021 edition, one row each (G21-01 to G21-15).

Hooks of one stage take effect in the order of the rows. Rows without hooks are data for targeting and actions.
"""

from __future__ import annotations

from referee.rules.dice.common_rules import BALANCED, BRUTAL, LETHAL, RELENTLESS, RENDING
from referee.rules.dice.hooks import (
    ChangeApl,
    CritStrike,
    CritStrikeSpread,
    FewerDefenceDice,
    NoCoverSave,
    Number,
    PerCrit,
    PerDiscardedOne,
    Reroll,
    RuleBook,
    WeaponRule,
)

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
        WeaponRule("mw", "MW", "G21-11", Number.COUNT, ("mortal wounds",), (PerCrit("mortal", in_fights=False),)),
        WeaponRule("no_cover", "No Cover", "G21-12", hooks=(NoCoverSave(),)),
        WeaponRule("p", "P", "G21-11", Number.COUNT, ("piercing", "prc"), (FewerDefenceDice(with_crit=True),)),
        WeaponRule("range", "Range", "G21-12", Number.INCHES, ("rng",)),
        WeaponRule("reap", "Reap", "G21-13", Number.COUNT, hooks=(CritStrikeSpread(NEAR),)),
        WeaponRule("relentless", "Relentless", "G21-03", spellings=("rlt", "rel"), hooks=RELENTLESS),
        WeaponRule("rending", "Rending", "G21-11", spellings=("rend", "rnd"), hooks=RENDING),
        WeaponRule("silent", "Silent", "G21-12", spellings=("sil",)),
        WeaponRule(
            "splash", "Splash", "G21-13", Number.COUNT, hooks=(PerCrit("mortal", spread=SPLASH, in_fights=False),)
        ),
        WeaponRule("stun", "Stun", "G21-14", hooks=(ChangeApl(in_fights=False), CritStrike(second_apl=-1))),
        WeaponRule("torrent", "Torrent", "G21-15", Number.INCHES, ("tor", "torr")),
        WeaponRule("unwieldy", "Unwieldy", "G21-12", spellings=("unw",)),
    )
)
