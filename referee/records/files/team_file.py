"""Team files in the own format, read and written, and export to KTDash."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from referee.editions.registry import EditionName, edition_of
from referee.records.files.card_reading import TeamBuilder
from referee.records.files.pack_file import ActionRecord, PloyRecord, actions_of, ploy_document
from referee.records.files.roster import LETTERS, PLOY, USUAL_BASE_MM, PrintedRule, Roster, RosterOperative, Tag, number
from referee.rules.dice.rule_parser import written
from referee.rules.errors import MalformedError
from referee.rules.position import Exemption
from referee.rules.weapon import Weapon, WeaponType

SCHEMA_VERSION = 1

Name = Annotated[str, Field(strict=True, min_length=1, max_length=80)]
Id = Annotated[str, Field(strict=True, min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.-]+$")]
Millimetres = Annotated[float, Field(gt=0, lt=500)]
Roll = Annotated[int, Field(strict=True, ge=2, le=7)]
Damage = Annotated[int, Field(strict=True, ge=0, le=99)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class WeaponRecord(_Record):
    """One profile of a weapon; its rules as one text or as a list."""

    name: Name
    profile: str = ""
    type: Literal["ranged", "melee"]
    atk: Annotated[int, Field(strict=True, ge=0, le=20)]
    hit: Roll
    damage: tuple[Damage, Damage]
    rules: str | tuple[str, ...] = ()


class TagRecord(_Record):
    """A printed tag on an operative, as in the catalogue."""

    id: Annotated[int, Field(strict=True, ge=0, le=9999)]
    size_mm: Millimetres
    offset_mm: tuple[float, float, float] = (0.0, 0.0, 0.0)
    angle_deg: float = 0.0


class RuleRecord(_Record):
    """A rule as text, kept and shown, never judged."""

    kind: str = ""
    name: str = ""
    text: str = ""

    def rule(self) -> PrintedRule:
        """Convert to a roster's form."""
        return PrintedRule(self.kind, self.name, self.text)


class OperativeRecord(_Record):
    """One operative; inches for its move, millimetres for base and height."""

    id: Id
    name: Name
    type: str = ""
    apl: Annotated[int, Field(strict=True, ge=0, le=9)]
    move_in: Annotated[float, Field(ge=0, le=30)]
    save: Roll
    wounds: Annotated[int, Field(strict=True, ge=1, le=99)]
    base_mm: Millimetres | tuple[Millimetres, Millimetres]
    figure_height_mm: Millimetres | None = None
    defence: Annotated[int, Field(strict=True, ge=0, le=9)] | None = None
    group: Annotated[int, Field(strict=True, ge=1, le=9)] | None = None
    invulnerable_save: Roll | None = None
    keywords: tuple[str, ...] = ()
    exempt: tuple[Exemption, ...] = ()
    weapons: tuple[WeaponRecord, ...] = ()
    tags: tuple[TagRecord, ...] = ()
    mount: Literal["tab", "whole", "head", "collar"] | None = None
    rules: tuple[RuleRecord, ...] = ()


class TeamFile(_Record):
    """A team file: version, edition, name, operatives, ploys, and the whole team's rules as text.

    `actions` are the team's own, as in a pack file; one without operatives and keywords belongs to all its operatives.
    """

    version: Literal[1]
    edition: EditionName = "2024"
    name: Name
    rules: tuple[RuleRecord, ...] = ()
    ploys: tuple[PloyRecord, ...] = ()
    actions: tuple[ActionRecord, ...] = ()
    operatives: Annotated[tuple[OperativeRecord, ...], Field(min_length=1)]


def team_of(raw: Any, source: str) -> Roster:
    """Return the team of a file's content; raises `ValidationError` or `MalformedError` that describe the fault."""
    file = TeamFile.model_validate(raw)
    team = TeamBuilder(file.name, file.edition, source)
    rules = [record.rule() for record in file.rules]
    made = team.finished([_read_operative(team, record) for record in file.operatives], rules)
    actions_of(file.actions, file.edition)  # raises for an action that the edition cannot have
    own = tuple(record.model_dump(mode="json", exclude_defaults=True) for record in file.actions)
    return replace(made, measured=True, ploys=tuple(record.card() for record in file.ploys), actions=own)


def _read_operative(team: TeamBuilder, record: OperativeRecord) -> RosterOperative:
    return RosterOperative(
        record.id,
        record.name,
        record.type,
        record.apl,
        record.move_in,
        record.save,
        record.wounds,
        record.base_mm,
        record.figure_height_mm,
        record.defence,
        record.group,
        record.invulnerable_save,
        record.keywords,
        tuple(
            team.weapon(one.name, one.profile, WeaponType(one.type), (one.atk, one.hit, one.damage), one.rules)
            for one in record.weapons
        ),
        tuple(Tag(tag.id, tag.size_mm, tag.offset_mm, tag.angle_deg) for tag in record.tags),
        record.mount,
        frozenset(record.exempt),
        tuple(rule.rule() for rule in record.rules),
    )


def own_document(roster: Roster) -> dict[str, Any]:
    """Return a team in the own format; a base that is not stated is the usual one.

    Unknown texts of weapon rules are omitted.
    """
    naming = TeamBuilder("", roster.edition, "")
    return {
        "version": SCHEMA_VERSION,
        "edition": roster.edition,
        "name": roster.name[:80] or "Team",
        "rules": _rules(roster.rules),
        "ploys": [ploy_document(card) for card in roster.ploys],
        **({"actions": [dict(action) for action in roster.actions]} if roster.actions else {}),
        "operatives": [_write_operative(naming, roster.edition, one) for one in roster.operatives],
    }


def _write_operative(naming: TeamBuilder, edition: str, one: RosterOperative) -> dict[str, Any]:
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
    """Return a team in the format of KTDash rosters; raises `MalformedError` for data that KTDash cannot represent."""
    for one in roster.operatives:
        if one.ward is not None or one.defence is not None:
            raise MalformedError("import-not-for-ktdash", operative=one.name)
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
