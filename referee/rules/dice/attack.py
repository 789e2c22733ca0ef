"""Attack stages: retain unrolled, roll, re-roll, classify, retain; and offers of re-rolls.

They work on one side's dice only, so a shot's attacker, a shot's defender and both sides of a fight share them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import ClassVar, NamedTuple

from messages.message import Message
from referee.rules.dice.rule_book import (
    ClassifiedDice,
    CritFrom,
    KeepUnrolled,
    PerDiscardedOne,
    Reroll,
    RetainAs,
    RuleBook,
)
from referee.rules.dice.step import (
    CRIT,
    FAIL,
    PASS,
    AskChoice,
    Classes,
    DiceChoice,
    DiceStep,
    DiceStepName,
    Effect,
    Faces,
    Grades,
    Roll,
    Side,
    grades,
    partition,
    without,
)
from referee.rules.errors import IllegalError
from referee.rules.weapon import RuleUse, Weapon

COMMAND_REROLL = "command re-roll"

Used = tuple[int, ...]
"""Amount used of each offer: a number of dice or, for an offer of one value, the chosen value."""


class Offer(NamedTuple):
    """Permission to re-roll: the source, the maximum number of dice (None: any), and the permitted faces.

    `per_action`: it serves one sequence of an action that has several. `at_once`: it serves one re-roll, of any dice
    together.
    """

    source: str
    limit: int | None = None
    faces: frozenset[int] | None = None
    one_value: bool = False
    per_action: bool = False
    at_once: bool = False

    def permits(self, used: int, faces: Faces) -> bool:
        """Return whether dice with these faces may be re-rolled by this source, after `used` of it has been used."""
        if not faces or (self.at_once and used):
            return False
        if self.one_value:
            return len({*faces, *([used] if used else [])}) == 1
        if self.faces is not None and not self.faces.issuperset(faces):
            return False
        return self.limit is None or used + len(faces) <= self.limit

    def taking(self, used: int, faces: Faces) -> int:
        """Return the amount used after these dice are re-rolled."""
        return faces[0] if self.one_value else used + len(faces)


def offers_of(book: RuleBook, uses: Sequence[RuleUse], *more: Offer) -> tuple[Offer, ...]:
    """Return a weapon's offers, those of many dice before those of one (the standard policy's order), then `more`."""
    found = [
        Offer(rule.name, hook.limit, hook.faces, hook.one_value, at_once=hook.at_once)
        for rule, hook, _ in book.hooks(uses, Reroll)
    ]
    return (*sorted(found, key=lambda offer: offer.limit is not None), *more)


def permitted(offers: Sequence[Offer], used: Used, fresh: Faces, choice: DiceChoice) -> int | None:
    """Return the index of the offer that permits a choice of re-rolls, or None.

    `fresh` are the dice that have not been re-rolled: no die is ever re-rolled twice (L24-11, A21-03).
    """
    if choice.verb != "re-roll" or without(fresh, choice.numbers) is None:
        return None
    for index, offer in enumerate(offers):
        if offer.source == choice.rule and offer.permits(used[index], choice.numbers):
            return index
    return None


def singles(offers: Sequence[Offer], used: Used, fresh: Faces) -> tuple[DiceChoice, ...]:
    """Return every way to re-roll one die, by source and face."""
    faces = tuple(dict.fromkeys(fresh))
    return tuple(
        DiceChoice("re-roll", offer.source, (face,))
        for index, offer in enumerate(offers)
        for face in faces
        if offer.permits(used[index], (face,))
    )


def remaining_rerolls(offers: Sequence[Offer], used: Used, fresh: Faces) -> tuple[tuple[str, int], ...]:
    """Return each source that still permits re-rolls, with the maximum number of these dice."""
    found = []
    for taken, offer in zip(used, offers, strict=True):
        able = [face for face in fresh if offer.permits(taken, (face,))]
        most = max(map(able.count, able), default=0) if offer.one_value else len(able)
        most = most if offer.limit is None else min(most, offer.limit - taken)
        found += [(offer.source, most)] if most > 0 else []
    return tuple(found)


def standard_reroll(offers: Sequence[Offer], used: Used, fresh: Faces, worth: Grades) -> DiceChoice:
    """Return the standard policy's next re-roll or a pass: fails only, many dice before one, the lowest of equals.

    An offer of one value takes the most frequent failing face. Command Re-roll is never taken: it costs a command
    point, and whether it is worth one is the player's decision.
    """
    fails = tuple(face for face in fresh if worth[face] == FAIL)
    if not fails:
        return PASS
    for index, offer in enumerate(offers):
        taken = used[index]
        if offer.source == COMMAND_REROLL or (offer.at_once and taken):
            continue
        if offer.one_value:
            value = taken or min(fails, key=lambda face: (-fails.count(face), face))
            batch = tuple(face for face in fails if face == value)
        else:
            batch = fails if offer.faces is None else tuple(face for face in fails if face in offer.faces)
            if offer.limit is not None:
                batch = batch[max(0, len(batch) - max(0, offer.limit - taken)) :]
        if batch:
            return DiceChoice("re-roll", offer.source, batch)
    return PASS


def illegal_reroll_reason(
    offers: Sequence[Offer], dice: Sequence[int | None], rerolls: Sequence[tuple[int, str]]
) -> Message | None:
    """Return why a list of re-rolls is illegal, or None if all are legal.

    `dice` are the faces of the first roll, None for a die that was not rolled (G24-26); a re-roll is the index of the
    die and the name of the source.
    """
    used = [0] * len(offers)
    done: set[int] = set()
    for die, source in rerolls:
        if not 0 <= die < len(dice):
            return Message.of("roll-die-unknown", die=die)
        face = dice[die]
        if face is None:
            return Message.of("roll-die-unrolled", die=die)
        if die in done:
            return Message.of("roll-die-twice", die=die)
        index = next((index for index, offer in enumerate(offers) if offer.source == source), None)
        if index is None:
            return Message.of("roll-reroll-unknown", source=source)
        if not offers[index].permits(used[index], (face,)):
            return Message.of("roll-reroll-face", source=source, face=face)
        used[index] = offers[index].taking(used[index], (face,))
        done.add(die)
    return None


class Detail(Enum):
    """Granularity with which a sequence distinguishes the faces of a roll.

    PLAY: every face. STANDARD: what the standard policy needs; it re-rolls fails only, and for an offer of one value it
    needs the number of dice with each failing face, not which face it is.
    """

    PLAY = "play"
    STANDARD = "standard"


class AttackDice(NamedTuple):
    """One side's dice from the roll to the tally.

    `dice` are still to be rolled, `unrolled` are retained without a roll. `fresh` are results of the first roll,
    `again` results of re-rolls; `waiting` is the number of dice being re-rolled. `used` is the amount used of each
    re-roll offer. `asked` counts the answered questions of the current stage. `ones` are discarded dice of 1. `tally`
    starts with the dice retained unrolled for cover. `ward` is 1 if an invulnerable save is used.
    """

    dice: int = 0
    unrolled: int = 0
    fresh: Faces = ()
    again: Faces = ()
    waiting: int = 0
    used: Used = ()
    asked: int = 0
    ones: int = 0
    tally: ClassifiedDice = ClassifiedDice()
    ward: int = 0


@dataclass(frozen=True, slots=True)
class RetainUnrolled(DiceStep[AttackDice]):
    """Retain up to `count` dice as normal successes without rolling them (Accurate, G24-01)."""

    name: ClassVar[DiceStepName] = DiceStepName.UNROLLED
    owner: Side
    rule: str
    count: int

    def step(self, state: AttackDice) -> AttackDice | Roll | AskChoice:
        """Ask once, if there is a die to retain."""
        if state.asked or min(self.count, state.dice) <= 0:
            return state._replace(asked=0) if state.asked else state
        return AskChoice(self.owner, DiceChoice("retain", self.rule, (min(self.count, state.dice),)))

    def chosen(self, state: AttackDice, choice: DiceChoice) -> AttackDice:
        """Remove the dice from those to be rolled."""
        kept = choice.numbers[0]
        return state._replace(asked=1, unrolled=kept, dice=state.dice - kept)

    def choices(self, state: AttackDice) -> tuple[DiceChoice, ...]:
        """Any number from all to none."""
        most = min(self.count, state.dice)
        return tuple(DiceChoice("retain", self.rule, (kept,)) for kept in range(most, -1, -1))


@lru_cache(maxsize=4096)
def renamed(faces: Faces, alike: tuple[Faces, ...]) -> Faces:
    """Return the roll with interchangeable faces renamed: in each group the most frequent face becomes the first."""
    names: dict[int, int] = {}
    for group in alike:
        shown = sorted((face for face in group if face in faces), key=lambda face: -faces.count(face))
        names.update(zip(shown, group, strict=False))
    return tuple(sorted((names.get(face, face) for face in faces), reverse=True))


@dataclass(frozen=True, slots=True)
class RollDice(DiceStep[AttackDice]):
    """Roll the dice. Faces of one `alike` group are renamed so that the most frequent come first.

    `worth` and `by_face` as in `Roll`.
    """

    name: ClassVar[DiceStepName] = DiceStepName.ATTACK_ROLL
    owner: Side
    classes: Classes
    alike: tuple[Faces, ...] = ()
    worth: Grades | None = None
    by_face: bool = False

    def step(self, state: AttackDice) -> AttackDice | Roll | AskChoice:
        """Request the dice, if there are any."""
        return Roll(self.owner, state.dice, self.classes, self.worth, self.by_face) if state.dice else state

    def rolled(self, state: AttackDice, faces: Faces) -> AttackDice:
        """Add the results."""
        return state._replace(dice=0, fresh=renamed(faces, self.alike) if self.alike else faces)


@dataclass(frozen=True, slots=True)
class RerollDice(DiceStep[AttackDice]):
    """Re-roll dice one by one or several at once, each at most once, until the owner passes (L24-11).

    `by_face` applies to the re-rolled dice, as in `Roll`.
    """

    name: ClassVar[DiceStepName] = DiceStepName.ATTACK_REROLL
    owner: Side
    offers: tuple[Offer, ...]
    worth: Grades
    classes: Classes
    by_face: bool = False

    def step(self, state: AttackDice) -> AttackDice | Roll | AskChoice:
        """Request the dice being re-rolled; ask as long as any die may be re-rolled."""
        if state.waiting:
            return Roll(self.owner, state.waiting, self.classes, self.worth, self.by_face)
        if state.asked or not self._any(state):
            return state._replace(asked=0, used=())
        return AskChoice(self.owner, standard_reroll(self.offers, self._used(state), state.fresh, self.worth))

    def rolled(self, state: AttackDice, faces: Faces) -> AttackDice:
        """Add the new results to those that may not be re-rolled again."""
        return state._replace(waiting=0, again=tuple(sorted(state.again + faces, reverse=True)))

    def chosen(self, state: AttackDice, choice: DiceChoice) -> AttackDice:
        """Take up the dice, or end the re-rolls."""
        if choice.verb == PASS.verb:
            return state._replace(asked=1)
        return pick_up(self.offers, state, choice)

    def choices(self, state: AttackDice) -> tuple[DiceChoice, ...]:
        """Each single die by each source, and a pass."""
        return (*singles(self.offers, self._used(state), state.fresh), PASS)

    def allows(self, state: AttackDice, choice: DiceChoice) -> bool:
        """Return whether the rules permit the choice; several dice may be re-rolled at once by one source."""
        return choice == PASS or permitted(self.offers, self._used(state), state.fresh, choice) is not None

    def effects(self, before: AttackDice, after: AttackDice) -> tuple[Effect, ...]:
        """Command points spent."""
        return points_spent(self.owner, self.offers, before, after)

    def _used(self, state: AttackDice) -> Used:
        return state.used or (0,) * len(self.offers)

    def _any(self, state: AttackDice) -> bool:
        return can_reroll(self.offers, state)


def can_reroll(offers: Sequence[Offer], state: AttackDice) -> bool:
    """Return whether any offer permits a re-roll of any die."""
    used = state.used or (0,) * len(offers)
    return any(offer.permits(used[index], (face,)) for index, offer in enumerate(offers) for face in set(state.fresh))


def points_spent(owner: Side, offers: Sequence[Offer], before: AttackDice, after: AttackDice) -> tuple[Effect, ...]:
    """Return the command points that a step spent on re-rolls (B24-10, B21-06)."""
    for index, offer in enumerate(offers):
        if offer.source == COMMAND_REROLL and after.used:
            spent = after.used[index] - (before.used[index] if before.used else 0)
            if spent > 0:
                return (Effect("cp", spent, COMMAND_REROLL, on="user", side=owner),)
    return ()


def pick_up(offers: Sequence[Offer], state: AttackDice, choice: DiceChoice) -> AttackDice:
    """Return the attack dice after taking up the dice of a permitted re-roll."""
    used = state.used or (0,) * len(offers)
    index = permitted(offers, used, state.fresh, choice)
    left = without(state.fresh, choice.numbers)
    if index is None or left is None:
        raise IllegalError("roll-reroll-refused", choice=choice.key, dice=state.fresh)
    taken = offers[index].taking(used[index], choice.numbers)
    return state._replace(fresh=left, waiting=len(choice.numbers), used=(*used[:index], taken, *used[index + 1 :]))


@dataclass(frozen=True, slots=True)
class Classify(DiceStep[AttackDice]):
    """Classify dice as critical successes, normal successes and fails; unrolled dice are normal successes."""

    name: ClassVar[DiceStepName] = DiceStepName.CLASSIFY
    worth: Grades

    def step(self, state: AttackDice) -> AttackDice | Roll | AskChoice:
        """Count the results and add the unrolled dice; the faces are no longer needed."""
        worth = self.worth
        crits = fails = ones = 0
        for face in state.fresh + state.again:
            grade = worth[face]
            if grade == CRIT:
                crits += 1
            elif grade == FAIL:
                fails += 1
                ones += face == 1
        normals = len(state.fresh) + len(state.again) - crits - fails
        kept = state.tally
        return AttackDice(
            ones=ones, tally=ClassifiedDice(crits + kept.crits, normals, state.unrolled + kept.fixed, fails)
        )


@dataclass(frozen=True, slots=True)
class Retain(DiceStep[AttackDice]):
    """Improve retained dice by the rules that permit it, each once, in the rule book's order."""

    name: ClassVar[DiceStepName] = DiceStepName.RETAIN
    owner: Side
    lifts: tuple[tuple[str, RetainAs], ...]

    def step(self, state: AttackDice) -> AttackDice | Roll | AskChoice:
        """Ask for each rule that can take effect."""
        for index in range(state.asked, len(self.lifts)):
            rule, lift = self.lifts[index]
            if lift.upgrade(state.tally) is not None:
                return AskChoice(self.owner, DiceChoice("use", rule))
        return state._replace(asked=0) if state.asked else state

    def chosen(self, state: AttackDice, choice: DiceChoice) -> AttackDice:
        """Change one die, or leave the dice unchanged."""
        index = next(index for index, (rule, _) in enumerate(self.lifts) if rule == choice.rule)
        changed = self.lifts[index][1].upgrade(state.tally) if choice.verb == "use" else None
        return state._replace(asked=index + 1, tally=state.tally if changed is None else changed)

    def reading_at(self, state: AttackDice) -> Message | None:
        """Return the reading of the rule in question, if the other reading would change a different die."""
        asked = next((lift for _, lift in self.lifts[state.asked :] if lift.upgrade(state.tally) is not None), None)
        if asked is None or asked.alternative_upgrade is None:
            return None
        return None if asked.alternative_upgrade(state.tally) == asked.upgrade(state.tally) else asked.read_as

    def choices(self, state: AttackDice) -> tuple[DiceChoice, ...]:
        """Use the rule in question, or decline it."""
        need = self.step(state)
        return (need.default, DiceChoice("decline", need.default.rule)) if isinstance(need, AskChoice) else ()


