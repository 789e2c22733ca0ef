"""Dice steps: faces, rolls, choices, effects, and `DiceStep`, one stage over a state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from math import factorial
from typing import Generic, NamedTuple, TypeVar

from messages.message import Message
from referee.rules.errors import IllegalError, MalformedError

Faces = tuple[int, ...]
"""Faces of rolled dice, highest first."""

Classes = tuple[tuple[int, int], ...]
"""Partition of the six faces: (representative face of the class, number of faces in the class)."""

FAIL, NORMAL, CRIT = 0, 1, 2
Grades = tuple[int, int, int, int, int, int, int]
"""Grade of each face: `grades[face]` is FAIL, NORMAL or CRIT; index 0 is not used."""


def checked(faces: Iterable[int], count: int | None = None) -> Faces:
    """Return faces as a multiset, highest first.

    Raises `MalformedError` for anything but whole numbers from 1 to 6, or if there are not `count` dice.
    """
    listed = list(faces)
    for face in listed:
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= 6:
            raise MalformedError("roll-face", found=repr(face), dice=map(repr, listed))
    if count is not None and len(listed) != count:
        raise MalformedError("roll-count", dice=listed, found=len(listed), expected=count)
    return tuple(sorted(listed, reverse=True))


@lru_cache(maxsize=1024)
def grades(needed: int, crit_from: int = 6) -> Grades:
    """Return the grade of each face for a weapon or save that needs `needed` or more.

    A 6 is always a critical success, a 1 always a fail (E24-05, E24-08, E21-03). `crit_from` makes successes of that or
    more critical (Lethal); it never turns a fail into a success (G24-09).
    """
    worth = [FAIL]
    for face in range(1, 7):
        success = face == 6 or (face >= needed and face != 1)
        critical = face == 6 or (success and face >= crit_from)
        worth.append(CRIT if critical else NORMAL if success else FAIL)
    return (worth[0], worth[1], worth[2], worth[3], worth[4], worth[5], worth[6])


def partition(worth: Grades, apart: Iterable[int] = ()) -> Classes:
    """Return the coarsest partition that separates grades, and puts each face of `apart` in a class by itself."""
    single = frozenset(apart)
    groups: dict[tuple[int, int], list[int]] = {}
    for face in range(6, 0, -1):
        groups.setdefault((worth[face], face if face in single else 0), []).append(face)
    return tuple((members[0], len(members)) for members in groups.values())


@lru_cache(maxsize=1024)
def rolls(count: int, classes: Classes) -> tuple[tuple[Faces, int], ...]:
    """Return every outcome of `count` dice by class, with its number among the 6**count rolls.

    An outcome lists the representative faces of the classes, highest first. The weights add up to 6**count.
    """

    def spread(left: int, rest: Sequence[tuple[int, int]]) -> Iterable[tuple[Faces, int]]:
        (face, width), *others = rest
        if not others:
            yield (face,) * left, width**left
            return
        for dice in range(left + 1):
            ways = factorial(left) // (factorial(dice) * factorial(left - dice)) * width**dice
            for tail, tail_ways in spread(left - dice, others):
                yield (face,) * dice + tail, ways * tail_ways

    return tuple((tuple(sorted(faces, reverse=True)), ways) for faces, ways in spread(count, classes))


def without(faces: Faces, taken: Iterable[int]) -> Faces | None:
    """Return the faces left after some are taken, or None if one of them is missing."""
    left = list(faces)
    for face in taken:
        if face not in left:
            return None
        left.remove(face)
    return tuple(left)


S = TypeVar("S")
T = TypeVar("T")


class Side(StrEnum):
    """The side that rolls or decides: the active operative's player, or the other (E24-12: may be the same person)."""

    ATTACKER = "attacker"
    DEFENDER = "defender"

    @property
    def other(self) -> Side:
        """The opposite side."""
        return Side.DEFENDER if self is Side.ATTACKER else Side.ATTACKER


