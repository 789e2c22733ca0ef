"""A team as a file: in our own format, and as KTDash writes its rosters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.editions.registry import edition_of
from referee.records.ploy_record import ploy_document
from referee.records.rosters.assembling import Assembling
from referee.records.rosters.own import SCHEMA_VERSION
from referee.records.rosters.ploys import LETTERS, PLOY
from referee.records.rosters.roster import PrintedRule, Roster, RosterOperative, number
from referee.records.teams import USUAL_BASE_MM
from referee.rules.dice.rule_parser import written
from referee.rules.dice.weapon import Weapon, WeaponType
from referee.rules.errors import MalformedError


def own_document(roster: Roster) -> dict[str, Any]:
    """Return a team as our own format has it; a base that nobody gave is the usual one.

    Texts of weapon rules that were not understood are no rules of it and stay behind.
    """
    naming = Assembling("", roster.edition, "")
    return {
        "version": SCHEMA_VERSION,
        "edition": roster.edition,
        "name": roster.name[:80] or "Team",
        "rules": _rules(roster.rules),
        "ploys": [ploy_document(card) for card in roster.ploys],
        **({"actions": [dict(action) for action in roster.actions]} if roster.actions else {}),
        "operatives": [_operative(naming, roster.edition, one) for one in roster.operatives],
    }


def _operative(naming: Assembling, edition: str, one: RosterOperative) -> dict[str, Any]:
    return {
        "id": naming.id_of(one.id),
        "name": one.name or one.id,
        "type": one.type,
        "apl": one.apl,
        "move_in": number(one.move),
        "save": one.save,
        "wounds": one.wounds,
        "base_mm": _base(one.base_mm if one.base_mm is not None else USUAL_BASE_MM),
        "figure_height_mm": one.figure_height_mm,
        "defence": one.defence,
        "group": one.group,
        "invulnerable_save": one.ward,
        "keywords": list(one.keywords),
        "exempt": sorted(one.exempt),
        "mount": one.mount,
        "weapons": [
            {
                "name": weapon.name,
                "profile": weapon.profile,
                "type": str(weapon.type),
                "atk": weapon.atk,
                "hit": weapon.hit,
                "damage": list(weapon.damage),
                "rules": _written(edition, weapon),
            }
            for weapon in one.weapons
        ],
        "tags": [
            {"id": tag.id, "size_mm": tag.size_mm, "offset_mm": list(tag.offset_mm), "angle_deg": tag.angle_deg}
            for tag in one.tags
        ],
        "rules": _rules(one.rules),
    }


def _base(base_mm: float | tuple[float, float]) -> Any:
    return [number(side) for side in base_mm] if isinstance(base_mm, tuple) else number(base_mm)


def _rules(rules: Iterable[PrintedRule]) -> list[dict[str, str]]:
    return [{"kind": rule.kind, "name": rule.name, "text": rule.text} for rule in rules]


def _written(edition: str, weapon: Weapon) -> list[str]:
    book = edition_of(edition).rule_book
    return [*(written(book, use) for use in weapon.rules), *weapon.own_rules]


def ktdash_document(roster: Roster) -> dict[str, Any]:
    """Return a team as KTDash writes its rosters; `MalformedError` for what a KTDash roster has no words for."""
    for one in roster.operatives:
        if one.ward is not None or one.defence is not None:
            raise MalformedError(
                f"operative {one.name!r}: KTDash's rosters have no defence dice and no invulnerable save"
            )
    return {
        "rosterName": roster.name,
        "ops": [_op(roster.edition, at, one) for at, one in enumerate(roster.operatives)],
        "ploys": [
            {
                "ployType": next((letter for letter, when in LETTERS.items() if when is card.when), ""),
                "ployName": card.name,
                "CP": str(card.cost),
                "description": card.text,
            }
            for card in roster.ploys
        ],
        "equipments": [
            {"eqName": rule.name, "description": rule.text}
            for rule in roster.rules
            if PLOY not in rule.kind.casefold() or rule.name not in {card.name for card in roster.ploys}
        ],
    }


def _op(edition: str, at: int, one: RosterOperative) -> dict[str, Any]:
    weapons: dict[tuple[str, WeaponType], list[Weapon]] = {}
    for weapon in one.weapons:
        weapons.setdefault((weapon.name, weapon.type), []).append(weapon)
    base = one.base_mm
    size = "x".join(f"{side:g}" for side in base) if isinstance(base, tuple) else number(base)
    return {
        "opId": one.id,
        "opName": one.name,
        "opTypeName": one.type,
        "seq": at,
        "MOVE": f'{one.move:g}"',
        "APL": one.apl,
        "SAVE": f"{one.save}+",
        "WOUNDS": one.wounds,
        "keywords": ", ".join(one.keywords),
        "opType": {"opTypeName": one.type, "basesize": size},
        "weapons": [
            {
                "wepName": name,
                "wepType": "R" if kind is WeaponType.RANGED else "M",
                "profiles": [_profile(edition, weapon) for weapon in profiles],
            }
            for (name, kind), profiles in weapons.items()
        ],
        "abilities": [{"abilityName": rule.name, "description": rule.text} for rule in one.rules],
    }


def _profile(edition: str, weapon: Weapon) -> dict[str, str]:
    low, high = weapon.damage
    return {
        "profileName": weapon.profile,
        "ATK": str(weapon.atk),
        "HIT": f"{weapon.hit}+",
        "DMG": f"{low}/{high}",
        "WR": ", ".join(_written(edition, weapon)),
    }
