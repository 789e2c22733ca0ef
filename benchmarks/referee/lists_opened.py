"""Check the import of public lists: all of KTDash's public data, and lists of other programs.

`python -m benchmarks.referee.lists_opened [--seed seed-data.json] [LIST ...]`. The seed is `prisma/seed-data.json` of
KTDash's public repository; its teams and rosters are assembled as its API returns them. Lists are files of New Recruit,
BattleScribe and KTDash, or folders of them. Names, stats, profiles and texts are extracted from the file independently
of our readers, and each is looked up in the imported team; a team is also written in our and in KTDash's format, and
read again.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tempfile
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import defusedxml.ElementTree as Safe

from overlook.toml_writer import dump_toml
from referee.records.files.roster import USUAL_BASE_MM, Roster
from referee.records.files.roster_file import read_roster, roster_of, roster_text
from referee.records.files.team_file import ktdash_document, own_document
from referee.rules.errors import RefereeError

Row = dict[str, Any]
KINDS = {".ros", ".rosz", ".json"}
CARDS = {"operative", "operatives", "model", "unit"}
WEAPONS = {"weapon", "weapons", "ranged weapons", "melee weapons", "ranged weapon", "melee weapon"}


def by(rows: list[Row], key: str) -> dict[Any, list[Row]]:
    """Return rows grouped by the value of one field."""
    found: dict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.get(key)].append(row)
    return found


def given_out(seed: Row) -> Iterator[tuple[str, Row]]:
    """Yield every kill team and every ready roster as KTDash's API returns them."""
    profiles, weapons = by(seed["weaponprofiles"], "wepId"), by(seed["weapons"], "opTypeId")
    abilities, options = by(seed["abilities"], "opTypeId"), by(seed["options"], "opTypeId")
    types = {
        one["opTypeId"]: {
            **one,
            "weapons": [{**wep, "profiles": profiles[wep["wepId"]]} for wep in weapons[one["opTypeId"]]],
            "abilities": abilities[one["opTypeId"]],
            "options": options[one["opTypeId"]],
        }
        for one in seed["optypes"]
    }
    teams = {}
    for one in seed["killteams"]:
        name = one["killteamId"]
        teams[name] = {
            **one,
            "opTypes": [types[kind["opTypeId"]] for kind in seed["optypes"] if kind["killteamId"] == name],
            "ploys": by(seed["ploys"], "killteamId")[name],
            "equipments": [eq for eq in seed["equipments"] if eq["killteamId"] in (name, None)],
        }
        yield f"team {name}", teams[name]
    for one in seed["rosters"]:
        ops = [
            {**op, "opType": types[op["opTypeId"]], **carried(op, types[op["opTypeId"]])}
            for op in seed["ops"]
            if op["rosterId"] == one["rosterId"]
        ]
        yield f"roster {one['rosterId']}", {**one, "killteam": teams[one["killteamId"]], "ops": ops}


def carried(op: Row, kind: Row) -> Row:
    """Return the fields that the API adds to an operative of a roster: its type's stats and its selected weapons."""
    chosen = {name.strip() for name in op["wepIds"].split(",")}
    stats = {key: kind[key] for key in ("MOVE", "APL", "SAVE", "WOUNDS", "keywords", "opTypeName")}
    return {**stats, "weapons": [one for one in kind["weapons"] if one["wepId"] in chosen]}


def plain(text: Any) -> str:
    """Return a text's letters and digits, for comparison."""
    return re.sub(r"\W+", "", str(text or "")).casefold()


def first_number(text: Any) -> float | None:
    """Return the first number in a text, or None."""
    found = re.search(r"\d+", str(text))
    return float(found[0]) if found else None


