"""Questions and answers of the judge: attempts, moves, shots, their judgements, modifiers, secondary targets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from geometry.placement import Placement
from geometry.position_errors import Mounted
from referee.rules.errors import MalformedError
from referee.rules.position import Order
from referee.rules.ruling import Ruling
from referee.rules.weapon import RuleUse

UNCAPPED = math.inf
"""The cap on Piercing that takes nothing away."""


class CoverSave(StrEnum):
    """What a target in cover may retain without rolling, where it may choose (rule H24-11)."""

    ONE_CRITICAL = "one critical"
    TWO_NORMAL = "two normal"


@dataclass(frozen=True, slots=True)
class ShotModifiers:
    """What bears on a shot's dice and on its target; None stands for what an edition says nothing of.

    `accurate` is the Accurate value in the end, Vantage included (H24-10); `fewer_attack_dice` how many dice an
    operative in the way takes (K21-03). `piercing_cap` is the most that is left of a weapon's Piercing: `UNCAPPED`,
    or less by smoke (J24-12); None for a weapon without it. `cover_save_options` are what cover gives in place of one
    normal save; `save_improved_by` how much Protective cover improves the Save (I24-11). `same_feature` says that
    cover and obscured come from one feature, so that the defender chooses one of them (E24-04). `in_line_of_sight`
    and `treated_as_order` are the 2021 edition's (E21-01, H21-05). `read_as` is the reading of an open option that
    decided.
    """

    accurate: int | None = None
    fewer_attack_dice: int | None = None
    piercing_cap: float | None = None
    cover_save_options: tuple[CoverSave, ...] = ()
    save_improved_by: int = 0
    same_feature: bool | None = None
    in_line_of_sight: bool | None = None
    treated_as_order: Order | None = None
    read_as: str | None = None

    @property
    def defender_chooses(self) -> bool:
        """Whether the defender chooses cover or obscured, as one feature gives both."""
        return self.same_feature is True

    @property
    def piercing_ignored(self) -> bool:
        """Whether nothing is left of the weapon's Piercing."""
        return self.piercing_cap == 0

    def to_data(self) -> Mapping[str, object]:
        """Return what is said as plain values, by the names that the corpus has for it, without what is not said."""
        capped = self.piercing_cap is not None and 0 < self.piercing_cap < UNCAPPED
        said: dict[str, object] = {
            "in_los": self.in_line_of_sight,
            "treated_as_order": self.treated_as_order.value if self.treated_as_order is not None else None,
            "fewer_attack_dice": self.fewer_attack_dice,
            "accurate": self.accurate,
            "cover_save_options": [option.value for option in self.cover_save_options] or None,
            "save_improved_by": self.save_improved_by or None,
            "same_feature": self.same_feature,
            "defender_selects_one": ["cover", "obscured"] if self.defender_chooses else None,
            "piercing_ignored": self.piercing_ignored if self.piercing_cap is not None else None,
            "read_as": self.read_as,
            "piercing_at_most": self.piercing_cap if capped else None,
        }
        return {name: value for name, value in said.items() if value is not None}


class Violation(StrEnum):
    """What is wrong with a move, in the order in which it is reported."""

    PRECONDITION = "precondition"
    THROUGH_TERRAIN = "through_terrain"
    THROUGH_BASE = "through_base"
    THROUGH_ENEMY_BASE = "through_enemy_base"
    BASE_OVERLAP = "base_overlap"
    NOT_CARRIED = "not_carried"
    JUMP_TOO_FAR = "jump_too_far"
    BOARD_EDGE = "board_edge"
    ENTERS_CONTROL_RANGE = "enters_control_range"
    ENDS_IN_CONTROL_RANGE = "ends_in_control_range"
    LEFT_CONTROL_RANGE = "left_control_range"
    MUST_FINISH_IN_CONTROL_RANGE = "must_finish_in_control_range"
    CLIMB_HEIGHT = "climb_height"
    DROP_HEIGHT = "drop_height"
    DASH_CLIMB = "dash_climb"
    TOO_FAR = "too_far"


@dataclass(frozen=True, slots=True)
class Attempt:
    """An action somebody wants to perform, with what the running activation has seen so far.

    `performed` are the actions of this activation in order; `weapons_used` the rules of the weapons that its Shoot
    and Fight actions used. `engaged`, `order` and `carrying` are declared facts that go before what the position says;
    None leaves it to the position. `lays` is where a new marker comes to lie.
    """

    by: str
    action: str
    target: str | None = None
    weapon_rules: tuple[RuleUse, ...] = ()
    performed: tuple[str, ...] = ()
    weapons_used: tuple[tuple[RuleUse, ...], ...] = ()
    engaged: bool | None = None
    order: Order | None = None
    carrying: bool | None = None
    lays: Placement | None = None


@dataclass(frozen=True, slots=True)
class Leg:
    """One straight increment of a move: its horizontal length and how far it rises (+) or falls (-), inches.

    `ladder` says that a rise goes by a ladder.
    """

    horizontal: float
    rise: float = 0.0
    ladder: bool = False

    def __post_init__(self) -> None:
        if not self.horizontal >= 0:
            raise MalformedError(f"leg of {self.horizontal!r} in: expected a length >= 0")


