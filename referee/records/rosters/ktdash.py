"""Import of rosters as KTDash exports them: numbers within texts, weapon rules written by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from referee.records.rosters.assembling import Assembling
from referee.records.rosters.roster import Roster, RosterOperative
from referee.rules.dice.weapon import Weapon, WeaponType

EDITION = "2024"


def _text_number(what: str, pattern: str) -> BeforeValidator:
    """Return a validator that takes a number, or a text that holds one as `pattern` says."""
    compiled = re.compile(rf"\s*(?:{pattern})\s*")

    def read(value: Any) -> Any:
        if isinstance(value, str):
            match = compiled.fullmatch(value)
            if match is None:
                raise ValueError(f"expected {what}")
            return match.group(1)
        return value

    return BeforeValidator(read)


def _damage(value: Any) -> Any:
    if isinstance(value, str):
        match = re.fullmatch(r"\s*(\d+)\s*[/|-]\s*(\d+)\s*", value)
        if match is None:
            raise ValueError('expected normal and critical damage such as "3/4"')
        return match.group(1), match.group(2)
    return value


def _base(value: Any) -> Any:
    if isinstance(value, str):
        sides = re.findall(r"\d+(?:\.\d+)?", value)
        if len(sides) not in (1, 2):
            raise ValueError('expected a diameter such as 32, or "60x35"')
        return sides[0] if len(sides) == 1 else tuple(sides)
    return value


def _nothing_is_empty(value: Any) -> Any:
    return () if value is None else value


Whole = Annotated[int, _text_number('a number such as "4"', r"(\d+)"), Field(ge=0, le=99)]
Roll = Annotated[int, _text_number('a roll such as "4+"', r"(\d+)\+?"), Field(ge=2, le=7)]
Inches = Annotated[float, _text_number('a distance such as 6"', r"""(\d+(?:\.\d+)?)\s*(?:"|”|″|''|in)?"""), Field(ge=0)]
Damage = Annotated[tuple[int, int], BeforeValidator(_damage)]
Millimetres = Annotated[float, Field(gt=0, lt=500)]
Base = Annotated[Millimetres | tuple[Millimetres, Millimetres], BeforeValidator(_base)]
Text = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Profile(_Record):
    """One profile of a weapon."""

    name: Text = Field("", validation_alias="profileName")
    atk: Whole = Field(validation_alias="ATK")
    hit: Roll = Field(validation_alias="HIT")
    damage: Damage = Field(validation_alias="DMG")
    rules: Text = Field("", validation_alias="WR")


class DashWeapon(_Record):
    """A weapon with its profiles; `type` is R or M."""

    id: Text = Field("", validation_alias="wepId")
    name: str = Field(validation_alias="wepName")
    type: str = Field(validation_alias="wepType", pattern="^[RrMm]$")
    profiles: Annotated[tuple[Profile, ...], BeforeValidator(_nothing_is_empty)] = ()


Weapons = Annotated[tuple[DashWeapon, ...], BeforeValidator(_nothing_is_empty)]


class DashCard(_Record):
    """The kind of operative, as the card has it."""

    name: Text = Field("", validation_alias="opTypeName")
    base_mm: Base | None = Field(None, validation_alias="basesize")
    keywords: Text = ""
    weapons: Weapons = ()


class DashOperative(_Record):
    """One operative of a roster."""

    id: Text = Field("", validation_alias="opId")
    name: Text = Field("", validation_alias="opName")
    type: Text = Field("", validation_alias="opTypeName")
    move: Inches = Field(validation_alias="MOVE")
    apl: Whole = Field(validation_alias="APL")
    save: Roll = Field(validation_alias="SAVE")
    wounds: Whole = Field(validation_alias="WOUNDS")
    keywords: Text = ""
    chosen: Text = Field("", validation_alias="wepIds")
    card: DashCard = Field(DashCard(), validation_alias="opType")
    weapons: Weapons = ()

    @field_validator("card", mode="before")
    @classmethod
    def _no_card(cls, value: object) -> object:
        return {} if value is None else value

    @property
    def carried(self) -> tuple[DashWeapon, ...]:
        """Its weapons; where only the card's are listed, those of them that it selected."""
        chosen = {name.strip() for name in self.chosen.split(",")}
        return self.weapons or tuple(weapon for weapon in self.card.weapons if weapon.id in chosen)


class DashRoster(_Record):
    """A roster as KTDash exports it."""

    name: Text = Field("", validation_alias="rosterName")
    killteam: Text = Field("", validation_alias="killteamId")
    ops: tuple[DashOperative, ...] = Field(min_length=1)


def is_ktdash(raw: Any) -> bool:
    """Whether a file's content is a KTDash roster."""
    return isinstance(raw, Mapping) and "ops" in raw


def team_of(raw: Any, source: str) -> Roster:
    """Return the team of an exported roster; `ValidationError` and `MalformedError` say what is wrong with it."""
    file = DashRoster.model_validate(raw)
    team = Assembling(file.name or file.killteam or source, EDITION, source)
    taken: dict[str, int] = {}
    return team.finished([_operative(team, taken, one) for one in file.ops])


def _operative(team: Assembling, taken: dict[str, int], one: DashOperative) -> RosterOperative:
    kind = one.type or one.card.name
    name = one.name or kind or one.id
    return RosterOperative(
        _id(one.id or name, taken),
        name,
        kind,
        one.apl,
        one.move,
        one.save,
        one.wounds,
        one.card.base_mm,
        keywords=tuple(word.strip() for word in (one.keywords or one.card.keywords).split(",") if word.strip()),
        weapons=tuple(weapon for carried in one.carried for weapon in _profiles(team, carried)),
    )


def _profiles(team: Assembling, one: DashWeapon) -> list[Weapon]:
    kind = WeaponType.RANGED if one.type in "Rr" else WeaponType.MELEE
    return [
        team.weapon(one.name, profile.name, kind, (profile.atk, profile.hit, profile.damage), profile.rules)
        for profile in one.profiles
    ]


def _id(text: str, taken: dict[str, int]) -> str:
    """Return an id made of the text, with a number behind it where another operative has it already."""
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", text).strip("-") or "operative"
    taken[plain] = taken.get(plain, 0) + 1
    return plain if taken[plain] == 1 else f"{plain}-{taken[plain]}"
