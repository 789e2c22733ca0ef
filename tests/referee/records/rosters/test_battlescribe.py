"""Lists of New Recruit and BattleScribe: the same list in each of their forms, and files that mean harm."""

from __future__ import annotations

import base64
import copy
import io
import json
import zipfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messages.message import Message
from referee.records.files.battlescribe import DEEPEST, MOST_BYTES
from referee.records.files.roster import PrintedRule, Roster, roster_json
from referee.records.files.roster_file import PACKED, read_roster, roster_of, roster_text
from referee.rules.errors import MalformedError
from referee.rules.weapon import RuleUse, WeaponType
from tests.codes import codes_in, innermost
from tests.depth import depth
from tests.referee.records.rosters.test_malformed_rosters import ODD, leaves, plays, refusal, spoilt


def profile(kind: str, name: str, **numbers: str) -> dict[str, Any]:
    return {
        "name": name,
        "typeName": kind,
        "characteristics": [{"name": key.replace("_", "/"), "$text": value} for key, value in numbers.items()],
    }


def selection(name: str, *, kind: str = "upgrade", **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "number": 1, **more}


GUN = selection(
    "Gun",
    profiles=[
        profile("Weapons", "⌖ Gun (short)", ATK="4", HIT="3+", DMG="3/4", WR='Range 8", Piercing 1'),
        profile("Weapons", "⌖ Gun (long)", ATK="4", HIT="4+", DMG="2/3", WR="Wobble"),
    ],
)
FISTS = selection("Fists", profiles=[profile("Weapons", "⚔ Fists", ATK="3", HIT="4+", DMG="2/3", WR="-")])
LEADER = selection(
    "Captain",
    kind="model",
    customName="Ann",
    profiles=[
        profile("Operative", "Captain", APL="3", Move='6"', Save="3+", Wounds="15"),
        profile("Abilities", "Loud", Ability="It is heard.\nFrom far."),
    ],
    categories=[{"name": "Leader", "primary": True}, {"name": "Loudmouth"}],
    rules=[{"name": "Piercing x", "description": "Fewer dice."}],
    selections=[GUN, FISTS],
)
TROOPER = selection(
    "Trooper",
    kind="model",
    number=2,
    profiles=[profile("Operative", "Trooper", APL="2", Move='5"', Save="5+", Wounds="7")],
    selections=[FISTS],
)
FORCE = {
    "name": "Roster",
    "catalogueName": "Loudmouths",
    "selections": [
        selection("Game Type", selections=[selection("Matched")]),
        LEADER,
        TROOPER,
        selection("Ammo Cache", profiles=[profile("Equipment", "1x Ammo Cache", Equipment="Set it up.")]),
    ],
}
SYSTEM = "Warhammer 40,000: Kill Team (2024)"
LIST: dict[str, Any] = {"roster": {"name": "Loud ones", "gameSystemName": SYSTEM, "forces": [FORCE]}}

ONE = {
    "forces": "force",
    "selections": "selection",
    "profiles": "profile",
    "characteristics": "characteristic",
    "categories": "category",
    "rules": "rule",
}


def xml_of(name: str, record: dict[str, Any]) -> str:
    """The list as BattleScribe writes it."""
    plain = {key: value for key, value in record.items() if not isinstance(value, list) and key[0] != "$"}
    described = plain.pop("description", None)
    attributes = "".join(f" {key}={quoteattr(str(value))}" for key, value in plain.items())
    lists = "".join(
        f"<{key}>{''.join(xml_of(ONE[key], one) for one in value)}</{key}>"
        for key, value in record.items()
        if isinstance(value, list)
    )
    words = f"<description>{escape(described)}</description>" if described is not None else ""
    space = ' xmlns="http://www.battlescribe.net/schema/rosterSchema"' if name == "roster" else ""
    return f"<{name}{space}{attributes}>{escape(record.get('$text', ''))}{words}{lists}</{name}>"


XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + xml_of("roster", LIST["roster"])


def zipped(text: bytes, name: str = "list.ros") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return packed.getvalue()