class DiceStepName(StrEnum):
    """Names of stages, to which weapon rules attach their hooks."""

    SHARE = "share of the attack dice"
    DOUBT = "too close to call"
    SHELTER = "cover or obscured"
    WEAPON = "melee weapon"
    TARGET = "next target"
    UNROLLED = "retain unrolled"
    ATTACK_ROLL = "attack roll"
    ATTACK_REROLL = "attack re-rolls"
    FIGHT_REROLL = "fight re-rolls"
    CLASSIFY = "classify"
    OBSCURED = "obscured"
    RETAIN = "retain"
    DISCARD = "discard fails"
    CRITS = "critical successes retained"
    WARD = "invulnerable save"
    DEFENCE_DICE = "defence dice"
    COVER = "cover saves"
    DEFENCE_ROLL = "defence roll"
    DEFENCE_REROLL = "defence re-rolls"
    CLASSIFY_SAVES = "classify saves"
    BLOCK = "block"
    DAMAGE = "damage"
    RESOLVE = "strike or block"
    AFTER = "after use"


class DiceChoice(NamedTuple):
    """One answer to a decision, as plain data: verb, rule, numbers.

    The grammar of the stages: `("pass",)`; `("use", rule)` and `("decline", rule)`; `("retain", rule, (n, ...))`, the
    number of dice retained unrolled (normals, criticals); `("target", id)`, the next target; `("share", id, (n,))`, its
    number of attack dice; `("is", "cover")`, `("not", "obscured")`, the players' answers to what the camera cannot
    tell; `("shelter", "cover")` and `("shelter", "obscured")`; `("weapon", name)`, the weapon to retaliate with;
    `("re-roll", source, faces)`; `("block", "", (critical on critical, critical on normal, pairs of normals on
    critical, normal on normal))`; in a fight `("strike", "crit")`, `("block", "normal on normal")` and so on.
    """

    verb: str
    rule: str = ""
    numbers: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The choice as a short text, unique within its decision: `re-roll:balanced:2`."""
        parts = [self.verb, self.rule, ",".join(map(str, self.numbers))]
        while parts and not parts[-1]:
            parts.pop()
        return ":".join(parts)

    @classmethod
    def from_key(cls, key: str) -> DiceChoice:
        """Parse a choice from its text; raises `MalformedError` for an invalid one."""
        verb, _, rest = key.partition(":")
        rule, _, tail = rest.partition(":")
        try:
            numbers = tuple(int(number) for number in tail.split(",")) if tail else ()
        except ValueError:
            raise MalformedError("roll-choice-form", found=key) from None
        if not verb:
            raise MalformedError("roll-choice-form", found=key)
        return cls(verb, rule, numbers)


PASS = DiceChoice("pass")


class Roll(NamedTuple):
    """Dice that `owner` has to roll now. `classes` is the partition of faces that the sequence distinguishes.

    `worth` is the grade of each face; `by_face` means that a face also matters later beyond its grade.
    """

    owner: Side
    dice: int
    classes: Classes
    worth: Grades | None = None
    by_face: bool = False


class AskChoice(NamedTuple):
    """A decision that `owner` has to make now, with the standard policy's choice."""

    owner: Side
    default: DiceChoice


class Decision(NamedTuple):
    """An open decision: owner, stage, choices, default, and the reading it depends on."""

    owner: Side
    stage: DiceStepName
    choices: tuple[DiceChoice, ...]
    default: DiceChoice
    reading: Message | None = None


class Effect(NamedTuple):
    """Effect of a stage on an operative, to be applied by the game.

    `kind`: "damage" or "mortal" (wounds lost), "apl" (a change of the stat, applied when the action is over, C24-11),
    "discard" (a die taken from the opponent), "cp" (points spent). `on`: "target" (in a fight the opponent of `side`),
    "user", or "others" (operatives visible to and within `distance` inches of the target).
    """

    kind: str
    amount: int
    rule: str
    on: str = "target"
    distance: float = 0.0
    side: Side = Side.ATTACKER


