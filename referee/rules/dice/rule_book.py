"""Rule book: weapon rules with their hooks on stages.

A weapon rule is a row: name, id, spellings and hooks. A hook gets x, the number after the rule's name ("Lethal 5+").
A rule without hooks is data that geometry and actions look up (`weapon.rule("range")`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeVar

from messages.message import Message
from referee.rules.dice.step import DiceStepName
from referee.rules.errors import MalformedError
from referee.rules.ruling import RuleId
from referee.rules.weapon import RuleUse


class ClassifiedDice(NamedTuple):
    """One side's classified dice.

    `normals` may still be retained as critical successes; `fixed` normals may not, because they have already been
    retained (Accurate, Punishing; G24-25). `fails` are the dice that would be discarded.
    """

    crits: int = 0
    normals: int = 0
    fixed: int = 0
    fails: int = 0

    @property
    def successes(self) -> int:
        """Number of dice retained."""
        return self.crits + self.normals + self.fixed


@dataclass(frozen=True, slots=True)
class RuleHook:
    """Effect of a rule at one stage."""

    stage: ClassVar[DiceStepName]


@dataclass(frozen=True, slots=True)
class KeepUnrolled(RuleHook):
    """Up to x attack dice may be retained as normals without rolling them; several instances count as `several`."""

    stage: ClassVar[DiceStepName] = DiceStepName.UNROLLED
    several: int | None = None


@dataclass(frozen=True, slots=True)
class Reroll(RuleHook):
    """Dice may be re-rolled: at most `limit` of them, only with `faces`, or only one value (`one_value`).

    `at_once`: all of them together, before any result is seen.
    """

    stage: ClassVar[DiceStepName] = DiceStepName.ATTACK_REROLL
    limit: int | None = None
    faces: frozenset[int] | None = None
    one_value: bool = False
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class CritFrom(RuleHook):
    """Successes of x or more are critical."""

    stage: ClassVar[DiceStepName] = DiceStepName.CLASSIFY


@dataclass(frozen=True, slots=True)
class RetainAs(RuleHook):
    """One die may be retained as a better one: `upgrade` returns the tally after it, or None if impossible.

    If the sources do not decide which die, `alternative_upgrade` is the upgrade of the other reading and
    `read_as` names this one.
    """

    stage: ClassVar[DiceStepName] = DiceStepName.RETAIN
    upgrade: Callable[[ClassifiedDice], ClassifiedDice | None]
    alternative_upgrade: Callable[[ClassifiedDice], ClassifiedDice | None] | None = None
    read_as: Message | None = None


@dataclass(frozen=True, slots=True)
class DamagePerCrit(RuleHook):
    """Each retained critical success inflicts x wounds at once, also on others if it has a distance.

    `spread` is a fixed distance; without it the rule's own applies (`1" Devastating 2`). `kind` is the effect's.
    `in_fights`: whether the rule also applies in fights.
    """

    stage: ClassVar[DiceStepName] = DiceStepName.CRITS
    kind: str = "damage"
    spread: float | None = None
    in_fights: bool = True

    def reach(self, use: RuleUse) -> float | None:
        """Return the distance in inches from the target within which others suffer as much; None for no spread."""
        return use.distance if self.spread is None else self.spread


@dataclass(frozen=True, slots=True)
class ChangeApl(RuleHook):
    """A retained critical success changes the target's APL by `amount` at the end of the action."""

    stage: ClassVar[DiceStepName] = DiceStepName.CRITS
    amount: int = -1
    in_fights: bool = True


@dataclass(frozen=True, slots=True)
class FewerDefenceDice(RuleHook):
    """The defender collects x fewer dice; `with_crit` only if a critical success is retained.

    If several such rules apply, the largest counts; a rule that is `added` comes on top.
    """

    stage: ClassVar[DiceStepName] = DiceStepName.DEFENCE_DICE
    with_crit: bool = False
    added: bool = False


@dataclass(frozen=True, slots=True)
class NoCoverSave(RuleHook):
    """No defence die may be retained unrolled."""

    stage: ClassVar[DiceStepName] = DiceStepName.COVER


@dataclass(frozen=True, slots=True)
class OnlyCritsSave(RuleHook):
    """The defender of a shot may block with critical saves only."""

    stage: ClassVar[DiceStepName] = DiceStepName.BLOCK


@dataclass(frozen=True, slots=True)
class OnlyCritsBlock(RuleHook):
    """The opponent in a fight may block with critical successes only."""

    stage: ClassVar[DiceStepName] = DiceStepName.RESOLVE


