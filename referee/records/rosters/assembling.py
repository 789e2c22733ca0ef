"""What both kinds of roster files share: weapons read by the edition's rule book, and the team put together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.editions.registry import edition_of
from referee.records.rosters.roster import Roster, RosterOperative, once
from referee.rules.dice.rule_parser import ParsedRules, read_rules
from referee.rules.dice.weapon import Weapon, WeaponType


@dataclass(slots=True)
class Assembling:
    """A team while it is read: collects what the weapon texts say beside the edition's rules."""

    name: str
    edition: str
    source: str
    texts: list[ParsedRules] = field(default_factory=list)

    def weapon(
        self,
        name: str,
        profile: str,
        kind: WeaponType,
        numbers: tuple[int, int, tuple[int, int]],
        text: str | Iterable[str],
    ) -> Weapon:
        """Return a weapon from its numbers (attack dice, hit, damage) and its rules as they are written."""
        read = read_rules(edition_of(self.edition).rule_book, text)
        self.texts.append(read)
        atk, hit, damage = numbers
        return Weapon(name, kind, atk, hit, damage, read.rules, profile, read.own)

    def finished(self, operatives: Iterable[RosterOperative]) -> Roster:
        """Return the team."""
        return Roster(
            self.name,
            self.edition,
            self.source,
            tuple(operatives),
            once(own for read in self.texts for own in read.own),
            once(unknown for read in self.texts for unknown in read.unknown),
            tuple(dict.fromkeys(pair for read in self.texts for pair in read.read_as)),
        )
