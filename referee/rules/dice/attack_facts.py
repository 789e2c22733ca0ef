"""Table facts of a dice action, its pending questions and outcomes, and open questions about sheltering."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Protocol, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
    model_validator,
)

from messages.message import Message
from referee.rules.dice.shot import Defender
from referee.rules.dice.step import DiceChoice, DiceStepName, Grades, Roll, Side
from referee.rules.errors import MalformedError
from referee.rules.weapon import Weapon


class When(StrEnum):
    """Time at which an outcome is applied: at once, or at the end of the whole action (C24-11, E24-11)."""

    NOW = "now"
    AFTER_ACTION = "after action"


@dataclass(frozen=True, slots=True)
class PendingInput:
    """Pending input of a shooting or fighting action.

    `player` has to answer. `dice` is the number of dice to roll, zero for a decision. `target` is the operative
    concerned. `reading` is the reading of the sources that the choices depend on, if any. `worth` is the grade of each
    face, None for a decision; `by_face` means that a face matters beyond its grade.
    """

    player: str
    side: Side
    stage: DiceStepName
    target: str
    dice: int = 0
    choices: tuple[DiceChoice, ...] = ()
    default: DiceChoice | None = None
    reading: Message | None = None
    worth: Grades | None = None
    by_face: bool = False

    def rolling(self, roll: Roll) -> PendingInput:
        """Return it with the dice of a roll that is due."""
        return replace(self, dice=roll.dice, worth=roll.worth, by_face=roll.by_face)


@dataclass(frozen=True, slots=True)
class AnswerStep:
    """One answer given: the dice entered, or the choice."""

    player: str
    stage: DiceStepName
    target: str
    dice: tuple[int, ...] = ()
    choice: DiceChoice | None = None


@dataclass(frozen=True, slots=True)
class AttackOutcome:
    """Effect of the action on an operative (or, for "cp", on a player): `kind` as in `Effect`, `amount`, `rule`.

    Damage and mortal wounds are amounts lost, an APL change is signed. Operatives without wounds stay on the table
    until the action is over.
    """

    kind: str
    who: str
    amount: int
    rule: str
    when: When = When.NOW


class Action(Protocol):
    """A dice action in progress."""

    def answer(self, given: tuple[int, ...] | DiceChoice) -> Self:
        """Return the action after dice or a choice."""


A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=BaseModel)


def replayed(model: type[F], begin: Callable[[F], A], data: Mapping[str, Any]) -> A:
    """Rebuild an action from plain data: its facts and every answer given.

    Raises `MalformedError` for invalid facts, and the errors of invalid answers.
    """
    try:
        facts = model.model_validate(data.get("facts"))
    except ValidationError as error:
        raise MalformedError("attack-unreadable", fault=first_fault(error)) from error
    action = begin(facts)
    for given in data.get("answers", ()):
        action = action.answer(answer_of(given))
    return action


def recorded(facts: BaseModel, steps: Iterable[AnswerStep]) -> dict[str, Any]:
    """Convert an action to plain data: its facts and every answer so far."""
    return {"facts": facts.model_dump(mode="json"), "answers": answer_data(steps)}


def answer_data(steps: Iterable[AnswerStep]) -> list[dict[str, Any]]:
    """Convert the answers to plain data, enough to replay the action."""
    return [{"choice": step.choice.key} if step.choice else {"dice": list(step.dice)} for step in steps]


def answer_of(data: Mapping[str, Any]) -> tuple[int, ...] | DiceChoice:
    """Parse one answer from plain data: dice or a choice; raises `MalformedError` if it is neither."""
    if isinstance(data.get("choice"), str):
        return DiceChoice.from_key(data["choice"])
    if isinstance(data.get("dice"), list):
        return tuple(data["dice"])
    raise MalformedError("attack-answer", found=repr(dict(data)))


def first_fault(error: ValidationError) -> Message:
    """Return the first validation error: field, found, expected."""
    first = error.errors()[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, MalformedError):
        return cause.message
    field = ".".join(map(str, first["loc"]))
    return Message.of("attack-field", field=field, found=str(first["input"])[:60], expected=first["msg"])


Points = Annotated[int, Field(ge=0, le=99)]
Name = Annotated[str, Field(min_length=1, pattern=r"^[^:,]+$")]


class _Facts(BaseModel):
    """Facts as data. Fields in `LATER` are written only if not at their default: older journals do not have them."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    LATER: ClassVar[frozenset[str]] = frozenset()

    @model_serializer(mode="wrap")
    def _written(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields = type(self).model_fields
        silent = {name for name in self.LATER if getattr(self, name) == fields[name].default}
        return {name: value for name, value in written(self).items() if name not in silent}


class ReasonFacts(_Facts):
    """Reason why a number of dice differs from the printed one: the change, and the rule ("" for none).

    `says` is the change in English; `message` is None in records of earlier versions.
    """

    LATER = frozenset({"message"})

    who: Name
    says: Annotated[str, Field(min_length=1)]
    rule: str = ""
    message: Message | None = None


class ShelterFacts(_Facts):
    """One possible sheltering of a target, and its defence against the shot, as in `TargetFacts`.

    `smoked`: it is in smoke, which removes Piercing; `weapon` is the weapon after that. `weapon` is None if this is
    certain.
    """

    LATER = frozenset({"obscured_instead", "smoked", "weapon"})

    cover: bool
    obscured: bool
    defender: Defender
    obscured_instead: Defender | None = None
    smoked: bool = False
    weapon: Weapon | None = None


class NearFacts(_Facts):
    """An operative that may be near enough to a target to suffer a spreading effect, with distance and probability."""

    id: Name
    distance: float
    p: Annotated[float, Field(ge=0, le=1)]


class TargetFacts(_Facts):
    """One target: operative, player, and defence against the shot.

    `near` maps a distance in inches to the operatives that are visible to this target and within that distance, for
    rules that spread. `dice` are the attack dice given to this target if they are split (Fusillade); None gives it all
    of them. `weapon` is the weapon against this target, None for the action's weapon. `obscured_instead` is the defence
    of a target whose player chooses between cover and obscured (E24-04); with `as_primary` the choice made for the
    primary target applies. `perhaps` is the probability that it is a target at all, if the camera cannot tell; `unsure`
    are the possible shelterings, the most likely first; `near_unsure` are operatives that may be near it. The players
    decide these. `reasons` explain changed dice of either side.
    """

    LATER = frozenset({"weapon", "obscured_instead", "as_primary", "perhaps", "unsure", "near_unsure", "reasons"})

    id: Name
    player: Name
    defender: Defender
    near: dict[float, tuple[Name, ...]] = Field(default_factory=dict)
    dice: Points | None = None
    weapon: Weapon | None = None
    obscured_instead: Defender | None = None
    as_primary: bool = False
    perhaps: Annotated[float, Field(ge=0, le=1)] | None = None
    unsure: tuple[ShelterFacts, ...] = ()
    near_unsure: tuple[NearFacts, ...] = ()
    reasons: tuple[ReasonFacts, ...] = ()


class InjuryFacts(_Facts):
    """Injury during the shooter's own action: after `lost` wounds it is injured and hits on `hit` or more (L21-01)."""

    lost: Annotated[int, Field(ge=1)]
    hit: int
    reason: ReasonFacts


class ShootingFacts(_Facts):
    """A shooting action: the weapon, modified by the situation, and every target, the primary target first.

    The attacker chooses the order of the others (G24-03, G24-22); if they are `optional` it may leave some out.
    `shared` attack dice are still to be split among the targets (G21-06); None if they are not split. `cp` are the
    points that each player may spend on Command Re-rolls, `rerolls` the sources of re-rolls other than weapon rules
    (J24-02). `injury` affects the attacks that follow it; None if it cannot change anything before the action is over
    (C24-11). Raises `ValueError` if the split dice do not add up to the weapon's.
    """

    LATER = frozenset({"optional", "shared", "injury"})

    shooter: Name
    player: Name
    weapon: Weapon
    targets: Annotated[tuple[TargetFacts, ...], Field(min_length=1)]
    cp: dict[str, Points] = Field(default_factory=dict)
    rerolls: tuple[str, ...] = ()
    optional: bool = False
    shared: Points | None = None
    injury: InjuryFacts | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        ids = [target.id for target in self.targets]
        if len(set(ids)) != len(ids):
            raise MalformedError("attack-target-twice", targets=ids)
        if self.targets[0].as_primary:
            raise MalformedError("attack-primary-as-primary", target=ids[0])
        if self.targets[0].perhaps is not None:
            raise MalformedError("attack-primary-perhaps", target=ids[0])
        split = [target.dice for target in self.targets if target.dice is not None]
        if split and self.shared is not None:
            raise MalformedError("attack-split-twice", split=split)
        if split and (len(split) != len(ids) or sum(split) != self.weapon.atk):
            raise MalformedError("attack-split", split=split, targets=len(ids), dice=self.weapon.atk)
        return self


class WeaponChoice(_Facts):
    """A weapon available in a fight; `near` are the operatives near the other fighter, as in `TargetFacts`."""

    weapon: Weapon
    near: dict[float, tuple[Name, ...]] = Field(default_factory=dict)


ALREADY_FALLEN = 99
"""Wounds in a fight of an operative that fell before it (L24-06): the fight incapacitates it no second time."""


class FighterFacts(_Facts):
    """One side of a fight. Without a `weapon` it cannot retaliate (F24-03). `near` and `reasons` as in `TargetFacts`.

    `choices` are the weapons from which its player still has to choose; empty if `weapon` is decided.
    """

    LATER = frozenset({"choices", "reasons"})

    id: Name
    player: Name
    wounds: Annotated[int, Field(ge=1, le=99)]
    weapon: Weapon | None = None
    choices: tuple[WeaponChoice, ...] = ()
    near: dict[float, tuple[Name, ...]] = Field(default_factory=dict)
    reasons: tuple[ReasonFacts, ...] = ()


class FightFacts(_Facts):
    """A fight action: the attacker and the retaliating defender.

    `first` resolves the first die (K24-04); `initiative` is the player who re-rolls first (F24-05).
    """

    attacker: FighterFacts
    defender: FighterFacts
    first: Side = Side.ATTACKER
    initiative: Name | None = None
    cp: dict[str, Points] = Field(default_factory=dict)

    def retaliating_with(self, may: Callable[[Weapon], bool]) -> FightFacts:
        """Return the fight with the defender limited to the weapons that it may use; without one it cannot retaliate.

        If one weapon remains, there is no choice.
        """
        own = self.defender
        held = own.choices or (
            () if own.weapon is None else (WeaponChoice(weapon=own.weapon, near=self.attacker.near),)
        )
        left = tuple(one for one in held if may(one.weapon))
        if len(left) == len(held):
            return self
        first = left[0] if left else None
        armed = own.model_copy(
            update={"weapon": None if first is None else first.weapon, "choices": left if len(left) > 1 else ()}
        )
        threatened = self.attacker.model_copy(update={"near": {} if first is None else first.near})
        return self.model_copy(update={"attacker": threatened, "defender": armed})

    def caught(self, side: Side) -> frozenset[float]:
        """Return the distances within which a fighter's weapon, spreading around its enemy, also hurts the fighter."""
        own, foe = (self.attacker, self.defender) if side is Side.ATTACKER else (self.defender, self.attacker)
        return frozenset(distance for distance, others in foe.near.items() if own.id in others)


IN_COVER, OBSCURED = DiceChoice("shelter", "cover"), DiceChoice("shelter", "obscured")
SHELTERS = (IN_COVER, OBSCURED)
"""Choices of a target's player if one feature gives both (rule E24-04)."""

EVEN = 0.5
DOUBTED = ("cover", "obscured", "smoked")
"""Properties of a target that the camera may not be able to tell, in the order of the questions to players."""


def unsheltered(target: TargetFacts) -> PendingInput:
    """Return the next open question about a target's sheltering: first what the camera cannot tell, then its choice."""
    if target.unsure:
        return _doubted(target)
    if target.near_unsure:
        one = target.near_unsure[0]
        return _asked(target, "near", likely=one.p >= EVEN, of=one.id)
    player, stage = target.player, DiceStepName.SHELTER
    return PendingInput(player, Side.DEFENDER, stage, target.id, choices=SHELTERS, default=SHELTERS[0])


def _doubted(target: TargetFacts) -> PendingInput:
    """Return the question about the first property in which the possible shelterings differ."""
    likeliest = target.unsure[0]
    about = next(one for one in DOUBTED if len({getattr(way, one) for way in target.unsure}) > 1)
    return _asked(target, about, likely=bool(getattr(likeliest, about)))


def whether_shot(targets: Iterable[TargetFacts]) -> PendingInput | None:
    """Return the first question whether an operative is a target at all; None if all are certain."""
    for one in targets:
        if one.perhaps is not None:
            return _asked(one, "target", likely=one.perhaps >= EVEN)
    return None


def _asked(target: TargetFacts, about: str, *, likely: bool, of: str = "") -> PendingInput:
    choices = DiceChoice("is", about), DiceChoice("not", about)
    default = choices[0] if likely else choices[1]
    return PendingInput(
        target.player, Side.DEFENDER, DiceStepName.DOUBT, of or target.id, choices=choices, default=default
    )


def resolve_perhaps_shot(targets: tuple[TargetFacts, ...], name: str, *, shot: bool) -> tuple[TargetFacts, ...]:
    """Return the targets with one confirmed or removed."""
    known = (one.model_copy(update={"perhaps": None}) if one.id == name else one for one in targets)
    return tuple(one for one in known if shot or one.id != name)


def rule_out_shelters(target: TargetFacts, choice: DiceChoice) -> TargetFacts:
    """Return the target without the shelterings that the answer rules out; the last one left is applied."""
    left = tuple(way for way in target.unsure if getattr(way, choice.rule) is (choice.verb == "is"))
    if len(left) != 1:
        return target.model_copy(update={"unsure": left})
    (way,) = left
    found = {"unsure": (), "defender": way.defender, "obscured_instead": way.obscured_instead}
    return target.model_copy(update=found if way.weapon is None else {**found, "weapon": way.weapon})


def near_found(target: TargetFacts, *, near: bool) -> TargetFacts:
    """Return the target with the first uncertain operative decided as near it or not."""
    one, *left = target.near_unsure
    known = {*target.near.get(one.distance, ()), *((one.id,) if near else ())}
    found = {**target.near, one.distance: tuple(sorted(known))}
    return target.model_copy(update={"near_unsure": tuple(left), "near": found})


def choose_shelter(target: TargetFacts, *, obscured: bool) -> TargetFacts:
    """Return the target after its player's choice between cover and obscured."""
    defender = target.obscured_instead if obscured and target.obscured_instead is not None else target.defender
    return target.model_copy(update={"defender": defender, "obscured_instead": None})
