"""Questions and judgements: attempts, moves and shots, with their modifiers and secondary targets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from geometry.placement import Placement
from geometry.position_errors import TagOffsetError
from messages.message import Message
from referee.rules.errors import MalformedError
from referee.rules.position import Order
from referee.rules.ruling import Ruling
from referee.rules.weapon import RuleUse

UNCAPPED = math.inf
"""Piercing cap that removes nothing."""


class CoverSave(StrEnum):
    """Dice that a target in cover may retain unrolled, if it has the choice (rule H24-11)."""

    ONE_CRITICAL = "one critical"
    TWO_NORMAL = "two normal"


@dataclass(frozen=True, slots=True)
class ShotModifiers:
    """Modifiers of a shot's dice and of its target; None if the edition has no such rule.

    `accurate` is the final Accurate value, including Vantage (H24-10); `fewer_attack_dice` is the number of dice
    removed by an operative in the way (K21-03). `piercing_cap` is the maximum left of a weapon's Piercing: `UNCAPPED`,
    or less because of smoke (J24-12); None for a weapon without it. `cover_save_options` are the alternatives to one
    normal save for cover; `save_improved_by` is the improvement of the Save by Protective cover (I24-11). Both apply to
    a target in cover only, and are also given if that is uncertain. `same_feature`: cover and obscured come from one
    feature, so the defender chooses one of them (E24-04). `in_line_of_sight` and `treated_as_order` belong to the 2021
    edition (E21-01, H21-05). `read_as` is the reading of an option that affected the result.
    """

    accurate: int | None = None
    fewer_attack_dice: int | None = None
    piercing_cap: float | None = None
    cover_save_options: tuple[CoverSave, ...] = ()
    save_improved_by: int = 0
    same_feature: bool | None = None
    in_line_of_sight: bool | None = None
    treated_as_order: Order | None = None
    read_as: Message | None = None

    @property
    def defender_chooses(self) -> bool:
        """Whether the defender chooses between cover and obscured, because one feature gives both."""
        return self.same_feature is True

    @property
    def piercing_ignored(self) -> bool:
        """Whether nothing is left of the weapon's Piercing."""
        return self.piercing_cap == 0

    def to_data(self) -> Mapping[str, object]:
        """Return the modifiers that are set as plain values, by their names in the corpus."""
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
            "read_as": None if self.read_as is None else str(self.read_as),
            "piercing_at_most": self.piercing_cap if capped else None,
        }
        return {name: value for name, value in said.items() if value is not None}


class Violation(StrEnum):
    """Faults of a move, in the order in which they are reported."""

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
    """An action to be attempted, with the history of the current activation.

    `performed` are the actions of this activation in order; `weapons_used` the rules of the weapons that its Shoot and
    Fight actions used. `engaged`, `order` and `carrying` are declared facts that override the position; None uses the
    position. `lays` is the placement of a new marker.
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
    """One straight increment of a move: its horizontal length, and its rise (+) or fall (-), inches.

    `ladder` means that the rise uses a ladder.
    """

    horizontal: float
    rise: float = 0.0
    ladder: bool = False

    def __post_init__(self) -> None:
        if not self.horizontal >= 0:
            raise MalformedError("move-leg-length", found=self.horizontal)


@dataclass(frozen=True, slots=True)
class Move:
    """A move to be judged: positions of the base's centre, from its start to its end.

    `action` is the edition's name for it. `counteracting` moves have the limit of that reaction, of which other moves
    have used `reacted` inches. `sigma` is the
    standard deviation of each position, inches; zero if exact. `performed` are the actions of this activation. `spent`
    are the inches charged before the same action was paused (I24-14). `then` is the action that continues a climb begun
    by this one (I21-04). `mounted` separates the error that all positions share, through the tag's mount; without it
    the positions have independent errors. `way_doubt` is the standard deviation in inches of the possible saving by
    another path; zero for a path that was shown or is certainly the cheapest.
    """

    mover: str
    action: str
    path: tuple[tuple[float, float, float], ...]
    counteracting: bool = False
    sigma: float = 0.0
    performed: tuple[str, ...] = ()
    spent: float = 0.0
    then: str | None = None
    reacted: float = 0.0
    mounted: TagOffsetError | None = field(default=None, compare=False)
    way_doubt: float = 0.0

    def __post_init__(self) -> None:
        if len(self.path) < 2:
            raise MalformedError("move-path-short", operative=self.mover, found=repr(self.path))


@dataclass(frozen=True, slots=True)
class TriggerReached:
    """A marker that goes off near a mover: the mover's position then, and the probability (J24-07)."""

    marker: str
    at: tuple[float, float, float]
    p: float


