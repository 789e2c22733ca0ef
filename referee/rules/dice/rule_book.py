"""Hooks that a weapon rule may hang on a step, and the rule book that holds them.

A weapon rule is a row: its name, its id, how it is written, and its hooks. A rule without hooks is data that the
geometry and the actions ask for (`weapon.rule("range")`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeVar

from referee.rules.dice.step import DiceStepName
from referee.rules.errors import MalformedError
from referee.rules.ruling import RuleId
from referee.rules.weapon import RuleUse


class ClassifiedDice(NamedTuple):
    """One side's dice once they are classified.

    `normals` may still be retained as criticals, `fixed` normals may not: they have been retained once already
    (Accurate, Punishing; G24-25). `fails` are the dice that would be discarded.
    """

    crits: int = 0
    normals: int = 0
    fixed: int = 0
    fails: int = 0

    @property
    def successes(self) -> int:
        """How many dice are retained."""
        return self.crits + self.normals + self.fixed


@dataclass(frozen=True, slots=True)
class Hook:
    """Something a rule does at one stage."""

    stage: ClassVar[DiceStepName]


@dataclass(frozen=True, slots=True)
class KeepUnrolled(Hook):
    """Up to x attack dice may be retained as normals without rolling them; several instances count as `several`."""

    stage: ClassVar[DiceStepName] = DiceStepName.UNROLLED
    several: int | None = None


@dataclass(frozen=True, slots=True)
class Reroll(Hook):
    """Dice may be re-rolled: at most `limit` of them, only showing `faces`, or only one value (`one_value`)."""

    stage: ClassVar[DiceStepName] = DiceStepName.ATTACK_REROLL
    limit: int | None = None
    faces: frozenset[int] | None = None
    one_value: bool = False


@dataclass(frozen=True, slots=True)
class CritFrom(Hook):
    """Successes of x or more are critical."""

    stage: ClassVar[DiceStepName] = DiceStepName.CLASSIFY


@dataclass(frozen=True, slots=True)
class RetainAs(Hook):
    """One die may be retained as something better: `change` returns the tally after it, or None where it cannot.

    Where the sources leave open which die, `otherwise` is the change of the other reading and `read_as` names this one.
    """

    stage: ClassVar[DiceStepName] = DiceStepName.RETAIN
    change: Callable[[ClassifiedDice], ClassifiedDice | None]
    otherwise: Callable[[ClassifiedDice], ClassifiedDice | None] | None = None
    read_as: str = ""


@dataclass(frozen=True, slots=True)
class PerCrit(Hook):
    """Each retained critical success takes x wounds at once; `spreads` also from others within a distance.

    With `spread`, that distance is fixed, else it is the rule's own (`1" Devastating 2`). `kind` is the effect's.
    `in_fights` says whether it holds there as well.
    """

    stage: ClassVar[DiceStepName] = DiceStepName.CRITS
    kind: str = "damage"
    spread: float | None = None
    in_fights: bool = True

    def reach(self, use: RuleUse) -> float | None:
        """Return within how far of the target others suffer as much, inches; None where none do."""
        return use.distance if self.spread is None else self.spread


@dataclass(frozen=True, slots=True)
class ChangeApl(Hook):
    """With a retained critical success the target's APL changes by `amount`, once the action is over."""

    stage: ClassVar[DiceStepName] = DiceStepName.CRITS
    amount: int = -1
    in_fights: bool = True


@dataclass(frozen=True, slots=True)
class FewerDefenceDice(Hook):
    """The defender collects x fewer dice; `with_crit` only where a critical success is retained.

    Of several such rules the largest counts; one that is `added` comes on top.
    """

    stage: ClassVar[DiceStepName] = DiceStepName.DEFENCE_DICE
    with_crit: bool = False
    added: bool = False


@dataclass(frozen=True, slots=True)
class NoCoverSave(Hook):
    """No defence die may be retained unrolled."""

    stage: ClassVar[DiceStepName] = DiceStepName.COVER


@dataclass(frozen=True, slots=True)
class OnlyCritsSave(Hook):
    """The defender of a shot blocks with critical saves alone."""

    stage: ClassVar[DiceStepName] = DiceStepName.BLOCK


@dataclass(frozen=True, slots=True)
class OnlyCritsBlock(Hook):
    """The opponent in a fight blocks with critical successes alone."""

    stage: ClassVar[DiceStepName] = DiceStepName.RESOLVE


@dataclass(frozen=True, slots=True)
class CritStrike(Hook):
    """The first critical strike of a fight discards an unresolved normal success of the opponent.

    `or_crit` takes a critical one where there is no normal. `second_apl` changes the target's APL on the second
    critical strike.
    """

    stage: ClassVar[DiceStepName] = DiceStepName.RESOLVE
    or_crit: bool = False
    second_apl: int = 0


