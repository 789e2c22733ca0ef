"""Import of lists from New Recruit and BattleScribe."""

from __future__ import annotations

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException, ElementTree

from messages.message import Message
from referee.editions.registry import EDITIONS
from referee.records.files.card_reading import (
    APL,
    ATK,
    DAMAGE,
    DEFENCE,
    GROUP,
    HIT,
    MOVE,
    SAVE,
    WOUNDS,
    Stat,
    TeamBuilder,
    read_damage,
)
from referee.records.files.card_reading import read_stat as readable
from referee.records.files.roster import PrintedRule, Roster, RosterOperative, ploys_among
from referee.rules.errors import MalformedError
from referee.rules.weapon import Weapon, WeaponType

OPERATIVES = frozenset({"operative", "operatives", "model", "unit"})
WEAPONS = frozenset({"weapon", "weapons", "ranged weapons", "melee weapons", "ranged weapon", "melee weapon"})
RULES = ("wr", "sr", "!", "weapon rules", "special rules", "rules")
WORDS = ("$text", "#text", "_text", "__text", "value")
SIGNS = {"⌖": WeaponType.RANGED, "⚔": WeaponType.MELEE}
"""Signs that the lists put before a weapon's name."""

FOUGHT_WITH = frozenset({"shock", "brutal"})
MOST_ALIKE = 20
_LEAD = re.compile(r"^[\s➤▸►•\-–⌖⚔]+")
_TIMES = re.compile(r"(\d{1,4})(?:\.0)?")
_PROFILE = re.compile(r"(?P<name>.+?)\s*[(\[](?P<profile>[^()\[\]]+)[)\]]\s*")

Record = Mapping[str, Any]


@dataclass(slots=True)
class _Found:
    """Contents of one operative's selections: weapon profiles, texts and keywords."""

    weapons: list[tuple[Record, str]] = field(default_factory=list)
    texts: list[PrintedRule] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)


def is_battlescribe(raw: Any) -> bool:
    """Whether a file's content is a list of New Recruit or BattleScribe."""
    inner = raw.get("roster", raw) if isinstance(raw, Mapping) else None
    return isinstance(inner, Mapping) and "forces" in inner


def team_of(raw: Record, source: str) -> Roster:
    """Return the team of a list: every selection with an operative's profile, repeated for each selection.

    Unreadable fields are in `not_understood` with their positions. Raises `MalformedError` if there are no forces.
    """
    inner = raw.get("roster", raw)
    if not isinstance(inner, Mapping) or not isinstance(inner["forces"], list):
        raise MalformedError("import-no-forces")
    team = TeamBuilder("", "", source)
    team.edition = _edition(team, inner)
    forces = list(_forces(team, inner, ""))
    catalogue = next((name for one, at in forces if (name := team.title(one.get("catalogueName"), at))), "")
    team.name = team.title(inner.get("name"), "name") or catalogue or source[:80]
    operatives: list[RosterOperative] = []
    whole = _Found()
    for force, where in forces:
        _texts(team, force, where, whole)
        for selection, at in team.objects(force, "selections", where):
            operatives += _selected(team, selection, at, whole)
    if not operatives:
        team.not_understood(
            "forces", inner["forces"], Message.of("import-expects-profile"), Message.of("import-no-team")
        )
    return replace(team.finished(operatives, whole.texts), ploys=ploys_among(whole.texts))


def _edition(team: TeamBuilder, inner: Record) -> str:
    """Return the edition by the year in the list's game system, the newest if it names no known year."""
    system = team.title(inner.get("gameSystemName"), "gameSystemName")
    years = sorted(edition.year for edition in EDITIONS.values())
    year = next((year for year in years if year in system), years[-1])
    if system and year not in system:
        team.not_understood(
            "gameSystemName",
            system,
            Message.of("import-expects-edition", years=years),
            Message.of("import-edition-assumed", year=year),
        )
    return year


def _forces(team: TeamBuilder, record: Record, where: str) -> Iterator[tuple[Record, str]]:
    for force, at in team.objects(record, "forces", where):
        yield force, at
        yield from _forces(team, force, at)


def _selected(team: TeamBuilder, selection: Record, where: str, whole: _Found) -> Iterator[RosterOperative]:
    """Yield the operatives of a selection and those below it; texts without an operative go to the team."""
    profile = _own_profile(team, selection, where)
    if profile is None and team.text(selection.get("type"), f"{where}type") != "model":
        _texts(team, selection, where, whole)
        for below, at in team.objects(selection, "selections", where):
            yield from _selected(team, below, at, whole)
        return
    found = _Found()
    others: list[tuple[Record, str]] = []
    _gather(team, selection, where, found, others)
    for _ in range(_times(team, selection, where)):
        yield _operative(team, selection, profile, found, where)
    for below, at in others:
        yield from _selected(team, below, at, whole)


def _own_profile(team: TeamBuilder, selection: Record, where: str) -> Record | None:
    for profile, at in team.objects(selection, "profiles", where):
        if _kind(team, profile, at).lower() in OPERATIVES:
            return profile
    return None


