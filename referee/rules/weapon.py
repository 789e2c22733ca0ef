"""Weapons as printed, typed uses of weapon rules, and the effects of equipment."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from referee.rules.errors import MalformedError


class WeaponType(StrEnum):
    """Type of a weapon."""

    RANGED = "ranged"
    MELEE = "melee"


@dataclass(frozen=True, slots=True)
class RuleUse:
    """Use of a weapon rule on a weapon: the rule's name ("piercing_crits") and its parameters.

    `x` is the rule's number (a count, a target such as 5 of "5+", or inches). `distance` is the leading distance of `1"
    Devastating 2`, inches. `only` is the move that `Heavy (Dash only)` permits, in lower case.
    """

    rule: str
    x: float | None = None
    distance: float | None = None
    only: str | None = None

    @property
    def count(self) -> int:
        """The rule's number as a whole number; raises `MalformedError` if it has none."""
        if self.x is None or self.x != int(self.x):
            raise MalformedError("weapon-rule-number", rule=self.rule, found=self.x)
        return int(self.x)


@dataclass(frozen=True, slots=True)
class Weapon:
    """One profile of a weapon: `atk` dice, `hit` or better succeeds, `damage` (normal, critical), its rules.

    `own_rules` are the team's own, which are displayed but not judged. A profile in brackets is a separate weapon
    (L24-18). Raises `MalformedError` for numbers that no card has.
    """

    name: str
    type: WeaponType
    atk: int
    hit: int
    damage: tuple[int, int]
    rules: tuple[RuleUse, ...] = ()
    profile: str = ""
    own_rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.atk <= 20:
            raise MalformedError("weapon-attack-dice", weapon=self.name, found=self.atk)
        if not 2 <= self.hit <= 7:
            raise MalformedError("weapon-hit", weapon=self.name, found=self.hit)
        if any(not 0 <= amount <= 99 for amount in self.damage):
            raise MalformedError("weapon-damage", weapon=self.name, found=repr(self.damage))

    def rule(self, name: str) -> RuleUse | None:
        """Return the first use of a rule, or None: `weapon.rule("range")`."""
        return next((use for use in self.rules if use.rule == name), None)

    def uses(self, name: str) -> tuple[RuleUse, ...]:
        """Return every use of a rule, printed or gained."""
        return tuple(use for use in self.rules if use.rule == name)

    def gaining(self, *uses: RuleUse) -> Weapon:
        """Return the weapon with rules that the situation adds (Vantage's Accurate, a stronghold's Lethal)."""
        return replace(self, rules=(*self.rules, *uses))

    def losing(self, *names: str) -> Weapon:
        """Return the weapon without rules that the situation removes (Piercing through smoke)."""
        return replace(self, rules=tuple(use for use in self.rules if use.rule not in names))


def titled(weapon: Weapon) -> str:
    """Return the weapon's name with its profile in brackets."""
    return f"{weapon.name} ({weapon.profile})" if weapon.profile else weapon.name


def names(uses: Iterable[RuleUse]) -> tuple[str, ...]:
    """Return the rules' names in order, each once."""
    return tuple(dict.fromkeys(use.rule for use in uses))


@dataclass(frozen=True, slots=True)
class EquipmentGrant:
    """Effects of an equipment option: weapons for the whole side, and numbers of uses by name."""

    weapons: tuple[Weapon, ...] = ()
    supplies: Mapping[str, int] = field(default_factory=dict)


LETHAL = RuleUse("lethal", 5)


def lethal_in_condensed_environment(rules: Sequence[RuleUse], spreading: Collection[str]) -> tuple[RuleUse, ...]:
    """Return the rules that a weapon gains in a closed space: Lethal 5+ if one of its rules reaches beyond the target.

    These are the rules in `spreading`, and rules with a leading distance (`1" Devastating 2`).
    """
    return (LETHAL,) if any(use.rule in spreading or use.distance is not None for use in rules) else ()
