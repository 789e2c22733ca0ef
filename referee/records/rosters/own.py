"""Our own team format, TOML or JSON, version 1."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from referee.editions.registry import EditionName
from referee.records.packs.schema import ActionRecord, actions_of
from referee.records.ploy_record import PloyRecord
from referee.records.rosters.assembling import Assembling
from referee.records.rosters.roster import PrintedRule, Roster, RosterOperative, Tag
from referee.rules.dice.weapon import WeaponType
from referee.rules.exemption import Exemption

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
        """Return it as a roster has it."""
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

    `actions` are the team's own, as a pack has them; one that names no operatives and no keywords is all of its own's.
    """

    version: Literal[1]
    edition: EditionName = "2024"
    name: Name
    rules: tuple[RuleRecord, ...] = ()
    ploys: tuple[PloyRecord, ...] = ()
    actions: tuple[ActionRecord, ...] = ()
    operatives: Annotated[tuple[OperativeRecord, ...], Field(min_length=1)]


def team_of(raw: Any, source: str) -> Roster:
    """Return the team of a file's content; `ValidationError` and `MalformedError` say what is wrong with it."""
    file = TeamFile.model_validate(raw)
    team = Assembling(file.name, file.edition, source)
    rules = [record.rule() for record in file.rules]
    made = team.finished([_operative(team, record) for record in file.operatives], rules)
    actions_of(file.actions, file.edition)
    own = tuple(record.model_dump(mode="json", exclude_defaults=True) for record in file.actions)
    return replace(made, measured=True, ploys=tuple(record.card() for record in file.ploys), actions=own)


def _operative(team: Assembling, record: OperativeRecord) -> RosterOperative:
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
