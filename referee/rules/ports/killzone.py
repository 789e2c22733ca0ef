"""Rules that a killzone may change: measuring of distances, and effects on weapons and fights."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import Limit
from geometry.measure import gap, gap_to_part
from geometry.position_errors import Thing, gap_limit, measured_limit
from geometry.table import Operative
from geometry.terrain import Part
from messages.message import Message
from referee.rules.position import Position
from referee.rules.ruling import Finding, Measurement, RuleId
from referee.rules.weapon import RuleUse


class Environment(Protocol):
    """Effects of a killzone on weapons and fights."""

    @property
    def declinable(self) -> frozenset[str]:
        """Weapon rules that a player may choose not to use here."""

    @property
    def gains_by(self) -> str:
        """The rule by which weapons gain rules here; empty if they gain none."""

    def gained_rules(self, position: Position, rules: Sequence[RuleUse], target: str | None) -> tuple[RuleUse, ...]:
        """Return the weapon rules that a weapon gains here against that target."""

    def first_resolver(self, position: Position, attacker: str, defender: str) -> str:
        """Return the operative that resolves the first die of a fight."""

    def garrisoned(self, position: Position, name: str) -> float:
        """Return the probability that an operative is wholly within a garrison's shelter here."""


@dataclass(frozen=True, slots=True)
class OpenGround:
    """Ground without effects: no rules gained, the attacker resolves first (rules F24-07, F21-01)."""

    @property
    def declinable(self) -> frozenset[str]:
        """None: every rule of a weapon counts."""
        return frozenset()

    @property
    def gains_by(self) -> str:
        """None: weapons gain no rules."""
        return ""

    def gained_rules(self, position: Position, rules: Sequence[RuleUse], target: str | None) -> tuple[RuleUse, ...]:
        """Return no rules."""
        return ()

    def first_resolver(self, position: Position, attacker: str, defender: str) -> str:
        """Return the attacker."""
        return attacker

    def garrisoned(self, position: Position, name: str) -> float:
        """Return zero: there are no garrisons."""
        return 0.0


class Spacing(Protocol):
    """Measuring of distances in an edition or a killzone."""

    def gap(self, position: Position, a: Base, b: Base) -> float:
        """Return the distance between two bases, inches; infinite if no path connects them."""

    def gap_to_part(self, position: Position, base: Base, part: Part) -> float:
        """Return the distance between a base and a part of terrain, inches."""

    def reach_limit(self, position: Position, a: Thing, b: Thing, reach: float) -> Limit:
        """Return the limit that two objects are within `reach` inches of each other."""

    def barred(self, position: Position, a: Base, b: Base, reach: float) -> bool:
        """Return whether two bases within `reach` inches in a straight line are farther apart as measured here."""

    def also(self, position: Position, a: Base, b: Base, reach: float) -> tuple[Finding, ...]:
        """Return findings to add to a straight measurement of at most `reach` inches; empty if it counts unchanged."""


@dataclass(frozen=True, slots=True)
class Straight:
    """Straight distances, regardless of obstacles."""

    def gap(self, position: Position, a: Base, b: Base) -> float:
        """Return the straight distance between two bases, inches."""
        return gap(a, b)

    def gap_to_part(self, position: Position, base: Base, part: Part) -> float:
        """Return the straight distance between a base and a part of terrain, inches."""
        return gap_to_part(base, part)

    def reach_limit(self, position: Position, a: Thing, b: Thing, reach: float) -> Limit:
        """Return the limit of the straight distance, with analytic derivatives."""
        return gap_limit(a, b, reach, position.table.common, upright=False)

    def barred(self, position: Position, a: Base, b: Base, reach: float) -> bool:
        """Return False: nothing lengthens a straight distance."""
        return False

    def also(self, position: Position, a: Base, b: Base, reach: float) -> tuple[Finding, ...]:
        """Return nothing."""
        return ()


def near_chance(spacing: Spacing, position: Position, one: Operative, other: Operative, reach: float) -> float:
    """Return the probability that two operatives are within `reach` inches of each other."""
    common = position.table.common
    return measured_limit((one, other), (), common, lambda bases, _: reach - spacing.gap(position, *bases)).p


def at_most_around(rule: RuleId, straight: float, around: float, reach: float) -> tuple[Finding, ...]:
    """Return the finding that the path around walls is within reach; empty if the straight one decides.

    The straight line decides if it is free, or already too long. An infinite path is drawn as twice the reach, as
    nothing farther can be measured.
    """
    if around <= straight + EXACT_TOLERANCE or straight > reach + EXACT_TOLERANCE:
        return ()
    finite = math.isfinite(around)
    shown = around if finite else 2 * reach + straight
    return (Measurement.at_most(rule, Message.of("control-around-walls", there=finite), shown, reach),)
