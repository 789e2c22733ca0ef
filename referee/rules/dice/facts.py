"""The facts that a shooting or fighting action needs from the table, as data that can be kept and sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from referee.rules.dice.shot import Defender
from referee.rules.dice.step import Side
from referee.rules.dice.weapon import Weapon

Points = Annotated[int, Field(ge=0, le=99)]
Name = Annotated[str, Field(min_length=1, pattern=r"^[^:,]+$")]


class _Facts(BaseModel):
    """Facts as data. A field of `LATER` is written only where it says something: older journals do not have it."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    LATER: ClassVar[frozenset[str]] = frozenset()

    @model_serializer(mode="wrap")
    def _written(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields = type(self).model_fields
        silent = {name for name in self.LATER if getattr(self, name) == fields[name].default}
        return {name: value for name, value in written(self).items() if name not in silent}


class ReasonFacts(_Facts):
    """Why a number of somebody's dice is not the printed one: what changes in words, and the rule ("" for none)."""

    who: Name
    says: Annotated[str, Field(min_length=1)]
    rule: str = ""


class ShelterFacts(_Facts):
    """One way in which a target may be sheltered, and what it then has against the shot, as in `TargetFacts`.

    `smoked` says that it stands in smoke, which takes Piercing away, and `weapon` what is then left of the weapon; None
    where that is beyond doubt.
    """

    LATER = frozenset({"obscured_instead", "smoked", "weapon"})

    cover: bool
    obscured: bool
    defender: Defender
    obscured_instead: Defender | None = None
    smoked: bool = False
    weapon: Weapon | None = None


class NearFacts(_Facts):
    """One that may be so near a target that what spreads from it reaches it: within how far, and how probable it is."""

    id: Name
    distance: float
    p: Annotated[float, Field(ge=0, le=1)]


class TargetFacts(_Facts):
    """One target: who it is, whose, what it has against the shot.

    `near` maps a distance in inches to the operatives visible to and within it of this target, for rules that spread.
    `dice` are the attack dice given to this target where they are split (Fusillade); None gives it all of them.
    `weapon` is the weapon as it is against this one, None where it is the action's. `obscured_instead` is the defence
    of one whose player chooses between cover and obscured (E24-04); with `as_primary` that of the primary target holds.
    `perhaps` is how probable it is that it is shot at all where the camera cannot tell, `unsure` are the ways in which
    it may be sheltered, the likeliest first, `near_unsure` who may be near it: the players say what is so. `reasons`
    say what changes the dice of either side against this one.
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
    """From how many wounds `lost` in its own action on a shooter is injured, and then hits from `hit` on (L21-01)."""

    lost: Annotated[int, Field(ge=1)]
    hit: int
    reason: ReasonFacts


class ShootingFacts(_Facts):
    """A shooting action: the weapon as the situation made it and every target, the primary one first.

    The attacker chooses the order of the others (G24-03, G24-22); where they are `optional` it may leave some out.
    `shared` attack dice are still to be split among the targets (G21-06); None where they are not. `cp` are the points
    that each player may spend on Command Re-rolls, `rerolls` the sources of re-rolls that are no weapon rules (J24-02).
    `injury` bears on the attacks that follow it; None where nothing can come of it before the action is over (C24-11).
    Refuses split dice that are not the weapon's.
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
            raise ValueError(f"a target stands twice in {ids}")
        if self.targets[0].as_primary:
            raise ValueError(f"{ids[0]} is the primary target: its player chooses for itself")
        if self.targets[0].perhaps is not None:
            raise ValueError(f"{ids[0]} is the primary target: it is shot")
        split = [target.dice for target in self.targets if target.dice is not None]
        if split and self.shared is not None:
            raise ValueError(f"attack dice split as {split}: expected none where they are still to be split")
        if split and (len(split) != len(ids) or sum(split) != self.weapon.atk):
            raise ValueError(f"attack dice split as {split}: expected {self.weapon.atk} in all, some for each target")
        return self


class WeaponChoice(_Facts):
    """A weapon that may be fought with; `near` are those near the other fighter, as in `TargetFacts`."""

    weapon: Weapon
    near: dict[float, tuple[Name, ...]] = Field(default_factory=dict)


class FighterFacts(_Facts):
    """One side of a fight. `weapon` None cannot retaliate (F24-03). `near` and `reasons` as in `TargetFacts`.

    `choices` are the weapons among which its player has still to choose; empty where `weapon` is the one.
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
    """A fight action: who fights, who retaliates.

    `first` resolves the first die (K24-04); `initiative` names the player who re-rolls first (F24-05).
    """

    attacker: FighterFacts
    defender: FighterFacts
    first: Side = Side.ATTACKER
    initiative: Name | None = None
    cp: dict[str, Points] = Field(default_factory=dict)

    def retaliating_with(self, may: Callable[[Weapon], bool]) -> FightFacts:
        """Return the fight in which the defender retaliates with a weapon that it may use, or cannot where it has none.

        Where one is left there is nothing to choose.
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
        """Return within which distances of its enemy a fighter suffers itself what its weapon spreads there."""
        own, foe = (self.attacker, self.defender) if side is Side.ATTACKER else (self.defender, self.attacker)
        return frozenset(distance for distance, others in foe.near.items() if own.id in others)
