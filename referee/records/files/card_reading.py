"""Reading of numbers, texts and weapon rules from imported cards; unreadable ones are reported."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from messages.message import Message
from referee.editions.registry import edition_of
from referee.records.files.roster import Place, PrintedRule, Roster, RosterOperative, once
from referee.rules.dice.rule_parser import ParsedRules, read_rules
from referee.rules.weapon import Weapon, WeaponType

LONGEST_NAME = 80
LONGEST_QUOTE = 60

_GAUGES = {"▲": 1.0, "△": 1.0, "●": 2.0, "⬤": 2.0, "○": 2.0, "■": 3.0, "⬛": 3.0, "□": 3.0, "⬟": 6.0, "⬠": 6.0}
_INCHES = re.compile(r"(\d{1,4}(?:\.\d{1,4})?)\s*(?:\"|”|″|''|′′|in(?:ch(?:es)?)?\.?)?", re.IGNORECASE)
_GAUGED = re.compile(rf"(\d{{0,2}})\s*([{''.join(_GAUGES)}])")
_WHOLE = re.compile(r"(\d{1,4})")
_ROLL = re.compile(r"(\d{1,2})\s*\+?")
_DAMAGE = re.compile(r"(\d{1,4})\s*[/|-]\s*(\d{1,4})")
_SIDE = re.compile(r"\d{1,4}(?:\.\d{1,4})?")


@dataclass(frozen=True, slots=True)
class Stat:
    """One number of a card: the expected form, its bounds, and the replacement for an unreadable value."""

    expected: Message
    pattern: re.Pattern[str]
    low: float
    high: float
    usual: float


def _number_like(example: str) -> Message:
    return Message.of("import-expects-number", example=example)


_ANY_ROLL = Message.of("import-expects-roll")
DAMAGE = Message.of("import-expects-damage")
BASE = Message.of("import-expects-base")
LEFT_OUT = Message.of("import-left-out")

MOVE = Stat(Message.of("import-expects-distance"), _INCHES, 0, 30, 6)
APL = Stat(_number_like("2"), _WHOLE, 0, 9, 2)
SAVE = Stat(_ANY_ROLL, _ROLL, 2, 7, 4)
WOUNDS = Stat(_number_like("8"), _WHOLE, 1, 99, 8)
ATK = Stat(_number_like("4"), _WHOLE, 0, 20, 4)
HIT = Stat(_ANY_ROLL, _ROLL, 2, 7, 4)
DEFENCE = Stat(_number_like("3"), _WHOLE, 0, 9, 3)
GROUP = Stat(_number_like("1"), _WHOLE, 1, 9, 1)


def read_stat(value: Any, stat: Stat) -> float | None:
    """Return the number in a field's value, None if it is not one or is outside the stat's bounds."""
    if isinstance(value, str):
        found = _number_in(value.strip(), stat)
    elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        found = float(value)
    else:
        return None
    if found is None or not stat.low <= found <= stat.high:
        return None
    return found if stat is MOVE or found == int(found) else None


def _number_in(text: str, stat: Stat) -> float | None:
    match = stat.pattern.fullmatch(text)
    if match is not None:
        return float(match[1])
    gauged = _GAUGED.fullmatch(text) if stat is MOVE else None
    return float(gauged[1] or 1) * _GAUGES[gauged[2]] if gauged is not None else None


def read_damage(value: Any) -> tuple[int, int] | None:
    """Return normal and critical damage, None for another value."""
    if isinstance(value, str):
        match = _DAMAGE.fullmatch(value.strip())
        pair = match.groups() if match is not None else ()
    else:
        pair = tuple(value) if isinstance(value, list) else ()
    numbers = [read_stat(one, Stat(DAMAGE, _WHOLE, 0, 99, 0)) for one in pair]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return int(numbers[0]), int(numbers[1])


def read_base(value: Any) -> float | tuple[float, float] | None:
    """Return a base's diameter or its (long, short) sides, mm; None for another value."""
    if isinstance(value, str):
        sides = [float(side) for side in _SIDE.findall(value)]
    elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        sides = [float(value)]
    else:
        sides = []
    if len(sides) not in {1, 2} or not all(0 < side < 500 for side in sides):
        return None
    return sides[0] if len(sides) == 1 else (max(sides), min(sides))