@dataclass(frozen=True, slots=True)
class Move:
    """A move to be judged: centres of the base along the way, first where it was, last where it stands.

    `action` is the edition's name for it. `counteracting` moves are bound by that reaction's own limit. `sigma` is
    the standard deviation of each place, inches; zero for exact ones. `performed` are the actions of this activation.
    `spent` are the inches charged before the same action was paused (I24-14). `then` is the action that goes on with a
    climb on the way (I21-04). `mounted` says what of the error its places have alike, by how the model sits on its tag;
    without it each place is off by itself. `way_doubt` is the standard deviation, inches, of how much cheaper another
    way may be; zero for one that was shown or that is the cheapest for sure.
    """

    mover: str
    action: str
    path: tuple[tuple[float, float, float], ...]
    counteracting: bool = False
    sigma: float = 0.0
    performed: tuple[str, ...] = ()
    spent: float = 0.0
    then: str | None = None
    mounted: Mounted | None = field(default=None, compare=False)
    way_doubt: float = 0.0

    def __post_init__(self) -> None:
        if len(self.path) < 2:
            raise MalformedError(f"move of {self.mover!r}: a path needs at least two places, got {self.path!r}")


@dataclass(frozen=True, slots=True)
class MineReached:
    """A mine that comes within control range of a mover: where that then is, and how probable it is (J24-07)."""

    mine: str
    at: tuple[float, float, float]
    p: float


@dataclass(frozen=True, slots=True)
class SetOff:
    """A mine and the operative that sets it off, by ids, with how probable that is."""

    mine: str
    operative: str
    p: float


@dataclass(frozen=True, slots=True)
class MoveJudgement:
    """What a move costs and whether it is legal.

    `charged` is the whole price in inches, `vertical` the part of it for climbing and dropping, `allowance` what the
    action gives. `violations` are all that is wrong, the first to report first; `ruling` carries their findings.
    `mines` are the markers that go off on the way, or may (J24-07). `jump_from` is the place at the edge where a mover
    stays that fails the test of its first jump (I21-03); None without a jump, or where jumps are not tested.
    `beyond_doubt` are those of the violations that no error of the camera can undo.
    """

    ruling: Ruling
    charged: float
    vertical: float
    allowance: float
    violations: tuple[Violation, ...] = ()
    mines: tuple[MineReached, ...] = ()
    jump_from: tuple[float, float, float] | None = None
    beyond_doubt: tuple[Violation, ...] = ()

    @property
    def likely_sprung(self) -> tuple[MineReached, ...]:
        """The mines that go off on the way, by the best estimate."""
        return tuple(one for one in self.mines if one.p >= 1 / 2)

    @property
    def sprung(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(one.mine for one in self.likely_sprung)

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with it, by the best estimate."""
        return not self.violations

    @property
    def fault(self) -> Violation:
        """What is said to be wrong with it: the first violation beyond doubt, else the first."""
        return (*self.beyond_doubt, *self.violations)[0]


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot to be judged: who, at whom, with which weapon rules."""

    shooter: str
    target: str
    weapon_rules: tuple[RuleUse, ...] = ()

    def rule(self, name: str) -> RuleUse | None:
        """Return the first use of a weapon rule, or None."""
        return next((use for use in self.weapon_rules if use.rule == name), None)


@dataclass(frozen=True, slots=True)
class PiercingDoubt:
    """What smoke around a target, that it may stand in or not, does to a weapon's Piercing (rule J24-12).

    `ruling` says that it stands in it, `cap` the most that is then left of Piercing. `obscures` says that the same
    smoke obscures it, so that what is not obscured is not in it.
    """

    ruling: Ruling
    cap: float
    obscures: bool = True


@dataclass(frozen=True, slots=True)
class ShotJudgement:
    """Whether a shot may be taken and what the target has against it.

    The base point that serves the shooter best decides cover and obscured. `target_ruling` answers "a valid target",
    `selectable` that and no friend engaged with it. `cover_saves` is how many dice; `modifiers` are what
    else bears on them. `vantage` says whether a Vantage point gives what it is thought to; None where that is
    beyond doubt; `accurate_else` is the Accurate value in the end where it does not. `cover_matters` and
    `obscured_matters` say whether the dice of a shot that may be taken hang on them; `cover_hides` that cover would
    take the target out of the shot altogether, so that one that is shot at has none. `piercing` is what is in doubt
    of a weapon's Piercing; None where nothing is.
    """

    visible: Ruling
    in_cover: Ruling
    obscured: Ruling
    target_ruling: Ruling
    selectable: Ruling
    cover_saves: int
    modifiers: ShotModifiers = field(default_factory=ShotModifiers)
    vantage: Ruling | None = None
    accurate_else: int | None = None
    cover_matters: bool = False
    obscured_matters: bool = False
    cover_hides: bool = False
    piercing: PiercingDoubt | None = None


@dataclass(frozen=True, slots=True)
class SecondaryTargets:
    """Who else is shot, each as it is judged against this shot.

    `chance` is how probable it is that one is shot, too, by where it stands and whatever else its rule asks; one that
    it does not name is shot for certain. `as_primary` are sheltered as the primary target is, whatever its player
    chooses (G24-03). Where they are `optional` the attacker may leave some out (G24-22); `shared` says that the attack
    dice are split among all of them (G21-06).
    """

    judged: Mapping[str, ShotJudgement] = field(default_factory=dict)
    chance: Mapping[str, float] = field(default_factory=dict)
    as_primary: frozenset[str] = frozenset()
    optional: bool = False
    shared: bool = False

    @property
    def likely(self) -> tuple[str, ...]:
        """Those who are shot by the best estimate."""
        return tuple(name for name in self.judged if self.chance.get(name, 1.0) >= 0.5)


NOBODY_ELSE = SecondaryTargets()