def _kind(team: TeamBuilder, profile: Record, where: str) -> str:
    return team.title(profile.get("typeName") or profile.get("profileTypeName"), f"{where}typeName")


def _times(team: TeamBuilder, selection: Record, where: str) -> int:
    value = selection.get("number", 1)
    times = Stat(Message.of("import-expects-times", most=MOST_ALIKE), _TIMES, 1, MOST_ALIKE, 1)
    number = readable(value, times)
    if number is None:
        team.not_understood(f"{where}number", value, times.expected, Message.of("import-read-as", value=1))
        return 1
    return int(number)


def _gather(team: TeamBuilder, selection: Record, where: str, found: _Found, others: list[tuple[Record, str]]) -> None:
    """Collect an operative's equipment from its selection and all below it; operatives among them go to `others`."""
    _texts(team, selection, where, found)
    for profile, at in team.objects(selection, "profiles", where):
        if _kind(team, profile, at).lower() in WEAPONS:
            found.weapons.append((profile, at))
    for below, at in team.objects(selection, "selections", where):
        if _own_profile(team, below, at) is not None:
            others.append((below, at))
        else:
            _gather(team, below, at, found, others)


def _texts(team: TeamBuilder, record: Record, where: str, found: _Found) -> None:
    """Collect the rules, the text profiles and the categories of a record."""
    for rule, at in team.objects(record, "rules", where):
        name = team.title(rule.get("name"), f"{at}name")
        found.texts.append(PrintedRule("Rule", name, team.prose(rule.get("description"), f"{at}description")))
    first = True
    for profile, at in team.objects(record, "profiles", where):
        kind = _kind(team, profile, at)
        operative = kind.lower() in OPERATIVES
        if kind.lower() in WEAPONS or (operative and first):
            first = first and not operative
            continue
        words = [
            (team.title(one.get("name"), f"{place}name"), _said(team, one, place))
            for one, place in team.objects(profile, "characteristics", at)
        ]
        text = words[0][1] if len(words) == 1 else "\n".join(f"{name}: {value}" for name, value in words)
        found.texts.append(PrintedRule(kind, team.title(profile.get("name"), f"{at}name"), text))
    for category, at in team.objects(record, "categories", where):
        word = team.title(category.get("name"), f"{at}name")
        if word and word not in found.keywords:
            found.keywords.append(word)


def _said(team: TeamBuilder, characteristic: Record, where: str) -> str:
    key = next((key for key in WORDS if key in characteristic), WORDS[0])
    return team.prose(characteristic.get(key), f"{where}{key}")


def _numbers(team: TeamBuilder, profile: Record, where: str) -> dict[str, str]:
    """Return a profile's characteristics by their names in lower case."""
    return {
        team.title(one.get("name"), f"{at}name").lower(): _said(team, one, at)
        for one, at in team.objects(profile, "characteristics", where)
    }


def _operative(
    team: TeamBuilder, selection: Record, profile: Record | None, found: _Found, where: str
) -> RosterOperative:
    card: Record = profile if profile is not None else {}
    title = team.title(selection.get("name"), f"{where}name")
    kind = team.title(card.get("name"), f"{where}profiles.name") or title
    name = team.title(selection.get("customName"), f"{where}customName") or title or kind or "Operative"
    numbers = _numbers(team, card, f"{where}profiles.")

    def stat(names: tuple[str, ...], meaning: Stat) -> float:
        key = next((key for key in names if key in numbers), names[0])
        return team.number(numbers.get(key), meaning, f"{where}{key} ({name})")

    older = "df" in numbers or "ga" in numbers
    return RosterOperative(
        team.id_of(name),
        name,
        kind,
        int(stat(("apl",), APL)),
        stat(("move", "m"), MOVE),
        int(stat(("save", "sv"), SAVE)),
        int(stat(("wounds", "w"), WOUNDS)),
        defence=int(stat(("df", "defence"), DEFENCE)) if older else None,
        group=int(stat(("ga",), GROUP)) if older else None,
        keywords=tuple(found.keywords),
        weapons=tuple(_weapon(team, weapon, at) for weapon, at in found.weapons),
        rules=tuple(dict.fromkeys(found.texts)),
    )


def _weapon(team: TeamBuilder, profile: Record, where: str) -> Weapon:
    full = team.title(profile.get("name"), f"{where}name")
    plain = _LEAD.sub("", full) or "Weapon"
    parts = _PROFILE.fullmatch(plain)
    name, variant = (parts["name"], parts["profile"]) if parts else (plain, "")
    numbers = _numbers(team, profile, where)
    rules = [numbers[key] for key in RULES if key in numbers]
    values = _weapon_numbers(team, numbers, f"{where.rstrip('.')} ({plain})")
    place = f"{where}rules ({plain})"
    made = team.weapon(name, variant, WeaponType.RANGED, values, rules, where=place)
    told = " ".join((_kind(team, profile, where), *(numbers.get(key, "") for key in ("range", "type")))).lower()
    sign = next((kind for letter, kind in SIGNS.items() if letter in full), None)
    if sign is None and ("melee" in told or any(use.rule in FOUGHT_WITH for use in made.rules)):
        sign = WeaponType.MELEE
    elif sign is None and "rang" not in told and not any(key in numbers for key in ("range", "bs")):
        fights = " ".join((full, *rules)).lower()
        ranged = any(
            word in fights for word in ("range", "rng", "blast", "torrent", "pistol", "gun", "rifle", "grenade")
        )
        sign = WeaponType.RANGED if ranged else WeaponType.MELEE
        team.not_understood(place, full, Message.of("import-expects-sign"), Message.of("import-taken-for", type=sign))
    kind = sign or WeaponType.RANGED
    return Weapon(made.name, kind, made.atk, made.hit, made.damage, made.rules, made.profile, made.own_rules)


