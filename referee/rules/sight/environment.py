"""What the ground itself changes about weapons and fights; killzones put their own in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.rules.dice.weapon import RuleUse
from referee.rules.position import Position


class Environment(Protocol):
    """What a killzone does to weapons used in it and to fights fought in it."""

    @property
    def declinable(self) -> frozenset[str]:
        """The weapon rules that a player may choose not to use here."""

    @property
    def gains_by(self) -> str:
        """The rule by which weapons gain rules here; empty where they gain none."""

    def gained_rules(self, position: Position, rules: Sequence[RuleUse], target: str | None) -> tuple[RuleUse, ...]:
        """Return the weapon rules that a weapon gains here against that target."""

    def first_resolver(self, position: Position, attacker: str, defender: str) -> str:
        """Return who resolves the first die of a fight."""

    def garrisoned(self, position: Position, name: str) -> float:
        """Return how probable it is that an operative is wholly within what shelters its garrison here."""


@dataclass(frozen=True, slots=True)
class OpenGround:
    """Ground that changes nothing: no rules gained, the attacker resolves first (rules F24-07, F21-01)."""

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