def missing_of_ktdash(raw: Row, team: Roster) -> list[str]:
    """Return the content of KTDash's document that is missing in the team read from it."""
    lacks = []
    ops: list[Row] = raw["ops"] if "ops" in raw else raw["opTypes"]
    if len(ops) != len(team.operatives):
        return [f"{len(ops)} operatives, read {len(team.operatives)}"]
    listed = plain(" ".join(map(str, team.not_understood)))
    for op, read in zip(ops, team.operatives, strict=True):
        card = op.get("opType", op)
        if plain(read.name) != plain(op.get("opName") or card["opTypeName"]):
            lacks.append(f"{card['opTypeName']}: read as {read.name}")
        stats = (("APL", read.apl), ("MOVE", read.move), ("SAVE", read.save), ("WOUNDS", read.wounds))
        lacks += [f"{read.name}: {key}" for key, value in stats if first_number(op[key]) != value]
        if read.base_mm not in (card["basesize"], None):
            lacks.append(f"{read.name}: base {card['basesize']}, read {read.base_mm}")
        lacks += [f"{read.name}: {word}" for word in op["keywords"].split(",") if word.strip() not in read.keywords]
        said = [
            (wep["wepName"], one["ATK"], one["HIT"], one["DMG"], one["WR"])
            for wep in op["weapons"]
            for one in wep["profiles"]
        ]
        if len(said) != len(read.weapons):
            lacks.append(f"{read.name}: {len(said)} profiles, read {len(read.weapons)}")
        for (name, atk, hit, damage, rules), weapon in zip(said, read.weapons, strict=False):
            got = (weapon.atk, weapon.hit, f"{weapon.damage[0]}/{weapon.damage[1]}")
            want = (first_number(atk), first_number(hit), damage)
            if got != want and plain(damage) not in listed:
                lacks.append(f"{read.name}, {name}: {want}, read {got}")
            words = (
                rules if isinstance(rules, list) else [word for word in re.split(r"[,;]", rules or "") if plain(word)]
            )
            if len(words) > len(weapon.rules) + len(weapon.own_rules) and plain(words[0]) not in listed:
                lacks.append(f"{read.name}, {name}: rules {rules!r}, read {len(weapon.rules)}+{len(weapon.own_rules)}")
        own = plain(" ".join(rule.text for rule in read.rules))
        lacks += [
            f"{read.name}: {one['abilityName']}" for one in card["abilities"] if plain(one["description"]) not in own
        ]
        lacks += [
            f"{read.name}: {one['name']}"
            for one in card.get("actions", [])
            if plain("".join(one["effects"])) not in own
        ]
    whole = plain(" ".join(rule.text for rule in team.rules))
    cards = [plain(one.name) for one in team.ploys]
    side = raw.get("killteam", raw)
    lacks += [f"ploy {one['ployName']}" for one in side["ploys"] if plain(one["ployName"]) not in cards]
    lacks += [one["eqName"] for one in side["equipments"] if plain(one["description"]) not in whole]
    return lacks


def records_of(data: bytes) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return kind, name and characteristics of every profile in a list's file, without our readers."""
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            data = packed.read(packed.namelist()[0])
    if not data.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"<"):
        return [
            (one["typeName"], one["name"], [(word["name"], word.get("$text", "")) for word in one["characteristics"]])
            for one in walk(json.loads(data))
        ]
    profiles = [one for one in Safe.fromstring(data).iter() if one.tag.endswith("}profile")]
    return [
        (
            one.get("typeName") or one.get("profileTypeName") or "",
            one.get("name") or "",
            [
                (word.get("name") or "", word.text or word.get("value") or "")
                for word in one.iter()
                if word.tag.endswith("}characteristic")
            ],
        )
        for one in profiles
    ]


def walk(raw: Any) -> Iterator[Row]:
    """Yield every profile of a New Recruit list."""
    if isinstance(raw, dict):
        if "characteristics" in raw and "typeName" in raw:
            yield raw
        raw = list(raw.values())
    for one in raw if isinstance(raw, list) else ():
        yield from walk(one)


def texts_in(raw: Any) -> Iterator[str]:
    """Yield every text of a document."""
    if isinstance(raw, str):
        yield raw
    for one in raw.values() if isinstance(raw, dict) else raw if isinstance(raw, list | tuple) else ():
        yield from texts_in(one)