@dataclass(frozen=True, slots=True)
class CritStrike(RuleHook):
    """The first critical strike of a fight discards an unresolved normal success of the opponent.

    `or_crit` discards a critical one if there is no normal. `second_apl` changes the target's APL on the second
    critical strike. `parries`: a critical success that blocks counts like one that strikes.
    """

    stage: ClassVar[DiceStepName] = DiceStepName.RESOLVE
    or_crit: bool = False
    second_apl: int = 0
    parries: bool = False


@dataclass(frozen=True, slots=True)
class CritStrikeSpread(RuleHook):
    """Each critical strike inflicts x wounds on other enemies within `distance` inches of either fighter."""

    stage: ClassVar[DiceStepName] = DiceStepName.RESOLVE
    distance: float = 1.0


@dataclass(frozen=True, slots=True)
class PerDiscardedOne(RuleHook):
    """Each discarded attack die of 1 inflicts `amount` wounds on the shooter."""

    stage: ClassVar[DiceStepName] = DiceStepName.CLASSIFY
    amount: int = 3


@dataclass(frozen=True, slots=True)
class RollAfterUse(RuleHook):
    """One D6 is rolled after the whole action: a result below the weapon's Hit inflicts `times` it on the user."""

    stage: ClassVar[DiceStepName] = DiceStepName.AFTER
    times: int = 2

    def damage(self, face: int, hit: int) -> int:
        """Return the wounds the user loses for one D6, with the modified Hit stat."""
        return self.times * face if face < hit else 0


class Number(StrEnum):
    """Kind of number after a rule's name."""

    NONE = "none"
    COUNT = "count"
    TARGET = "target"
    INCHES = "inches"


@dataclass(frozen=True, slots=True)
class WeaponRule:
    """One weapon rule of an edition.

    `name` is the stored name ("piercing_crits"), `title` the printed one, `id` its row in the rules matrix. `number` is
    the kind of number after it; `spellings` are further spellings of its name. `leading_distance` allows `1"
    Devastating 2`; `moves` are those of `Heavy (Dash only)`; `bare` is the number of the rule written without one.
    `of_operative` marks a rule that belongs to the operative and not to its weapon, `zero` a rule that permits `0"`.
    `joins_profiles`: all profiles of a weapon count together; `read_as` is the note if that is a reading.
    """

    name: str
    title: str
    id: RuleId
    number: Number = Number.NONE
    spellings: tuple[str, ...] = ()
    hooks: tuple[RuleHook, ...] = ()
    leading_distance: bool = False
    moves: tuple[str, ...] = ()
    bare: int | None = None
    of_operative: bool = False
    zero: bool = False
    joins_profiles: bool = False
    read_as: Message | None = None


H = TypeVar("H", bound=RuleHook)


@dataclass(frozen=True)
class RuleBook:
    """An edition's weapon rules by name, in the order in which hooks of one stage take effect."""

    rules: tuple[WeaponRule, ...]
    by_name: Mapping[str, WeaponRule] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        table = {rule.name: rule for rule in self.rules}
        if len(table) != len(self.rules):
            raise MalformedError("weapon-rule-twice", rules=[rule.name for rule in self.rules])
        object.__setattr__(self, "by_name", table)

    def __getitem__(self, name: str) -> WeaponRule:
        """Return the rule of that name; raises `MalformedError` that lists the known names."""
        try:
            return self.by_name[name]
        except KeyError:
            raise MalformedError("weapon-rule-unknown", rule=name, known=sorted(self.by_name)) from None

    def hooks(self, uses: Iterable[RuleUse], kind: type[H]) -> list[tuple[WeaponRule, H, tuple[RuleUse, ...]]]:
        """Return every hook of one kind in the weapon's rules: the rule, the hook and all its uses.

        A rule that a weapon has twice gives one entry: the same rule has no double effect (G24-00). Raises
        `MalformedError` for a rule that the edition does not have.
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


BALANCED: tuple[RuleHook, ...] = (Reroll(limit=1),)
RELENTLESS: tuple[RuleHook, ...] = (Reroll(),)
LETHAL: tuple[RuleHook, ...] = (CritFrom(),)
BRUTAL: tuple[RuleHook, ...] = (OnlyCritsBlock(),)


def rend(tally: ClassifiedDice) -> ClassifiedDice | None:
    """Return the tally with one normal as a critical, if there are a critical and a normal that is not fixed."""
    if not tally.crits or not tally.normals:
        return None
    return tally._replace(crits=tally.crits + 1, normals=tally.normals - 1)


def rend_any(tally: ClassifiedDice) -> ClassifiedDice | None:
    """Return the tally with one normal as a critical, a fixed one if no other is left (the other reading of G24-25)."""
    if tally.crits and not tally.normals and tally.fixed:
        return tally._replace(crits=tally.crits + 1, fixed=tally.fixed - 1)
    return rend(tally)


RENDING: tuple[RuleHook, ...] = (RetainAs(rend),)
