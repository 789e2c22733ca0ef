"""Weapon rules that a file lists one by one, marks that nothing judges, and a torrent of nothing."""

from __future__ import annotations

from typing import Any

import pytest

from referee.editions.kt24.dice import WEAPON_RULES
from referee.records.files.roster import PrintedRule, Roster
from referee.records.files.roster_file import roster_of
from referee.rules.dice.rule_parser import read_rules
from referee.rules.weapon import RuleUse


def team(rules: Any, **more: Any) -> Roster:
    profile = {"profileName": "", "ATK": "4", "HIT": "3+", "DMG": "3/4", "WR": rules}
    weapon = {"wepName": "Lamp", "wepType": "R", "profiles": [profile]}
    card = {"opTypeName": "Watcher", "MOVE": '6"', "APL": 2, "SAVE": "4+", "WOUNDS": 8, "keywords": "", "basesize": 32}
    return roster_of({"killteamName": "Watch", "opTypes": [{**card, "weapons": [weapon], **more}]}, "watch.json")


@pytest.mark.parametrize(
    ("listed", "use"),
    [
        ({"id": "WR-UNIV-RANGE", "number": 8}, RuleUse("range", 8)),
        ({"id": "WR-UNIV-LETHAL", "number": 5}, RuleUse("lethal", 5)),
        ({"id": "WR-UNIV-PIERCING", "number": 1, "details": "Crits"}, RuleUse("piercing_crits", 1)),
        ({"id": "WR-UNIV-PIERCING-CRITS", "number": 2}, RuleUse("piercing_crits", 2)),
        ({"id": "WR-UNIV-SEEK", "details": "Light"}, RuleUse("seek_light")),
        ({"id": "WR-UNIV-HEAVY", "details": "(Dash)"}, RuleUse("heavy", only="dash")),
        ({"id": "WR-UNIV-HEAVY", "details": "Reposition only"}, RuleUse("heavy", only="reposition")),
        ({"id": "WR-UNIV-DEVASTATING", "number": 3, "prefix_num": 1}, RuleUse("devastating", 3, 1)),
        ({"id": "WR-UNIV-TORRENT", "number": 0}, RuleUse("torrent", 0)),
        ('Rng 8"', RuleUse("range", 8)),
    ],
)
def test_a_listed_rule_is_the_rule_that_a_card_prints(listed: Any, use: RuleUse) -> None:
    read = team([listed])
    assert (read.operatives[0].weapons[0].rules, read.not_understood) == ((use,), ())


def test_a_teams_own_rule_is_shown_by_the_name_that_the_team_gives_it() -> None:
    raw = team([{"id": "WR-WATCH-GLOW"}, {"id": "WR-OTHER-DIM", "name": "Dim light"}])
    assert raw.own_rules == ("*Glow", "*Dim light")
    profile = {"ATK": "4", "HIT": "3+", "DMG": "3/4", "WR": [{"id": "WR-WATCH-GLOW"}]}
    named = roster_of(
        {
            "opTypes": [{"opTypeName": "Watcher", "weapons": [{"wepName": "Lamp", "profiles": [profile]}]}],
            "weapon_rules": [{"id": "WR-WATCH-GLOW", "name": "Glow of the Wick", "description": "It glows."}],
        },
        "watch.json",
    )
    assert named.own_rules == ("*Glow of the Wick",)
    assert PrintedRule("Weapon rule", "Glow of the Wick", "It glows.") in named.rules


@pytest.mark.parametrize("rules", [[7], [{"number": 8}], {"id": "WR-UNIV-RANGE"}])
def test_a_list_that_holds_something_else_is_kept_as_not_understood(rules: Any) -> None:
    read = team(rules)
    assert read.operatives[0].weapons[0].rules == ()
    assert read.not_understood[0]["field"].endswith("WR (Lamp)")


def test_actions_are_kept_with_their_price_effects_and_conditions() -> None:
    action = {"name": "Trim", "AP": 1, "description": None, "effects": ["It burns."], "conditions": ["Not engaged."]}
    assert team("", actions=[action]).operatives[0].rules == (
        PrintedRule("Unique action", "Trim", "1 AP\nIt burns.\nNot engaged."),
    )


@pytest.mark.parametrize("text", ["Psychic", "PSYCHIC"])
def test_a_mark_that_nothing_judges_is_shown_as_the_teams_own(text: str) -> None:
    read = team(f'Range 6", {text}')
    assert (read.own_rules, read.not_understood) == ((text,), ())


def test_only_a_torrent_reaches_nothing() -> None:
    assert read_rules(WEAPON_RULES, 'Torrent 0"').rules == (RuleUse("torrent", 0),)
    assert read_rules(WEAPON_RULES, 'Range 0"').rules == ()