def _weapon_numbers(team: TeamBuilder, numbers: Mapping[str, str], where: str) -> tuple[int, int, tuple[int, int]]:
    """Return attack dice, hit and damage; a weapon of another game without them is reported on one line."""
    keys = (("atk", "a", "attacks"), ("hit", "ws/bs", "bs/ws", "bs", "ws"), ("dmg", "d", "damage"))
    atk, hit, damage = (next((key for key in names if key in numbers), None) for names in keys)
    if atk is None or hit is None:
        told = ", ".join(f"{key} {value}" for key, value in numbers.items())
        expected = Message.of("import-expects-dice", damage=DAMAGE)
        team.not_understood(where, told, expected, Message.of("import-no-dice"))
        return 0, 7, (0, 0)
    pair = read_damage(numbers.get(damage or ""))
    if pair is None:
        team.not_understood(where, numbers.get(damage or ""), DAMAGE, Message.of("import-no-damage"))
    return (
        int(team.number(numbers[atk], ATK, where)),
        int(team.number(numbers[hit], HIT, where)),
        pair or (0, 0),
    )


MOST_BYTES = 4_000_000
MOST_ENTRIES = 16
MOST_ELEMENTS = 100_000
DEEPEST = 64
LISTS = frozenset(
    {
        "forces",
        "selections",
        "profiles",
        "rules",
        "categories",
        "characteristics",
        "costs",
        "costLimits",
        "publications",
    }
)
UNREADABLE = (zipfile.BadZipFile, zlib.error, OSError, lzma.LZMAError, EOFError, RuntimeError, ValueError)
"""Errors that `zipfile` raises for other or damaged files.

Its own errors; those of its three decompressors (bzip2 raises `OSError`); a truncated end; a password or an unknown
method; impossible sizes and names.
"""


def unpacked(source: str, data: bytes) -> bytes:
    """Return the roster in a `.rosz`; raises `MalformedError` if there is none, or it is too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [
                one for one in archive.infolist()[:MOST_ENTRIES] if not (one.is_dir() or _is_shadow(one.filename))
            ]
            roster = next((one for one in entries if one.filename.lower().endswith(".ros")), None)
            if roster is None:
                raise MalformedError("import-nothing-inside", file=source)
            with archive.open(roster) as file:
                text = file.read(MOST_BYTES + 1)
    except MalformedError:
        raise
    except UNREADABLE as fault:
        raise MalformedError("import-not-unpacked", file=source, fault=_line(fault)) from fault
    _bounded(source, text)
    return text


def _is_shadow(name: str) -> bool:
    """Return whether a file of an archive has only the metadata that macOS stores for another file."""
    return "__MACOSX" in name.split("/") or name.rpartition("/")[2].startswith("._")


def xml_data(source: str, text: bytes | str) -> dict[str, Any]:
    """Convert a `.ros` to New Recruit's JSON structure: attributes as fields, lists as lists, text as `$text`.

    Entities, document types and external files raise `MalformedError`, as do documents deeper or longer than any list.
    """
    _bounded(source, text)
    try:
        root = ElementTree.fromstring(text, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as fault:
        raise MalformedError("import-not-xml", file=source, fault=_line(fault)) from fault
    _within(source, root)
    return {_tag(root): _content(root)}


def _bounded(source: str, text: bytes | str) -> None:
    if len(text) > MOST_BYTES:
        raise MalformedError("import-too-long", file=source, most=MOST_BYTES)


def _within(source: str, root: Element) -> None:
    count, level, depth = 0, [root], 0
    while level:
        count, depth = count + len(level), depth + 1
        if count > MOST_ELEMENTS or depth > DEEPEST:
            raise MalformedError("import-too-deep", file=source, most=MOST_ELEMENTS, deepest=DEEPEST)
        level = [below for one in level for below in one]


def _content(element: Element) -> dict[str, Any]:
    found: dict[str, Any] = dict(element.attrib)
    for below in element:
        name = _tag(below)
        if name in LISTS:
            found[name] = [*found.get(name, ()), *(_content(one) for one in below)]
        else:
            found[name] = below.text or ""
    if element.text and element.text.strip():
        found["$text"] = element.text
    return found


def _tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _line(fault: Exception) -> str:
    return (str(fault).splitlines() or [type(fault).__name__])[0][:120]