@dataclass(frozen=True, slots=True)
class TriggerSetOff:
    """A marker and the operative that sets it off, by ids, with the probability."""

    marker: str
    operative: str
    p: float


@dataclass(frozen=True, slots=True)
class MoveJudgement:
    """Price and legality of a move.

    `charged` is the whole price in inches, `vertical` the part for climbing and dropping, `allowance` what the action
    permits. `violations` are all faults, the first to report first; `ruling` has their findings. `triggers` are the
    markers that go off or may go off on the way (J24-07). `jump_from` is the position at the edge where a mover stays
    if it fails the test of its first jump (I21-03); None without a jump, or if jumps are not tested. `beyond_doubt` are
    the violations that no camera error can change.
    """

    ruling: Ruling
    charged: float
    vertical: float
    allowance: float
    violations: tuple[Violation, ...] = ()
    triggers: tuple[TriggerReached, ...] = ()
    jump_from: tuple[float, float, float] | None = None
    beyond_doubt: tuple[Violation, ...] = ()

    @property
    def likely_sprung(self) -> tuple[TriggerReached, ...]:
        """Markers that go off on the way, by the best estimate."""
        return tuple(one for one in self.triggers if one.p >= 1 / 2)

    @property
    def sprung(self) -> tuple[str, ...]:
        """Ids of the markers that go off, by the best estimate."""
        return tuple(one.marker for one in self.likely_sprung)

    @property
    def legal(self) -> bool:
        """Whether there is no violation, by the best estimate."""
        return not self.violations

    @property
    def fault(self) -> Violation:
        """The violation to report: the first certain one, else the first."""
        return (*self.beyond_doubt, *self.violations)[0]


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot to be judged: shooter, target, weapon rules."""

    shooter: str
    target: str
    weapon_rules: tuple[RuleUse, ...] = ()

    def rule(self, name: str) -> RuleUse | None:
        """Return the first use of a weapon rule, or None."""
        return next((use for use in self.weapon_rules if use.rule == name), None)


@dataclass(frozen=True, slots=True)
class PiercingDoubt:
    """Effect on a weapon's Piercing of smoke in which the target may be (rule J24-12).

    `ruling` decides whether the target is in it; `cap` is the maximum then left of Piercing. `obscures`: the same smoke
    obscures the target, so a target that is not obscured is not in it.
    """

    ruling: Ruling
    cap: float
    obscures: bool = True


@dataclass(frozen=True, slots=True)
class ShotJudgement:
    """Whether a shot is permitted, and the target's shelter.

    The point on the shooter's base that is best for the shooter decides cover and obscured. `target_ruling` answers "a
    valid target"; `selectable` also requires that no friend is engaged with it. `cover_saves` is a number of dice;
    `modifiers` are the other effects on dice. `vantage` rules whether a Vantage point has its estimated effect, None if
    that is certain; `accurate_else` is the final Accurate value if it has not. `cover_matters` and `obscured_matters`:
    the dice of a permitted shot depend on it; `cover_hides`: cover would make the target invalid, so a target that is
    shot has none. `piercing` is the uncertainty of a weapon's Piercing, None if there is none. `line_crossed` rules
    whether an operative in the line costs a die (K21-03), None without that rule. `from_above` decides the cover save
    in place of `in_cover` (G21-02), None without such a weapon.
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
    line_crossed: Ruling | None = None
    from_above: Ruling | None = None

    @property
    def save_ruling(self) -> Ruling:
        """The ruling that decides whether a cover save may be retained."""
        return self.in_cover if self.from_above is None else self.from_above

    @property
    def sheltered(self) -> bool:
        """Whether the target is in cover or retains saves as if it were, by the best estimate.

        A target in cover retains no save if the weapon prevents it (G24-16, G21-12); one that is hidden from above may
        retain saves without cover (G21-02).
        """
        return self.in_cover.holds or self.cover_saves > 0


@dataclass(frozen=True, slots=True)
class SecondaryTargets:
    """Secondary targets of a shot, each with its own judgement.

    `chance` is the probability that an operative is also shot, by its position and the rule's other conditions;
    operatives not in it are certain. `as_primary` are sheltered like the primary target, including its player's choice
    (G24-03). If they are `optional` the attacker may leave some out (G24-22); `shared`: the attack dice are split among
    all of them (G21-06).
    """

    judged: Mapping[str, ShotJudgement] = field(default_factory=dict)
    chance: Mapping[str, float] = field(default_factory=dict)
    as_primary: frozenset[str] = frozenset()
    optional: bool = False
    shared: bool = False

    @property
    def likely(self) -> tuple[str, ...]:
        """Secondary targets by the best estimate."""
        return tuple(name for name in self.judged if self.chance.get(name, 1.0) >= 0.5)


NOBODY_ELSE = SecondaryTargets()
