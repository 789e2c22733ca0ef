"""Weapons and equipment whose uses are counted over the battle (rules G24-10, G21-12, J24-14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from referee.game.card import title
from referee.game.dice_actions import FIGHTING, DiceActionType, is_barred_from_retaliating
from referee.game.events import Event, activations, setting
from referee.game.handlers.acting import ActionHook, counts_as, declined, weapon_in_use, weapons_of
from referee.game.intent_handler import condition
from referee.game.intents import Act
from referee.game.limited_weapons import limit_of, uses_of
from referee.game.state import GameState
from referee.rules.dice.weapon import RuleUse, Weapon, WeaponType
from referee.rules.edition import ActionSpec
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class CountedUses(ActionHook):
    """A Limited weapon is used that many times in the battle; one action is one use, whatever it does in it.

    `sorts` are the actions of dice, as in `DiceActions`. The weapon that a defender chooses in open dice is counted
    there; here counts that of the active operative, and the defender's where a fight is declared.
    """

    rule: str
    sorts: Mapping[str, DiceActionType]

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether a use is left."""
        name, weapon = self._weapon(state, act, spec)
        limit = limit_of(_rules(weapon, act))
        if limit is None or not name:
            return ()
        known = state.operative(act.operative)
        used = known.uses.get(name, 0) if weapon is None else uses_of(state, act.operative, weapon)
        return (condition(self.rule, used < limit, f"{name} was used {used} of {limit} times"),)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the uses counted."""
        name, weapon = self._weapon(state, act, spec)
        used = [] if not name or limit_of(_rules(weapon, act)) is None else [(act.operative, name)]
        foe = act.target or ""
        if not act.dice and foe in state.operatives and self.sorts.get(counts_as(spec)) is FIGHTING:
            used += [(foe, title(one)) for one in self._only_answer(state, foe)]
        return tuple(activations.WeaponUsed(operative=who, weapon=what) for who, what in used)

    def _weapon(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[str, Weapon | None]:
        """Return the name of the weapon in use and the weapon as it is printed; unnamed, the only one that fits."""
        if act.weapon is not None:
            name, _ = declined(act.weapon)
            return name, weapon_in_use(state, act.model_copy(update={"weapon": name}))
        sort = self.sorts.get(counts_as(spec))
        fitting = () if sort is None else weapons_of(state, act.operative, sort.weapon)
        return (title(fitting[0]), fitting[0]) if len(fitting) == 1 else ("", None)

    def _only_answer(self, state: GameState, defender: str) -> tuple[Weapon, ...]:
        """Return the Limited weapon that a defender must have retaliated with: the only one for melee with a use left.

        Among several nobody says which it was.
        """
        if is_barred_from_retaliating(state, defender):
            return ()
        melee = (one for one in state.operative(defender).card.weapons if one.type is WeaponType.MELEE)
        limits = ((one, limit_of(one.rules)) for one in melee)
        left = [(one, limit) for one, limit in limits if limit is None or uses_of(state, defender, one) < limit]
        return tuple(one for one, limit in left if limit is not None) if len(left) == 1 else ()


def _rules(weapon: Weapon | None, act: Act) -> tuple[RuleUse, ...]:
    return (*(() if weapon is None else weapon.rules), *act.weapon_rules)


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
        named = (spec.name.casefold(), declined(act.weapon)[0].casefold())
        return tuple(name for name in named if name in self.names)
