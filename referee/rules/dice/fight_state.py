"""The state of one fight, and how one side's stages work within it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.rules.dice.attack import AttackDice
from referee.rules.dice.step import DiceStep, Inset, Side

NO_VOLLEY = AttackDice()
SIDES = (Side.ATTACKER, Side.DEFENDER)


class Fighter(NamedTuple):
    """One fighter while dice are resolved: unresolved successes, wounds left, critical strikes made."""

    crits: int
    normals: int
    wounds: int
    strikes: int = 0

    @property
    def dice(self) -> int:
        """How many dice it has yet to resolve."""
        return self.crits + self.normals


class FightState(NamedTuple):
    """The state of a fight: both volleys until their dice are retained, then the two fighters.

    `turn` is whose turn it is, 0 the attacker's, 1 the defender's. `passes` counts passes in succession while both
    may re-roll.
    """

    a: AttackDice | None
    b: AttackDice | None
    one: Fighter
    two: Fighter
    turn: int = 0
    passes: int = 0

    def volley(self, side: int) -> AttackDice:
        """Return one side's dice."""
        return (self.b if side else self.a) or NO_VOLLEY

    def with_volley(self, side: int, volley: AttackDice) -> FightState:
        """Return the fight with other dice of one side."""
        return self._replace(b=volley) if side else self._replace(a=volley)

    @property
    def wounds(self) -> tuple[int, int]:
        """The wounds both have left."""
        return self.one.wounds, self.two.wounds


@dataclass(frozen=True, slots=True)
class OfFighter(Inset[FightState, AttackDice]):
    """An attack stage of the one who fights."""

    inner: DiceStep[AttackDice]

    def part(self, state: FightState) -> AttackDice:
        """The attacker's dice."""
        return state.volley(0)

    def with_part(self, state: FightState, part: AttackDice) -> FightState:
        """The fight with other dice of the attacker."""
        return state.with_volley(0, part)


@dataclass(frozen=True, slots=True)
class OfRetaliator(Inset[FightState, AttackDice]):
    """An attack stage of the one who retaliates."""

    inner: DiceStep[AttackDice]

    def part(self, state: FightState) -> AttackDice:
        """The defender's dice."""
        return state.volley(1)

    def with_part(self, state: FightState, part: AttackDice) -> FightState:
        """The fight with other dice of the defender."""
        return state.with_volley(1, part)
