"""What all kinds of roster files share: weapons read by the edition's rule book, and the team put together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.editions.registry import edition_of
from referee.records.rosters.roster import Place, PrintedRule, Roster, RosterOperative, once
from referee.records.rosters.stats import LONGEST_NAME, Stat, quoted, read_prose, read_stat, read_text
from referee.rules.dice.rule_parser import ParsedRules, read_rules
from referee.rules.dice.weapon import Weapon, WeaponType

LONGEST_ID = 40
MARKS = frozenset({"psychic"})
"""What cards print among a weapon's rules and nothing judges: other texts name it. It is shown as the team's own."""


@dataclass(slots=True)
class Assembling:
    """A team while it is read: collects what the weapon texts say beside the edition's rules, and what was not read.

    Places are fields of the file, with whose they are behind them: `ops.0.weapons.1.wepType (Frag grenade)`.
    `own_names` are the names of the team's own weapon rules by the ids that a file has for them.
    """

    name: str
    edition: str
    source: str
    texts: list[ParsedRules] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
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
        """Return a weapon from its numbers (attack dice, hit, damage) and its rules as they are written."""
        read = _marked(read_rules(edition_of(self.edition).rule_book, text))
        self.texts.append(read)
        self.places += [Place(where, unknown) for unknown in read.unknown if where]
        atk, hit, damage = numbers
        return Weapon(name, kind, atk, hit, damage, read.rules, profile, read.own)

    def not_understood(self, where: str, found: Any, expected: str, instead: str) -> None:
        """Keep what a field says and cannot be read as anything, with its place and what stands there instead."""
        text = f"{where}: {quoted(found)}: expected {expected}; {instead}"
        self.unread.append(text)
        self.places.append(Place(where, text))

    def number(self, value: Any, stat: Stat, where: str) -> float:
        """Return a stat's number; the usual one, and a line for it, where it cannot be read."""
        read = read_stat(value, stat)
        if read is None:
            self.not_understood(where, value, stat.expected, f"{stat.usual:g} stands there")
            return stat.usual
        return read

    def title(self, value: Any, where: str) -> str:
        """Return a name or a short text; what is longer than any name is kept whole among what was not understood."""
        text = self.text(value, where)
        if len(text) > LONGEST_NAME:
            self.not_understood(where, text, f"{LONGEST_NAME} characters at most", f"the first of {text} stand there")
        return text[:LONGEST_NAME]

    def text(self, value: Any, where: str) -> str:
        """Return a text; none, and a line for it, where a field holds something else."""
        text = read_text(value)
        if text is None:
            self.not_understood(where, value, "a text", "it is left out")
        return text or ""

    def prose(self, value: Any, where: str) -> str:
        """Return a text of several lines; none, and a line for it, where a field holds something else."""
        text = read_prose(value)
        if text is None:
            self.not_understood(where, value, "a text", "it is left out")
        return text or ""

    def object(self, record: Mapping[str, Any], field: str, where: str) -> Mapping[str, Any]:
        """Return the object in a field; an empty one, and a line for it, where something else stands there."""
        found = record.get(field)
        if isinstance(found, Mapping):
            return found
        if found is not None:
            self.not_understood(f"{where}{field}", found, "an object", "it is left out")
        return {}

    def objects(self, record: Mapping[str, Any], field: str, where: str) -> Iterator[tuple[Mapping[str, Any], str]]:
        """Yield the objects of a list with their places; whatever else stands there is kept as not understood."""
        found = record.get(field)
        if found is None:
            return
        if not isinstance(found, list):
            self.not_understood(f"{where}{field}", found, "a list", "it is left out")
            return
        for at, one in enumerate(found):
            if isinstance(one, Mapping):
                yield one, f"{where}{field}.{at}."
            else:
                self.not_understood(f"{where}{field}.{at}", one, "an object", "it is left out")

    def id_of(self, text: str) -> str:
        """Return an id made of a text, with a number behind it where another operative has it already."""
        plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", text).strip("-")[: LONGEST_ID - 4] or "operative"
        found, number = plain, 1
        while found in self.ids:
            number += 1
            found = f"{plain}-{number}"
        self.ids.add(found)
        return found

    def finished(self, operatives: Iterable[RosterOperative], rules: Iterable[PrintedRule] = ()) -> Roster:
        """Return the team; `rules` are texts that are the whole team's."""
        team = Roster(
            self.name,
            self.edition,
            self.source,
            tuple(operatives),
            once(own for read in self.texts for own in read.own),
            once((*(unknown for read in self.texts for unknown in read.unknown), *self.unread)),
            tuple(dict.fromkeys(pair for read in self.texts for pair in read.read_as)),
        )
        return replace(team, places=tuple(dict.fromkeys(self.places)), rules=tuple(dict.fromkeys(rules)))


def _marked(read: ParsedRules) -> ParsedRules:
    """Return what was read of a weapon's rules, marks that nothing judges among the team's own."""
    marks = tuple(text.strip() for text in read.unknown if text.strip().casefold() in MARKS)
    left = tuple(text for text in read.unknown if text.strip().casefold() not in MARKS)
    return replace(read, own=(*read.own, *marks), unknown=left) if marks else read
