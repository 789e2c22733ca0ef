"""The state of one shot, and how one side's stages work within it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.rules.dice.attack import Volley
from referee.rules.dice.faces import Faces
from referee.rules.dice.step import Ask, Choice, Inset, Roll, Stage, StageName

NO_DICE = Volley()


class Exchange(NamedTuple):
    """The state of a shot: both sides' dice, the damage done to target and shooter so far.

    `asked` counts answers within the current stage.
    """

    attack: Volley
    defence: Volley = NO_DICE
    asked: int = 0
    harm: int = 0
    own: int = 0


@dataclass(frozen=True, slots=True)
class OfAttacker(Inset[Exchange, Volley]):
    """An attack stage at work on a shot's attacker."""

    inner: Stage[Volley]

    def part(self, state: Exchange) -> Volley:
        """The attacker's dice."""
        return state.attack

    def with_part(self, state: Exchange, part: Volley) -> Exchange:
        """The shot with other dice of the attacker."""
        return Exchange(part, state.defence, state.asked, state.harm, state.own)


@dataclass(frozen=True, slots=True)
class OfDefender(Inset[Exchange, Volley]):
    """A stage of rolling at work on a shot's defender, under the name that it has there."""

    inner: Stage[Volley]
    label: StageName

    @property
    def name(self) -> StageName:
        """The name on this side."""
        return self.label

    def part(self, state: Exchange) -> Volley:
        """The defender's dice."""
        return state.defence

    def with_part(self, state: Exchange, part: Volley) -> Exchange:
        """The shot with other dice of the defender."""
        return Exchange(state.attack, part, state.asked, state.harm, state.own)


@dataclass(frozen=True, slots=True)
class Warded(Stage[Volley]):
    """A stage of rolling in two forms: with the Save, and with the invulnerable save where that is used."""

    plain: Stage[Volley]
    warded: Stage[Volley]

    @property
    def name(self) -> StageName:
        """The stage's own name."""
        return self.plain.name

    def step(self, state: Volley) -> Volley | Roll | Ask:
        """As the form in use does."""
        return self._form(state).step(state)

    def rolled(self, state: Volley, faces: Faces) -> Volley:
        """As the form in use does."""
        return self._form(state).rolled(state, faces)

    def chosen(self, state: Volley, choice: Choice) -> Volley:
        """As the form in use does."""
        return self._form(state).chosen(state, choice)

    def choices(self, state: Volley) -> tuple[Choice, ...]:
        """As the form in use does."""
        return self._form(state).choices(state)

    def allows(self, state: Volley, choice: Choice) -> bool:
        """As the form in use does."""
        return self._form(state).allows(state, choice)

    def _form(self, state: Volley) -> Stage[Volley]:
        return self.warded if state.ward else self.plain
