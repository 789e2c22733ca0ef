"""Rosters and their operatives, as cards of a game, with the ploys and tac ops printed on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from geometry.base import MM_PER_INCH
from messages.message import Message
from referee.game.card import MOST_NAME, Card, PloyCard, PloyTime
from referee.records.files.pack_file import ploy_document
from referee.rules.errors import MalformedError
from referee.rules.position import Exemption
from referee.rules.weapon import RuleUse, Weapon


@dataclass(frozen=True, slots=True)
class Tag:
    """A printed tag on an operative's base or figure; millimetres and degrees, as in the catalogue."""

    id: int
    size_mm: float
    offset_mm: tuple[float, float, float]
    angle_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class PrintedRule:
    """A rule as printed in a list, for display only: its kind ("Abilities", "Ploy"), name and text."""

    kind: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """Position of an entry that is not understood: the field with the name concerned, and the entry or the fault."""

    where: str
    text: Message


@dataclass(frozen=True, slots=True)
class RosterOperative:
    """One operative of a team.

    `move` is in inches, `save` and `ward` (an invulnerable save) are required rolls. `base_mm` is a diameter or (long,
    short), None if the roster does not state it. `figure_height_mm` is measured from the underside of the base.
    `defence` and `group` are on the cards of editions that have them. `mount` is how its tags are attached, `exempt`
    its team's exemptions (rule N24-02). `rules` are its printed abilities and actions.
    """

    id: str
    name: str
    type: str
    apl: int
    move: float
    save: int
    wounds: int
    base_mm: float | tuple[float, float] | None = None
    figure_height_mm: float | None = None
    defence: int | None = None
    group: int | None = None
    ward: int | None = None
    keywords: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    tags: tuple[Tag, ...] = ()
    mount: str | None = None
    exempt: frozenset[Exemption] = frozenset()
    rules: tuple[PrintedRule, ...] = ()

    def __post_init__(self) -> None:
        limits = (("apl", self.apl, 0, 9), ("move", self.move, 0, 30), ("wounds", self.wounds, 1, 99))
        for name, value, low, high in limits:
            if not low <= value <= high:
                raise MalformedError(
                    "record-operative-number", operative=self.name, stat=name, found=value, low=low, high=high
                )
        for name, roll in (("save", self.save), ("invulnerable save", self.ward)):
            if roll is not None and not 2 <= roll <= 7:
                raise MalformedError("record-operative-roll", operative=self.name, stat=name, found=roll)


@dataclass(frozen=True, slots=True)
class Roster:
    """A team: name, edition ("2024"), operatives, and its weapon texts beyond the edition's rules.

    `own_rules` are the team's own, including the star: displayed, not judged. `not_understood` are unknown texts
    and faults. `read_as` pairs a misspelled or shortened text with the rule it was interpreted as. `places` are their
    positions, `rules` the whole team's printed rules, `ploys` those of a player, `actions` the team's own in the
    form of a pack file. `measured`: the bases were entered for a table, as in the own format, not taken from a list
    that may only have the usual ones.
    """

    name: str
    edition: str
    source: str
    operatives: tuple[RosterOperative, ...]
    own_rules: tuple[str, ...] = ()
    not_understood: tuple[Message, ...] = ()
    read_as: tuple[tuple[str, str], ...] = ()
    places: tuple[Place, ...] = ()
    rules: tuple[PrintedRule, ...] = ()
    measured: bool = False
    ploys: tuple[PloyCard, ...] = ()
    actions: tuple[Mapping[str, Any], ...] = ()

    def __post_init__(self) -> None:
        ids = [operative.id for operative in self.operatives]
        twice = sorted({one for one in ids if ids.count(one) > 1})
        if twice:
            raise MalformedError("record-operative-twice", team=self.name, operative=twice[0])
        ploys = [card.name.casefold() for card in self.ploys]
        again = next((card.name for card in self.ploys if ploys.count(card.name.casefold()) > 1), None)
        if again is not None:
            raise MalformedError("record-ploy-twice", team=self.name, ploy=again)

    def operative(self, name: str) -> RosterOperative:
        """Return the operative with that id; raises `MalformedError` that lists the known ones."""
        for operative in self.operatives:
            if operative.id == name:
                return operative
        raise MalformedError("record-operative-unknown", operative=name, known=[one.id for one in self.operatives])


def roster_json(roster: Roster) -> dict[str, Any]:
    """Return the roster in the format of `overlook roster FILE --json` (docs/formats.md)."""
    return {
        "name": roster.name,
        "edition": roster.edition,
        "source": roster.source,
        "operatives": [_operative(operative) for operative in roster.operatives],
        "own_rules": list(roster.own_rules),
        "not_understood": list(map(str, roster.not_understood)),
        "read_as": [{"text": text, "rule": rule} for text, rule in roster.read_as],
        "places": [{"where": place.where, "text": str(place.text)} for place in roster.places],
        "rules": _rules(roster.rules),
        "ploys": [ploy_document(card) for card in roster.ploys],
        "actions": [dict(action) for action in roster.actions],
    }


def _rules(rules: Iterable[PrintedRule]) -> list[dict[str, str]]:
    return [{"kind": rule.kind, "name": rule.name, "text": rule.text} for rule in rules]


