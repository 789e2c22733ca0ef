"""A team as it was read: operatives, weapons with typed rules, and all text that is no rule of the edition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.game.ploy_card import PloyCard
from referee.records.ploy_record import ploy_document
from referee.rules.dice.weapon import RuleUse, Weapon
from referee.rules.errors import MalformedError
from referee.rules.exemption import Exemption


@dataclass(frozen=True, slots=True)
class Tag:
    """A printed tag on an operative's base or figure; millimetres and degrees, as in the catalogue."""

    id: int
    size_mm: float
    offset_mm: tuple[float, float, float]
    angle_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class PrintedRule:
    """A rule as a list prints it, kept and shown, never judged: its kind ("Abilities", "Ploy"), name and text."""

    kind: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file that was not understood: the field with whose it is, and the text."""

    where: str
    text: str


@dataclass(frozen=True, slots=True)
class RosterOperative:
    """One operative of a team.

    `move` in inches, `save` and `ward` (an invulnerable save) as the roll that saves. `base_mm` is a diameter or
    (long, short), None where the roster does not say. `figure_height_mm` is measured from the underside of the base.
    `defence` and `group` stand on the cards of editions that have them. `mount` names how its tags are fixed,
    `exempt` what the team's own rules lift (rule N24-02). `rules` are its abilities and actions as the list has them.
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
                raise MalformedError(f"operative {self.name!r}: {name} {value!r}: expected {low} to {high}")
        for name, roll in (("save", self.save), ("invulnerable save", self.ward)):
            if roll is not None and not 2 <= roll <= 7:
                raise MalformedError(f"operative {self.name!r}: {name} {roll!r}+: expected 2+ to 7+")


@dataclass(frozen=True, slots=True)
class Roster:
    """A team: its name, edition ("2024"), operatives, and what its weapon texts hold beside the edition's rules.

    `own_rules` are the team's own, star and all: shown, not judged. `not_understood` is text that is neither.
    `read_as` pairs a misspelled or shortened text with the rule it was taken for. `places` says where what was not
    understood stands, `rules` are the whole team's as its list has them, `ploys` those that a player uses, `actions`
    the team's own as a pack's file has them. `measured` says that the bases were written for a table, as in our own
    format, not taken from a list that may only have the usual one.
    """

    name: str
    edition: str
    source: str
    operatives: tuple[RosterOperative, ...]
    own_rules: tuple[str, ...] = ()
    not_understood: tuple[str, ...] = ()
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
            raise MalformedError(f"team {self.name!r}: operative id {twice[0]!r} stands twice: expected each once")
        ploys = [card.name.casefold() for card in self.ploys]
        again = next((card.name for card in self.ploys if ploys.count(card.name.casefold()) > 1), None)
        if again is not None:
            raise MalformedError(f"team {self.name!r}: ploy {again!r} stands twice: expected each once")

    def operative(self, name: str) -> RosterOperative:
        """Return the operative of that id; `MalformedError` lists those there are."""
        for operative in self.operatives:
            if operative.id == name:
                return operative
        raise MalformedError(f"operative {name!r}: this team has {', '.join(one.id for one in self.operatives)}")


def roster_json(roster: Roster) -> dict[str, Any]:
    """Return the roster as `overlook roster FILE --json` prints it (docs/formats.md)."""
    return {
        "name": roster.name,
        "edition": roster.edition,
        "source": roster.source,
        "operatives": [_operative(operative) for operative in roster.operatives],
        "own_rules": list(roster.own_rules),
        "not_understood": list(roster.not_understood),
        "read_as": [{"text": text, "rule": rule} for text, rule in roster.read_as],
        "places": [{"where": place.where, "text": place.text} for place in roster.places],
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
    """Return one weapon rule as data: its name, and only what stands with it."""
    found = {"x": number(use.x), "distance": number(use.distance), "only": use.only}
    return {"rule": use.rule, **{key: value for key, value in found.items() if value is not None}}


def number(value: float | None) -> float | int | None:
    """Return a whole number as an int, so that it prints without a point."""
    return int(value) if value is not None and value == int(value) else value


def once(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts in order, each once."""
    return tuple(dict.fromkeys(texts))
