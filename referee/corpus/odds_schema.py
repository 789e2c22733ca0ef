"""File format of dice questions: the fields of each kind of vector."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from referee.editions.registry import editions_of
from referee.rules.dice.fight import FightSide
from referee.rules.dice.shot import CoverOption, Defender, Hits
from referee.rules.errors import MalformedError
from referee.rules.weapon import Weapon

Face = Annotated[int, Field(ge=1, le=6)]
Damage = tuple[Annotated[int, Field(ge=0, le=99)], Annotated[int, Field(ge=0, le=99)]]
Few = Annotated[int, Field(ge=0, le=20)]
Target = Annotated[int, Field(ge=2, le=7)]

COVER: dict[str, tuple[CoverOption, ...]] = {
    "none": (),
    "cover": ((1, 0),),
    "vantage_double": ((2, 0),),
    "vantage_crit": ((0, 1),),
}


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _Vector(_Record):
    id: str
    edition: str

    @field_validator("edition")
    @classmethod
    def _is_known(cls, name: str) -> str:
        editions_of(name)
        return name


class _Ruled(BaseModel):
    """Numbers, with a further key for each weapon rule."""

    model_config = ConfigDict(frozen=True, extra="allow")

    dmg: Damage = (0, 0)

    @property
    def rules(self) -> dict[str, Any]:
        """Keys that are weapon rules."""
        return dict(self.model_extra or {})


class Attacker(_Ruled):
    """A weapon: dice, hit, damage, rules."""

    atk: Few
    hit: Target


class Duellist(Attacker):
    """A weapon and the wounds of its fighter."""

    wounds: Annotated[int, Field(ge=1, le=99)]

    def side(self, weapon: Weapon) -> FightSide:
        """Return one side of a fight."""
        return FightSide(weapon, self.wounds)


class Standing(_Ruled):
    """A fighter with given dice."""

    wounds: Annotated[int, Field(ge=1, le=99)]

    def side(self, weapon: Weapon) -> FightSide:
        """Return one side of a fight."""
        return FightSide(weapon, self.wounds)


class ShotDefence(_Record):
    """A target: dice, save, and dice retained unrolled before the weapon's rules."""

    dice: Few
    save: Target
    cover: Literal["none", "cover", "vantage_double", "vantage_crit"] = "none"
    auto_norms: Few | None = None
    auto_crits: Few | None = None
    invuln: Target | None = None

    @property
    def kept(self) -> tuple[CoverOption, ...]:
        """The dice retained unrolled: as counted, or by cover."""
        if self.auto_norms is None and self.auto_crits is None:
            return COVER[self.cover]
        return ((self.auto_norms or 0, self.auto_crits or 0),)


class ShotVector(_Vector):
    """A question for the damage distribution of a shot."""

    attacker: Attacker
    defender: ShotDefence
    obscured: bool = False

    @property
    def target(self) -> Defender:
        """The target's defence."""
        one = self.defender
        return Defender(one.dice, one.save, one.kept, self.obscured, one.invuln)


class FightVector(_Vector):
    """A question for the distribution of wounds in a fight."""

    a: Duellist
    b: Duellist
    policy_a: Literal["strike", "parry"] = "strike"
    policy_b: Literal["strike", "parry"] = "strike"


class HotVector(_Vector):
    """A question for a hot weapon's damage to its user: by its Hit, or by attack dice of 1."""

    hit: Target | None = None
    attacker: Attacker | None = None


class TraceDefence(_Record):
    """A target in a shot with fixed dice."""

    defence_dice: Few
    save: Target
    invuln: Target | None = None


class ShotTraceVector(_Vector):
    """A shot with fixed dice."""

    weapon: Attacker
    obscured: bool = False
    cover: Literal["none", "cover", "vantage_double", "vantage_crit"] = "none"
    defender: TraceDefence
    attack_roll: tuple[Face, ...]
    defence_roll: tuple[Face, ...]

    @property
    def target(self) -> Defender:
        """The target's defence."""
        one = self.defender
        return Defender(one.defence_dice, one.save, COVER[self.cover], self.obscured, one.invuln)


class Graded(_Record):
    """Dice by grade."""

    crit: Few = 0
    normal: Few = 0

    @property
    def dice(self) -> Hits:
        """The dice."""
        return Hits(self.crit, self.normal)


class Attempt(_Record):
    """An allocation of saves to be tested."""

    crit_save_on_crit: Few = 0
    crit_save_on_normal: Few = 0
    pair_of_normals_on_crit: Few = 0
    normal_on_normal: Few = 0
    single_normal_on_crit: Few = 0


class BlockVector(_Vector):
    """A question whether an allocation is legal, and for the least possible damage."""

    hits: Graded
    saves: Graded
    attempt: Attempt
    dmg: Damage


def _step(value: Any) -> Any:
    if isinstance(value, list | tuple):
        if len(value) not in (3, 4):
            raise MalformedError("corpus-reroll-step", found=len(value))
        return dict(zip(("die", "source", "value", "remark"), value, strict=False))
    return value


class RerollStep(_Record):
    """One re-roll: the die, the source, the new value, and a remark."""

    die: int
    source: str
    value: Face
    remark: Annotated[str, BeforeValidator(lambda value: str(value or ""))] = ""


class RerollVector(_Vector):
    """A question whether a list of re-rolls is legal. A die without a face was never rolled."""

    initial: tuple[Face | str | None, ...]
    rules: tuple[str, ...]
    rerolls: tuple[Annotated[RerollStep, BeforeValidator(_step)], ...]


class RetainedDice(_Record):
    """A fighter's unresolved dice."""

    crits: Few = 0
    normals: Few = 0

    @property
    def dice(self) -> Hits:
        """The dice."""
        return Hits(self.crits, self.normals)


class FightStep(_Record):
    """One resolved die, in the notation of the traces."""

    by: Literal["A", "B"]
    choice: Literal["CS", "NS", "CBc", "CBn", "NBn", "NBc", "CB0", "NB0"]


class FightTraceVector(_Vector):
    """A fight from the point at which the dice are retained."""

    attacker: Standing
    defender: Standing
    retained: dict[Literal["A", "B"], RetainedDice]
    steps: tuple[FightStep, ...]

    @field_validator("retained")
    @classmethod
    def _both(cls, dice: dict[str, RetainedDice]) -> dict[str, RetainedDice]:
        if set(dice) != {"A", "B"}:
            raise MalformedError("corpus-retained", found=sorted(dice))
        return dice