def read_text(value: Any) -> str | None:
    """Return a text without unprintable characters; numbers become text, None becomes empty; None for other types."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return " ".join("".join(letter if letter.isprintable() else " " for letter in str(value)).split())


def read_prose(value: Any) -> str | None:
    """Return a text of several lines with its line breaks; other values as in `read_text`."""
    if not isinstance(value, str):
        return read_text(value)
    lines = (read_text(line) or "" for line in value.splitlines())
    return "\n".join(lines).strip("\n")


def quoted(value: Any) -> str:
    """Return a value in the form quoted in messages: printable, on one line, truncated."""
    return ascii(value)[:LONGEST_QUOTE] if not isinstance(value, str) else repr(value)[:LONGEST_QUOTE]


LONGEST_ID = 40
MARKS = frozenset({"psychic"})
"""Marks that cards print among a weapon's rules, although no rule judges them; shown as the team's own.

Other texts refer to them.
"""


@dataclass(slots=True)
class TeamBuilder:
    """A team being read: collects own and unknown weapon rules, and unreadable fields.

    Positions are fields of the file, followed by the name concerned: `ops.0.weapons.1.wepType (Frag grenade)`.
    `own_names` are the names of the team's own weapon rules, by their ids in the file.
    """

    name: str
    edition: str
    source: str
    texts: list[ParsedRules] = field(default_factory=list)
    unread: list[Message] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    own_names: dict[str, str] = field(default_factory=dict)

    def weapon(
        self,
        name: str,
        profile: str,
        kind: WeaponType,
        numbers: tuple[int, int, tuple[int, int]],
        text: str | Iterable[str],
        *,
        where: str = "",
    ) -> Weapon:
        """Return a weapon from its numbers (attack dice, hit, damage) and its written rules."""
        read = _marked(read_rules(edition_of(self.edition).rule_book, text))
        self.texts.append(read)
        self.places += [Place(where, Message.stored(unknown)) for unknown in read.unknown if where]
        atk, hit, damage = numbers
        return Weapon(name, kind, atk, hit, damage, read.rules, profile, read.own)

    def not_understood(self, where: str, found: Any, expected: Message, instead: Message) -> None:
        """Record an unreadable field with its position, its value and the replacement."""
        value = Message.of("import-found-nothing") if found is None else quoted(found)
        fault = Message.of("import-unread", field=where, found=value, expected=expected, instead=instead)
        self.unread.append(fault)
        self.places.append(Place(where, fault))

    def number(self, value: Any, stat: Stat, where: str) -> float:
        """Return a stat's number; for an unreadable one the usual number, and a report."""
        read = read_stat(value, stat)
        if read is None:
            self.not_understood(where, value, stat.expected, Message.of("import-read-as", value=stat.usual))
            return stat.usual
        return read

    def title(self, value: Any, where: str) -> str:
        """Return a name or a short text; a text longer than any name is truncated and reported in full."""
        text = self.text(value, where)
        if len(text) > LONGEST_NAME:
            most = Message.of("import-expects-short-text", most=LONGEST_NAME)
            self.not_understood(where, text, most, Message.of("import-cut", text=text, most=LONGEST_NAME))
        return text[:LONGEST_NAME]

    def text(self, value: Any, where: str) -> str:
        """Return a text; for another value an empty text, and a report."""
        text = read_text(value)
        if text is None:
            self.not_understood(where, value, Message.of("import-expects-text"), LEFT_OUT)
        return text or ""

    def prose(self, value: Any, where: str) -> str:
        """Return a text of several lines; for another value an empty text, and a report."""
        text = read_prose(value)
        if text is None:
            self.not_understood(where, value, Message.of("import-expects-text"), LEFT_OUT)
        return text or ""

    def object(self, record: Mapping[str, Any], field: str, where: str) -> Mapping[str, Any]:
        """Return the object in a field; for another value an empty object, and a report."""
        found = record.get(field)
        if isinstance(found, Mapping):
            return found
        if found is not None:
            self.not_understood(f"{where}{field}", found, Message.of("import-expects-object"), LEFT_OUT)
        return {}

    def objects(self, record: Mapping[str, Any], field: str, where: str) -> Iterator[tuple[Mapping[str, Any], str]]:
        """Yield the objects of a list with their positions; other entries are reported."""
        found = record.get(field)
        if found is None:
            return
        if not isinstance(found, list):
            self.not_understood(f"{where}{field}", found, Message.of("import-expects-list"), LEFT_OUT)
            return
        for at, one in enumerate(found):
            if isinstance(one, Mapping):
                yield one, f"{where}{field}.{at}."
            else:
                self.not_understood(f"{where}{field}.{at}", one, Message.of("import-expects-object"), LEFT_OUT)

    def id_of(self, text: str) -> str:
        """Return an id made from a text, with a number appended if another operative has it already."""
        plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", text).strip("-")[: LONGEST_ID - 4] or "operative"
        found, number = plain, 1
        while found in self.ids:
            number += 1
            found = f"{plain}-{number}"
        self.ids.add(found)
        return found

    def finished(self, operatives: Iterable[RosterOperative], rules: Iterable[PrintedRule] = ()) -> Roster:
        """Return the team; `rules` are texts of the whole team."""
        unknown = (Message.stored(text) for read in self.texts for text in read.unknown)
        team = Roster(
            self.name,
            self.edition,
            self.source,
            tuple(operatives),
            once(own for read in self.texts for own in read.own),
            tuple(dict.fromkeys((*unknown, *self.unread))),
            tuple(dict.fromkeys(pair for read in self.texts for pair in read.read_as)),
        )
        return replace(team, places=tuple(dict.fromkeys(self.places)), rules=tuple(dict.fromkeys(rules)))