@dataclass(frozen=True, slots=True)
class Attack:
    """A weapon's dice compiled with its rule book: everything that the attack stages of one side need."""

    owner: Side
    weapon: Weapon
    unrolled_rule: str
    unrolled: int
    offers: tuple[Offer, ...]
    worth: Grades
    lifts: tuple[tuple[str, RetainAs], ...]
    wounds_per_one: int

    @property
    def start(self) -> AttackDice:
        """The dice before the roll."""
        return AttackDice(dice=self.weapon.atk)

    @property
    def most_dice(self) -> int:
        """Maximum number of dice rolled: each die twice."""
        return self.weapon.atk * (2 if self.offers else 1)

    def unrolled_stage(self) -> DiceStep[AttackDice]:
        """Return the stage in which dice are retained unrolled."""
        return RetainUnrolled(self.owner, self.unrolled_rule, self.unrolled)

    def roll_stage(self, detail: Detail) -> DiceStep[AttackDice]:
        """Return the rolling stage, with the granularity of faces that its use needs (see `Detail`)."""
        named = set(self._ones).union(*(offer.faces or () for offer in self.offers))
        if detail is Detail.PLAY:
            by_face = bool(named) or any(offer.one_value for offer in self.offers)
            return RollDice(self.owner, partition(self.worth, range(1, 7)), worth=self.worth, by_face=by_face)
        if not any(offer.one_value for offer in self.offers):
            return RollDice(self.owner, partition(self.worth, named))
        fails = tuple(face for face in range(1, 7) if self.worth[face] == FAIL)
        alike = tuple(face for face in fails if face not in named)
        return RollDice(self.owner, partition(self.worth, fails), (alike,))

    def reroll_stage(self) -> DiceStep[AttackDice]:
        """Return the owner's re-roll stage."""
        return RerollDice(self.owner, self.offers, self.worth, self.reroll_classes, self.rerolled_by_face)

    def classify_stage(self) -> DiceStep[AttackDice]:
        """Return the classification stage."""
        return Classify(self.worth)

    def retain_stage(self) -> DiceStep[AttackDice]:
        """Return the stage in which retained dice are improved."""
        return Retain(self.owner, self.lifts)

    @property
    def reroll_classes(self) -> Classes:
        """Classes of faces that matter on a re-rolled die."""
        return partition(self.worth, self._ones)

    @property
    def rerolled_by_face(self) -> bool:
        """Whether a re-rolled die's face matters beyond its grade."""
        return bool(self._ones)

    @property
    def _ones(self) -> tuple[int, ...]:
        return (1,) if self.wounds_per_one else ()