class DiceStep(ABC, Generic[S]):
    """One named stage over states of type S. States are immutable, hashable and small; stages hold the set-up.

    `step` returns the state in which the stage is over, or the input it needs; `rolled` and `chosen` return the state
    after that input, still within the stage. A stage is a pure function of the state, so real dice, fixed dice and
    exact odds all use the same code.
    """

    @property
    @abstractmethod
    def name(self) -> DiceStepName:
        """The stage's name, to which hooks are attached."""

    @abstractmethod
    def step(self, state: S) -> S | Roll | AskChoice:
        """Return the state after this stage, or the roll or decision that it needs."""

    def rolled(self, state: S, faces: Faces) -> S:
        """Return the state after the requested dice; faces are a multiset, highest first."""
        raise IllegalError("roll-stage-no-dice", stage=self.name)

    def chosen(self, state: S, choice: DiceChoice) -> S:
        """Return the state after a legal choice; it is not checked here."""
        raise IllegalError("roll-stage-no-choice", stage=self.name)

    def choices(self, state: S) -> tuple[DiceChoice, ...]:
        """Return every choice that the rules permit for the question of `step`."""
        return ()

    def allows(self, state: S, choice: DiceChoice) -> bool:
        """Return whether a choice is legal; a stage may permit more than it lists (several dice re-rolled at once)."""
        return choice in self.choices(state)

    def advised(self, state: S, default: DiceChoice) -> DiceChoice:
        """Return the proposed choice: the standard policy's `default`, or a better one."""
        return default

    def reading(self) -> Message | None:
        """Return the reading of the sources that the choices depend on; None if the sources are clear."""
        return None

    def reading_at(self, state: S) -> Message | None:
        """Return the reading that the choices depend on in this state; None if all readings agree."""
        return self.reading()

    def effects(self, before: S, after: S) -> tuple[Effect, ...]:
        """Return the effects on operatives of one transition within or out of this stage."""
        return ()


class PartStep(DiceStep[S], Generic[S, T]):
    """A stage that works on one part of a larger state only.

    The odds rely on it: equal parts are processed once.
    """

    inner: DiceStep[T]

    @abstractmethod
    def part(self, state: S) -> T:
        """Return the part that the inner stage works on."""

    @abstractmethod
    def with_part(self, state: S, part: T) -> S:
        """Return the state with that part replaced."""

    @property
    def name(self) -> DiceStepName:
        """The inner stage's name."""
        return self.inner.name

    def step(self, state: S) -> S | Roll | AskChoice:
        """Delegate to the inner stage with its part."""
        part = self.part(state)
        need = self.inner.step(part)
        if isinstance(need, Roll | AskChoice):
            return need
        return state if need is part else self.with_part(state, need)

    def rolled(self, state: S, faces: Faces) -> S:
        """Delegate to the inner stage with its part."""
        return self.with_part(state, self.inner.rolled(self.part(state), faces))

    def chosen(self, state: S, choice: DiceChoice) -> S:
        """Delegate to the inner stage with its part."""
        return self.with_part(state, self.inner.chosen(self.part(state), choice))

    def choices(self, state: S) -> tuple[DiceChoice, ...]:
        """Delegate to the inner stage with its part."""
        return self.inner.choices(self.part(state))

    def allows(self, state: S, choice: DiceChoice) -> bool:
        """Delegate to the inner stage with its part."""
        return self.inner.allows(self.part(state), choice)

    def reading_at(self, state: S) -> Message | None:
        """Delegate to the inner stage with its part."""
        return self.inner.reading_at(self.part(state))

    def effects(self, before: S, after: S) -> tuple[Effect, ...]:
        """Delegate to the inner stage with its part."""
        return self.inner.effects(self.part(before), self.part(after))


def d3(die: int) -> int:
    """Return the D3 result of a D6: half of it, rounded up (rule L24-10)."""
    return (die + 1) // 2
