"""The state of one shot, and how one side's stages work within it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.rules.dice.attack import AttackDice
from referee.rules.dice.faces import Faces
from referee.rules.dice.step import Ask, Choice, DiceStep, DiceStepName, Effect, Inset, Roll

NO_DICE = AttackDice()


class ShotState(NamedTuple):
    """The state of a shot: both sides' dice, the damage done to target and shooter so far.

    `asked` counts answers within the current stage.
    """

    attack: AttackDice
    defence: AttackDice = NO_DICE
    asked: int = 0
    harm: int = 0
    own: int = 0


@dataclass(frozen=True, slots=True)
class OfAttacker(Inset[ShotState, AttackDice]):
    """An attack stage of a shot's attacker."""

    inner: DiceStep[AttackDice]

    def part(self, state: ShotState) -> AttackDice:
        """The attacker's dice."""
        return state.attack

    def with_part(self, state: ShotState, part: AttackDice) -> ShotState:
        """The shot with other dice of the attacker."""
        return ShotState(part, state.defence, state.asked, state.harm, state.own)


@dataclass(frozen=True, slots=True)
class OfDefender(Inset[ShotState, AttackDice]):
    """A stage of rolling of a shot's defender, under the name that it has there."""

    inner: DiceStep[AttackDice]
    label: DiceStepName

    @property
    def name(self) -> DiceStepName:
        """The name on this side."""
        return self.label

    def part(self, state: ShotState) -> AttackDice:
        """The defender's dice."""
        return state.defence

    def with_part(self, state: ShotState, part: AttackDice) -> ShotState:
        """The shot with other dice of the defender."""
        return ShotState(state.attack, part, state.asked, state.harm, state.own)


@dataclass(frozen=True, slots=True)
class Warded(DiceStep[AttackDice]):
    """A stage of rolling in two forms: with the Save, and with the invulnerable save where that is used."""

    plain: DiceStep[AttackDice]
    warded: DiceStep[AttackDice]
    pays: bool = True

    @property
    def name(self) -> DiceStepName:
        """The stage's own name."""
        return self.plain.name

    def step(self, state: AttackDice) -> AttackDice | Roll | Ask:
        """As the form in use does."""
        return self._form(state).step(state)

    def rolled(self, state: AttackDice, faces: Faces) -> AttackDice:
        """As the form in use does."""
        return self._form(state).rolled(state, faces)

    def chosen(self, state: AttackDice, choice: Choice) -> AttackDice:
        """As the form in use does."""
        return self._form(state).chosen(state, choice)

    def choices(self, state: AttackDice) -> tuple[Choice, ...]:
        """As the form in use does."""
        return self._form(state).choices(state)

    def allows(self, state: AttackDice, choice: Choice) -> bool:
        """As the form in use does."""
        return self._form(state).allows(state, choice)

    def effects(self, before: AttackDice, after: AttackDice) -> tuple[Effect, ...]:
        """As the form in use does; re-rolls of who has an invulnerable save were free in games of before."""
        return self._form(before).effects(before, after) if self.pays else ()

    def _form(self, state: AttackDice) -> DiceStep[AttackDice]:
        return self.warded if state.ward else self.plain