def _marked(read: ParsedRules) -> ParsedRules:
    """Return a weapon's rules with marks that no rule judges moved to the team's own."""
    marks = tuple(text.strip() for text in read.unknown if text.strip().casefold() in MARKS)
    left = tuple(text for text in read.unknown if text.strip().casefold() not in MARKS)
    return replace(read, own=(*read.own, *marks), unknown=left) if marks else read


OF_ALL = "WR-UNIV-"
"""Prefix of the ids of the edition's own rules; all others are a team's, shown and not judged."""

MOVES = frozenset({"heavy"})
"""Rules whose details name the permitted moves; the details of others belong to the name (`Piercing Crits 1`)."""


def written_rules(value: Any, names: Mapping[str, str]) -> list[str] | None:
    """Return the rules of a list as texts, None if one of them is neither a text nor an object with an id.

    `names` are those of the team's own rules by their ids.
    """
    if not isinstance(value, list):
        return None
    texts = [one if isinstance(one, str) else _written(one, names) for one in value]
    return None if None in texts else [text for text in texts if text is not None]


def _written(one: Any, names: Mapping[str, str]) -> str | None:
    if not isinstance(one, Mapping) or not isinstance(one.get("id"), str):
        return None
    rule = one["id"]
    if not rule.startswith(OF_ALL):
        return f"*{one.get('name') or names.get(rule) or _title(rule.rpartition('-')[2])}"
    return " ".join(_parts(one, _title(rule.removeprefix(OF_ALL))))


def _title(words: str) -> str:
    return words.replace("-", " ").replace("_", " ").title()


def _parts(one: Mapping[str, Any], name: str) -> Iterator[str]:
    detail = re.sub(r"[()]|\s*only\s*$", "", str(one.get("details") or ""), flags=re.IGNORECASE).strip()
    if isinstance(one.get("prefix_num"), int):
        yield f'{one["prefix_num"]}"'
    yield name
    if detail and name.casefold() not in MOVES:
        yield detail
    if one.get("number") is not None:
        yield str(one["number"])
    if detail and name.casefold() in MOVES:
        yield f"({detail} only)"