def compile_attack(
    book: RuleBook, weapon: Weapon, owner: Side, *, command_rerolls: int = 0, others: Sequence[Offer] = ()
) -> Attack:
    """Compile a weapon's attack with a rule book.

    `command_rerolls` is the number of command points that the owner may spend on re-rolls here; `others` are re-rolls
    from other sources than the weapon. If a weapon has a rule more than once, the better number counts (G24-00).
    """
    unrolled_rule, unrolled = "", 0
    for rule, keep, uses in book.hooks(weapon.rules, KeepUnrolled):
        unrolled_rule, unrolled = rule.name, max(use.count for use in uses)
        if keep.several is not None and len(uses) > 1:
            unrolled = max(unrolled, keep.several)
    lethal = [use.count for _, _, uses in book.hooks(weapon.rules, CritFrom) for use in uses]
    command = (Offer(COMMAND_REROLL, limit=command_rerolls),) if command_rerolls else ()
    return Attack(
        owner,
        weapon,
        unrolled_rule,
        min(unrolled, weapon.atk),
        offers_of(book, weapon.rules, *others, *command),
        grades(weapon.hit, min(lethal, default=6)),
        tuple((rule.name, lift) for rule, lift, _ in book.hooks(weapon.rules, RetainAs)),
        max((hook.amount for _, hook, _ in book.hooks(weapon.rules, PerDiscardedOne)), default=0),
    )