def _operative(one: RosterOperative) -> dict[str, Any]:
    extra = {
        "figure_height_mm": one.figure_height_mm,
        "defence": one.defence,
        "group": one.group,
        "invulnerable_save": one.ward,
        "mount": one.mount,
        "exempt": sorted(one.exempt) or None,
        "rules": _rules(one.rules) or None,
    }
    return {
        "id": one.id,
        "name": one.name,
        "type": one.type,
        "apl": one.apl,
        "move_in": number(one.move),
        "save": one.save,
        "wounds": one.wounds,
        "base_mm": [number(side) for side in one.base_mm] if isinstance(one.base_mm, tuple) else number(one.base_mm),
        "keywords": list(one.keywords),
        "weapons": [_weapon(weapon) for weapon in one.weapons],
        "tags": [
            {"id": tag.id, "size_mm": tag.size_mm, "offset_mm": list(tag.offset_mm), "angle_deg": tag.angle_deg}
            for tag in one.tags
        ],
        **{key: value for key, value in extra.items() if value is not None},
    }


def _weapon(weapon: Weapon) -> dict[str, Any]:
    return {
        "name": weapon.name,
        "profile": weapon.profile,
        "type": str(weapon.type),
        "atk": weapon.atk,
        "hit": weapon.hit,
        "damage": list(weapon.damage),
        "rules": [rule_json(use) for use in weapon.rules],
        "own_rules": list(weapon.own_rules),
    }


def rule_json(use: RuleUse) -> dict[str, Any]:
    """Return one weapon rule as data: its name, and the parameters that are set."""
    found = {"x": number(use.x), "distance": number(use.distance), "only": use.only}
    return {"rule": use.rule, **{key: value for key, value in found.items() if value is not None}}


def number(value: float | None) -> float | int | None:
    """Convert a whole number to an int, so that it prints without a decimal point."""
    return int(value) if value is not None and value == int(value) else value


def once(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts in order, without repetitions."""
    return tuple(dict.fromkeys(texts))


PLOY = "ploy"
_TIMES = (
    ("strat", PloyTime.STRATEGY),
    ("firefight", PloyTime.FIREFIGHT),
    ("tactic", PloyTime.FIREFIGHT),
)
"""Words in headings and the time of their ploys: 2021's tactical ploys are today's firefight ploys."""

LETTERS = {"S": PloyTime.STRATEGY, "F": PloyTime.FIREFIGHT, "T": PloyTime.FIREFIGHT}
"""KTDash's letters for the time of a ploy; the first of each time is used for writing."""

_PRICE = re.compile(r"\b(\d)\s*CP\b", re.IGNORECASE)


def ploys_among(rules: Iterable[PrintedRule]) -> tuple[PloyCard, ...]:
    """Return the cards of printed rules whose heading identifies them as ploys, each name once."""
    return dedupe(
        card_of(rule.name, rule.text, when=time_of(rule.kind), price=f"{rule.kind} {rule.name}")
        for rule in rules
        if PLOY in rule.kind.casefold() and rule.name
    )


def time_of(heading: str) -> PloyTime:
    """Return the time of ploys under a heading, or with a letter of KTDash."""
    letter = LETTERS.get(heading.strip().upper())
    if letter is not None:
        return letter
    return next((when for word, when in _TIMES if word in heading.casefold()), PloyTime.ANY)


def card_of(name: str, text: str, *, when: PloyTime, price: str) -> PloyCard:
    """Return the card of a ploy; `price` is the text with its command points, one if there are none."""
    found = _PRICE.search(price)
    return PloyCard(name[:MOST_NAME], when, int(found[1]) if found else 1, text)


def dedupe(cards: Iterable[PloyCard]) -> tuple[PloyCard, ...]:
    """Return the cards without later ones of the same name."""
    found: dict[str, PloyCard] = {}
    for card in cards:
        found.setdefault(card.name.casefold(), card)
    return tuple(found.values())


TAC_OP = "Tac op"
"""Kind of the rules that are tac ops."""


def tac_ops_among(rules: Iterable[PrintedRule]) -> tuple[PrintedRule, ...]:
    """Return the printed rules whose heading identifies them as tac ops, each name once, in order."""
    found: dict[str, PrintedRule] = {}
    for rule in rules:
        if TAC_OP.casefold().replace(" ", "") in "".join(filter(str.isalpha, rule.kind.casefold())) and rule.name:
            found.setdefault(rule.name.casefold(), rule)
    return tuple(found.values())


USUAL_BASE_MM = 32.0
USUAL_HEAD = 1.4


def cards_of(roster: Roster, player: str, *, prefix: str = "") -> tuple[Card, ...]:
    """Return the cards of a team for one player, in the roster's order.

    `prefix` is put before each id, so that two teams with the same ids can play each other. A base that the roster does
    not state is 32 mm, a head 1.4 in above the base's underside (rule H24-16).
    """
    return tuple(_card(one, player, prefix) for one in roster.operatives)


def _card(one: RosterOperative, player: str, prefix: str) -> Card:
    base = one.base_mm if one.base_mm is not None else USUAL_BASE_MM
    head = one.figure_height_mm / MM_PER_INCH if one.figure_height_mm is not None else USUAL_HEAD
    return Card(
        id=prefix + one.id,
        player=player,
        name=one.name,
        apl=one.apl,
        move=one.move,
        save=one.save,
        wounds=one.wounds,
        base_mm=base if isinstance(base, tuple) else (base, base),
        head=head,
        type=one.type,
        keywords=one.keywords,
        weapons=one.weapons,
        group=one.group if one.group is not None else 1,
        defence=one.defence if one.defence is not None else 3,
        ward=one.ward,
        exempt=one.exempt,
    )
