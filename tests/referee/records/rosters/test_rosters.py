"""Rosters: our own files, KTDash's exports, what is understood and what is refused."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from messages.message import Message
from referee.records.files.roster import Place, PrintedRule, RosterOperative, roster_json
from referee.records.files.roster_file import read_roster, roster_of
from referee.rules.errors import MalformedError
from referee.rules.weapon import RuleUse, WeaponType
from tests.codes import innermost
from tests.documents import changed

TOML = """
version = 1
edition = "2024"
name = "Two of us"

[[operatives]]
id = "one"
name = "Number One"
apl = 2
move_in = 6
save = 4
wounds = 9
base_mm = [60, 35]
figure_height_mm = 41.5
keywords = ["TWO", "LEADER"]
mount = "tab"
tags = [{ id = 7, size_mm = 14, offset_mm = [25, 0, 1], angle_deg = 90 }]
weapons = [
  { name = "Gun", profile = "burst", type = "ranged", atk = 4, hit = 3, damage = [3, 4], rules = 'Rng8, Prc1, *Glow' },
  { name = "Fist", type = "melee", atk = 3, hit = 4, damage = [2, 3], rules = ["Shock", "Wobble 2"] },
]
"""
DASH: dict[str, Any] = {
    "rosterId": "r1",
    "rosterName": "Dashers",
    "killteamId": "XX-YY",
    "viewCount": 3,
    "ops": [
        {
            "opId": "o1",
            "opName": "Ann",
            "opTypeName": "Leader",
            "MOVE": '6"',
            "APL": 3,
            "SAVE": "4+",
            "WOUNDS": 9,
            "keywords": "DASH, LEADER ,",
            "opType": {"basesize": 32, "opTypeName": "Leader"},
            "weapons": [
                {
                    "wepName": "Gun",
                    "wepType": "R",
                    "profiles": [
                        {
                            "profileName": "short",
                            "ATK": "4",
                            "HIT": "3+",
                            "DMG": "3/4",
                            "WR": 'Rng 8", PcrCrit1, *Poison',
                        },
                        {"profileName": "long", "ATK": "4", "HIT": "3+", "DMG": "3/5", "WR": "Hvy (DashOnly), Wobble"},
                    ],
                },
                {"wepName": "Fists", "wepType": "M", "profiles": [{"ATK": "3", "HIT": "4+", "DMG": "2/3", "WR": ""}]},
            ],
        },
        {"opName": "", "opTypeName": "Trooper", "MOVE": "5", "APL": "2", "SAVE": "5+", "WOUNDS": "8", "weapons": None},
        {"opName": None, "opTypeName": "Trooper", "MOVE": '5"', "APL": 2, "SAVE": 5, "WOUNDS": 8, "opType": None},
    ],
}


def written(tmp_path: Path, text: str, name: str = "team.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_our_own_team_file_is_read_whole(tmp_path: Path) -> None:
    roster = read_roster(written(tmp_path, TOML))
    one = roster.operative("one")
    assert (roster.name, roster.edition, len(roster.operatives)) == ("Two of us", "2024", 1)
    assert (one.apl, one.move, one.save, one.wounds, one.base_mm, one.figure_height_mm) == (2, 6, 4, 9, (60, 35), 41.5)
    assert (one.keywords, one.mount) == (("TWO", "LEADER"), "tab")
    assert [(tag.id, tag.size_mm, tag.offset_mm, tag.angle_deg) for tag in one.tags] == [(7, 14, (25, 0, 1), 90)]
    gun, fist = one.weapons
    assert (gun.name, gun.profile, gun.type, gun.atk, gun.hit, gun.damage) == (
        "Gun",
        "burst",
        WeaponType.RANGED,
        4,
        3,
        (3, 4),
    )
    assert gun.rules == (RuleUse("range", 8), RuleUse("piercing", 1))
    assert gun.own_rules == ("*Glow",)
    assert fist.rules == (RuleUse("shock"),)
    assert (roster.own_rules, roster.not_understood) == (("*Glow",), (Message.stored("Wobble 2"),))


def test_the_same_team_in_json_is_the_same_team(tmp_path: Path) -> None:
    as_json = written(tmp_path, json.dumps(tomllib.loads(TOML)), "team.json")
    assert roster_json(read_roster(as_json)) == {
        **roster_json(read_roster(written(tmp_path, TOML))),
        "source": str(as_json),
    }


def test_what_is_printed_is_what_the_contract_says(tmp_path: Path) -> None:
    printed = roster_json(read_roster(written(tmp_path, TOML)))
    assert json.loads(json.dumps(printed)) == printed
    (one,) = printed["operatives"]
    assert {key: one[key] for key in ("id", "name", "apl", "move_in", "save", "wounds", "base_mm")} == {
        "id": "one",
        "name": "Number One",
        "apl": 2,
        "move_in": 6,
        "save": 4,
        "wounds": 9,
        "base_mm": [60, 35],
    }
    gun = one["weapons"][0]
    assert (gun["type"], gun["damage"]) == ("ranged", [3, 4])
    assert gun["rules"] == [{"rule": "range", "x": 8}, {"rule": "piercing", "x": 1}]
    assert (printed["own_rules"], printed["not_understood"]) == (["*Glow"], ["Wobble 2"])


def test_a_ktdash_roster_is_read_with_every_profile_as_a_weapon(tmp_path: Path) -> None:
    roster = read_roster(written(tmp_path, json.dumps(DASH), "dash.json"))
    ann, first, second = roster.operatives
    assert (roster.name, ann.id, ann.name, ann.type) == ("Dashers", "o1", "Ann", "Leader")
    assert (ann.apl, ann.move, ann.save, ann.wounds, ann.base_mm) == (3, 6, 4, 9, 32)
    assert ann.keywords == ("DASH", "LEADER")
    assert [(weapon.name, weapon.profile, weapon.type) for weapon in ann.weapons] == [
        ("Gun", "short", "ranged"),
        ("Gun", "long", "ranged"),
        ("Fists", "", "melee"),
    ]
    assert ann.weapons[0].rules == (RuleUse("range", 8), RuleUse("piercing_crits", 1))
    assert ann.weapons[1].rules == (RuleUse("heavy", only="dash"),)
    assert (roster.own_rules, roster.not_understood) == (("*Poison",), (Message.stored("Wobble"),))
    assert roster.read_as == (("PcrCrit1", "Piercing Crits 1"),)
    assert (first.name, first.id, second.id) == ("Trooper", "Trooper", "Trooper-2")
    assert (first.base_mm, first.weapons, second.move) == (None, (), 5)


def test_where_only_the_cards_weapons_are_listed_the_selected_ones_are_taken() -> None:
    raw = copy.deepcopy(DASH)
    (weapons,) = [raw["ops"][0].pop("weapons")]
    raw["ops"][0]["wepIds"] = "G"
    raw["ops"][0]["opType"]["weapons"] = [{**weapons[0], "wepId": "G"}, {**weapons[1], "wepId": "F"}]
    assert [weapon.name for weapon in roster_of(raw, "x").operatives[0].weapons] == ["Gun", "Gun"]


@pytest.mark.parametrize(("text", "base"), [("28", 28), ("60x35", (60, 35)), ("60 x 35mm", (60, 35)), (28.5, 28.5)])
def test_bases_are_read_as_they_are_written(text: Any, base: Any) -> None:
    raw = copy.deepcopy(DASH)
    raw["ops"][0]["opType"]["basesize"] = text
    assert roster_of(raw, "x").operatives[0].base_mm == base


OWN = tomllib.loads(TOML)
WRONG = [
    (OWN, "version", 2, "version"),
    (OWN, "version", ..., "version"),
    (OWN, "edition", "2019", "edition"),
    (OWN, "operatives", [], "operatives"),
    (OWN, "operatives.0.apl", "2", "operatives.0.apl"),
    (OWN, "operatives.0.apl", True, "operatives.0.apl"),
    (OWN, "operatives.0.save", 1, "operatives.0.save"),
    (OWN, "operatives.0.wounds", 0, "operatives.0.wounds"),
    (OWN, "operatives.0.base_mm", 0, "operatives.0.base_mm"),
    (OWN, "operatives.0.id", "a b", "operatives.0.id"),
    (OWN, "operatives.0.hat", 1, "operatives.0.hat"),
    (OWN, "operatives.0.weapons.0.type", "thrown", "operatives.0.weapons.0.type"),
    (OWN, "operatives.0.weapons.0.damage", [3], "operatives.0.weapons.0.damage"),
    (OWN, "operatives.0.weapons.1.hit", 9, "operatives.0.weapons.1.hit"),
    (DASH, "ops", 3, "ops"),
    (DASH, "ops", {}, "ops"),
    (DASH, "ops", "none", "ops"),
]


@pytest.mark.parametrize(("raw", "path", "value", "named"), WRONG, ids=[f"{w[1]}={w[2]!r}" for w in WRONG])
def test_a_wrong_roster_is_refused_in_one_line_that_names_file_field_and_value(
    tmp_path: Path, raw: dict[str, Any], path: str, value: Any, named: str
) -> None:
    file = written(tmp_path, json.dumps(changed(raw, path, value)), "wrong.json")
    with pytest.raises(MalformedError) as caught:
        read_roster(file)
    fault = innermost(caught.value)
    field = "edition" if fault.code == "edition-unknown" else fault["field"]
    assert caught.value.message["file"] == str(file)
    assert (field if isinstance(field, str) else field["field"]).startswith(named)
    assert fault.code in {"file-field-missing", "edition-unknown"} or fault["found"] == str(value)
    assert "\n" not in str(caught.value)


KEPT: list[tuple[str, Any, str, Any]] = [
    ("ops.0.SAVE", "4+1", "ops.0.SAVE (Ann)", ("save", 4)),
    ("ops.0.MOVE", "six", "ops.0.MOVE (Ann)", ("move", 6)),
    ("ops.0.MOVE", 'NaN"', "ops.0.MOVE (Ann)", ("move", 6)),
    ("ops.0.WOUNDS", None, "ops.0.WOUNDS (Ann)", ("wounds", 8)),
    ("ops.0.APL", ..., "ops.0.APL (Ann)", ("apl", 2)),
    ("ops.0.APL", True, "ops.0.APL (Ann)", ("apl", 2)),
    ("ops.0.opType.basesize", "round", "ops.0.opType.basesize (Ann)", ("base_mm", None)),
    ("ops.0.keywords", ["DASH"], "ops.0.keywords", ("keywords", ())),
    ("ops.0.weapons.0.wepType", "X", "ops.0.weapons.0.wepType (Gun)", ("ranged", ["Gun", "Gun"])),
    ("ops.0.weapons.0.wepType", "E", "ops.0.weapons.0.wepType (Gun)", ("ranged", ["Gun", "Gun"])),
    (
        "ops.0.weapons.0.profiles.1.DMG",
        "*",
        "ops.0.weapons.0.profiles.1.DMG (Gun)",
        ("damage", [(3, 4), (0, 0), (2, 3)]),
    ),
    (
        "ops.0.weapons.0.profiles.1.DMG",
        "3",
        "ops.0.weapons.0.profiles.1.DMG (Gun)",
        ("damage", [(3, 4), (0, 0), (2, 3)]),
    ),
    ("ops.0.weapons.0.profiles.0.HIT", "0+", "ops.0.weapons.0.profiles.0.HIT (Gun)", ("hit", [4, 3, 4])),
    ("ops.0.weapons.0.profiles.0.ATK", "D6", "ops.0.weapons.0.profiles.0.ATK (Gun)", ("atk", [4, 4, 3])),
    ("ops.0.weapons.0", "sword", "ops.0.weapons.0", ("damage", [(2, 3)])),
    ("killteam", "XX", "killteam", ("save", 4)),
]


def fact(one: RosterOperative, name: str) -> Any:
    if name == "ranged":
        return [weapon.name for weapon in one.weapons if weapon.type is WeaponType.RANGED]
    return getattr(one, name) if hasattr(one, name) else [getattr(weapon, name) for weapon in one.weapons]


@pytest.mark.parametrize(("path", "value", "where", "taken"), KEPT, ids=[f"{w[0]}={w[1]!r}" for w in KEPT])
def test_a_field_that_cannot_be_read_is_kept_with_its_place_and_the_roster_opens(
    path: str, value: Any, where: str, taken: tuple[str, Any]
) -> None:
    roster = roster_of(changed(DASH, path, value), "x")
    assert [one.name for one in roster.operatives] == ["Ann", "Trooper", "Trooper"]
    assert where in [place.where for place in roster.places]
    assert [text.code for text in roster.not_understood if text.has("field") and text["field"] == where] == [
        "import-unread"
    ]
    name, expected = taken
    assert fact(roster.operatives[0], name) == expected


def test_a_weapon_of_neither_type_is_fought_with_where_its_rules_say_so() -> None:
    raw = changed(DASH, "ops.0.weapons.0.wepType", "P")
    raw = changed(raw, "ops.0.weapons.0.profiles.0.WR", "Psychic, Shock")
    gun, far, fists = roster_of(raw, "x").operatives[0].weapons
    assert (gun.type, far.type, fists.type) == (WeaponType.MELEE, WeaponType.MELEE, WeaponType.MELEE)


def test_a_roster_without_operatives_opens_and_says_so() -> None:
    roster = roster_of({"rosterName": "New", "ops": []}, "x")
    assert (roster.name, roster.operatives) == ("New", ())
    (said,) = roster.not_understood
    assert (said["field"], said["found"], said["instead"].code) == ("ops", "[]", "import-no-team")


def test_texts_of_weapon_rules_that_are_none_stand_with_their_place() -> None:
    roster = roster_of(DASH, "x")
    assert roster.places == (Place("ops.0.weapons.0.profiles.1.WR (Gun)", Message.stored("Wobble")),)


def test_a_whole_kill_team_has_one_operative_of_each_type_with_all_its_weapons_and_texts() -> None:
    card = {**DASH["ops"][0], "basesize": 32, "opTypeId": "A"}
    abilities = [{"abilityName": "Loud", "description": "It is\nheard."}]
    team = {
        "killteamName": "All",
        "opTypes": [{**card, "opName": None, "abilities": abilities}],
        "ploys": [{"ployName": "Hush", "description": "x"}],
    }
    roster = roster_of(team, "x")
    (one,) = roster.operatives
    assert (roster.name, one.name, one.base_mm, len(one.weapons)) == ("All", "Leader", 32, 3)
    assert one.rules == (PrintedRule("Ability", "Loud", "It is\nheard."),)
    assert roster.rules == (PrintedRule("Ploy", "Hush", "x"),)


@pytest.mark.parametrize("names", [["a", "a-2", "a"], ["a", "a", "a-2"], ["!", "?", "operative"], ["x" * 90, "x" * 99]])
def test_operatives_of_any_names_get_ids_of_their_own(names: list[str]) -> None:
    ops = [{**DASH["ops"][1], "opId": name, "opName": "One"} for name in names]
    ids = [one.id for one in roster_of({"ops": ops}, "x").operatives]
    assert len(set(ids)) == len(names)
    assert all(len(one) <= 40 for one in ids)


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.json", "{"), ("a.toml", "= 3"), ("a.json", "[]"), ("a.json", '{"x": 1}'), ("a.toml", ""), ("a.json", "3")],
)
def test_a_file_that_is_no_roster_is_refused_with_its_name(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(MalformedError, match=name):
        read_roster(written(tmp_path, text, name))


def test_a_file_that_cannot_be_read_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(MalformedError) as refused:
        read_roster(tmp_path / "none.toml")
    assert refused.value.message.code == "file-unreadable"
    assert refused.value.message["file"] == str(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\x81\x00")
    with pytest.raises(MalformedError) as refused:
        read_roster(tmp_path / "bytes.toml")
    assert (refused.value.message.code, refused.value.message["byte"]) == ("record-not-utf-8", 0)


def test_an_id_that_stands_twice_is_refused() -> None:
    raw = {**OWN, "operatives": OWN["operatives"] * 2}
    with pytest.raises(MalformedError) as refused:
        roster_of(raw, "twice")
    fault = innermost(refused.value)
    assert (fault.code, fault["operative"]) == ("record-operative-twice", "one")


def test_the_2021_edition_has_its_own_stats_and_words() -> None:
    raw = copy.deepcopy(OWN)
    raw["edition"] = "2021"
    raw["operatives"][0].update(defence=3, group=2, invulnerable_save=5)
    raw["operatives"][0]["weapons"][0]["rules"] = "Rng [PENT], AP1, MW2, Accurate 1"
    roster = roster_of(raw, "x")
    one = roster.operative("one")
    assert (one.defence, one.group, one.ward) == (3, 2, 5)
    assert one.weapons[0].rules == (RuleUse("range", 6), RuleUse("ap", 1), RuleUse("mw", 2))
    assert list(map(str, roster.not_understood)) == ["Accurate 1", "Shock", "Wobble 2"]