def missing_of_list(data: bytes, team: Roster) -> list[str]:
    """Return the content of a list's file that is missing in the team read from it."""
    records = records_of(data)
    words = plain(" ".join([*texts_in(own_document(team)), *map(str, team.not_understood)]))
    cards = {plain(name) for kind, name, _ in records if kind.lower() in CARDS}
    lacks = [f"operative {one}" for one in cards if one not in words]
    for kind, name, said in records:
        if kind.lower() in WEAPONS:
            weapon = plain(re.sub(r"[(\[].*", "", name))
            lacks += [f"weapon {name}"] if weapon not in words else []
        elif kind.lower() not in CARDS:
            lacks += [f"{kind} {name}: {key}" for key, text in said if plain(text) not in words]
    return lacks


def again(team: Roster) -> str:
    """Return the differences after a team is written in our and in KTDash's format and read again; empty if none."""
    if not team.operatives:
        return " empty"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "team.toml"
        path.write_text(dump_toml(own_document(team)), encoding="utf-8")
        own = read_roster(path)
    based = tuple(replace(one, base_mm=one.base_mm or USUAL_BASE_MM) for one in team.operatives)
    same = (own.operatives, own.ploys, own.rules) == (based, team.ploys, team.rules)
    told = "" if same else " NOT the same as a file of ours"
    try:
        other = roster_of(ktdash_document(team), "again")
    except RefereeError:
        return told + " (KTDash has no words for it)"
    stats = [(one.name, one.apl, one.move, one.save, one.wounds) for one in team.operatives]
    kept = [(one.name, one.apl, one.move, one.save, one.wounds) for one in other.operatives]
    return told + ("" if stats == kept else " NOT the same as KTDash's")


def ktdash(path: Path) -> None:
    """Import all of KTDash's data and print the result."""
    seed = json.loads(path.read_text(encoding="utf-8"))
    sums: Counter[str] = Counter()
    for name, raw in given_out(seed):
        what = name.split()[0]
        sums[f"{what}s"] += 1
        try:
            team = roster_text(json.dumps(raw), name)
        except RefereeError as refused:
            print(f"refused: {refused}")
            continue
        lacks = missing_of_ktdash(raw, team)
        sums[f"{what}s opened"] += 1
        sums[f"{what}: operatives"] += len(team.operatives)
        sums[f"{what}: profiles"] += sum(len(one.weapons) for one in team.operatives)
        sums[f"{what}: lines not understood"] += len(team.not_understood)
        sums[f"{what}: missing"] += len(lacks)
        if lacks or team.not_understood or again(team):
            print(f"{name}{again(team)}: missing {lacks}; not understood {list(map(str, team.not_understood))}")
    print(f"in the file: {len(seed['optypes'])} operatives, {len(seed['weaponprofiles'])} profiles")
    for what, number in sums.items():
        print(f"{what:32s} {number}")


def lists(paths: list[Path]) -> None:
    """Import lists and print a line for each."""
    files = [one for path in paths for one in (sorted(path.rglob("*")) if path.is_dir() else [path])]
    for path in files:
        if path.suffix not in KINDS:
            continue
        try:
            team = read_roster(path)
        except RefereeError as refused:
            print(f"REFUSED {refused}")
            continue
        data = path.read_bytes()
        whole: Row = json.loads(data) if data.lstrip().startswith(b"{") else {}
        listed = "ops" in whole or "opTypes" in whole
        lacks = missing_of_ktdash(whole, team) if listed else missing_of_list(data, team)
        profiles = sum(len(one.weapons) for one in team.operatives)
        print(
            f"{path.name}: {team.edition}, {len(team.operatives)} operatives, {profiles} profiles, "
            f"{len(team.ploys)} ploys, {len(team.not_understood)} lines not understood, missing {lacks}{again(team)}"
        )


def main() -> None:
    words = sys.argv[1:]
    if words[:1] == ["--seed"]:
        ktdash(Path(words[1]))
        words = words[2:]
    lists([Path(word) for word in words])


if __name__ == "__main__":
    main()
