"""Weapons and equipment whose uses are counted over the battle (rules G24-10, G21-12, J24-14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from referee.game.events import Event, activations, setting
from referee.game.handlers.acting import ActionHook, declined, weapon_rules
from referee.game.intent_handler import condition
from referee.game.intents import Act
from referee.game.state import GameState
from referee.rules.dice.weapon import RuleUse
from referee.rules.edition import ActionSpec
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class CountedUses(ActionHook):
    """A Limited weapon is used that many times in the battle; one action is one use, whatever it does in it."""

    rule: str

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether a use is left."""
        limit = self._limit(state, act)
        if limit is None or act.weapon is None:
            return ()
        name = declined(act.weapon)[0]
        used = state.operative(act.operative).uses.get(name, 0)
        return (condition(self.rule, used < limit, f"{name} was used {used} of {limit} times"),)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the use counted."""
        if self._limit(state, act) is None or act.weapon is None:
            return ()
        return (activations.WeaponUsed(operative=act.operative, weapon=declined(act.weapon)[0]),)

    def _limit(self, state: GameState, act: Act) -> int | None:
        limits = [_times(use) for use in weapon_rules(state, act) if use.rule == "limited"]
        return min(limits) if limits else None


def _times(use: RuleUse) -> int:
    return use.count if use.x is not None else 1


@dataclass(frozen=True, slots=True)
class SharedSupplies(ActionHook):
    """What a team shares is used as often as it was picked, whoever uses it (rule J24-14).

    `names` are the weapons and actions that are counted so, in lower case; one action is one use.
    """

    beforehand: ClassVar[bool] = True

    rule: str
    names: frozenset[str]

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether a use is left; free play counts nothing."""
        if state.free:
            return ()
        supplies = state.side(state.operative(act.operative).player).supplies
        return tuple(
            condition(self.rule, supplies.get(name, 0) > 0, f"no {name} is left, or none was picked")
            for name in self._used(act, spec)
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the use counted."""
        player = state.operative(act.operative).player
        left = state.side(player).supplies
        return tuple(
            setting.SupplyUsed(player=player, name=name) for name in self._used(act, spec) if left.get(name, 0) > 0
        )

    def _used(self, act: Act, spec: ActionSpec) -> tuple[str, ...]:
        named = (spec.name.casefold(), (act.weapon or "").casefold())
        return tuple(name for name in named if name in self.names)