@dataclass(frozen=True, slots=True)
class CritStrikeSpread(Hook):
    """Each critical strike takes x wounds from other enemies within `distance` inches of either fighter."""

    stage: ClassVar[DiceStepName] = DiceStepName.RESOLVE
    distance: float = 1.0


@dataclass(frozen=True, slots=True)
class PerDiscardedOne(Hook):
    """Each attack die of 1 that is discarded takes `amount` wounds from the shooter."""

    stage: ClassVar[DiceStepName] = DiceStepName.CLASSIFY
    amount: int = 3


@dataclass(frozen=True, slots=True)
class RollAfterUse(Hook):
    """After the whole action one D6 is rolled: a result under the weapon's Hit takes `times` it from the user."""

    stage: ClassVar[DiceStepName] = DiceStepName.AFTER
    times: int = 2

    def damage(self, face: int, hit: int) -> int:
        """Return the wounds the user loses for one D6, with the Hit stat as it was modified."""
        return self.times * face if face < hit else 0


class Number(StrEnum):
    """What stands behind a rule's name."""

    NONE = "none"
    COUNT = "count"
    TARGET = "target"
    INCHES = "inches"


@dataclass(frozen=True, slots=True)
class WeaponRule:
    """One weapon rule of an edition.

    `name` is how it is stored ("piercing_crits"), `title` how it is printed, `id` its row in the rules matrix.
    `number` is what stands behind it; `spellings` are further ways to write its name. `leading_distance` allows
    `1" Devastating 2`; `moves` those of `Heavy (Dash only)`; `bare` is the number of the rule written without one.
    `of_operative` marks a rule that belongs to the operative and not to its weapon, `zero` one that takes `0"`.
    """

    name: str
    title: str
    id: RuleId
    number: Number = Number.NONE
    spellings: tuple[str, ...] = ()
    hooks: tuple[Hook, ...] = ()
    leading_distance: bool = False
    moves: tuple[str, ...] = ()
    bare: int | None = None
    of_operative: bool = False
    zero: bool = False


H = TypeVar("H", bound=Hook)


@dataclass(frozen=True)
class RuleBook:
    """An edition's weapon rules by name. Their order is the order in which hooks of one stage take effect."""

    rules: tuple[WeaponRule, ...]
    by_name: Mapping[str, WeaponRule] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        table = {rule.name: rule for rule in self.rules}
        if len(table) != len(self.rules):
            raise MalformedError(f"a weapon rule stands twice in {[rule.name for rule in self.rules]}")
        object.__setattr__(self, "by_name", table)

    def __getitem__(self, name: str) -> WeaponRule:
        """Return the rule of that name; `MalformedError` lists the names there are."""
        try:
            return self.by_name[name]
        except KeyError:
            raise MalformedError(f"weapon rule {name!r}: this edition has {', '.join(sorted(self.by_name))}") from None

    def hooks(self, uses: Iterable[RuleUse], kind: type[H]) -> list[tuple[WeaponRule, H, tuple[RuleUse, ...]]]:
        """Return every hook of one kind that the weapon's rules hang up: the rule, the hook and all its uses.

        A rule that stands on a weapon twice gives one entry: the same rule has no double effect (G24-00).
        Raises `MalformedError` for a rule that the edition does not have.
        """
        grouped: dict[str, list[RuleUse]] = {}
        for use in uses:
            grouped.setdefault(self[use.rule].name, []).append(use)
        return [
            (rule, hook, tuple(grouped[rule.name]))
            for rule in self.rules
            if rule.name in grouped
            for hook in rule.hooks
            if isinstance(hook, kind)
        ]


BALANCED: tuple[Hook, ...] = (Reroll(limit=1),)
RELENTLESS: tuple[Hook, ...] = (Reroll(),)
LETHAL: tuple[Hook, ...] = (CritFrom(),)
BRUTAL: tuple[Hook, ...] = (OnlyCritsBlock(),)


def rend(tally: ClassifiedDice) -> ClassifiedDice | None:
    """Return the tally with one normal as a critical, where a critical is retained and a normal is not yet fixed."""
    if not tally.crits or not tally.normals:
        return None
    return tally._replace(crits=tally.crits + 1, normals=tally.normals - 1)


def rend_any(tally: ClassifiedDice) -> ClassifiedDice | None:
    """Return the tally with one normal as a critical, a fixed one where no other is left (another reading, G24-25)."""
    if tally.crits and not tally.normals and tally.fixed:
        return tally._replace(crits=tally.crits + 1, fixed=tally.fixed - 1)
    return rend(tally)


RENDING: tuple[Hook, ...] = (RetainAs(rend),)