def is_the_list(roster: Roster) -> None:
    ann, first, second = roster.operatives
    assert (roster.name, roster.edition) == ("Loud ones", "2024")
    assert (ann.name, ann.type, ann.apl, ann.move, ann.save, ann.wounds) == ("Ann", "Captain", 3, 6, 3, 15)
    assert ann.keywords == ("Leader", "Loudmouth")
    assert [(one.name, one.profile, one.type, one.atk, one.hit, one.damage) for one in ann.weapons] == [
        ("Gun", "short", WeaponType.RANGED, 4, 3, (3, 4)),
        ("Gun", "long", WeaponType.RANGED, 4, 4, (2, 3)),
        ("Fists", "", WeaponType.MELEE, 3, 4, (2, 3)),
    ]
    assert ann.weapons[0].rules == (RuleUse("range", 8), RuleUse("piercing", 1))
    assert ann.rules == (
        PrintedRule("Rule", "Piercing x", "Fewer dice."),
        PrintedRule("Abilities", "Loud", "It is heard.\nFrom far."),
    )
    assert (first.id, second.id, first.name, first.weapons) == ("Trooper", "Trooper-2", "Trooper", second.weapons)
    assert roster.rules == (PrintedRule("Equipment", "1x Ammo Cache", "Set it up."),)
    assert roster.not_understood == (Message.stored("Wobble"),)
    assert [place.where for place in roster.places] == [
        "forces.0.selections.1.selections.0.profiles.1.rules (Gun (long))"
    ]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", json.dumps(LIST).encode()),
        ("a.json", json.dumps(LIST["roster"]).encode()),
        ("a.ros", XML.encode()),
        ("a.ros", b"\xef\xbb\xbf" + XML.encode()),
        ("a.rosz", zipped(XML.encode())),
        ("a.zip", zipped(XML.encode(), "deep/My List.ROS")),
    ],
)
def test_a_list_is_the_same_team_in_every_form(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    is_the_list(read_roster(tmp_path / name))


def test_a_packed_list_passes_where_only_text_passes() -> None:
    is_the_list(roster_text(PACKED + base64.b64encode(zipped(XML.encode())).decode(), "a.rosz"))
    is_the_list(roster_text(XML, "a.ros"))


def test_the_2021_edition_is_told_by_its_name_and_has_its_own_numbers() -> None:
    raw = copy.deepcopy(LIST)
    raw["roster"]["gameSystemName"] = "Warhammer 40,000: Kill Team (2021)"
    gun = profile("Weapons", "⌖ Gun", A="4", WS_BS="3+", D="3/4", SR="Rng ⬟, AP1", **{"!": "P1"})
    raw["roster"]["forces"][0]["selections"] = [
        selection(
            "Grot",
            kind="model",
            profiles=[profile("Operative", "Grot", M="3⬤", APL="2", GA="2", DF="3", SV="5+", W="5"), gun],
        )
    ]
    (grot,) = roster_of(raw, "x").operatives
    assert (grot.move, grot.apl, grot.group, grot.defence, grot.save, grot.wounds) == (6, 2, 2, 3, 5, 5)
    assert grot.weapons[0].rules == (RuleUse("range", 6), RuleUse("ap", 1), RuleUse("p", 1))


def test_a_list_of_another_game_opens_with_its_profiles_kept_and_what_it_lacks_listed() -> None:
    model = profile("Model", "Warrior", M='5"', WS="3+", BS="3+", W="1", Sv="4+")
    flayer = profile("Weapon", "Flayer", Range='24"', Type="Rapid Fire 1", S="4", AP="-1", D="1", Abilities="-")
    claws = profile("Weapon", "Claws", Range="Melee", Type="Melee", S="User", AP="0", D="1", Abilities="-")
    warrior = selection("Warrior", kind="model", profiles=[model, flayer, claws])
    raw = {"roster": {"gameSystemName": "Kill Team (2018)", "forces": [{"selections": [warrior]}]}}
    roster = roster_of(raw, "x.ros")
    (one,) = roster.operatives
    assert (one.move, one.save, one.wounds, one.apl) == (5, 4, 1, 2)
    assert [(weapon.name, weapon.type, weapon.atk) for weapon in one.weapons] == [
        ("Flayer", WeaponType.RANGED, 0),
        ("Claws", WeaponType.MELEE, 0),
    ]
    said = " ".join(map(str, roster.not_understood))
    for kept in ("Kill Team (2018)", "type Rapid Fire 1", "d 1", "apl (Warrior)"):
        assert kept in said


BOMB = """<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><roster><forces>&c;</forces></roster>"""
FROM_OUTSIDE = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster><forces>&x;</forces></roster>'


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("bomb.ros", BOMB.encode(), "import-not-xml"),
        ("outside.ros", FROM_OUTSIDE.encode(), "import-not-xml"),
        ("deep.ros", b"<roster>" + b"<a>" * (DEEPEST + 1) + b"</a>" * (DEEPEST + 1) + b"</roster>", "import-too-deep"),
        ("wide.ros", b"<roster>" + b"<a/>" * 100_001 + b"</roster>", "import-too-deep"),
        ("long.ros", b"<roster>" + b" " * MOST_BYTES + b"</roster>", "import-too-long"),
        ("cut.ros", XML.encode()[:-9], "import-not-xml"),
        ("other.ros", b"<catalogue/>", "import-no-operatives"),
        ("zeros.rosz", zipped(b"\0" * (MOST_BYTES + 1)), "import-too-long"),
        ("empty.rosz", zipped(b"x", "list.txt"), "import-nothing-inside"),
        ("cut.rosz", zipped(XML.encode())[:200], "import-not-unpacked"),
        ("encoding.ros", b'<?xml version="1.0" encoding="klingon"?><roster/>', "import-not-xml"),
        ("forces.json", b'{"roster": {"forces": 3}}', "import-no-forces"),
    ],
)
def test_a_file_that_means_harm_is_refused_in_one_line(tmp_path: Path, name: str, data: bytes, code: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(MalformedError) as caught:
        read_roster(tmp_path / name)
    assert innermost(caught.value).code == code
    assert "\n" not in str(caught.value)


def test_a_text_that_is_no_packed_file_is_refused() -> None:
    with pytest.raises(MalformedError) as refused:
        roster_text(PACKED + "é", "a.rosz")
    assert refused.value.message.code == "import-not-base64"
    with pytest.raises(MalformedError) as refused:
        roster_text(PACKED + "UEs=", "a.rosz")
    assert refused.value.message.code == "import-not-unpacked"


PLACES = [path for path in leaves(LIST) if len(path) >= 2]


@settings(max_examples=depth(25, 300), deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), ODD), min_size=1, max_size=8))
def test_a_list_spoilt_anywhere_opens_and_no_operative_that_is_left_is_lost(
    spoils: list[tuple[tuple[str | int, ...], Any]],
) -> None:
    raw = copy.deepcopy(LIST)
    for path, value in spoils:
        spoilt(raw, path, copy.deepcopy(value))
    if not isinstance(raw["roster"]["forces"], list):
        with pytest.raises(MalformedError) as refused:
            roster_of(raw, "x.json")
        assert {"import-no-forces", "import-no-operatives"} & set(codes_in(refused.value))
        return
    roster = roster_of(raw, "x.json")
    plays(roster)
    assert json.dumps(roster_json(roster))
    untouched = not any(path[:5] == ("roster", "forces", 0, "selections", 1)[: len(path)] for path, _ in spoils)
    if untouched:
        assert "Ann" in [one.name for one in roster.operatives]


@settings(max_examples=depth(25, 200), deadline=None)
@given(st.data())
def test_a_list_in_xml_or_zip_scrambled_anywhere_opens_or_is_refused(
    tmp_path_factory: Any, data: st.DataObject
) -> None:
    whole = data.draw(st.sampled_from([XML.encode(), zipped(XML.encode())]))
    at = data.draw(st.integers(0, len(whole)))
    path = tmp_path_factory.mktemp("list") / "a.ros"
    path.write_bytes(whole[:at] + data.draw(st.binary(max_size=6)) + whole[at + data.draw(st.integers(0, 9)) :])
    assert "\n" not in refusal(path)
